"""What stands on a key, in every size of type."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from companion.app.screens.resume import SavedRow
from companion.app.settings import Settings
from companion.app.setup_views import SavedGame
from companion.app.side_views import EndRow, EndView
from companion.app.viewmodel import Badge, Card, Choice, Figure, Panel, PanelRow, Strip
from companion.app.widgets.basic import PushButton
from companion.app.widgets.curve import Reckoning
from companion.app.widgets.panel import PanelPart
from companion.app.widgets.strip import FULL, StripPart
from tests.app import seen

NAMES = ("Anna", "Ben", "Clara")


@pytest.mark.parametrize(("size", "text"), [((1280, 800), "1"), ((1024, 600), "1.5"), ((800, 1280), "1.5")])
def test_keys_of_one_name_are_told_apart(stage: Any, size: tuple[int, int], text: str) -> None:
    """What is said below a name is what tells three of them apart: it gives way in no size of type."""
    shell = stage.shell
    before = shell.settings
    shell.settings = evolve(before, text=text)
    stage.resize(size)
    shell.restyle_quietly()
    keys = tuple(Choice(n, "Nothing more", n) for n in NAMES)
    part = StripPart(box=[0, 0, 544, 400])
    part.show(Strip(keys=keys, foot=keys))
    stage.ticks(2)
    said = [[s.text for s in key.said] for key in part.children]
    shell.settings = before
    stage.resize((1280, 800))
    shell.restyle_quietly()
    assert sorted(said) == sorted(["Nothing more", n] for n in NAMES * 2)


LONG = ("Zurückgeben: Bierdepot 1 von Clara", "Mehrere Angriffe zugleich ansagen", "Austauschen: Anbetung", "Dörfer")
CARD = Card("flag", "green", "", (("star", "1"),))


@pytest.mark.parametrize(("text", "wide", "high"), [("1", 680, 400), ("1.5", 680, 337), ("1.25", 760, 380)])
def test_keys_of_a_pad_can_be_read_and_the_rows_above_it_give_way(
    stage: Any, text: str, wide: float, high: float
) -> None:
    shell = stage.shell
    before = shell.settings
    shell.settings = evolve(before, text=text)
    shell.restyle_quietly()
    rows = tuple(PanelRow("", cards=(CARD,) * 4) for _ in range(2))
    keys = tuple(Choice(f"{k}", name, "1 Gold" if k % 4 == 2 else "") for k, name in enumerate(LONG * 2))
    part = PanelPart(box=[20, 300, wide, high])
    part.show(Panel("", rows, (), keys))
    stage.ticks(2)
    said = [(s.text, s.size) for key in part.children for s in key.said]
    heights = [key.h for key in part.children]
    shell.settings = before
    shell.restyle_quietly()
    assert len(said) == len(keys) + 2
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []
    assert min(heights) >= seen.SMALLEST


TOLD = "Nimmt Stadt und Marker, geht zwei Schritte und nimmt eine Münze"


@pytest.mark.parametrize(("rows", "pad"), [(1, 0), (3, 0), (1, 6)])
def test_what_a_row_says_of_a_card_can_be_read(stage: Any, rows: int, pad: int) -> None:
    stage.resize((1280, 800))
    stage.shell.settings = Settings(motion="off")
    stage.shell.restyle_quietly()
    part = PanelPart(box=[326, 216, 374, 480])
    told = tuple(PanelRow("Wer gewinnt", TOLD if n == 0 or not pad else "", strong=bool(n)) for n in range(rows))
    keys = tuple(Choice(str(n), f"{n} Münzen") for n in range(pad))
    part.show(Panel("Steht das so auf Karte 1?", told, (), keys))
    stage.ticks(2)
    said = [(s.text, s.size) for s in part.said]
    assert sum(TOLD.split()[-1] in t for t, _size in said) == rows
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []


def test_a_row_has_two_lines_where_one_would_be_smaller(stage: Any) -> None:
    """The largest type: what stands beside a name would have to be small, below it there is room."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    part = PanelPart(box=[760, 272, 587, 204])
    part.show(Panel("Regions", (PanelRow("B5: 15 squares, +7", "1 knight, 1 town, 2 mountains", Badge("A")),)))
    stage.ticks(2)
    sizes = {s.text: s.size for s in part.said}
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert sizes["B5: 15 squares, +7"] > 34
    assert sizes["1 knight, 1 town, 2 mountains"] > 27


