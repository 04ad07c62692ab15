"""Set-up, and every pile that is shuffled or turned up later (chapter 1, VG-3.4, VG-R31)."""

from __future__ import annotations

from companion.engine.guards import barred, malformed
from companion.engine.types import (
    LETTERS,
    Decision,
    Die,
    Event,
    Pending,
    Roll,
    Rolled,
    Ruling,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    facts,
)
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box.vocabulary import KINDS
from companion.games.vikings_gone_wild.events import RoundBegan
from companion.games.vikings_gone_wild.rules import answering, ending, missions
from companion.games.vikings_gone_wild.rules.common import not_there, row_gap, unfinished
from companion.games.vikings_gone_wild.rules.running import mission_rules, supply_of
from companion.games.vikings_gone_wild.rules.targets import SLOTS
from companion.games.vikings_gone_wild.state import Frame, Phase, Pile, State
from companion.games.vikings_gone_wild.world import BONUSES, MISSIONS, OPEN_FAVOURS, SAME_NAME, TOKENS
from companion.games.vikings_gone_wild.zones import may_be, to_shuffle, top_card

SHUFFLED_BY = {
    "missions_1": ("VG-1.4", "VG-R34"), "missions_2": ("VG-1.6", "VG-1.4"), "odin": ("VG-1.9",),
    "favours": ("VG-1.10",), "bonuses": ("VG-1.11",),
}  # fmt: skip


# ---------------------------------------------------------------- what is owed
def _following(s: State) -> tuple[str, str, Pile, int | None] | None:
    """What is turned up next in the set-up: its rule, what it is, from which pile and for whom (VG-1.5 to VG-1.11)."""
    if len(s.favour_open) < OPEN_FAVOURS:
        return "VG-1.10", "favour", s.favours, None
    if len(s.bonuses) < BONUSES:
        return "VG-1.11", "bonus", s.spare, None
    few = [i for i in s.world.seats if len(s.players[i].missions) < MISSIONS]
    return ("VG-1.5", "mission", s.missions, few[0]) if few else None


def _opened(rule: str, seat: int | None, card: str) -> Event:
    """It lies open, or before a seat."""
    if seat is not None:
        return ev.MissionDrawn(seat, card, rules=(rule,))
    return (ev.FavourOpened if rule == "VG-1.10" else ev.BonusOpened)(card, rules=(rule,))


def setup_wanted(s: State) -> tuple[Pending, ...]:
    ids = s.world.ids
    if s.unshuffled:
        return tuple(
            Shuffle(_rule(p), p, tuple(ids[c] for c in sorted(to_shuffle(s, p))), facts=facts(pile=p))
            for p in s.unshuffled
        )
    following = _following(s)
    if following is not None:
        rule, what, pile, seat = following
        return (_show(s, rule, what, may_be(pile), seat),)
    faces = tuple(LETTERS[: s.world.players])
    return (Roll("VG-1.13", (Die(faces, "start player"),), None),)


def _rule(pile: str) -> str:
    return SHUFFLED_BY[pile][0] if pile in SHUFFLED_BY else "VG-1.7"


def _show(s: State, rule: str, what: str, cards: tuple[int, ...], seat: int | None = None) -> Show:
    known = facts() if seat is None else facts(seat=seat)
    return Show(rule, what, None, tuple(s.world.ids[c] for c in dict.fromkeys(cards)), facts=known)


def row_wanted(s: State) -> Pending:
    """VG-4.7: the next card of Odin's Path; VG-R31: its discard pile is shuffled first."""
    ids = s.world.ids
    if not s.odin:
        return Shuffle("VG-R31", "odin", tuple(ids[c] for c in s.odin_out))
    rule = "VG-1.9" if s.phase == Phase.SETUP else "VG-14.4" if s.phase == Phase.DAWN else "VG-4.7"
    return _show(s, rule, "odin", may_be(s.odin))


# ---------------------------------------------------------------- what happens by itself
def setup_steps(s: State) -> tuple[Event, ...]:
    following = None if s.unshuffled else _following(s)
    if following is None:
        return ()
    rule, _, pile, seat = following
    card = top_card(pile)
    return (_opened(rule, seat, s.world.ids[card]),) if card >= 0 else ()


def row_steps(s: State) -> tuple[Event, ...]:
    card = top_card(s.odin)
    return (row_filled(s, card),) if card >= 0 else ()


def row_filled(s: State, card: int) -> Event:
    rules = {Phase.SETUP: ("VG-1.9", "VG-R30"), Phase.DAWN: ("VG-14.4",)}.get(s.phase, ("VG-4.7", "VG-4.8"))
    return ev.RowFilled(SLOTS[row_gap(s)], s.world.ids[card], rules=rules)


# ---------------------------------------------------------------- what the table answers
def unasked(s: State) -> Ruling:
    """Something was shown or shuffled that nobody asked for: the rule of what is owed instead."""
    if s.phase == Phase.OVER:
        return barred("VG-16.3", seat=None)
    if not s.due and row_gap(s) >= 0:
        return malformed(row_wanted(s).rule, why="unasked")
    if s.stack and not s.due:
        return malformed(answering.wanted(s, s.stack[-1]).rule, why="unasked")
    return malformed(unfinished(s) or ("VG-4.2" if s.phase == Phase.TURN else "VG-2.1"), why="unasked")


