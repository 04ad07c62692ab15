"""The power goes at any moment: whatever was confirmed is there again, and play goes on."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import settings as app_settings
from companion.app.live.devices import Devices
from companion.capture.draft import Draft
from companion.capture.shelf import Shelf
from companion.engine.journal import FileStore, read
from companion.engine.session import Accepted, Session
from companion.games import GAMES, game
from companion.games.hibernia.game import GAME
from companion.table import saved
from hardware.enrolment import load_enrolled
from tests.conformance import next_act
from tests.games.hibernia.tables import table

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="SIGKILL and fork are there on POSIX systems only")
AT_ONCE = 3  # of a game's kills come while it is begun
A_GAME = 50  # kills, then the next game begins: what is opened again stays small
NURSERY = """
import os, random, sys
from pathlib import Path
from companion.app import settings
from companion.app.live.devices import Devices
from companion.capture.draft import Draft
from companion.capture.shelf import Shelf
from companion.engine.boards import house_board
from tests.conformance import next_act
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.games import GAMES, game
from companion.table import saved
from hardware.enrolment import save_enrolled

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())  # whole, or not at all

def ready(name):
    found, board = game(name), house_board(name)
    return found, configure(found, max(found.players), board, None, load_data(found, board))

READY = {name: ready(name) for name in GAMES}

def play(folder, name, seed):
    found, config = READY[name]
    if (folder / saved.JOURNAL).exists():
        session = saved.open_game(folder, game, lambda: "now")
    else:
        session = saved.create(folder, found, config, (), lambda: "now")
    rng = random.Random(seed)
    say(session.length)
    while True:
        act = next_act(found, session.state, rng.randrange)
        if act is None:
            session.retract(0, consent=True)
            say(session.length)
            continue
        second = None
        if rng.random() < 0.3:
            second = next_act(found, session.check(act).state, rng.randrange)
        session.submit([act] if second is None else [act, second], "tap")
        say(session.length)  # confirmed: the screen says so

def keep(folder, name, seed):
    shelf, devices = Shelf(folder), Devices(folder / "devices.json", {})
    draft = Draft(folder / "draft.jsonl", "hibernia")
    while True:
        seed += 1
        settings.save(settings.Settings(theme=settings.THEMES[seed % 2]), folder / "settings.json")
        devices.choose("die", f"plain+/dev/tty{seed}")
        save_enrolled(folder / "tags.yaml", {f"{seed:010X}": "brian_boru:action_1"})
        shelf.keep_paints("hibernia", {"white": {"mean": [seed, 0, 0]}})
        draft.touch({"do": "size", "mm": [seed + 100, 297]})
        say(seed)

for line in sys.stdin:
    what, folder, name, seed = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if not child:
        say("pid", os.getpid())
        {"play": play, "keep": keep}[what](Path(folder), name, int(seed))
    os.waitpid(child, 0)
    say("dead")
