"""Colours and fonts hold what the design promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import ImageFont

from companion.app import theme
from companion.app.paint import text as words_module
from companion.app.theme import DARK, INK_SIGN, LIGHT, PIECES, SEATS, Look, badge_colours, contrast
from companion.app.viewmodel import Badge, ScoreRow
from companion.app.widgets.part import set_look
from companion.app.widgets.scores import Scores
from tests.app.test_i18n import german

FONTS = Path(theme.__file__).parent / "fonts"
FACES = sorted(FONTS.glob("*.ttf"))


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_text_is_readable_on_every_ground(tokens: dict[str, str]) -> None:
    for ground in ("surface", "raised", "ground", "pressed"):
        assert contrast(tokens["text"], tokens[ground]) >= 7
        assert contrast(tokens["dim"], tokens[ground]) >= 4.5
    assert contrast(tokens["on_primary"], tokens["primary"]) >= 7
    for state in ("ok", "warn", "bad"):
        assert contrast(tokens[state], tokens["surface"]) >= 4.5
    assert contrast(tokens["quiet"], tokens["surface"]) >= 3


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_a_sign_is_seen_on_its_land(tokens: dict[str, str]) -> None:
    for ink in INK_SIGN:
        assert contrast(tokens[f"{ink}_sign"], tokens[ink]) >= 4.5
        assert contrast(tokens["text"], tokens[ink]) >= 7


def test_every_badge_is_seen_and_its_letter_read() -> None:
    for letter, (_shape, fill) in SEATS.items():
        assert contrast(fill, DARK["surface"]) >= 3, letter
        assert contrast(badge_colours(letter, "")[1], fill) >= 4.5
    for colour in PIECES:
        fill, ink = badge_colours("A", colour)
        assert contrast(fill, ink) >= 4.5, colour


def test_shapes_differ_so_that_colour_is_never_alone() -> None:
    assert len({shape for shape, _colour in SEATS.values()}) == len(SEATS) == 10


def test_the_scale_follows_the_smaller_side() -> None:
    assert Look(1280, 800).u == 1
    small = Look(1024, 600)
    assert small.u == 0.75
    assert round(small.dw) == 1365
    assert round(Look(1920, 1080).u, 2) == 1.35


def test_six_font_files_come_with_their_licences() -> None:
    assert len(FACES) == 6
    assert {p.name for p in FONTS.glob("OFL*.txt")} == {"OFL-IBMPlexSans.txt", "OFL-SourceSerif4.txt"}
    for licence in FONTS.glob("OFL*.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text(encoding="utf-8")
    assert {role[2] for role in theme.ROLES.values()} <= {p.stem for p in FACES}


@pytest.mark.parametrize("face", FACES, ids=lambda p: p.stem)
def test_digits_are_equally_wide_so_that_scores_stand_still(face: Path) -> None:
    font = ImageFont.truetype(str(face), 100)
    assert len({font.getlength(d) for d in "0123456789"}) == 1


@pytest.mark.parametrize("face", FACES, ids=lambda p: p.stem)
def test_every_letter_used_is_in_the_font(face: Path) -> None:
    font = ImageFont.truetype(str(face), 40)
    missing = bytes(font.getmask("\uffff"))
    used = set(
        "".join(
            (
                *german(),
                *german().values(),
            )
        )
    )
    used |= set("äöüßÄÖÜéíáÉÍ„“–→×−·’1234567890+:")
    used -= {words_module.SOFT, " ", "\n"}
    assert [c for c in sorted(used) if bytes(font.getmask(c)) == missing] == []


def test_a_word_longer_than_two_lines_is_parted_as_often_as_it_takes(stage: Any) -> None:
    word = words_module.SOFT.join("http://a.long.address.of.a.camera/video" * 3)
    lines = words_module.wrap(word, theme.SANS, 24, 200)
    assert len(lines) > 4
    assert max(words_module.width(one, theme.SANS, 24) for one in lines) <= 200
    assert "".join(one.removesuffix("-") for one in lines).replace("-", "") == word.replace(words_module.SOFT, "")


def test_a_path_longer_than_a_line_is_parted_behind_a_slash(stage: Any) -> None:
    path = "/home/anna/Bilder/Hibernia/Abend/plan.jpg"
    lines = words_module.wrap(f"{path}: es gibt sie nicht", theme.SANS, 24, 200)
    assert max(words_module.width(one, theme.SANS, 24) for one in lines) <= 200
    assert "".join(lines).replace(" ", "") == f"{path}:esgibtsienicht"
    assert all(one.endswith("/") for one in lines[:2])
    assert words_module.wrap("Grenze E5/E6", theme.SANS, 24, 100) == ["Grenze", "E5/E6"]


def test_what_was_typed_without_a_joint_is_broken_where_the_line_ends(stage: Any) -> None:
    typed = "91@45-):%80ïçùýðõèúûêôáìæåíîœšōłàþéøāãžóëâñvrhsßpyüaxdzgof#36:491òþæúcbiäwj"
    lines = words_module.wrap(f"{typed}: es gibt sie nicht", theme.SANS, 24, 200)
    assert max(words_module.width(one, theme.SANS, 24) for one in lines) <= 200
    assert "".join(lines).replace(" ", "") == f"{typed}:esgibtsienicht"
    word = "Donaudampfschifffahrt"
    assert words_module.wrap(word, theme.SANS, 24, 100) == [word], "a word of a language is set smaller instead"


def test_rows_of_scores_say_equally_much(stage: Any) -> None:
    """What one name leaves no room for, no row says; larger type gives way before the second line does."""
    rows = [
        ScoreRow(Badge(c, ""), name, f"Coins {n} · renown {n}", str(n))
        for c, name, n in (("A", "Anna", 3), ("B", "Friederike-Luise", 12), ("C", "Bo", 7))
    ]
    for text in (1.0, 1.5):
        set_look(Look(1280, 800, text=text))
        for high in (480.0, 320.0, 250.0, 180.0):
            scores = Scores(box=[716, 216, 544, high])
            scores.show(tuple(rows))
            told = [part.told().count("·") for part in scores.children]
            assert len(set(told)) == 1, (text, high, told)
            assert all(part.too_much() <= part.left_out for part in scores.children)
            if high == 320:
                assert told[0] == 1
    set_look(Look())


def test_names_in_low_rows_keep_clear_of_the_edges(stage: Any) -> None:
    """The largest type in the lowest rows is not so large that its letters cross the frame of the active one."""
    names = (("A", "Anna"), ("B", "Benjamin"), ("C", "Clara"))
    rows = tuple(ScoreRow(Badge(c, ""), name, "Supply 11 · shield 3", "0") for c, name in names)
    set_look(Look(1024, 600, text=1.5))
    scores = Scores(box=[716, 216, 587, 157])
    scores.show(rows)
    stage.ticks(2)
    told = [(s.text, s.size, part.h) for part in scores.children for s in part.said if not s.text.isdigit()]
    set_look(Look())
    assert {text for text, _size, _h in told} >= {name for _, name in names}
    assert all(size <= h - 7 for _text, size, h in told), told


@pytest.mark.parametrize("names", [("Maximiliane-Rose", "Ben"), ("Anna Magdalena M", "Ben"), ("Wilhelmina-Mary", "Bo")])
def test_long_names_in_columns_are_told_by_their_first_words_and_never_too_small(
    stage: Any, names: tuple[str, ...]
) -> None:
    rows = tuple(ScoreRow(Badge(c, ""), name, "", "17") for c, name in zip("AB", names, strict=True))
    set_look(Look(1280, 800, text=1.5))
    shown = {}
    for high in (90.0, 42.0):
        scores = Scores(box=[716, 356, 544, high])
        scores.show(rows)
        stage.ticks(2)
        shown[high] = [(s.text, s.size) for part in scores.children for s in part.said if not s.text.isdigit()]
    set_look(Look())
    assert {part.narrow for part in scores.children} == {True}
    assert sorted(t for t, _size in shown[90.0]) == sorted(names)
    assert all(long.startswith(t) for (t, _size), long in zip(sorted(shown[42.0], key=str), sorted(names), strict=True))
    assert min(size for told in shown.values() for _t, size in told) >= theme.FLOOR - 0.5
