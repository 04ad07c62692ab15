"""Vikings Gone Wild on the table screen, made by the same hands as in a real game from one position."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.table import TablePainter
from companion.app.viewmodel import TableView
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.games import game
from companion.games.vikings_gone_wild.inputs import Attack, Buy
from companion.games.vikings_gone_wild.screen.pad import VikingPad
from companion.games.vikings_gone_wild.screen.values import Asking, CardShelf
from companion.table.desk import Desk
from companion.table.palettes import palette_of
from companion.table.snapshot import INSTEAD, Question
from companion.table.speaker import Speaker
from companion.table.verdicts import Todo

PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"), Person("Clara", "green"))
START = ["beer_card"] * 6 + ["gold_card"] * 2 + ["viking_warrior"] * 2
POSITION: dict[str, Any] = {
    "phase": "turn", "round": 4, "starter": "A", "turn": "A",
    "row": ["scroll", "sword", "undead_gold", "beer_mugs", "assassin"],
    "favour_open": ["thor", "valkyrie"],
    "bonuses": ["beer_tycoon", "builder", "conqueror", "defender"],
    "now": {"beer": 2, "gold": 3, "hits": 1},
    "players": {
        "A": {
            "vp": 7, "gains": {"attack": 4, "damage": 2, "missions": 1}, "favours_granted": 1, "done": ["shield"],
            "blind": 3,
            "unseen": ["beer_card", "beer_card", "viking_warrior", "viking_warrior", "elf_archer", "cannon"],
            "village": {
                "townhall": {"level": 2}, "brewery_1": {"beer": 1}, "beer_depot_1": {"beer": 3}, "tavern_1": {},
            },
            "missions": ["worship", "brewer"],
        },
        "B": {
            "vp": 4, "gains": {"attack": 4}, "blind": 5, "unseen": [*START, "cannon", "hero_trap"],
            "village": {"townhall": {"level": 1}, "gold_factory_1": {"gold": 1}, "gold_depot_1": {"gold": 2}},
            "missions": ["worker", "bier"],
        },
        "C": {
            "vp": 5, "gains": {"attack": 5}, "favours_granted": 1, "blind": 5, "unseen": [*START, "bone_crusher"],
            "village": {
                "townhall": {"level": 1}, "drakkar_1": {}, "brewery_1": {"beer": 1}, "brewery_2": {"ready": False},
            },
            "missions": ["strategy", "captain"],
        },
    },
}  # fmt: skip


def _pad(lang: str, asks: bool = False) -> VikingPad:
    found, board = game("vikings_gone_wild"), house_board("vikings_gone_wild")
    config = configure(found, 3, board, None, load_data(found, board))
    session: Session[Any] = Session(found, config, people=PEOPLE, start=found.from_position(config, POSITION))
    speaker = Speaker("vikings_gone_wild", board, PEOPLE, lang)
    painter = TablePainter(session, palette_of(PEOPLE, board.colours), speaker, ("camera", "cards"))
    shelf = Asking(CardShelf(Path(tempfile.gettempdir()) / "no-such-cards.yaml")) if asks else None
    return VikingPad(painter, shelf)


def _view(pad: VikingPad) -> TableView:
    session, before = pad.session, i18n.language()
    desk = Desk(session, session.config.board, pad.painter.palette)
    i18n.use(pad.painter.speaker.language)
    try:
        view: TableView = pad.painter.view(desk.snapshot(), panel=pad.panel())
    finally:
        i18n.use(before)
    return view


@cache
def hand(lang: str) -> TableView:
    """The cards that the hand may hold."""
    return _view(_pad(lang))


@cache
def buying(lang: str) -> TableView:
    """What can be bought and built now, with prices and how they are paid."""
    pad = _pad(lang)
    pad.touch("buy")
    return _view(pad)


@cache
def attacking(lang: str) -> TableView:
    """Two cards touched: every target with strength against defence and the points of a success."""
    pad = _pad(lang)
    pad.touch("card:elf_archer")
    pad.touch("card:viking_warrior")
    return _view(pad)


@cache
def window(lang: str) -> TableView:
    """An attack is answered or not."""
    pad = _pad(lang)
    pad.session.submit((Attack(0, "B_gold_depot_1", (("elf_archer", 1), ("viking_warrior", 1))),), "tap")
    return evolve(_view(pad), log=())


@cache
def villages(lang: str) -> TableView:
    pad = _pad(lang)
    pad.touch("more")
    pad.touch("look")
    return _view(pad)


@cache
def differs(lang: str) -> TableView:
    """A purchase that seems to have been paid with other tokens."""
    pad = _pad(lang)
    other = Buy(0, "elf_archer", "", (("A_beer_depot_1", 1),))
    session = pad.session
    at = session.game.tabletop(session.state)
    wrong = (
        Todo("A_brewery_1", tuple(t for t in at["A_brewery_1"] if t.kind != "beer"), {"beer": 1}, True),
        Todo("A_beer_depot_1", at["A_beer_depot_1"], {"beer": 2}, True),
    )
    asked = Question("q1", INSTEAD, 0, ((other,),), todo=wrong)
    before = i18n.language()
    i18n.use(lang)
    try:
        return evolve(_view(pad), question=pad.painter.question(asked))
    finally:
        i18n.use(before)


@cache
def reasons(lang: str) -> TableView:
    """Every point of a score with its reason."""
    pad = _pad(lang)
    session, before = pad.session, i18n.language()
    snap = Desk(session, session.config.board, pad.painter.palette).snapshot()
    i18n.use(lang)
    try:
        return evolve(_view(pad), reasons=pad.painter.ledger.reasons(pad.painter, snap, 0))
    finally:
        i18n.use(before)


@cache
def value(lang: str) -> TableView:
    """A price that nobody has confirmed yet."""
    pad = _pad(lang, asks=True)
    pad.touch("buy")
    pad.touch("A buy card=cannon")
    return _view(pad)
