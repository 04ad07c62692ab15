"""A new game as the players wish it: pure changes of a Draft within what a NewGameView allows. No kivy."""

from __future__ import annotations

from attrs import evolve

from companion.app.setup_views import Draft, NewGameView, OptionView, Player
from companion.engine.record import one_line
from companion.engine.types import LETTERS

BOARDS = ("board", "map")  # choices of a board among the options


def fresh(view: NewGameView) -> Draft:
    """The least players the game allows (at least three where it can), names used last, colours in the box's order."""
    count = min(max(view.low, 3), view.high)
    players = tuple(Player(_name(view, k), view.colours[k % len(view.colours)].key) for k in range(count))
    devices = tuple(d.device for d in view.devices if d.state == "ok")
    boards = {o.id: o.default for o in view.options if o.id in BOARDS}
    return Draft(view.game, view.plan, players, None, boards, devices)


def _name(view: NewGameView, k: int) -> str:
    return view.names[k] if k < len(view.names) else LETTERS[k]


def with_count(draft: Draft, view: NewGameView, count: int) -> Draft:
    """More players get free names and colours; fewer: the last seats go."""
    count = min(view.high, max(view.low, count))
    players = list(draft.players[:count])
    while len(players) < count:
        used = {p.colour for p in players}
        colour = next((c.key for c in view.colours if c.key not in used), view.colours[0].key)
        names = {p.name for p in players}
        name = next((n for n in (*view.names, LETTERS[len(players)], *LETTERS) if n not in names), "?")
        players.append(Player(name, colour))
    first = draft.first if draft.first is not None and draft.first < count else None
    return evolve(draft, players=tuple(players), first=first)


def rename(draft: Draft, seat: int, name: str) -> Draft:
    """An empty name keeps the old one."""
    told = one_line(name)
    return _with(draft, seat, evolve(draft.players[seat], name=told)) if told else draft


def recolour(draft: Draft, view: NewGameView, seat: int) -> Draft:
    """The next colour; whoever has it takes this one's."""
    keys = [c.key for c in view.colours]
    now = draft.players[seat].colour
    new = keys[(keys.index(now) + 1) % len(keys)] if now in keys else keys[0]
    players = tuple(
        evolve(p, colour=new) if k == seat else evolve(p, colour=now) if p.colour == new else p
        for k, p in enumerate(draft.players)
    )
    return evolve(draft, players=players)


def move_up(draft: Draft, seat: int) -> Draft:
    """Change places with the seat before; the first goes to the end. The start player keeps being the same person."""
    order = list(range(len(draft.players)))
    if seat == 0:
        order = [*order[1:], 0]
    else:
        order[seat - 1], order[seat] = order[seat], order[seat - 1]
    first = order.index(draft.first) if draft.first is not None else None
    return evolve(draft, players=tuple(draft.players[k] for k in order), first=first)


def with_first(draft: Draft, seat: int | None) -> Draft:
    """Who starts; None draws a lot."""
    return evolve(draft, first=seat)


def set_now(draft: Draft, view: NewGameView, option: OptionView) -> str:
    """The value that counts: the one chosen, else what a profile sets, else the rulebook's."""
    if option.id in draft.options:
        return draft.options[option.id]
    for other in view.options:
        sets = other.presets.get(draft.options.get(other.id, other.default), {})
        if option.id in sets:
            return sets[option.id]
    return option.default


def with_option(draft: Draft, view: NewGameView, option: str) -> Draft:
    """The next value of an option; another profile presets its own again."""
    (found,) = (o for o in view.options if o.id == option)
    keys = [v.key for v in found.values]
    return with_value(draft, view, option, keys[(keys.index(set_now(draft, view, found)) + 1) % len(keys)])


def with_value(draft: Draft, view: NewGameView, option: str, value: str) -> Draft:
    (found,) = (o for o in view.options if o.id == option)
    preset = {k for sets in found.presets.values() for k in sets}
    kept = {k: x for k, x in draft.options.items() if k not in preset}
    return evolve(draft, options={**kept, option: value})


def as_in_the_rulebook(draft: Draft, view: NewGameView) -> Draft:
    """Every rule as it is printed; which board lies there is no rule."""
    return evolve(draft, options={k: x for k, x in draft.options.items() if k in BOARDS})


def differing(draft: Draft, view: NewGameView) -> tuple[OptionView, ...]:
    """Options that differ from the rulebook."""
    rules = (o for o in view.options if o.id not in BOARDS)
    return tuple(o for o in rules if set_now(draft, view, o) != o.default)


def with_device(draft: Draft, device: str) -> Draft:
    """Use a device, or leave it."""
    left = tuple(d for d in draft.devices if d != device)
    return evolve(draft, devices=left if device in draft.devices else (*draft.devices, device))


def faults(draft: Draft) -> list[str]:
    """What keeps the game from starting: ids of sentences, empty when all is well."""
    names = [p.name for p in draft.players]
    colours = [p.colour for p in draft.players]
    found = []
    if len(set(names)) < len(names):
        found.append("names")
    if len(set(colours)) < len(colours):
        found.append("colours")
    return found


def _with(draft: Draft, seat: int, player: Player) -> Draft:
    return evolve(draft, players=tuple(player if k == seat else p for k, p in enumerate(draft.players)))
