"""Where pictures come from, and the clear fault of every source that has none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import SourceError, open_source

GREY = np.full((48, 64, 3), 90, np.uint8)


def fault(url: str) -> str:
    with pytest.raises(SourceError) as e:
        open_source(url)
    return str(e.value.fault.code)


def test_faults_name_what_is_wrong(tmp_path: Path) -> None:
    assert fault(str(tmp_path / "none")) == "missing"
    assert fault("/dev/video77") == "missing"
    assert fault(str(tmp_path)) == "empty"
    (tmp_path / "bad.png").write_bytes(b"no picture")
    assert fault(str(tmp_path / "bad.png")) in ("unreadable", "empty")
    assert fault("gopher:whatever") == "scheme"
    assert fault("0?colour=red") == "option"


def test_a_folder_of_pictures_is_shown_in_order_and_held(tmp_path: Path) -> None:
    for i in range(3):
        cv2.imwrite(str(tmp_path / f"{i}.png"), GREY + i)
    source = open_source(f"{tmp_path}?hold=0.5&fps=10")
    seen, times = [], []
    while not source.ended:
        got = source.read()
        if got is not None:
            seen.append(int(got[0][0, 0, 0]))
            times.append(got[1])
    source.close()
    assert sorted(set(seen)) == [90, 91, 92]
    assert seen == sorted(seen)
    assert times == sorted(times)
    assert seen.count(91) >= 4


@pytest.fixture
def phone() -> Iterator[str]:
    """A camera of the network that sends MJPEG."""
    _, data = cv2.imencode(".jpg", GREY)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for _ in range(5):
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data))
                self.wfile.write(data.tobytes() + b"\r\n")

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    server.shutdown()
    server.server_close()


def test_pictures_over_the_network(phone: str) -> None:
    source = open_source(phone)
    got = None
    for _ in range(200):
        got = source.read()
        if got is not None:
            break
        threading.Event().wait(0.02)
    source.close()
    assert got is not None
    assert got[0].shape == GREY.shape
    assert abs(int(got[0].mean()) - 90) < 4
