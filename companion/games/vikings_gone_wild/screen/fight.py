"""An attack from cards touched in order: units, then what they carry, then what boosts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.vikings_gone_wild.inputs import Attack
from companion.games.vikings_gone_wild.rules.strength import may_carry
from companion.games.vikings_gone_wild.state import State


def attack_from(s: State, target: str, picked: Sequence[str]) -> Attack | None:
    """The attack on a target with these cards; an item is carried by the unit that was touched last before it."""
    world = s.world
    units = Counter(c for c in picked if world.fighter[world.index[c]])
    if not units:
        return None
    boosts = tuple(c for c in picked if world.improvement[world.index[c]])
    return Attack(s.turn, target, tuple(units.items()), carried(s, picked), boosts)


def carried(s: State, picked: Sequence[str]) -> tuple[tuple[str, str, int], ...]:
    """Each item with its carrier; equal carriers are numbered as they are first loaded."""
    world = s.world
    copies: list[tuple[str, int]] = []  # units in the order of their touches, with their number among equals
    seen: Counter[str] = Counter()
    loads: list[tuple[str, tuple[str, int]]] = []
    waiting: list[str] = []
    for name in picked:
        card = world.index[name]
        if world.fighter[card]:
            seen[name] += 1
            copies.append((name, seen[name]))
            for item in list(waiting):
                if may_carry(world, world.index[item], card):
                    loads.append((item, copies[-1]))
                    waiting.remove(item)
        elif world.carried[card]:
            able = [c for c in copies if may_carry(world, card, world.index[c[0]])]
            if able:
                loads.append((name, able[-1]))
            else:
                waiting.append(name)
    numbers: dict[tuple[str, int], int] = {}
    out = []
    for item, copy in loads:
        if copy not in numbers:
            numbers[copy] = 1 + sum(c[0] == copy[0] for c in numbers)
        out.append((item, copy[0], numbers[copy]))
    return tuple(out)
