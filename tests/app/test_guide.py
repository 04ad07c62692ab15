"""The set-up guide of every game, live: parts and owners by their right names, lots drawn here or at the table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.guide import advice
from companion.app.taps import Tap
from companion.engine.boards import house_board
from companion.engine.types import Rolled, Shuffled
from companion.games import GAMES
from companion.table.speaker import Speaker
from tests.app.finger import Finger

NAMES = ("Anna", "Ben", "Clara")


@pytest.fixture
def guided(stage: Any, tmp_path: Path) -> Any:
    """Makes the app at the set-up guide of a game, as wished."""
    made: list[Finger] = []

    def at(game: str, language: str = "de", first: int | None = None, people: int = 3) -> Finger:
        f = Finger(stage, tmp_path / game / language, language)
        made.append(f)
        f.shell.post(Tap("game", game))
        f.shell.post(Tap("begin", (game, "none")))
        f.settle()
        colours = [c.key for c in f.shell.views[v.NewGameView].colours]
        players = tuple(map(v.Player, NAMES[:people], colours))
        f.shell.post(Tap("set_up", v.Draft(game, "none", players, first, {}, ())))
        f.until(lambda: f.place == "guide")
        return f

    yield at
    for f in made:
        f.close()
    i18n.use("de")


def steps(f: Finger) -> list[tuple[str, str]]:
    return [(s.piece, s.way) for s in f.shell.views[v.GuideView].steps]


def drawn(f: Finger) -> v.GuideView:
    """After every lot was drawn by the button."""
    f.until(lambda: (g := f.shell.views[v.GuideView]).lot or g.ready)
    if f.shell.views[v.GuideView].lot:
        f.press_one("Draw lots here", "The app shuffles")
    return f.until(lambda: (g := f.shell.views[v.GuideView]).ready and g)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_parts_and_owners_have_their_right_names(guided: Callable[..., Finger], game: str, language: str) -> None:
    f = guided(game, language)
    view = drawn(f)
    assert not any(s.number for s in view.steps), "no number stands on the drawing"
    lit = [s for s in view.board.spaces if s.target is not None or s.step] if view.board is not None else []
    assert not lit, "what may be played comes later"
    for piece, way in steps(f):
        assert piece
        assert way
        words = set(piece.replace(",", " ").split())
        assert not words & {"D", "E", "F"} or words & {"Planteil", "part"}, f"{piece}: a letter that nobody has"
        assert not piece.endswith((" von", " of", " "))
        assert not any(c in piece + way for c in "_{}")
    if game == "loewenherz":
        assert {p for p, _ in steps(f)} == {f"{'Planteil' if language == 'de' else 'Board part'} {x}" for x in "ABCDEF"}
    if game == "hibernia":
        assert sum("Anna" in p for p, _ in steps(f)) == 3, "a county, the shield, the track"


def test_who_begins_is_drawn_once_and_where_it_can_be_seen(guided: Callable[..., Finger]) -> None:
    f = guided("brian_boru")
    f.until(lambda: "Eingeben, wer beginnt" in f.words(), "the other way: nobody has drawn lots")
    view = drawn(f)
    begins = next(n for n in NAMES if f"{n} beginnt" == view.start)
    session = f.backend.sitting.session
    assert session.people[session.pending()[0].seats[0]].name == begins
    f.press(view.start)
    f.until(lambda: f.place == "table")
    assert begins in f.shell.views[type(f.shell.screen.value)].prompt.sentence


def test_who_was_named_before_begins_without_being_asked_again(guided: Callable[..., Finger]) -> None:
    f = guided("brian_boru", first=1)
    f.until(lambda: f.shell.views[v.GuideView].start == "Ben beginnt")


def test_lots_drawn_at_the_table_are_entered_and_nothing_is_invented(guided: Callable[..., Finger]) -> None:
    f = guided("hibernia")
    assert "Es liegt richtig" not in f.words()
    assert not f.shell.views[v.GuideView].ready
    f.press("Enter your own lots")
    f.until(lambda: f.place == "hand")
    session = f.backend.sitting.session
    for place in ("Tír Chonaill", "Brega", "Déisi"):
        f.until(lambda p=place: any(p in w for w in f.words()))
        f.press(place)
    f.press("Enter it")
    f.until(lambda: f.place == "guide" and session.length > 0)
    first = next(s.act for s in session.past if isinstance(s.act, Rolled))
    assert first.faces == ("tir_chonaill", "brega", "deisi")


def test_two_name_the_neutral_colour_by_a_touch_and_no_form(guided: Any) -> None:
    f = guided("loewenherz", "en", first=0, people=2)
    f.until(lambda: f.shell.views[v.GuideView].choices)
    assert f.shell.views[v.GuideView].sentence == "Name the neutral colour."
    keys = f.parts("ChoiceRow")
    assert [k.text for k in keys] == ["Rose", "Grey"], "what the two have not taken"
    f.tap(keys[1])
    session = f.backend.ctx.play.session
    f.until(lambda: session.state.colours[-1] == "gray")
    f.until(lambda: not f.parts("ChoiceRow"))
    assert f.shell.views[v.GuideView].lot, "the board's parts are drawn next"


def test_piles_are_shuffled_and_not_drawn_as_lots(guided: Any) -> None:
    """Vikings begin with eight piles: the page names them, and one touch says that all were shuffled at the table."""
    f = guided("vikings_gone_wild", "en")
    view = f.until(lambda: (g := f.shell.views[v.GuideView]).shuffles and g)
    assert view.sentence == "Shuffle every pile of cards."
    assert [s.piece for s in view.steps if "Anna" in s.piece] == ["Anna shuffles the start deck."]
    f.press("Shuffled at the table")
    session = f.backend.ctx.play.session
    f.until(lambda: not f.shell.views[v.GuideView].shuffles)
    done = [s.act for s in session.past]
    assert len(done) == len(view.steps)
    assert all(isinstance(act, Shuffled) and act.order == () for act in done), "nobody knows what lies where"


def test_a_page_that_was_begun_earlier_never_follows_a_newer_one(guided: Callable[..., Finger]) -> None:
    """The desk's thread shows the guide as well: only one of both makes a page at a time, and shows it at once."""
    f = guided("loewenherz")
    drawn(f)
    for page in (f.backend.guide.put, f.backend.hand.put, f.backend.table.show_all):
        late = threading.Thread(target=page, daemon=True)
        with f.backend.ctx.views:
            late.start()
            late.join(0.1)
            assert late.is_alive()
        late.join()


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Schild: Die Steine dort sind"), ("en", "The shield: the pieces there are")]
)
def test_a_place_of_which_advice_is_given_stands_by_itself(language: str, said: str) -> None:
    """Names of places bear no article and no case: "auf Schild" is nobody's German."""
    before = i18n.language()
    i18n.use(language)
    try:
        told = advice(SimpleNamespace(unsure=("shield",)), Speaker("hibernia", house_board("hibernia"), ()))
    finally:
        i18n.use(before)
    assert told.startswith(said)
