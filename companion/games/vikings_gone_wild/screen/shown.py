"""Cards of Vikings Gone Wild on the reader that are touches of the keys: attackers, their target, what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from companion.engine.types import Input
from companion.games.vikings_gone_wild.events.acts import Built
from companion.games.vikings_gone_wild.inputs import Attack, Build, GiveBack
from companion.games.vikings_gone_wild.rules.strength import attackers
from companion.games.vikings_gone_wild.rules.targets import SLOTS, target_card
from companion.games.vikings_gone_wild.tags import COPY, name_of
from companion.table.cards import judged, meanings

RECENT = 60  # steps that are looked through for what a card was played for
TARGET = "target:"


@define
class Whereabouts:
    """Where each very building card lies, as far as cards and touches told: equal ones are told apart by their tag.

    A card that is shown is placed by the next act: what is built then, or the target that was touched because several
    of its name could be meant.
    """

    lies: dict[str, str] = field(factory=dict)
    _shown: str = ""
    _among: tuple[str, ...] = ()  # targets that it could have meant
    _line: int = 0

    def learn(self, session: Any) -> None:
        """All acts since the last card."""
        fresh = [x for x in session.past if x.line > self._line]
        for n, step in enumerate(fresh):
            if n == 0 and self._shown:
                self._place(step)
            if isinstance(step.act, GiveBack):
                self._clear(step.act.building)
        if fresh:
            self._line, self._shown = fresh[-1].line, ""

    def showed(self, card: str, among: Sequence[str] = ()) -> None:
        self._shown, self._among = card if COPY in card else "", tuple(among)

    def meant(self, card: str, spaces: Sequence[str]) -> str:
        """The space among these that a card lies on; "" where that is not known."""
        at = self.lies.get(card) or (spaces[0] if len(spaces) == 1 else "")
        return at if at in spaces else ""

    def _place(self, step: Any) -> None:
        act, name = step.act, name_of(self._shown)
        built = next((e for e in step.events if isinstance(e, Built)), None)
        if isinstance(act, Build) and built is not None and built.card == name:
            self._put(built.building)
        elif isinstance(act, Attack) and act.target in self._among and act.target not in SLOTS:
            self._put(act.target)

    def _put(self, space: str) -> None:
        self._clear(space)
        self.lies[self._shown] = space

    def _clear(self, space: str) -> None:
        self.lies = {c: at for c, at in self.lies.items() if at != space}


@define
class Marked:
    """Which cards on the reader were marked for an attack: None while they are, then the round they attacked in."""

    at: dict[str, int | None] = field(factory=dict)
    places: Whereabouts = field(factory=Whereabouts)

    def shown(self, pad: Any, card: str) -> tuple[Input, ...] | None:
        """A fighter is marked, a target shown after it is aimed at, a value that is open is asked first.

        None: the card is an act of its own, which the desk enters. Else what is to be sent.
        """
        name, session, asking = name_of(card), pad.session, pad.asking
        self.places.learn(session)
        if asking is not None and asking.values:
            return ()
        if name in pad.most():
            if self._read_again(pad, card):
                return ()
            self.at[card] = None
            pad.more = pad.look = pad.buy = False
            sends: tuple[Input, ...] = pad.pick(name)
            return sends
        if pad.picked:
            return self._aim(pad, card)
        self.places.showed(card)
        legal, _ = judged(session, meanings(session, card))
        asks = asking is not None and len(legal) == 1 and asking.begin(session.state, tuple(legal))
        return () if asks else None

    def gone(self, at: int) -> None:
        """What was marked has been played: in this round the reader says nothing new about it."""
        self.at = {c: at if then is None else then for c, then in self.at.items()}

    def back(self, name: str = "") -> None:
        """What was marked (of this name) is in the hand again."""
        self.at = {c: at for c, at in self.at.items() if at is not None or (name and name_of(c) != name)}

    def _read_again(self, pad: Any, card: str) -> bool:
        """Whether this very card is marked already, or was and has attacked in this round."""
        name, at = name_of(card), self.at.get(card, -1)
        if at is None:
            return COPY in card or name in pad.picked
        fights = (x.act for x in pad.session.past[-RECENT:] if isinstance(x.act, Attack))
        return at == pad.session.state.round and any(name in attackers([f]) for f in fights)

    def _aim(self, pad: Any, card: str) -> tuple[Input, ...]:
        """A building or an undead that is shown while attackers are marked is their target, if it is sure which."""
        s = pad.session.state
        spaces = [o.choice.key.removeprefix(TARGET) for o in pad.aim.keys(every=True)]
        named = [t for t in spaces if s.world.ids[target_card(s, t)] == name_of(card)]
        meant = self.places.meant(card, named)
        if meant:
            sends: tuple[Input, ...] = pad.touch(TARGET + meant)
            return sends
        if named:
            self.places.showed(card, named)
        return ()
