"""What must hold of a map before it can be played: the checks MV1 to MV12, each with the rule it serves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from companion.engine.types import Facts, facts
from companion.games.walisk.maps import HOME, SEA, SETTLE, VOID, Field, MapDraft, pair

ERROR, WARNING = "error", "warning"


@frozen
class MapNote:
    """One finding about a map: ``check`` is its number in the catalogue, ``rule`` the rule that needs it."""

    level: str
    check: str
    rule: str
    facts: Facts = ()


def _note(level: str, check: str, rule: str, **known: object) -> MapNote:
    return MapNote(level, check, rule, facts(**known))


def check(draft: MapDraft, counts: tuple[int, int, int, int, int], land_players: int, distance: int) -> list[MapNote]:
    """All findings about a map that ``land_players`` want to play on."""
    by_id = {f.id: f for f in draft.fields}
    notes = [*_links(draft, by_id), *_counts(draft, counts), *_coasts(draft, by_id), *_rivers(draft, by_id)]
    notes += [*_tow(draft), *_homes(draft)]
    if not any(n.level == ERROR for n in notes):
        notes += _starts(draft, by_id, land_players, distance)
    return notes


def _links(draft: MapDraft, by_id: Mapping[str, Field]) -> Iterator[MapNote]:
    ids = [f.id for f in draft.fields]
    for name in sorted({i for i in ids if ids.count(i) > 1}):
        yield _note(ERROR, "MV1", "WA-1.3", field=name)
    for f in draft.fields:
        for other in f.links:
            if other not in by_id or other == f.id or f.id not in by_id[other].links:
                yield _note(ERROR, "MV1", "WA-1.3", field=f.id, other=other)
    if draft.fields:
        seen: set[str] = set()
        todo = [draft.fields[0].id]
        while todo:
            at = todo.pop()
            if at not in seen and at in by_id:
                seen.add(at)
                todo += by_id[at].links
        apart = tuple(i for i in ids if i not in seen)
        if apart:
            yield _note(ERROR, "MV2", "WA-1.3", fields=apart)


def _counts(draft: MapDraft, counts: tuple[int, int, int, int, int]) -> Iterator[MapNote]:
    level = ERROR if draft.waligoi else WARNING
    found = tuple(sum(f.kind == k for f in draft.fields) for k in (SETTLE, HOME, VOID, SEA))
    if found != counts[:4]:
        yield _note(level, "MV3", "WA-1.3", found=found, expected=counts[:4])
    signs = sum(f.travel for f in draft.fields)
    if signs != counts[4]:
        yield _note(level, "MV4", "WA-1.4" if signs else "WA-0.2", found=signs, expected=counts[4])
    for f in draft.fields:
        if f.travel and f.kind not in (SEA, VOID):
            yield _note(ERROR, "MV4", "WA-1.4", field=f.id)
    if draft.victory and not draft.victory * 2 > found[0]:
        yield _note(ERROR, "MV5", "WA-R22", victory=draft.victory, settle=found[0])
    elif draft.victory > found[0]:
        yield _note(ERROR, "MV5", "WA-R22", victory=draft.victory, most=found[0])


def _coasts(draft: MapDraft, by_id: Mapping[str, Field]) -> Iterator[MapNote]:
    for a, b in sorted(draft.steep):
        kinds = {by_id[i].kind for i in (a, b) if i in by_id}
        if a not in by_id or b not in by_id or b not in by_id[a].links or SEA not in kinds or len(kinds) != 2:
            yield _note(ERROR, "MV6", "WA-4.15", field=a, other=b)
    for name, parts in draft.shores.items():
        seas = [s for part in parts for s in part]
        own = {o for o in by_id[name].links if by_id[o].kind == SEA} if name in by_id else set()
        if len(set(seas)) != len(seas) or set(seas) != own:
            yield _note(ERROR, "MV6", "WA-R36", field=name, other=",".join(seas))


def _rivers(draft: MapDraft, by_id: Mapping[str, Field]) -> Iterator[MapNote]:
    lakes = {lake.id: set(lake.shore) for lake in draft.lakes}
    mouths: dict[str, int] = {}
    for lake in draft.lakes:
        for f in lake.shore:
            if f not in by_id or by_id[f].kind == SEA:
                yield _note(ERROR, "MV1", "WA-4.11", field=f, other=lake.id)
    for river in draft.rivers:
        banks = [b for seg in river.segments for b in seg]
        unknown = [b for b in banks if b not in by_id or by_id[b].kind == SEA]
        ends = [e for e in (river.mouth_lake, river.source_lake) if e and e not in lakes]
        if unknown or ends or (river.mouth and (river.mouth not in by_id or by_id[river.mouth].kind != SEA)):
            yield _note(ERROR, "MV1", "WA-4.11", field=(unknown + ends + [river.mouth])[0], other=river.id)
            continue
        for seg in river.segments:
            if len(seg) == 2 and seg[1] not in by_id[seg[0]].links:
                yield _note(ERROR, "MV6", "WA-4.17", field=seg[0], other=seg[1])
        for one, two in zip(river.segments, river.segments[1:], strict=False):
            if not _touch(set(one), set(two), by_id):
                yield _note(ERROR, "MV7", "WA-R33", field=one[0], other=two[0], river=river.id)
        for b in river.segments[0]:
            mouths[b] = mouths.get(b, 0) + 1
            if river.mouth and river.mouth not in by_id[b].links:
                yield _note(ERROR, "MV8", "WA-R34", field=b, other=river.mouth, river=river.id)
        for lake_id, seg in ((river.mouth_lake, river.segments[0]), (river.source_lake, river.segments[-1])):
            if lake_id and not set(seg) <= lakes[lake_id]:
                yield _note(ERROR, "MV8", "WA-R34", field=seg[0], other=lake_id, river=river.id)
    for name, n in mouths.items():
        if n > 1:
            yield _note(WARNING, "MV9", "WA-4.17", field=name, found=n)
    inland = tuple(r.id for r in draft.rivers if not r.mouth)
    if len(inland) != 1:
        yield _note(WARNING, "MV10", "WA-4.17", found=len(inland), expected=1)


def _touch(one: set[str], two: set[str], by_id: Mapping[str, Field]) -> bool:
    """Consecutive segments share a bank, and the districts of both touch each other."""
    both = sorted(one | two)
    return bool(one & two) and all(b in by_id[a].links for i, a in enumerate(both) for b in both[i + 1 :])


def _tow(draft: MapDraft) -> Iterator[MapNote]:
    if len(draft.tows) != 1:
        yield _note(WARNING, "MV10", "WA-1.7", found=len(draft.tows), expected=1)
    banks = {r.id: {b for seg in r.segments for b in seg} for r in draft.rivers}
    for tow in draft.tows:
        for river in tow.rivers:
            if tow.district not in banks.get(river, set()):
                yield _note(ERROR, "MV10", "WA-4.19", field=tow.district, other=river)


def _homes(draft: MapDraft) -> Iterator[MapNote]:
    wet = {b for r in draft.rivers for seg in r.segments for b in seg} | {b for k in draft.lakes for b in k.shore}
    for f in draft.fields:
        if f.kind == HOME and (f.tribe or f.travel or f.id in wet):
            yield _note(ERROR, "MV11", "WA-1.6", field=f.id)


def start_districts(draft: MapDraft, steep_too: bool) -> list[str]:
    """Settleable districts with a coast where one can land (WA-2.3, R15)."""
    by_id = {f.id: f for f in draft.fields}
    found = []
    for f in draft.fields:
        if f.kind == SETTLE:
            seas = [o for o in f.links if by_id[o].kind == SEA]
            if any(steep_too or pair(f.id, o) not in draft.steep for o in seas):
                found.append(f.id)
    return found


def _starts(draft: MapDraft, by_id: Mapping[str, Field], players: int, distance: int) -> Iterable[MapNote]:
    ids = start_districts(draft, False)
    index = {name: i for i, name in enumerate(ids)}
    near = []
    for name in ids:
        reach = {name, *by_id[name].links}
        if distance > 2:
            reach |= {o for m in by_id[name].links for o in by_id[m].links}
        near.append(sum(1 << index[o] for o in reach if o in index))
    free = (1 << len(ids)) - 1
    if _room(free, near, players):
        return []
    known = {"players": players, "found": len(ids)}
    if len(ids) >= players:  # so many there are, but not so many apart
        known["fit"] = next(n for n in range(players - 1, -1, -1) if _room(free, near, n))
    return [_note(ERROR, "MV12", "WA-2.6", **known)]


def _room(free: int, near: list[int], players: int) -> bool:
    """Whether so many starts fit, each outside the others' reach: the tightest candidate first, then the rest."""
    if players <= 0:
        return True
    if free.bit_count() < players:
        return False
    i = min((i for i in range(len(near)) if free >> i & 1), key=lambda i: (near[i] & free).bit_count())
    if _room(free & ~near[i], near, players - 1):
        return True
    return _room(free & ~(1 << i), near, players)
