"""The state of Löwenherz as a plain mapping, and back; keys left out take sensible values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import MOST, STOCK, Balance
from companion.engine.hidden import unseen
from companion.engine.slotted import changed
from companion.engine.types import letter
from companion.games.loewenherz.box import KNIGHT
from companion.games.loewenherz.derive import derived
from companion.games.loewenherz.position.keys import EDGE_OR_NONE, SQUARE_OR_NONE, STATE, Reader
from companion.games.loewenherz.rules.common import action_of
from companion.games.loewenherz.state import SETUP, TALLY, UNKNOWN, Bid, Phase, State, castle_on, fresh
from companion.games.loewenherz.world import World

TOGETHER = ("fences", "alliances", "bids", "right")  # keys that only mean something beside others
RIGHT = ("units", "squares", "region", "expand")
CONTEST = (Phase.DEAL, Phase.BID)
TURNED = (Phase.CARD, Phase.DECIDE, Phase.POLITICS, Phase.ACT)


def position(s: State) -> dict[str, Any]:
    world, keeps = s.world, s.keeps
    region = keeps[s.grown][0] if s.grown >= 0 else -1
    return {
        **STATE.write(world, s),
        "alliances": [
            {"regions": [world.squares[keeps[a][0]], world.squares[keeps[b][0]]], "edge": EDGE_OR_NONE.write(world, e)}
            for a, b, e in s.alliances
        ],
        "bids": {
            letter(p): {"ducats": b[0], "treasures": list(b[1])}
            for p, b in zip(s.bidders, s.bids, strict=True)
            if b is not None
        },
        "right": dict(zip(RIGHT, (s.units, s.squares, SQUARE_OR_NONE.write(world, region), s.may_expand), strict=True)),
    }


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """A state from a document; raises PositionError with all that is wrong."""
    r = Reader(world, doc, (*STATE.names, *TOGETHER))
    told = STATE.told(r, "", doc)
    s = changed(fresh(world), phase=told.get("phase", _phase(doc)))
    s = _table(r, s, told)
    s = _board(r, s, told)
    s = _cards(r, s, told)
    s = _money_and_points(s, told)
    s = _round(r, s, told)
    s = _right(r, s)
    r.finish()
    return s


def _phase(doc: Mapping[str, Any]) -> str:
    """Where it is not told."""
    if "castles" not in doc:
        return Phase.COLOURS
    return Phase.ACT if doc.get("action") else Phase.DECIDE if doc.get("card") else Phase.CARD


def _table(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    """Colours, who is first, the lie of the parts."""
    world = r.world
    colours = told.get("colours", s.colours if s.phase == Phase.COLOURS else world.tables.colours[: world.sides])
    if len({c for c in colours if c}) != sum(map(bool, colours)):
        r.bad("colours", "a colour of its own for each side", list(colours))
    first = told.get("first", -1 if s.phase in (Phase.COLOURS, Phase.BEGIN) else 0)
    usual = s.layout if s.phase in SETUP - {Phase.SETTLE, Phase.SHUFFLE} else world.printed
    layout = told.get("layout", usual)
    if "layout" in told:
        lies = ("", *world.turned_parts, *(f"{p}?" for p in world.part_ids))
        used = [lie[:-1] for lie in layout if lie]
        if len(layout) != len(world.places) or any(v not in lies for v in layout) or len(set(used)) != len(used):
            r.bad("layout", f"{len(world.places)} different parts with their turn, as A0", list(layout))
            layout = world.printed
    return changed(s, colours=tuple(colours), first=first, opener=told.get("opener", first), layout=layout)


# ---------------------------------------------------------------- figures and borders
def _board(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    world, box = r.world, r.world.tables.box
    keeps = told.get("keeps", ())
    taken = {q for q, _ in keeps}
    knights = [0] * world.sides
    for side, squares in enumerate(told.get("knights", ((),) * world.sides)):
        at = f"knights.{world.names[side]}"
        for i, q in enumerate(squares):
            if q in taken:
                r.bad(f"{at}.{i}", "a square without another figure", world.squares[q])
            taken.add(q)
            knights[side] |= 1 << q
        if len(squares) > box["knights"]:
            r.bad(at, f"{box['knights']} knights at most", len(squares))
        if sum(k == side for _, k in keeps) > box["castles"]:
            r.bad("castles", f"{box['castles']} castles of a side at most", world.names[side])
    walls = told.get("walls", 0)
    for fence in r.listed("fences", r.doc.get("fences"), r.fence):
        walls |= fence
    s = derived(changed(s, keeps=keeps, knights=tuple(knights), walls=walls))
    return changed(s, alliances=tuple(sorted(_alliances(r, s))))


def _alliances(r: Reader, s: State) -> Iterator[tuple[int, int, int]]:
    grid = r.world.grid
    at = {square: i for i, (square, _) in enumerate(s.keeps)}
    for n, raw in enumerate(r.items("alliances", r.doc.get("alliances"))):
        key = f"alliances.{n}"
        names = r.items(f"{key}.regions", raw.get("regions")) if isinstance(raw, Mapping) else []
        found = sorted(at.get(r.square(f"{key}.regions", name), -1) for name in names)
        if len(found) != 2 or found[0] < 0 or found[0] == found[1] or not all(s.regions[i] for i in found):
            r.bad(f"{key}.regions", "the castles of two regions", names)
            continue
        a, b = found
        if s.keeps[a][1] == s.keeps[b][1]:
            r.bad(f"{key}.regions", "regions of two sides", names)
        edge = r.edge(f"{key}.edge", raw["edge"]) if raw.get("edge") else -1
        if edge >= 0 and not (grid.between(s.regions[a], s.regions[b]) & s.walls) >> edge & 1:
            r.bad(f"{key}.edge", "a border that both regions share", raw["edge"])
        yield a, b, edge


# ---------------------------------------------------------------- cards, money, points
def _cards(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    world, playing = r.world, s.phase not in SETUP
    hands, discard = told.get("hands", s.hands), told.get("discard", ())
    piles = told.get("piles") or (_piles(world, hands, discard) if playing else s.piles)
    card = told.get("card", "")
    drawn = told.get("drawn", (card,) if card else ())
    if not card and s.phase in (Phase.DECIDE, Phase.POLITICS, *CONTEST, Phase.ACT):
        r.bad("card", f"the action card that lies open, since the phase is {s.phase}")
    if card and world.card[card].kind != "action":
        r.bad("card", "a card with three actions", card)
    if len(set(drawn)) != len(drawn):
        r.bad("drawn", "each card once", list(drawn))
    held = world.app_deck and playing
    left = {k: tuple(c for c in world.stack_cards[k] if held and c not in drawn) for k in world.stacks}
    decks = {**left, **told.get("decks", {})}
    return changed(
        s, hands=hands, discard=discard, piles=piles, drawn=drawn, card=card, decks=tuple(decks.values()),
        unshuffled=told.get("unshuffled", () if playing else s.unshuffled),
    )  # fmt: skip


def _piles(world: World, hands: tuple[tuple[str, ...], ...], discard: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """What is left of the box in two piles."""
    left = unseen(world.politics_box, (discard, *hands))
    n = len(world.politics_box) - len(discard) - sum(len(h) for h in hands)
    cut = min(world.cards.pile_sizes[0], max(0, n) // 2)
    rest = left[: max(0, n)] if world.app_politics else (UNKNOWN,) * max(0, n)
    return rest[:cut], rest[cut:]


def _money_and_points(s: State, told: Mapping[str, Any]) -> State:
    """Points that no line of the sheet explains were set by hand."""
    power, silver = told.get("power", s.power), told.get("silver", ())
    explained = told.get("tally", ((0,) * (len(TALLY) - 1),) * s.world.players)
    tally = tuple(
        (*row, power[p] - sum(row) - sum(points[p] for points in silver)) for p, row in enumerate(explained)
    )
    return changed(s, power=power, tally=tally, silver=silver, ducats=told.get("ducats", s.ducats))


# ---------------------------------------------------------------- the round
def _round(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    world, step, laid = r.world, told.get("step", 0), told.get("laid", s.laid)
    contest = s.phase in CONTEST
    if step > 3 or (step == 0) != (s.phase not in (Phase.ACT, *CONTEST)) or (step and not s.card):
        r.bad("action", "1 to 3 while an action of a card is carried out, otherwise 0", step)
        step = 0
    bidders = told.get("bidders", tuple(p for p in range(world.players) if step in laid[p]) if contest else ())
    if contest and len(bidders) < 2:
        r.bad("bidders", "two seats or more that chose the action", list(bidders))
    s = changed(
        s,
        round=told.get("round", 1),
        laid=laid,
        step=step,
        turn=told.get("turn", s.first if s.phase in TURNED else -1),
        played=told.get("played", ()),
        bidders=bidders,
        bids=_bids(r, s, bidders),
        duel=told.get("duel", int(contest)),
        looking=told.get("looking", 0),
        cut=told.get("cut", ()),
        spent=told.get("spent", 0),
        winners=told.get("winners", ()),
    )
    if s.looking > 2:
        r.bad("looking", "0, 1 or 2", s.looking)
    if s.spent and not (s.step and world.one_treasure):
        r.bad("spent", "nobody, unless an action is carried out that takes one treasure of a seat", r.doc["spent"])
    if s.phase == Phase.POLITICS and not s.played:
        r.bad("played", "the politics cards still to be carried out", [])
    return s


def _bids(r: Reader, s: State, bidders: tuple[int, ...]) -> tuple[Bid | None, ...]:
    """Sealed bids; one that the ducats do not cover is asked for anew (LH-4.8)."""
    out: list[Bid | None] = [None] * len(bidders)
    treasures = tuple(sorted(r.world.treasures))
    for name, raw in r.mapping("bids", r.doc.get("bids")).items():
        seat = r.seat(f"bids.{name}", name)
        if seat not in bidders or not isinstance(raw, Mapping):
            r.bad(f"bids.{name}", "ducats and treasures of a bidder", raw)
            continue
        ducats = r.number(f"bids.{name}.ducats", raw.get("ducats", 0))
        cards = r.cards(f"bids.{name}.treasures", raw.get("treasures"), treasures)
        if ducats <= s.ducats[seat]:
            out[bidders.index(seat)] = (ducats, tuple(sorted(cards)))
    return tuple(out)


def _right(r: Reader, s: State) -> State:
    """What is left of the action: as the card says, unless the document says more."""
    units = expand = 0
    if s.phase == Phase.ACT and s.step:
        units, expand = action_of(s).n, int(action_of(s).kind == KNIGHT)
    raw = r.mapping("right", r.doc.get("right"), RIGHT)
    grown = -1
    if raw.get("region"):
        grown = castle_on(s, r.square("right.region", raw["region"]))
        if grown < 0 or not s.regions[grown]:
            r.bad("right.region", "the castle of a region", raw["region"])
            grown = -1
    return changed(
        s,
        units=r.number("right.units", raw.get("units", units)),
        squares=r.number("right.squares", raw.get("squares", 0)),
        grown=grown,
        may_expand=r.number("right.expand", raw.get("expand", expand)),
    )


CASTLES = {2: "LH-14.4", 3: "LH-14.2", 4: "LH-1.3"}  # how many castles each colour sets, by number of players


def balances(s: State) -> Iterator[Balance]:
    """Castles of each colour, knights and borders beside what the box holds, politics cards in all."""
    world, box = s.world, s.world.tables.box
    for side, knights in enumerate(s.knights):
        yield Balance("LH-1.17", "knight", world.names[side], box["knights"], knights.bit_count(), MOST)
    yield Balance("LH-R14", "border", "", box["borders"], s.walls.bit_count(), STOCK)
    if s.phase in SETUP:
        return
    own, neutral = world.castles
    for side, name in enumerate(world.names):
        wanted = own // world.players if side < world.players else neutral
        stand = sum(owner == side for _, owner in s.keeps)
        yield Balance(CASTLES[world.players], "castle", name, wanted, stand)
    cards = sum(map(len, (*s.hands, *s.piles))) + len(s.discard)
    yield Balance("LH-R40", "politics", "", len(world.politics_box), cards)
