"""Card values that nobody has confirmed: asked when they are first needed, kept in the owner's one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import define, field

from companion.app.live.values import CardShelf
from companion.app.viewmodel import Choice, Panel, PanelRow
from companion.engine.types import Input
from companion.games.vikings_gone_wild.inputs import EndTurn
from companion.games.vikings_gone_wild.origins import Value, relies_on, relies_on_at_the_end, unconfirmed
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.words import question_line
from companion.games.vikings_gone_wild.words.events import amounts
from companion.games.vikings_gone_wild.words.values import ASKING, bonus_lines, told_value

NUMBERS = ("strength", "guard", "defence", "vp")
HOUSE = "house"
PRICES = ("cost", "upgrade")
BONUSES: tuple[tuple[dict[str, Any], ...], ...] = (
    (), ({"vp": 1},), ({"vp": 2},), ({"vp": 3},), ({"plunder": "beer"},), ({"plunder": "gold"},), ({"favour": 1},),
)  # fmt: skip


@define
class Asking:
    """What is asked now, and what is sent once it is answered. ``wrong``: the first value is being corrected."""

    shelf: CardShelf
    values: tuple[Value, ...] = ()
    sends: tuple[Input, ...] = ()
    wrong: bool = False
    corrected: bool = False
    known: frozenset[tuple[str, str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.known = self.shelf.known()

    def begin(self, s: State, sends: tuple[Input, ...]) -> bool:
        """Ask about what these acts rely on; False when all of it is known."""
        found = {(v.card, v.field): v for act in sends for v in self._relied(s, act)}
        return self._ask(tuple(v for at, v in found.items() if at not in self.known), sends)

    def _relied(self, s: State, act: Input) -> tuple[Value, ...]:
        return relies_on_at_the_end(s) if isinstance(act, EndTurn) and s.last else relies_on(s, act)

    def walk(self, s: State) -> bool:
        """The next value of all that nobody has confirmed."""
        left = [v for v in unconfirmed(s.world) if (v.card, v.field) not in self.known]
        return self._ask(tuple(left[:1]), ())

    def left(self, s: State) -> int:
        return sum((v.card, v.field) not in self.known for v in unconfirmed(s.world))

    def _ask(self, values: tuple[Value, ...], sends: tuple[Input, ...]) -> bool:
        self.values, self.sends, self.wrong = values, sends, False
        return bool(values)

    def right(self) -> tuple[Input, ...]:
        """All of it is right; what was held back may go."""
        self._keep(self.values)
        sends, self.values, self.sends = self.sends, (), ()
        return sends

    def correct(self, value: Any) -> None:
        """The first value is another one; the game goes on with it, and the act is touched again."""
        self._keep((attrs.evolve(self.values[0], value=value),))
        self.close()
        self.corrected = True

    def close(self) -> None:
        self.values, self.sends, self.wrong = (), (), False

    def _keep(self, values: tuple[Value, ...]) -> None:
        self.shelf.keep(values)
        self.known |= {(v.card, v.field) for v in values}

    def others(self) -> Mapping[str, Any]:
        """Values that may stand on the card instead, by key; empty where only the file can say it."""
        name = self.values[0].field
        if name in NUMBERS:
            return {str(n): n for n in range(13)}
        if name in PRICES:
            pairs = [(n, 0) for n in range(1, 9)] + [(0, n) for n in range(1, 9)]
            return {f"{b}+{g}": {"beer": b, "gold": g} for b, g in pairs}
        if name == "damage_bonus":
            return {str(i): list(b) for i, b in enumerate(BONUSES)}
        if name == "abilities" and all(a.get("when") == "play" for a in self.values[0].value or ()):
            return {"manual": [{"when": "play", "order": "printed", "steps": [{"manual": self.values[0].card}]}]}
        return {}

    # ------------------------------------------------------------ as keys
    def panel(self, painter: Any) -> Panel:
        """Each value with what is believed; one touch says that all of it is right."""
        speaker, world = painter.speaker, painter.session.state.world
        shown = self.values[:1] if self.wrong else self.values
        rows = tuple(
            PanelRow(speaker.tell(question_line(v.card, v.field)), speaker.tell(told_value(card, v.field)), strong=True)
            for v in shown
            for card in (world.cards[world.index[v.card]],)
        )
        title = speaker._(ASKING["title"])
        later = Choice("value:later", speaker._(ASKING["later"]))
        if not self.wrong:
            right = Choice("value:right", speaker._(ASKING["right"]))
            return Panel(title, rows, (later, Choice("value:wrong", speaker._(ASKING["wrong"])), right), asks=True)
        others = self.others()
        if not others:
            told = speaker._(ASKING["file"]).format(file=str(self.shelf.path))
            return Panel(title, (*rows, PanelRow(told)), (later,), asks=True)
        pad = tuple(Choice(f"value:{k}", self._key(speaker, k, x)) for k, x in others.items())
        return Panel(title, rows, (later,), pad, asks=True)

    def _key(self, speaker: Any, key: str, value: Any) -> str:
        if key == "manual":
            return str(speaker._(ASKING["manual"]))
        if self.values[0].field in PRICES:
            return str(speaker.field(amounts(value["beer"], value["gold"])))
        if self.values[0].field == "damage_bonus":
            bonuses = tuple((n, 1) if k == "plunder" else (k, n) for b in value for k, n in b.items())
            return str(speaker.field(bonus_lines(bonuses)))
        return key

    def touch(self, key: str, s: State) -> tuple[Input, ...]:
        """A key of the question; returns what may be sent now."""
        if key == "right":
            walking = not self.sends
            sends = self.right()
            if walking:
                self.walk(s)
            return sends
        if key == "wrong":
            self.wrong = True
        elif key == "later":
            sends = self.sends
            self.known |= {(v.card, v.field) for v in self.values}
            self.close()
            return sends
        elif key in self.others():
            self.correct(self.others()[key])
        return ()


def ours(asking: Asking | None, s: State) -> frozenset[str]:
    """Cards with a value of this project's own that nobody has compared with the box."""
    known = asking.known if asking is not None else frozenset()
    return frozenset(v.card for v in unconfirmed(s.world) if v.origin == HOUSE and (v.card, v.field) not in known)
