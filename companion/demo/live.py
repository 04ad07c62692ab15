"""A demo camera in time: while somebody reads, the table goes on, and only the newest picture is seen."""

from __future__ import annotations

from typing import Any

from companion.table.clock import RealClock, WorkClock


class LiveCamera:
    """``camera``: pictures of a script, each taken only when it is wanted. ``hands``: how many have come so far."""

    fault, partial = None, False

    def __init__(self, camera: Any, clock: RealClock | WorkClock) -> None:
        self.camera, self.clock = camera, clock
        self._gone_at = 0.0
        self.hands = self.pictures = self.missed = 0
        self._hand = False

    @property
    def ended(self) -> bool:
        with self.clock.aside():
            return bool(self.camera.ended)

    @property
    def layout(self) -> Any:
        return self.camera.layout

    @property
    def gone_at(self) -> float:
        """s, when the last hand left; now, while one is in view."""
        return self.clock() if self._hand else self._gone_at

    def read(self) -> tuple[Any, float] | None:
        """The newest picture there is by now, or the next one; drawing it costs nobody anything."""
        with self.clock.aside():
            if not self._turn():
                return None
            while self.camera.at < self.clock() and not self.camera.ended and self._turn():
                self.missed += 1
            self.pictures += 1
            frame = self.camera.shoot()
        self.clock.wait_until(self.camera.at)
        return frame, self.camera.at

    def _turn(self) -> bool:
        if not self.camera.turn():
            return False
        hand = self.camera.hand is not None
        if self._hand and not hand:
            self._gone_at = self.camera.at
        self.hands += hand and not self._hand
        self._hand = hand
        return True

    def close(self) -> None:
        self.camera.close()
