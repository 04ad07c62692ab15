"""Answers to a camera that asks for name and password: Basic (RFC 7617) and Digest (RFC 7616); pure.

Cameras announce several ways in any order, in one header or many, in any case, with spaces where none belong; the
strongest one that can be answered is taken.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping

from attrs import frozen

HASHES = {"SHA-512-256": "sha512_256", "SHA-256": "sha256", "MD5": "md5"}  # the strongest one first
_PARAM = r'[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]*)'
_SCHEME = re.compile(rf"(?:^|,)\s*([A-Za-z][\w-]*)(?:\s+({_PARAM}(?:[\s,]+{_PARAM})*)|(?=\s*(?:,|$)))")
_PAIR = re.compile(r'([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))')


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
