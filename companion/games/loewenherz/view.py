"""What a seat may know, and what should lie on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.masks import bits
from companion.engine.slotted import changed
from companion.engine.types import Tabletop, Token, letter
from companion.games.loewenherz.position import position
from companion.games.loewenherz.rules.rounds import fiefs
from companion.games.loewenherz.rules.use import mountains
from companion.games.loewenherz.state import POLITICS_PILE, SETUP, UNKNOWN, Phase, State, men, reserve, supply

HIDDEN = ("ducats", "hands", "piles", "decks", "bids")


# ---------------------------------------------------------------- what is hidden
def veiled(s: State) -> State:
    """The state as everybody may know it: hands, piles and sealed bids unnamed, hidden money without a limit (LH-R38).

    At the reveal what was named before is left out, so that nobody is told by what the others can still hold.
    """
    if s.phase == Phase.OVER:
        return s
    world = s.world
    untold = [sum(c == UNKNOWN for c in h) if s.phase == Phase.REVEAL else len(h) for h in s.hands]
    changes: dict[str, Any] = {
        "hands": tuple((UNKNOWN,) * n for n in untold),
        "piles": tuple((UNKNOWN,) * len(p) for p in s.piles),
        "decks": tuple(tuple(sorted(d)) for d in s.decks),
    }
    if not world.open_money:
        changes["ducats"] = (world.most_ducats,) * world.players
    if world.sealed:
        changes["bids"] = tuple(None if b is None else (0, ()) for b in s.bids)
    return changed(s, **changes)


# ---------------------------------------------------------------- the view
def view(s: State, seat: int | None) -> Mapping[str, Any]:
    """Public facts, and of the hidden ones those of this seat (LH-10.2, LH-R38); at the end all lies open."""
    world, seats = s.world, range(s.world.players)
    doc = {key: value for key, value in position(s).items() if key not in HIDDEN}
    over = s.phase == Phase.OVER
    doc["ducats"] = {letter(p): s.ducats[p] for p in seats if world.open_money or over or p == seat}
    doc["cards"] = {letter(p): len(s.hands[p]) for p in seats}
    doc["hand"] = {letter(p): list(s.hands[p]) for p in seats if over or p == seat}
    doc["piles"] = [len(p) for p in s.piles]
    if s.looking and seat == s.turn and world.app_politics:
        doc["pile"] = list(s.piles[s.looking - 1])
    doc["stacks"] = {k: sum(c not in s.drawn for c in world.stack_cards[k]) for k in world.stacks}
    if s.bidders:
        open_bids = {letter(p): b for p, b in zip(s.bidders, s.bids, strict=True) if not world.sealed or p == seat}
        doc["bids"] = {k: {"ducats": b[0], "treasures": list(b[1])} for k, b in open_bids.items() if b is not None}
        doc["have_bid"] = [letter(p) for p, b in zip(s.bidders, s.bids, strict=True) if b is not None]
    doc["supply"] = supply(s)
    doc["reserve"] = {name: reserve(s, i) for i, name in enumerate(world.names)}
    doc["regions"] = regions(s)
    doc["zones"] = [list(world.square_ids(z)) for z in world.grid.parts(s.zones, s.walls)] if s.zones else []
    doc["if_king_died"] = {letter(p): s.power[p] + (0 if over else mountains(s, p)) for p in seats}
    if seat is not None and seat in seats and not over:  # fiefs are nobody else's business before the end
        doc["with_fiefs"] = {letter(seat): s.power[seat] + mountains(s, seat) + world.worth(fiefs(s, seat))}
    doc["terrain"] = terrain(s)
    return doc


def regions(s: State) -> dict[str, Any]:
    """Every region by its castle: whose it is and what it holds."""
    world, found = s.world, {}
    for i, ((square, side), region) in enumerate(zip(s.keeps, s.regions, strict=True)):
        if region:
            others = [b if a == i else a for a, b, _ in s.alliances if i in (a, b)]
            found[world.squares[square]] = {
                "side": world.names[side],
                "squares": list(world.square_ids(region)),
                "size": region.bit_count(),
                "towns": (region & s.land.town).bit_count(),
                "mountains": (region & s.land.mountain).bit_count(),
                "knights": (region & men(s)).bit_count(),
                "allied": [world.squares[s.keeps[j][0]] for j in others],
            }
    return found


def terrain(s: State) -> list[str]:
    """Terrain by rows, a letter a square as on the board file; empty while parts are missing."""
    land, wide = s.land, s.world.grid.columns
    marks = [
        next((m for m, mask in zip(".FMS", land, strict=True) if mask >> q & 1), " ") for q in range(s.world.grid.n)
    ]
    return ["".join(marks[i : i + wide]) for i in range(0, len(marks), wide)] if land.farm else []


# ---------------------------------------------------------------- the table
def tabletop(s: State) -> Tabletop:
    """Figures on squares, borders on edges (one that is turned lies across), parts and cards on their fields."""
    world = s.world
    bare = world.memo.kept(("bare",), lambda: dict.fromkeys((*world.squares, *world.edges.values()), ()))
    table: dict[str, tuple[Token, ...]] = {**bare}
    squares, names = world.squares, world.names
    for q, side in s.keeps:
        table[squares[q]] = (Token("castle", names[side]),)
    for side, mask in enumerate(s.knights):
        knight = (Token("knight", names[side]),)
        for q in bits(mask):
            table[squares[q]] = knight
    border = (Token("border"),)
    for e in bits(s.walls):
        table[world.edges[e]] = border
    for _, _, e in s.alliances:
        if e >= 0:
            table[world.edges[e]] = (Token("border", turn="across"),)
    _fields(s, table)
    return {k: v for k, v in table.items() if k in world.config.board.space}


def _fields(s: State, table: dict[str, tuple[Token, ...]]) -> None:
    """Parts at their places, piles with their number of cards, markers on a track if the board has one."""
    world = s.world
    for i, lie in enumerate(s.layout):
        table[f"place_{i + 1}"] = (Token("part", lie[:-1], lie[-1]),) if lie else ()
    shuffled = s.phase not in SETUP
    left = sum(len(world.stack_cards[k]) for k in world.stacks) - len(s.drawn)
    table["action_pile"] = (Token("card"),) * left if shuffled else ()
    table["action_discard"] = tuple(Token("card", turn=c) for c in s.drawn)
    for i, pile in enumerate(s.piles):
        table[f"politics_{i + 1}"] = (Token("card"),) * len(pile) if POLITICS_PILE not in s.unshuffled else ()
    table["politics_discard"] = tuple(Token("card", turn=c) for c in s.discard)
    for track in world.config.board.tracks:
        for space in track.spaces:
            table[space] = ()
        for p, power in enumerate(s.power):
            n = len(track.spaces)  # a track with an end: on the lion below it, on the last space beyond
            at = track.spaces[power % n if track.loop else min(max(power, 0), n - 1)]
            table[at] += (Token("marker", letter(p)),)
