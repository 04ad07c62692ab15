"""Bottom left leads back: from a touch that was refused, from a part of the board, and it says what it takes back."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import i18n
from companion.app.gamescreen import face_of
from companion.app.live.wayback import Back, closeup, undone, way_back
from companion.app.widgets.prompt import HIGH
from companion.engine.session import Accepted, Person, Session
from companion.engine.types import Rolled, Shuffled, Token
from companion.games import GAMES, game
from companion.table.palettes import palette_at
from companion.table.snapshot import LogEntry
from companion.table.tell import speaker_of, whose
from companion.table.verdicts import Todo
from tests.app.finger import Finger
from tests.app.stories import FAR, NAMES, acts_of, begun, config_of, go_on, refused

TOUCHED = ("hibernia", "brian_boru", "walisk")  # games whose board is touched all the time


def opened(stage: Any, home: Path, name: str) -> Any:
    """The app with a game of this kind under way, and the thumb of its players."""
    f = Finger(stage, home, "en")
    begun(f.home, name, acts_of(name, FAR[name]))
    return f, go_on(f)


@pytest.mark.parametrize("name", TOUCHED)
def test_back_from_a_refused_touch_takes_nothing_back(stage: Any, tmp_path: Path, name: str) -> None:
    f, thumb = opened(stage, tmp_path, name)
    try:
        if not refused(f, thumb):
            pytest.skip("no touch of this game's first places is refused")
        n = len(thumb.session.past)
        assert thumb.view.prompt.owed == (), "a refusal stands alone"
        assert f.shell.screen.prompt_h == HIGH, "and the board keeps its size"
        assert f.shell.screen.ids.undo.text == i18n.gettext("Back")
        f.tap(f.shell.screen.ids.undo)
        f.until(lambda: f.backend.sitting.latest.refusal is None, "the table without a refusal")
        f.until(lambda: f.shell.screen.ids.undo.text == i18n.gettext("Undo"), "the page as it was")
        assert len(thumb.session.past) == n
    finally:
        f.close()


@pytest.mark.parametrize("name", TOUCHED)
def test_a_refused_touch_leads_on_to_places_that_can_be_touched(stage: Any, tmp_path: Path, name: str) -> None:
    f, thumb = opened(stage, tmp_path, name)
    try:
        if not refused(f, thumb):
            pytest.skip("no touch of this game's first places is refused")
        _ruling, act = f.backend.sitting.latest.refusal
        who = thumb.session.people[act.seat].name
        f.press(i18n.gettext("Where may {name} play?").format(name=who))
        f.until(lambda: f.backend.sitting.latest.refusal is None, "the table without a refusal")

        def targets() -> list[str]:
            boards = [b.value for b in f.parts("BoardPart") if b.w > 0 and b.value is not None]
            return [space.id for board in boards for space in board.spaces if space.target is not None]

        assert f.until(targets, "places that can be touched")
    finally:
        f.close()


def test_back_from_a_part_of_the_board_which_no_act_outlives(stage: Any, tmp_path: Path) -> None:
    f, thumb = opened(stage, tmp_path, "brian_boru")
    try:
        painter = f.backend.sitting.painter
        while True:
            targets = painter.face.targets(painter.session)
            near = next((s for s in targets if closeup(painter.drawing, s, targets) is not None), None)
            if near is not None:
                break
            thumb.step()
        f.rest()
        for leave in ("back", "undo"):
            n = len(thumb.session.past)
            thumb.board(near)
            f.until(lambda: painter.window is not None, "a part of the board")
            f.rest()
            assert i18n.gettext("Touch it once more, exactly where it is.") in f.words()
            if leave == "back":
                f.press("Back")
                f.until(lambda: painter.window is None, "the whole board")
                assert len(thumb.session.past) == n
            else:
                f.backend.table.undo(None)  # as another finger, a device or a camera may have it
                f.until(lambda n=n: len(thumb.session.past) < n and painter.window is None, "the whole board")
    finally:
        f.close()


@pytest.mark.parametrize(
    ("told", "acts", "expected"),
    [
        ("Ben", (), "Ben"),
        ("Ben: 4 men from Vatnsund to Steindal", (), "the last act"),
        ("Clara rolls yellow; more", (Rolled(None, ("yellow",)),), "the last throw"),
        ("Fortresses: Anna in Brega, Ben in Mide", (Rolled(None, ("brega", "mide")),), "the lots"),
        ("The missions are shuffled", (Shuffled(None, "missions"),), "the shuffling"),
    ],
)
def test_undo_never_breaks_a_line_off(told: str, acts: tuple[Any, ...], expected: str) -> None:
    i18n.use("en")
    assert undone(told, (LogEntry(1, acts, (), "tap"),), ("yellow", "green")) == expected


def test_the_end_says_what_the_winner_has() -> None:
    words = {}
    for lang in ("en", "de"):
        i18n.use(lang)
        words[lang] = {name: face_of(name).worth(48) for name in GAMES}
        assert all("48" in w and len(w.split()) == 3 for w in words[lang].values())
    i18n.use("en")
    assert words["de"]["hibernia"] == "mit 48 Schritten"
    assert words["en"]["walisk"] == "with 48 districts"
    assert face_of("loewenherz").worth(1) == "with 1 point"


def played(name: str) -> Session[Any]:
    session: Session[Any] = Session(game(name), config_of(name))
    session.seat([Person(n, c) for n, c in zip(NAMES, session.config.board.colours, strict=False)])
    for act in acts_of(name, FAR[name]):
        assert isinstance(session.submit((act,), "tap"), Accepted)
    return session


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_a_piece_on_another_place_is_one_move_and_has_a_name(name: str, lang: str) -> None:
    """Whatever kind of piece has slipped, and whether it is a player's or nobody's: no key of a camera is shown."""
    session = played(name)
    palette, speaker = palette_at(session), speaker_of(session)
    i18n.use(lang)
    lies = {t._replace(turn="") for tokens in session.game.tabletop(session.state).values() for t in tokens}
    for token in sorted(t for t in lies if palette.counts((t,)) and t.kind != "part"):  # parts are told by their lands
        snap: Any = SimpleNamespace(todo=(Todo("a", (token,), {}), Todo("b", (), dict(palette.counts((token,))))))
        (move,) = way_back(snap, palette)
        assert (move.source, move.target, move.n) == ("b", "a", 1), token
        told = whose(speaker, palette, move.kind, move.side, 1)
        assert told[0].isupper(), token
        assert not {"_", ":"} & set(told), told
        owner = speaker.name("ABC".index(token.side)) if token.side and token.side in "ABC" else ""
        assert owner in told


def test_a_token_on_its_wrong_face_is_turned_where_it_lies() -> None:
    palette = palette_at(played("brian_boru"))
    snap: Any = SimpleNamespace(todo=(Todo("claim_N", (Token("claim", "", "up"),), {"claim:down": 1}),))
    assert way_back(snap, palette) == [Back("", "claim", "claim_N", "claim_N", 1)]


def test_of_two_tokens_one_is_turned_and_one_is_brought() -> None:
    palette = palette_at(played("brian_boru"))
    snap: Any = SimpleNamespace(todo=(Todo("claim_N", (Token("claim", "", "up"),) * 2, {"claim:down": 1}),))
    assert way_back(snap, palette) == [Back("", "claim", "", "claim_N", 1), Back("", "claim", "claim_N", "claim_N", 1)]
