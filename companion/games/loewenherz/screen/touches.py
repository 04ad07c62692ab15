"""Löwenherz by touch: a region takes the square that is touched; which one is asked where several may."""

from __future__ import annotations

from attrs import define

from companion.app.entry.touches import Touches
from companion.engine.types import Input
from companion.games.loewenherz.inputs import Expand


@define
class SquareTouches(Touches):
    def places(self, entry: Input) -> list[str]:
        return [entry.square] if isinstance(entry, Expand) else super().places(entry)
