"""The owner's file of card values, one for each game: what was confirmed or corrected when a card first came up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from attrs import define

from companion.engine.boards import Board, board_from_mapping
from companion.engine.yamlfile import Document
from hardware.files import save


class Line(Protocol):
    """One value of a card."""

    @property
    def card(self) -> str: ...
    @property
    def field(self) -> str: ...
    @property
    def value(self) -> Any: ...


@define
class CardShelf:
    """The owner's card file: what was confirmed or corrected, card by card and field by field."""

    path: Path

    def read(self) -> dict[str, Any]:
        return dict(Document.read(self.path).data or {}) if self.path.exists() else {}

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
