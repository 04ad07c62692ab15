"""The boundary is plain: frozen values, known taps, no kivy."""

from __future__ import annotations

import ast
from pathlib import Path

import attrs
import pytest

from companion.app import setup_views, side_views, viewmodel
from companion.app.taps import TAPS, Tap
from companion.app.viewmodel import Badge, Figure, Lamp, SpaceView
from tests.app import loewenherz_views as views

APP = Path(viewmodel.__file__).parent
PLAIN = (
    *"viewmodel side_views setup_views taps backend navigation settings draft drawing menu theme chime places".split(),
    "paint/paths",
)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_modules_import_no_kivy_at_the_top(name: str) -> None:
    tree = ast.parse((APP / f"{name}.py").read_text(encoding="utf-8"))
    imported = {a.name for n in tree.body if isinstance(n, ast.Import) for a in n.names}
    imported |= {n.module or "" for n in tree.body if isinstance(n, ast.ImportFrom)}
    assert not [m for m in imported if m.split(".")[0] in ("kivy", "cv2")]


def test_views_are_frozen() -> None:
    for module in (viewmodel, side_views, setup_views):
        for value in vars(module).values():
            if isinstance(value, type) and attrs.has(value) and value.__module__ == module.__name__:
                assert value.__setattr__ is not object.__setattr__, value


def test_a_tap_has_a_known_kind() -> None:
    assert Tap("undo") == Tap("undo", None)
    with pytest.raises(ValueError, match="no tap 'jmup'"):
        Tap("jmup", 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Lamp("camera", "Kamera", "fine", ""),
        lambda: Figure("cube", "red"),
        lambda: SpaceView("x", camera="maybe"),
    ],
)
def test_a_wrong_word_is_named(make: object) -> None:
    with pytest.raises(ValueError, match="is one of"):
        make()  # type: ignore[operator]


def test_equal_views_are_equal_so_that_nothing_is_drawn_twice() -> None:
    for make in (views.regions, views.prices, views.duel, views.card):
        painter_anew = make.__wrapped__  # type: ignore[attr-defined]
        one, two = make("de"), painter_anew("de")
        assert attrs.evolve(one, board=None) == attrs.evolve(two, board=None)
        assert one.board is not None
        assert two.board is not None
        assert one.board.spaces == two.board.spaces


def test_every_module_of_the_app_is_short() -> None:
    long = {
        p.name: n
        for p in APP.rglob("*.py")
        if "live" not in p.parts and (n := len(p.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert not long


def test_every_tap_is_explained() -> None:
    assert all(isinstance(v, str) for v in TAPS.values())
    assert Badge("A").colour == ""
