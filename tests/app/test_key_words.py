"""What stands on a key, in every size of type."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion.app.viewmodel import Choice, Strip
from companion.app.widgets.strip import StripPart

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
