"""Random play with legal and illegal acts, and everything that is said on the way, to be asked whether it is true.

The oracles beside this module are written from the catalogues: they look at positions as data, never at guards.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
from attrs import define, frozen

from companion.engine.boards import Board, board_from_mapping, house_board
from companion.engine.codec import Codec
from companion.engine.dealing import deal
from companion.engine.game import Config, ConfigError, Game, configure, fold
from companion.engine.scenario import load_data
from companion.engine.session import Person, merge
from companion.engine.types import (
    CHANCE,
    DOUBTFUL,
    MALFORMED,
    Choose,
    Input,
    May,
    Notice,
    Over,
    Pending,
    Roll,
    Rolled,
    Ruling,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    unseated,
    word,
)
from companion.engine.words import Say
from companion.engine.yamlfile import Document
from companion.games import game as find
from companion.table.speaker import KERNEL, Speaker
from tests.conformance import mutants, next_act

PEOPLE = [Person(name) for name in ("Anna", "Ben", "Clara", "David", "Emma", "Felix")]
BOARDS = {"walisk": "small"}
FALLBACK = "That is not possible now."
SCENARIOS = Path(__file__).parents[2] / "scenarios"
MARKS = {MALFORMED: "!", DOUBTFUL: "?"}


@frozen
class Said:
    """A sentence in both languages with what it rests on: the state, the act that was tried, its rule and facts."""

    game: Game[Any]
    s: Any
    act: Input | None
    kind: str  # refusal | notice | duty
    key: str  # rule and reason; "!" behind the rule of an act that makes no sense, "?" of one that is doubted
    facts: Mapping[str, Any]
    en: str
    de: str
    texts: frozenset[str] = frozenset()  # the sentences of the catalogue that were used

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def __contains__(self, name: str) -> bool:
        return name in self.facts

    @property
    def doc(self) -> Mapping[str, Any]:
        return told_of(self.game, self.s)[0]

    @property
    def owed(self) -> tuple[Pending, ...]:
        return told_of(self.game, self.s)[1]


Claim = Callable[[Said], bool]
_LAST: list[Any] = [None]


def told_of(game: Game[Any], s: Any) -> tuple[Mapping[str, Any], tuple[Pending, ...]]:
    """The position and what is owed; those of the last state are kept, since many things are said about one."""
    if _LAST[0] is not s:
        _LAST[:] = [s, (game.position(s), game.pending(s))]
    found: tuple[Mapping[str, Any], tuple[Pending, ...]] = _LAST[1]
    return found


def key_of(r: Ruling) -> str:
    """How a ruling is looked up among the claims."""
    why = r.fact("why")
    return f"{r.rule} {why}" if why else r.rule + MARKS.get(r.kind, "")


def texts_of(value: Any) -> Iterator[str]:
    """Every sentence of the catalogue that a Say is made of."""
    if isinstance(value, Say):
        yield value.msgid
        for part in value.fields.values():
            yield from texts_of(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts_of(part)


# ---------------------------------------------------------------- tables
@cache
def house(name: str, board: str) -> tuple[Board, dict[str, Any]]:
    """A board and the data of the box, read once."""
    found = house_board(name, board)
    return found, load_data(find(name), found)


def config_of(name: str, rng: random.Random) -> Config:
    """A table with any number of players and any options that go together."""
    game = find(name)
    board, data = house(name, BOARDS.get(name, "house"))
    while True:
        players = rng.choice([p for p in game.players if p <= 6])
        options = {o.name: rng.choice(o.values) for o in game.options if o.values and rng.random() < 0.5}
        try:
            config = configure(game, players, board, options, data)
            game.setup(config)
        except ConfigError:
            continue
        return config


def positions(name: str) -> Iterator[tuple[Config, Any, list[Any]]]:
    """Every case of the game's scenarios that can be played: its table, where it starts, and its acts as written."""
    game = find(name)
    for path in sorted((SCENARIOS / name).glob("*.yaml")):
        for case in Document.read(path).data["cases"]:
            setting = dict(case.get("with") or {})
            board, box = house(name, str(setting.get("house", "house")))
            data = merge(box, setting.get("data") or {})
            if "board" in setting:
                board = board_from_mapping(merge(board.doc, setting["board"]), path.name)
            try:
                players = setting.get("players", max(game.players))
                config = configure(game, players, board, setting.get("options"), data)
                given = case.get("given")
                start = game.setup(config) if given is None else game.from_position(config, given)
            except ConfigError:
                continue
            yield config, start, [step["when"] for step in case.get("steps", ()) if "when" in step]


