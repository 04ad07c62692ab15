"""What the table owes in a state. Nothing hidden shapes a duty; equal duties are one value."""

from __future__ import annotations

from typing import Any

from companion.engine.hidden import unseen
from companion.engine.types import LETTERS, Choose, Die, May, Over, Pending, Roll, Show, Shuffle, facts
from companion.games.brian_boru.rules.finishing import WINDOW_RULES
from companion.games.brian_boru.rules.opening import ACTION_PILE, brides_unseen
from companion.games.brian_boru.rules.trick import actions_of, card_of
from companion.games.brian_boru.rules.upkeep import STEP_RULES
from companion.games.brian_boru.state import NOBODY, Phase, State, keeping, packet_size, room

Owed = tuple[Pending, ...]


def pending(s: State) -> Owed:
    """All that the table owes now, the most urgent first."""
    if s.stack:
        task = s.stack[0]
        key: tuple[Any, ...] = ("task", task)
        if task[0] in WINDOW_RULES:
            key = ("task", task, room(s, task), s.coins[task[1]])
        return s.world.memo.kept(key, lambda: _finishing(s))
    if s.phase == Phase.PLAY:
        return s.world.memo.kept(("play", s.turn, s.active, not s.trick, s.free_lead), lambda: _playing(s))
    if s.phase == Phase.LEAD:
        return s.world.memo.kept(("lead", s.turn, s.free_lead), lambda: _leading(s))
    if s.phase == Phase.ACT:
        seat = s.queue[0]
        key = ("act", seat, card_of(s, seat), seat == s.winner, s.active, s.area)
        return s.world.memo.kept(key, lambda: _acting(s))
    if s.phase == Phase.DRAFT:
        return s.world.memo.kept(("draft", s.look, tuple([x is None for x in s.seals])), lambda: _drafting(s))
    if s.phase == Phase.HOME:
        return (Choose("BB-2.8", (s.turn,), ("settle",), facts=facts(seat=s.turn)),)
    return _preparing(s)


def _playing(s: State) -> Owed:
    colour = s.world.colour[s.active]
    rule = "BB-6.4" if s.trick else "BB-R7" if s.free_lead else "BB-6.3"
    known = facts(seat=s.turn, town=s.world.ids[s.active], colour=colour)
    return (Choose(rule, (s.turn,), ("play",), facts=known),)


def _leading(s: State) -> Owed:
    what = ("name_town",) if s.free_lead else ("name_town", "stuck")
    return (Choose("BB-6.2", (s.turn,), what, facts=facts(seat=s.turn)),)


def _acting(s: State) -> Owed:
    """The actions of the card whose turn it is (BB-6.6, BB-6.7)."""
    seat = s.queue[0]
    card = s.world.box.actions[card_of(s, seat) - 1]
    actions = tuple((a, card.icons(a)) for a in actions_of(s, seat))
    town = s.world.ids[s.active]
    known = facts(seat=seat, card=card.no, colour=card.colour, actions=actions, town=town, area=s.area)
    return (Choose("BB-6.7", (seat,), ("act",), facts=known),)


def _drafting(s: State) -> Owed:
    """Who has not chosen yet; who has may choose again where picks are told (BB-5.3, BB-5.5)."""
    known = facts(n=keeping(s), size=packet_size(s), look=s.look + 1, told=int(s.world.track_hands))
    open_seats = tuple(p for p, sealed in enumerate(s.seals) if sealed is None)
    ready = tuple(p for p, sealed in enumerate(s.seals) if sealed is not None)
    owed = Choose("BB-5.3", open_seats, ("keep",), sealed=True, facts=known)
    if ready and s.world.track_hands:
        return (owed, May("BB-5.5", ready, ("keep",), facts=known))
    return (owed,)


def _preparing(s: State) -> Owed:
    world = s.world
    if s.phase == Phase.BEGIN:
        if world.by_lot:
            return (Roll("BB-2.7", (Die(tuple(LETTERS[: world.players]), "start player"),), None),)
        return (Choose("BB-2.7", tuple(range(world.players)), ("begin",)),)
    if s.phase == Phase.FLEET:
        left = unseen(world.box.fleets, (s.fleets,))
        return (Show("BB-4.1", "viking", None, tuple(map(str, left)), facts=facts(round=s.round)),)
    if s.phase == Phase.BRIDE:
        return (Show("BB-4.2", "marriage", None, brides_unseen(s), facts=facts(round=s.round)),)
    if s.phase == Phase.DEAL:
        cards = tuple(map(str, world.numbers))
        known = facts(each=world.deal, hidden=len(cards) - world.players * world.deal)
        return (Shuffle("BB-5.1", ACTION_PILE, cards, facts=known),)
    assert s.phase == Phase.OVER
    return (Over("BB-12.8", s.winners),)


def _finishing(s: State) -> Owed:
    """What the top of the stack asks for."""
    task = s.stack[0]
    kind, seat, arg = task
    if kind in STEP_RULES:
        seats = tuple(range(s.world.players))
        return (Choose(STEP_RULES[kind], seats, ("proceed",), joint=True, facts=facts(step=kind)),)
    if kind in WINDOW_RULES:
        known = facts(seat=seat, kind=kind[1], most=room(s, task), price=s.world.box.extra, coins=s.coins[seat])
        return (Choose(WINDOW_RULES[kind], (seat,), ("buy",), facts=known),)
    if kind == "E":
        known = facts(seat=seat, price=s.world.box.expansion)
        return (Choose("BB-7.9", (seat,), ("expand", "decline"), facts=known),)
    if kind == "X":
        return (Choose("BB-7.12", (seat,), ("liberate",), facts=facts(seat=seat)),)
    if kind == "town":
        region = "" if arg == NOBODY else s.world.regions[arg]
        rule = "BB-8.6" if arg == NOBODY else "BB-8.5"
        return (Choose(rule, (seat,), ("occupy",), facts=facts(seat=seat, region=region)),)
    if kind == "princess":
        points = s.world.box.spurned_vp
        return (Choose("BB-8.7", (seat,), ("ally",), facts=facts(seat=seat, points=points)),)
    if kind == "lose":
        return (Choose("BB-9.3", (arg,), ("give_up",), facts=facts(seat=arg, loser=seat)),)
    assert kind == "build"
    what = ("build",) if s.world.must_build else ("build", "decline")
    rule = "BB-10.1" if arg == 1 else "BB-10.3"
    known = facts(seat=seat, stage=arg, must=int(s.world.must_build))
    return (Choose(rule, (seat,), what, facts=known),)
