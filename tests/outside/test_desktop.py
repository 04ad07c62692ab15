"""The entry in a Linux desktop's menu, and what a wheel must hold."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import desktop
from companion.desktop import install

ROOT = Path(__file__).resolve().parents[2]


def test_entry_and_icon_lie_where_desktops_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop.shutil, "which", lambda _: "/home/Jörg $x/bin/companion")
    entry, icon = install(tmp_path)
    lines = dict(x.partition("=")[::2] for x in entry.read_text(encoding="utf-8").splitlines() if "=" in x)
    assert lines["Type"] == "Application"
    assert lines["Icon"] == icon.stem
    assert shlex.split(lines["Exec"].replace("\\$", "$")) == ["/home/Jörg $x/bin/companion"]
    assert {"Comment", "Comment[de]", "Categories"} <= lines.keys()
    assert ElementTree.parse(icon).getroot().tag.endswith("svg")
    assert install(tmp_path) == (entry, icon)  # once more does no harm


def test_every_file_of_a_package_that_is_no_module_goes_into_the_wheel() -> None:
    """By the globs in pyproject; boards are taken along by setup.py, which the wheel's own proof runs."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    for package in ("companion", "vision", "hardware"):
        inside = [f for f in (ROOT / package).rglob("*") if f.is_file()]
        wanted = {f for f in inside if f.suffix not in (".py", ".pyc", ".mo") and "__pycache__" not in f.parts}
        taken = {f for glob in data.get(package, ()) for f in (ROOT / package).glob(glob)}
        assert wanted - taken == set()
