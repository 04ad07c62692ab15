"""A map of one's own as a YAML file, chosen in the new game's options through the real backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.backend import LiveBackend, backend_for
from companion.cli import main
from companion.engine.boards import house_board
from companion.engine.session import merge
from companion.games import game
from companion.games.walisk.maps import draft_of
from companion.table import saved
from tests.e2e.test_live import Screen
from tests.e2e.test_walisk_by_hand import play, settled
from tests.games.walisk.test_map_checks import DEFECTS

PEOPLE = tuple(v.Player(n, c) for n, c in (("Anna", "red"), ("Ben", "blue"), ("Clara", "green")))
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    i18n.use("en")
    monkeypatch.setenv("HOME", str(tmp_path))  # nobody's downloads
    made = Screen(tmp_path / "home")
    yield made
    made.backend.close()
    i18n.use("en")


def my_map(path: Path, change: Change = lambda doc: None) -> Path:
    """The small map under another name with a river that ends early, and what else is changed."""
    doc = deepcopy(merge(house_board("walisk", "small").doc, {"id": "my_map", "source": "own"}))
    doc["data"]["rivers"][0]["segments"].pop()
    change(doc)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(doc, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return path


def shelf(screen: Screen, name: str = "fjords") -> Path:
    return screen.backend.ctx.home / "shelf" / "maps" / f"{name}.yaml"


def offered(screen: Screen, plan: str = "none") -> v.OptionView:
    screen.tap("begin", ("walisk", plan))
    options = [o for o in screen.views[v.NewGameView].options if o.id in ("map", "board")]
    (option,) = options  # one question about the map, not two
    return option


def set_up(screen: Screen, key: str, people: int = 2, plan: str = "none") -> str:
    """Set up on this map; what is said against it, "" when the guide opens."""
    screen.tap("set_up", v.Draft("walisk", plan, PEOPLE[:people], None, {"map": key}, ()))
    return "" if screen.shown[-1:] == ["guide"] else str(screen.views[v.NewGameView].fault)


def said(screen: Screen, change: Change, people: int = 2) -> str:
    return set_up(screen, f"file:{my_map(shelf(screen, 'wrong'), change)}", people)


@pytest.mark.parametrize("plan", ["none", "print"])
def test_a_map_from_the_shelf_is_chosen_confirmed_played_and_saved_with_a_copy(screen: Screen, plan: str) -> None:
    file = my_map(shelf(screen))
    option = offered(screen, plan)
    key = next(c.key for c in option.values if c.text == "from the file fjords")
    told = set_up(screen, key, plan=plan)
    assert "20 districts" in told  # unlike Waligoi: shown for confirmation
    assert "Set up the table again" in told
    assert saved.listing(screen.backend.ctx.games) == []
    assert set_up(screen, key, plan=plan) == ""
    if screen.views[v.GuideView].lot:
        screen.tap("guide_lot")
        screen.until(lambda: screen.views[v.GuideView].ready)
    screen.tap("guide_start")
    assert screen.shown[-1] == "table"
    session = screen.backend.sitting.session
    screen.until(lambda: session.length > 0)
    assert len(draft_of(session.config.board).rivers[0].segments) == 3
    if plan == "none":
        assert {"start", "buy", "place", "walk"} <= play(screen, session, 17, 60)
        screen.until(lambda: settled(screen, session))
    screen.backend.close()
    file.unlink()  # the game has its own copy
    (kept,) = saved.listing(screen.backend.ctx.games)
    assert (kept.folder / saved.BOARD).exists()
    screen.tap("continue", str(kept.folder))
    again = screen.backend.sitting.session
    assert again.config.board.id == "my_map"
    assert len(draft_of(again.config.board).rivers[0].segments) == 3
    assert saved.look_at(kept.folder, game).verify() == []


def test_a_map_that_was_changed_after_it_was_confirmed_is_shown_again(screen: Screen) -> None:
    key = f"file:{my_map(shelf(screen))}"
    assert "rivers" not in set_up(screen, key)

    def inland(doc: dict[str, Any]) -> None:
        doc["data"]["tow"] = []

    my_map(shelf(screen), inland)
    assert set_up(screen, key) != ""
    assert set_up(screen, key) == ""


def test_the_printed_maps_are_never_asked_about(screen: Screen) -> None:
    option = offered(screen)
    assert [c.key for c in option.values] == ["house", "small", "new"]
    assert option.default == "house"
    assert set_up(screen, "small") == ""


def district(doc: dict[str, Any]) -> dict[str, Any]:
    return next(s for s in doc["spaces"] if s["id"] == "LA")


WRONG: tuple[tuple[Change, str, str], ...] = (
    (lambda d: d["data"].update(victory=5), "Victory at 5 districts is too early", "Der Sieg bei 5 Bezirken"),
    (lambda d: d["data"]["rivers"][1]["segments"].pop(1), "The river F2 jumps from Sand", "Der Fluss F2 springt"),
    (lambda d: d["data"]["tow"].update(rivers=["F1", "F3"]), "does not lie on the river F1", "nicht am Fluss F1"),
    (lambda d: d["data"]["steep"].append(["KA", "UL"]), "have no coast between them", "liegt keine Küste"),
    (lambda d: d["data"].update(waligoi=True), "Waligoi has 105, 5, 2 and 46", "Waligoi hat 105, 5, 2 und 46"),
    (lambda d: d["data"]["rivers"][0].update(segments=7), "wrong.yaml:", "wrong.yaml:"),
    (
        lambda d: district(d).update(kind="hill"),
        "expected one of settle, home, void, sea",
        "erwartet: eins von settle",
    ),
    (
        lambda d: d.update(game="hibernia"),
        "expected one of walisk, found hibernia",
        "eins von walisk, gefunden: hibernia",
    ),
)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("k", range(len(WRONG)))
def test_what_is_wrong_with_a_map_is_a_sentence_and_nothing_is_saved(screen: Screen, k: int, lang: str) -> None:
    i18n.use(lang)
    change, english, german = WRONG[k]
    told = said(screen, change)
    assert (german if lang == "de" else english) in told
    assert "{" not in told
    assert not screen.backend.ctx.games.exists()


def test_a_map_without_room_for_all_players_is_refused(screen: Screen) -> None:
    def lonely(doc: dict[str, Any]) -> None:
        doc["data"]["steep"] = [
            [s["id"], n]
            for s in doc["spaces"] if s["kind"] == "settle" and s["id"] not in ("HA", "LA")
            for n in s["neighbours"] if n.startswith("S") and n[1:].isdigit()
        ]  # fmt: skip

    told = said(screen, lonely, 3)
    assert told.startswith("The map has no room for 3 players on land: only 2 districts can be starts.")


def test_a_printed_map_without_room_for_all_is_refused_too(screen: Screen) -> None:
    many = tuple(v.Player(f"P{k}", c) for k, c in enumerate(house_board("walisk").colours[:6]))
    screen.tap("begin", ("walisk", "none"))
    screen.tap("set_up", v.Draft("walisk", "none", many, None, {"map": "small"}, ()))
    assert screen.views[v.NewGameView].fault.startswith("The map has no room for 6 players")
    assert not screen.backend.ctx.games.exists()


def test_a_file_that_is_gone_or_no_yaml_is_told(screen: Screen, tmp_path: Path) -> None:
    assert "none.yaml" in set_up(screen, f"file:{tmp_path / 'none.yaml'}")
    shelf(screen).parent.mkdir(parents=True)
    shelf(screen).write_text("game: walisk\nspaces: [\n", encoding="utf-8")
    assert "fjords.yaml:" in set_up(screen, f"file:{shelf(screen)}")


def test_a_map_named_on_the_command_line_is_the_first_choice(tmp_path: Path) -> None:
    i18n.use("en")
    file = my_map(tmp_path / "maps of mine" / "my.yaml")
    backend = backend_for(tmp_path / "home", {"map_file": file})()
    assert isinstance(backend, LiveBackend)
    screen = Screen.__new__(Screen)
    screen.inbox, screen.backend, screen.views = type(backend.ctx.inbox)(), backend, {}
    screen.shown, screen.sounds, screen.taps = [], [], 0
    backend.start(screen.inbox)
    screen.take()
    try:
        assert screen.views[v.StartView].game == "walisk"
        assert offered(screen).default == f"file:{file}"
    finally:
        backend.close()


def test_the_command_line_refuses_a_wrong_map_before_a_window_opens(tmp_path: Path) -> None:
    file = my_map(tmp_path / "my.yaml", WRONG[0][0])
    for args in (["--map", str(file)], ["check-board", str(file)]):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 1, result.output
        assert "Victory at 5 districts is too early" in result.output
        assert "Traceback" not in result.output
    fine = CliRunner().invoke(main, ["check-board", str(my_map(file))])
    assert fine.exit_code == 0
    assert "warning: MV3 The map has 20 districts" in fine.output


def test_a_map_of_ones_own_is_printed_from_its_file(tmp_path: Path) -> None:
    file, out = my_map(tmp_path / "my.yaml"), tmp_path / "my.pdf"
    printed = CliRunner().invoke(main, ["print", "walisk", "--board", str(file), "--paper", "one", "--out", str(out)])
    assert printed.exit_code == 0, printed.output
    assert out.read_bytes().startswith(b"%PDF")
    other = CliRunner().invoke(main, ["print", "hibernia", "--board", str(file), "--out", str(out)])
    assert other.exit_code == 1
    assert "is a board of walisk, not of hibernia" in other.output


def test_every_finding_of_every_defect_is_told_in_both_languages() -> None:
    from companion.engine.types import facts
    from companion.games.walisk.words.maps import FINDINGS
    from companion.table.speaker import Speaker
    from tests.games.walisk.test_map_checks import found

    heard: set[tuple[str, str]] = set()
    speakers = [Speaker("walisk", house_board("walisk"), (), lang) for lang in ("en", "de")]
    notes = [n for check, _level, _what, draft in DEFECTS for n in found(draft(), 5 if check == "MV12" else 4)]
    told = [(n.check, n.rule, n.facts) for n in notes]
    beside = [("", "WA-2.13", facts(order=(1, 1), last=1)), ("", "WA-2.18", facts(victory=60, most=20))]  # options
    for check, rule, more in (*told, *beside):
        english, german = (s.refused(rule, (*facts(check=check), *more)) for s in speakers)
        assert english != german, (english, german)
        assert "{" not in english + german
        heard.add((check, rule))
    assert heard == FINDINGS.keys()
