"""Löwenherz on the table screen, made by the same hands as in a real game from one position."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live import closing
from companion.app.live.table import TablePainter
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Panel, TableView
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.types import Shown
from companion.games import game
from companion.games.loewenherz.inputs import Bid
from companion.games.loewenherz.screen.face import Keys
from companion.table.desk import Desk
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker

PEOPLE = (Person("Anna", "gold"), Person("Ben", "purple"), Person("Clara", "rose"), Person("David", "gray"))
ANNA = ("v2_0", "v2_1", "v2_2", "v2_3", "h0_3", "h1_3", "h2_3")  # fence of her twelve squares
BEN = ("v5_0", "v5_1", "v5_2", "v5_3", "h3_3", "h4_3", "h5_3")
POSITION: Mapping[str, Any] = {
    "castles": {"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D", "s6_7": "A", "s13_8": "B"},
    "knights": {"A": ["s0_2", "s1_2", "s6_6"], "B": ["s4_3", "s14_8"], "C": ["s12_4"], "D": ["s10_0"]},
    "borders": [*ANNA, *BEN], "power": {"A": 12, "B": 12}, "tally": {"A": {"founding_squares": 12}},
    "ducats": {"A": 12, "B": 9, "C": 14, "D": 7}, "first": "A", "round": 9,
}  # fmt: skip
END: Mapping[str, Any] = {
    **POSITION, "phase": "over", "winners": ["B"], "power": {"A": 31, "B": 38, "C": 24, "D": 19},
    "tally": {
        "A": {"founding_squares": 12, "founding_towns": 5, "expansion_squares": 9, "mountains": 5},
        "B": {"founding_squares": 14, "founding_towns": 10, "expansion_squares": 9, "mountains": 5},
        "C": {"founding_squares": 15, "expansion_squares": 8, "lost_squares": -2, "mountains": 3},
        "D": {"founding_squares": 10, "founding_towns": 5, "expansion_squares": 4},
    },
}  # fmt: skip

CURVES = (
    (0, 0, 7, 7, 12, 12, 19, 21, 26, 31), (0, 5, 5, 14, 14, 21, 24, 24, 33, 38), (0, 0, 5, 5, 12, 12, 15, 21, 21, 24),
    (0, 0, 0, 5, 5, 10, 10, 15, 19, 19),
)  # fmt: skip


def _painter(lang: str, **doc: Any) -> TablePainter:
    found, board = game("loewenherz"), house_board("loewenherz")
    config = configure(found, 4, board, None, load_data(found, board))
    start = found.from_position(config, {**POSITION, **doc})
    session: Session[Any] = Session(found, config, people=PEOPLE, start=start)
    speaker = Speaker("loewenherz", board, PEOPLE, lang)
    return TablePainter(session, palette_of(PEOPLE, board.colours, found.table.alike), speaker, ("camera", "cards"))


def _in(lang: str, make: Callable[[], Any]) -> Any:
    before = i18n.language()
    i18n.use(lang)
    try:
        return make()
    finally:
        i18n.use(before)


def _view(painter: TablePainter, panel: Panel | None = None) -> TableView:
    def make() -> TableView:
        snap = Desk(painter.session, painter.session.config.board, painter.palette).snapshot()
        view: TableView = painter.view(snap, panel=panel)
        return view

    view: TableView = _in(str(painter.speaker.language), make)
    return view


@cache
def regions(lang: str) -> TableView:
    """A knight's action: squares, towns, mountains and knights of each region, and what it could win."""
    return _view(_painter(lang, card="b2", action=3, laid={"A": [3]}))


@cache
def prices(lang: str) -> TableView:
    """A card lies open: its three actions with their prices, and who has chosen."""
    return _view(_painter(lang, card="d5", phase="decide", laid={"A": [2], "B": [2]}, turn="C"))


@cache
def card(lang: str) -> TableView:
    """A card that nobody has confirmed: one touch says that it stands there so."""
    painter = _painter(lang, phase="card", drawn=["a1", "a2", "a3", "a4", "a5", "a6"])
    painter.session.submit((Shown(None, "b1"),), "tap")
    keys = Keys(painter, CardShelf(Path(tempfile.gettempdir()) / "no-such-cards.yaml"))
    return _view(painter, panel=_in(lang, keys.panel))


@cache
def duel(lang: str) -> TableView:
    """Who is in the duel and who has bid; never what."""
    painter = _painter(lang, card="b2", action=3, phase="bid", laid={"A": [3], "B": [3], "C": [3]},
                       bidders=["A", "B", "C"], duel=1)  # fmt: skip
    painter.session.submit((Bid(0, 4),), "tap")
    return _view(painter)


@cache
def reckoning(lang: str) -> Any:
    """The end: foundings, expansions, losses, silver and the king's death add up."""
    painter = _painter(lang, **END)

    def make() -> Any:
        session = painter.session
        snap = Desk(session, session.config.board, painter.palette).snapshot()
        view = closing.end_view(SimpleNamespace(session=session, painter=painter, latest=snap), ())
        curves = tuple(evolve(c, values=v) for c, v in zip(view.curves, CURVES, strict=True))
        return evolve(view, curves=curves)

    return _in(lang, make)
