"""Which reader reads which board."""

from __future__ import annotations

from vision.gridreader import GridReader
from vision.layout import Layout
from vision.reader import Reader
from vision.reference import ReferencePose


def reader_of(layout: Layout, reference: ReferencePose | None = None) -> Reader | GridReader:
    """The reader of pieces in heaps, or that of single figures with bars between their places."""
    kind = GridReader if any(p.look == "edge" for p in layout.places) else Reader
    return kind(layout, reference)
