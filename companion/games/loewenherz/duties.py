"""What the table of Löwenherz owes in a state, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.types import Choose, Die, May, Over, Pending, Roll, Show, Shuffle, facts
from companion.games.loewenherz.box import ALLIANCE, BORDERS, KNIGHT, POLITICS
from companion.games.loewenherz.rules.common import action_of
from companion.games.loewenherz.rules.rounds import current_stack, lays
from companion.games.loewenherz.rules.setup import QUARTERS, colour_seats, opener_asked, pile_cards, settling, stuck
from companion.games.loewenherz.rules.use import knight_squares
from companion.games.loewenherz.state import POLITICS_PILE, SETUP, UNKNOWN, Phase, State, held, reserve, supply
from companion.games.loewenherz.world import World

Duties = tuple[Pending, ...]


def pending(s: State) -> Duties:
    """All that is owed; rights that need no turn come last."""
    owed = OWED[s.phase](s)
    if s.alliances and s.phase not in SETUP and s.phase not in (Phase.OVER, Phase.REVEAL):
        return (*owed, _ends(s))
    return owed


def _everyone(s: State) -> tuple[int, ...]:
    return tuple(range(s.world.players))


def _colours(s: State) -> Duties:
    waiting = colour_seats(s)
    if waiting:
        return (Choose("LH-1.1", waiting, ("take_colour",)),)
    return (Choose("LH-14.4", _everyone(s), ("take_colour",), joint=True),)


def _begin(s: State) -> Duties:
    known = facts(opener=int(opener_asked(s.world)))
    return (Choose("LH-1.18", _everyone(s), ("begin",), joint=True, facts=known),)


def _tiles(s: State) -> Duties:
    slots = tuple(Die(s.world.part_ids, f"place {i + 1}") for i in range(len(s.layout)))
    return (Roll("LH-1.2", slots, None, distinct=True, facts=facts(what="parts")),)


def _turns(s: State) -> Duties:
    slots = tuple(Die(QUARTERS, f"turn of {lie[:-1]}") for lie in s.layout)
    return (Roll("LH-1.2", slots, None, facts=facts(what="turns")),)


def _layout(s: State) -> Duties:
    known = facts(left=s.layout.count(""), source=s.world.config.option("layout_source"))
    return (Choose("LH-1.2", _everyone(s), ("lay_tile",), joint=True, facts=known),)


def _settle(s: State) -> Duties:
    if stuck(s):
        return (Choose("LH-R2", _everyone(s), ("restart",), joint=True),)
    seat, side = settling(s)
    neutral = {2: "LH-14.4", 3: "LH-14.2"}.get(s.world.players, "LH-1.3")
    rule = "LH-1.3" if seat == side else neutral
    return (Choose(rule, (seat,), ("settle",), facts=facts(seat=seat, side=s.world.names[side], n=len(s.keeps))),)


def _shuffle(s: State) -> Duties:
    return tuple(_pile(s.world, pile) for pile in s.unshuffled)


def _pile(world: World, pile: str) -> Pending:
    rule = "LH-1.14" if pile == POLITICS_PILE else "LH-1.8"
    return world.memo.kept(("shuffle", pile), lambda: Shuffle(rule, pile, pile_cards(world, pile)))


def _card(s: State) -> Duties:
    known = facts(seat=s.first, round=s.round)
    if s.world.app_deck:
        return (Choose("LH-3.1", (s.first,), ("turn_card",), facts=known),)
    return (Show("LH-3.1", "action_card", s.first, current_stack(s)[1], facts=known),)


def _decide(s: State) -> Duties:
    n = lays(s, s.turn)

    def build() -> Duties:
        told = facts(seat=s.turn, n=n, card=s.card)
        return (Choose("LH-3.5" if n == 1 else "LH-3.6", (s.turn,), ("lay_decision",), facts=told),)

    return s.world.memo.kept(("decide", s.turn, n, s.card), build)


def _politics(s: State) -> Duties:
    ally = s.world.politics[s.played[0]].kind == ALLIANCE
    rule, what = ("LH-11.4", "ally") if ally else ("LH-11.9", "renegade")
    return (Choose(rule, (s.turn,), (what,), facts=facts(seat=s.turn)),)


def _deal(s: State) -> Duties:
    def build() -> Duties:
        known = facts(seats=s.bidders, number=s.step, action=str(action_of(s)))
        return (Choose("LH-4.2", s.bidders, ("deal", "no_deal"), joint=True, facts=known),)

    return s.world.memo.kept(("deal", s.bidders, s.step, s.card), build)


def _bid(s: State) -> Duties:
    waiting = tuple(p for p, b in zip(s.bidders, s.bids, strict=True) if b is None)

    def build() -> Duties:
        known = facts(seats=s.bidders, number=s.step, action=str(action_of(s)), duel=s.duel)
        rule = "LH-4.8" if s.duel < 2 else "LH-4.10"
        return (Choose(rule, waiting, ("bid",), sealed=s.world.sealed, facts=known),)

    return s.world.memo.kept(("bid", s.bidders, waiting, s.step, s.card, s.duel), build)


def _act(s: State) -> Duties:
    key = ("act", s.turn, s.step, s.card, units(s), s.squares, grows(s), s.looking)
    return s.world.memo.kept(key, lambda: (_owed(s),))


def units(s: State) -> int:
    """Knights or borders left in the action, as many as the reserve or the supply has (LH-7.6, LH-R14)."""
    if action_of(s).kind == BORDERS:
        return min(s.units, max(supply(s), 0))
    return min(s.units, reserve(s, s.turn)) if knight_squares(s, s.turn) else 0


def grows(s: State) -> bool:
    """Whether the action may still expand a region, and there is one (LH-8.1)."""
    return bool(s.may_expand and s.units and held(s, s.turn))


def _owed(s: State) -> Choose:
    action, rule = action_of(s), "LH-6.1"
    what = ["lay_border"] if action.kind == BORDERS else []
    if action.kind == KNIGHT:
        what += ["set_knight"] if units(s) else []
        what += ["expand"] if s.squares or grows(s) else []
        rule = "LH-8.1" if s.squares else "LH-7.1" if action.n == 1 else "LH-9.1"
    elif action.kind == POLITICS:
        what, rule = ["take" if s.looking else "look"], "LH-10.1"
    known = facts(
        seat=s.turn, number=s.step, action=str(action), left=units(s), squares=s.squares, expand=grows(s),
        pile=s.looking,
    )  # fmt: skip
    unseen = bool(s.looking) and s.world.app_politics  # the app shows a pile to the one who looks through it
    return Choose(rule, (s.turn,), (*what, "done"), sealed=unseen, facts=known)


def _reveal(s: State) -> Duties:
    waiting = tuple(p for p, hand in enumerate(s.hands) if UNKNOWN in hand)
    return (Choose("LH-13.3", waiting, ("reveal",), facts=facts(n=tuple(s.hands[p].count(UNKNOWN) for p in waiting))),)


def _over(s: State) -> Duties:
    rule = "LH-R37" if len(s.winners) > 1 else "LH-13.4"
    return (Over(rule, s.winners),)


def _ends(s: State) -> May:
    sides = {s.keeps[i][1] for a, b, _ in s.alliances for i in (a, b)}
    return May("LH-11.8", tuple(sorted(p for p in sides if p < s.world.players)), ("end_alliance",))


OWED: dict[str, Callable[[State], Duties]] = {
    Phase.COLOURS: _colours,
    Phase.BEGIN: _begin,
    Phase.TILES: _tiles,
    Phase.TURNS: _turns,
    Phase.LAYOUT: _layout,
    Phase.SETTLE: _settle,
    Phase.SHUFFLE: _shuffle,
    Phase.CARD: _card,
    Phase.DECIDE: _decide,
    Phase.POLITICS: _politics,
    Phase.DEAL: _deal,
    Phase.BID: _bid,
    Phase.ACT: _act,
    Phase.REVEAL: _reveal,
    Phase.OVER: _over,
}
