"""What refusals of Brian Boru claim, asked of the position."""

from __future__ import annotations

from tests.games.oracle.table import Claim, Said


def coins(said: Said) -> bool:
    have = said.s.coins[said.facts["seat"]]
    return bool(said.facts["coins"] == have < said.facts["needed"])


def disc(said: Said) -> bool:
    i = said.s.world.index[said.facts["town"]]
    return any(mask >> i & 1 for mask in said.s.discs)


CLAIMS: dict[str, Claim] = {
    "BB-1.2 has_disc": disc,
    "BB-6.2 has_disc": disc,
    "BB-7.9 has_disc": disc,
    "BB-6.6 acted": lambda x: x.facts["seat"] not in x.s.queue,
    "BB-6.6 other_seat": lambda x: x.facts["seat"] in x.s.queue[1:],
    "BB-6.7 winner": lambda x: x.facts["seat"] == x.s.winner,
    "BB-6.7 loser": lambda x: x.facts["seat"] != x.s.winner,
    "BB-7.6 coins": coins,
    "BB-7.7 coins": coins,
    "BB-7.8 coins": coins,
    "BB-7.9 coins": coins,
    "BB-12.1": lambda x: x.doc["phase"] == "over",
}
