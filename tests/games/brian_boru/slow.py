"""The rules once more, slowly and without the engine: plain sets and dictionaries, to count and compare with.

Nothing here imports the rules; a position is read from the engine's plain mapping.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from companion.engine.types import LETTERS
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.state import State

Doc = dict[str, Any]
SUITS = {
    **dict.fromkeys((2, 5, 8, 11, 15, 18, 24), "red"),
    **dict.fromkeys((3, 6, 9, 12, 16, 19, 25), "blue"),
    **dict.fromkeys((1, 4, 7, 10, 14, 17, 23), "yellow"),
    **dict.fromkeys((13, 20, 21, 22), "white"),
}
REGION_VP = {0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 5: 3, 6: 5, 7: 7, 8: 10}


# ---------------------------------------------------------------- towns and scores
def town_owner(s: State) -> dict[str, str]:
    towns = GAME.position(s)["towns"]
    return {t: towns[t].split()[0] if t in towns else "" for t in s.world.ids}


def _weight(text: str, double: bool = True) -> int:
    return 2 if double and "monastery" in text else 1


def claim_votes(s: State, region: str) -> tuple[tuple[int, ...], int]:
    """Weights of all seats and the Vikings in a region, the pact included, town by town."""
    doc = GAME.position(s)
    votes = [0] * s.world.players
    vikings = 0
    pact = next((LETTERS.index(p) for p, cards in doc["wives"].items() if "princess" in cards), None)
    for town, text in doc["towns"].items():
        if town[0] != region:
            continue
        if "vikings" not in text:
            votes[LETTERS.index(text[0])] += _weight(text)
        elif doc["alliance"] == "pact" and pact is not None:
            votes[pact] += _weight(text)
        else:
            vikings += _weight(text)
    return tuple(votes), vikings


def region_points(s: State, seat: int) -> int:
    """The final total of a seat, from the position alone (chapter 12)."""
    doc, me = GAME.position(s), LETTERS[seat]
    options = s.world.config.options
    coins = doc["coins"]
    total = int(doc["vp"][me])
    total += int(coins[me] == max(coins.values()) and list(coins.values()).count(coins[me]) == 1)
    total += int(doc["marker"] == me) + int(doc["renown"][me])
    value = {"N": 6, "U": 4, "B": 3, "S": 5, "D": 2, "C": 7, "L": 6, "M": 7}
    wed = {p for p, cards in doc["wives"].items() if "princess" in cards}
    for region, place in doc["claims"].items():
        if place == me:
            total += value[region]
        if place == "above" or (place == "slot" and options["half_value_tokens"] == "all_unowned"):
            votes = dict.fromkeys(LETTERS[: s.world.players], 0)
            vikings = 0
            for town, text in doc["towns"].items():
                if town[0] == region:
                    weight = _weight(text, bool(options["monastery_at_half_value"]))
                    if "vikings" not in text:
                        votes[text[0]] += weight
                    elif doc["alliance"] == "pact" and wed:
                        votes[next(iter(wed))] += weight
                    else:
                        vikings += weight
            blocked = options["half_value_vs_vikings"] == "vikings_block" and vikings > max(votes.values())
            if votes[me] == max(votes.values()) > 0 and not blocked:
                total += value[region] // 2
    mine = {t[0] for t, text in doc["towns"].items() if text[0] == me and "vikings" not in text}
    if doc["alliance"] == "trade" and me in wed:
        mine |= {t[0] for t, text in doc["towns"].items() if "vikings" in text}
    return total + REGION_VP[len(mine)]


# ---------------------------------------------------------------- a trick, move by move
class Slow:
    """One trick from naming the town to the last action, with known hands; every legal act in turn."""

    def __init__(self, s: State) -> None:
        self.doc: Doc = GAME.position(s)
        self.roads = {t: {s.world.ids[j] for j in range(len(s.world.ids)) if s.world.roads[i] >> j & 1}
                      for i, t in enumerate(s.world.ids)}  # fmt: skip
        self.colour = dict(zip(s.world.ids, s.world.colour, strict=True))
        self.cards = {c.no: c for c in s.world.box.actions}
        self.order = LETTERS[: s.world.players]
        self.allow = s.world.config.options["expand_into_active"] == "allow"
        self.todo: list[str] = []  # icons of the action at hand, left to right
        self.actor = ""

    def copy(self) -> Slow:
        twin = deepcopy(self)
        twin.cards, twin.roads, twin.colour = self.cards, self.roads, self.colour
        return twin

    # ------------------------------------------------------------ what is legal
    def acts(self) -> Iterator[str]:
        d = self.doc
        if self.todo:
            yield from self._unfinished()
        elif d["phase"] == "lead":
            held = {SUITS[c] for c in d["hands"][d["turn"]]["named"]}
            for town, colour in self.colour.items():
                if town not in d["towns"] and (colour in held or "white" in held):
                    yield f"{d['turn']} name_town town={town}"
        elif d["phase"] == "play":
            colour = self.colour[d["active"]]
            for card in d["hands"][d["turn"]]["named"]:
                if d["trick"] or SUITS[card] in (colour, "white"):
                    yield f"{d['turn']} play card={card}"
        elif d["phase"] == "act":
            seat = d["queue"][0]
            card = self.cards[self._card(seat)]
            for name in ("primary",) if seat == d["winner"] else ("secondary1", "secondary2"):
                icons = list(card.icons(name))
                if icons:
                    yield f"{seat} act action={name}" + self._means(seat, icons)

    def _means(self, seat: str, icons: list[str]) -> str:
        if "P" not in icons:
            return ""
        coins = self.doc["coins"][seat] + icons[: icons.index("P")].count("K")
        return " pay=points" if coins == 0 and self.doc["vp"][seat] > 0 else ""

    def _card(self, seat: str) -> int:
        return next(int(t.split()[1]) for t in self.doc["trick"] if t[0] == seat)

    def _unfinished(self) -> Iterator[str]:
        d, me = self.doc, self.actor
        icon = self.todo[0]
        if icon in ("+m", "+v", "+c"):
            most = d["coins"][me] // 2
            most = min(most, d["area"]) if icon == "+v" else min(most, 9 - d["track"][me]) if icon == "+m" else most
            for n in range(most + 1):
                yield f"{me} buy n={n}"
        elif icon == "E":
            yield f"{me} decline"
            for town in self._targets():
                if town != d["active"] or self.allow:
                    yield f"{me} expand town={town}"
        elif icon == "X":
            for town, text in d["towns"].items():
                if "vikings" in text:
                    yield f"{me} liberate town={town}"

    def _targets(self) -> list[str]:
        towns = self.doc["towns"]
        own = [t for t, text in towns.items() if text[0] == self.actor and "vikings" not in text]
        return sorted({n for t in own for n in self.roads[t] if n not in towns})

    # ------------------------------------------------------------ what it does
    def play(self, act: str) -> Slow:
        twin = self.copy()
        twin._do(act.split())
        return twin

    def _do(self, words: list[str]) -> None:
        d = self.doc
        seat, what = words[0], words[1]
        value = {w.split("=")[0]: w.split("=")[1] for w in words[2:]}
        if what == "name_town":
            d["active"], d["phase"] = value["town"], "play"
        elif what == "play":
            d["hands"][seat]["named"].remove(int(value["card"]))
            d["trick"].append(f"{seat} {value['card']}")
            d["turn"] = self.order[(self.order.index(seat) + 1) % len(self.order)]
            if len(d["trick"]) == len(self.order):
                self._decide()
        elif what == "act":
            self.actor = seat
            self.todo = list(self.cards[self._card(seat)].icons(value["action"]))
            for kind in "mvc":
                if kind in self.todo:
                    last = max(i for i, icon in enumerate(self.todo) if icon == kind)
                    self.todo.insert(last + 1, "+" + kind)
            self._go_on()
        else:
            self._finish(what, value)
            self._go_on()

    def _decide(self) -> None:
        d = self.doc
        colour = self.colour[d["active"]]
        by_card = sorted((int(t.split()[1]), t[0]) for t in d["trick"])
        d["queue"] = [who for _, who in by_card]
        d["winner"] = [who for card, who in by_card if SUITS[card] in (colour, "white")][-1]
        d["phase"] = "act"

    def _finish(self, what: str, value: dict[str, str]) -> None:
        d, me = self.doc, self.actor
        icon = self.todo.pop(0)
        if what == "buy":
            n = int(value["n"])
            d["coins"][me] -= 2 * n
            if icon == "+v":
                d["raiders"][me] += n
                d["area"] -= n
            else:
                d["track" if icon == "+m" else "church"][me] += n
        elif what == "expand":
            d["coins"][me] -= 5
            d["towns"][value["town"]] = me
        elif what == "liberate":
            d["towns"][value["town"]] = d["towns"][value["town"]].replace(" vikings", "")

    def _go_on(self) -> None:
        """Icons that need nobody, up to the next question or the end of the action."""
        d, me = self.doc, self.actor
        while self.todo and not self._asks(self.todo[0]):
            icon = self.todo.pop(0)
            if icon == "T":
                d["towns"].setdefault(d["active"], me)
                d["marker"] = me
            elif icon == "K":
                d["coins"][me] += 1
            elif icon == "P" and d["coins"][me]:
                d["coins"][me] -= 1
            elif icon == "P":
                d["vp"][me] = max(0, d["vp"][me] - 2)
            elif icon == "m":
                d["track"][me] = min(9, d["track"][me] + 1)
            elif icon == "v" and d["area"]:
                d["raiders"][me] += 1
                d["area"] -= 1
            elif icon == "c":
                d["church"][me] += 1
        if not self.todo:
            while d["track"][me] and any(d["track"][p] == d["track"][me] for p in self.order if p != me):
                d["track"][me] -= 1
            d["queue"].remove(me)
            if not d["queue"]:
                d["phase"] = "done"

    def _asks(self, icon: str) -> bool:
        d, me = self.doc, self.actor
        if icon == "+v":
            return d["coins"][me] >= 2 and d["area"] > 0
        if icon == "+m":
            return d["coins"][me] >= 2 and d["track"][me] < 9
        if icon == "+c":
            return bool(d["coins"][me] >= 2)
        if icon == "E":
            return d["coins"][me] >= 5 and bool(self._targets())
        return icon == "X" and any("vikings" in text for text in d["towns"].values())


def slow_count(slow: Slow, depth: int) -> int:
    """Chains of legal acts of this length, or shorter ones that end the trick."""
    acts = list(slow.acts())
    if depth == 0 or not acts:
        return 1
    return sum(slow_count(slow.play(a), depth - 1) for a in acts)
