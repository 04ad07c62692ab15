"""Mistakes at the real screens: each is said in a sentence in both languages, and touches lead back out of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from companion import i18n
from companion.app.taps import Tap
from companion.capture.draft import plain_drawn
from companion.capture.lands import touched
from companion.capture.workshop import Workshop
from companion.games.brian_boru.capture.sketch import SIX
from tests.capture.boards import photographed
from tests.capture.test_sheet import truth as house_map
from tests.owners.bench import PLAYERS
from tests.owners.person import Person, Spot, Truth
from tests.owners.tablet import CaptureHands, Tablet
from vision.camera import apply
from vision.capture.flat import FlatPicture
from vision.capture.pictures import write_reference

TRACK = ("yellow", "blue", "green", "red")
TITLES = {"en": "Capture the board", "de": "Plan aufnehmen"}


@pytest.fixture
def at_table(tmp_path: Path) -> Iterator[Callable[[str, int], tuple[Tablet, Truth]]]:
    """A tablet over a stranger board, its picture just taken, and what a person sees there."""
    opened: list[Tablet] = []

    def sit(game: str, seed: int) -> tuple[Tablet, Truth]:
        picture, truth = photographed(game, seed)
        write_reference(tmp_path / "table.jpg", picture)
        tablet = Tablet(tmp_path / "home", game, str(tmp_path / "table.jpg"))
        opened.append(tablet)
        tablet.choose(PLAYERS)
        tablet.place_camera()
        return tablet, truth

    yield sit
    for tablet in opened:
        tablet.close()


def said(tablet: Tablet) -> dict[str, tuple[str, ...]]:
    """Everything the capture screen says, in both languages: sentence, what is missing, findings."""
    out = {}
    for lang in ("de", "en"):
        speak(tablet, lang)
        s = tablet.stage()
        out[lang] = (s.sentence, s.missing, s.play, *(t for n in s.notes for t in (n.text, n.second)))
    return out


def speak(tablet: Tablet, lang: str) -> None:
    """Another language from the settings, in the middle of the capture."""
    i18n.use(lang)
    tablet.backend.post(Tap("setting", ("language", lang)))


def person_at(tablet: Tablet, truth: Truth, kind: type[Person] = Person) -> Any:
    rng = random.Random(truth.seed)
    return kind(truth, CaptureHands(tablet), lambda: rng.uniform(-1, 1))


def test_corners_in_the_wrong_order_and_a_town_touched_twice(at_table: Any) -> None:
    tablet, truth = at_table("brian_boru", 3)
    hands, person = CaptureHands(tablet), person_at(tablet, truth)
    w, h = truth.size_mm
    true = [truth.to_picture(p) for p in ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))]
    while tablet.stage().dots:  # nothing was proposed: four touches make the corners
        assert tablet.backend.capturing is not None
        tablet.backend.capturing.shop.draft.touch({"do": "corners", "at": [], "touched": 0})
        tablet.backend.capturing.post(tablet.backend.capturing.show)
    for i in (2, 0, 0):
        hands.tap(true[i])
    told = said(tablet)
    assert told["en"][1] == "1 corner is missing."
    assert told["de"][1] == "1 Ecke fehlt."
    hands.tap(true[1])
    told = said(tablet)
    assert told["en"][0] == "Two corners lie in one place: one of them was touched twice."
    assert told["de"][0] == "Zwei Ecken liegen an einer Stelle: Eine wurde zweimal angetippt."
    assert not tablet.stage().ready
    hands.next()
    assert tablet.stage().step == "corners"  # Next leads nowhere while that is so
    hands.tap(true[3])  # the way back: the nearest of the two goes where it belongs
    assert tablet.stage().ready
    ring = [d.at for d in tablet.stage().dots]
    assert all(min(abs(x - u) + abs(y - v) for u, v in ring) < 0.004 for x, y in true)
    person.run("six")

    towns = {s.id: s for s in truth.of("town")}
    hands.tap(truth.to_picture(towns[SIX[0]].at))
    for lang, begins in (("de", "Das ist schon "), ("en", "This is the ")):
        speak(tablet, lang)
        hands.tap(truth.to_picture(towns[SIX[0]].at))
        sentence = tablet.stage().sentence
        assert sentence.startswith(begins), sentence
        assert not any(f" {n} " in f" {sentence.replace(':', ' ')} " for n in SIX)  # names, never ids
        assert len(tablet.stage().dots) == 1  # nothing has changed: the next town is asked for
    person.run("towns")
    towns_step = tablet.stage()
    assert towns_step.step == "towns"
    places = {d.label: d.at for d in towns_step.dots}
    for lang, begins in (("de", "Dort liegt schon "), ("en", "There lies ")):
        speak(tablet, lang)
        hands.drag(places[SIX[1]], places[SIX[0]])  # one town dragged onto another
        assert tablet.stage().sentence.startswith(begins), tablet.stage().sentence
        assert {d.label: d.at for d in tablet.stage().dots} == places
    hands.next()
    assert tablet.stage().step == "ends"


class Careless(Person):
    """Forgets a county, parts one from all its neighbours, and paints the track in two colours."""

    def do_counties(self) -> None:
        self.forgotten = plain_county(self.truth)
        whole = self.truth
        self.truth = without(whole, self.forgotten.id)
        for spot in self.truth.of("county"):
            self.tap(spot.at)
        self._put_right()
        self.next()
        assert self.hands.stage().step == "counties"  # one is missing: Next leads nowhere
        self.missing = said(self.hands.tablet)
        self.choose("enough")

    def do_links(self) -> None:
        self.lonely = plain_county(self.truth)
        kept = self.truth
        self.truth = evolve(kept, links=frozenset(p for p in kept.links if self.lonely.id not in p))
        super().do_links()
        self.truth = kept

    def do_track(self) -> None:
        real = self.truth
        two = tuple(evolve(s, ink=TRACK[TRACK.index(s.ink) % 2]) for s in real.track)
        self.truth = evolve(real, track=two)
        super().do_track()
        self.truth = real


def plain_county(truth: Truth) -> Spot:
    """Neither central nor a fortress: nothing but its links is told of it."""
    return next(s for s in truth.of("county") if not s.central and not s.fortress)


def without(truth: Truth, name: str) -> Truth:
    links = frozenset(p for p in truth.links if name not in p)
    return evolve(truth, spots=tuple(s for s in truth.spots if s.id != name), links=links)


def mistakes(tablet: Tablet, truth: Truth, bare: bool = False) -> None:
    """Every mistake is made, said in both languages, and put right by touches; then the game begins."""
    hands, careless = CaptureHands(tablet), person_at(tablet, truth, Careless)
    careless.leave_bare = frozenset(s.id for s in truth.of("county")) if bare else frozenset()
    careless.run("check")
    assert careless.missing["en"][1] == "1 county to go"
    assert careless.missing["de"][1] == "noch 1 Grafschaft"
    assert tablet.stage().step == "check"
    assert not tablet.stage().ready
    told = said(tablet)
    for text in ("Not every county can be reached.", "There are 19 counties; the board has twenty.",
                 "Was one forgotten?", "No space of the track is green.", "No space of the track is red."):  # fmt: skip
        assert text in told["en"]
    for text in ("Nicht jede Grafschaft ist zu erreichen.", "19 Grafschaften sind da, der Plan hat zwanzig.",
                 "Wurde eine vergessen?", "Kein Feld der Leiste ist grün.",
                 "Kein Feld der Leiste ist rot."):  # fmt: skip
        assert text in told["de"]
    assert told["en"][2].startswith("Not every county can be reached.")  # nor can it be played on already
    hands.next()
    assert tablet.stage().step == "check"

    person = person_at(tablet, truth)
    person.leave_bare = careless.leave_bare
    hands.choose("step:track")
    assert tablet.stage().step == "track"
    person._step = "track"
    repaint(person)
    assert tablet.stage().step == "check"
    hands.choose("step:counties")
    assert tablet.stage().step == "counties"
    hands.tap(truth.to_picture(careless.forgotten.at))
    person._step = "counties"
    person._put_right()
    hands.next()
    assert tablet.stage().step == "links"  # a new county has new neighbours
    person.do_links()
    stage = tablet.stage()
    assert stage.step == "check"
    assert stage.ready, stage.notes
    assert all(n.state == "ok" for n in stage.notes), stage.notes
    person.run()
    tablet.first_act()
    (owned,) = tablet.backend.ctx.shelf.boards("hibernia")
    board = tablet.backend.ctx.shelf.board(owned.id)
    assert sum(s.kind == "county" for s in board.spaces) == 20
    assert sum(len(s.neighbours) for s in board.spaces) == 2 * len(truth.links)
    assert board.tracks[0].inks == tuple(s.ink for s in truth.track)


def test_a_county_forgotten_a_link_left_out_and_a_track_of_two_colours(tmp_path: Path) -> None:
    """On an empty sheet."""
    tablet = Tablet(tmp_path, "hibernia")
    try:
        tablet.choose(PLAYERS, "none", board="new")
        tablet.tap("camera_more", "sheet")
        assert tablet.until(lambda: tablet.place == "capture")
        mistakes(tablet, house_map(), bare=True)
    finally:
        tablet.close()


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_the_same_mistakes_over_a_picture(at_table: Any, seed: int) -> None:
    mistakes(*at_table("hibernia", seed))


def test_a_county_added_late_takes_its_own_ground_from_those_that_had_grown_over_it(own: Any) -> None:
    """Its outline is found, its neighbours are the printed ones, and no place is in two counties."""
    shop, person, _table = own
    late = Workshop("hibernia")
    late.picture = shop.picture
    late.draft.touch(*plain_drawn(shop.drawn))
    forgotten = plain_county(person.truth)
    (x, y), (w, h) = person.truth.to_picture(forgotten.at), late.size
    mm = apply(np.linalg.inv(late.homography()), [(x * w, y * h)])[0]
    ident = touched(late.drawn, (float(mm[0]), float(mm[1])))
    before = late.drawn.spots[ident]
    near = {p for p in late.drawn.links() if ident in p}
    late.draft.touch({"do": "drop", "id": ident})
    late.draft.touch({"do": "reopen", "steps": ["counties", "links", "check"]})
    firm = {s.id: s.polygon for s in late.drawn.of("county")}
    late.tap((x, y))
    late.next()
    assert late.step.id == "links"
    again = late.drawn.spots[ident]
    assert {p for p in late.drawn.links() if ident in p} == near
    flat = FlatPicture.of(late.picture, late.homography(), late.size_mm)
    mine, old = flat.mask(again.polygon) > 0, flat.mask(before.polygon) > 0
    assert (mine & old).sum() > 0.9 * (mine | old).sum()
    for s in late.drawn.of("county"):
        if s.id != ident:
            assert (mine & (flat.mask(s.polygon) > 0)).sum() < 0.02 * mine.sum()
            assert (flat.mask(s.polygon) > 0).sum() <= 1.02 * (flat.mask(firm[s.id]) > 0).sum(), "it has grown again"


def repaint(person: Any) -> None:
    """Only the colours: the way of the track is right."""
    cells = {s.at: s for s in person.truth.track}
    for ink in TRACK:
        wrong = [
            own
            for dot in person.hands.stage().dots
            for own in [min(cells.values(), key=lambda f: abs(person._where(f.at, True)[0] - dot.at[0])
                            + abs(person._where(f.at, True)[1] - dot.at[1]))]
            if own.ink == ink != dot.ink
        ]  # fmt: skip
        if wrong:
            person.choose(f"brush:{ink}")
        for spot in wrong:
            person.tap(spot.at)
    person.next()
