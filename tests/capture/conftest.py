"""Boards captured once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from tests.capture.boards import captured


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """(workshop, person, table) of a Hibernia board that nobody has seen before."""
    i18n.use("en")
    folder: Path = tmp_path_factory.mktemp("own") / "board"
    return captured("hibernia", 1, folder)
