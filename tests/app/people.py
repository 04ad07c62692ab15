"""Purposeful players of whole games: what people at a table want next, whatever page they will enter it on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs

from companion.engine.dealing import deal
from companion.engine.game import after
from companion.engine.legal import Legal, complete, completions, fits, open_fields
from companion.engine.types import Choose, Input, Over, Roll, Ruling, Show, Shuffle, answers
from companion.games.hibernia import inputs as hi
from companion.games.vikings_gone_wild import inputs as vg
from companion.games.vikings_gone_wild.rules.strength import strength_of
from companion.games.vikings_gone_wild.rules.targets import open_targets
from companion.games.vikings_gone_wild.screen.fight import attack_from
from companion.games.vikings_gone_wild.state import State as Village
from companion.games.vikings_gone_wild.tags import settled
from companion.games.walisk import inputs as wa
from companion.games.walisk.mustering import Plan, relief
from companion.games.walisk.state import MAN, count_of
from tests.app.conqueror import Conqueror
from tests.games.brian_boru.player import greedy
from tests.games.loewenherz.players import next_act

MANY = 12  # ways to complete an entry that are looked at


class Person:
    """A player's wish: ``session`` to act. The same seed wants the same."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)

    def pick(self, n: int) -> int:
        return self.r.randrange(n)

    def __call__(self, session: Any) -> Input | None:
        owed = session.game.pending(session.state)[0]
        if isinstance(owed, Over):
            return None
        if isinstance(owed, Roll | Show | Shuffle):
            return deal(owed, self.pick)
        return self.wants(session.game, session.state, owed)

    def wants(self, game: Any, s: Any, owed: Any) -> Input | None:
        raise NotImplementedError

    def ways(self, game: Any, s: Any, owed: Choose) -> list[Input]:
        """Legal acts, of each entry a few."""
        seats: tuple[int | None, ...] = (None,) if owed.joint else owed.seats
        entries = [e for seat in seats for e in Legal(game, s, seat) if answers(owed, e)]
        return [a for e in entries for a in (islice(completions(e), MANY) if open_fields(e) else (e,))]


class Chieftain(Person):
    """Hibernia: the move after which the markers would go farthest; then counties, taken from the strongest."""

    def wants(self, game: Any, s: Any, owed: Any) -> Input | None:
        def worth(act: Input) -> float:
            new = after(game, s, (act,))
            assert new is not None
            p = s.turn
            mine, theirs = new.own[p].bit_count(), sum(new.own[q].bit_count() for q in range(len(new.supply)) if q != p)
            ahead = game.view(new if new.turn == p else s, None)["would_score"]["ABCDE"[p]]
            return 3 * ahead + 2 * mine - theirs - 0.2 * new.shield[p] + new.total[p] + self.r.random()

        ways = self.ways(game, s, owed)
        due = {a.county for a in ways if isinstance(a, hi.Move) and a.by == hi.DIE}  # the die's action comes first
        return max(
            (a for a in ways if not (isinstance(a, hi.Move) and a.by == hi.EXTRA and a.county in due)), key=worth
        )


class King(Person):
    def wants(self, game: Any, s: Any, owed: Any) -> Input | None:
        return greedy(s, self.pick)


class Duke(Person):
    def wants(self, game: Any, s: Any, owed: Any) -> Input | None:
        return next_act(s, self.pick)


