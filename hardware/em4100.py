"""Frames of EM4100 (125 kHz) readers, in the shapes that are sold.

=====  =============================================  ==========================================
bytes  layout                                         readers
=====  =============================================  ==========================================
14     02, 10 hex, 2 hex, 03                          RDM6300, RDM630, Grove 125k
16     02, 10 hex, 2 hex, 0D 0A, 03                   ID-2/12/20LA
13     02, 10 hex, one raw byte, 03                   some RDM6300 clones
12     0A, 10 hex, 0D (no check)                      Parallax 28140/28340, 2400 Bd
12     10 hex, 2 hex                                  EM-18
12     10 hex, 0D 0A (no check)                       readers set to plain text
=====  =============================================  ==========================================

The check is the exclusive-or of all five data bytes, the version byte included. The raw check byte may itself be 02,
03, 0A or 0D, so the shape is told by length and hex digits, never by looking for 03 alone. The two shapes that begin
with a digit count only where no digit and no 02 stands before them: there they would be the rest of another frame.
Source: RDM6300, EM-18 and ID-Innovations ID-12LA/20LA data sheets, Parallax 28140 manual.
"""

from __future__ import annotations

from attrs import frozen

from hardware.lines import Junk, xor8

_STX, _ETX, _LF, _CR = 0x02, 0x03, 0x0A, 0x0D
_HEX = frozenset(b"0123456789ABCDEFabcdef")
_JUNK_RUN = 64  # bytes of noise told at once
_DEADLINE = 0.5  # s; the slowest frame (12 bytes at 2400 Bd) takes 50 ms


@frozen
class EmFrame:
    """One read of a tag. ``tag``: ten upper-case hex digits; ``shape``: length in bytes; ``checked``: had a check."""

    tag: str
    shape: int
    checked: bool = True


def card_number(tag: str) -> str:
    """Return the ten-digit decimal printed on the card: the low four bytes of the id."""
    return f"{int(tag[-8:], 16):010d}"


class EmFramer:
    """Finds frames byte by byte and finds its way back after a lost one; never raises, whatever comes."""

    def __init__(self) -> None:
        self._held = bytearray()  # at most one frame
        self._junk = bytearray()
        self._why = "bytes"
        self._last = float("-inf")
        self._before = 0  # the byte before those that are held

    def feed(self, data: bytes, at: float) -> list[EmFrame | Junk]:
        """Take bytes that arrived at ``at`` (s); return frames and junk in their order."""
        out = self.tick(at)
        if data:
            self._last = at
        for byte in data:
            self._held.append(byte)
            self._scan(out)
        return out

    def tick(self, at: float) -> list[EmFrame | Junk]:
        """Give up half a frame after 0.5 s, and tell the noise before it."""
        out: list[EmFrame | Junk] = []
        if at - self._last > _DEADLINE:
            self._junk += self._held
            self._held.clear()
            self._before = 0
            self._tell_junk(out)
        return out

    def _scan(self, out: list[EmFrame | Junk]) -> None:
        while self._held:
            apart = self._before != _STX and self._before not in _HEX
            found = _bare(self._held) if apart and self._held[0] in _HEX else _match(self._held)
            if found is None:
                return
            if isinstance(found, EmFrame):
                self._tell_junk(out)
                out.append(found)
                self._before = self._held[found.shape - 1] if found.shape > 12 else 0
                del self._held[: found.shape]
            else:
                self._why = found or self._why
                self._before = self._held.pop(0)
                self._junk.append(self._before)
                if len(self._junk) >= _JUNK_RUN:
                    self._tell_junk(out)

    def _tell_junk(self, out: list[EmFrame | Junk]) -> None:
        if self._junk:
            out.append(Junk(bytes(self._junk), self._why))
            self._junk.clear()
        self._why = "bytes"


def _bare(held: bytearray) -> EmFrame | str | None:
    """The same for bytes that begin with a digit."""
    if not _HEX.issuperset(held[:10]):
        return ""
    if len(held) < 12:
        return None
    tag = held[:10].decode("ascii").upper()
    if held[10:12] == b"\r\n":
        return EmFrame(tag, 12, checked=False)
    if not _HEX.issuperset(held[10:12]):
        return ""
    return EmFrame(tag, 12) if int(held[10:12], 16) == xor8(bytes.fromhex(tag)) else "checksum"


def _match(held: bytearray) -> EmFrame | str | None:
    """Return the frame that ``held`` is; None if it may become one; else why it cannot ("" for plain noise)."""
    first, digits = held[0], held[1:11]
    if first not in (_STX, _LF) or not _HEX.issuperset(digits):
        return ""
    if len(held) < 12:
        return None
    tag = digits.decode("ascii").upper()
    if first == _LF:
        return EmFrame(tag, 12, checked=False) if held[11] == _CR else ""
    check = xor8(bytes.fromhex(tag))
    if len(held) < 13:
        return None
    if held[12] == _ETX:  # not a hex digit, so it is no 14-byte frame
        return EmFrame(tag, 13) if held[11] == check else "checksum"
    if not _HEX.issuperset(held[11:13]):
        return ""
    if len(held) < 14:
        return None
    right = int(held[11:13], 16) == check
    if held[13] == _ETX:
        return EmFrame(tag, 14) if right else "checksum"
    for index, byte in ((13, _CR), (14, _LF), (15, _ETX)):
        if len(held) <= index:
            return None
        if held[index] != byte:
            return ""
    return EmFrame(tag, 16) if right else "checksum"
