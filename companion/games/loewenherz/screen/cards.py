"""Action cards of Löwenherz that nobody has confirmed: one touch when a card is turned up, or corrected by touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from companion import i18n
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Choice, Panel, PanelRow
from companion.engine.words import N_
from companion.games.loewenherz.box import BORDERS, DUCATS, KNIGHT, SILVER, Action, ActionCard
from companion.games.loewenherz.events import CardTurned
from companion.i18n import ngettext
from companion.table.speaker import Speaker

VALUE = "value:"
SPECIALS = {True: N_("a silver find"), False: N_("the king's death")}
LINES = 3


@frozen
class Line:
    """What a card says, as it stands in the owner's file."""

    card: str
    field: str
    value: Any


@define
class CardQuestion:
    """Asks whether the card that was just turned up says what the file says. ``told``: actions touched so far."""

    painter: Any
    shelf: CardShelf | None = None  # None: nothing is asked
    told: list[str] = field(factory=list)
    wrong: bool = False
    changed: bool = False
    _known: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        if self.shelf is not None:
            self._known |= {card for card, _ in self.shelf.known()}

    # ------------------------------------------------------------ what is asked
    def card(self) -> ActionCard | None:
        """The card that the last act turned up, if nobody has confirmed it."""
        past = self.painter.session.past
        if self.shelf is None or not past:
            return None
        turned = [e.card for e in past[-1].events if isinstance(e, CardTurned)]
        if not turned or turned[-1] in self._known:
            return None
        found: ActionCard = self.painter.session.state.world.card[turned[-1]]
        return found

    def panel(self) -> Panel | None:
        card = self.card()
        if card is None:
            self._close()
            return None
        _ = self.painter.speaker._
        later = Choice(VALUE + "later", _(N_("Not now")))
        if self.wrong:
            return self._correcting(later)
        right = Choice(VALUE + "right", _(N_("Yes, that is what it says")))
        title = _(N_("Is this what the card says?"))
        if not card.actions:
            row = PanelRow(i18n.capital(_(SPECIALS[card.kind == SILVER])), strong=True)
            return Panel(title, (row,), (later, right), asks=True)
        rows = self._rows(card.actions)
        return Panel(title, rows, (later, Choice(VALUE + "wrong", _(N_("Correct it"))), right), asks=True)

    def _correcting(self, later: Choice) -> Panel:
        _, actions, whole = self.painter.speaker._, self._keys(), len(self.told) == LINES
        keys = tuple(Choice(f"{VALUE}action:{k}", self._told(a), enabled=not whole) for k, a in actions.items())
        done = Choice(VALUE + "done", _(N_("That is what it says")), enabled=whole)
        again = Choice(VALUE + "again", _(N_("From the start")))
        title = _(N_("Touch the actions from top to bottom."))
        return Panel(title, self._rows(actions[k] for k in self.told), (later, again, done), keys, asks=True)

    def _rows(self, actions: Iterable[Action]) -> tuple[PanelRow, ...]:
        return tuple(PanelRow(f"{k}: {self._told(a)}", strong=True) for k, a in enumerate(actions, 1))

    def _told(self, what: Action) -> str:
        return named(self.painter.speaker, what)

    def _keys(self) -> dict[str, Action]:
        """Every action that some card has, smallest first within its kind."""
        cards = self.painter.session.state.world.cards.action
        found = {(a.kind, a.n): a for c in cards for a in c.actions}
        return {str(found[k]): found[k] for k in sorted(found)}

    # ------------------------------------------------------------ touches
    def touch(self, key: str) -> bool:
        """Whether the key was an answer to the question."""
        card = self.card()
        if card is None or not key.startswith(VALUE):
            return False
        what, _, rest = key.removeprefix(VALUE).partition(":")
        if what == "right":
            special = [] if card.actions else [Line(card.id, "special", card.kind)]
            self._keep(card, *special or [Line(card.id, "actions", [str(a) for a in card.actions])])
        elif what == "later":
            self._known.add(card.id)
            self._close()
        elif what in ("wrong", "again") and card.actions:
            self.wrong, self.told = True, []
        elif what == "action" and self.wrong and rest in self._keys() and len(self.told) < LINES:
            self.told.append(rest)
        elif what == "done" and len(self.told) == LINES:
            self.changed = True
            self._keep(card, Line(card.id, "actions", list(self.told)))
        return True

    def _keep(self, card: ActionCard, *lines: Line) -> None:
        assert self.shelf is not None
        self.shelf.keep(lines)
        self._known.add(card.id)
        self._close()

    def _close(self) -> None:
        self.told, self.wrong = [], False

    def corrected(self) -> Mapping[str, Any] | None:
        """The owner's file, once a card was corrected: the game goes on with it."""
        if self.shelf is None or not self.changed:
            return None
        self.changed = False
        return {"own": self.shelf.read()}


# ---------------------------------------------------------------- words
def ducats(n: int) -> str:
    """An amount of money in words."""
    return ngettext("{n} ducat", "{n} ducats", n).format(n=n)


def named(speaker: Speaker, what: Action) -> str:
    """An action as a heading."""
    if what.kind == DUCATS:
        return ducats(what.n)
    if what.kind == BORDERS:
        return ngettext("{n} border", "{n} borders", what.n).format(n=what.n)
    if what.kind == KNIGHT:
        return speaker._(N_("Double knight") if what.n > 1 else N_("Knight"))
    return speaker._(N_("Politics card"))
