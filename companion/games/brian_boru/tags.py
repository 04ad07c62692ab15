"""Cards that may bear a tag or a sticker, and what one of them means when it is shown."""

from __future__ import annotations

from collections import Counter

from companion.engine.types import Input, Shown
from companion.games.brian_boru.box import PRINCESS
from companion.games.brian_boru.inputs import Play
from companion.games.brian_boru.state import Phase, State

ACTION, MARRIAGE, VIKING = "action", "marriage", "viking"


def deck(s: State) -> tuple[str, ...]:
    """The action cards first: they are all that most tables will tag."""
    box = s.world.box
    brides = dict.fromkeys((*box.brides, PRINCESS))
    seen: Counter[int] = Counter()
    vikings = []
    for n in box.fleets:
        seen[n] += 1
        vikings.append(f"{VIKING}_{n}" + (f"_{seen[n]}" if seen[n] > 1 else ""))
    actions = [f"{ACTION}_{n}" for n in s.world.numbers]
    return (*actions, *(f"{MARRIAGE}_{b}" for b in brides), *vikings)


def card_acts(s: State, card: str) -> tuple[Input, ...]:
    """A card shown now: played by whose turn it is, or turned up. Nothing while neither is asked."""
    kind, _, name = card.partition("_")
    if kind == ACTION and s.phase in (Phase.LEAD, Phase.PLAY, Phase.ACT):
        return (Play(s.turn if s.phase != Phase.ACT else s.queue[0], int(name)),)
    if kind == MARRIAGE and s.phase == Phase.BRIDE:
        return (Shown(None, name),)
    if kind == VIKING and s.phase == Phase.FLEET:
        return (Shown(None, name.partition("_")[0]),)
    return ()
