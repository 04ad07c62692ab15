"""One look at an address of a camera in the network: everything is bounded in time, and what is wrong is told rightly.

Redirects are the standard library's. A certificate that nobody vouches for is refused, unless the
address ends in ``#trust``. Name and password stand in the address; they are sent to that host alone and never shown.
Cameras ask for them in several ways, in any order, case and spacing; the strongest that can be answered is taken.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.client
import re
import secrets
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from attrs import frozen

from vision.frame import SourceFault

WITHIN_S = 4.0  # until a camera must have answered, redirects and passwords included
TRUST = "trust"  # behind the # of an address: its certificate is believed unseen
_SECRETS = "pwd|pass|passwd|password|token|key|auth|secret|usr|user|username|login|loginuse|loginpas"
_SECRET = re.compile(rf"(?i)([?&;](?:{_SECRETS})=)[^&;#\s]*")
HASHES = {"SHA-512-256": "sha512_256", "SHA-256": "sha256", "MD5": "md5"}  # the strongest one first
_PARAM = r'[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]*)'
_SCHEME = re.compile(rf"(?:^|,)\s*([A-Za-z][\w-]*)(?:\s+({_PARAM}(?:[\s,]+{_PARAM})*)|(?=\s*(?:,|$)))")
_PAIR = re.compile(r'([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))')


def masked(address: str) -> str:
    """An address as it may be shown: without name and password."""
    text = re.sub(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/?#\s]*@", r"\1***@", address)
    return _SECRET.sub(r"\1***", text)


class Deadline:
    """Cuts off every socket that was given to it once the time is over: no peer can stretch it by dripping bytes."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self.over = False
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    @property
    def left(self) -> float:
        return max(0.05, self._until - time.monotonic())

    def hold(self, sock: socket.socket) -> None:
        with self._lock:
            self._sockets.append(sock)
            if self.over:
                _shut(sock)

    def done(self) -> None:
        self._timer.cancel()

    def _cut(self) -> None:
        with self._lock:
            self.over = True
            for sock in self._sockets:
                _shut(sock)


def _shut(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


class _Login(urllib.request.BaseHandler):
    """Tells name and password to the host of the address when it asks, never on an open line where that one was not."""

    MOST = 6  # answers, over all redirects

    def __init__(self, host: str, secure: bool, name: str, word: str) -> None:
        self._host, self._secure, self._name, self._word = host, secure, name, word
        self._left = self.MOST

    def http_error_401(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        asked = challenges(headers.get_all("WWW-Authenticate") or ())
        refused = req.has_header("Authorization") and all(c.params.get("stale", "").lower() != "true" for c in asked)
        to = urlsplit(req.full_url)
        ours = to.hostname == self._host and (to.scheme == "https" or not self._secure)
        if not (self._name or self._word) or refused or not ours or not self._left:
            return None
        self._left -= 1
        told = answer(asked, self._name, self._word, req.selector, secrets.token_hex(8))
        if told is None:
            return None
        fp.close()
        again = urllib.request.Request(req.full_url, headers=req.headers)
        again.add_unredirected_header("Authorization", told)
        return self.parent.open(again, timeout=req.timeout)


def _connecting(kind: type[http.client.HTTPConnection], deadline: Deadline, **more: Any) -> Any:
    """Connections of a kind that keep to the deadline from their first byte on."""

    class Connection(kind):  # type: ignore[misc,valid-type]
        def _create_connection(self, *args: Any, **kwargs: Any) -> socket.socket:
            sock = socket.create_connection(args[0], timeout=deadline.left)
            deadline.hold(sock)
            return sock

        def connect(self) -> None:
            super().connect()
            deadline.hold(self.sock)  # what a certificate was shown over is another object

    return lambda host, **kwargs: Connection(host, **{**kwargs, "timeout": deadline.left}, **more)


class _Http(urllib.request.HTTPHandler):
    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._make = _connecting(http.client.HTTPConnection, deadline)

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._make, req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, deadline: Deadline, trust: bool) -> None:
        context = ssl.create_default_context()
        if trust:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        super().__init__(context=context)
        self._make = _connecting(http.client.HTTPSConnection, deadline, context=context)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._make, req)


