"""Hibernia's board: counties, links, the central four, fortresses, shield and track; then all checks of its rules."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion import i18n
from companion.capture import frame
from companion.capture.draft import Drawn, Op, Point, Row, Spot, plain_spot
from companion.capture.geometry import area, clipped
from companion.capture.lands import GROWN, Chosen, Counties, Links, patches, wheres
from companion.capture.plans import Plan
from companion.capture.stage import DOUBT_MM, Change, Dot, Pick, Plain, Scene, Stage, Stroke
from companion.capture.tracks import Area, Track
from companion.engine.words import N_
from companion.games.hibernia.capture import findings
from companion.games.hibernia.world import complete

COLOURS = ("white", "purple", "orange", "black")
MOST = 16
FOLLOWS = {"counties": ("links",)}  # steps that are looked at anew after another one was
AGAIN = {
    "counties": N_("Counties again"), "links": N_("Links again"),
    "central": N_("Central four again"), "fortress": N_("Fortresses again"),
    "track": N_("Track again"),
}  # fmt: skip


class GrownLinks(Links):
    """Before links are looked at, outlines grow over their border lines: no piece lies between two counties.

    Those that have grown before stay as they are, and give way to a county that was forgotten.
    """

    def begin(self, s: Scene) -> tuple[Op, ...]:
        spots = [x for x in s.drawn.of("county") if x.polygon]
        firm = frozenset(x.id for x in spots if GROWN in x.tags)
        if len(firm) == len(spots):
            return ()
        grown = s.eyes.grown({x.id: x.polygon for x in spots}, firm)
        ops: list[Op] = []
        for x in spots:
            line = tuple(grown.get(x.id, ()))
            if len(line) > 2 and (line != x.polygon or x.id not in firm):
                ops.append(plain_spot(evolve(x, polygon=line, tags=x.tags | {GROWN})))
        return tuple(ops)


class Check(Plain):
    """Everything the rules ask of a map, said at once; a finding leads back to its step."""

    id = "check"

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        notes = findings.notes(d)
        bad = sum(n.state == "bad" for n in notes)
        if bad:
            sentence = i18n.ngettext(
                "One thing must be put right before you play.", "{n} things must be put right before you play.", bad
            ).format(n=i18n.number_word(bad))
        elif any(n.state == "warn" for n in notes):
            sentence = i18n.gettext(N_("This is unusual: is it so on your board?"))
        elif findings.unlinked(d) or findings.asked(d):
            sentence = i18n.gettext(N_("Everything is there; some neighbours are asked about."))
        else:
            sentence = i18n.gettext(N_("The map is complete."))
        picks = tuple(Pick(f"step:{n.step}", n.text, n.second) for n in notes if n.step and n.state != "ok")
        named = {p.key for p in picks}
        if not bad:  # what the rules cannot know may be wrong all the same
            picks += tuple(Pick(f"step:{k}", i18n.gettext(t)) for k, t in AGAIN.items() if f"step:{k}" not in named)
        strokes = tuple(Stroke((d.spots[a].at, d.spots[b].at)) for a, b in sorted(d.links(DOUBT_MM[1])))
        first = d.rows.get("track", Row()).cells[:1]
        start = tuple(Dot(c.at, "start", c.ink) for c in first)
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d), dots=start, strokes=strokes, notes=notes, picks=picks,
            ready=not bad,
        )  # fmt: skip

    def choose(self, s: Scene, key: str) -> Change:
        step = key.removeprefix("step:")
        also = FOLLOWS.get(step, ())
        return Change(({"do": "reopen", "steps": [step, *also, self.id]},), chosen={})


def steps() -> tuple[Any, ...]:
    return (
        frame.Corners(),
        frame.Size(),
        Counties(),
        GrownLinks(),
        Chosen("central", 4, N_("Touch the four central counties, where the arrows are: {n} of {of}."), "star"),
        Chosen("fortress", 4, N_("Touch the four fortresses: {n} of {of}."), "tower"),
        Area("shield", N_("Touch the middle of the shield, where removed soldiers lie.")),
        Track(),
        Check(),
    )


def plan() -> Plan:
    return Plan("hibernia", steps(), document, findings.playable, minutes=8, piece_mm=8.0, logic=True)


def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """The board file, in the project's schema; places without an outline are not looked at until they are learned."""
    done, _notes = complete(findings.map_of(drawn))
    near = {c.id: list(c.links) for c in done.counties}
    where = wheres(drawn)
    row = drawn.rows.get("track", Row())
    spaces = [_shield(drawn, size_mm), *(_county(s, near[s.id], where, size_mm) for s in drawn.of("county"))]
    side = row.side_mm or 16.0
    return {
        "schema": 1,
        "game": "hibernia",
        "id": ident,
        "source": "own",
        "size_mm": [round(v, 1) for v in size_mm],
        "pieces": [
            {"kind": "soldier", "shape": "cube", "size_mm": 8, "height_mm": 8},
            {
                "kind": "die", "shape": "die", "size_mm": 16, "height_mm": 16,
                "faces": ["blue", "green", "red", "yellow", "black", "purple"],
            },
        ],
        "colours": list(drawn.colours or COLOURS),
        "tracks": [
            {
                "id": "track",
                "role": "echo",
                "loop": True,
                "holds": {"soldier": 1},
                "inks": [c.ink for c in row.cells],
                "centres": [_point(c.at) for c in row.cells],
                "box": [round(side, 1), round(side, 1)],
            }
        ],
        "spaces": spaces,
    }  # fmt: skip


def _point(p: Point) -> list[float]:
    return [round(p[0], 1), round(p[1], 1)]


def _shield(d: Drawn, size_mm: Point) -> dict[str, Any]:
    spot = d.spots.get("shield")
    if spot is None or len(spot.polygon) < 3:
        return {"id": "shield", "kind": "shield", "look": "none", "centre": [0.0, 0.0], "holds": {"soldier": MOST}}
    return {
        "id": "shield", "kind": "shield", "look": "area", "centre": _point(spot.at), "holds": {"soldier": MOST},
        "polygon": [_point(p) for p in clipped(spot.polygon, size_mm)],
    }  # fmt: skip


def _county(s: Spot, near: list[str], where: dict[str, str], size_mm: Point) -> dict[str, Any]:
    tags: dict[str, Any] = {"where": where.get(s.id, "centre")}
    if "fortress" in s.tags:
        tags["fortress"] = True
    if "central" in s.tags:
        tags["central"] = True
    out: dict[str, Any] = {
        "id": s.id, "kind": "county", "look": "none", "ink": s.ink, "centre": _point(s.at), "holds": {"soldier": MOST},
        "tags": tags, "neighbours": sorted(near),
    }  # fmt: skip
    if s.name:
        out["name"] = s.name
    if len(s.polygon) > 2:
        polygon = clipped(s.polygon, size_mm)
        out |= {"look": "area", "polygon": [_point(p) for p in polygon]}
        out["holds"] = {"soldier": max(4, min(MOST, int(area(polygon) / 75)))}
    return out
