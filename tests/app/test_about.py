"""The page about the app: whose work is used is told in full."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from companion.app.live.setup import about_view

ROOT = Path(__file__).resolve().parents[2]


def test_every_library_that_ships_is_named_and_so_is_the_licence_of_the_app() -> None:
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {re.split(r"[=<>~]", n)[0].removesuffix("-python") for n in needs}
    told = about_view("1.0").licences
    libraries = {w.strip().lower() for w, _licence in told for w in w.split(",")}
    assert len(names) > 8
    assert {n.lower() for n in names} <= libraries
    assert ("Table Companion", "MIT") in told
    assert (ROOT / "LICENSE").read_text().startswith("MIT")