class Reply:
    """An answer: its type and its bytes as they come."""

    def __init__(self, response: Any, deadline: Deadline) -> None:
        self._response, self._deadline = response, deadline
        self.kind = str(response.headers.get_content_type() or "")
        self._sock = _socket_in(response)

    def read(self, most: int, within: float) -> bytes:
        """What came, up to ``most`` bytes; b"" at the end. Raises OSError, TimeoutError after ``within`` s."""
        if self._sock is not None:
            self._sock.settimeout(max(0.05, within))
        return bytes(self._response.read1(most))

    def close(self) -> None:
        self._deadline.done()
        if self._sock is not None:
            _shut(self._sock)
        with contextlib.suppress(OSError, ValueError):
            self._response.close()


def _socket_in(response: Any) -> socket.socket | None:
    raw = getattr(getattr(response, "fp", None), "raw", None)
    found = getattr(raw, "_sock", None)
    return found if isinstance(found, socket.socket) else None


def ask(url: str, within: float = WITHIN_S) -> Reply | SourceFault:
    """Ask an address once. Never raises; takes ``within`` s at most (the look-up of a name excepted)."""
    facts = {"address": masked(url)}
    try:
        parts = urlsplit(url)
        name, word, host = unquote(parts.username or ""), unquote(parts.password or ""), parts.hostname or ""
        port = parts.port
    except ValueError:
        return SourceFault("address", facts)
    if not host or parts.scheme.lower() not in ("http", "https") or re.search(r"[\s\x00-\x1f]", url):
        return SourceFault("address", facts)
    place = (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")
    plain = urlunsplit((parts.scheme, place, parts.path or "/", parts.query, ""))
    deadline = Deadline(within)
    login = _Login(host.lower(), parts.scheme.lower() == "https", name, word)
    opener = urllib.request.OpenerDirector()
    for handler in (
        _Http(deadline), _Https(deadline, parts.fragment == TRUST), urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPDefaultErrorHandler(), urllib.request.HTTPErrorProcessor(), login,
        urllib.request.HTTPCookieProcessor(),  # some cameras lead round in circles until their cookie comes back
    ):  # fmt: skip
        opener.add_handler(handler)
    opener.addheaders = [("User-Agent", "table-companion"), ("Accept", "*/*")]
    try:
        response = opener.open(_ascii(plain), timeout=within)
    except Exception as e:  # whatever a peer sends, it is the peer's fault
        deadline.done()
        return SourceFault(_code(e, deadline.over, bool(name or word)), {**facts, **_status(e)})
    deadline.done()
    if deadline.over:  # the line was shut within the head, which looks like its end
        if response is not None:
            response.close()
        return SourceFault("timeout", facts)
    if response is None:  # nothing handles where it was sent to
        return SourceFault("refused", facts)
    return Reply(response, deadline)


def _ascii(url: str) -> str:
    """An address with umlauts as it goes over the wire."""
    from urllib.parse import quote

    parts = urlsplit(url)
    try:
        host = parts.netloc.encode("idna").decode("ascii") if not parts.netloc.isascii() else parts.netloc
    except UnicodeError:
        host = parts.netloc
    path, query = (quote(x, safe="%/:=&?~#+!$,;'@()*[]") for x in (parts.path, parts.query))
    return urlunsplit((parts.scheme, host, path, query, ""))


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    todo: list[Any] = [error]
    while todo and len(seen) < 20:
        e = todo.pop()
        if isinstance(e, BaseException) and e not in seen:
            seen.append(e)
            todo += [getattr(e, "reason", None), e.__cause__, e.__context__]
    yield from seen


def _code(error: Exception, late: bool, known: bool) -> str:
    """What went wrong, as a code of SourceFault."""
    causes = list(_causes(error))
    for e in causes:
        if isinstance(e, urllib.error.HTTPError):
            if e.code == 401:
                return "login_wrong" if known else "login"
            if e.code in (301, 302, 303, 307, 308):
                return "redirects"
            return {403: "forbidden", 404: "no_page", 410: "no_page"}.get(e.code, "status")
    if late or any(isinstance(e, TimeoutError) for e in causes):
        return "timeout"
    for kind, code in (
        (ssl.SSLCertVerificationError, "certificate"),
        (ssl.SSLError, "no_tls"),
        (socket.gaierror, "unknown_host"),
        (ConnectionRefusedError, "refused"),
        (http.client.InvalidURL, "address"),
        (UnicodeError, "address"),
        (ConnectionError, "broke_off"),
        (http.client.HTTPException, "no_http"),
        (OSError, "unreachable"),
    ):
        if any(isinstance(e, kind) for e in causes):
            return code
    return "no_http"


def _status(error: Exception) -> dict[str, str]:
    return {"status": str(error.code)} if isinstance(error, urllib.error.HTTPError) else {}


# ---------------------------------------------------------------- name and password: RFC 7617, RFC 7616
@frozen
class Challenge:
    """One way to tell a password. ``scheme`` in lower case; ``params`` by their names in lower case."""

    scheme: str
    params: Mapping[str, str]


def challenges(headers: Iterable[str]) -> list[Challenge]:
    """What the ``WWW-Authenticate`` headers of an answer ask for."""
    out = []
    for header in headers:
        for scheme, params in _SCHEME.findall(header[:4096]):
            told = {k.lower(): re.sub(r"\\(.)", r"\1", quoted) or bare for k, quoted, bare in _PAIR.findall(params)}
            out.append(Challenge(scheme.lower(), told))
    return out


def answer(asked: Iterable[Challenge], name: str, word: str, uri: str, cnonce: str) -> str | None:
    """The ``Authorization`` header for a GET of ``uri``; None if no way that is asked for is known here."""
    asked = list(asked)
    available = [h for h in HASHES if HASHES[h] in hashlib.algorithms_available]
    for algorithm in available:
        for c in asked:
            kind = c.params.get("algorithm", "MD5").upper()
            if c.scheme == "digest" and kind.removesuffix("-SESS") == algorithm and c.params.get("nonce"):
                return _digest(c.params, kind, name, word, uri, cnonce)
    if any(c.scheme == "basic" for c in asked):
        return "Basic " + base64.b64encode(f"{name}:{word}".encode()).decode("ascii")
    return None


def _digest(told: Mapping[str, str], kind: str, name: str, word: str, uri: str, cnonce: str) -> str:
    def h(text: str) -> str:
        return hashlib.new(HASHES[kind.removesuffix("-SESS")], text.encode("utf-8")).hexdigest()

    realm, nonce = told.get("realm", ""), told["nonce"]
    secret = h(f"{name}:{realm}:{word}")
    if kind.endswith("-SESS"):
        secret = h(f"{secret}:{nonce}:{cnonce}")
    offered = [q.strip().lower() for q in told.get("qop", "").split(",") if q.strip()]
    qop = "auth" if "auth" in offered or not offered else offered[0]
    what = f"GET:{uri}:{h('')}" if qop == "auth-int" else f"GET:{uri}"
    count = "00000001"
    parts = [secret, nonce, *([count, cnonce, qop] if offered else ()), h(what)]
    fields = [("username", name), ("realm", realm), ("nonce", nonce), ("uri", uri), ("response", h(":".join(parts)))]
    if "opaque" in told:
        fields.append(("opaque", told["opaque"]))
    out = [f'{key}="{_quoted(value)}"' for key, value in fields]
    if "algorithm" in told:
        out.append(f"algorithm={told['algorithm']}")
    if offered:
        out += [f"qop={qop}", f"nc={count}"]
    if offered or kind.endswith("-SESS"):
        out.append(f'cnonce="{cnonce}"')
    return "Digest " + ", ".join(out).encode("utf-8").decode("latin-1")  # headers go over the wire as Latin-1


def _quoted(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", re.sub(r"[\r\n]", "", value))