class General(Person):
    """Walisk's conqueror as people play: who moves more than half of a stack moves all of it, and on as far as it pays;
    who musters strengthens what is threatened and sends the rest to one place.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.warrior = Conqueror(seed)
        self.last: wa.Walk | None = None

    def __call__(self, session: Any) -> Input | None:
        s = session.state
        last, self.last = self.last, None
        act = self.onward(session.game, s, last) or self.warrior.act(s)
        if isinstance(act, wa.Walk):
            free = count_of(s, s.world.index[act.field], act.seat or 0, MAN)
            more = attrs.evolve(act, men=free)
            capital = s.capital[act.seat or 0] == s.world.index[act.field]
            if not capital and free < 2 * act.men and not isinstance(session.game.decide(s, more), Ruling):
                act = more
        if isinstance(act, wa.Place) and act.kind == "man":
            act = self.placed(session.game, s, act)
        self.last = act if isinstance(act, wa.Walk) else None
        return act

    def placed(self, game: Any, s: Any, act: wa.Place) -> Input:
        """What is threatened gets what it lacks; all that is left then goes where the conqueror wants it."""
        lacking = relief(s, Plan(act.seat or 0)).items
        if lacking:
            return attrs.evolve(act, field=lacking[0].field, n=lacking[0].n)
        return attrs.evolve(act, n=s.goods[act.seat or 0][0])

    def onward(self, game: Any, s: Any, last: wa.Walk | None) -> Input | None:
        """The next step of the stack that has just walked."""
        if last is None or s.phase != "men" or not s.due or s.due[0] != last.seat or s.bouts:
            return None
        best, score = None, 0.0
        for e in Legal(game, s, last.seat):
            if isinstance(e, wa.Walk) and e.field == last.to and e.to != last.field and e.spent > last.spent:
                act = attrs.evolve(e, men=last.men)
                worth, n = self.warrior.walk(s, last.seat, e)
                if worth > score and n >= last.men and fits(e, act) and not isinstance(game.decide(s, act), Ruling):
                    best, score = act, worth
        return best


class Jarl(Person):
    """Vikings: plays the hand, attacks what is worth most with the fewest cards, then buys the dearest.

    The cards in each hand are drawn here, as the tablet cannot know them.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.hands: dict[int, Counter[str]] = {}
        self.stored: set[tuple[int, int | None, str]] = set()

    def __call__(self, session: Any) -> Input | None:
        self.draw(session.state)
        act = super().__call__(session)
        seat = getattr(act, "seat", None)
        if seat is not None:
            self.hands[seat] = self.hands[seat] - Counter(dict(used(act)))
        return act

    def draw(self, s: Village) -> None:
        """Hands as they must be now: cards that left are gone, others are drawn from what lies unseen."""
        for seat, p in enumerate(s.players):
            ids = s.world.ids
            sure, pool = Counter(ids[c] for c in p.hand), Counter(ids[c] for c in p.pool)
            rest = (self.hands.get(seat, Counter()) - sure) & pool
            while sum(rest.values()) > p.blind:
                rest[self.r.choice(sorted(rest.elements()))] -= 1
            while sum(rest.values()) < p.blind:
                rest[self.r.choice(sorted((pool - rest).elements()))] += 1
            self.hands[seat] = +(sure + rest)

    def wants(self, game: Any, s: Village, owed: Any) -> Input | None:
        entries = [e for seat in owed.seats for e in Legal(game, s, seat) if answers(owed, e) and self.has(s, e)]
        for kinds in ((vg.Play, vg.Use), (vg.Claim, vg.Take)):
            if found := [e for e in entries if isinstance(e, kinds)]:
                return complete(self.r.choice(found), self.pick)
        for e in entries:
            if isinstance(e, vg.Store) and (s.round, e.seat, e.kind) not in self.stored:
                self.stored.add((s.round, e.seat, e.kind))
                return settled(e, s)
        if any(isinstance(e, vg.Attack) for e in entries) and (fight := self.fight(game, s, s.turn)) is not None:
            return fight
        for e in entries:
            if isinstance(e, vg.Drop):
                return self.drop(e, dict(owed.facts).get("held", 0))
        if bought := [e for e in entries if isinstance(e, vg.Buy | vg.Build | vg.Upgrade)]:
            return max((settled(e, s) for e in bought), key=lambda e: self.dear(s, e))
        ends = [e for e in entries if isinstance(e, vg.EndTurn | vg.Declared)]
        plain = [e for e in entries if isinstance(e, vg.Defend | vg.Pick | vg.PayFor)]
        last = [e for e in entries if isinstance(e, vg.Pass | vg.Decline)]
        chosen = (plain if plain and (not last or self.r.random() < 0.7) else last) if plain or last else ends
        return complete(self.r.choice(chosen or entries), self.pick)

    def has(self, s: Village, e: Input) -> bool:
        """Whether the card it needs is in the hand."""
        name = e.card if isinstance(e, vg.Play | vg.Defend) else ""
        if isinstance(e, vg.Pick) and e.zone == "hand":
            name = e.what
        return not name or e.seat is None or self.hands[e.seat][name] > 0

    def dear(self, s: Village, e: Input) -> tuple[float, float]:
        card = getattr(e, "card", getattr(e, "building", ""))
        found = s.world.cards[s.world.index[card]] if card in s.world.index else None
        return (float(found.beer + found.gold) if found is not None else 3.5, self.r.random())

    def fight(self, game: Any, s: Village, seat: int) -> Input | None:
        """A target somebody is keen on: the strongest first, as many as it takes, with what they carry if it helps."""
        world, hand = s.world, list(self.hands[seat].elements())
        units = [n for n in hand if world.fighter[world.index[n]]]
        units.sort(key=lambda n: -(strength_of(s, seat, world.index[n]) or 0))
        helpers = [n for n in hand if world.carried[world.index[n]] or world.improvement[world.index[n]]]
        targets = [t for t, _ in open_targets(s, seat)]
        self.r.shuffle(targets)
        for target in targets:
            for n in range(1, len(units) + 1):
                for extra in ((), *((h,) for h in dict.fromkeys(helpers))):
                    act = attack_from(s, target, [*units[:n], *extra])
                    if act is not None and not isinstance(game.decide(s, act), Ruling):
                        return act
        return None

    def drop(self, entry: vg.Drop, held: int) -> Input:
        hand = sorted(self.hands[entry.seat or 0].elements())
        self.r.shuffle(hand)
        return vg.Drop(entry.seat, tuple(Counter(hand[: max(0, len(hand) - held)]).items()))


def used(act: Input | None) -> Iterator[tuple[str, int]]:
    """Cards that an act takes from the hand."""
    if isinstance(act, vg.Play | vg.Defend):
        yield act.card, 1
    elif isinstance(act, vg.Pick) and act.zone == "hand":
        yield act.what, 1
    elif isinstance(act, vg.Drop):
        yield from act.cards
    elif isinstance(act, vg.Attack):
        counts = Counter(dict(act.attackers))
        counts.update([i for i, _, _ in act.carried] + list(act.boosts))
        yield from counts.items()


PEOPLE: dict[str, type[Person]] = {
    "hibernia": Chieftain, "brian_boru": King, "loewenherz": Duke, "vikings_gone_wild": Jarl, "walisk": General,
}  # fmt: skip
