"""Says what games state: message ids become sentences with names, in the language of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from companion import i18n
from companion.engine.balance import BALANCE, EXACT, MOST, STOCK
from companion.engine.boards import Board
from companion.engine.session import Person
from companion.engine.types import (
    LETTERS,
    Event,
    Facts,
    Input,
    Notice,
    Pending,
    Ruling,
    ScoreLine,
    Seat,
    letter,
    refuse,
)
from companion.engine.words import N_, Figure, Say, Term, Where, Who, Words, say
from companion.engine.yamlfile import Document
from companion.games import folder
from companion.games import game as find
from companion.table.faults import CONFIG, config_fault, config_line, problem

KERNEL = {
    "K-STALE": N_("The table has moved on meanwhile: look again."),
    "K-CONSENT": N_("Everybody at the table must agree to this."),
    "K-NOTHING": N_("There is nothing to take back."),
    "K-CORRECT": N_("A later act no longer fits after this correction."),
    "K-AMEND": N_("This position is impossible: {problems}."),
    "K-WAIVE": N_("This cannot be overruled: there is nothing it could mean."),
    "K-MALFORMED": N_("This is not an act of the game: {problems}."),
    "K-SEAT": N_("This is done by one of the players: name who."),
    "K-TABLE": N_("This is done by the whole table, not by one player."),
    "K-NOBODY": N_("Nobody sits at place {place}."),
    "K-EMPTY": N_("There is nothing to enter."),
    "K-APP": N_("In this game the app does not throw: everybody throws for themselves."),
    **CONFIG,
    "K-DISK": N_("The game cannot be saved ({fault}): nothing was entered."),
    "K-DICE": N_("More dice moved than the {n} that are asked for: tap the throw."),
    "K-DIE": N_("The die shows {face}: it has no such face."),
    "K-TAG": N_("This tag belongs to no card: give it to one under “Cards and tags”."),
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

    def list(self, items: Sequence[Any], style: Literal["standard", "or"] = "standard") -> str:
        """ "a, b and c", or "a, b or c", as the language joins them."""
        return i18n.listed([self.field(i) for i in items], style, self.language)

    # ------------------------------------------------------------ what the game says
    def pending(self, owed: Sequence[Pending]) -> str:
        return i18n.capital(self.tell(self.words.pending(owed[0]))) if owed else ""

    def event(self, e: Event) -> str | None:
        if isinstance(e, Notice) and e.code == BALANCE:
            return self.tell(balance_line(dict(e.facts), self.words.counted))
        line = self.words.event(e)
        if line is None:
            return None
        return i18n.capital(self.tell(line)) if isinstance(e, Notice) else self.tell(line)

    def about(self, e: Event) -> Seat | None:
        """Whom the sentence of an event begins with; else whose event it is, None for nobody's."""
        line = None if isinstance(e, Notice) and e.code == BALANCE else self.words.event(e)
        begins = re.match(r"\{(\w+)\}", line.msgid) if line is not None else None
        who = line.fields.get(begins[1]) if line is not None and begins else None
        return who.seat if isinstance(who, Who) else getattr(e, "seat", None)

    def ruling(self, r: Ruling) -> str:
        facts = dict(r.facts)
        if r.rule in CONFIG:
            return config_line(r.rule, facts, self.language)
        if r.rule in KERNEL:
            text = self._(KERNEL[r.rule])
            return text.format(**{k: self._kernel(k, v) for k, v in facts.items()})
        return i18n.capital(self.tell(self.words.ruling(r)))

    def _kernel(self, name: str, value: Any) -> str:
        """A fact of the kernel: what is wrong with a text or a position is told in the table's language too."""
        if name == "problems":
            return "; ".join(problem(str(p), self.language) for p in value)
        return self._(value) if isinstance(value, str) else self.field(value)

    def refused(self, rule: str, known: Facts) -> str:
        """Why a table cannot be set up like this, or what is noted about its map; games tell it in ``map_line``, or as
        they tell why an act is refused."""
        line = self.words.map_line(rule, known)
        if line is not None:
            return i18n.capital(self.tell(line))
        facts = dict(known)
        if rule not in KERNEL and {"expected", "problem", "problems"} & facts.keys():  # a value of a file
            return " ".join(config_fault(rule, facts, self.language))
        return self.ruling(refuse(rule, **facts))

    def heard(self, r: Ruling) -> str:
        """A ruling as everybody may hear it: what only some may know is not told."""
        if r.audience is None:
            return self.ruling(r)
        names = self.list([self.name(s) for s in r.audience])
        return self._(N_("That does not fit what {name} told in secret.")).format(name=names)

    def ruled(self, r: Ruling) -> str:
        """The same with the rule's name, where nothing else stands beside it."""
        return f"{self.heard(r)} ({r.rule})"

    def score(self, line: ScoreLine) -> str:
        return self.tell(self.words.score(line))

    def act(self, act: Input) -> str:
        """An act as a candidate is named."""
        return self.tell(self.words.act(act))


def balance_line(f: Mapping[str, Any], counted: Mapping[str, str]) -> Say:
    """A sum that is not as the rules keep it, and how it is mended."""
    what: Any = Term(counted.get(f["piece"], f["piece"]))
    if f["side"]:
        whose = Who(LETTERS.index(f["side"])) if len(f["side"]) == 1 else Who(None, f["side"])
        what = say(N_("{side}, {what}"), side=whose, what=what)
    return say(SUMS[f["kind"]], what=what, wanted=Figure(f["wanted"]), found=Figure(f["found"]))


SUMS = {
    EXACT: N_("{what}: {found} instead of {wanted} in all. Count them and set them right by hand."),
    MOST: N_("{what}: {found}, and there are only {wanted}. Count them and set them right by hand."),
    STOCK: N_("{what}: {found}, and the box holds {wanted}. Count them; if they are so many, use substitutes."),
}


def rulebook(game: str, options: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Every rule of a game: id -> section, title, text in each language, as the options in force make it.

    ``options`` None: the printed game. Empty for a game that has none yet.
    """
    book = _rulebook(game)
    if not options:
        return book
    return {rule: in_force(entry, variants(game).get(rule, ()), options) for rule, entry in book.items()}


def in_force(
    entry: Mapping[str, Any], others: Sequence[Mapping[str, Any]], options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """A rule as these options make it: the first variant whose ``when`` agrees takes the place of title and text."""
    for variant in others:
        if all(options.get(name) in (v if isinstance(v, list) else [v]) for name, v in variant["when"].items()):
            return {**entry, **{k: variant[k] for k in ("title", "text") if k in variant}}
    return entry


@cache
def variants(game: str) -> Mapping[str, Any]:
    """What rules say where options are chosen otherwise than printed: id -> ``when`` (options), title, text."""
    path = folder(game) / "rulebook_options.yaml"
    found: Mapping[str, Any] = Document.read(path).data if path.exists() else {}
    return found


@cache
def _rulebook(game: str) -> Mapping[str, Any]:
    path = folder(game) / "rulebook.yaml"
    found: Mapping[str, Any] = Document.read(path).data if path.exists() else {}
    return found
