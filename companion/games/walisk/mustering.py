"""A winter's muster as one plan: what is bought is what is placed, and the silver is reckoned along. No act is entered.

The plan turns into the same inputs as they would be told one by one: a purchase of each kind, then its places.
"""

from __future__ import annotations

from attrs import evolve, frozen

from companion.engine.game import after
from companion.engine.types import Input
from companion.games.walisk.accord import enemies
from companion.games.walisk.game import GAME
from companion.games.walisk.inputs import Buy, Done, Place
from companion.games.walisk.rules.muster import house_rules
from companion.games.walisk.state import GOODS, State, units_of

KINDS = ("house", "ship", "man")  # as people do it: what must have its place first


@frozen
class Item:
    """So many of a kind into a district; ``water``: where ships lie there."""

    kind: str
    field: str
    n: int
    water: str = ""


@frozen
class Plan:
    """What a seat musters this winter."""

    seat: int
    items: tuple[Item, ...] = ()

    def total(self, kind: str) -> int:
        return sum(i.n for i in self.items if i.kind == kind)

    def bought(self, s: State, kind: str) -> int:
        """How many of a kind have to be bought: goods that were had before are placed first."""
        return max(0, self.total(kind) - s.goods[self.seat][GOODS.index(kind)])

    def cost(self, s: State) -> int:
        return sum(self.bought(s, k) * price for k, price in zip(GOODS, s.world.box.prices, strict=True))

    def silver(self, s: State) -> int:
        """What is left of the treasure."""
        return s.silver[self.seat] - self.cost(s)

    def room(self, s: State, kind: str) -> int:
        """How many more of a kind could be placed: goods at hand, and what the silver buys."""
        spare = max(0, s.goods[self.seat][GOODS.index(kind)] - self.total(kind))
        return spare + max(0, self.silver(s)) // s.world.box.prices[GOODS.index(kind)]

    def more(self, item: Item) -> Plan:
        """With one more item; equal ones are counted together."""
        items = list(self.items)
        for i, old in enumerate(items):
            if evolve(old, n=item.n) == item and item.kind != "house":
                items[i] = evolve(old, n=old.n + item.n)
                return evolve(self, items=tuple(items))
        return evolve(self, items=(*items, item))

    def acts(self, s: State, done: bool = False) -> tuple[Input, ...]:
        """The plan as inputs, with the end of the muster if it is all."""
        out: list[Input] = []
        for kind in KINDS:
            n = self.bought(s, kind)
            if n:
                out.append(Buy(self.seat, kind, n))
            out += [Place(self.seat, kind, i.field, i.n, i.water) for i in self.items if i.kind == kind]
        return (*out, Done(self.seat)) if done else tuple(out)

    def state(self, s: State) -> State | None:
        """The table as the plan would leave it; None if the rules refuse it."""
        return after(GAME, s, self.acts(s))


def missing(s: State, plan: Plan, field: str) -> int:
    """How many men a district needs to be no weaker than the strongest enemy beside it, with what is planned there."""
    f = s.world.index[field]
    foes = [units_of(s, g, side) for g in s.world.links[f] for side in enemies(s, plan.seat, g)]
    planned = sum(i.n for i in plan.items if i.field == field and i.kind != "house")
    return max(0, max(foes, default=0) - units_of(s, f, plan.seat) - planned)


def relief(s: State, plan: Plan) -> Plan:
    """The plan with what every threatened district lacks, the capital and towns first, as far as the silver goes."""
    seat, world = plan.seat, s.world
    mine = [f for f, owner in enumerate(s.owner) if owner == seat]
    for f in sorted(mine, key=lambda f: (f != s.capital[seat], -s.houses[f], f)):
        n = min(missing(s, plan, world.ids[f]), plan.room(s, "man"))
        if n:
            more = plan.more(Item("man", world.ids[f], n))
            plan = plan if more.state(s) is None else more
    return plan


def needs(s: State, plan: Plan, field: str) -> str:
    """What a district needs first: a house where one may be built and paid, else men."""
    now = plan.state(s)
    if now is None or plan.room(s, "house") < 1:
        return "man"
    ruling = house_rules(now, Place(plan.seat, "house", field, 1))
    builds = ruling is None and (now.houses[now.world.index[field]] > 0 or not plan.total("house"))
    return "house" if builds else "man"
