"""Walisk on the table screen, made by the same hands as in a real game from a few positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.table import TablePainter
from companion.app.viewmodel import Snack, TableView
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.games import game
from companion.table.desk import Desk
from companion.table.faults import NOT_COUNTED
from companion.table.palettes import palette_on
from companion.table.snapshot import Device
from companion.table.speaker import Speaker

NAMES = ("Anna", "Ben", "Clara", "David", "Emil", "Frida", "Georg", "Hanna", "Ida", "Jakob")
REALM: dict[str, Any] = {
    "phase": "men", "round": 6, "order": ["A", "B", "C", "D"], "due": ["A"],
    "owner": {
        "LA": "A", "KL": "A", "FL": "A", "TU": "A", "HA": "B", "NE": "B", "SV": "B", "GR": "B", "SA": "C", "SK": "C",
        "MY": "C", "KA": "D", "IS": "D",
    },
    "houses": {"LA": 3, "TU": 1, "HA": 2, "SV": 1, "SA": 2, "KA": 2},
    "capital": {"A": "LA", "B": "HA", "C": "SA", "D": "KA"},
    "rukr": {"UL": 3, "BI": 2, "OS": 1, "BR": 1, "VI": 4},
    "units": {
        "LA": {"A": {"man": 3, "ship": 1}}, "TU": {"A": {"man": 5}}, "FL": {"A": {"man": 2}},
        "HA": {"B": {"man": 4}}, "NE": {"B": {"man": 1}}, "S3": {"B": {"ship": 2}},
        "SA": {"C": {"man": 4, "ship": 1}}, "SK": {"C": {"man": 3}}, "KA": {"D": {"man": 6}}, "IS": {"D": {"man": 2}},
    },
    "silver": {"A": 9, "B": 14, "C": 3, "D": 6},
    "voyages": [{"seat": "C", "ships": 1, "men": 2, "left": 3, "proven": False}],
}  # fmt: skip
FIGHT: dict[str, Any] = {
    **REALM, "phase": "fight", "due": ["A", "B", "C", "D"],
    "units": {
        **REALM["units"], "HA": {"B": {"man": 4}, "A": {"man": 6}}, "KL": {"A": {"man": 5}},
        "SK": {"C": {"man": 3}, "A": {"man": 2}},
    },
    "rukr": {**REALM["rukr"], "KL": 3},
}  # fmt: skip
WINTER: dict[str, Any] = {**REALM, "phase": "homes", "round": 5, "due": []}


def _wide() -> dict[str, Any]:
    """Ten realms on the large map, each with some districts around a capital."""
    starts = ("40", "67", "96", "103", "39", "54", "77", "95", "49", "105")
    board = house_board("walisk")
    links = {s.id: s.neighbours for s in board.spaces}
    settled = {s.id for s in board.spaces if s.kind == "settle"}
    owner: dict[str, str] = dict(zip(starts, "ABCDEFGHIJ", strict=True))
    for seat, start in zip("ABCDEFGHIJ", starts, strict=True):
        for field in (n for n in links[start] if n in settled):
            owner.setdefault(field, seat)
    return {
        "phase": "men", "round": 6, "order": list("ABCDEFGHIJ"), "due": ["C"], "owner": owner,
        "houses": dict.fromkeys(starts, 2), "capital": dict(zip("ABCDEFGHIJ", starts, strict=True)),
        "rukr": {f: 1 + int(f) % 3 for f in sorted(settled - owner.keys())},
        "units": {f: {owner[f]: {"man": 3}} for f in starts}, "silver": dict.fromkeys("ABCDEFGHIJ", 5),
    }  # fmt: skip


def _view(
    lang: str, doc: Mapping[str, Any], board_name: str = "small", players: int = 4, devices: tuple[Device, ...] = ()
) -> TableView:
    found, board = game("walisk"), house_board("walisk", board_name)
    people = [Person(n, c) for n, c in zip(NAMES[:players], board.colours, strict=False)]
    config = configure(found, players, board, None, load_data(found, board))
    session: Session[Any] = Session(found, config, people=people, start=found.from_position(config, doc))
    palette = palette_on(people, board, players)
    painter = TablePainter(session, palette, Speaker("walisk", board, people, lang), ("camera", "die"))
    before = i18n.language()
    i18n.use(lang)
    try:
        snap = evolve(Desk(session, board, palette).snapshot(), devices=devices)
        told = Snack("hint", "warn", i18n.gettext(NOT_COUNTED)) if devices else None
        return painter.view(snap, snack=told)
    finally:
        i18n.use(before)


@cache
def summer(lang: str) -> TableView:
    """Armies and owners on the map, the wheel of the seasons, treasuries, what is missing to victory."""
    return _view(lang, REALM)


@cache
def fights(lang: str) -> TableView:
    """Three fights are open: odds of each, with and without the houses."""
    return _view(lang, FIGHT)


@cache
def winter(lang: str) -> TableView:
    """The Rukr's sweep."""
    return _view(lang, WINTER)


@cache
def wide(lang: str) -> TableView:
    """Ten players on the large map."""
    return _view(lang, _wide(), "house", 10)


@cache
def small(lang: str) -> TableView:
    """Pieces that look too small from here to be counted."""
    return _view(lang, _wide(), "house", 10, (Device("camera", "ok", "small"), Device("die", "ok", "")))


SCENES = {
    "19-walisk": summer, "19b-walisk-fights": fights, "19c-walisk-winter": winter, "19d-walisk-wide": wide,
    "19e-walisk-small": small,
}  # fmt: skip
