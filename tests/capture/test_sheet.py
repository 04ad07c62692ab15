"""Without camera: Hibernia's own map is drawn on an empty sheet through the real backend, and played on."""

from __future__ import annotations

import random
from pathlib import Path

from companion import i18n
from companion.app import setup_views as v
from companion.capture.workshop import Workshop
from companion.engine.boards import house_board
from tests.owners.bench import PLAYERS
from tests.owners.person import Person, Spot, Truth
from tests.owners.tablet import CaptureHands, Tablet


def truth() -> Truth:
    """The house map, looked at by somebody who draws it on a sheet of 500 by 350 mm."""
    board = house_board("hibernia")
    w, h = board.size_mm
    counties = tuple(
        Spot(s.id, "county", s.centre, s.polygon, s.ink, "fortress" in s.tags, "central" in s.tags)
        for s in board.spaces if s.kind == "county"
    )  # fmt: skip
    shield = next(s for s in board.spaces if s.kind == "shield")
    track = tuple(Spot(n, "field", board.space[n].centre, ink=board.space[n].ink) for n in board.tracks[0].spaces)
    links = frozenset((s.id, n) for s in board.spaces for n in s.neighbours if s.kind == "county" and s.id < n)
    spots = (*counties, Spot("shield", "shield", shield.centre, shield.polygon))
    return Truth(board.size_mm, spots, links, track, lambda p: (p[0] / w, p[1] / h), (1200, 840))


def test_a_map_is_drawn_gone_on_with_and_played_on(tmp_path: Path) -> None:
    i18n.use("en")
    known = truth()
    tablet = Tablet(tmp_path, "hibernia")
    tablet.choose(PLAYERS, "none", board="new")
    assert tablet.place == "camera"
    assert [c.key for c in tablet.view(v.CameraView).more] == ["sheet"]
    tablet.tap("camera_more", "sheet")
    tablet.until(lambda: tablet.place == "capture")
    brush = "blue"
    for spot in sorted(known.of("county"), key=lambda s: s.ink)[:12]:
        if spot.ink != brush:
            brush = spot.ink
            tablet.tap("capture_choose", f"brush:{brush}")
        tablet.tap("capture_tap", known.to_picture(spot.at))
    tablet.close()  # switched off in the middle

    tablet = Tablet(tmp_path, "hibernia")
    tablet.choose(PLAYERS, "none", board="new")
    tablet.until(lambda: tablet.place == "capture")
    assert len(tablet.stage().patches) == 12
    for spot in sorted(known.of("county"), key=lambda s: s.ink)[12:]:
        tablet.tap("capture_choose", f"brush:{spot.ink}")
        tablet.tap("capture_tap", known.to_picture(spot.at))
    tablet.tap("capture_next")
    rng = random.Random(1)
    every = frozenset(s.id for s in known.of("county"))
    person = Person(known, CaptureHands(tablet), lambda: rng.uniform(-1, 1), leave_bare=every)
    person.run()
    tablet.first_act()
    board = tablet.backend.sitting.session.config.board
    assert board.source == "own"
    assert board.tracks[0].inks == tuple(s.ink for s in known.track)
    assert sum(len(s.neighbours) for s in board.spaces if s.kind == "county") == 2 * len(known.links)
    assert tablet.backend.sitting.eye is None
    tablet.close()
    again = Tablet(tmp_path, "hibernia")
    again.choose(PLAYERS, "none")
    again.first_act()
    assert sum(again.taps.values()) <= 8  # one chooses to play without camera, one has the lots drawn
    again.close()


def test_a_county_is_called_as_it_is_typed() -> None:
    """Until then it is told by colour and direction, afterwards by its name, in the board file as well."""
    i18n.use("en")
    shop = Workshop("hibernia")
    shop.empty_sheet((500.0, 350.0))
    for at in ((0.2, 0.5), (0.5, 0.2), (0.5, 0.8), (0.8, 0.5)):
        shop.tap(at)
    assert shop.stage().name is None  # what is new is no mistake, nobody need type anything
    shop.tap((0.8, 0.5))
    assert shop.stage().found == "Blue county in the east"
    shop.name("Laigin")
    assert shop.stage().found == shop.stage().name.text == "Laigin"
    assert [s.name for s in shop.board().spaces if s.kind == "county"] == ["", "", "", "Laigin"]
    shop.undo()
    shop.undo()
    assert shop.stage().found == "Blue county in the east"
