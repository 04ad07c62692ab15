"""What a seat may see, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.slotted import changed
from companion.engine.types import Tabletop, Token, letter
from companion.games.vikings_gone_wild import position as doc
from companion.games.vikings_gone_wild.rules.common import favours_left
from companion.games.vikings_gone_wild.rules.rights import claimable
from companion.games.vikings_gone_wild.rules.running import supply_of
from companion.games.vikings_gone_wild.rules.storing import allowed_to_hold
from companion.games.vikings_gone_wild.rules.targets import SLOTS
from companion.games.vikings_gone_wild.state import Building, Pile, State
from companion.games.vikings_gone_wild.world import THRESHOLDS, TRACK
from companion.games.vikings_gone_wild.zones import deck_size, hand_size, hand_zone, settled, shuffled, size

HIDDEN = ("hand", "blind", "unseen", "deck")


def view(s: State, seat: int | None) -> Mapping[str, Any]:
    """Everything that lies open, numbers of what does not, and the seat's own hand as far as it is known."""
    world = s.world
    known = doc.position(s)
    players = {}
    for i, p in enumerate(s.players):
        mine = {k: x for k, x in known["players"][letter(i)].items() if k not in HIDDEN}
        if i == seat:
            mine["hand"] = doc.names(world, hand_zone(p, i).seen_by(seat))
            mine["hand_unknown"] = p.blind
        # a mission that is done lies face down: its number is open
        mine["done"] = len(p.done)
        mine |= {
            "hand_size": hand_size(p),
            "deck_size": deck_size(p),
            "next_favour": THRESHOLDS[p.granted] if p.granted < len(THRESHOLDS) else 0,
            "to_limit": max(0, world.limit - p.vp),
            "claimable": doc.names(world, claimable(s, i)),
            "may_hold": allowed_to_hold(s, i),
        }
        players[letter(i)] = mine
    return {
        **{k: x for k, x in known.items() if k not in ("odin", "favours", "missions", "spare_bonuses")},
        "players": players,
        "odin_stack": size(s.odin),
        "favour_stack": size(s.favours),
        "favours_left": favours_left(s),
        "mission_stack": size(s.missions),
        "limit": world.limit,
        "table_vp": world.attack_vp(s.now.hits),
        "tokens": {"beer": supply_of(s, "beer"), "gold": supply_of(s, "gold")},
    }


def veiled(s: State) -> State:
    """The game as everybody at the table may know it: a hand and what is left of its deck lie unseen together.

    Stacks that lie face down have no order.
    """
    players = []
    for p in s.players:
        unseen = tuple(sorted((*p.hand, *p.top, *p.pool)))
        players.append(settled(changed(p, hand=(), top=(), pool=unseen, blind=hand_size(p))))
    return changed(
        s, players=tuple(players), odin=_blurred(s.odin), favours=_blurred(s.favours), spare=_blurred(s.spare),
        missions=_blurred(s.missions),
    )  # fmt: skip


def _blurred(pile: Pile) -> Pile:
    return shuffled((c for _, cards in pile for c in cards), size(pile))


def track_space(vp: int) -> str:
    """VG-R38: beyond 60 the marker starts a second lap on space 1."""
    return f"vp_{vp if vp == 0 else (vp - 1) % TRACK + 1}"


def tabletop(s: State) -> Tabletop:
    """Each space with its pieces, bottom to top; a card first, then what lies on it."""
    world = s.world
    table: dict[str, tuple[Token, ...]] = {f"vp_{n}": () for n in range(TRACK + 1)}
    for seat, p in enumerate(s.players):
        side = letter(seat)
        at = track_space(p.vp)
        table[at] = (*table[at], Token("small_marker", side))
        table[f"{side}_flag"] = (Token("large_marker", side),)
        table[f"{side}_start"] = (Token("start_marker"),) if seat == s.starter and s.round else ()
        standing = {world.names[seat][b.card][b.no]: b for b in p.village}
        for name in world.spaces:
            if name.startswith(side + "_"):
                b = standing.get(name)
                table[name] = () if b is None else _card(s, b, side)
        for i in range(2):
            name = f"{side}_mission_{i + 1}"
            table[name] = (Token("card", "", world.ids[p.missions[i].card]),) if i < len(p.missions) else ()
        table[f"{side}_done"] = (Token("card"),) * len(p.done)
    for i, name in enumerate(SLOTS):
        table[name] = (Token("card", "", world.ids[s.row[i]]),) if s.row[i] >= 0 else ()
    for i in range(2):
        table[f"favour_{i + 1}"] = _open(s, s.favour_open, i)
    for i in range(4):
        table[f"bonus_{i + 1}"] = _open(s, s.bonuses, i)
    table["draco"] = ()
    table["odin_stack"] = (Token("card"),) if s.odin else ()
    table["odin_discard"] = (Token("card"),) if s.odin_out else ()
    table["favour_stack"] = (Token("card"),) if s.favours else ()
    table["mission_stack"] = (Token("card"),) if s.missions else ()
    for c, n in zip(world.supply, s.supply, strict=True):
        table[f"pile_{world.ids[c]}"] = (Token("card", "", world.ids[c]),) if n else ()
    return table


def _open(s: State, cards: tuple[int, ...], i: int) -> tuple[Token, ...]:
    return (Token("card", "", s.world.ids[cards[i]]),) if i < len(cards) else ()


def _card(s: State, b: Building, side: str) -> tuple[Token, ...]:
    """A building with its markers, tokens and defence cards."""
    card = s.world.cards[b.card]
    name = s.world.ids[s.world.hall[card.level + 1]] if b.no == 0 and not b.ready else card.id
    lie = [Token("card", side, name)]
    lie += [] if b.ready else [Token("marker", "", "construction")]
    lie += [Token("marker", "", "damage")] if b.hurt else []
    lie += [Token("beer")] * b.beer + [Token("gold")] * b.gold
    lie += [Token("card", side, s.world.ids[c]) for c in b.guards]
    return tuple(lie)
