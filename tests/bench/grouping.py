"""What hands do in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.demo.truth import Turn
from companion.engine.game import Game
from companion.engine.types import Evidence


def together(
    game: Game[Any], start: Any, turns: Iterator[Turn], looked: Callable[[], frozenset[str] | None]
) -> Iterator[list[Turn]]:
    """Turns with those that hands do in one go with them, where the camera sees all that the first one moves."""
    state = start
    group: list[Turn] = []
    for turn in turns:
        joined = turn.act.evidence is Evidence.JOINED
        if group and not (joined and _all_seen(game, state, group[-1].state, looked())):
            yield group
            state, group = group[-1].state, []
        group.append(turn)
    if group:
        yield group


def _all_seen(game: Game[Any], before: Any, after: Any, looked: frozenset[str] | None) -> bool:
    if looked is None:
        return True
    now, then = game.tabletop(before), game.tabletop(after)
    return all(p in looked or p.startswith("score") for p, tokens in then.items() if tokens != now.get(p, ()))
