"""Random play with legal and illegal acts, and everything that is said on the way, to be asked whether it is true.

The oracles beside this module are written from the catalogues: they look at positions as data, never at guards.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs
from attrs import frozen

from companion.engine.boards import house_board
from companion.engine.conformance import mutants, next_act
from companion.engine.game import Config, ConfigError, Game, configure, fold
from companion.engine.scenario import load_data
from companion.engine.session import Person
from companion.engine.types import Choose, Input, May, Notice, Over, Pending, Roll, Ruling, Show, word
from companion.games import game as find
from companion.table.speaker import KERNEL, Speaker

PEOPLE = [Person(name) for name in ("Anna", "Ben", "Clara", "David", "Emma", "Felix")]
BOARDS = {"walisk": "small"}
FALLBACK = "That is not possible now."
BAD = re.compile(r"[{}]|None|\b[a-z]+_[a-z]+\b|\b(HI|BB|LH|VG|WA)-")


@frozen
class Said:
    """A sentence in both languages with what it rests on: the state, the act that was tried, its rule and facts."""

    game: Game[Any]
    s: Any
    act: Input | None
    kind: str  # refusal | notice | duty
    rule: str
    facts: Mapping[str, Any]
    en: str
    de: str

    @property
    def key(self) -> str:
        return f"{self.rule} {self.facts['why']}" if "why" in self.facts else self.rule

    @property
    def doc(self) -> Mapping[str, Any]:
        return self.game.position(self.s)


Claim = Callable[[Said], bool]


def config_of(name: str, rng: random.Random) -> Config:
    """A table with any number of players and any options that go together."""
    game = find(name)
    board = house_board(name, BOARDS.get(name, "house"))
    data = load_data(game, board)
    while True:
        players = rng.choice([p for p in game.players if p <= 4])
        options = {o.name: rng.choice(o.values) for o in game.options if o.values and rng.random() < 0.5}
        try:
            config = configure(game, players, board, options, data)
            game.setup(config)
        except ConfigError:
            continue
        return config


def tried(act: Input, past: deque[Input], config: Config, rng: random.Random) -> Iterator[Input]:
    """Acts that somebody may try now: the right one with something wrong, and what was right at another time."""
    yield from mutants(act, config)
    for _ in range(4):
        other = rng.choice(past)
        yield attrs.evolve(other, seat=rng.randrange(config.players) if other.seat is not None else None)


def told(name: str, seed: int, most: int) -> Iterator[Said]:
    """Everything that is said in one random game of ``most`` acts."""
    rng = random.Random(seed)
    game, config = find(name), config_of(name, rng)
    en, de = (Speaker(name, config.board, PEOPLE, lang) for lang in ("en", "de"))
    past: deque[Input] = deque(maxlen=60)
    s = game.setup(config)
    for _ in range(most):
        owed = game.pending(s)
        if not isinstance(owed[0], Over):
            yield Said(game, s, None, "duty", owed[0].rule, dict(owed[0].facts), en.pending(owed), de.pending(owed))
        act = next_act(game, s, rng.randrange)
        if act is None:
            return
        past.append(act)
        for wrong in tried(act, past, config, rng):
            ruling = game.decide(s, wrong)
            if isinstance(ruling, Ruling):
                yield Said(game, s, wrong, "refusal", ruling.rule, dict(ruling.facts), en.ruling(ruling),
                           de.ruling(ruling))  # fmt: skip
        decision = game.decide(s, act)
        assert not isinstance(decision, Ruling), (act, decision)
        after = fold(game, s, decision)
        for e in decision:
            if isinstance(e, Notice):
                yield Said(game, after, act, "notice", e.rules[0], {"code": e.code, **dict(e.facts)},
                           en.event(e) or "", de.event(e) or "")  # fmt: skip
        s = after


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


def fault(said: Said, claims: Mapping[str, Claim]) -> str:
    """What is wrong with a sentence, "" where nothing is."""
    for line in (said.en, said.de):
        if BAD.search(line) or (said.kind != "notice" and not line) or line != line.strip():
            return f"ill said: {line!r}"
    if said.kind == "refusal" and said.en == FALLBACK:
        return "no reason at all"
    if said.kind == "refusal" and said.rule in KERNEL:
        return ""
    who = said.facts.get("turn")
    claim = claims.get(said.key)
    names = isinstance(who, int) and who >= 0 and "place" not in said.facts  # a part that is laid has a turn as well
    if said.kind == "refusal" and claim is None and names and who not in asked(said.game.pending(said.s)):
        return f"{who} is not asked now"
    if said.kind == "refusal" and claim is not None and not claim(said):
        return "not true"
    return ""


def described(said: Said) -> str:
    return f"{said.key} {dict(said.facts)} after {word(type(said.act)) if said.act else 'nothing'}: {said.en}"
