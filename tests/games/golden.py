"""Golden playthroughs: a whole game as a text of inputs, with its final totals and a hash of all that happened.

``python -m tests.games.golden GAME PLAYERS [--seed=N] [--name=WORD] [OPTION=VALUE ...]`` writes a new one. A golden
that no longer replays means that a rule changed: look at it before writing it anew.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from companion.engine.boards import canonical, house_board
from companion.engine.codec import plain, tagged, text
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Session
from companion.engine.types import Over, letter
from companion.games import game
from tests.conformance import next_act

HERE = Path(__file__).resolve().parent


def goldens(name: str) -> list[Path]:
    return sorted((HERE / name / "golden").glob("*.yaml"))


@frozen
class Outcome:
    """What a replay came to."""

    totals: Mapping[str, int]
    winners: tuple[str, ...]
    events: str  # SHA-256 over the events in order
    over: bool


def table(name: str, players: int, options: Mapping[str, Any]) -> Session[Any]:
    found, board = game(name), house_board(name)
    return Session(found, configure(found, players, board, options, load_data(found, board)))


def outcome(session: Session[Any]) -> Outcome:
    digest = hashlib.sha256()
    for step in session.past:
        for event in step.events:
            digest.update(canonical(tagged(event)))
    owed = session.pending()[0]
    winners = tuple(letter(w) for w in owed.winners) if isinstance(owed, Over) else ()
    totals = {letter(r.seat): r.total for r in session.game.score(session.state).rows}
    return Outcome(totals, winners, digest.hexdigest(), isinstance(owed, Over))


def replay(doc: Mapping[str, Any]) -> Session[Any]:
    """Play the inputs of a golden again; an input that is refused is an AssertionError."""
    session = table(doc["game"], doc["players"], doc["options"])
    for number, line in enumerate(doc["inputs"].splitlines(), 1):
        result = session.submit([session.codec.parse(line)], "tap")
        assert isinstance(result, Accepted), f"input {number}: {line}: {result}"
    return session


def record(name: str, players: int, options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A random legal game to its end, as the document of a golden."""
    session = table(name, players, options)
    pick = random.Random(seed).randrange
    while (act := next_act(session.game, session.state, pick)) is not None:
        assert isinstance(session.submit([act], "tap"), Accepted)
    came = outcome(session)
    return {
        "game": name,
        "players": players,
        "options": plain(dict(options)),
        "totals": dict(came.totals),
        "winners": list(came.winners),
        "events": came.events,
        "inputs": "".join(text(s.act) + "\n" for s in session.past if s.act),
    }


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: _Dumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def main(args: Sequence[str]) -> None:
    rest = [a for a in args if not a.startswith("--") and "=" not in a]
    flags = dict(a.lstrip("-").split("=", 1) for a in args if a.startswith("--"))
    options = {k: yaml.safe_load(v) for k, v in (a.split("=", 1) for a in args if "=" in a and not a.startswith("--"))}
    name, players, seed = rest[0], int(rest[1]), int(flags.get("seed", 1))
    doc = record(name, players, options, seed)
    file = HERE / name / "golden" / f"{flags.get('name', f'players{players}')}.yaml"
    file.parent.mkdir(exist_ok=True)
    dumped = yaml.dump(doc, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
    file.write_text(dumped, encoding="utf-8")
    print(file, doc["totals"], doc["winners"], len(doc["inputs"].splitlines()), "inputs")


if __name__ == "__main__":
    main(sys.argv[1:])
