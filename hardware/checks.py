"""The two checksums of the line protocol."""

from __future__ import annotations

import binascii
from functools import reduce
from operator import xor


def xor8(data: bytes) -> int:
    """Exclusive-or of all bytes, 0..255, as NMEA lines and EM4100 readers use it."""
    return reduce(xor, data, 0)


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, 0..65535: polynomial 1021h, start FFFFh, no reflection; ``123456789`` gives 29B1h."""
    return binascii.crc_hqx(data, 0xFFFF)
