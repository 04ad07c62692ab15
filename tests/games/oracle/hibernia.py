"""What Hibernia says, asked of the position and the map (catalogue, chapters 1 to 11)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from companion.engine.legal import Legal
from companion.engine.types import Choose
from companion.games.hibernia.game import GAME
from companion.games.hibernia.inputs import Move
from tests.games.oracle.table import Claim, Said, bidden

COLOURS = ("blue", "green", "red", "yellow")


def act(x: Said) -> Any:
    return x.act


def letter(said: Said, key: str = "seat") -> str:
    return "ABCD"[said[key]]


def holds(said: Said, county: str, side: str) -> int:
    return int(said.doc["counties"].get(county, {}).get(side, 0))


def near(said: Said, county: str) -> tuple[str, ...]:
    return tuple(said.s.world.config.board.space[county].neighbours)


def strength(said: Said) -> int:
    """HI-3.2: neighbours of the target that the player owns."""
    return sum(holds(said, other, letter(said)) > 0 for other in near(said, said["county"]))


def mine(said: Said, side: str) -> set[str]:
    return {c for c, held in said.doc["counties"].items() if side in held}


def pair(said: Said, without: str = "", side: str = "") -> bool:
    """HI-4.1: whether the owner holds two adjacent counties."""
    own = mine(said, side or letter(said, "owner")) - {without}
    return any(other in own for c in own for other in near(said, c))


def loose(said: Said) -> bool:
    """HI-9.4: two counties of the owner but the target, next to each other or with one county between them."""
    left = mine(said, letter(said, "owner")) - {said["county"]}
    return any(a in near(said, b) or set(near(said, a)) & set(near(said, b)) for a, b in combinations(left, 2))


def spare(said: Said) -> int:
    """HI-3.6, HI-3.8: supply, and what own counties but the target can give, each keeping one."""
    me, county = letter(said), said["county"]
    held = [h.get(me, 0) for c, h in said.doc["counties"].items() if c != county]
    return int(said.doc["supply"][me]) + sum(n - 1 for n in held if n)


def source(said: Said) -> bool:
    there = holds(said, said["source"], letter(said))
    asked = dict(act(said).sources)[said["source"]]
    if "there" in said:
        return bool(said["there"] == there < asked)
    return bool(there == asked)


def lacking(said: Said) -> bool:
    """HI-3.5: what the supply is short of, and more is taken from counties."""
    short = max(0, strength(said) - said.doc["supply"][letter(said)])
    return bool(said["short"] == short < sum(n for _, n in act(said).sources))


def exact(said: Said) -> bool:
    """HI-3.4: what is needed, and what supply and sources give together."""
    taken = sum(n for _, n in act(said).sources)
    given = taken + min(strength(said), said.doc["supply"][letter(said)])
    return strength(said) == said["needed"] != said["given"] == given


def opponent(said: Said) -> bool:
    return holds(said, said["county"], letter(said, "owner")) > 0 and said["owner"] != said["seat"]


def faces(said: Said) -> tuple[str, ...]:
    return (*COLOURS, "black", said.s.world.config.option("joker_face"))


def sourceless(said: Said) -> bool:
    """A source is no county, is named twice, or gives less than one soldier."""
    names = [c for c, _ in act(said).sources]
    counties = {s.id for s in said.s.world.config.board.spaces if s.kind == "county"}
    return len(set(names)) < len(names) or not set(names) <= counties or any(n < 1 for _, n in act(said).sources)


def asked(said: Said) -> bool:
    """The prompt names moves where there are any, and says when the die opens none."""
    legal = [e for e in Legal(GAME, said.s, said["seat"]) if isinstance(e, Move)]
    stuck = "die" in said.doc["owed"] and bool(said.doc["die"]) and not any(e.by == "die" for e in legal)
    owed = next(p for p in said.owed if isinstance(p, Choose))
    moves = ("move" in owed.what) == bool(legal)
    return bidden(said) and moves and tuple(said.doc["owed"]) == said["owed"] and bool(said["stuck"] == stuck)


CLAIMS: dict[str, Claim] = {
    "HI-1.4": lambda x: x.doc["phase"] in ("fortress", "start"),
    "HI-1.4!": lambda x: x.doc["phase"] == "fortress" and (
        not len(act(x).faces) == len(set(act(x).faces)) == x.s.world.players
            or not set(act(x).faces) <= set(x["allowed"])),
    "HI-1.5!": lambda x: x.doc["phase"] == "start" and (
        len(act(x).faces) != 1 or act(x).faces[0] not in "ABCD"[: x.s.world.players]),
    "HI-2.1": lambda x: x["seat"] != x["turn"] and x.doc["turn"] == letter(x, "turn"),
    "HI-2.2": lambda x: x["rolled"] == bool(x.doc["die"]),
    "HI-2.2!": lambda x: len(act(x).faces) != 1 or act(x).faces[0] not in faces(x),
    "HI-2.3": lambda x: x.doc["die"] == x["face"] != x.s.world.config.board.space[x["county"]].ink,
    "HI-2.5": lambda x: x.doc["die"] == x.s.world.config.option("joker_face"),
    "HI-2.6": lambda x: "extra" not in x.doc["owed"],
    "HI-2.8": lambda x: act(x).by == "die" and "die" not in x.doc["owed"],
    "HI-2.8!": lambda x: act(x).by not in ("die", "extra"),
    "HI-2.10": lambda x: x.s.world.config.option("extra_action") == "mandatory" and "extra" in x.doc["owed"],
    "HI-3.1!": lambda x: x["county"] not in {s.id for s in x.s.world.config.board.spaces if s.kind == "county"},
    "HI-3.3": lambda x: strength(x) == 0,
    "HI-3.4": exact,
    "HI-3.5": lacking,
    "HI-3.6": source,
    "HI-3.6!": sourceless,
    "HI-3.7": lambda x: x["county"] in dict(act(x).sources),
    "HI-3.8": lambda x: x["needed"] == strength(x) > x["free"] == spare(x),
    "HI-4.2": lambda x: opponent(x) and pair(x) and not pair(x, x["county"]) and len(mine(x, letter(x, "owner"))) > 2,
    "HI-4.3": lambda x: opponent(x) and pair(x) and len(mine(x, letter(x, "owner"))) == 2,
    "HI-4.5": lambda x: opponent(x) and not pair(x),
    "HI-7.2": lambda x: x.doc["phase"] == "over",
    "HI-9.4": lambda x: opponent(x) and x.doc["round"] == 1 and not loose(x),
    "HI-9.5": lambda x: opponent(x) and x.doc["round"] == 2 and not pair(x),
    # prompts
    "duty HI-1.4": lambda x: not x.doc["counties"],
    "duty HI-1.5": lambda x: len(x.doc["counties"]) >= x.s.world.players,
    "duty HI-2.2": lambda x: bidden(x) and not x.doc["die"] and x["early"] == (
        "extra" in x.doc["owed"] and not x.s.world.config.option("roll_first")),
    "duty HI-2.3": lambda x: asked(x) and "die" in x["owed"] and x.doc["die"] == x["die"] in (*COLOURS, "black"),
    "duty HI-2.4": lambda x: asked(x) and "die" in x["owed"] and x.doc["die"] == x["die"] == "black",
    "duty HI-2.5": lambda x: asked(x) and tuple(x.doc["owed"]) == ("extra",) and x.doc["die"] in ("purple", "white"),
    "duty HI-2.6": lambda x: asked(x) and tuple(x.doc["owed"]) == ("extra",),
    # remarks
    "notice no_pair": lambda x: x.doc["round"] >= 2 and not pair(x, side=letter(x)),
    "notice tie": lambda x: {x.doc["total"]["ABCD"[i]] for i in x["seats"]} == {max(x.doc["total"].values())},
    "notice help_is_fair": lambda x: x.s.world.config.option("hints") is True,
    "notice advice": lambda x: x.s.world.config.option("hints") is True,
}  # fmt: skip
