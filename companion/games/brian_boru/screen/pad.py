"""Lines of an action card that nobody has confirmed: asked when the card first comes into play, corrected by touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field, frozen

from companion import i18n
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Choice, Panel, PanelRow
from companion.engine.types import Input
from companion.engine.words import N_
from companion.games.brian_boru.box import ICONS, ActionCard
from companion.games.brian_boru.rules.trick import card_of
from companion.games.brian_boru.state import Phase, State
from companion.games.brian_boru.words import action

LINES = {"primary": N_("Who wins"), "secondary1": N_("Who loses, above"), "secondary2": N_("Who loses, below")}
MOST = 8  # icons of a line
VALUE = "value:"


@frozen
class Line:
    """One line of a card as it stands in the owner's file."""

    card: str
    field: str
    value: str


@define
class BrianPad:
    """Asks before the table chooses; without a question the keys are the face's own. ``line``: is being corrected."""

    painter: Any
    shelf: CardShelf | None = None  # None: nothing is asked
    line: str = ""
    icons: list[str] = field(factory=list)
    wrong: bool = False
    changed: bool = False
    _known: set[tuple[str, str]] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        if self.shelf is not None:
            self._known |= self.shelf.known()

    # ------------------------------------------------------------ what is asked
    def card(self) -> ActionCard | None:
        """The card whose action is to be chosen now, if a line of it is not sure."""
        s: State = self.painter.session.state
        if self.shelf is None or s.phase != Phase.ACT or s.stack or not s.queue:
            return None
        card = s.world.box.actions[card_of(s, s.queue[0]) - 1]
        return card if self._doubt(card) else None

    def _doubt(self, card: ActionCard) -> tuple[str, ...]:
        return tuple(line for line in card.doubt if (str(card.no), line) not in self._known)

    def _told(self, card: ActionCard, line: str) -> str:
        icons = card.icons(line)
        return i18n.capital(self.painter.speaker.tell(action(icons))) if icons else "-"

    # ------------------------------------------------------------ as keys
    def panel(self) -> Panel | None:
        card = self.card()
        if card is None or self.painter.side:
            self._close()
            return None
        _ = self.painter.speaker._
        title = _(N_("Is this what card {n} says?")).format(n=card.no)
        later = Choice(VALUE + "later", _(N_("Not now")))
        if self.line:
            told = " ".join(self._icon(i) for i in self.icons) or "-"
            pad = tuple(Choice(f"{VALUE}icon:{i}", self._icon(i), enabled=len(self.icons) < MOST) for i in self._keys())
            again = Choice(VALUE + "again", _(N_("From the start")))
            done = Choice(VALUE + "done", _(N_("That is what it says")))
            row = PanelRow(_(LINES[self.line]), told)
            return Panel(_(N_("Touch the icons from left to right.")), (row,), (again, done), pad, asks=True)
        lines = self._doubt(card)
        rows = tuple(PanelRow(_(LINES[x]), self._told(card, x), strong=True) for x in lines)
        if self.wrong:
            return Panel(title, rows, (*(Choice(f"{VALUE}line:{x}", _(LINES[x])) for x in lines), later), asks=True)
        right = Choice(VALUE + "right", _(N_("Yes, that is what it says")))
        return Panel(title, rows, (later, Choice(VALUE + "wrong", _(N_("Correct it"))), right), asks=True)

    def _keys(self) -> tuple[str, ...]:
        return tuple(i for i in ICONS if i != "T")

    def _icon(self, icon: str) -> str:
        return i18n.capital(self.painter.speaker.tell(action((icon,))))

    def touch(self, key: str) -> tuple[Input, ...]:
        card = self.card()
        if card is None or not key.startswith(VALUE):
            return tuple(self.painter.face.acts(self.painter.session, key))
        what, _, rest = key.removeprefix(VALUE).partition(":")
        if what == "right":
            self._keep(tuple(Line(str(card.no), x, " ".join(card.icons(x))) for x in self._doubt(card)))
        elif what == "later":
            self._known |= {(str(card.no), x) for x in card.doubt}
        elif what == "wrong":
            lines = self._doubt(card)
            self.wrong, self.line = True, lines[0] if len(lines) == 1 else ""
            self._begin()
            return ()
        elif what == "line" and rest in card.doubt:
            self.line = rest
            self._begin()
            return ()
        elif what == "icon" and rest in ICONS and self.line and len(self.icons) < MOST:
            self.icons.append(rest)
            return ()
        elif what == "again":
            self._begin()
            return ()
        elif what == "done" and self.line and (self.icons or self.line == "secondary2"):
            self._keep((Line(str(card.no), self.line, " ".join(self.icons)),))
            self.changed = True
        self._close()
        return ()

    def _begin(self) -> None:
        self.icons = ["T"] if self.line == "primary" else []

    def _keep(self, lines: tuple[Line, ...]) -> None:
        assert self.shelf is not None
        self.shelf.keep(lines)
        self._known |= {(x.card, x.field) for x in lines}

    def _close(self) -> None:
        self.line, self.icons, self.wrong = "", [], False

    def corrected(self) -> Mapping[str, Any] | None:
        """The owner's file, once a line was corrected: the game goes on with it."""
        if self.shelf is None or not self.changed:
            return None
        self.changed = False
        return {"own": self.shelf.read()}
