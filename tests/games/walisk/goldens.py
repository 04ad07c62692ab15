"""Golden playthroughs of Walisk: one for each number of players, short since few districts win.

``python -m tests.games.walisk.goldens`` writes them anew. A golden that no longer replays means that a rule changed:
look at it before writing it anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from companion.engine.boards import canonical, house_board
from companion.engine.codec import Codec, plain, tagged, text
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.types import CHANCE, Over, letter
from companion.games.walisk.game import GAME
from companion.games.walisk.state import State
from tests.games.walisk.players import play

GOLDEN = Path(__file__).resolve().parent / "golden"
MIXES: tuple[Mapping[str, Any], ...] = (
    {}, {"flight": True}, {"storm": True}, {"raids": "foray"}, {"winter_order": "together"}, {"revolt": True},
    {"city_reroll": "both"}, {"invaders": True, "revolt": True}, {"move_capital": True}, {"first_winter": "setup_only"},
)  # fmt: skip


def setting(players: int) -> dict[str, Any]:
    return {"victory_number": 6 if players > 3 else 8, "hold_rounds": 0, **MIXES[players % len(MIXES)]}


def config(players: int, options: Mapping[str, Any]) -> Any:
    board = house_board("walisk")
    return configure(GAME, players, board, options, load_data(GAME, board))


def outcome(s: State, digest: str) -> dict[str, Any]:
    owed = GAME.pending(s)[0]
    assert isinstance(owed, Over)
    totals = {letter(r.seat): r.total for r in GAME.score(s).rows}
    return {"totals": totals, "winners": [letter(w) for w in owed.winners], "events": digest}


def replay(doc: Mapping[str, Any]) -> dict[str, Any]:
    """Play the inputs of a golden again; an input that is refused is an AssertionError."""
    s, codec, digest = (
        GAME.setup(config(doc["players"], doc["options"])),
        Codec((*GAME.inputs, *CHANCE), GAME.events),
        hashlib.sha256(),
    )
    for number, line in enumerate(doc["inputs"].splitlines(), 1):
        decision = GAME.decide(s, codec.parse(line))
        assert isinstance(decision, tuple), f"input {number}: {line}: {decision}"
        for event in decision:
            digest.update(canonical(tagged(event)))
            s = GAME.evolve(s, event)
    return outcome(s, digest.hexdigest())


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: _Dumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for players in GAME.players:
        options = setting(players)
        s, told = play(config(players, options), players)
        doc = {
            "game": "walisk",
            "players": players,
            "options": plain(options),
            "totals": {},
            "winners": [],
            "events": "",
        }
        doc["inputs"] = "".join(text(act) + "\n" for act in told)
        doc.update(replay(doc))
        dumped = yaml.dump(doc, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
        (GOLDEN / f"players{players:02}.yaml").write_text(dumped, encoding="utf-8")
        print(players, doc["totals"], doc["winners"], len(told), "inputs, round", s.round)


if __name__ == "__main__":
    main()
