"""Cameras and pictures of the world: read, or said rightly; bounded in time and memory; secrets never shown."""

from __future__ import annotations

import json
import random
import shutil
import socket
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.table.cameras import open_cameras
from companion.table.faults import CAMERA, WatchError, camera_line
from tests.outside.cameras import (
    Script,
    answer,
    basic,
    camera,
    certificate,
    digest,
    head,
    in_chunks,
    jpeg,
    raw,
    still,
    stream,
)
from tests.outside.waiting import comes_true
from vision.frames import SourceError, SourceFault, open_source, read_picture
from vision.jpegs import MOST_BYTES, Cutter, NoPicture, decoded, torn
from vision.latest import Latest
from vision.web import ask, masked


def pictures(url: str, wanted: int = 3, looks: int = 400) -> tuple[int, Any]:
    """So many pictures of an address, and the source's fault behind them."""
    source = open_source(url)
    seen = 0
    try:
        for _ in range(looks):
            got = source.read()
            seen += got is not None
            if seen >= wanted or source.fault is not None:
                break
        return seen, source.fault
    finally:
        source.close()


LENGTH = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: LENGTH\r\n\r\n"
MIXED = b"\r\n--b\nContent-Length:LENGTH\r\nContent-Type: image/jpeg\n\r\n"
STREAMS: dict[str, Script] = {
    "as announced": stream("multipart/x-mixed-replace; boundary=b"),
    "another boundary": stream("multipart/x-mixed-replace; boundary=BoundaryString", b"--myboundary\r\n\r\n"),
    "boundary with its dashes": stream('multipart/x-mixed-replace;boundary="--b"'),
    "no boundary announced": stream("multipart/x-mixed-replace"),
    "lengths": stream("multipart/x-mixed-replace; boundary=b", LENGTH),
    "lengths too long": stream("multipart/x-mixed-replace; boundary=b", LENGTH.replace(b"LENGTH", b"9999999")),
    "lengths too short": stream("multipart/x-mixed-replace; boundary=b", LENGTH.replace(b"LENGTH", b"7")),
    "lengths that are none": stream("multipart/x-mixed-replace; boundary=b", LENGTH.replace(b"LENGTH", b"soon")),
    "line feeds alone": stream("multipart/x-mixed-replace; boundary=b", b"--b\nContent-Type: image/jpeg\n\n", b"\n"),
    "no heads": stream("multipart/x-mixed-replace; boundary=b", b"--b\r\n", b""),
    "bare pictures": stream("video/x-motion-jpeg", b"", b""),
    "octets": stream("application/octet-stream"),
    "wrong type": stream("text/plain", b"", b""),
    "no type": stream("", b"", b"\r\n"),
    "rubbish between": stream("multipart/x-mixed-replace; boundary=b", b"\0\xff\xd8rubbish\r\n--b\r\n\r\n"),
    "chunked": raw(
        b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n",
        lambda p: in_chunks(b"\r\n--b\r\n", b"Content-Type: image/jpeg\r\nX-Timestamp: 1.2\r\n\r\n", p[:99], p[99:]),
    ),
    "HTTP/1.0 and a space behind the boundary": raw(
        b"HTTP/1.0 200 OK\r\nServer: x\r\nContent-Type: multipart/x-mixed-replace;boundary=notcross\r\n\r\n",
        lambda p: [b"--notcross \r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(p), p, b"\r\n"],
    ),
    "head by line feeds": raw(
        b"HTTP/1.1 200 OK\nContent-Type: multipart/x-mixed-replace;boundary=b\n\n", lambda p: [b"--b\n\n", p, b"\n"]
    ),
    "no more than a status": raw(b"HTTP/1.1 200\r\n\r\n", lambda p: [p]),
    "line ends of both kinds": stream("multipart/x-mixed-replace; boundary=b", MIXED, b"\n"),
    "boundary of two words": stream('multipart/x-mixed-replace; boundary="my boundary"', b"--my boundary\r\n\r\n"),
    "capitals": stream("Multipart/X-Mixed-Replace;BOUNDARY=b"),
    "said to be a page": stream("text/html; charset=utf-8"),
    "said to be text": stream("text/plain"),
    "stills": still(),
    "a still of another status": answer("206 Partial Content", body=jpeg(4), kind="image/jpeg"),
    "stills without length": still(length=-1),
    "stills of another type": still("image/jpg"),
}


def waiting(line: socket.socket, _: str) -> None:
    line.sendall(head("image/jpeg", "Connection: keep-alive\r\n") + jpeg(int(time.monotonic() * 10) % 7))
    line.recv(1)  # and no more, until the other end leaves


def test_a_still_whose_line_stays_open_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import vision.mjpeg

    monkeypatch.setattr(vision.mjpeg, "ALONE_S", 0.1)
    with camera(waiting) as url:
        assert pictures(url) == (3, None)


@pytest.mark.parametrize("name", STREAMS)
def test_however_a_camera_packs_its_pictures_they_are_read(name: str) -> None:
    with camera(STREAMS[name]) as url:
        seen, fault = pictures(url)
    assert (seen, fault) == (3, None)


def test_a_picture_may_come_byte_by_byte_and_of_several_the_newest_counts() -> None:
    data = jpeg(1)
    for step in (1, 2, 7, 4096):
        cutter = Cutter()
        raw = b"--x\r\n\r\n" + data + b"\r\n--x\r\n\r\n" + jpeg(2) + b"--x"
        found = [p for i in range(0, len(raw), step) for p in cutter.feed(raw[i : i + step])]
        assert found == [data, jpeg(2)]
    exif = data[:2] + b"\xff\xe1" + (len(jpeg(3)) + 2).to_bytes(2, "big") + jpeg(3) + data[2:]  # a thumbnail within
    assert Cutter().feed(exif) == [exif]
    png = cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes()
    assert Cutter().feed(b"xx" + png + data) == [png, data]
    assert torn(data[:-2])
    assert torn(png[:-5])
    assert not torn(data + b"trailer of a phone")


def wrong(url: str) -> SourceFault:
    with pytest.raises(SourceError) as refused:
        open_source(url)
    return refused.value.fault


ANSWERS: dict[str, tuple[Script, str]] = {
    "password": (answer("401 Unauthorized", 'WWW-Authenticate: Basic realm="x"\r\n'), "login"),
    "forbidden": (answer("403 Forbidden"), "forbidden"),
    "not there": (answer("404 Not Found"), "no_page"),
    "broken": (answer("500 Oh"), "status"),
    "page of a router": (answer("200 OK", body=b"<html>"), "not_stream"),
    "round and round": (answer("302 Found", "Location: /video\r\n"), "redirects"),
    "to a file": (answer("302 Found", "Location: file:///etc/passwd\r\n"), "redirects"),
    "no http": (lambda line, _: line.sendall(b"SSH-2.0-OpenSSH_9\r\n"), "no_http"),
    "hangs up": (lambda line, _: None, "broke_off"),
    "headers without end": (lambda line, _: line.sendall(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50_000), "no_http"),
    "one header without end": (lambda line, _: line.sendall(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000), "no_http"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_keeps_a_camera_from_being_seen_is_said_rightly(name: str) -> None:
    script, code = ANSWERS[name]
    with camera(script) as url:
        assert wrong(url).code == code


def test_addresses_that_nobody_answers_are_said_rightly() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    assert wrong(f"http://127.0.0.1:{port}/").code == "refused"
    assert wrong("http://no-such-camera.invalid/video").code == "unknown_host"
    for text in ("http://", "http:///video", "http://127.0.0.1:99999/", "http://[::1/", "https://x y/", "HTTP://"):
        assert wrong(text).code == "address", text


@pytest.mark.parametrize(
    "text",
    ["127.0.0.1:PORT/video", "localhost:PORT", "[::1]:PORT/x", "'http://127.0.0.1:PORT/'", "<http://127.0.0.1:PORT/>"],
)
def test_an_address_as_people_type_it_is_one(text: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    assert wrong(text.replace("PORT", str(port))).code in ("refused", "unreachable")
    assert wrong("no-such-camera.local:8080/video").code in ("unknown_host", "unreachable", "refused", "timeout")
    assert wrong("Brett.jpg").code == "missing"  # the name of a file is none


def led_round(line: socket.socket, request: str) -> None:
    if "Cookie: seen=1" in request:
        still()(line, request)
    else:
        answer("302 Found", "Set-Cookie: seen=1; path=/\r\nLocation: /video\r\n")(line, request)


def test_a_camera_that_wants_its_cookie_back_gets_it() -> None:
    with camera(led_round) as url:
        assert pictures(url, 2) == (2, None)


def drip(line: socket.socket, _: str) -> None:
    for byte in b"HTTP/1.1 200 OK\r\n" + b"X-Slow: " + b"y" * 3000:
        line.sendall(bytes([byte]))
        time.sleep(0.01)  # the first line gets through in time, the rest does not


def swallow(line: socket.socket, _: str) -> None:
    time.sleep(20)


@pytest.mark.parametrize("script", [drip, swallow], ids=["drips", "silent"])
def test_a_camera_that_never_gets_there_is_given_up_in_time(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    with camera(script) as url:
        fault = ask(url, within=0.6)
    assert isinstance(fault, SourceFault)
    assert fault.code == "timeout"


def flood(line: socket.socket, _: str) -> None:
    line.sendall(head("multipart/x-mixed-replace; boundary=b"))
    while True:
        line.sendall(b"\xff\xd8\xff\xe0\x00\x04no" + b"\0" * (1 << 16))


def half(line: socket.socket, _: str) -> None:
    line.sendall(head("multipart/x-mixed-replace; boundary=b") + jpeg()[:-20])
    time.sleep(20)


@pytest.mark.parametrize(("script", "codes"), [(flood, ("not_stream",)), (half, ("timeout",))], ids=["floods", "half"])
def test_a_stream_without_a_whole_picture_is_a_fault_and_takes_no_memory(
    script: Script, codes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    import vision.mjpeg

    monkeypatch.setattr(vision.mjpeg, "WHOLE_S", 0.6)
    with camera(script) as url:
        source = open_source(url)
        for _ in range(20_000):
            assert source.read() is None
            assert len(source._cutter._held) <= MOST_BYTES + 65536  # type: ignore[attr-defined]
            if source.fault is not None:
                break
        source.close()
    assert source.fault is not None
    assert source.fault.code in codes


DIGEST = 'Digest realm="cam", qop="auth", nonce="n1"'
ASKS = (  # several ways at once
    f'WWW-Authenticate: {DIGEST}\r\nWWW-Authenticate: Basic realm="cam"\r\n',
    f'WWW-Authenticate: Basic realm="a, b \\"c\\""\r\nwww-authenticate: {DIGEST.lower()}\r\n',
    f'WWW-Authenticate: Basic realm="cam", Negotiate, {DIGEST},algorithm="MD5"\r\n',
    f'WWW-Authenticate: Bearer realm="x", error="e"\r\nWWW-Authenticate: {DIGEST},algorithm=WHIRL, {DIGEST}\r\n',
)


def test_name_and_password_are_sent_by_basic_and_by_digest_and_to_that_host_alone() -> None:
    for gate in (
        basic("änna", "p@ss:wörd", stream("multipart/x-mixed-replace; boundary=b")),
        digest("anna", "secret", still()),
        digest("anna", "secret", still(), qop=""),
        digest("anna", "secret", still(), algorithm="SHA-256"),
        digest("anna", "secret", still(), algorithm="SHA-512-256"),
        digest("anna", "secret", still(), algorithm="MD5-sess"),
        digest("anna", "secret", still(), algorithm="SHA-256-sess"),
        digest("anna", "secret", still(), qop='qop="auth-int, auth", '),
        digest("anna", "secret", still(), qop='qop="auth-int",'),
        digest("anna", "secret", still(), qop="qop=auth , opaque=,stale=FALSE, "),
        *(digest("anna", "secret", still(), asks=asks) for asks in ASKS),
    ):
        with camera(gate) as url:
            word = "%C3%A4nna:p%40ss%3Aw%C3%B6rd" if gate.__qualname__.startswith("basic") else "anna:secret"
            assert pictures(url.replace("//", f"//{word}@"), 2) == (2, None)
            assert wrong(url).code == "login"
            assert wrong(url.replace("//", "//anna:wrong@")).code == "login_wrong"
    asked: list[str] = []

    def listener(line: socket.socket, request: str) -> None:
        asked.append(request)
        still()(line, request)

    with camera(listener) as other:
        hop = answer("302 Found", f"Location: {other.replace('127.0.0.1', 'localhost')}\r\n")
        with camera(basic("anna", "secret", hop)) as url:
            assert pictures(url.replace("//", "//anna:secret@"), 1) == (1, None)
    assert asked
    assert all("Authorization" not in r for r in asked)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make a certificate with")
def test_a_certificate_that_nobody_vouches_for_is_said_and_believed_when_told_so(tmp_path: Path) -> None:
    with camera(still(), certificate(tmp_path)) as url:
        assert wrong(url).code == "certificate"
        with camera(answer("301 Moved Permanently", f"Location: {url}\r\n")) as plain:
            assert wrong(plain).code == "certificate"  # a camera that leads from http to https
            assert pictures(f"{plain}#trust", 1) == (1, None)
        assert pictures(f"{url}#trust", 2) == (2, None)
        assert wrong(url.replace("https", "http")).code in ("no_http", "broke_off", "timeout")
    with camera(digest("anna", "secret", still()), certificate(tmp_path)) as url:
        with camera(answer("301 Moved Permanently", f"Location: {url}\r\n")) as plain:
            assert pictures(plain.replace("//", "//anna:secret@") + "#trust", 1) == (1, None)
        with camera(basic("anna", "secret", still())) as plain, camera(answer("302 Found", f"Location: {plain}\r\n"),
                                                                       certificate(tmp_path)) as safe:  # fmt: skip
            assert wrong(safe.replace("//", "//anna:secret@") + "#trust").code == "login_wrong"  # not on an open line
    with socket.create_server(("127.0.0.1", 0)) as plain:
        threading.Thread(target=lambda: plain.accept()[0].sendall(b"HTTP/1.0 400 Bad\r\n\r\n"), daemon=True).start()
        assert wrong(f"https://127.0.0.1:{plain.getsockname()[1]}/").code == "no_tls"


@pytest.mark.parametrize("code", CAMERA)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_sentence_about_a_camera_shows_its_password(code: str, lang: str) -> None:
    from companion import i18n

    url = "http://anna:geheim@10.0.0.9/video?user=anna&pwd=geheim&x=1"
    before = i18n.language()
    i18n.use(lang)
    try:
        for told in (camera_line(SourceFault(code, {"address": url})), camera_line(SourceFault(code), url)):
            assert "geheim" not in told
            assert "10.0.0.9" in told
    finally:
        i18n.use(before)


def test_secrets_are_masked_wherever_an_address_is_shown(tmp_path: Path) -> None:
    from companion.app.live.devices import Devices

    assert masked("rtsp://a:b@cam/1") == "rtsp://***@cam/1"
    assert masked("http://cam/v.cgi?loginuse=a&loginpas=b") == "http://cam/v.cgi?loginuse=***&loginpas=***"
    assert masked("/dev/video0") == "/dev/video0"
    devices = Devices(tmp_path / "devices.json", {"camera": "http://a:geheim@127.0.0.1:9/v"})
    assert "geheim" not in str([c.text for d in devices.view().devices for c in d.choices])
    with pytest.raises(WatchError) as refused:
        open_cameras(["http://a:geheim@127.0.0.1:9/v"])
    assert "geheim" not in str(refused.value)


def test_rtsp_without_a_camera_is_a_sentence() -> None:
    assert wrong("rtsp://127.0.0.1:9/stream").code in ("no_rtsp", "no_ffmpeg")


# ---------------------------------------------------------------- pictures
def header_of(width: int, height: int) -> bytes:
    """A JPEG whose header says this size."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return bytes(data)


PICTURES = {
    "bomb": (header_of(65500, 65500), "huge"),
    "large": (header_of(30000, 30000), "huge"),
    "one px": (cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes(), "tiny"),
    "one line": (cv2.imencode(".png", np.zeros((1, 900, 3), np.uint8))[1].tobytes(), "tiny"),
    "torn": (jpeg()[: len(jpeg()) * 2 // 3], "torn"),
    "half copied": (jpeg()[:-1], "torn"),
    "torn png": (cv2.imencode(".png", np.eye(99, dtype=np.uint8) * 9)[1].tobytes()[:-30], "torn"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 99, "heic"),
    "text": (b"no picture", "unreadable"),
    "nothing": (b"", "unreadable"),
    "zero by zero": (header_of(0, 0), "unreadable"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_odd_pictures_are_sentences_everywhere(tmp_path: Path, name: str) -> None:
    from click.testing import CliRunner

    from companion.cli import main

    data, code = PICTURES[name]
    file = tmp_path / "Bild Ü.jpg"
    file.write_bytes(data)
    with pytest.raises(SourceError) as refused:
        read_picture(file)
    assert refused.value.fault.code == code
    board = Path(__file__).resolve().parents[2] / "boards/hibernia/house.yaml"
    for words in (
        ["read", "--board", str(board), str(file)],
        ["watch", "--game", "hibernia", "--frames", str(file)],
        ["capture", "--home", str(tmp_path), "photo", "hibernia", str(file)],
        ["capture", "photo", "hibernia", str(file), "--home", str(tmp_path)],
    ):
        told = CliRunner().invoke(main, words)
        assert told.exit_code != 0
        assert told.exception is None or isinstance(told.exception, SystemExit), (words[0], told.exception)


def test_who_watches_without_a_screen_is_told_what_the_camera_does_not_see(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from companion.cli import main

    for n, data in enumerate((jpeg(), PICTURES["large"][0], jpeg())):
        (tmp_path / f"{n}_t{n}.0.jpg").write_bytes(data)
    words = ["watch", "--game", "hibernia", "--frames", str(tmp_path), "--language"]
    for lang, looks, huge in (("de", "Kamera: sucht den Plan", "groß"), ("en", "Camera: looks for the board", "large")):
        told = CliRunner().invoke(main, [*words, lang]).output.splitlines()
        assert told[0] == told[2] == looks
        assert told[1].startswith(f"{tmp_path / '1_t1.0.jpg'}: ")
        assert huge in told[1]


def test_a_mac_s_companions_are_no_pictures_and_heic_is_said(tmp_path: Path) -> None:
    (tmp_path / "._1.jpg").write_bytes(b"\0\5\x16\7Mac OS X")
    (tmp_path / "IMG_1.HEIC").write_bytes(b"x")
    assert wrong(str(tmp_path)).code == "heic"
    (tmp_path / "1.jpg").write_bytes(jpeg())
    source = open_source(str(tmp_path))
    assert source.read() is not None


def test_one_odd_picture_in_a_stream_is_passed_over() -> None:
    def run(line: socket.socket, _: str) -> None:
        line.sendall(head("multipart/x-mixed-replace; boundary=b"))
        for n in range(300):
            line.sendall(b"--b\r\n\r\n" + (header_of(65500, 65500) if n % 3 == 0 else jpeg(n)) + b"\r\n")
            time.sleep(0.01)

    with camera(run) as url:
        source = open_source(url)
        got = [source.read() for _ in range(12)]
        source.close()
    assert sum(g is not None for g in got) >= 4


class Live:
    """A camera that does what it is told: pictures, an exception, or never coming back."""

    fault = None

    def __init__(self) -> None:
        self.ended, self.how, self.n = False, "moving", 0
        self.free = threading.Event()

    def grab(self) -> Any:
        time.sleep(0.002)
        self.n += 1
        if self.how == "raises":
            raise cv2.error("odd")
        if self.how == "hangs":
            self.free.wait(20)
        n = self.n if self.how == "moving" else 0
        return (lambda: np.full((200, 200, 3), n % 250, np.uint8)), float(self.n)

    def close(self) -> None:
        self.ended = True


until = partial(comes_true, seconds=10.0)


def test_a_live_camera_that_fails_hangs_or_freezes_is_told_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    import vision.latest

    monkeypatch.setattr(vision.latest, "HUNG_S", 0.3)
    monkeypatch.setattr(vision.latest, "FROZEN_S", 0.2)
    live = Live()
    source = Latest(live, patience_s=0.1)
    try:
        assert until(lambda: source.read() is not None and source.fault is None)
        live.how = "raises"
        assert until(lambda: source.fault is not None and source.fault.code == "failed")
        live.how = "moving"
        assert until(lambda: source.read() is not None and source.fault is None and not source.frozen)
        live.how = "frozen"
        assert until(lambda: source.read() is not None and source.frozen)
        live.how = "hangs"
        assert until(lambda: source.fault is not None and source.fault.code == "hung")
        live.how = "moving"
        live.free.set()
        assert until(lambda: source.read() is not None and source.fault is None and not source.frozen)
    finally:
        source.close()


# ---------------------------------------------------------------- noise
def cut_noise(count: int, seed: int) -> tuple[int, int]:
    """Bytes of noise and spoiled pictures into the cutter and the decoder; pictures found and decoded."""
    rng = random.Random(seed)
    whole = [jpeg(n) for n in range(4)] + [cv2.imencode(".png", np.eye(40, dtype=np.uint8) * 9)[1].tobytes()]
    cutter, sent, found, good = Cutter(1 << 20), 0, 0, 0
    while sent < count:
        data = bytearray(rng.choice(whole))
        for _ in range(rng.randrange(4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.3:
            data = data[: rng.randrange(len(data))]
        if rng.random() < 0.5:
            data += rng.randbytes(rng.randrange(400))
        sent += len(data)
        for picture in cutter.feed(bytes(data)):
            found += 1
            try:
                decoded(picture)
                good += 1
            except NoPicture:
                pass
        assert len(cutter._held) <= (1 << 20) + len(data)
    return found, good


def test_noise_in_a_stream_ends_in_pictures_or_faults() -> None:
    found, good = cut_noise(300_000, 1)
    assert found >= good > 20


@pytest.mark.proof
def test_ten_million_bytes_of_noise_in_a_stream() -> None:
    found, good = cut_noise(10_000_000, 2)
    print(json.dumps({"framer": "pictures of a stream", "bytes": 10_000_000, "found": found, "decoded": good}))
    assert found >= good > 1000




def test_a_game_without_a_demo_for_the_camera_is_a_sentence() -> None:
    from click.testing import CliRunner

    from companion.cli import main

    words = ["--language", "en", "watch", "--game", "vikings_gone_wild", "--frames", "demo:vikings_gone_wild"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 1
    assert "no demo table" in told.output
    assert isinstance(told.exception, SystemExit)