def test_a_long_row_of_numbers_leaves_room_for_scores(stage: Any) -> None:
    """A muster of nineteen in the largest type of a small window: more numbers stand side by side, each can be hit."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    kinds = tuple(Choice(k, k) for k in ("Defend the threatened", "House", "Ship", "Men"))
    keys = (*kinds, *(Choice(f"n:{n}", str(n)) for n in range(1, 20)))
    strip = Strip("19 silver left; touch a district", keys, (Choice("done", "Done"),))
    part = StripPart(box=[758, 0, 587, 0])
    part.box = [758, 64, 587, part.height_for(strip, 587)]
    part.show(strip)
    sizes = [p.target for p in part.children]
    left = 424 - 12 - part.h
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert left >= 48
    assert min(min(s) for s in sizes) >= seen.SMALLEST


def test_a_name_that_needs_both_lines_of_a_key_gets_them(stage: Any) -> None:
    stage.resize((1280, 800))
    key = PushButton(box=[716, 552, 268, 60])
    key.offer("1 Mannschaft aus Brattnes", second="Clara, Skoerbyrgr")
    stage.ticks(2)
    assert [s.text for s in key.said] == ["1 Mannschaft aus Brattnes"]
    assert key.said[0].size >= seen.FLOOR - 0.5


def test_many_keys_leave_two_rows_of_scores_above_them(stage: Any) -> None:
    """Ten politics cards, or two rows of dice with three rows of keys: names of four can still be read."""
    cards = Strip(keys=tuple(Choice(f"c{n}", f"Dukatenschatz {n}") for n in range(10)), foot=(Choice("no", "Nichts"),))
    ships = tuple(Choice(f"s{n}", f"{n} Schiffe") for n in range(6))
    dice = Strip("Von der App gewürfelt", keys=ships, dice=("1",) * 24)
    part = StripPart(box=[0, 0, 544, 400])
    assert all(480 - part.height_for(strip, 544) - 12 >= 2 * 48 + 8 for strip in (cards, dice))


def test_a_title_gives_way_to_rows_that_could_not_be_read(stage: Any) -> None:
    stage.resize((1280, 800))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    part = PanelPart(box=[326, 216, 374, 300])
    rows = tuple(PanelRow(f"Gebiet {n}", "noch 4") for n in range(8))
    part.show(Panel("Tippt eine Stadt an · Gebiete: Wert, Städte, noch nötig", rows))
    stage.ticks(2)
    said = [(s.text, s.size) for s in part.said]
    stage.shell.settings = Settings(motion="off")
    stage.shell.restyle_quietly()
    assert said[0][0] == "Tippt eine Stadt an"
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []


REGIONS = ("Northern Uí Néill", "Bréifne", "Connaught", "Leinster", "Munster")
TOWNS = tuple(f"Im Nordwesten von {region}" for region in REGIONS) * 2
CARDS = ("Mystery Gift (Resource)", "Schockwellenturm", "Erledigen: Gießerei", "Beer Card", "Shaman") * 4


@pytest.mark.parametrize(
    ("names", "card", "second"), [(TOWNS, CARD, ""), (TOWNS, None, ""), (CARDS, CARD, "4 : 7"), (CARDS, None, "Anna")]
)
@pytest.mark.parametrize("wide", [396.0, 720.0])
def test_keys_for_which_there_is_no_room_lie_on_several_pages(
    stage: Any, names: tuple[str, ...], card: Card | None, second: str, wide: float
) -> None:
    """In the smallest window and the largest type each can be read and touched, and none is left out."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    part = PanelPart(box=[20, 300, wide, 260])
    part.show(Panel("Which town?", (), (), tuple(Choice(f"{k}", n, second, card=card) for k, n in enumerate(names))))
    shown, small, low, pages = set(), [], [], 0
    while True:
        stage.ticks(2)
        keys = [p for p in part.walk() if type(p).__name__ == "CardKey"]
        shown |= {k.tap.payload for k in keys}
        small += [(s.text, s.size) for k in keys for s in k.said if s.size < seen.FLOOR - 0.5]
        low += [k.box for k in keys if k.h < seen.SMALLEST]
        onward = [p for p in part.walk() if getattr(p, "icon", "") == "down" and p.enabled]
        pages += 1
        if not onward:
            break
        onward[0].tap()
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert (small, low) == ([], [])
    assert shown == {str(k) for k in range(len(names))}
    assert pages > 1


def test_numbers_with_four_signs_can_be_read(stage: Any) -> None:
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    part = StripPart(box=[0, 0, 586, 260])
    part.show(Strip("Ben", tuple(Choice(f"n:{n}", f"{n}…") for n in range(0, 130, 10)), (Choice("no", "Not this"),)))
    stage.ticks(2)
    said = [(s.text, s.size) for key in part.children for s in key.said]
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []


