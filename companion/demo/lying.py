"""What lies on the demo table: pieces by the camera's names, and dice with the number that they show."""

from __future__ import annotations

from zlib import crc32

from companion.engine.types import Tabletop, Token
from companion.table.layout import DIE
from companion.table.sight import Palette


def lying(table: Tabletop, palette: Palette) -> dict[str, dict[str, int]]:
    """Place -> piece -> number. A die that may show several numbers shows one of them, always the same in a place."""
    out = {}
    for place, tokens in table.items():
        counts = palette.counts(tokens)
        for n, token in enumerate(t for t in tokens if t.kind == DIE):
            counts[f"{DIE}:{face(token, f'{place} {n}')}"] += 1
        out[place] = dict(counts)
    return out


def face(token: Token, where: str) -> int:
    """A number that a die may show."""
    low, _, high = (token.turn or "1-6").partition("-")
    return int(low) + crc32(where.encode()) % (int(high or low) - int(low) + 1)
