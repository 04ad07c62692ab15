"""What is legal, once more, slowly and without the engine: from the plain position and the plain card file.

Nothing here imports the rules. Hands must be known; every choice is written out as the text of an input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

Doc = Mapping[str, Any]
SEATS = "ABCD"


class Slow:
    """One position as plain data, and the card file it is played with."""

    def __init__(self, doc: Doc, cards: Sequence[Doc], players: int, **options: Any) -> None:
        self.doc, self.players, self.options = doc, SEATS[:players], options
        self.cards = {c["id"]: c for c in cards}

    def legal(self, me: str) -> set[str]:
        """All legal inputs of a seat as texts."""
        doc = self.doc
        found: set[str] = set()
        if doc["due"]:
            if doc["due"][0] == me and doc["revealed"]:
                found |= {f"take favour={c}" for c in [*doc["favour_open"], doc["revealed"]]}
        elif doc["phase"] == "turn" and doc["now"]["window"] == 1:
            if me == doc["now"]["strikes"][0]["seat"]:
                found |= set(self.defences(me))
        elif doc["phase"] == "turn" and me == doc["turn"]:
            found |= set(self.turn(me))
        elif doc["phase"] == "store" and me == doc["turn"]:
            found |= set(self.storage(me))
        elif doc["phase"] == "discard" and me == doc["turn"]:
            found |= set(self.drops(me))
        found |= set(self.claims(me)) if not doc["due"] and doc["phase"] in ("turn", "store") else set()
        most = sum(self.cards[n.rpartition("_")[0]].get("draw_bonus", 0) for n in self.village(me) if n != "townhall")
        found |= {f"forgo n={n}" for n in range(most + 1) if most and n != doc["players"][me]["forgo"]}
        return {f"{me} {line}" for line in found}

    # ------------------------------------------------------------ reading
    def village(self, who: str) -> Doc:
        village: Doc = self.doc["players"][who]["village"]
        return village

    def card_of(self, who: str, name: str) -> Doc:
        if name == "townhall":
            return self.cards[f"townhall_{self.village(who)[name]['level']}"]
        return self.cards[name.rpartition("_")[0]]

    def tokens(self, me: str, kind: str) -> dict[str, int]:
        return {f"{me}_{n}": b[kind] for n, b in sorted(self.village(me).items()) if b.get(kind)}

    # ------------------------------------------------------------ paying
    def pays(self, me: str, beer: int, gold: int) -> Iterator[str]:
        """Every way to pay: played resources first, then tokens."""
        ways = []
        for kind, need in (("beer", beer), ("gold", gold)):
            short = max(0, need - self.doc["now"][kind])
            ways.append([f" {kind}={x}" if x else "" for x in spread(self.tokens(me, kind), short)])
        for a, b in product(*ways):
            yield a + b

    def price(self, card: str) -> tuple[int, int]:
        cost = self.cards[card]["cost"]
        return cost.get("beer", 0), cost.get("gold", 0)

    # ------------------------------------------------------------ the turn
    def turn(self, me: str) -> Iterator[str]:
        mine = self.doc["players"][me]
        if not self.doc["now"]["together"]:
            yield from self.plays(me)
            yield from self.purchases(me, mine)
            for kind in ("beer", "gold"):
                for way in spread(self.tokens(me, kind), max(0, 2 - self.doc["now"][kind])):
                    yield f"exchange give={kind}" + (f" tokens={way}" if way else "")
            if not mine["returned"]:
                yield from (f"give_back building={me}_{n}" for n in mine["village"] if n != "townhall")
            if not mine["swapped"]:
                for mission in mine["missions"]:
                    name = mission if isinstance(mission, str) else mission["card"]
                    yield from (f"swap mission={name}{way}" for way in self.pays(me, 0, 1))
            yield "end_turn"
        attacks = list(self.attacks(me))
        yield from attacks
        if self.doc["now"]["together"]:
            yield "declared" if self.doc["now"]["strikes"] else "pass"  # no attack declared yet: thought better of
        elif any(" target=odin" not in a and " target=draco" not in a for a in attacks):
            yield "together"

    def plays(self, me: str) -> Iterator[str]:
        for card in set(self.doc["players"][me]["hand"]):
            steps = [s for a in self.cards[card].get("abilities", []) if a["when"] == "play" for s in a["steps"]]
            if not steps:
                continue
            if any(isinstance(s, dict) and ("peek" in s or s.get("steal", {}).get("from") == "one") for s in steps):
                yield from (f"play card={card} target={SEATS.index(o)}" for o in self.players if o != me)
            else:
                yield f"play card={card}"

    def purchases(self, me: str, mine: Doc) -> Iterator[str]:
        hall = self.card_of(me, "townhall")
        for card, n in self.doc["supply"].items():
            if not n:
                continue
            ways = list(self.pays(me, *self.price(card)))
            if self.cards[card]["deck"] != "building":
                yield from (f"buy card={card}{way}" for way in ways)
                continue
            room = hall["limit"] is None or len(mine["village"]) - 1 < hall["limit"]
            if room and sum(b.startswith(card + "_") for b in mine["village"]) < 3:
                yield from (f"build building={card}{way}" for way in ways)
        for i, card in enumerate(self.doc["row"]):
            if card and self.cards[card]["cost"]:
                yield from (f"buy card={card} slot=odin_{i + 1}{way}" for way in self.pays(me, *self.price(card)))
        if mine["village"]["townhall"].get("ready", True) and "upgrade" in hall:
            cost = hall["upgrade"]
            yield from (f"upgrade{way}" for way in self.pays(me, cost.get("beer", 0), cost.get("gold", 0)))

    # ------------------------------------------------------------ attacks
    def targets(self, me: str) -> dict[str, int]:
        """Everything that may be attacked, with its defence."""
        now, found = self.doc["now"], {}
        declared = {k["target"] for k in now["strikes"]}
        if not now["together"]:
            if not now["draco"]:
                found["draco"] = self.cards["draco"]["defence"]
            for i, card in enumerate(self.doc["row"]):
                if card and "undead" in self.cards[card].get("tags", []):
                    found[f"odin_{i + 1}"] = self.cards[card]["defence"]
        for who in self.players:
            if who == me or now["victim"] not in ("-", who):
                continue
            if self.doc["players"][who]["attacked"] and now["victim"] != who and not now["exception"]:
                continue
            for name, b in self.village(who).items():
                others = set(b.get("attacked_by", [])) - {me}
                if not b.get("ready", True) or b.get("damage") or f"{who}_{name}" in declared:
                    continue
                if now["exception"] and others:
                    continue
                found[f"{who}_{name}"] = self.card_of(who, name)["defence"] + b.get("guard", 0)
        return found

    def attacks(self, me: str) -> Iterator[str]:
        hand = Counter(self.doc["players"][me]["hand"])
        tags = {c: self.cards[c].get("tags", []) for c in hand}
        fighters = [c for c in sorted(hand) if {"unit", "hero"} & set(tags[c])]
        items = [c for c in sorted(hand) for _ in range(hand[c]) if "carried" in tags[c]]
        boosters = [c for c in sorted(hand) for _ in range(hand[c]) if "improvement" in tags[c]]
        lines = set()
        for numbers in product(*(range(hand[c] + 1) for c in fighters)):
            team = [(c, n) for c, n in zip(fighters, numbers, strict=True) if n]
            if not team:
                continue
            for loads in self.loads(team, items, tags):
                for k in range(len(boosters) + 1):
                    for boosts in set(combinations(boosters, k)):
                        if boosts and not any("unit" in tags[c] for c, _ in team):
                            continue
                        lines.add((self.strength(me, team, loads, boosts), tuple(team), loads, boosts))
        for target, value in self.targets(me).items():
            for total, team, loads, boosts in lines:
                if total >= value:
                    line = f"attack target={target} attackers=" + ",".join(f"{c}:{n}" for c, n in team)
                    line += " carried=" + ",".join(":".join(map(str, x)) for x in loads) if loads else ""
                    yield line + (" boosts=" + ",".join(sorted(boosts)) if boosts else "")

    def loads(self, team: Any, items: Sequence[str], tags: Doc) -> Iterator[tuple[tuple[str, str, int], ...]]:
        """Each item on one of the units or left; units of a kind are numbered as they are loaded."""
        places = [(c, i) for c, n in team if "unit" in tags[c] for i in range(1, n + 1)]
        for chosen in product([None, *places], repeat=len(items)):
            loads = tuple(sorted((item, *at) for item, at in zip(items, chosen, strict=True) if at))
            used: dict[str, int] = {}
            for _, carrier, no in loads:
                if no > used.get(carrier, 0) + 1:
                    break
                used[carrier] = max(no, used.get(carrier, 0))
            else:
                yield loads

    def strength(self, me: str, team: Any, loads: Any, boosts: Sequence[str]) -> int:
        bodies = [c for c, n in team for _ in range(n)]
        units = sum("unit" in self.cards[c]["tags"] for c in bodies)
        total = 0
        for c in bodies:
            own = self.cards[c]["strength"]
            if isinstance(own, dict):  # Dvergar
                own = sum(n.startswith("brewery") for n in self.village(me)) * own.get("times", 1) + own.get("plus", 0)
            total += own
        for c in bodies:
            total += self.boost(c, units - ("unit" in self.cards[c]["tags"]), 0)
        for item, _, _ in loads:
            total += self.boost(item, 0, 1)
        for helper in boosts:
            total += self.boost(helper, units, 0)
        return total

    def boost(self, card: str, about: int, carrier: int) -> int:
        steps = [s for a in self.cards[card].get("abilities", []) if a["when"] == "attack" for s in a["steps"]]
        return sum(s["boost"]["n"] * (carrier if s["boost"]["to"] == "carrier" else about) for s in steps)

    # ------------------------------------------------------------ other moments
    def defences(self, me: str) -> Iterator[str]:
        yield "pass"
        for card in set(self.doc["players"][me]["hand"]):
            if "guard" in self.cards[card]:
                yield from (f"defend card={card} target={k['target']}" for k in self.doc["now"]["strikes"])

    def storage(self, me: str) -> Iterator[str]:
        yield "pass"
        village = self.village(me)
        for kind in ("beer", "gold"):
            depots = {
                f"{me}_{n}": b.get(kind, 0)
                for n, b in sorted(village.items())
                if kind in self.card_of(me, n).get("holds", {}) and b.get("ready", True)
            }
            loose = sum(b.get(kind, 0) for n, b in village.items() if "holds" not in self.card_of(me, n))
            for numbers in product(range(5), repeat=len(depots)):
                laid = dict(zip(depots, numbers, strict=True))
                if laid != depots and sum(depots.values()) <= sum(numbers) <= sum(depots.values()) + loose:
                    lie = ",".join(f"{k}:{n}" for k, n in laid.items() if n)
                    yield f"store kind={kind}" + (f" depots={lie}" if lie else "")

    def drops(self, me: str) -> Iterator[str]:
        hand = Counter(self.doc["players"][me]["hand"])
        drakkars = sum(n.startswith("drakkar") and b.get("ready", True) for n, b in self.village(me).items())
        may_hold = drakkars + self.doc["players"][me]["hold"]
        for numbers in product(*(range(n + 1) for _, n in sorted(hand.items()))):
            if sum(hand.values()) - sum(numbers) <= may_hold:
                cards = ",".join(f"{c}:{n}" for (c, _), n in zip(sorted(hand.items()), numbers, strict=True) if n)
                yield "drop" + (f" cards={cards}" if cards else "")

    def claims(self, me: str) -> Iterator[str]:
        """Goals about buildings, tokens in depots and purchases of this turn."""
        mine = self.doc["players"][me]
        for mission in mine["missions"] if not mine["claimed"] else ():
            name = mission if isinstance(mission, str) else mission["card"]
            since = {} if isinstance(mission, str) else mission["since"]
            counted, wanted = self.cards[name]["goal"]["ge"]
            if self.counted(me, counted, since) >= wanted:
                yield f"claim mission={name}"

    def counted(self, me: str, what: Doc, since: Doc) -> int:
        args, village = what.get("args", {}), self.village(me)
        if what["count"] == "buildings":
            return sum(n != "townhall" and args.get("id", "") in ("", n.rpartition("_")[0]) for n in village)
        if what["count"] == "tokens":
            kind = args["kind"]
            return sum(b.get(kind, 0) for n, b in village.items() if "holds" in self.card_of(me, n))
        assert what["count"] == "turn.bought"
        f = args["filter"]
        bought = [
            self.cards[c] for c in self.doc["players"][me]["tally"].get("bought", [])[len(since.get("bought", [])) :]
        ]
        return sum(
            f.get("deck", c["deck"]) == c["deck"] and f.get("tag", "") in ("", *c.get("tags", [])) for c in bought
        )


def spread(tokens: Mapping[str, int], n: int) -> Iterator[str]:
    """Every way to take n tokens from these places."""
    for numbers in product(*(range(k + 1) for k in tokens.values())):
        if sum(numbers) == n:
            yield ",".join(f"{place}:{k}" for place, k in zip(tokens, numbers, strict=True) if k)
