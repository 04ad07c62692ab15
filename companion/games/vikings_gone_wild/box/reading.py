"""Reads the parts of a card file and collects every fault with file, line and key.

Values are those of ``companion.engine.checked``. Cards are no declared classes: what a card does is a small language, a
mapping with one key for each step and steps in it, and which keys a card needs follows from its deck; declared it would
be longer and could say less of what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from companion.engine.checked import Faults, Path, one_of, whole
from companion.engine.yamlfile import Document
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.box.vocabulary import ANY_CARD, KINDS, Count, Filter, Num, Pred, Step

DECKS = ("start", "unit", "defence", "building", "townhall", "odin", "favour", "mission", "bonus", "board")
TAGS = ("unit", "hero", "defence", "carried", "resource", "action", "improvement", "undead")
PLACES = ("depot", "site", "townhall", "any")
COUNTERS: Mapping[str, tuple[str, ...]] = {
    "buildings": ("id", "construction"),
    "townhall_level": (),
    "tokens": ("kind", "at"),
    "full_depots": ("kind",),
    "cards": ("zone", "filter"),
    "missions_done": (),
    "vp": (),
    "turn.bought": ("filter",),
    "turn.spent": ("kind",),
    "turn.successes": ("target",),
    "turn.attackers": ("of",),
    "turn.undead": (),
    "turn.plundered": (),
    "round.repelled": (),
    "round.complete_defences": (),
}


class Reader(Faults):
    """Reading of plain data; a harmless value stands in for what does not fit."""

    def __init__(self, doc: Document) -> None:
        super().__init__(doc)
        self.ids: list[tuple[Path, str]] = []  # card ids named somewhere, to be checked at the end

    def mapping(self, value: Any, path: Path, keys: Iterable[str]) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self.bad(path, "a mapping", value)
            return {}
        allowed = tuple(keys)
        for key in value:
            if key not in allowed:
                self.bad((*path, key), "one of " + ", ".join(allowed) if allowed else "nothing here", key)
        return value

    def items(self, value: Any, path: Path) -> tuple[Any, ...]:
        return tuple(self.value(tuple[Any, ...], value, path))

    def whole(self, value: Any, path: Path, low: int = 0) -> int:
        return int(self.value(Annotated[int, whole(low)], value, path))

    def text(self, value: Any, path: Path) -> str:
        return str(self.value(str, value, path))

    def word(self, value: Any, path: Path, allowed: tuple[str, ...]) -> str:
        return str(self.value(Annotated[str, one_of(allowed)], value, path))

    def flag(self, value: Any, path: Path) -> bool:
        return bool(self.value(bool, value, path))

    def price(self, value: Any, path: Path) -> tuple[int, int]:
        """Beer and gold of a cost."""
        at = self.mapping(value, path, KINDS)
        return (self.whole(at.get("beer", 0), (*path, "beer")), self.whole(at.get("gold", 0), (*path, "gold")))

    def kind_number(self, value: Any, path: Path) -> tuple[str, int]:
        """One kind of resource with its number, as {beer: 1}; nothing when there is no value."""
        if value is None:
            return ("", 0)
        at = self.mapping(value, path, KINDS)
        if len(at) != 1:
            self.bad(path, "one kind of resource with its number, as {beer: 1}", value)
            return ("", 0)
        kind = next(iter(at))
        return (kind, self.whole(at[kind], (*path, kind), 1)) if kind in KINDS else ("", 0)

    # ------------------------------------------------------------ numbers and conditions
    def card_id(self, value: Any, path: Path) -> str:
        name = self.text(value, path)
        if name:
            self.ids.append((path, name))
        return name

    def filter(self, value: Any, path: Path) -> Filter:
        at = self.mapping(value, path, ("deck", "tag", "id", "bought"))
        return Filter(
            self.word(at["deck"], (*path, "deck"), DECKS) if "deck" in at else "",
            self.word(at["tag"], (*path, "tag"), TAGS) if "tag" in at else "",
            self.card_id(at["id"], (*path, "id")) if "id" in at else "",
            self.flag(at["bought"], (*path, "bought")) if "bought" in at else None,
        )

    def num(self, value: Any, path: Path) -> Num:
        if not isinstance(value, dict):
            return self.whole(value, path)
        at = self.mapping(value, path, ("count", "args", "times", "plus", "max"))
        name = self.word(at.get("count"), (*path, "count"), tuple(COUNTERS))
        args = self.mapping(at.get("args", {}), (*path, "args"), COUNTERS[name])
        where = (*path, "args")
        zone = self.word(args.get("zone", v.OWNED), (*where, "zone"), (v.OWNED, v.HAND, v.DISCARD, v.PLAY))
        if zone == v.HAND and "filter" in args:
            self.bad((*where, "filter"), "no filter: hands are hidden, only their number is known")
        target = args.get("target", "")
        return Count(
            name,
            id=self.card_id(args["id"], (*where, "id")) if "id" in args else "",
            construction=self.flag(args.get("construction", False), (*where, "construction")),
            kind=self.word(args["kind"], (*where, "kind"), KINDS) if "kind" in args else "",
            at=self.word(args.get("at", "any"), (*where, "at"), PLACES),
            zone=zone,
            filter=self.filter(args["filter"], (*where, "filter")) if "filter" in args else ANY_CARD,
            target=target if target in ("", "townhall") else self.card_id(target, (*where, "target")),
            of=self.word(args.get("of", v.BOTH), (*where, "of"), (v.BOTH, v.UNIT, v.HERO)),
            times=self.whole(at.get("times", 1), (*path, "times")),
            plus=self.whole(at.get("plus", 0), (*path, "plus")),
            most=None if at.get("max") is None else self.whole(at["max"], (*path, "max")),
        )

    def pred(self, value: Any, path: Path) -> Pred:
        at = self.mapping(value, path, ("ge", "le", "eq", "all", "any", "not"))
        if len(at) != 1:
            self.bad(path, "one condition: ge, le, eq, all, any or not", value)
            return Pred("all")
        op, rest = next(iter(at.items()))
        where = (*path, op)
        if op == "not":
            return Pred(op, of=(self.pred(rest, where),))
        parts = self.items(rest, where)
        if op in ("all", "any"):
            return Pred(op, of=tuple(self.pred(p, (*where, i)) for i, p in enumerate(parts)))
        if len(parts) != 2:
            self.bad(where, "two numbers to compare", rest)
            return Pred("all")
        return Pred(op, self.num(parts[0], (*where, 0)), self.num(parts[1], (*where, 1)))

    # ------------------------------------------------------------ steps
    def steps(self, value: Any, path: Path) -> tuple[Step, ...]:
        read = (self.step(item, (*path, i)) for i, item in enumerate(self.items(value, path)))
        return tuple(s for s in read if s is not None)

    def step(self, value: Any, path: Path) -> Step | None:
        if value == "attack":
            return v.Join()
        if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in _STEPS:
            self.bad(path, "one step of " + ", ".join(("attack", *_STEPS)), value)
            return None
        name, args = next(iter(value.items()))
        return _STEPS[name](self, args, (*path, name))


def _gain(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("beer", "gold", "any", "storable"))
    beer, gold, free = (r.num(m.get(k, 0), (*at, k)) for k in ("beer", "gold", "any"))
    return v.Gain(beer, gold, free, r.flag(m.get("storable", False), (*at, "storable")))


def _boost(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("n", "to", "of"))
    to = r.word(m.get("to"), (*at, "to"), ("carrier", "one", "others", "all"))
    return v.Boost(r.whole(m.get("n"), (*at, "n")), to, _of(r, m, at))


def _of(r: Reader, m: Mapping[str, Any], at: Path) -> str:
    return r.word(m.get("of", v.BOTH), (*at, "of"), (v.UNIT, v.HERO, v.BOTH))


def _filter(r: Reader, m: Mapping[str, Any], at: Path) -> Filter:
    return r.filter(m["filter"], (*at, "filter")) if "filter" in m else ANY_CARD


def _cancel(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("n", "of"))
    return v.Cancel(r.whole(m.get("n"), (*at, "n"), 1), _of(r, m, at))


def _discard(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("n", "who", "filter", "pick"))
    who = r.word(m.get("who", v.SELF), (*at, "who"), (v.SELF, v.TARGET, v.EACH))
    pick = r.word(m.get("pick", "owner"), (*at, "pick"), ("owner", "actor", "random"))
    if pick == "random" and "filter" in m:
        r.bad((*at, "filter"), "no filter: what is drawn at random may be any card")
    return v.Discard(r.num(m.get("n"), (*at, "n")), who, _filter(r, m, at), pick)


def _trash(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("n", "from", "optional"))
    zones = tuple(
        r.word(z, (*at, "from", i), (v.HAND, v.DISCARD, v.PLAY))
        for i, z in enumerate(r.items(m.get("from"), (*at, "from")))
    )
    return v.Trash(r.num(m.get("n"), (*at, "n")), zones, r.flag(m.get("optional", False), (*at, "optional")))


def _fetch(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("n", "from", "filter", "to"))
    zone = r.word(m.get("from"), (*at, "from"), (v.DISCARD, v.DECK, v.SUPPLY))
    to = r.word(m.get("to", v.HAND), (*at, "to"), (v.HAND, v.TOP, v.PLAY))
    return v.Fetch(r.num(m.get("n"), (*at, "n")), zone, _filter(r, m, at), to)


def _dig(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("n", "filter", "to"))
    r.word(m.get("to", v.HAND), (*at, "to"), (v.HAND,))
    return v.Dig(r.num(m.get("n"), (*at, "n")), _filter(r, m, at))


def _steal(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, (*KINDS, "from"))
    source = r.word(m.get("from", v.ONE), (*at, "from"), (v.ONE, v.EACH))
    return v.Steal(r.whole(m.get("beer", 0), (*at, "beer")), r.whole(m.get("gold", 0), (*at, "gold")), source)


def _peek(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("who", "zone"))
    r.word(m.get("who", v.TARGET), (*at, "who"), (v.TARGET,))
    r.word(m.get("zone", v.HAND), (*at, "zone"), (v.HAND,))
    return v.Peek()


def _discount(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, (*KINDS, "filter"))
    beer, gold = (r.whole(m.get(k, 0), (*at, k)) for k in KINDS)
    return v.Discount(beer, gold, _filter(r, m, at))


def _choice(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("k", "of"))
    of = tuple(r.steps(o, (*at, "of", i)) for i, o in enumerate(r.items(m.get("of"), (*at, "of"))))
    k = r.whole(m.get("k", 1), (*at, "k"), 1)
    if k > len(of):
        r.bad((*at, "k"), f"at most the {len(of)} things to choose from", k)
    return v.Choice(k, of)


def _if(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("cond", "then", "else"))
    cond = r.pred(m.get("cond"), (*at, "cond"))
    return v.If(cond, r.steps(m.get("then", []), (*at, "then")), r.steps(m.get("else", []), (*at, "else")))


def _pay(r: Reader, a: Any, at: Path) -> Step:
    m = r.mapping(a, at, ("cost", "then"))
    beer, gold = r.price(m.get("cost"), (*at, "cost"))
    return v.Pay(beer, gold, r.steps(m.get("then", []), (*at, "then")))


_STEPS: Mapping[str, Callable[[Reader, Any, Path], Step]] = {
    "draw": lambda r, a, at: v.Draw(r.num(a, at)),
    "gain": _gain,
    "boost": _boost,
    "guard": lambda r, a, at: v.Guard(r.num(a, at)),
    "cancel": _cancel,
    "discard": _discard,
    "trash": _trash,
    "fetch": _fetch,
    "dig": _dig,
    "steal": _steal,
    "peek": _peek,
    "hold": lambda r, a, at: v.Hold(r.num(a, at)),
    "vp": lambda r, a, at: v.Vp(r.num(a, at)),
    "favour": lambda r, a, at: v.Favour(r.whole(a, at)),
    "discount": _discount,
    "choose": _choice,
    "optional": lambda r, a, at: v.Optional(r.steps(a, at)),
    "if": _if,
    "pay": _pay,
    "manual": lambda r, a, at: v.Manual(r.text(a, at)),
}
