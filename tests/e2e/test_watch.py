"""``companion watch`` on a folder of photoreal pictures, with a die on a socket: account, score and a journal."""

from __future__ import annotations

import json
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main

PICTURES = Path(__file__).resolve().parents[1] / "images" / "photoreal" / "window"
LOOKS = 4  # pictures of each table, as a camera would send them


@contextmanager
def die(*lines: bytes) -> Iterator[str]:
    """A die behind a socket that sends noise and these lines, and stays."""
    server = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def serve() -> None:
        link, _ = server.accept()
        with link:
            link.sendall(b"".join(lines))
            done.wait(60)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"socket://127.0.0.1:{server.getsockname()[1]}"
    finally:
        done.set()
        server.close()


def test_an_act_is_seen_and_a_roll_is_heard(tmp_path: Path) -> None:
    truth = json.loads((PICTURES / "truth.json").read_text(encoding="utf-8"))["pictures"][:2]
    frames = tmp_path / "frames"
    frames.mkdir()
    for n in range(len(truth)):
        for k in range(LOOKS):
            shutil.copy(PICTURES / "pics" / f"{n:04d}.jpg", frames / f"{n:04d}-{k}.jpg")
    told = [line for p in truth for line in p["acts"]]
    lots = tmp_path / "lots.txt"
    lots.write_text("\n".join(told[:2]), encoding="utf-8")
    seats = ",".join(f"{n}={c}" for n, c in zip("ABCD", ("white", "purple", "orange", "black"), strict=True))
    command = ["watch", "--game", "hibernia", "--frames", str(frames), "--taps", str(lots), "--seats", seats]
    with die(b"\xff\x00garbage\n", b'{"t":"die","die":"d1","state":"OK","sides":6,"value":"GREEN"}\n') as url:
        result = CliRunner().invoke(main, [*command, "--die", url, "--journal", str(tmp_path / "evening"), "--json"])
    assert result.exit_code == 0, result.output
    account = json.loads(result.output)
    assert account["heard"] == 1, account
    assert account["seen"] == 1, account
    assert account["questions"] == []
    assert account["position"]["counties"]["osraige"] == {"B": 1}
    assert CliRunner().invoke(main, ["replay", str(tmp_path / "evening"), "--verify"]).exit_code == 0


def test_a_die_that_is_not_there_is_told_in_both_languages(tmp_path: Path) -> None:
    shutil.copy(PICTURES / "pics" / "0000.jpg", tmp_path / "one.jpg")
    for language, sentence in (("en", "device 1: "), ("de", "Gerät 1: ")):
        command = ["--language", language, "watch", "--game", "hibernia", "--frames", str(tmp_path)]
        result = CliRunner().invoke(main, [*command, "--die", "/dev/tty-of-nobody"])
        told = [line for line in result.output.splitlines() if line.startswith(sentence)]
        assert len(told) == 1, result.output
        assert "/dev/tty-of-nobody" in told[0]
        assert "Traceback" not in result.output
