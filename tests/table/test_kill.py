"""The power goes at any moment: whatever was confirmed is there again, and play goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.engine.conformance import next_act
from companion.engine.journal import FileStore, read
from companion.engine.session import Accepted, Session
from companion.games import game
from companion.games.hibernia.game import GAME
from companion.table import saved
from tests.games.hibernia.tables import table

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import random, sys
from pathlib import Path
from companion.engine.conformance import next_act
from companion.games import game
from companion.table import saved
from tests.games.hibernia.tables import table

folder, seed = Path(sys.argv[1]), int(sys.argv[2])
found = game("hibernia")
if (folder / saved.JOURNAL).exists():
    session = saved.open_game(folder, game, lambda: "now")
else:
    session = saved.create(folder, found, table(), (), lambda: "now")
rng = random.Random(seed)
print("ready", session.length, flush=True)
while True:
    act = next_act(found, session.state, rng.randrange)
    if act is None:
        session.retract(0, consent=True)
        print(session.length, flush=True)
        continue
    second = None
    if rng.random() < 0.3:
        prospect = session.check(act)
        second = next_act(found, prospect.state, rng.randrange)
    session.submit([act] if second is None else [act, second], "tap")
    print(session.length, flush=True)  # confirmed: the screen says so
"""


def killed(folder: Path, seed: int, after: float) -> int:
    """Play in a process of its own, kill it, and return the last journal length that it confirmed."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(seed)],
        stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout is not None
    confirmed = int(child.stdout.readline().split()[1])
    time.sleep(after)
    child.send_signal(signal.SIGKILL)
    said = child.stdout.read()
    child.wait()
    whole = said.splitlines() if said.endswith("\n") else said.splitlines()[:-1]
    return int(whole[-1]) if whole else confirmed


def go_through(folder: Path, times: int) -> None:
    rng = random.Random(times)
    grown = 0
    for seed in range(times):
        confirmed = killed(folder, seed, rng.uniform(0.0, 0.08))
        session = saved.look_at(folder, game)
        assert session.length >= confirmed, f"kill {seed}: {confirmed} lines were confirmed, {session.length} are there"
        assert session.length <= confirmed + 2  # what was written and not yet said: one chain at most
        assert session.verify() == []
        grown = max(grown, session.length)
    assert grown > times


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is there on POSIX systems only")
def test_no_confirmed_input_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    go_through(tmp_path / "g", 20)


@pytest.mark.proof
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is there on POSIX systems only")
def test_no_confirmed_input_is_lost_in_200_kills(tmp_path: Path) -> None:
    go_through(tmp_path / "g", 200)


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
