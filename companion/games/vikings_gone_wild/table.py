"""What camera, cards and people tell in Vikings Gone Wild; what tokens mean that lie otherwise than they should."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.legal import completions
from companion.engine.tablespec import Cards, Counts, Secrets, Sensor, TableSpec
from companion.engine.types import Input, letter
from companion.games.vikings_gone_wild import duties, tags
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild import view as views
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.position import building_name
from companion.games.vikings_gone_wild.rules.listing import options_of
from companion.games.vikings_gone_wild.state import Phase, State, find

TOKENS = {"beer", "gold", "tokens", "depots"}  # fields that say which tokens
NAMES = ("card", "slot", "building", "mission", "give", "kind")


def instead(s: State, act: Input) -> Iterator[Input]:
    """The same act with other tokens, or a gained token laid elsewhere."""
    for e in options_of(s, act.seat):
        if type(e) is not type(act):
            continue
        if isinstance(act, acts.Pick):
            if act.what in s.world.spaces and getattr(e, "what", "") in s.world.spaces and e != act:
                yield e
        elif TOKENS & set(type(act).__annotations__) and all(_same(e, act, name) for name in NAMES):
            yield from (other for other in completions(e) if other != act)


def _same(e: Input, act: Input, name: str) -> bool:
    return bool(getattr(e, name, None) == getattr(act, name, None))


def patch(s: State, seen: Counts) -> Mapping[str, Any]:
    """The position's keys for villages whose tokens lie otherwise; the track only follows the points."""
    villages: dict[str, dict[str, Any]] = {}
    for space, there in seen.items():
        if space not in s.world.spaces:
            continue
        seat, card, no = s.world.spaces[space]
        p = s.players[seat]
        at = find(p, card, no)
        if at >= 0:
            name = building_name(s.world, p.village[at])
            villages.setdefault(letter(seat), {})[name] = {k: there.get(k, 0) for k in v.KINDS if k in there}
    return {"players": {side: {"village": x} for side, x in villages.items()}} if villages else {}


def _ready(s: State) -> bool:
    return s.phase != Phase.SETUP


TABLE = TableSpec(
    # Discs on the track, tokens in the villages: they follow what is told.
    reads=dict.fromkeys(("vp_space", "hall", "building"), Sensor.CAMERA),
    others=Sensor.PEOPLE,
    alike={"card": "", "marker": ""},  # printed faces are read by nobody
    ready=_ready,
    instead=instead,
    patch=patch,
)


def _card_acts(s: State, card: str) -> tuple[Input, ...]:
    """What a shown card may mean now, as everybody may know it."""
    return tags.card_acts(views.veiled(s), card, duties.pending(s))


CARDS = Cards(tags.deck, _card_acts, lambda _s: tags.markers())
SECRETS = Secrets(views.veiled)
