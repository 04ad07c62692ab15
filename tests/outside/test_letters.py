"""Letters and paths of other systems, by what the program does: cp1252 consoles, ASCII locales, names of Windows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.live.devices import Devices
from companion.app.live.sharing import share
from companion.capture.shelf import Shelf
from companion.table import saved
from hardware.enrolment import load_enrolled, save_enrolled
from hardware.links import is_url
from hardware.pairing import parse_address, save_pairing
from tests.outside.cameras import jpeg
from tests.outside.evenings import PAINTED, finished
from tests.outside.mutants import exported
from tests.outside.test_files import contents, everything
from vision.frames import SourceError, open_source

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="locales of POSIX systems")
ELSEWHERE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}  # ASCII alone
AT_WORK = """
import sys, warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"(companion|hardware|vision|tests)\\b")
from pathlib import Path
from tests.outside.test_files import everything
from tests.outside.evenings import PAINTED, finished
from companion.app.live.sharing import share
from companion.games import game
from companion.table import saved
home = Path(sys.argv[1])
everything(home)
sitting = finished(home / "g")
share(sitting, home / "results", "g", ["2024-05-01T20:00:00+02:00"], PAINTED)
sitting.close()
saved.look_at(home / "g", game)
"""


def run(words: list[str], **env: str) -> subprocess.CompletedProcess[bytes]:
    known = {k: v for k, v in os.environ.items() if k not in ("LANG", "LC_CTYPE", "PYTHONUTF8", "PYTHONIOENCODING")}
    command = [sys.executable, "-X", "warn_default_encoding", *words]
    return subprocess.run(
        command, cwd=ROOT, env={**known, "PYTHONPATH": str(ROOT), **env}, capture_output=True, timeout=200, check=False
    )


@posix
def test_files_are_the_same_whatever_letters_the_system_has(tmp_path: Path) -> None:
    done = run(["-c", AT_WORK, str(tmp_path / "there")], **ELSEWHERE)
    assert done.returncode == 0, done.stderr.decode()[-800:]
    everything(tmp_path / "here")
    there = contents(tmp_path / "there")
    for name, raw in contents(tmp_path / "here").items():
        assert there[name] == raw, name
    assert "Dún Laoghaire" in there["cards/brian_boru.yaml"].decode("utf-8")
    (sheet,) = [raw for name, raw in there.items() if name.endswith(".csv")]
    assert "Änne" in sheet.decode("utf-8-sig")


@posix
@pytest.mark.parametrize("letters", ["cp1252", "cp850"])
def test_a_console_that_lacks_a_letter_shows_another_sign(letters: str, tmp_path: Path) -> None:
    words = ["-m", "companion.cli", "--language", "de", "--home", str(tmp_path / "Łódź → ä"), "doctor"]
    done = run(words, PYTHONIOENCODING=letters)
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr
    assert "dź".encode(letters, "backslashreplace") in done.stdout


WINDOWS = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)', re.IGNORECASE)


def test_every_name_that_the_program_gives_is_one_on_windows(tmp_path: Path) -> None:
    everything(tmp_path)
    shelf = Shelf(tmp_path)
    doc = exported()
    doc["board"]["id"] = 'con: "Brett" <1>?'
    file = tmp_path / "x.board.json"
    file.write_text(json.dumps(doc), encoding="utf-8")
    ident = shelf.take_in(file)
    shelf.export(ident, tmp_path)
    folder = saved.new_folder(tmp_path / "games", "hibernia", "2024-05-01T20:00:00+02:00")
    sitting = finished(folder)
    made = share(sitting, tmp_path / "results", folder.name, ["2024-05-01T20:00:00+02:00"], PAINTED)
    sitting.close()
    assert made is not None
    names = [part for f in tmp_path.rglob("*") for part in f.relative_to(tmp_path).parts]
    assert len(names) > 20
    assert [n for n in names if WINDOWS.search(n)] == []


@posix
def test_addresses_with_a_drive_and_backslashes_are_files_and_ports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file whose name is what a path of Windows looks like; nothing takes its drive for a scheme."""
    monkeypatch.chdir(tmp_path)
    picture, pairing = Path("C:\\Users\\Jörg\\Brett 1.jpg"), Path("D:\\Spiele\\pairing.yaml")
    picture.write_bytes(jpeg())
    source = open_source(str(picture))
    assert source.read() is not None
    with pytest.raises(SourceError) as refused:
        open_source("C:\\nirgends\\x.jpg")
    assert refused.value.fault.code == "missing"
    save_pairing(pairing, [parse_address("em4100+COM12@9600", "pad")])
    assert parse_address(f"{pairing}#pad").url == "COM12"
    assert not is_url("C:\\x")
    assert parse_address("text+\\\\.\\COM12").url == "\\\\.\\COM12"
    tags = Path("C:\\Users\\Jörg\\tags.yaml")
    save_enrolled(tags, {"0100A0B0C0": "brian_boru:action_14"})
    assert load_enrolled(tags) == {"0100A0B0C0": "brian_boru:action_14"}
    Devices(tmp_path / "devices.json", {}).choose("camera", str(picture))
    assert Devices(tmp_path / "devices.json", {})["camera"] == str(picture)
