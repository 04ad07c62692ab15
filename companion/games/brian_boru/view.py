"""What a seat may know, what lies on the table, and what has faded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from companion.engine.hidden import Breach
from companion.engine.slotted import changed
from companion.engine.types import Event, Token, letter
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.effects.upkeep import place_text
from companion.games.brian_boru.position import position
from companion.games.brian_boru.score import allied, bonus_lines, final_totals, half_values
from companion.games.brian_boru.state import (
    DOWN,
    NOBODY,
    Phase,
    State,
    controlled,
    hand,
    keeping,
    owner,
    packet_size,
    princess,
)

SECRET = ("hands", "discard", "packets", "seals", "stuck")
SCORE_FIELDS = 100


def view(s: State, seat: int | None) -> Mapping[str, Any]:
    """The position without what is hidden from this seat (None: what everybody may see)."""
    world, seats = s.world, range(s.world.players)
    doc = {k: v for k, v in position(s).items() if k not in SECRET}
    named = {letter(p): list(s.hands[p].seen_by(seat)) for p in seats if s.hands[p].seen_by(seat)}
    totals = final_totals(s)
    doc |= {
        "hand_sizes": {letter(p): s.hands[p].size for p in seats},
        "hand": named,
        "draft": _draft(s, seat),
        "tricks": world.deal - world.rest,
        "rounds": world.rounds,
        "last_round": s.round > 0 and s.pile == 0,
        "brides_removed": len(world.box.brides) - (world.rounds - 1),
        "fleets_left": len(world.box.fleets) - len(s.fleets),
        "trick_rows": _trick(s),
        "regions": _regions(s),
        "controlled": {letter(p): list(world.towns(controlled(s, p))) for p in seats},
        "projected": {
            letter(p): {"total": totals[p], "lines": [[b.label, b.points] for b in bonus_lines(s, p)]} for p in seats
        },
        "half_values": [
            {"region": world.regions[r], "weights": list(w), "vikings": v, "seats": [letter(p) for p in who], "vp": n}
            for r, w, v, who, n in half_values(s)
        ],
        "princess": letter(princess(s)) if princess(s) >= 0 else "",
        "princess_name": world.box.princess_names[str(world.config.options["princess_card"])],
    }
    return doc


def veiled(s: State) -> State:
    """The state as everybody may know it: hands, packets, seals and the discard pile unnamed (BB-6.8).

    What is listed for all comes from it: keys that left out the cards of earlier tricks would tell them.
    """
    if s.discard and s.phase != Phase.OVER:
        s = changed(s, discard=())
    if not s.world.track_hands:
        return s
    hands = tuple(hand(p, (), zone.size, s.round) for p, zone in enumerate(s.hands))
    seals = tuple(None if sealed is None else () for sealed in s.seals)
    return changed(s, hands=hands, packets=(), seals=seals)


def _draft(s: State, seat: int | None) -> dict[str, Any]:
    """Packet sizes and who is ready; the own packet and seal where they are known."""
    if s.phase != Phase.DRAFT:
        return {}
    found: dict[str, Any] = {
        "look": s.look + 1,
        "packet": packet_size(s),
        "keeps": keeping(s),
        "ready": [letter(p) for p, sealed in enumerate(s.seals) if sealed is not None],
    }
    if seat is not None and seat < s.world.players:
        found["own_packet"] = list(s.packets[seat]) if s.packets else []
        found["own_seal"] = list(s.seals[seat] or ())
    return found


def _trick(s: State) -> list[dict[str, Any]]:
    """Cards of this trick with what each is worth in it (BB-6.5); in order of acting once all lie."""
    rows = []
    order = s.trick if not s.queue and s.winner < 0 else tuple(sorted(s.trick, key=lambda pc: pc[1]))
    colour = s.world.colour[s.active] if s.active >= 0 else ""
    for p, card in order:
        suit = s.world.suit[card]
        role = "wins" if p == s.winner else "fits" if suit in (colour, "white") else "off_colour"
        acted = bool(s.queue or s.winner >= 0) and p not in s.queue
        rows.append({"seat": letter(p), "card": card, "suit": suit, "role": role, "acted": acted})
    return rows


def _regions(s: State) -> dict[str, Any]:
    """Each region: threshold, weights by seat and of the Vikings, where its token lies, what it still needs."""
    found = {}
    for r, name in enumerate(s.world.regions):
        by_seat, vikings = allied(s, r)
        n, needed = sum(by_seat) + vikings, s.world.threshold[r] + s.world.more_than
        found[name] = {
            "threshold": s.world.threshold[r],
            "value": s.world.value[r],
            "sum": n,
            "weights": {letter(p): w for p, w in enumerate(by_seat)},
            "vikings": vikings,
            "token": place_text(s.claims[r]),
            "needs": max(0, needed - n) if s.claims[r] == DOWN else 0,
        }
    return found


# ---------------------------------------------------------------- the table
def tabletop(s: State) -> dict[str, tuple[Token, ...]]:
    """Pieces on each space, bottom to top; claim tokens that are held lie before their holder."""
    world = s.world
    table: dict[str, tuple[Token, ...]] = {}
    for i, name in enumerate(world.ids):
        who = owner(s, i)
        pieces = [] if who == NOBODY else [Token("disc", letter(who))]
        pieces += [Token("viking_control")] if s.vikings >> i & 1 else []
        pieces += [Token("monastery")] if s.monasteries >> i & 1 else []
        pieces += [Token("town_marker")] if s.out and s.active == i else []
        table[name] = tuple(pieces)
    table["battle_area"] = (Token("raider"),) * s.area
    table["church_area"] = tuple(t for p, n in enumerate(s.church) for t in (Token("disc", letter(p)),) * n)
    above: list[Token] = []
    for r, name in enumerate(world.regions):
        place = place_text(s.claims[r])
        table[f"claim_{name}"] = (Token("claim", "", "down" if place == "down" else "up"),) * (
            place in ("down", "slot")
        )
        above += [Token("claim", "", "up")] * (place == "above")
    table["above"] = tuple(above)
    for k in range(len(world.box.track)):
        table[f"marriage_{k}"] = tuple(Token("disc", letter(p)) for p, at in enumerate(s.track) if at == k)
    for k in range(SCORE_FIELDS):
        table[f"score_{k}"] = ()
    for p, n in enumerate(s.vp):
        table[f"score_{n % SCORE_FIELDS}"] += (Token("disc", letter(p)),)
    return table


# ---------------------------------------------------------------- fading
def faded(s: State, e: Event) -> Event | None:
    """BB-6.8: cards of earlier tricks are gone from everything that is shown until the game is over."""
    if s.phase == Phase.OVER or not isinstance(e, ev.CardPlayed | ev.TrickDecided | ev.ActionTaken | ev.ActionEnded):
        if isinstance(e, Breach) and s.phase != Phase.OVER:
            return evolve(e, facts=())
        return e
    if (e.round, e.trick) == (s.round, s.trick_no):
        return e
    if isinstance(e, ev.TrickDecided):
        return evolve(e, card=0, fitting=(), others=(), order=())
    if isinstance(e, ev.ActionTaken):
        return evolve(e, card=0, icons=())
    return evolve(e, card=0, suit="") if isinstance(e, ev.CardPlayed) else evolve(e, card=0)
