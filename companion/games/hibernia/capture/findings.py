"""What the rules of Hibernia say of a captured map, in plain words and with the step where each is put right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from statistics import median
from typing import Any

from companion import i18n
from companion.capture.draft import Drawn, Point, Row, Spot
from companion.capture.geometry import area, around, inside
from companion.capture.lands import colour, land_name, tallied
from companion.capture.stage import DOUBT_MM, Note
from companion.engine.words import N_
from companion.games.hibernia.world import ERROR, County, MapDraft, MapNote, check, complete

ROOMY_MM2 = 12 * 81.0  # twelve flat cubes of 8 mm with gaps
CLOSE_MM = 6.0  # no two spaces of a track lie nearer to each other
MISSING = 0.75  # of a space's length: so much more than usual free between two is room for another one
UNLINKED = 3  # so many borders without a link are named, the longest first
TEXTS: Mapping[str, tuple[str, str, str]] = {  # code -> sentence, what to do, step
    "bad_link": (N_("A link of {county} leads nowhere."), N_("Cut it."), "links"),
    "central_count": (
        N_("{count} counties are central; there must be four."), N_("Touch the four in the middle."), "central",
    ),
    "central_link": (N_("{county} and {other} must be neighbours: both are central."), N_("Link them."), "links"),
    "not_connected": (N_("Not every county can be reached."), N_("A link is missing: {counties}."), "links"),
    "fortress_count": (N_("There are {count} fortresses; there must be four."), N_("Touch them."), "fortress"),
    "fortress_colour": (
        N_("Two fortresses are {colour}: {county} and {other}."), N_("One is no fortress, or its colour is wrong."),
        "fortress",
    ),
    "fortress_link": (
        N_("Two fortresses are neighbours: {county} and {other}."), N_("Is that so on your board?"), "links",
    ),
    "county_count": (N_("There are {count} counties; the board has twenty."), N_("Was one forgotten?"), "counties"),
    "colour_count": (N_("{count} counties are {colour}; there must be five."), N_("Look at the colours."), "counties"),
    "no_near_pair": (N_("No two counties that are {colour} lie near each other."), N_("Look at the links."), "links"),
    "county_colour": (N_("{county} has no colour."), N_("Touch it and choose one."), "counties"),
    "equal_neighbours": (
        N_("Neighbours of one colour: {county} and {other}."), N_("Is the link there, are the colours right?"), "links",
    ),
    "start_not_yellow": (N_("The track must start on yellow, with the sword."), N_("Touch its start first."), "track"),
    "track_colour": (N_("Space {space} of the track has no colour."), N_("Choose a colour and touch it."), "track"),
    "track_lacks": (N_("No space of the track is {colour}."), N_("Look at its colours."), "track"),
    "track_short": (
        N_("The track has only {count} spaces."), N_("Touch its corners as far as the last space."), "track",
    ),
    "track_count": (
        N_("The track has {count} spaces; {usual} is usual."), N_("Count them: is it so on your board?"), "track",
    ),
    "track_uneven": (
        N_("The track has {count} spaces that are {colour} and {few} that are {rare}."),
        N_("Look at its colours."), "track",
    ),
    "central_added": (N_("{county} and {other} were linked: both are central."), "", "links"),
    "one_sided": (N_("The link between {county} and {other} was completed."), "", "links"),
}  # fmt: skip


def map_of(d: Drawn) -> MapDraft:
    """The draft as the rules look at it."""
    near: dict[str, set[str]] = {s.id: set() for s in d.of("county")}
    for a, b in d.links(DOUBT_MM[1]):
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    counties = tuple(
        County(s.id, s.ink, tuple(sorted(near[s.id])), "fortress" in s.tags, "central" in s.tags)
        for s in d.of("county")
    )
    return MapDraft(counties, tuple(c.ink for c in d.rows.get("track", Row()).cells))


def findings(d: Drawn) -> tuple[MapNote, ...]:
    done, added = complete(map_of(d))
    return (*check(done), *added)


def playable(d: Drawn) -> str:
    """ "" if the rules can be played on this map, else what is missing first."""
    for note in findings(d):
        if note.level == ERROR:
            told = told_note(d, note)
            return f"{told.text} {told.second}".strip()
    return ""


def told_note(d: Drawn, note: MapNote) -> Note:
    sentence, todo, step = TEXTS.get(note.code, (note.code, "", ""))
    words = {k: _word(d, k, v) for k, v in dict(note.facts).items()}
    state = "bad" if note.level == ERROR else "warn" if todo else "ok"
    text = i18n.gettext(sentence).format(**words)
    return Note(state, i18n.capital(text), i18n.gettext(todo).format(**words) if todo else "", step)


def _word(d: Drawn, key: str, value: Any) -> str:
    if key in ("county", "other") and value in d.spots:
        return the(land_name(d, value))
    if key == "counties":
        return ", ".join(land_name(d, v) for v in value[:3] if v in d.spots)
    if key in ("colour", "rare"):
        return colour(str(value))
    if key == "count":
        return i18n.number_word(int(value))
    return str(value)


def the(name: str) -> str:
    """ "the blue county in the east"; a proper name stays as it is."""
    lowered = name[:1] == name[:1].lower()
    return i18n.gettext(N_("the {county}")).format(county=name) if lowered else name


def unlinked(d: Drawn) -> list[tuple[str, str]]:
    """Pairs whose outlines have a border in common and that are no neighbours, the longest border first."""
    linked = d.links(DOUBT_MM[1])
    outlined = {s.id for s in d.of("county") if s.polygon}
    found = {p: mm for p, mm in d.offered.items() if mm >= DOUBT_MM[1] and p not in linked and outlined.issuperset(p)}
    return sorted(found, key=lambda p: -found[p])


def _unlinked(d: Drawn, a: str, b: str) -> Note:
    text = i18n.gettext(N_("{county} and {other} touch and are not linked."))
    words = {"county": the(land_name(d, a)), "other": the(land_name(d, b))}
    return Note("ok", i18n.capital(text.format(**words)), i18n.gettext(N_("Was a link left out?")), "links")


def asked(d: Drawn) -> list[tuple[str, str]]:
    """Pairs that lie close to each other, whose border is too short or too wide to tell, and nobody said."""
    told = d.linked | d.parted
    found = {p: mm for p, mm in d.offered.items() if DOUBT_MM[0] <= mm < DOUBT_MM[1] and p not in told}
    return sorted((p for p in found if p[0] in d.spots and p[1] in d.spots), key=lambda p: -found[p])


def _asked(d: Drawn, a: str, b: str) -> Note:
    text = i18n.gettext(N_("{county} and {other} lie close to each other and are not linked."))
    words = {"county": the(land_name(d, a)), "other": the(land_name(d, b))}
    return Note("ok", i18n.capital(text.format(**words)), i18n.gettext(N_("Are they neighbours?")), "links")


def _counted(d: Drawn) -> list[Note]:
    """What is there, in numbers, whether it is usual or not."""
    row, links = d.rows.get("track", Row()), len(d.links(DOUBT_MM[1]))
    out = [
        Note("ok", i18n.gettext(N_("{n} counties, {links} links.")).format(n=len(d.of("county")), links=links),
             tallied([s.ink for s in d.of("county")]), "counties"),
    ]  # fmt: skip
    if row.cells:
        text = i18n.gettext(N_("{n} spaces on the track, the first is {colour}."))
        first = colour(row.cells[0].ink)
        out.append(
            Note("ok", text.format(n=len(row.cells), colour=first), tallied([c.ink for c in row.cells]), "track")
        )
    return out


def _doubts(d: Drawn) -> list[Note]:
    """What the picture could not tell for sure and nobody has put right."""
    out = []
    row = d.rows.get("track", Row())
    cells = row.cells
    unsure = sum(not c.sure and not c.given for c in cells)
    if unsure:
        text = i18n.ngettext("{n} space of the track is unsure.", "{n} spaces of the track are unsure.", unsure)
        out.append(Note("warn", text.format(n=unsure), i18n.gettext(N_("Look at them on the track.")), "track"))
    close = next(((i, k) for i, k in combinations(range(len(cells)), 2)
                  if math.dist(cells[i].at, cells[k].at) < CLOSE_MM), None)  # fmt: skip
    if close:
        text = i18n.gettext(N_("Spaces {a} and {b} of the track lie on each other."))
        out.append(
            Note("warn", text.format(a=close[0], b=close[1]), i18n.gettext(N_("Is one of them none?")), "track")
        )
    hole = _hole(cells, row.side_mm)
    if hole:
        text = i18n.gettext(N_("Between spaces {a} and {b} of the track there is room for another one."))
        out.append(Note("warn", text.format(a=hole - 1, b=hole), i18n.gettext(N_("Is one missing?")), "track"))
    beside = [s for s in d.of("county") if s.polygon and not inside(s.polygon, s.at)]
    if beside:
        text = i18n.gettext(N_("{county} has its middle outside its outline."))
        text = i18n.capital(text.format(county=the(land_name(d, beside[0].id))))
        out.append(Note("warn", text, i18n.gettext(N_("Touch it again.")), "counties"))
    hazy = [s for s in d.of("county") if s.polygon and not s.sure]
    if hazy:
        n = len(hazy)
        text = i18n.ngettext("The border of {n} county is unsure.", "The borders of {n} counties are unsure.", n)
        out.append(Note("warn", text.format(n=n), i18n.gettext(N_("Look at its outline.")), "counties"))
    return out


def _hole(cells: Sequence[Spot], side_mm: float) -> int:
    """The first space before which one is missing, 0 if none is: more than usual lies free there, nearly as much as the
    shorter of its neighbours is long."""
    free = [_free(a, b, side_mm) for a, b in pairwise(cells)]
    usual = max(0.0, median(mm for mm, _short in free)) if free else 0.0
    return next((i for i, (mm, short) in enumerate(free, 1) if mm - usual > MISSING * short), 0)


def _free(a: Spot, b: Spot, side_mm: float) -> tuple[float, float]:
    """What lies free between the edges of two spaces, and the length of the shorter one along their way, mm."""
    way = math.dist(a.at, b.at) or 1.0
    along = ((b.at[0] - a.at[0]) / way, (b.at[1] - a.at[1]) / way)
    ends = []
    for c in (a, b):
        far = [(x - a.at[0]) * along[0] + (y - a.at[1]) * along[1] for x, y in _outline(c, side_mm)]
        ends.append((min(far), max(far)))
    return ends[1][0] - ends[0][1], min(high - low for low, high in ends)


def _outline(c: Spot, side_mm: float) -> Sequence[Point]:
    return c.polygon or around(c.at, side_mm, side_mm)


def notes(d: Drawn) -> tuple[Note, ...]:
    """All findings in words: what stops the game, what is asked, then numbers and what is only mentioned."""
    told = [*_counted(d), *(told_note(d, n) for n in findings(d)), *_doubts(d)]
    small = [s for s in d.of("county") if s.polygon and area(s.polygon) < ROOMY_MM2]
    if small:
        text = i18n.ngettext("{n} county is small.", "{n} counties are small.", len(small))
        told.append(
            Note("ok", text.format(n=len(small)), i18n.gettext(N_("Heaps there are asked for more often.")), "counties")
        )
    bare = [s for s in d.of("county") if not s.polygon]
    if bare:
        text = i18n.ngettext("{n} county has no outline.", "{n} counties have no outline.", len(bare))
        told.append(Note("ok", text.format(n=len(bare)), i18n.gettext(N_("Its place is learned in play.")), "counties"))
    told += [_unlinked(d, a, b) for a, b in unlinked(d)[:UNLINKED]]
    told += [_asked(d, a, b) for a, b in asked(d)[:UNLINKED]]
    order = {"bad": 0, "warn": 1, "ok": 2}
    return tuple(sorted(told, key=lambda n: order[n.state]))
