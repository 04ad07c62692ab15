"""``python -m tests.games.vikings_gone_wild.record`` writes the golden playthroughs anew."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import yaml

from companion.engine.boards import canonical
from companion.engine.codec import tagged, text
from companion.engine.dealing import deal
from companion.engine.types import Over, letter
from companion.games.vikings_gone_wild.game import GAME

from .player import purposeful
from .tables import Dealer, by_hand, done, table

HERE = Path(__file__).resolve().parent / "golden"
PLAYED: dict[str, tuple[int, dict[str, Any], Dealer, int]] = {
    "players2": (2, {}, deal, 2),
    "players3": (3, {}, deal, 3),
    "players4": (4, {}, by_hand, 4),
    "options3": (
        3,
        {"long_game": True, "allow_weak_attacks": True, "first_game": True, "tokens_limited": True},
        by_hand,
        7,
    ),
}


def record(players: int, options: dict[str, Any], dealer: Dealer, seed: int) -> dict[str, Any]:
    """A whole game as the document of a golden."""
    pick = random.Random(seed).randrange
    s = GAME.setup(table(players, **options))
    digest, lines = hashlib.sha256(), []
    while (act := purposeful(s, pick, dealer)) is not None:
        s, events = done(s, act)
        lines.append(text(act))
        for e in events:
            digest.update(canonical(tagged(e)))
    over = GAME.pending(s)[0]
    assert isinstance(over, Over)
    return {
        "game": GAME.id,
        "players": players,
        "options": options,
        "totals": {letter(r.seat): r.total for r in GAME.score(s).rows},
        "winners": [letter(w) for w in over.winners],
        "events": digest.hexdigest(),
        "inputs": "".join(line + "\n" for line in lines),
    }


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: _Dumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, played in PLAYED.items():
        doc = record(*played)
        dumped = yaml.dump(doc, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
        (HERE / f"{name}.yaml").write_text(dumped, encoding="utf-8")
        print(name, doc["totals"], doc["winners"], len(doc["inputs"].splitlines()), "inputs")


if __name__ == "__main__":
    main()
