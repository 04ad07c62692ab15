"""The last page is not blind: whatever is taken from a right map, moved or coloured otherwise is told or asked."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from companion import i18n
from companion.capture.draft import Drawn
from companion.capture.eyes import Eyes
from companion.capture.stage import Scene, Stage
from companion.games.hibernia.capture import Check
from tests.capture.test_plans import house_drawn

INKS = ("blue", "green", "red", "yellow")


def page(d: Drawn) -> Stage:
    return Check().stage(Scene(d, Eyes(), (0, 0)))


def row(d: Drawn, cells: Any) -> Drawn:
    return evolve(d, rows={**d.rows, "track": evolve(d.rows["track"], cells=tuple(cells))})


def county(d: Drawn, ident: str, **change: Any) -> Drawn:
    return evolve(d, spots={**d.spots, ident: evolve(d.spots[ident], **change)})


def dropped(d: Drawn, rng: random.Random) -> Drawn:
    cells = list(d.rows["track"].cells)
    del cells[rng.randrange(1, len(cells))]
    return row(d, cells)


def merged(d: Drawn, rng: random.Random) -> Drawn:
    cells = list(d.rows["track"].cells)
    i = rng.randrange(1, len(cells) - 1)
    (ax, ay), (bx, by) = cells[i].at, cells[i + 1].at
    cells[i : i + 2] = [evolve(cells[i], at=((ax + bx) / 2, (ay + by) / 2))]
    return row(d, cells)


def dropped_and_doubled(d: Drawn, rng: random.Random) -> Drawn:
    """As many spaces as before: one is missing, another one is there twice, in the missing one's colour."""
    cells = list(d.rows["track"].cells)
    i = rng.randrange(2, len(cells) - 2)
    gone = cells.pop(i)
    k = rng.choice([n for n in range(1, len(cells)) if abs(n - i) > 2])
    cells.insert(k, evolve(gone, at=(cells[k].at[0] + 1.0, cells[k].at[1])))
    return row(d, cells)


def miscoloured(d: Drawn, rng: random.Random) -> Drawn:
    cells = list(d.rows["track"].cells)
    i = rng.randrange(1, len(cells))
    cells[i] = evolve(cells[i], ink=rng.choice([k for k in INKS if k != cells[i].ink]))
    return row(d, cells)


def space_moved(d: Drawn, rng: random.Random) -> Drawn:
    """Onto the next space but one."""
    cells = list(d.rows["track"].cells)
    i = rng.randrange(1, len(cells) - 2)
    cells[i] = evolve(cells[i], at=(cells[i + 2].at[0] + 2.0, cells[i + 2].at[1]))
    return row(d, cells)


def links_left_out(d: Drawn, rng: random.Random) -> Drawn:
    """Two borders that nobody linked: their outlines touch."""
    central = {s.id for s in d.of("county") if "central" in s.tags}
    pairs = [p for p in sorted(d.links()) if not central.issuperset(p)]
    return evolve(d, parted=frozenset(rng.sample(pairs, 2)))


def border_too_short(d: Drawn, rng: random.Random) -> Drawn:
    central = {s.id for s in d.of("county") if "central" in s.tags}
    pairs = [p for p in sorted(d.links()) if not central.issuperset(p)]
    return evolve(d, offered={**d.offered, **dict.fromkeys(rng.sample(pairs, 2), 3.0)})


def centre_moved(d: Drawn, rng: random.Random) -> Drawn:
    """Into the county beside it."""
    s = rng.choice(d.of("county"))
    other = min((x for x in d.of("county") if x.id != s.id), key=lambda x: math.dist(x.at, s.at))
    return county(d, s.id, at=other.at)


def forgotten(d: Drawn, rng: random.Random) -> Drawn:
    gone = rng.choice(d.of("county")).id
    return evolve(d, spots={k: s for k, s in d.spots.items() if k != gone})


def county_miscoloured(d: Drawn, rng: random.Random) -> Drawn:
    s = rng.choice(d.of("county"))
    return county(d, s.id, ink=rng.choice([k for k in INKS if k != s.ink]))


def mark_lost(d: Drawn, rng: random.Random) -> Drawn:
    s = rng.choice([x for x in d.of("county") if x.tags])
    return county(d, s.id, tags=frozenset(sorted(s.tags)[1:]))


def unsure(d: Drawn, rng: random.Random) -> Drawn:
    return county(d, rng.choice(d.of("county")).id, sure=False)


MUTATIONS: tuple[Callable[[Drawn, random.Random], Drawn], ...] = (
    dropped, merged, dropped_and_doubled, miscoloured, space_moved, links_left_out, border_too_short, centre_moved,
    forgotten, county_miscoloured, mark_lost, unsure,
)  # fmt: skip


def test_a_right_map_is_called_complete_with_its_numbers() -> None:
    shown = page(house_drawn())
    assert shown.sentence == "The map is complete."
    text = " ".join(f"{n.text} {n.second}" for n in shown.notes)
    assert "48 spaces on the track, the first is yellow." in text
    assert "20 counties" in text
    assert "12 red" in text or "red 12" in text or "12 yellow" in text, text


def test_a_track_whose_spaces_lie_apart_is_asked_about_only_where_one_is_missing() -> None:
    """Squares all along, with as much between them as they are wide; then one of them is left out."""
    d = house_drawn()
    at = [(30.0 + 30 * i, 40.0) for i in range(24)] + [(720.0 - 30 * i, 80.0) for i in range(24)]
    apart = evolve(d.rows["track"], side_mm=15.0, cells=tuple(
        evolve(c, at=p, polygon=()) for c, p in zip(d.rows["track"].cells, at, strict=True)
    ))  # fmt: skip
    assert page(evolve(d, rows={**d.rows, "track": apart})).sentence == "The map is complete."
    left = evolve(apart, cells=apart.cells[:9] + apart.cells[10:])
    told = " ".join(n.text for n in page(evolve(d, rows={**d.rows, "track": left})).notes)
    assert "Between spaces 8 and 9 of the track there is room for another one." in told


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: m.__name__)
def test_no_wrong_map_is_called_complete(mutation: Callable[[Drawn, random.Random], Drawn]) -> None:
    right = house_drawn()
    for seed in range(40):
        wrong = mutation(right, random.Random(seed))
        told = {}
        for lang in ("de", "en"):
            i18n.use(lang)
            shown = page(wrong)
            told[lang] = shown.sentence
            asked = [n for n in shown.notes if n.state != "ok" or n.second.endswith("?")]
            assert asked, (seed, shown.notes)
            assert all(n.step for n in asked)  # each leads back to its step
        assert told["en"] != "The map is complete.", seed
        assert told["de"] != told["en"]
