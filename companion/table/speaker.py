"""Says what games state: message ids become sentences with names, in the language of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from companion import i18n
from companion.engine.boards import Board
from companion.engine.session import Person
from companion.engine.types import Event, Facts, Input, Pending, Ruling, ScoreLine, Seat, letter, refuse
from companion.engine.words import N_, Figure, Say, Term, Where, Who, Words, say
from companion.engine.yamlfile import Document
from companion.games import folder
from companion.games import game as find
from companion.table.faults import config_fault

KERNEL = {
    "K-STALE": N_("The table has moved on meanwhile: look again."),
    "K-CONSENT": N_("This takes back more than the last act of this turn: everybody must agree."),
    "K-NOTHING": N_("There is nothing to take back."),
    "K-CORRECT": N_("A later act no longer fits after this correction."),
    "K-AMEND": N_("This position cannot be: {problems}."),
    "K-WAIVE": N_("This cannot be overruled: there is nothing it could mean."),
    "K-MALFORMED": N_("This is no act of the game: {problems}."),
    "K-EMPTY": N_("There is nothing to enter."),
    "K-APP": N_("In this game the app does not throw: everybody throws for themselves."),
    "K-PLAYERS": N_("{players} players cannot play this game."),
    "K-OPTION": N_("The option {option} cannot be {value}."),
    "K-DISK": N_("The game cannot be saved ({fault}): nothing was entered."),
    "K-DICE": N_("More dice moved than the {n} that are asked for: tap the throw."),
    "K-DIE": N_("The die shows {face}: it has no such face."),
    "K-TAG": N_("This tag belongs to no card: give it to one in the settings."),
    "K-CARD-GAME": N_("This card belongs to another game."),
    "K-CARD-NOW": N_("A card was shown, but none is owed now."),
}


class Speaker:
    """``people`` sit at the seats; ``board`` names the spaces; the game's own words come from its package."""

    def __init__(self, game: str, board: Board, people: Sequence[Person], language: str | None = None) -> None:
        self.game, self.board, self.people = game, board, tuple(people)
        self.language = language
        self.words: Words = find(game).words

    # ------------------------------------------------------------ names
    def name(self, seat: Seat | None) -> str:
        if seat is None:
            return self._(N_("the table"))
        if seat < len(self.people) and self.people[seat].name:
            return self.people[seat].name
        return letter(seat)

    def place(self, space: str) -> str:
        known = self.board.space.get(space)
        if known is not None and known.name:
            return known.name
        if self.words.place is not None and known is not None:
            return self.tell(self.words.place(known, self.board))
        return self._(self.words.places.get(space, "")) or space.replace("_", " ")

    def _(self, text: str) -> str:
        return i18n.gettext(text, self.game, self.language)

    # ------------------------------------------------------------ sentences
    def tell(self, s: Say) -> str:
        """A Say in words. A field that a translation lacks is simply not used; one that is missing is an error."""
        if s.plural:
            form = i18n.ngettext(s.msgid, s.plural, int(s.fields["n"]), self.game, self.language)
        else:
            form = self._(s.msgid)
        return form.format(**{k: self.field(v) for k, v in s.fields.items()})

    def field(self, value: Any) -> str:
        if isinstance(value, Who):
            return self._side(value.side) if value.side else self.name(value.seat)
        if isinstance(value, Where):
            return self.place(value.space)
        if isinstance(value, Term):
            return self._(value.msgid)
        if isinstance(value, Say):
            return self.tell(value)
        if isinstance(value, tuple | list):
            return self.list(value)
        if isinstance(value, Figure):
            return str(int(value))
        if isinstance(value, int) and not isinstance(value, bool):
            return i18n.number_word(value, self.language or i18n.language())
        if isinstance(value, float):
            told = f"{value:.2f}".removesuffix("0")
            return told.replace(".", ",") if (self.language or i18n.language()) == "de" else told
        return str(value)

    def _side(self, side: str) -> str:
        return self._(self.words.sides.get(side, side))

    def list(self, items: Sequence[Any]) -> str:
        told = [self.field(i) for i in items]
        if len(told) < 2:
            return "".join(told)
        return self._(N_("{first} and {last}")).format(first=", ".join(told[:-1]), last=told[-1])

    # ------------------------------------------------------------ what the game says
    def pending(self, owed: Sequence[Pending]) -> str:
        return self.tell(self.words.pending(owed[0])) if owed else ""

    def event(self, e: Event) -> str | None:
        line = self.words.event(e)
        return None if line is None else self.tell(line)

    def ruling(self, r: Ruling) -> str:
        facts = dict(r.facts)
        if r.rule in KERNEL:
            if r.rule == "K-DISK":
                facts = {"fault": self._(str(facts["fault"]))}
            return self.tell(say(KERNEL[r.rule], **{k: _plain(v) for k, v in facts.items()}))
        return self.tell(self.words.ruling(r))

    def refused(self, rule: str, known: Facts) -> str:
        """Why a table cannot be set up like this, or what is noted about its map; games tell it in ``map_line``."""
        line = self.words.map_line(rule, known)
        if line is not None:
            return self.tell(line)
        if rule in KERNEL:
            return self.ruling(refuse(rule, **dict(known)))
        return " ".join(config_fault(rule, dict(known)))

    def heard(self, r: Ruling) -> str:
        """A ruling as everybody may hear it: what only some may know is not told."""
        if r.audience is None:
            return self.ruling(r)
        names = self.list([self.name(s) for s in r.audience])
        return self._(N_("That does not fit what {name} told in secret.")).format(name=names)

    def score(self, line: ScoreLine) -> str:
        return self.tell(self.words.score(line))

    def act(self, act: Input) -> str:
        """An act as a candidate is named."""
        return self.tell(self.words.act(act))


def _plain(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value


@cache
def rulebook(game: str) -> Mapping[str, Any]:
    """Every rule of a game: id -> section, title, text in each language. Empty for a game that has none yet."""
    path = folder(game) / "rulebook.yaml"
    found: Mapping[str, Any] = Document.read(path).data if path.exists() else {}
    return found
