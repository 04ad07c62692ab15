"""A map of one's own for Walisk, drawn by touch through the real backend on an empty sheet, and then played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.viewmodel import TableView
from companion.capture.workshop import Workshop
from companion.engine.boards import Board, house_board
from companion.games.walisk import capture as walisk
from companion.games.walisk.maps import draft_of
from tests.owners.tablet import CaptureHands, Tablet

COLUMNS, ROWS = 6, 4
SEAS = {(c, 0) for c in range(COLUMNS)} | {(c, ROWS - 1) for c in range(COLUMNS)}
HOME, VOID = (2, 2), (4, 2)
LAKE = ((0, 1), (0, 2), (1, 2))
PLAYERS = tuple(v.Player(n, c) for n, c in (("Anna", "red"), ("Ben", "blue")))


def at(place: tuple[int, int]) -> tuple[float, float]:
    return (0.1 + 0.16 * place[0], 0.14 + 0.24 * place[1])


def kind(place: tuple[int, int]) -> str:
    return "sea" if place in SEAS else "home" if place == HOME else "void" if place == VOID else "settle"


def draw(hands: object) -> None:
    """Every touch of somebody who draws a small map."""
    places = [(c, r) for r in range(ROWS) for c in range(COLUMNS)]
    for brush in ("settle", "home", "void", "sea"):
        hands.choose(f"brush:{brush}")
        for p in places:
            if kind(p) == brush:
                hands.tap(at(p))
    hands.next()
    assert hands.stage().step == "links"
    hands.next()
    hands.choose("brush:tribe:atlier")
    hands.tap(at((0, 1)))
    hands.choose("brush:travel")
    hands.tap(at((0, 0)))
    hands.next()
    hands.choose("brush:steep")
    hands.tap(at((1, 1)))
    hands.tap(at((1, 0)))
    hands.choose("brush:fresh")
    hands.tap(at((2, 1)))
    hands.tap(at((3, 1)))
    hands.choose("brush:pool")
    for p in LAKE:
        hands.tap(at(p))
    hands.next()


def test_a_map_of_ones_own_is_drawn_and_played_on(tmp_path: Path) -> None:
    tablet = Tablet(tmp_path, "walisk")
    try:
        tablet.choose(PLAYERS, "none", board="new")
        tablet.until(lambda: v.CameraView in tablet.views)
        tablet.tap("camera_more", "sheet")
        tablet.until(lambda: tablet.place == "capture")
        hands = CaptureHands(tablet)
        draw(hands)
        stage = hands.stage()
        assert stage.step == "check"
        assert stage.ready, [n.text for n in stage.notes]
        assert all(n.text and "{" not in n.text for n in stage.notes)
        hands.next()
        assert tablet.until(lambda: tablet.place == "guide")
        session = tablet.backend.sitting.session
        own = draft_of(session.config.board)
        assert len(own.fields) == COLUMNS * ROWS
        found = {k: sum(f.kind == k for f in own.fields) for k in ("settle", "home", "void", "sea")}
        assert found == {"settle": 10, "home": 1, "void": 1, "sea": 12}
        assert len(own.steep) == 1
        (river,) = own.rivers
        assert len(river.segments[0]) == 2
        assert [f.tribe for f in own.fields if f.tribe] == ["atlier"]
        assert sum(f.rim for f in own.fields) == 2 * COLUMNS
        (lake,) = own.lakes
        assert len(lake.shore) == len(LAKE)
        tablet.lots()
        assert tablet.until(lambda: tablet.place == "table" and TableView in tablet.views)
        assert len(tablet.view(TableView).board.drawing.shapes) >= COLUMNS * ROWS
        assert session.length > 0  # the lots of the set-up were drawn: the rules play on this map
    finally:
        tablet.close()


class Owner:
    """Somebody who has a map in front of him and draws it as it is, touch by touch. ``ids``: of the map -> as drawn."""

    def __init__(self, shop: Workshop, board: Board) -> None:
        self.shop, self.board, self.map = shop, board, draft_of(board)
        self.ids: dict[str, str] = {}

    def at(self, name: str) -> tuple[float, float]:
        (x, y), (w, h) = self.board.space[name].centre, self.board.size_mm
        return (x / w, y / h)

    def tap(self, *names: str) -> None:
        for n in names:
            self.shop.tap(self.at(n))

    def draw(self) -> None:
        shop, fields = self.shop, self.map.fields
        for what in ("settle", "home", "void", "sea"):
            shop.choose(f"brush:{what}")
            self.tap(*(f.id for f in fields if f.kind == what))
        spots = shop.drawn.of("field")
        for f in fields:
            x, y = self.board.space[f.id].centre
            self.ids[f.id] = min(spots, key=lambda s: abs(s.at[0] - x) + abs(s.at[1] - y)).id
        shop.next()
        printed = {tuple(sorted((self.ids[f.id], self.ids[o]))) for f in fields for o in f.links}
        for a, b in sorted(printed ^ set(shop.drawn.links())):
            names = [next(n for n, i in self.ids.items() if i == x) for x in (a, b)]
            shop.drag(self.at(names[0]), self.at(names[1]))
        shop.next()
        for tribe in ("atlier", "gauten", "heden", "bognaren"):
            shop.choose(f"brush:tribe:{tribe}")
            self.tap(*(f.id for f in fields if f.tribe == tribe))
        shop.choose("brush:travel")
        self.tap(*(f.id for f in fields if f.travel))
        shop.choose("brush:rim")
        proposed = {s.id for s in shop.drawn.of("field") if "rim" in s.tags}
        self.tap(*(f.id for f in fields if f.rim != (self.ids[f.id] in proposed)))
        shop.next()
        self._water()
        shop.next()

    def _water(self) -> None:
        shop = self.shop
        shop.choose("brush:steep")
        for a, b in sorted(self.map.steep):
            self.tap(a, b)
        for river in self.map.rivers:
            shop.choose("brush:fresh")
            for seg in river.segments:
                self.tap(seg[0], seg[-1])
        for lake in self.map.lakes:
            shop.choose("brush:pool")
            self.tap(*lake.shore)
        shop.choose("brush:tow")
        self.tap(*(t.district for t in self.map.tows))
        shop.choose("brush:coast")
        for land, coasts in self.map.shores.items():
            for sea in coasts[1]:
                self.tap(land, sea)


@pytest.mark.parametrize("name", ["small", pytest.param("house", marks=pytest.mark.proof)])
def test_a_whole_map_as_it_is_printed(name: str) -> None:
    """Fields, links, signs, rim, steep and second coasts, rivers that end in lakes, lakes and tow: the same map."""
    shop, board = Workshop("walisk"), house_board("walisk", name)
    shop.empty_sheet(board.size_mm)
    owner = Owner(shop, board)
    owner.draw()
    stage = shop.stage()
    assert stage.step == "check"
    assert stage.ready, [n.text for n in stage.notes]
    ids, real, own = owner.ids, owner.map, draft_of(shop.board())
    told = {f.id: f for f in own.fields}
    for f in real.fields:
        drawn = told[ids[f.id]]
        assert (drawn.kind, drawn.tribe, drawn.travel, drawn.rim) == (f.kind, f.tribe, f.travel, f.rim), f.id
        assert set(drawn.links) == {ids[n] for n in f.links}, f.id
    assert own.steep == {tuple(sorted((ids[a], ids[b]))) for a, b in real.steep}
    lakes = {k.id: frozenset(ids[n] for n in k.shore) for k in real.lakes}
    assert sorted(map(sorted, lakes.values())) == sorted(sorted(k.shore) for k in own.lakes)
    mine = {k.id: frozenset(k.shore) for k in own.lakes}
    for one, two in zip(real.rivers, own.rivers, strict=True):
        assert [set(seg) for seg in two.segments] == [{ids[n] for n in seg} for seg in one.segments]
        assert two.mouth == ids.get(one.mouth, "")
        assert mine.get(two.mouth_lake) == lakes.get(one.mouth_lake), one.id
        assert mine.get(two.source_lake) == lakes.get(one.source_lake), one.id
    rivers = {r.id: f"river_{n}" for n, r in enumerate(real.rivers, 1)}
    assert {(t.district, frozenset(t.rivers)) for t in own.tows} == {
        (ids[t.district], frozenset(rivers[r] for r in t.rivers)) for t in real.tows
    }
    assert {n: {frozenset(p) for p in parts} for n, parts in own.shores.items()} == {
        ids[n]: {frozenset(ids[s] for s in p) for p in parts} for n, parts in real.shores.items()
    }


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_field_is_called_as_it_is_typed(lang: str) -> None:
    i18n.use(lang)
    shop = Workshop("walisk")
    shop.empty_sheet((500.0, 350.0))
    for x in (0.2, 0.4, 0.6):
        shop.tap((x, 0.5))
    name = shop.stage().name
    assert name is not None
    assert name.text == ""
    assert shop.stage().found == {"en": "District 3", "de": "Bezirk 3"}[lang]
    assert name.hint == {"en": "Type its name", "de": "Namen eintippen"}[lang]
    shop.name("  Lange   Mark ")  # of the one touched last
    assert shop.drawn.spots["f3"].name == "Lange Mark"
    assert shop.stage().name.text == shop.stage().found == "Lange Mark"
    shop.tap((0.2, 0.5))  # touched again: this one
    shop.name("lange mark")
    assert shop.said == {"en": "Another place is called lange mark already.",
                         "de": "Ein anderer Ort heißt schon lange mark."}[lang]  # fmt: skip
    shop.name("Ostmark")
    assert shop.undoable() == {"en": "the name", "de": "den Namen"}[lang]
    shop.choose("brush:void")
    shop.tap((0.2, 0.5))  # of another kind, called the same
    told = {s.id: s.name for s in shop.board().spaces}
    assert (told["f1"], told["f3"]) == ("Ostmark", "Lange Mark")
    shop.tap((0.2, 0.5))
    shop.name("")
    assert shop.drawn.spots["f1"].name == {"en": "Void district 1", "de": "Leerer Bezirk 1"}[lang]
    assert all(s.name for s in shop.board().spaces)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_lake_at_a_home_and_a_rim_on_land_are_said(lang: str) -> None:
    i18n.use(lang)
    shop = Workshop("walisk")
    shop.empty_sheet((500.0, 350.0))
    for brush, x in (("settle", 0.2), ("settle", 0.4), ("home", 0.6), ("sea", 0.8)):
        shop.choose(f"brush:{brush}")
        shop.tap((x, 0.5))
    shop.next()
    shop.next()
    shop.choose("brush:rim")
    shop.tap((0.2, 0.5))
    assert shop.said == {"en": "Only sea fields lie at the rim.", "de": "Nur Meeresfelder liegen am Rand."}[lang]
    shop.next()
    shop.choose("brush:pool")
    shop.tap((0.6, 0.5))
    assert shop.said == {
        "en": "Lakes lie between districts, and never at a home of the Rukr.",
        "de": "Seen liegen zwischen Bezirken, und nie an einer Heimat der Rukr.",
    }[lang]  # fmt: skip
    shop.tap((0.2, 0.5))
    shop.tap((0.4, 0.5))
    assert [sorted(k.shore) for k in draft_of(shop.board()).lakes] == [["f1", "f2"]]
    shop.tap((0.4, 0.5))  # taken off again
    assert [sorted(k.shore) for k in draft_of(shop.board()).lakes] == [["f1"]]
    shop.undo()
    assert [sorted(k.shore) for k in draft_of(shop.board()).lakes] == [["f1", "f2"]]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_cannot_be_is_said_and_nothing_changes(lang: str) -> None:
    i18n.use(lang)
    shop = Workshop("walisk")
    shop.empty_sheet((500.0, 350.0))
    shop.tap((0.2, 0.2))
    before = shop.drawn
    shop.tap((0.2, 0.2))
    assert shop.drawn == before
    assert shop.said == {"en": "This field is there already.", "de": "Dieses Feld ist schon da."}[lang]
    shop.next()
    assert shop.step.id == "fields"  # one field is no map
    assert walisk.playable(shop.drawn)
    shop.choose("brush:sea")
    shop.tap((0.2, 0.2))  # it is a sea field after all
    (spot,) = shop.drawn.of("field")
    assert walisk.kind_of(spot) == "sea"
    for at_ in ((0.4, 0.2), (0.6, 0.2), (0.8, 0.2)):
        shop.tap(at_)
    shop.next()
    shop.next()
    shop.choose("brush:tribe:gauten")
    shop.tap((0.4, 0.2))
    assert shop.said
    shop.next()
    shop.tap((0.2, 0.2))
    shop.tap((0.4, 0.2))
    assert shop.said  # two sea fields have no coast
    shop.next()
    assert not shop.stage().ready  # nobody can begin there
    shop.choose("step:fields")
    assert shop.step.id == "fields"
