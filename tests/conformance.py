"""The conformance walk: what must hold at every node of a random game, whatever the game.

No randomness of its own: ``pick(n)`` gives an index below n, so the caller seeds and repeats.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs

from companion.engine import balance
from companion.engine.codec import Codec, plain, tagged, text
from companion.engine.dealing import Dealer, deal
from companion.engine.game import Config, Game, fold
from companion.engine.legal import Legal, Pick, complete, fits
from companion.engine.types import (
    CHANCE,
    DOUBTFUL,
    ILLEGAL,
    MALFORMED,
    Choose,
    Input,
    May,
    Over,
    Roll,
    Rolled,
    Ruling,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    answers,
)


class Breach(AssertionError):
    """A promise of the kernel that a game does not keep; the text names promise and node."""


def next_act(game: Game[Any], s: Any, pick: Pick, dealer: Dealer = deal) -> Input | None:
    """One legal answer to what is owed first; None when the game is over."""
    owed = game.pending(s)
    if not owed:
        raise Breach(f"{game.id}: nothing is owed and the game is not over")
    if isinstance(owed[0], Over):
        return None
    first = owed[pick(len(owed))] if len(owed) > 1 else owed[0]
    if isinstance(first, May) and not any(answers(first, e) for p in first.seats for e in Legal(game, s, p)):
        first = owed[0]  # a right that nobody can use just now
    if isinstance(first, Roll | Show | Shuffle):
        return dealer(first, pick)
    if isinstance(first, Choose | May):
        seats: tuple[int | None, ...] = (None,) if isinstance(first, Choose) and first.joint else first.seats
        if isinstance(first, May):  # a right may be of use to some of its seats only
            seats = tuple(p for p in seats if any(answers(first, e) for e in Legal(game, s, p)))
        seat = seats[pick(len(seats))]
        entries = [e for e in Legal(game, s, seat) if answers(first, e)]
        if not entries:
            raise Breach(f"{game.id}: {first} is owed and seat {seat} has no legal input")
        return complete(entries[pick(len(entries))], pick)
    raise Breach(f"{game.id}: unknown duty {first}")


def walk(
    game: Game[Any], config: Config, pick: Pick, *, most: int = 5000, start: Any = None
) -> Iterator[tuple[Any, Input]]:
    """A random game, node by node: yields (state, act) and finally stops at the end or after ``most`` inputs."""
    s = game.setup(config) if start is None else start
    for _ in range(most):
        act = next_act(game, s, pick)
        if act is None:
            return
        yield s, act
        decision = game.decide(s, act)
        if isinstance(decision, Ruling):
            raise Breach(f"{game.id}: {text(act)} was offered and is refused by {decision.rule} {decision.facts}")
        s = fold(game, s, decision)


def check_node(game: Game[Any], config: Config, s: Any, act: Input, pick: Pick) -> None:
    """Every promise at one node: legal and decide agree, texts and positions round-trip, mutants name a rule."""
    codec = Codec((*game.inputs, *CHANCE), game.events)
    _same(game, codec.parse(text(act)), act, "an input's text parses back")
    _same(game, codec.input_from(json.loads(json.dumps(tagged(act)))), act, "an input's data reads back")
    doc = game.position(s)
    again = game.from_position(config, json.loads(json.dumps(plain(doc))))
    _same(game, game.position(again), doc, "a position reads back the same")
    _same(game, known(again), known(s), "a state reads back the same")
    if hash(known(s)) != hash(known(again)):
        raise Breach(f"{game.id}: equal states have different hashes")
    _sums(game, s)
    seats = {seat for p in game.pending(s) if isinstance(p, Choose | May) for seat in p.seats}
    for seat in seats:
        for entry in Legal(game, s, seat).first(60):
            whole = complete(entry, pick)
            if not fits(entry, whole):
                raise Breach(f"{game.id}: {text(whole)} does not fit its own entry")
            if isinstance(game.decide(s, whole), Ruling):
                raise Breach(f"{game.id}: {text(whole)} is listed and refused: {game.decide(s, whole)}")
    _decision(game, codec, s, act)
    for mutant in mutants(act, config):
        ruling = game.decide(s, mutant)
        if isinstance(ruling, Ruling):
            if not ruling.rule or ruling.kind not in (MALFORMED, ILLEGAL, DOUBTFUL, "ambiguous"):
                raise Breach(f"{game.id}: {text(mutant)} is refused without a rule")
        elif mutant.seat is not None and not isinstance(mutant, Rolled | Shown | Shuffled):
            listed = any(fits(e, mutant) for e in Legal(game, s, mutant.seat))
            if not listed:
                raise Breach(f"{game.id}: {text(mutant)} is accepted and not listed")


def _sums(game: Game[Any], s: Any) -> None:
    """Pieces and money are as the rules keep them, and the lines of each score give its total."""
    for sum_ in balance.broken(game, s):
        if sum_.kind != balance.STOCK:
            raise Breach(f"{game.id}: a sum that no act may change: {sum_}")
    for row in game.score(s).rows:
        if row.lines and sum(line.points for line in row.lines) != row.total:
            raise Breach(f"{game.id}: the lines of a score do not give its total: {row}")


def known(s: Any) -> Any:
    """A state without its world, which is compared by identity."""
    return tuple(value for name, value in attrs.asdict(s, recurse=False).items() if name != "world")


def _decision(game: Game[Any], codec: Codec, s: Any, act: Input) -> None:
    decision = game.decide(s, act)
    _same(game, game.decide(s, act), decision, "deciding twice gives the same")
    if isinstance(decision, Ruling):
        raise Breach(f"{game.id}: {text(act)} is refused by {decision.rule}")
    if not decision:
        raise Breach(f"{game.id}: {text(act)} causes nothing")
    for event in decision:
        if not event.rules or not all(r.startswith((game.prefix + "-", "K-")) for r in event.rules):
            raise Breach(f"{game.id}: an event without its rule: {event}")
        _same(game, codec.event_from(json.loads(json.dumps(tagged(event)))), event, "an event's data reads back")
        s = game.evolve(s, event)
    for seat in (None, *range(8)):
        if seat is None or seat < 2:
            json.dumps(plain(game.view(s, seat)))
    table = game.tabletop(s)
    if any(not isinstance(v, tuple) for v in table.values()):
        raise Breach(f"{game.id}: a tabletop of tuples was expected")


def _same(game: Game[Any], found: Any, expected: Any, promise: str) -> None:
    if found != expected:
        raise Breach(f"{game.id}: {promise}: expected {expected!r}, found {found!r}")


def mutants(act: Input, config: Config) -> Iterator[Input]:
    """An act with one thing changed: another seat, a number one off, a name that is none, a list cut or doubled."""
    if act.seat is not None:
        yield attrs.evolve(act, seat=(act.seat + 1) % config.players)
    for a in attrs.fields(type(act)):
        if a.name != "seat":
            for value in _twisted(getattr(act, a.name)):
                changed: Any = {a.name: value}
                yield attrs.evolve(act, **changed)


def _twisted(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, -1]
    if isinstance(value, str):
        return ["no_such_thing"]
    if isinstance(value, tuple) and value:
        return [value[:-1], (*value, value[-1])]
    return []
