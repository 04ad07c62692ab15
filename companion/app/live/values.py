"""The owner's file of card values, one for each game: what was confirmed or corrected when a card first came up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from attrs import define

from companion.engine.boards import Board, board_from_mapping
from companion.engine.yamlfile import DataError, Document, Fault
from hardware.files import save

KEYS = ("cards", "towns", "first_game")


class Line(Protocol):
    """One value of a card."""

    @property
    def card(self) -> str: ...
    @property
    def field(self) -> str: ...
    @property
    def value(self) -> Any: ...


def _shape(doc: Document) -> Iterator[Fault]:
    """What keeps a file from being one of an owner's values at all; the values themselves are the game's to check."""
    data = {} if doc.data is None else doc.data
    if not isinstance(data, Mapping):
        yield doc.fault((), "a mapping of keys to values", data)
        return
    for key in data:
        if key not in KEYS:
            yield doc.fault((key,), "one of the keys " + ", ".join(KEYS), key)
    cards, towns = data.get("cards", []), data.get("towns", {})
    if not isinstance(cards, list):
        yield doc.fault(("cards",), "a list", cards)
        cards = []
    for i, card in enumerate(cards):
        if not isinstance(card, Mapping):
            yield doc.fault(("cards", i), "a mapping of keys to values", card)
        elif "id" not in card:
            yield doc.fault(("cards", i), "the key 'id'")
    if not isinstance(towns, Mapping):
        yield doc.fault(("towns",), "a mapping of keys to values", towns)


@define
class CardShelf:
    """The owner's card file: what was confirmed or corrected, card by card and field by field."""

    path: Path

    def read(self) -> dict[str, Any]:
        """What stands there; raises DataError with line and key where it is no list of cards and names."""
        if not self.path.exists():
            return {}
        doc = Document.read(self.path)
        if faults := list(_shape(doc)):
            raise DataError(faults)
        return dict(doc.data or {})

    def known(self) -> frozenset[tuple[str, str]]:
        return frozenset((c["id"], k) for c in self.read().get("cards", []) for k in c if k != "id")

    def keep(self, values: Iterable[Line]) -> None:
        """Write these values down beside what stands there."""
        doc = self.read()
        cards: dict[str, dict[str, Any]] = {c["id"]: dict(c) for c in doc.get("cards", [])}
        for x in values:
            cards.setdefault(x.card, {"id": x.card})[x.field] = x.value
        save(self.path, {**doc, "cards": list(cards.values())})

    def call(self, place: str, name: str) -> None:
        """Write down what a place is called, "" for nothing."""
        doc = self.read()
        known = doc.get("towns")
        save(self.path, {**doc, "towns": {**(known if isinstance(known, Mapping) else {}), place: name}})


def named(board: Board, own: Mapping[str, Any] | None) -> Board:
    """The board with the names that its owner gave to places: ``towns: {N1: "the name on the board"}``; "" for none."""
    names = own.get("towns") if isinstance(own, Mapping) else None
    if not isinstance(names, Mapping) or not names:
        return board
    told = {str(k): str(v or "").strip() for k, v in names.items()}
    doc = dict(board.doc)
    doc["spaces"] = [{**raw, "name": told[raw["id"]]} if raw.get("id") in told else raw for raw in doc["spaces"]]
    return board_from_mapping(doc, board.id)


def called(board: Board, path: Path) -> Board:
    """The board with the names in the owner's file."""
    return named(board, CardShelf(path).read()) if path.exists() else board
