"""What each refusal of Hibernia claims, asked of the position (catalogue, chapters 2 to 4)."""

from __future__ import annotations

from tests.games.oracle.table import Claim, Said


def letter(said: Said, key: str = "seat") -> str:
    return "ABCD"[said.facts[key]]


def holds(said: Said, county: str, side: str) -> int:
    return int(said.doc["counties"].get(county, {}).get(side, 0))


def near(said: Said, county: str) -> tuple[str, ...]:
    return tuple(said.s.world.config.board.space[county].neighbours)


def strength(said: Said) -> int:
    """HI-3.2: neighbours of the target that the player owns."""
    return sum(holds(said, other, letter(said)) > 0 for other in near(said, said.facts["county"]))


def pair(said: Said, without: str = "") -> bool:
    """HI-4.1: whether the owner holds two adjacent counties."""
    mine = {c for c, held in said.doc["counties"].items() if letter(said, "owner") in held and c != without}
    return any(other in mine for c in mine for other in near(said, c))


def spare(said: Said) -> int:
    """HI-3.6, HI-3.8: supply, and what own counties but the target can give, each keeping one."""
    me, county = letter(said), said.facts["county"]
    held = [h.get(me, 0) for c, h in said.doc["counties"].items() if c != county]
    return int(said.doc["supply"][me]) + sum(n - 1 for n in held if n)


def source(said: Said) -> bool:
    there = holds(said, said.facts["source"], letter(said))
    asked = dict(said.act.sources)[said.facts["source"]]  # type: ignore[union-attr]
    if "there" in said.facts:
        return bool(said.facts["there"] == there < asked)
    return there == asked


CLAIMS: dict[str, Claim] = {
    "HI-1.4": lambda x: x.doc["phase"] in ("fortress", "start"),
    "HI-2.1": lambda x: x.doc["turn"] != letter(x),
    "HI-2.2": lambda x: "rolled" not in x.facts or x.facts["rolled"] == bool(x.doc["die"]),
    "HI-2.3": lambda x: x.doc["die"] == x.facts["face"] != x.s.world.config.board.space[x.facts["county"]].ink,
    "HI-2.5": lambda x: x.doc["die"] in ("purple", "white"),
    "HI-2.6": lambda x: "extra" not in x.doc["owed"],
    "HI-2.8": lambda x: x.facts["by"] not in ("die", "extra") or "die" not in x.doc["owed"],
    "HI-3.3": lambda x: strength(x) == 0,
    "HI-3.4": lambda x: strength(x) == x.facts["needed"] != x.facts["given"],
    "HI-3.5": lambda x: x.facts["short"] == max(0, strength(x) - x.doc["supply"][letter(x)]),
    "HI-3.6": lambda x: "source" not in x.facts or source(x),
    "HI-3.7": lambda x: x.facts["county"] in dict(x.act.sources),  # type: ignore[union-attr]
    "HI-3.8": lambda x: x.facts["needed"] == strength(x) > x.facts["free"] == spare(x),
    "HI-4.2": lambda x: pair(x) and not pair(x, x.facts["county"]),
    "HI-4.3": lambda x: pair(x) and not pair(x, x.facts["county"]),
    "HI-4.5": lambda x: not pair(x),
    "HI-7.2": lambda x: x.doc["phase"] == "over",
    "HI-9.4": lambda x: x.doc["round"] == 1 and not pair(x, x.facts["county"]),
    "HI-9.5": lambda x: x.doc["round"] == 2 and not pair(x),
}
