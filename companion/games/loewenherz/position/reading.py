"""A position document read as a state of Löwenherz: every fault is listed, keys left out take sensible values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.games.loewenherz.box import Action
from companion.games.loewenherz.derive import derived
from companion.games.loewenherz.position import KEYS
from companion.games.loewenherz.state import PHASES, POLITICS_PILE, SETUP, TALLY, UNKNOWN, Bid, Phase, State, fresh
from companion.games.loewenherz.world import World


class Reader(PositionReader):
    """One document being read."""

    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        super().__init__(doc, world.players, KEYS)
        self.world = world

    def seat_or_none(self, key: str, default: int) -> int:
        if key not in self.doc:
            return default
        return self.seat(key, self.doc[key] or "", "")

    def side(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.side_index, f"a side of {' '.join(self.world.names)}")

    def square(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.square_index, "a square of the board")

    def edge(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.edge_index, "an edge between two squares")

    def cards(self, key: str, value: Any, known: tuple[str, ...]) -> tuple[str, ...]:
        return self.listed(key, value, lambda at, c: self.word(at, c, known))


TURNED = (Phase.CARD, Phase.DECIDE, Phase.POLITICS, Phase.ACT)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """A state from a document; raises PositionError with all that is wrong."""
    r = Reader(world, doc)
    s = fresh(world)
    s = changed(s, phase=_phase(r))
    s = _table(r, s)
    s = _board(r, s)
    s = _cards(r, s)
    s = _money_and_points(r, s)
    s = _round(r, s)
    r.finish()
    return s


def _phase(r: Reader) -> str:
    given = r.doc.get("phase")
    if given is None:
        if "castles" not in r.doc:
            return Phase.COLOURS
        return Phase.ACT if r.doc.get("action") else Phase.DECIDE if r.doc.get("card") else Phase.CARD
    return r.word("phase", given, PHASES)


def _table(r: Reader, s: State) -> State:
    """Colours, who is first, the lie of the parts."""
    world = r.world
    colours = [""] * world.sides
    if "colours" not in r.doc and s.phase != Phase.COLOURS:
        colours = list(world.tables.colours[: world.sides])
    for name, value in r.mapping("colours").items():
        colours[r.side(f"colours.{name}", name)] = r.word(f"colours.{name}", value, world.tables.colours)
    if len({c for c in colours if c}) != sum(map(bool, colours)):
        r.bad("colours", "a colour of its own for each side", colours)
    known = -1 if s.phase in (Phase.COLOURS, Phase.BEGIN) else 0
    first = r.seat_or_none("first", known)
    layout = s.layout if s.phase in SETUP - {Phase.SETTLE, Phase.SHUFFLE} else world.printed
    if "layout" in r.doc:
        layout = tuple(str(v) for v in r.items("layout"))
        lies = ("", *world.turned_parts, *(f"{p}?" for p in world.part_ids))
        used = [lie[:-1] for lie in layout if lie]
        if len(layout) != len(world.places) or any(v not in lies for v in layout) or len(set(used)) != len(used):
            r.bad("layout", f"{len(world.places)} different parts with their turn, as A0", list(layout))
            layout = world.printed
    return changed(s, colours=tuple(colours), first=first, opener=r.seat_or_none("opener", first), layout=layout)


# ---------------------------------------------------------------- figures and borders
def _board(r: Reader, s: State) -> State:
    world = r.world
    keeps = sorted(
        (r.square(f"castles.{name}", name), r.side(f"castles.{name}", who))
        for name, who in r.mapping("castles").items()
    )
    taken = {q for q, _ in keeps}
    knights = [0] * world.sides
    for name, held in r.mapping("knights").items():
        side = r.side(f"knights.{name}", name)
        for i, square in enumerate(r.items(f"knights.{name}", held)):
            q = r.square(f"knights.{name}.{i}", square)
            if q in taken:
                r.bad(f"knights.{name}.{i}", "a square without another figure", square)
            taken.add(q)
            knights[side] |= 1 << q
        if knights[side].bit_count() > world.tables.box["knights"]:
            r.bad(f"knights.{name}", f"{world.tables.box['knights']} knights at most", knights[side].bit_count())
    for side in range(world.sides):
        if sum(k == side for _, k in keeps) > world.tables.box["castles"]:
            r.bad("castles", f"{world.tables.box['castles']} castles of a side at most", world.names[side])
    walls = 0
    for i, name in enumerate(r.items("borders")):
        walls |= 1 << r.edge(f"borders.{i}", name)
    for i, raw in enumerate(r.items("fences")):
        walls |= _fence(r, f"fences.{i}", raw)
    s = derived(changed(s, keeps=tuple(keeps), knights=tuple(knights), walls=walls))
    return changed(s, alliances=tuple(sorted(_alliances(r, s))))


def _fence(r: Reader, key: str, raw: Any) -> int:
    """All borders round a rectangle or a set of squares; edges under ``except`` stay open."""
    world = r.world
    if not isinstance(raw, Mapping) or raw.keys() - {"rect", "squares", "except"}:
        r.bad(key, "rect: [column, column, row, row] or squares, and except", raw)
        return 0
    area = 0
    for i, name in enumerate(r.items(f"{key}.squares", raw.get("squares"))):
        area |= 1 << r.square(f"{key}.squares.{i}", name)
    if "rect" in raw:
        ends = [r.number(f"{key}.rect.{i}", v) for i, v in enumerate(r.items(f"{key}.rect", raw["rect"]))]
        if len(ends) != 4 or ends[1] >= world.grid.columns or ends[3] >= world.grid.rows:
            r.bad(f"{key}.rect", "first and last column, first and last row", raw["rect"])
            return 0
        for row in range(ends[2], ends[3] + 1):
            for column in range(ends[0], ends[1] + 1):
                area |= 1 << row * world.grid.columns + column
    walls = world.grid.rim(area)
    for i, name in enumerate(r.items(f"{key}.except", raw.get("except"))):
        walls &= ~(1 << r.edge(f"{key}.except.{i}", name))
    return walls


def _alliances(r: Reader, s: State) -> Iterator[tuple[int, int, int]]:
    grid = r.world.grid
    at = {square: i for i, (square, _) in enumerate(s.keeps)}
    for n, raw in enumerate(r.items("alliances")):
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
def _cards(r: Reader, s: State) -> State:
    world, playing = r.world, s.phase not in SETUP
    politics = (*dict.fromkeys(world.politics_box), UNKNOWN)
    hands = list(s.hands)
    for name, cards in r.mapping("hands").items():
        hands[r.seat(f"hands.{name}", name)] = tuple(sorted(r.cards(f"hands.{name}", cards, politics)))
    discard = tuple(sorted(r.cards("discard", r.doc.get("discard"), politics)))
    piles_known = ("?",) if not world.app_politics else politics
    given = r.items("piles")
    if given:
        piles = tuple(tuple(sorted(r.cards(f"piles.{i}", p, piles_known))) for i, p in enumerate(given))
        if len(piles) != 2:
            r.bad("piles", "two piles", len(piles))
    else:
        piles = _piles(world, hands, discard) if playing else s.piles
    drawn = r.cards("drawn", r.doc.get("drawn"), tuple(world.card))
    card = r.word("card", r.doc["card"], tuple(world.card)) if r.doc.get("card") else ""
    if card and card not in drawn and "drawn" not in r.doc:
        drawn = (card,)
    if not card and s.phase in (Phase.DECIDE, Phase.POLITICS, Phase.DEAL, Phase.BID, Phase.ACT):
        r.bad("card", f"the action card that lies open, since the phase is {s.phase}")
    if card and world.card[card].kind != "action":
        r.bad("card", "a card with three actions", card)
    if len(set(drawn)) != len(drawn):
        r.bad("drawn", "each card once", list(drawn))
    decks = [tuple(c for c in world.stack_cards[k] if c not in drawn) for k in world.stacks]
    decks = decks if world.app_deck and playing else [()] * len(world.stacks)
    for name, cards in r.mapping("decks").items():
        if name in world.stacks:
            decks[world.stacks.index(name)] = r.cards(f"decks.{name}", cards, world.stack_cards[name])
        else:
            r.bad(f"decks.{name}", "a stack of " + ", ".join(world.stacks), name)
    every = (*world.stacks, POLITICS_PILE)
    unshuffled = () if playing else every
    if "unshuffled" in r.doc:
        unshuffled = r.cards("unshuffled", r.doc["unshuffled"], every)
    return changed(
        s, hands=tuple(hands), discard=discard, piles=piles, drawn=drawn, card=card, decks=tuple(decks),
        unshuffled=unshuffled,
    )  # fmt: skip


def _piles(world: World, hands: list[tuple[str, ...]], discard: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """What is left of the box in two piles."""
    left = list(world.politics_box)
    for card in (*discard, *(c for h in hands for c in h)):
        if card in left:
            left.remove(card)
    n = len(world.politics_box) - len(discard) - sum(len(h) for h in hands)
    cut = min(world.cards.pile_sizes[0], max(0, n) // 2)
    rest = left[: max(0, n)] if world.app_politics else [UNKNOWN] * max(0, n)
    return tuple(rest[:cut]), tuple(rest[cut:])


def _money_and_points(r: Reader, s: State) -> State:
    world = r.world
    power = r.by_seat("power", partial(r.number, least=None), s.power)
    silver = []
    for i, raw in enumerate(r.items("silver")):
        points = [0] * world.players
        for name, n in (raw if isinstance(raw, Mapping) else {}).items():
            points[r.seat(f"silver.{i}.{name}", name)] = r.number(f"silver.{i}.{name}", n)
        silver.append(tuple(points))
    tally = [[0] * len(TALLY) for _ in range(world.players)]
    for name, raw in r.mapping("tally").items():
        p = r.seat(f"tally.{name}", name)
        for label, n in (raw if isinstance(raw, Mapping) else {}).items():
            if label in TALLY[:-1]:
                tally[p][TALLY.index(label)] = r.number(f"tally.{name}.{label}", n, None)
            else:
                r.bad(f"tally.{name}.{label}", "one of " + ", ".join(TALLY[:-1]), label)
    for p, row in enumerate(tally):  # points that no line of the sheet explains were set by hand
        row[-1] = power[p] - sum(row[:-1]) - sum(points[p] for points in silver)
    return changed(
        s, power=power, tally=tuple(map(tuple, tally)), silver=tuple(silver),
        ducats=r.by_seat("ducats", r.number, s.ducats),
    )  # fmt: skip


# ---------------------------------------------------------------- the round
def _round(r: Reader, s: State) -> State:
    world = r.world
    laid: list[tuple[int, ...]] = [()] * world.players
    for name, numbers in r.mapping("laid").items():
        found = tuple(sorted(r.number(f"laid.{name}", n, 1) for n in r.items(f"laid.{name}", numbers)))
        if any(n > 3 for n in found) or len(set(found)) != len(found):
            r.bad(f"laid.{name}", "different numbers from 1 to 3", numbers)
        laid[r.seat(f"laid.{name}", name)] = found
    step = r.number("action", r.doc.get("action", 0))
    if step > 3 or (step == 0) != (s.phase not in (Phase.ACT, Phase.DEAL, Phase.BID)) or (step and not s.card):
        r.bad("action", "1 to 3 while an action of a card is carried out, otherwise 0", step)
        step = 0
    contest = s.phase in (Phase.DEAL, Phase.BID)
    bidders = r.seats_of("bidders")
    if contest and "bidders" not in r.doc:
        bidders = tuple(p for p in range(world.players) if step in laid[p])
    if contest and len(bidders) < 2:
        r.bad("bidders", "two seats or more that chose the action", list(bidders))
    turn = r.seat_or_none("turn", s.first if s.phase in TURNED else -1)
    s = changed(
        s,
        round=r.number("round", r.doc.get("round", 1), 1),
        laid=tuple(laid),
        step=step,
        turn=turn,
        played=r.cards("played", r.doc.get("played"), tuple(dict.fromkeys(world.politics_box))),
        bidders=bidders,
        bids=_bids(r, s, bidders),
        duel=r.number("duel", r.doc.get("duel", int(contest))),
        looking=r.number("looking", r.doc.get("looking", 0)),
        spent=sum(1 << p for p in set(r.seats_of("spent"))),
        winners=r.seats_of("winners"),
    )
    if s.looking > 2:
        r.bad("looking", "0, 1 or 2", s.looking)
    if s.spent and not (s.step and world.one_treasure):
        r.bad("spent", "nobody, unless an action is carried out that takes one treasure of a seat", r.doc["spent"])
    if s.phase == Phase.POLITICS and not s.played:
        r.bad("played", "the politics cards still to be carried out", [])
    return _right(r, s)


def _bids(r: Reader, s: State, bidders: tuple[int, ...]) -> tuple[Bid | None, ...]:
    """Sealed bids; one that the ducats do not cover is asked for anew (LH-4.8)."""
    out: list[Bid | None] = [None] * len(bidders)
    treasures = tuple(sorted(r.world.treasures))
    for name, raw in r.mapping("bids").items():
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
    world = r.world
    units = expand = 0
    if s.phase == Phase.ACT and s.step:
        action: Action = world.card[s.card].actions[s.step - 1]
        units, expand = action.n, int(action.kind == "K")
    raw = r.mapping("right")
    for key in raw:
        if key not in ("units", "squares", "region", "expand"):
            r.bad(f"right.{key}", "units, squares, region or expand", key)
    grown = -1
    if raw.get("region"):
        q = r.square("right.region", raw["region"])
        grown = next((i for i, (square, _) in enumerate(s.keeps) if square == q), -1)
        if grown < 0 or not s.regions[grown]:
            r.bad("right.region", "the castle of a region", raw["region"])
            grown = -1
    cut = {}
    for name, squares in r.mapping("cut").items():
        mask = 0
        for i, square in enumerate(r.items(f"cut.{name}", squares)):
            mask |= 1 << r.square(f"cut.{name}.{i}", square)
        cut[r.side(f"cut.{name}", name)] = mask
    return changed(
        s,
        units=r.number("right.units", raw.get("units", units)),
        squares=r.number("right.squares", raw.get("squares", 0)),
        grown=grown,
        may_expand=r.number("right.expand", raw.get("expand", expand)),
        cut=tuple(sorted(cut.items())),
    )
