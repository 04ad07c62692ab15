"""What refusals of Löwenherz claim, asked of the state as the catalogue words it."""

from __future__ import annotations

from tests.games.oracle.table import Claim, Said


def figure(said: Said) -> bool:
    bit = 1 << said.s.world.square_index[said.facts["square"]]
    return any(mask & bit for mask in (*said.s.castles, *said.s.knights))


def border(said: Said) -> bool:
    return bool(said.s.walls >> said.s.world.edge_index[said.facts["edge"]] & 1)


CLAIMS: dict[str, Claim] = {
    "LH-1.4 occupied": figure,
    "LH-1.5 occupied": figure,
    "LH-7.2 occupied": figure,
    "LH-6.8": border,
    "LH-8.4": figure,
    "LH-8.14": figure,
    "LH-R20": figure,
    "LH-8.7": lambda x: x.facts["mine"] <= x.facts["theirs"],
    "LH-4.8 means": lambda x: x.facts["has"] == x.s.ducats[x.facts["seat"]] < x.facts["ducats"],
    "LH-11.8 price": lambda x: x.facts["has"] < x.facts["cost"],
    "LH-13.1": lambda x: x.s.phase in ("over", "reveal"),
}
