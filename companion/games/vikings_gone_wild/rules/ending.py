"""End bonuses, ties and the winner (chapter 16)."""

from __future__ import annotations

from companion.engine.types import Decision, Event, Pending, Show, Shown, Shuffle
from companion.games.vikings_gone_wild.counting import meets, number
from companion.games.vikings_gone_wild.events import BonusShared, Ended, TieBegan, TieDrawn
from companion.games.vikings_gone_wild.rules.common import not_there
from companion.games.vikings_gone_wild.state import Phase, State
from companion.games.vikings_gone_wild.zones import may_be, pile_cards, top_card


def bonus_values(s: State, card: int) -> tuple[int, ...]:
    """What a bonus card compares, by seat; 1 and 0 where it has a condition of its own."""
    c = s.world.cards[card]
    if c.goal is not None and c.rule == "meets":
        return tuple(int(meets(s, i, c.goal)) for i in s.world.seats)
    return tuple(number(s, i, c.value) for i in s.world.seats)


def bonus_met(s: State, card: int) -> tuple[int, ...]:
    """VG-R35: most, ties all meet it, at least the least value; else all who meet the condition."""
    c, values = s.world.cards[card], bonus_values(s, card)
    if c.rule == "meets":
        return tuple(i for i in s.world.seats if values[i])
    top = max(values)
    return tuple(i for i in s.world.seats if values[i] == top and top >= max(1, c.least))


def last_steps(s: State) -> tuple[Event, ...]:
    """VG-16.1 to VG-16.5: bonus cards one after the other, then the winner or a tie."""
    if s.phase in (Phase.DAWN, Phase.BONUS):
        shared = {c for c, _ in s.finals}
        left = [c for c in s.bonuses if c not in shared]
        if left:
            return (_share(s, left[0]),)
        top = max(p.vp for p in s.players)
        first = tuple(i for i in s.world.seats if s.players[i].vp == top)
        if len(first) == 1:
            return (Ended(first, rules=("VG-16.3",)),)
        return (TieBegan(first, rules=("VG-16.4",)),)
    if len(s.tied) == 1:
        return (Ended(s.tied, rules=("VG-16.3", "VG-16.4")),)
    if "bonuses" in s.unshuffled:
        return ()
    if not s.spare:
        return (Ended(s.tied, rules=("VG-16.5", "VG-16.3")),)
    card = top_card(s.spare)
    return (_drawn(s, card),) if card >= 0 else ()


def _share(s: State, card: int) -> Event:
    met = bonus_met(s, card)
    each = s.world.cards[card].vp // len(met) if met else 0
    rules = ("VG-16.1", "VG-R35", "VG-R19") if met else ("VG-16.2", "VG-R35")
    return BonusShared(s.world.ids[card], met, bonus_values(s, card), each, rules=rules)


def _drawn(s: State, card: int) -> Event:
    return TieDrawn(s.world.ids[card], bonus_met(s, card), bonus_values(s, card), rules=("VG-16.4", "VG-R35"))


def tie_wanted(s: State) -> Pending:
    ids = s.world.ids
    if "bonuses" in s.unshuffled:
        return Shuffle("VG-16.4", "bonuses", tuple(ids[c] for c in sorted(pile_cards(s.spare))))
    return Show("VG-16.4", "bonus", None, tuple(ids[c] for c in may_be(s.spare)))


def tie_shown(s: State, act: Shown) -> Decision:
    return not_there(s, act, may_be(s.spare), "VG-16.4") or (_drawn(s, s.world.index[act.card]),)


def still_tied(tied: tuple[int, ...], met: tuple[int, ...]) -> tuple[int, ...]:
    """VG-16.4, VG-R35: exactly one of the tied wins; else all of them stay in."""
    hit = tuple(i for i in tied if i in met)
    return hit if len(hit) == 1 else tied
