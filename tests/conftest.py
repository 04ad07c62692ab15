"""What is the same for all tests is made once: printed boards, and what lives as long as the run."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import lru_cache

import pytest

from companion.art import raster


@pytest.fixture(autouse=True, scope="session")
def drawn_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("board_marks", "marks_image"):
            patch.setattr(raster, name, lru_cache(maxsize=16)(getattr(raster, name)))
        yield


def pytest_collection_finish() -> None:
    """Modules and tests stay: a closed game that is let go of need not look through them."""
    gc.collect()
    gc.freeze()
