"""Views of a real game of Brian Boru, stopped where a screen is to be seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.controllers.naming import naming_question
from companion.app.drawing import drawing_of
from companion.app.live.curtain import HandOver, SeatEntry
from companion.app.live.table import TablePainter
from companion.app.live.values import named
from companion.app.viewmodel import Drawing, TableView
from companion.engine.boards import house_board
from companion.engine.conformance import deal
from companion.engine.game import configure
from companion.engine.legal import complete
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.types import Choose, Roll, Show, Shuffle, answers
from companion.games import game
from companion.table.desk import Desk
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker

PEOPLE = tuple(Person(n, c) for n, c in (("Anna", "orange"), ("Ben", "blue"), ("Clara", "purple"), ("David", "white")))


def step(session: Session[Any], rng: Random) -> None:
    """One legal act."""
    owed = session.pending()[0]
    if isinstance(owed, Roll | Show | Shuffle):
        act = deal(owed, rng.randrange)
    else:
        assert isinstance(owed, Choose)
        seat = None if owed.joint else owed.seats[0]
        act = complete(rng.choice([e for e in session.legal(seat) if answers(owed, e)]), rng.randrange)
    session.submit((act,), "tap")


@cache
def _played(stop: Callable[[Any], bool], seed: int, hands: str) -> Session[Any]:
    found, board = game("brian_boru"), house_board("brian_boru")
    config = configure(found, len(PEOPLE), board, {"track_hands": hands}, load_data(found, board))
    session, rng = Session(found, config, people=PEOPLE), Random(seed)
    for _ in range(600):
        if stop(session):
            break
        step(session, rng)
    return session


@cache
def _drawing() -> Drawing:
    return drawing_of(house_board("brian_boru"))


def scene(
    stop: Callable[[Any], bool], seed: int = 7, hands: str = "off", side: str = "", curtain: bool = False
) -> Callable[[str], TableView]:
    """A view of the game where ``stop`` first says so."""

    @cache
    def make(lang: str) -> TableView:
        before = i18n.language()
        i18n.use(lang)
        try:
            session = _played(stop, seed, hands)
            board = session.config.board
            palette = palette_of(session.people, board.colours)
            painter = TablePainter(
                session, palette, Speaker(session.game.id, board, session.people), ("camera", "cards")
            )
            painter.drawing = _drawing()  # made once: views are compared
            painter.side = side
            over = HandOver(SeatEntry(painter))
            cover = None
            if curtain:
                over.view()
                over.open = True
                cover = over.view()
            return painter.view(Desk(session, board, palette).snapshot(), curtain=cover)
        finally:
            i18n.use(before)

    return make


def naming(stop: Callable[[Any], bool], place: str, name: str = "") -> Callable[[str], TableView]:
    """The same table when somebody has touched a town to name it."""

    @cache
    def make(lang: str) -> TableView:
        before = i18n.language()
        i18n.use(lang)
        try:
            board = named(house_board("brian_boru"), {"towns": {place: name}})
            return evolve(scene(stop)(lang), question=naming_question(Speaker("brian_boru", board, ()), place))
        finally:
            i18n.use(before)

    return make


def _kind(kind: str, after: int = 0) -> Callable[[Any], bool]:
    def stop(session: Any) -> bool:
        owed = session.pending()[0]
        return session.length > after and kind in getattr(owed, "what", ())

    return stop


def _step(name: str) -> Callable[[Any], bool]:
    return lambda session: dict(session.pending()[0].facts).get("step") == name


LEADING, PLAYING, ACTING = _kind("name_town", 60), _kind("play", 62), _kind("act", 90)
EXTRAS, EXPANDING, BUILDING = _kind("buy", 60), _kind("expand", 60), _kind("build", 60)
MARRYING, FIGHTING, PRAYING, CLAIMING = map(_step, ("marriage", "battle", "church", "claim"))


def _fleet(session: Any) -> bool:
    return isinstance(session.pending()[0], Show)


def _drafting(session: Any) -> bool:
    return session.state.phase == "draft"


def _trick(session: Any) -> bool:
    return ACTING(session) and len(session.state.queue) == 3 and len(session.legal(session.state.queue[0]).first(9)) > 1


SCENES = {
    "40-leading": scene(LEADING),
    "41-cards": scene(PLAYING),
    "42-trick": scene(_trick),
    "43-extras": scene(EXTRAS),
    "44-expand": scene(EXPANDING),
    "45-fleet": scene(_fleet),
    "46-draft": scene(_drafting),
    "47-marriage": scene(MARRYING),
    "48-battle": scene(FIGHTING),
    "49-church": scene(PRAYING),
    "50-regions": scene(CLAIMING),
    "51-projected": scene(CLAIMING, side="projected"),
    "53-naming": naming(PLAYING, "N1", "Inishowen"),
    "52-hand": scene(_drafting, hands="on", curtain=True),
}
