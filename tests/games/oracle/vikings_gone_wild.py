"""What refusals of Vikings Gone Wild claim, asked of the state."""

from __future__ import annotations

from tests.games.oracle.table import Claim

CLAIMS: dict[str, Claim] = {
    "VG-4.1": lambda x: "turn" not in x.facts or x.facts["turn"] == x.s.turn != x.facts["seat"],
    "VG-4.4": lambda x: x.facts["has"] < x.facts["needed"] or x.facts["given"] < x.facts["needed"],
    "VG-11.2": lambda x: x.s.players[x.facts["seat"]].claimed,
    "VG-12.1": lambda x: "has" not in x.facts or x.facts["has"] < 2,
    "VG-16.3": lambda x: x.s.phase == "over",
    "VG-R18": lambda x: x.facts["turn"] != x.facts["seat"],
    "VG-R28 rises": lambda x: not x.s.players[x.facts["seat"]].village[0].ready,
    "VG-R8": lambda x: x.facts["strength"] < x.facts["defence"],
}
