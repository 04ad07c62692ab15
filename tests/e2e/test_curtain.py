"""Behind the curtain, without a window: who is asked, what is shown to whom, and that nothing leaks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.curtain import HandOver, SeatEntry
from companion.app.live.hand import HandEntry
from companion.app.live.openly import secretly
from companion.app.live.table import TablePainter
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.legal import complete
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Person, Session
from companion.engine.types import Choose, Roll, Rolled, Show, Shown, Shuffle, Shuffled, answers
from companion.games import game
from companion.games.brian_boru.inputs import Keep
from companion.games.loewenherz.inputs import Bid
from companion.table.desk import Desk, Tapped
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.e2e.test_live import Screen

NAMES = ("Anna", "Ben", "Clara", "David")
COLOURS = ("red", "blue", "black", "white")


def session_of(name: str, players: int, options: dict[str, Any]) -> Session[Any]:
    found, board = game(name), house_board(name)
    config = configure(found, players, board, options, load_data(found, board))
    people = tuple(Person(n, c) for n, c in zip(NAMES[:players], COLOURS[:players], strict=True))
    return Session(found, config, people=people)


def advance(session: Session[Any], rng: random.Random) -> None:
    """One legal answer to what is owed first."""
    owed = session.pending()[0]
    if isinstance(owed, Roll):
        faces: list[str] = []
        for die in owed.slots:
            faces.append(rng.choice([f for f in die.faces if not owed.distinct or f not in faces]))
        act: Any = Rolled(None, tuple(faces))
    elif isinstance(owed, Show):
        act = Shown(owed.by, rng.choice(owed.pool))
    elif isinstance(owed, Shuffle):
        act = Shuffled(None, owed.pile)
    else:
        assert isinstance(owed, Choose)
        seat = None if owed.joint else owed.seats[0]
        entries = [e for e in session.legal(seat).first(200) if answers(owed, e)]
        act = complete(rng.choice(entries), rng.randrange)
    assert isinstance(session.submit((act,), "tap"), Accepted)


def painter_of(session: Session[Any]) -> TablePainter:
    board = session.config.board
    palette = palette_of(session.people, board.colours)
    return TablePainter(session, palette, Speaker(session.game.id, board, session.people, "en"))


def drafting(seed: int = 1, **options: Any) -> Session[Any]:
    session = session_of("brian_boru", 3, {"track_hands": "on", **options})
    rng = random.Random(seed)
    while not any(isinstance(p, Choose) and p.sealed for p in session.pending()):
        advance(session, rng)
    return session


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


def test_the_tablet_goes_round_the_draft() -> None:
    session = drafting()
    over = HandOver(SeatEntry(painter_of(session)))
    for seat, name in enumerate(NAMES[:3]):
        curtain = over.view()
        assert curtain is not None
        assert curtain.sentence == f"Hand the tablet to {name}."
        assert curtain.secret is None
        assert [w.state for w in curtain.players] == ["chosen"] * seat + ["now"] + ["waits"] * (2 - seat)
        assert over.touch("pick:1") == (), "a covered curtain takes no touch"
        over.open = True
        for card in (2 * seat + 1, 2 * seat + 2):
            over.touch(f"pick:{card}")
        shown = over.view()
        assert shown is not None
        assert shown.sentence == f"{name}, what do you choose?", "it asks whoever holds it now"
        assert shown.secret is not None
        assert [k.text for k in shown.secret.pad if k.chosen] == [str(2 * seat + 1), str(2 * seat + 2)]
        acts = over.touch("enter")
        assert acts == (Keep(seat, (2 * seat + 1, 2 * seat + 2)),)
        assert isinstance(session.submit(acts, "tap"), Accepted)
        assert not over.open
    again = over.view()  # the packets have passed: the next look begins with the first again
    assert again is not None
    assert [w.state for w in again.players] == ["now", "waits", "waits"]


def test_a_touch_too_many_a_touch_back_and_choosing_anew() -> None:
    over = HandOver(SeatEntry(painter_of(drafting())))
    over.view()
    over.open = True
    for key in ("pick:4", "pick:5", "pick:6"):
        over.touch(key)
    panel = over.secret()
    assert [k.text for k in panel.pad if k.chosen] == ["4", "5"]
    assert panel.choices[-1].enabled
    over.touch("pick:4")
    panel = over.secret()
    assert [k.text for k in panel.pad if k.chosen] == ["5"]
    assert (panel.choices[-1].enabled, panel.choices[-1].why) == (False, "Something is still to be chosen.")
    assert over.touch("enter") == ()
    over.touch("again")
    assert not [k for k in over.secret().pad if k.chosen]


def test_without_told_hands_there_is_no_curtain() -> None:
    session = drafting(track_hands="off")
    assert HandOver(SeatEntry(painter_of(session))).view() is None
    assert [k.key for k in HandEntry(painter_of(session)).kinds()] == ["keep"]


def told_all(picks: tuple[int, ...]) -> Session[Any]:
    """A drafted round in which Ben's first pick is this; the other cards are the same for 4 and 25."""
    session = drafting()
    for seat, cards in enumerate(((1, 2), picks, (10, 11))):
        session.submit((Keep(seat, cards),), "tap")
    while session.state.phase == "draft":
        owed = session.pending()[0]
        assert isinstance(owed, Choose)
        named = {c for z in session.state.hands for c in z.known.cards} | {
            c for s in session.state.seals for c in s or ()
        }
        left = [c for c in range(1, 26) if c not in named | {4, 25}]
        cards = tuple(left[: dict(owed.facts)["n"]])
        assert isinstance(session.submit((Keep(owed.seats[0], cards),), "tap"), Accepted)
    return session


