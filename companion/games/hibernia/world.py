"""The map and the track as the rules use them, and every check on them (chapter 10 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from attrs import define, evolve, frozen

from companion.engine.boards import Board
from companion.engine.game import Config, ConfigError, ConfigFault
from companion.engine.masks import bits
from companion.engine.memo import made_once, results
from companion.engine.types import Facts, facts

T = TypeVar("T")

COLOURS = ("blue", "green", "red", "yellow")
ERROR, WARNING, NOTICE = "error", "warning", "notice"
TRACK_SPACES = 48  # house: of the tracks this program knows; printed ones may differ, which is asked
UNEVEN = 1  # so many more spaces of one colour than of another are unusual


@frozen
class County:
    id: str
    colour: str
    links: tuple[str, ...]
    fortress: bool = False
    central: bool = False


@frozen
class MapDraft:
    """A map and track as entered: perhaps unfinished, perhaps wrong."""

    counties: tuple[County, ...]
    track: tuple[str, ...]


@frozen
class MapNote:
    """One finding about a draft: error (cannot be played), warning (may be overridden) or notice."""

    level: str
    rule: str
    code: str
    facts: Facts = ()


def draft_of(board: Board) -> MapDraft:
    """The map that a board file describes."""
    counties = tuple(
        County(s.id, s.ink, s.neighbours, "fortress" in s.tags, bool(s.tags.get("central")))
        for s in board.spaces
        if s.kind == "county"
    )
    return MapDraft(counties, board.tracks[0].inks if board.tracks else ())


def complete(draft: MapDraft) -> tuple[MapDraft, tuple[MapNote, ...]]:
    """One-sided links completed, missing links among the central four added; each addition is reported (HI-10.1)."""
    links = {c.id: set(c.links) for c in draft.counties}
    notes = []
    for c in draft.counties:
        for other in c.links:
            if other in links and c.id not in links[other]:
                links[other].add(c.id)
                notes.append(MapNote(NOTICE, "HI-10.1", "one_sided", facts(county=other, other=c.id)))
    central = [c.id for c in draft.counties if c.central]
    if len(central) == 4:
        for a, b in _pairs(central):
            if b not in links[a]:
                links[a].add(b)
                links[b].add(a)
                notes.append(MapNote(NOTICE, "HI-10.1", "central_added", facts(county=a, other=b)))
    done = tuple(evolve(c, links=tuple(sorted(links[c.id]))) for c in draft.counties)
    return evolve(draft, counties=done), tuple(notes)


def check(draft: MapDraft) -> tuple[MapNote, ...]:
    """All findings about a map and a track: HI-10.1 to HI-10.4."""
    return (*_links(draft), *_fortresses(draft), *_shape(draft), *_track(draft))


def _links(draft: MapDraft) -> Iterable[MapNote]:
    known = {c.id: c for c in draft.counties}
    for c in draft.counties:
        for other in c.links:
            if other == c.id or other not in known:
                yield MapNote(ERROR, "HI-10.1", "bad_link", facts(county=c.id, other=other))
            elif c.id not in known[other].links:
                yield MapNote(ERROR, "HI-10.1", "one_sided", facts(county=other, other=c.id))
    central = [c for c in draft.counties if c.central]
    if len(central) != 4:
        yield MapNote(ERROR, "HI-10.1", "central_count", facts(count=len(central)))
    else:
        for a, b in _pairs([c.id for c in central]):
            if b not in known[a].links and a not in known[b].links:
                yield MapNote(ERROR, "HI-10.1", "central_link", facts(county=a, other=b))
    apart = _apart(draft)
    if apart:  # the smaller part is the one that was cut off
        yield MapNote(ERROR, "HI-10.1", "not_connected", facts(counties=tuple(sorted(apart))))


def _apart(draft: MapDraft) -> set[str]:
    """Counties that cannot be reached from the greater part of the map."""
    links = {c.id: set(c.links) for c in draft.counties}
    if not links:
        return set()
    seen, todo = set(), [draft.counties[0].id]
    while todo:
        at = todo.pop()
        if at not in seen and at in links:
            seen.add(at)
            todo += links[at]
    rest = set(links) - seen
    return min((rest, seen), key=len) if rest else rest


def _fortresses(draft: MapDraft) -> Iterable[MapNote]:
    forts = [c for c in draft.counties if c.fortress]
    if len(forts) != 4:
        yield MapNote(ERROR, "HI-10.2", "fortress_count", facts(count=len(forts)))
    for a, b in _pairs(forts):
        if a.colour == b.colour:
            yield MapNote(ERROR, "HI-10.2", "fortress_colour", facts(county=a.id, other=b.id, colour=a.colour))
        if b.id in a.links:
            yield MapNote(WARNING, "HI-10.3", "fortress_link", facts(county=a.id, other=b.id))


def _shape(draft: MapDraft) -> Iterable[MapNote]:
    if len(draft.counties) != 20:
        yield MapNote(WARNING, "HI-10.3", "county_count", facts(count=len(draft.counties)))
    by_id = {c.id: c for c in draft.counties}
    for colour in COLOURS:
        ids = {c.id for c in draft.counties if c.colour == colour}
        if len(ids) != 5:
            yield MapNote(WARNING, "HI-10.3", "colour_count", facts(colour=colour, count=len(ids)))
        near = any(
            a != b and (b in by_id[a].links or any(b in by_id[m].links for m in by_id[a].links if m in by_id))
            for a in ids
            for b in ids
        )
        if not near:
            yield MapNote(WARNING, "HI-10.3", "no_near_pair", facts(colour=colour))
    for c in draft.counties:
        if c.colour not in COLOURS:
            yield MapNote(ERROR, "HI-10.3", "county_colour", facts(county=c.id, colour=c.colour))
        for other in c.links:
            if other > c.id and other in by_id and by_id[other].colour == c.colour:
                yield MapNote(WARNING, "HI-10.3", "equal_neighbours", facts(county=c.id, other=other, colour=c.colour))


def _track(draft: MapDraft) -> Iterable[MapNote]:
    track = draft.track
    if not track or track[0] != "yellow":
        yield MapNote(ERROR, "HI-10.4", "start_not_yellow", facts(colour=track[0] if track else ""))
    for i, ink in enumerate(track):
        if ink not in COLOURS:
            yield MapNote(ERROR, "HI-10.4", "track_colour", facts(space=i, colour=ink))
    for colour in COLOURS:
        if colour not in track:
            yield MapNote(WARNING, "HI-10.4", "track_lacks", facts(colour=colour))
    if len(track) < 16:
        yield MapNote(WARNING, "HI-10.4", "track_short", facts(count=len(track)))
    elif len(track) != TRACK_SPACES:
        yield MapNote(WARNING, "HI-10.4", "track_count", facts(count=len(track), usual=TRACK_SPACES))
    each = {colour: sum(ink == colour for ink in track) for colour in COLOURS}
    most, least = max(each, key=lambda c: each[c]), min(each, key=lambda c: each[c])
    if each[least] and each[most] - each[least] > UNEVEN:
        yield MapNote(
            WARNING, "HI-10.4", "track_uneven",
            facts(colour=most, count=each[most], rare=least, few=each[least]),
        )  # fmt: skip


def _pairs(items: list[T]) -> Iterable[tuple[T, T]]:
    return ((a, b) for i, a in enumerate(items) for b in items[i + 1 :])


@define(eq=False, frozen=True, slots=False)
class World:
    """What never changes in one game: map as bit masks, track, options. Compared by identity."""

    config: Config
    ids: tuple[str, ...]
    colour: tuple[str, ...]
    links: tuple[int, ...]  # bit mask of neighbours
    fortresses: tuple[int, ...]
    central: int  # bit mask
    track: tuple[str, ...]
    players: int
    soldiers: int
    advanced: bool
    strict: bool
    roll_first: bool
    must_extra: bool
    die_faces: tuple[str, ...]
    joker: str

    memo = results()

    @cached_property
    def index(self) -> Mapping[str, int]:
        return {c: i for i, c in enumerate(self.ids)}

    @cached_property
    def by_name(self) -> tuple[tuple[int, str], ...]:
        """Counties with their index, in the order of their ids: sources are named in this order."""
        return tuple(sorted(enumerate(self.ids), key=lambda kv: kv[1]))

    @cached_property
    def of_colour(self) -> Mapping[str, tuple[int, ...]]:
        """Counties by colour; the empty word stands for all of them."""
        every = {c: tuple(i for i, k in enumerate(self.colour) if k == c) for c in COLOURS}
        return {**every, "": tuple(range(len(self.ids)))}

    @cached_property
    def colour_mask(self) -> Mapping[str, int]:
        return {c: sum(1 << i for i in cs) for c, cs in self.of_colour.items()}

    @cached_property
    def two_away(self) -> tuple[int, ...]:
        """Bit mask of counties at link distance exactly two (HI-R27)."""
        masks = []
        for i, near in enumerate(self.links):
            far = 0
            for j in bits(near):
                far |= self.links[j]
            masks.append(far & ~near & ~(1 << i))
        return tuple(masks)

    def has_pair(self, mask: int) -> bool:
        """Whether a set of counties contains two adjacent ones."""
        memo = self.memo
        known: bool | None = memo.get(mask)
        if known is None:
            known = memo[mask] = any(self.links[i] & mask for i in bits(mask))
        return known

    def has_loose_pair(self, mask: int) -> bool:
        """Whether it contains two with one county between them (HI-9.4)."""
        return any(self.two_away[i] & mask for i in bits(mask))


@made_once
def build(config: Config) -> World:
    """The world of one table; raises ConfigError when the map cannot be played with these options."""
    draft = draft_of(config.board)
    errors = [n for n in check(draft) if n.level == ERROR]
    if errors:
        raise ConfigError(*(ConfigFault(n.rule, (("code", n.code), *n.facts)) for n in errors))
    index = {c.id: i for i, c in enumerate(draft.counties)}
    soldiers = config.option("soldiers_per_player")
    shield = config.option("shield_start")
    advanced = config.option("advanced")
    each = max(sum(c.colour == k for c in draft.counties) for k in COLOURS) if advanced else 1
    if len(shield) < config.players:
        raise ConfigError(ConfigFault("HI-R3", facts(given=len(shield), players=config.players)))
    needed = 1 + each + max(shield)
    if needed > soldiers:
        rule = "HI-9.7" if advanced else "HI-R3"
        raise ConfigError(ConfigFault(rule, facts(soldiers=soldiers, needed=needed)))
    joker = config.option("joker_face")
    return World(
        config=config,
        ids=tuple(c.id for c in draft.counties),
        colour=tuple(c.colour for c in draft.counties),
        links=tuple(sum(1 << index[o] for o in c.links) for c in draft.counties),
        fortresses=tuple(i for i, c in enumerate(draft.counties) if c.fortress),
        central=sum(1 << i for i, c in enumerate(draft.counties) if c.central),
        track=draft.track,
        players=config.players,
        soldiers=soldiers,
        advanced=advanced,
        strict=config.option("pair_rule") == "strict",
        roll_first=config.option("roll_first"),
        must_extra=config.option("extra_action") == "mandatory",
        die_faces=("blue", "green", "red", "yellow", "black", joker),
        joker=joker,
    )
