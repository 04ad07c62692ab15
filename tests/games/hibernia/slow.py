"""A second, slow player of Hibernia's rules, written from the rule text alone, on plain position documents.

It shares no code with the engine: neighbours are names, every split of soldiers is tried, and the advance is the
greatest k of HI-6.6 found by trying.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from companion.engine.boards import Board

Doc = dict[str, Any]
COLOURS = ("blue", "green", "red", "yellow")


class SlowTable:
    """One map with its options."""

    def __init__(self, board: Board, players: int, **options: Any) -> None:
        counties = [s for s in board.doc["spaces"] if s["kind"] == "county"]
        self.colour = {c["id"]: c["ink"] for c in counties}
        self.near = {c["id"]: set(c["neighbours"]) for c in counties}
        for a, b in combinations([c["id"] for c in counties if c.get("tags", {}).get("central")], 2):
            self.near[a].add(b)
            self.near[b].add(a)
        letters = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}
        self.track = [letters[c] for c in board.doc["tracks"][0]["inks"] if c != " "]
        self.seats = "ABCD"[:players]
        self.strict = options.get("pair_rule", "strict") == "strict"
        self.advanced = bool(options.get("advanced", False))

    # ------------------------------------------------------------ what somebody owns
    def held(self, doc: Doc, side: str) -> dict[str, int]:
        return {c: n for c, who in doc["counties"].items() for s, n in who.items() if s == side}

    def pair(self, counties: set[str]) -> bool:
        return any(b in self.near[a] for a in counties for b in counties)

    def loose_pair(self, counties: set[str]) -> bool:
        return any(a != b and self.near[a] & self.near[b] for a in counties for b in counties)

    def number(self, doc: Doc, seat: str, target: str) -> int:
        return len(self.near[target] & set(self.held(doc, seat)))

    def barred(self, doc: Doc, seat: str, target: str, n: int) -> bool:
        """Chapter 4, and 9.3 to 9.5 for the advanced game."""
        here = doc["counties"].get(target, {})
        owner = next(iter(here), "")
        if owner in ("", "neutral", seat):
            return False
        rest = set(self.held(doc, owner)) - {target}
        falls = n >= here[owner]
        if self.advanced and doc["round"] == 1:
            return falls and not self.pair(rest) and not self.loose_pair(rest)
        return (self.strict or falls) and not self.pair(rest)

    # ------------------------------------------------------------ acts
    def acts(self, doc: Doc) -> Iterator[str]:
        """Every legal act of the seat on turn, as its line of text."""
        seat = doc["turn"]
        if doc["phase"] == "roll":
            yield from (f"- rolled faces={face}" for face in (*COLOURS, "black", "purple"))
            return
        for by in doc["owed"]:
            yield f"{seat} muster by={by}"
            for target, colour in self.colour.items():
                if by == "die" and doc["die"] != "black" and doc["die"] != colour:
                    continue
                for sources in self.ways(doc, seat, target):
                    told = ",".join(f"{c}:{n}" for c, n in sorted(sources.items()))
                    yield f"{seat} move county={target} by={by}" + (f" sources={told}" if told else "")

    def ways(self, doc: Doc, seat: str, target: str) -> Iterator[dict[str, int]]:
        """Every choice of sources for a legal move into the target; none when the move is illegal."""
        n = self.number(doc, seat, target)
        if n == 0 or self.barred(doc, seat, target, n):
            return
        missing = max(0, n - doc["supply"][seat])
        others = {c: k for c, k in self.held(doc, seat).items() if c != target}
        for given in product(*(range(k) for k in others.values())):  # every county keeps one
            if sum(given) == missing:
                yield {c: k for c, k in zip(others, given, strict=True) if k}

    # ------------------------------------------------------------ consequences
    def after(self, before: Doc, act: str) -> Doc:
        doc = copy.deepcopy(before)
        words = act.split()
        fields = dict(w.split("=") for w in words[2:])
        if words[1] == "rolled":
            doc |= {"die": fields["faces"], "phase": "act"}
            doc["owed"] = ["extra"] if fields["faces"] == "purple" else ["die", "extra"]
            return doc
        if words[1] == "move":
            sources = {c: int(n) for c, n in (s.split(":") for s in fields.get("sources", "").split(",") if s)}
            self.move(doc, words[0], fields["county"], sources)
        else:
            self.muster(doc, words[0])
        doc["owed"] = [o for o in doc["owed"] if o != fields["by"]]
        if not doc["owed"]:
            self.end_turn(doc)
        return doc

    def move(self, doc: Doc, seat: str, target: str, sources: Mapping[str, int]) -> None:
        n = self.number(doc, seat, target)
        for county, k in sources.items():
            doc["counties"][county][seat] -= k
        doc["supply"][seat] -= n - sum(sources.values())
        here = doc["counties"].pop(target, {})
        owner, d = next(iter(here.items()), (seat, 0))
        if owner == seat:
            doc["counties"][target] = {seat: d + n}
            return
        while n and d:  # they eliminate each other one by one
            n, d = n - 1, d - 1
            doc["shield"][seat] += 1
            if owner == "neutral":
                doc["removed"] += 1
            else:
                doc["shield"][owner] += 1
        if n or d:
            doc["counties"][target] = {seat: n} if n else {owner: d}

    def muster(self, doc: Doc, seat: str) -> None:
        for who, n in doc["shield"].items():
            back = n if who == seat else n // 2
            doc["shield"][who] -= back
            doc["supply"][who] += back

    def advance(self, doc: Doc, seat: str) -> int:
        """The greatest k of HI-6.6."""
        mine = [self.colour[c] for c in self.held(doc, seat)]
        jokers = 1 if doc["die"] == "purple" else 0
        best, total = 0, doc["total"][seat]
        for k in range(1, len(mine) + jokers + 1):
            ahead = [self.track[(total + i) % len(self.track)] for i in range(1, k + 1)]
            if sum(max(0, ahead.count(c) - mine.count(c)) for c in COLOURS) <= jokers:
                best = k
        return best

    def end_turn(self, doc: Doc) -> None:
        seat = doc["turn"]
        doc["total"][seat] += self.advance(doc, seat)
        if doc["total"][seat] >= len(self.track) and not doc["trigger"]:
            doc["trigger"] = {"seat": seat, "round": doc["round"]}
        doc["die"], doc["owed"] = "", []
        order = doc["playing"]
        place = order.index(seat)
        if place + 1 < len(order):
            doc |= {"turn": order[place + 1], "phase": "roll", "owed": ["extra"]}
            return
        best = max(doc["total"].values())
        top = [s for s in self.seats if doc["total"][s] == best]
        if doc["trigger"] and len(top) == 1:
            doc |= {"phase": "over", "winners": top}
            return
        if doc["trigger"]:
            doc["extra_rounds"].append([doc["total"][s] for s in self.seats])
        doc |= {"turn": order[0], "phase": "roll", "owed": ["extra"], "round": doc["round"] + 1}