def test_rows_that_say_much_are_read_in_the_smallest_window(stage: Any) -> None:
    """The question what a card says: its title and its rows give way together."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    rows = tuple(PanelRow(f"Wer verliert, {n}", TOLD if n == 0 else TOLD[:36], strong=True) for n in range(3))
    part = PanelPart(box=[326, 356, 396, 339])
    part.show(Panel("Steht das so auf Karte 7?", rows))
    stage.ticks(2)
    said = [(s.text, s.size) for s in part.said]
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert len(said) == 7
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []


BOUGHT = ("Beer Container", "Bone Crusher", "Brewery", "Drakkar", "Pigator", "Bear Rider", "Mystery Gift (Unit)")


@pytest.mark.parametrize("price", ["2 gold", "4 beer + 3 gold", "4 Bier + 3 Gold, Dorf 2"])
def test_what_a_card_costs_can_be_read(stage: Any, price: str) -> None:
    stage.resize((1280, 800))
    stage.shell.settings = Settings(motion="off")
    stage.shell.restyle_quietly()
    part = PanelPart(box=[20, 412, 680, 284])
    keys = tuple(Choice(f"{k}", name, price, card=CARD) for k, name in enumerate(BOUGHT * 2))
    part.show(Panel("", (), (), keys))
    stage.ticks(2)
    said = [(s.text, s.size) for key in part.children for s in key.said]
    assert len(said) == 2 * len(keys)
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []


@pytest.mark.parametrize("chip", [("crown", "", "20"), None])
def test_a_row_says_who_wins_in_the_smallest_window(stage: Any, chip: tuple[str, str, str] | None) -> None:
    """What stands below a name gives way in no size of type where two lines can be read."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    part = PanelPart(box=[326, 356, 396, 290])
    part.show(Panel("1. Machtkampf: kleinste Karte zuerst", tuple(PanelRow(n, "gewinnt", None, chip) for n in NAMES)))
    stage.ticks(2)
    said = [(s.text, s.size) for s in part.said]
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert [t for t, _size in said].count("gewinnt") == 3
    assert [s for s in said if s[1] < seen.FLOOR - 0.5] == []


@pytest.mark.parametrize(("size", "text"), [((1280, 800), "1.5"), ((1024, 600), "1.5"), ((1280, 800), "1.25")])
@pytest.mark.parametrize("line", [0, 7])
def test_the_words_of_a_saved_game_stay_in_their_row_while_it_asks_whether_one_is_sure(
    stage: Any, size: tuple[int, int], text: str, line: int
) -> None:
    """The key that forgets for good is wider: words beside it break into more lines."""
    stage.resize(size)
    stage.shell.settings = Settings(motion="off", language="en", text=text)
    stage.shell.restyle_quietly()
    row = SavedRow()
    row.show(SavedGame("a", "Go on with Hibernia", "Ben has the extra action: move anywhere or muster.",
                       when="30 November, 13:22", line=line))  # fmt: skip
    row.box = [20, 136, 1152, row.tall(1152)]
    row.forget()
    stage.ticks(2)
    said, wide = list(row.said), [key.w for key in row.children]
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert len(wide) == 2
    assert [s.text for s in said if s.box[1] < 0 or s.box[1] + s.taken[1] > row.h] == []


WAYS = (
    ("5 von hier", "4 von hier, 1 aus Frostdal", "3 von hier, 2 aus Frostdal", *(
        f"{n} von hier, {5 - n} aus Morkholt nach 1 Punkt" for n in (4, 3, 2))),
    tuple(f"{n} von hier, {4 - n} aus Frostdal, 1 aus Morkholt nach 2 Punkten" for n in (3, 2, 1)),
)  # fmt: skip


@pytest.mark.parametrize("ways", WAYS)
@pytest.mark.parametrize(("size", "text"), [((1280, 800), "1"), ((1280, 800), "1.5"), ((1024, 600), "1.5")])
def test_ways_that_differ_in_much_can_be_read(
    stage: Any, size: tuple[int, int], text: str, ways: tuple[str, ...]
) -> None:
    """One that is too long for half a row has a row of its own, and the strip grows no higher for it."""
    stage.resize(size)
    stage.shell.settings = Settings(motion="off", text=text)
    stage.shell.restyle_quietly()
    strip = Strip("B, Eikgard: 5 Mannschaften", tuple(Choice(w, w) for w in ways), (Choice("on", "Weitere", "1/7"),))
    part = StripPart(box=[0, 0, 544, 400])
    part.box = [0, 0, 544, part.height_for(strip, 544)]
    part.show(strip)
    stage.ticks(2)
    small = [(s.text, s.size) for key in part.children for s in key.said if s.size < seen.FLOOR - 0.5]
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert small == []
    assert part.h <= FULL


