"""Cameras of the network as people own them, and as nobody should meet them: scripts of bytes on a socket of ours."""

from __future__ import annotations

import contextlib
import hashlib
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

Script = Callable[[socket.socket, str], None]  # the line, and the request's head


def jpeg(seed: int = 1, size: tuple[int, int] = (64, 48)) -> bytes:
    rng = np.random.default_rng(seed)
    picture = cv2.resize(rng.integers(0, 255, (6, 8, 3)).astype(np.uint8), size)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@contextlib.contextmanager
def camera(script: Script, cert: Path | None = None) -> Iterator[str]:
    """The address of a server that runs ``script`` for each connection."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    context = None
    if cert is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert)

    def serve(sock: socket.socket) -> None:
        with contextlib.suppress(OSError):
            line = context.wrap_socket(sock, server_side=True) if context is not None else sock
            with line:
                line.settimeout(20)
                head = b""
                while b"\r\n\r\n" not in head:
                    got = line.recv(4096)
                    if not got:
                        return
                    head += got
                script(line, head.decode("latin-1"))

    def accept() -> None:
        while True:
            try:
                sock, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(sock,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http{'s' if cert else ''}://127.0.0.1:{port}/video"
    finally:
        with contextlib.suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for the next connection
        listening.close()


def head(kind: str, more: str = "", status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}\r\n".encode("latin-1")


def stream(
    kind: str, before: bytes = b"--b\r\nContent-Type: image/jpeg\r\n\r\n", after: bytes = b"\r\n", pause: float = 0.02
) -> Script:
    """A stream of changing pictures under this type, each with these bytes around it."""

    def run(line: socket.socket, _: str) -> None:
        line.sendall(head(kind))
        for n in range(400):
            data = jpeg(n % 7 + 1)
            line.sendall(before.replace(b"LENGTH", str(len(data)).encode()) + data + after)
            time.sleep(pause)

    return run


def still(kind: str = "image/jpeg", length: int | None = None) -> Script:
    """One picture for each question."""

    def run(line: socket.socket, _: str) -> None:
        data = jpeg(int(time.monotonic() * 10) % 7)
        size = len(data) if length is None else length
        line.sendall(head(kind, f"Content-Length: {size}\r\nConnection: close\r\n" if size >= 0 else "") + data)

    return run


def answer(status: str, more: str = "", body: bytes = b"", kind: str = "text/html") -> Script:
    def run(line: socket.socket, _: str) -> None:
        line.sendall(head(kind, f"{more}Content-Length: {len(body)}\r\nConnection: close\r\n", status) + body)

    return run


def basic(name: str, word: str, then: Script) -> Script:
    import base64

    right = base64.b64encode(f"{name}:{word}".encode()).decode()

    def run(line: socket.socket, request: str) -> None:
        if f"Authorization: Basic {right}" in request:
            then(line, request)
        else:
            answer("401 Unauthorized", 'WWW-Authenticate: Basic realm="camera"\r\n')(line, request)

    return run


def raw(headers: bytes, parts: Callable[[bytes], list[bytes]]) -> Script:
    """These headers, then for each changing picture these pieces, each sent by itself."""

    def run(line: socket.socket, _: str) -> None:
        line.sendall(headers)
        for n in range(400):
            for piece in parts(jpeg(n % 7 + 1)):
                line.sendall(piece)
            time.sleep(0.02)

    return run


def in_chunks(*pieces: bytes) -> list[bytes]:
    """Pieces as ``Transfer-Encoding: chunked`` packs them."""
    return [b"%x\r\n" % len(piece) + piece + b"\r\n" for piece in pieces]


HASHES = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}


def digest(
    name: str, word: str, then: Script, algorithm: str = "MD5", qop: str = 'qop="auth", ', asks: str = ""
) -> Script:
    """A camera that takes Digest by this algorithm. ``asks``: its headers, where they are not the usual one."""

    def h(text: str) -> str:
        return hashlib.new(HASHES[algorithm.removesuffix("-sess")], text.encode()).hexdigest()

    def run(line: socket.socket, request: str) -> None:
        sent = request.partition("Authorization: Digest ")[2].partition("\r\n")[0]
        told = dict(re.findall(r'(\w+)="?([^",\r]+)', sent))
        if told:
            body = f":{h('')}" if told.get("qop") == "auth-int" else ""
            a1, a2 = h(f"{name}:cam:{word}"), h(f"GET:{told['uri']}{body}")
            if algorithm.endswith("-sess"):
                a1 = h(f"{a1}:{told['nonce']}:{told['cnonce']}")
            parts = [told["nonce"], *([told["nc"], told["cnonce"], told["qop"]] if "qop" in told else ())]
            if told["response"] == h(":".join([a1, *parts, a2])):
                then(line, request)
                return
        usual = f'WWW-Authenticate: Digest realm="cam", {qop}nonce="abc123", algorithm={algorithm}\r\n'
        answer("401 Unauthorized", asks or usual)(line, request)

    return run


def certificate(folder: Path) -> Path:
    """A certificate that nobody vouches for, with its key (valid for 127.0.0.1), made for these tests alone."""
    import subprocess

    file = folder / "own.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=camera",
         "-keyout", str(file), "-out", str(folder / "cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    file.write_bytes(file.read_bytes() + (folder / "cert.pem").read_bytes())
    return file