def shuffled(s: State, act: Shuffled) -> Decision:
    """A pile in the order of the app, or by hand in none."""
    ids = s.world.ids
    if s.unshuffled:
        if act.pile not in s.unshuffled:
            wanted_by = ending.tie_wanted(s).rule if s.phase == Phase.TIE else _rule(s.unshuffled[0])
            return malformed(wanted_by, pile=act.pile, why="pile")
        cards, rules = to_shuffle(s, act.pile), SHUFFLED_BY.get(act.pile, ("VG-1.7",))
        if s.phase == Phase.TIE:
            rules = ("VG-16.4",)
        elif act.pile == "favours" and s.world.players == 2:
            rules = (*rules, "VG-R32")
    elif row_gap(s) >= 0 and not s.odin:
        if act.pile != "odin":
            return malformed("VG-R31", pile=act.pile, why="pile")
        cards, rules = s.odin_out, ("VG-R31", "VG-18.1")
    else:
        wanted = answering.wanted(s, s.stack[-1]) if s.stack and not s.due else None
        if not isinstance(wanted, Shuffle) or wanted.pile != act.pile:
            return unasked(s)
        cards, rules = s.players[s.stack[-1].seat].discard, ("VG-18.1", "VG-3.4", "VG-18.2")
    if act.order and sorted(act.order) != [ids[c] for c in sorted(cards)]:
        return malformed(rules[0], pile=act.pile)
    return (ev.PileShuffled(act.pile, act.order, audience=() if act.order else None, rules=rules),)


def shown(s: State, act: Shown) -> Decision:
    """A card that came to light answers what is owed first."""
    if act.seat is None and not s.unshuffled:
        if s.due and s.revealed < 0 and s.favours:
            return missions.favour_shown(s, act)
        if not s.due and row_gap(s) >= 0 and s.odin:
            return not_there(s, act, may_be(s.odin), row_wanted(s).rule) or (row_filled(s, s.world.index[act.card]),)
        if s.phase == Phase.SETUP:
            return _setup_shown(s, act)
        if s.stack and s.stack[-1].kind == Frame.MISSION and not s.due:
            f = s.stack[-1]
            drawn = ev.MissionDrawn(f.seat, act.card, left=0, rules=mission_rules(s, f))
            return not_there(s, act, may_be(s.missions), "VG-11.3") or (drawn,)
        if s.phase == Phase.TIE:
            return ending.tie_shown(s, act)
    if s.stack and not s.due and row_gap(s) < 0:
        decision = answering.shown(s, s.stack[-1], act)
        if decision is not None:
            return decision
    return unasked(s)


def _setup_shown(s: State, act: Shown) -> Decision:
    following = _following(s)
    if following is None:
        return malformed("VG-1.13", why="unasked")
    rule, _, pile, seat = following
    return not_there(s, act, may_be(pile), rule) or (_opened(rule, seat, act.card),)


def rolled(s: State, act: Rolled) -> Decision:
    """VG-1.13: who begins, told or drawn by lot; and a card of a hand drawn blindly."""
    if s.phase != Phase.SETUP:
        blind = answering.drawn_blindly(s, act)
        return blind if blind is not None else unasked(s)
    if s.unshuffled or _following(s) is not None or row_gap(s) >= 0:
        return malformed("VG-1.5")
    allowed = tuple(LETTERS[: s.world.players])
    if len(act.faces) != 1 or act.faces[0] not in allowed:
        return malformed("VG-1.13", faces=act.faces, allowed=allowed)
    starter = allowed.index(act.faces[0])
    rules = ("VG-1.13", "VG-1.14") if s.world.first_bonuses else ("VG-1.13",)
    return (ev.StarterDrawn(starter, rules=rules), *round_begins(s, starter))


def production(s: State, starter: int) -> tuple[str, ...]:
    """Sites that get a token, the start player's first (VG-2.2, VG-2.3, VG-R16, VG-R37)."""
    world, found = s.world, []
    plenty = TOKENS * SAME_NAME * world.players
    left = {kind: supply_of(s, kind) if world.tokens_limited else plenty for kind in KINDS}
    for seat in world.order(starter):
        for b in s.players[seat].village:
            kind = world.cards[b.card].produces
            if kind and b.ready and not (b.beer or b.gold) and left[kind] > 0:
                left[kind] -= 1
                found.append(world.names[seat][b.card][b.no])
    return tuple(found)


def round_begins(s: State, starter: int) -> tuple[Event, ...]:
    sites = production(s, starter)
    rules = ["VG-2.1"]
    rules += ["VG-14.5"] if s.round else []
    rules += ["VG-2.2", "VG-2.3", "VG-R16"] if sites else []
    rules += ["VG-R37"] if s.world.tokens_limited else []
    return (RoundBegan(s.round + 1, starter, sites, rules=tuple(rules)),)
