"""What refusals of Walisk claim, asked of the position."""

from __future__ import annotations

from tests.games.oracle.table import Claim, Said


def units(said: Said, kind: str = "") -> int:
    """Units of the seat in the field that is named, of a kind where one is given."""
    f = said.s.world.index[said.facts["field"]]
    kinds = {"man": (0,), "ship": (1,)}.get(kind, (0, 1))
    return sum(g.n for g in said.s.units[f] if g.side == said.facts["seat"] and g.kind in kinds)


def apart(said: Said) -> bool:
    index, near = said.s.world.index, said.s.world.near
    return not near[index[said.facts["field"]]] >> index[said.facts["to"]] & 1


def goods(said: Said) -> bool:
    have = said.s.goods[said.facts["seat"]][("man", "ship", "house").index(said.facts["kind"])]
    return bool(said.facts["have"] == have < said.facts["n"])


def owner(said: Said) -> int:
    return int(said.s.owner[said.s.world.index[said.facts["field"]]])


def recorded(said: Said) -> bool:
    pair = {said.facts["seat"], said.facts["other"]}
    return any(a.kind == said.act.kind and {a.one, a.two} == pair for a in said.s.agreements)  # type: ignore[union-attr]


CLAIMS: dict[str, Claim] = {
    "WA-2.17": lambda x: x.s.phase == "over",
    "WA-2.2 setup": lambda x: x.s.round == 0 or x.s.phase in ("order", "start", "seed"),
    "WA-3.14": lambda x: "have" not in x.facts or x.facts["have"] == x.s.silver[x.facts["seat"]] < x.facts["cost"],
    "WA-3.15": lambda x: "kind" not in x.facts or owner(x) != x.facts["seat"],
    "WA-3.20": lambda x: x.s.phase == "rukr",
    "WA-3.27": lambda x: x.facts["seat"] is None or x.facts["seat"] != x.s.due[0],
    "WA-4.1 apart": apart,
    "WA-4.1 none": lambda x: units(x, "man") == 0,
    "WA-4.1 such": lambda x: units(x, "man") > 0,
    "WA-4.7 men": lambda x: units(x, "man") < x.facts["men"],
    "WA-5.1 absent": lambda x: units(x) == 0,
    "WA-6.2 goods": goods,
    "WA-6.2 self": lambda x: x.facts["other"] == x.facts["seat"],
    "WA-6.2 out": lambda x: x.facts["seat"] is None or x.s.life[x.facts["seat"]] != "in",
    "WA-6.2 out_other": lambda x: x.s.life[x.facts["other"]] != "in",
    "WA-8.41 off": lambda x: not x.s.world.opt["move_capital"],
    "WA-8.41 foreign": lambda x: owner(x) != x.facts["seat"],
    "WA-8.41 same": lambda x: x.s.capital[x.facts["seat"]] == x.s.world.index[x.facts["field"]],
    "WA-R26": goods,
    "WA-R26 done": lambda x: x.facts["other"] not in x.s.due,
    "WA-R50 fight": lambda x: bool(x.s.bouts),
    "WA-R63": lambda x: "field" not in x.facts or owner(x) != x.facts["seat"],
    "WA-R63 capital": lambda x: x.s.capital[x.facts["seat"]] == x.s.world.index[x.facts["field"]],
    "WA-R64 standing": recorded,
    "WA-R64 none": lambda x: not recorded(x),
    "WA-R26 time": lambda x: x.s.phase != "muster" or (x.s.round - 1) % 4 != 0,
}
