"""Sets of small numbers as bits of a whole number: what a map's counties, squares and fields are told by."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers in a bit mask, lowest first; masks come again and again, so they are remembered."""
    out: list[int] = []
    for at, byte in enumerate(mask.to_bytes(mask.bit_length() + 7 >> 3, "little")):
        if byte:
            out += _ones(at, byte)
    return tuple(out)


@lru_cache(maxsize=1 << 14)
def _ones(at: int, byte: int) -> tuple[int, ...]:
    """The numbers in one byte of a mask."""
    return tuple([8 * at + i for i in range(8) if byte >> i & 1])