# ---------------------------------------------------------------- what people try
@cache
def slots(kind: type[Input]) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of act but its seat, each with its type as it is written."""
    return tuple(
        (a.name, a.type if isinstance(a.type, str) else getattr(a.type, "__name__", ""))
        for a in attrs.fields(kind)
        if a.name != "seat"
    )


@define
class Tries:
    """Acts that somebody may try: legal ones with something wrong, what was right before, and what makes no sense."""

    config: Config
    kinds: tuple[type[Input], ...]
    rng: random.Random
    past: deque[Input] = attrs.field(factory=lambda: deque(maxlen=80))
    pool: dict[tuple[str, str], list[Any]] = attrs.field(factory=dict)  # values of a field, of whatever kind of act

    def __attrs_post_init__(self) -> None:
        spaces = [s.id for s in self.config.board.spaces]
        for kind in self.kinds:
            for name, like in slots(kind):
                values = self.pool.setdefault((name, like), [])
                if like == "str" and not values:
                    values += spaces
                if like == "int" and not values:
                    values += [0, 1, 2, 3, 5, 9]

    def learn(self, act: Input) -> None:
        self.past.append(act)
        for name, like in slots(type(act)):
            self.pool[name, like].append(getattr(act, name))

    def seat(self, act: Input | type[Input]) -> int | None:
        chance = act in CHANCE or isinstance(act, CHANCE)
        return None if chance else self.rng.randrange(self.config.players)

    def value(self, slot: tuple[str, str]) -> Any:
        values = self.pool[slot] or [()]
        return self.rng.choice(values if self.rng.random() < 0.5 else values[-12:])

    def around(self, act: Input) -> Iterator[Input]:
        """Every mutant of what is right; it with another value; earlier acts; acts made up."""
        rng = self.rng
        yield from mutants(act, self.config)
        if act.seat is not None:
            yield attrs.evolve(act, seat=None)
            yield attrs.evolve(act, seat=self.config.players)
        for slot in slots(type(act)):
            value = getattr(act, slot[0])
            if slot[1] in ("Names", "tuple[str, ...]"):
                yield attrs.evolve(act, **{slot[0]: (*value, "no_such_thing")})
            for _ in range(2):
                yield attrs.evolve(act, **{slot[0]: self.value(slot)})
        yield from (kind(act.seat) for kind in self.kinds if not slots(kind))
        for _ in range(3):
            other = rng.choice(self.past)
            yield attrs.evolve(other, seat=self.seat(other) if other.seat is not None else None)
        for _ in range(4):
            kind = rng.choice(self.kinds)
            if all(self.pool[slot] or "uple" in slot[1] or "Names" in slot[1] for slot in slots(kind)):
                seat = act.seat if act.seat is not None and rng.random() < 0.6 else self.seat(kind)
                yield kind(seat, *[self.value(slot) for slot in slots(kind)])


@define
class Table:
    """One table at which everything is said in both languages."""

    game: Game[Any]
    config: Config
    rng: random.Random

    def __attrs_post_init__(self) -> None:
        name = self.game.id
        self.en, self.de = (Speaker(name, self.config.board, PEOPLE, lang) for lang in ("en", "de"))
        self.tries = Tries(self.config, (*self.game.inputs, *CHANCE), self.rng)
        self.known: dict[Any, tuple[str, str, frozenset[str]]] = {}

        self.by_hand = self.rng.random() < 0.5

    en: Speaker = attrs.field(init=False)
    de: Speaker = attrs.field(init=False)
    by_hand: bool = attrs.field(init=False)
    tries: Tries = attrs.field(init=False)
    known: dict[Any, tuple[str, str, frozenset[str]]] = attrs.field(init=False)

    def dealt(self, s: Any, owed: Roll | Show | Shuffle, pick: Any) -> Input:
        """Chance as it comes; at every second table piles are shuffled by hand, where that may be."""
        if self.by_hand and isinstance(owed, Shuffle):
            act = Shuffled(None, owed.pile)
            if not isinstance(self.game.decide(s, act), Ruling):
                return act
        return deal(owed, pick)

    def following(self, s: Any) -> Input | None:
        """One legal act in answer to what is owed, None when the game is over."""
        return next_act(self.game, s, self.rng.randrange, partial(self.dealt, s))

    def duty(self, s: Any) -> Iterator[Said]:
        owed = self.game.pending(s)
        if not owed or isinstance(owed[0], Over):
            return
        first = owed[0]
        told = self.told(first, self.game.words.pending, self.en.pending, self.de.pending, owed)
        yield Said(self.game, s, None, "duty", f"duty {first.rule}", dict(first.facts), *told)

    def told(self, what: Any, words: Any, en: Any, de: Any, spoken: Any) -> tuple[str, str, frozenset[str]]:
        """Both sentences and their texts, once for equal things to be said."""
        try:
            known = self.known.get(what)
        except TypeError:  # facts that hold lists
            known, what = None, id(what)
        if known is None:
            texts = frozenset() if getattr(what, "rule", "") in KERNEL else frozenset(texts_of(words(what)))
            known = self.known[what] = (en(spoken), de(spoken), texts)
        return known

    def tried(self, s: Any, act: Input) -> Iterator[Said]:
        """The refusal of an act, if it is one."""
        ruling = unseated(act, self.config.players) or self.game.decide(s, act)
        if isinstance(ruling, Ruling):
            told = self.told(ruling, self.game.words.ruling, self.en.ruling, self.de.ruling, ruling)
            yield Said(self.game, s, act, "refusal", key_of(ruling), dict(ruling.facts), *told)

    def done(self, s: Any, act: Input) -> tuple[Any, list[Said]]:
        """The state after a legal act, with what is noted about it."""
        decision = self.game.decide(s, act)
        assert not isinstance(decision, Ruling), (act, decision)
        after = fold(self.game, s, decision)
        said = [
            Said(self.game, after, act, "notice", f"notice {e.code}", dict(e.facts), *self.told(
                e, self.game.words.event, self.en.event, self.de.event, e))
            for e in decision
            if isinstance(e, Notice)
        ]
        self.tries.learn(act)
        return after, said

    def played(self, s: Any, most: int) -> Iterator[Said]:
        """A random game from here, of ``most`` acts, with wrong acts tried at every step."""
        for _ in range(most):
            yield from self.duty(s)
            act = self.following(s)
            if act is None:
                for _ in range(5):
                    if self.tries.past:
                        yield from self.tried(s, self.rng.choice(self.tries.past))
                return
            self.tries.learn(act)
            for wrong in self.tries.around(act):
                yield from self.tried(s, wrong)
            s, said = self.done(s, act)
            yield from said


def told(name: str, seed: int, most: int) -> Iterator[Said]:
    """Everything that is said in one random game of ``most`` acts."""
    rng = random.Random(seed)
    game, config = find(name), config_of(name, rng)
    yield from Table(game, config, rng).played(game.setup(config), most)


def rehearsed(name: str, every: int = 1, most: int = 0) -> Iterator[Said]:
    """Everything that is said in every n-th scenario case, around its acts, and in ``most`` random acts after."""
    game, rng = find(name), random.Random(0)
    codec = Codec((*game.inputs, *CHANCE), game.events)
    for config, s, steps in islice(positions(name), 0, None, every):
        table = Table(game, config, rng)
        for step in steps:
            yield from table.duty(s)
            for text in step if isinstance(step, list) else [step]:
                act = codec.read(text)
                if not isinstance(act, Input):
                    continue
                table.tries.learn(act)
                for wrong in table.tries.around(act):
                    yield from table.tried(s, wrong)
                refusals = list(table.tried(s, act))
                yield from refusals
                if not refusals:
                    s, said = table.done(s, act)
                    yield from said
        yield from table.played(s, most)


# ---------------------------------------------------------------- whether it is true
def asked(owed: tuple[Pending, ...]) -> set[int]:
    """Seats that have to act or throw now."""
    out: set[int] = set()
    for p in owed:
        if isinstance(p, Choose):
            out |= set(p.seats)
        elif isinstance(p, Roll | Show) and p.by is not None:
            out.add(p.by)
        elif isinstance(p, May):
            continue
    return out


def wanted(said: Said) -> bool:
    """Whether anything that is owed is answered by this kind of act, by whomever."""
    act = said.act
    chance = {Rolled: Roll, Shown: Show, Shuffled: Shuffle}.get(type(act))
    if chance is not None:
        return any(isinstance(p, chance) for p in said.owed)
    return any(word(type(act)) in p.what for p in said.owed if isinstance(p, Choose | May))


def idle(said: Said) -> bool:
    """Nothing of the kind is owed now; whoever is named as being on turn is."""
    return not wanted(said) and ("turn" not in said or said["turn"] in asked(said.owed))


def waits(said: Said) -> bool:
    """The one who is named is asked now for such an act, and who tried is not."""
    who = asked(said.owed)
    return said["turn"] in who and said.facts.get("seat") not in who and wanted(said)


def bidden(said: Said) -> bool:
    """Everybody who is named by a prompt is asked."""
    named = {said["seat"]} if "seat" in said else set(said.facts.get("seats", ()))
    return named <= asked(said.owed)


BAD = re.compile(r"[{}]|\bNone\b|\b[a-z]+_[a-z]+\b|\b(HI|BB|LH|VG|WA)-|  ")


def fault(said: Said, claims: Mapping[str, Claim]) -> str:
    """What is wrong with a sentence, "" where nothing is."""
    for line in (said.en, said.de):
        if BAD.search(line) or (said.kind != "notice" and not line) or line != line.strip():
            return f"ill said: {line!r}"
    if said.kind == "refusal" and said.en == FALLBACK:
        return "no reason at all"
    if said.key.rstrip("!?") in KERNEL:
        return ""
    claim = claims.get(said.key)
    if claim is None:
        return "no claim"
    try:
        return "" if claim(said) else "not true"
    except (KeyError, IndexError, TypeError, AttributeError) as e:
        return f"cannot be asked: {e!r}"


def described(said: Said) -> str:
    return f"{said.key} {dict(said.facts)} after {word(type(said.act)) if said.act else 'nothing'}: {said.en}"