"""


class Nursery:
    """A process with all that is needed in it; for each kill it has a child of its own, which costs next to nothing."""

    def __init__(self) -> None:
        self._mother = subprocess.Popen(
            [sys.executable, "-c", NURSERY], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def killed(self, what: str, folder: Path, name: str, seed: int, after: float, *, at_once: bool = False) -> int:
        """Have a child at work, kill it ``after`` s (``at_once``: of its birth), and return what it confirmed last."""
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(f"{what}\t{folder}\t{name}\t{seed}\n")
        self._mother.stdin.flush()
        child = int(self._mother.stdout.readline().removeprefix("pid "))
        said = [] if at_once else [self._mother.stdout.readline().strip()]
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
        while (line := self._mother.stdout.readline().strip()) != "dead":
            said.append(line)
        return int(said[-1]) if said else 0

    def close(self) -> None:
        self._mother.kill()
        self._mother.communicate()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


def go_through(nursery: Nursery, home: Path, times: int) -> dict[str, int]:
    """Kills while games are begun and played, and how many lines were confirmed."""
    rng = random.Random(times)
    told = {"kills": 0, "while a game began": 0, "confirmed lines": 0}
    for n in range(times):
        folder, name = home / f"g{n // A_GAME}", GAMES[n // A_GAME % len(GAMES)]
        there = (folder / saved.JOURNAL).exists()
        at_once = not there and n % A_GAME < AT_ONCE
        before = saved.look_at(folder, game).length if there else 0
        confirmed = nursery.killed("play", folder, name, n, rng.uniform(0.0, 0.06), at_once=at_once)
        told["kills"] += 1
        if at_once and not (folder / saved.JOURNAL).exists():
            assert not confirmed
            told["while a game began"] += 1
            continue
        session = saved.look_at(folder, game)
        assert session.length >= max(confirmed, before), f"kill {n}: {confirmed} lines were confirmed"
        assert at_once or session.length <= confirmed + 2  # what was written and not yet said: one chain at most
        assert session.verify() == []
        told["confirmed lines"] += max(0, session.length - before)
    return told


def kept(home: Path) -> list[int]:
    """The number that each file of a house holds, in the order in which they are written; each of them is whole."""
    tags = load_enrolled(home / "tags.yaml")
    drawn = Draft(home / "draft.jsonl").drawn
    return [
        int(Devices(home / "devices.json", {})["die"].removeprefix("plain+/dev/tty")),
        int(next(iter(tags)), 16),
        int(Shelf(home).paints("hibernia")["white"]["mean"][0]),
        round(drawn.size_mm[0]) - 100,
    ]


def keep_going(nursery: Nursery, home: Path, times: int) -> dict[str, int]:
    """Kills while settings, devices, tags, paints and a draft are written, over and over."""
    home.mkdir()
    rng, last = random.Random(times), 0
    for n in range(times):
        if n % A_GAME == 0:
            (home / "draft.jsonl").unlink(missing_ok=True)  # grows by a line a round
        confirmed = nursery.killed("keep", home, "-", last, rng.uniform(0.0, 0.03))
        found = kept(home)
        assert set(found) <= {confirmed, confirmed + 1}, f"kill {n}: {found}, confirmed {confirmed}"
        assert found == sorted(found, reverse=True)
        theme = app_settings.load(home / "settings.json").theme
        assert theme in {app_settings.THEMES[seed % 2] for seed in {found[0], confirmed + 1}}
        assert json.loads((home / "settings.json").read_text(encoding="utf-8"))["theme"] == theme
        last = found[0]
    return {"kills": times, "rounds of five files": last}


@posix
def test_no_confirmed_input_is_lost_when_the_program_is_killed(nursery: Nursery, tmp_path: Path) -> None:
    assert go_through(nursery, tmp_path, 12)["confirmed lines"] > 12


@posix
def test_settings_shelf_tags_and_drafts_are_whole_when_the_program_is_killed(nursery: Nursery, tmp_path: Path) -> None:
    assert keep_going(nursery, tmp_path / "home", 12)["rounds of five files"] >= 12


@pytest.mark.proof
@posix
def test_nothing_confirmed_is_lost_in_a_thousand_kills(nursery: Nursery, tmp_path: Path) -> None:
    told = go_through(nursery, tmp_path / "games", int(os.environ.get("PROOF_KILLS", "1000")))
    print(json.dumps({"test": "killed at play", **told}))
    assert told["confirmed lines"] > told["kills"]


@pytest.mark.proof
@posix
def test_every_file_is_whole_in_a_thousand_kills(nursery: Nursery, tmp_path: Path) -> None:
    told = keep_going(nursery, tmp_path / "home", int(os.environ.get("PROOF_KILLS", "1000")))
    print(json.dumps({"test": "killed while settings, devices, tags, shelf and draft are written", **told}))
    assert told["rounds of five files"] >= told["kills"]


def test_a_kill_between_write_and_sync_may_leave_any_part_of_the_last_write(tmp_path: Path) -> None:
    """After the last sync the disk may hold any length of what was written since: nothing confirmed is among it."""
    folder, rng = tmp_path / "g", random.Random(4)
    session = saved.create(folder, GAME, table(), (), lambda: "")
    file = folder / saved.JOURNAL
    for n in range(40):
        first = next_act(GAME, session.state, rng.randrange)
        assert first is not None
        prospect = session.check(first)
        second = next_act(GAME, prospect.state, rng.randrange)  # type: ignore[union-attr]
        chain = [first] if second is None or n % 2 else [first, second]
        confirmed, length, before = file.stat().st_size, session.length, session.last_hash
        assert isinstance(session.submit(chain, "tap"), Accepted)
        written = file.read_bytes()
        for size in {confirmed, len(written) - 1, *(rng.randrange(confirmed, len(written)) for _ in range(6))}:
            file.write_bytes(written[:size])
            opened = read(file)
            assert (len(opened.lines) + 1, opened.last_hash) == (length, before)
            assert opened.sound_bytes == confirmed
        file.write_bytes(written)


def test_a_store_that_was_cut_appends_where_the_sound_part_ends(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    session = saved.create(folder, GAME, table(), (), lambda: "")
    session.submit([session.codec.parse("- rolled faces=tir_chonaill,brega,deisi,iarchonnacht")], "tap")
    file = folder / saved.JOURNAL
    file.write_bytes(file.read_bytes() + b'{"chain":[1,2],"n":3')
    session.close()
    again: Session[object] = saved.open_game(folder, game, lambda: "")
    again.submit([again.codec.parse("- rolled faces=A")], "tap")
    assert [line["n"] for line in read(file).lines] == [2, 3]
    FileStore(file).close()
    assert not read(file).torn
