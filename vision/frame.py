"""A picture, a source of pictures, and why there are none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

Frame = NDArray[np.uint8]  # height x width x 3, BGR
Grabbed = tuple[Callable[[], Frame | None], float]  # decodes the picture, on the thread that grabbed it; s, its time


@frozen
class SourceFault:
    """Why there are no pictures.

    ``code``: missing | denied | no_pictures | unreadable | empty | huge | tiny | torn | heic | option | scheme of
    files and devices; address | unknown_host | refused | unreachable | timeout | broke_off | no_http | login |
    login_wrong | forbidden | no_page | status | redirects | certificate | no_tls | not_stream | no_ffmpeg | no_rtsp of
    networks;
    gone | hung | failed of what gave pictures before.
    ``facts``: what fills the sentence (address, path, what was found).
    """

    code: str
    facts: Mapping[str, str] = field(factory=dict)

    def __str__(self) -> str:
        return f"{self.code}: " + ", ".join(f"{k} {v}" for k, v in self.facts.items())


class SourceError(Exception):
    """A source that cannot be opened; ``fault`` is the value to show."""

    def __init__(self, fault: SourceFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class FrameSource(Protocol):
    """Pictures one after another.

    ``read`` gives (BGR uint8 picture, seconds on the source's own clock), or None when there is none now;
    ``ended`` tells an end from a pause, ``fault`` why a live source is silent.
    """

    @property
    def ended(self) -> bool: ...
    @property
    def fault(self) -> SourceFault | None: ...
    def read(self) -> tuple[Frame, float] | None: ...
    def close(self) -> None: ...


class Grabs(ABC):
    """A live source: ``grab`` waits for its next picture, and ``read`` decodes it at once."""

    @abstractmethod
    def grab(self) -> Grabbed | None:
        """The next picture, not decoded yet."""

    def read(self) -> tuple[Frame, float] | None:
        got = self.grab()
        frame = got[0]() if got is not None else None
        return None if got is None or frame is None else (frame, got[1])
