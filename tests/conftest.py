"""A printed board is drawn once for all tests that lay pieces on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from companion.art import raster


@pytest.fixture(autouse=True, scope="session")
def drawn_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raster, "marks_image", lru_cache(maxsize=8)(raster.marks_image))
        yield