@pytest.mark.parametrize(("size", "text"), [((1280, 800), "1"), ((1280, 800), "1.5"), ((1024, 600), "1.5")])
def test_numbers_of_the_reckoning_never_touch(stage: Any, size: tuple[int, int], text: str) -> None:
    """-20 beside 10 would read as -2010."""
    stage.resize(size)
    stage.shell.settings = Settings(motion="off", text=text)
    stage.shell.restyle_quietly()
    parts = (("39", "6", "-20", "10", "10"), ("15", "18", "-2", "2", "10"), ("22", "6", "0", "6", "4"))
    rows = tuple(EndRow(f"{k + 1}.", Badge("A"), n, p, "45") for k, (n, p) in enumerate(zip(NAMES, parts, strict=True)))
    part = Reckoning(box=[20, 200, 640 if size[0] == 1280 else 682, 400])
    part.show(EndView("", "", (), "", None, (Figure("sign", "house"),) * 5, rows, ""))
    stage.ticks(2)
    spans: dict[float, list[tuple[float, float, str, float]]] = {}
    for s in part.said:
        x = s.box[0] + (s.box[2] - s.taken[0]) / 2
        if s.text in {t for p in parts for t in p}:
            spans.setdefault(round(s.box[1]), []).append((x, x + s.taken[0], s.text, s.size))
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert [tuple(t for _a, _b, t, _s in row) for row in spans.values()] == list(parts)
    assert min(b[0] - a[1] for row in spans.values() for a, b in pairwise(row)) >= 10
    assert len({size for row in spans.values() for *_span, size in row}) == 1


def test_a_name_alone_on_a_key_takes_the_lines_that_make_it_largest(stage: Any) -> None:
    """Of two names the shorter was set in the smallest type on one line, its neighbour in two large lines."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text="1.5")
    stage.shell.restyle_quietly()
    keys = tuple(Choice(str(n), f"a fleet of {n}") for n in range(9, 13))
    part = PanelPart(box=[20, 200, 496, 76])
    part.show(Panel("", (), (), keys))
    stage.ticks(2)
    sizes = {s.text: round(s.size) for key in part.children for s in key.said}
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert len(sizes) == 4
    assert len(set(sizes.values())) == 1, sizes
    assert min(sizes.values()) >= 28


def test_keys_beside_each_other_are_set_alike_whatever_the_length_of_their_words(stage: Any) -> None:
    """Card 9 stood there bold and card 10 did not."""
    stage.resize((800, 1280))
    stage.shell.settings = Settings(motion="off")
    stage.shell.restyle_quietly()
    weights: dict[int, set[float]] = {}
    for most in (9, 10):
        part = PanelPart(box=[20, 200, 760, 76 * 4])
        part.show(Panel("", (), (), tuple(Choice(str(n), f"Bierkarte {n}") for n in range(1, most + 1))))
        stage.ticks(2)
        weights[most] = {round(s.size, 1) for key in part.children for s in key.said}
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    assert [len(w) for w in weights.values()] == [1, 1], weights
    assert weights[9] != weights[10], "short words alone are those of a button"


@pytest.mark.parametrize("text", ["1", "1.25", "1.5"])
def test_the_signs_of_the_reckoning_are_explained_and_so_is_why_it_ended(stage: Any, text: str) -> None:
    """In large type the reason, then the legend, were left out beside a part of the page that lay empty."""
    stage.resize((1024, 600))
    stage.shell.settings = Settings(motion="off", text=text)
    stage.shell.restyle_quietly()
    signs = tuple(Figure("sign", s) for s in ("crown", "swords", "flame", "star", "sun"))
    legend = ("Gründungen", "Erweiterungen", "Verluste", "Silberfunde", "Gebirge")
    rows = tuple(EndRow(f"{k}.", Badge("A"), n, ("39", "6", "-20", "10", "10"), "45") for k, n in enumerate(NAMES, 1))
    said: dict[str, set[str]] = {}
    for reason in ("Der König ist tot.", "Der König ist tot. " * 4, "Der König ist tot. " * 40):
        part = Reckoning(box=[20, 280, 682, 426])
        part.show(EndView("", "", (), "", None, signs, rows, reason, legend=legend))
        stage.ticks(2)
        said[reason] = {s.text for s in part.said}
        assert [s.text for s in part.said if s.size < seen.FLOOR - 0.5] == []
    stage.shell.settings = Settings(motion="off")
    stage.resize((1280, 800))
    stage.shell.restyle_quietly()
    short, long, endless = said
    assert short in said[short]
    assert long in said[long]
    assert endless not in said[endless]
    assert {*legend} <= said[endless]
    assert {*legend} <= said[short]