def test_the_open_list_of_acts_tells_no_hand() -> None:
    """Two tables that differ only in what Ben sealed list and show the same to all who look at the tablet."""
    tables = [told_all((3, 4)), told_all((3, 25))]
    rng, acts = random.Random(5), 0
    for _ in range(12):
        entries = [HandEntry(painter_of(t)) for t in tables]
        assert entries[0].entries() == entries[1].entries()
        views = [
            e.painter.view(Desk(t, t.config.board, e.painter.palette).snapshot())
            for e, t in zip(entries, tables, strict=False)
        ]
        assert [(v.prompt, v.log, v.undo, v.scores, v.panel) for v in views[:1]] == [
            (v.prompt, v.log, v.undo, v.scores, v.panel) for v in views[1:]
        ]
        seat = entries[0].entries()[0].seat
        there = list(tables[1].legal(seat))
        both = [e for e in tables[0].legal(seat) if e in there and getattr(e, "card", 0) not in (4, 25)]
        act = complete(rng.choice(both), rng.randrange)
        for t in tables:
            assert isinstance(t.submit((act,), "tap"), Accepted)
        acts += 1
    assert acts == 12


def test_what_is_sealed_is_in_no_view_before_it_is_uncovered(tmp_path: Path) -> None:
    """The whole backend, twice: Ben's cards differ, every view that is put on the screen is the same."""
    assert views_of(tmp_path / "a", ("3", "4")) == views_of(tmp_path / "b", ("24", "25"))


def views_of(home: Path, cards: tuple[str, str]) -> list[str]:
    """All views after Anna and Ben sealed, the tablet on its way to Clara."""
    screen = Screen(home)
    try:
        begin(screen)
        session = screen.backend.sitting.session
        for seat, picks in enumerate((("1", "2"), cards)):
            screen.tap("reveal", "AB"[seat])
            for card in picks:
                screen.tap("panel", f"pick:{card}")
            length = session.length
            screen.tap("panel", "enter")
            arrived(screen, length)
        screen.until(lambda: screen.table.curtain.sentence.endswith("Clara."))
        screen.tap("go", "history")
        screen.tap("go", "hand")
        return [strip(repr(x)) for t, x in screen.views.items() if t not in (v.StartView, v.ResumeView, v.AboutView)]
    finally:
        screen.backend.close()


def arrived(screen: Screen, length: int) -> None:
    sitting = screen.backend.sitting
    screen.until(lambda: sitting.session.length > length and sitting.latest.at == sitting.session.length)


def strip(view: str) -> str:
    """Without the drawing, which is long and the same, and without how long each has thought."""
    return re.sub(r"spent=\([^)]*\)", "spent", re.sub(r"Drawing\(.*?unit_mm=[\d.]+\)", "Drawing", view))


def begin(screen: Screen) -> None:
    """A game of three with told hands, up to the draft."""
    players = tuple(v.Player(n, c) for n, c in zip(NAMES[:3], COLOURS[:3], strict=True))
    screen.tap("begin", ("brian_boru", "none"))
    screen.tap("set_up", v.Draft("brian_boru", "none", players, None, {"track_hands": "on"}, ()))
    screen.tap("guide_start")
    session = screen.backend.sitting.session
    acts = tuple(s.act for s in drafting().past if s.act is not None)
    screen.backend.ctx.play.send(Tapped(acts))
    screen.until(lambda: session.state.phase == "draft" and screen.backend.sitting.latest.at == session.length)
    screen.take()


def test_a_sealed_duel_takes_two_touches_and_one_number_a_player() -> None:
    """Löwenherz: bids go round the tablet; who does not bid is not asked."""
    session, rng = session_of("loewenherz", 3, {}), random.Random(2)
    for _ in range(400):
        if secretly(session):
            break
        advance(session, rng)
    (owed,) = secretly(session)
    over = HandOver(SeatEntry(painter_of(session)))
    bidders = owed.seats
    touches, numbers = 0, 0
    for n, seat in enumerate(bidders):
        curtain = over.view()
        assert curtain is not None
        assert curtain.badge.letter == "ABC"[seat]
        assert {w.name for w in curtain.players} == {NAMES[s] for s in bidders}
        over.open, touches = True, touches + 1
        panel = over.secret()
        assert len(panel.pad) == session.state.ducats[seat] + 1
        over.touch(panel.pad[n].key)
        acts, touches, numbers = over.touch("enter"), touches + 1, numbers + 1
        assert len(acts) == 1
        assert isinstance(session.submit(acts, "tap"), Accepted)
    assert secretly(session) == ()
    assert (touches, numbers) == (2 * len(bidders), len(bidders))


def test_a_treasure_goes_along_with_the_touch_that_seals() -> None:
    """Second thoughts come before it: until then the number can be chosen anew."""
    session, rng = session_of("loewenherz", 3, {}), random.Random(2)
    for _ in range(2000):
        over = HandOver(SeatEntry(painter_of(session)))
        if secretly(session) and secretly(session)[0].what == ("bid",) and over.view() is not None:
            over.open = True
            number = over.secret().pad[1]
            over.touch(number.key)
            if any(k.key.startswith("with:") for k in over.secret().pad):
                break
        advance(session, rng)
    panel = over.secret()
    assert panel.title == "What goes along? One touch seals it."
    assert panel.rows[-1].title == number.text
    over.touch("again")
    assert not any(k.key.startswith("with:") for k in over.secret().pad), "the number is chosen anew"
    over.touch(over.secret().pad[0].key)
    key = over.secret().pad[-1].key
    assert over.touch("with:nothing_like_it") == ()
    (act,) = over.touch(key)
    assert isinstance(act, Bid)
    assert act.treasures == tuple(sorted(key.removeprefix("with:").split("+")))
    assert not over.open
    assert isinstance(session.submit((act,), "tap"), Accepted)
