"""The cameras that a table is watched through, by their addresses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.table.faults import WatchError, camera_line
from vision.frames import SourceError, SourceFault, open_source
from vision.latest import newest


def open_some(addresses: Sequence[str]) -> tuple[list[Any], list[tuple[str, SourceFault]]]:
    """The sources that open; the addresses of the others, each with what keeps it from opening."""
    sources: list[Any] = []
    faults = []
    for address in addresses:
        try:
            sources.append(newest(open_source(address)))
        except SourceError as e:
            faults.append((address, e.fault))
    return sources, faults


def open_cameras(addresses: Sequence[str]) -> list[Any]:
    """The source that each address names; of the ones opened beside a fault none stays open."""
    sources, faults = open_some(addresses)
    if faults:
        for source in sources:
            source.close()
        address, fault = faults[0]
        raise WatchError(camera_line(fault, address))
    return sources
