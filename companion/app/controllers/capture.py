"""Placing the camera and capturing a board: each touch goes to the capture's own thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from companion.app.controllers.context import Context
from companion.app.live.capture import Capturing, board_files


class Capture:
    """``now``: the capture that is open. ``home``: makes the pages anew that it may return to."""

    def __init__(self, ctx: Context, home: Callable[[], None]) -> None:
        self.ctx, self._home = ctx, home
        self.now: Capturing | None = None

    def open(self, name: str, ident: str, done: Callable[[str], None]) -> None:
        """Capture a board of a game, or go on with one; ``done`` gets its id on the capture's thread."""
        self.stop()
        ctx = self.ctx
        self.now = now = Capturing(
            ctx.shelf, name, ident, ctx.inbox, ctx.devices.lamps, done, self._later, board_files(ctx.home, name),
        )  # fmt: skip
        if now.shop.on_sheet:
            now.post(now.sheet)
            return
        now.place(ctx.devices["camera"])
        ctx.show("camera")

    def stop(self) -> None:
        now, self.now = self.now, None
        if now is not None:
            now.close()
            if now.shop.draft.touches == 0:
                self.ctx.shelf.forget(now.shop.ident)

    def _later(self) -> None:
        threading.Thread(target=self._go_home, name="capture-later", daemon=True).start()

    def _go_home(self) -> None:
        self.stop()
        self._home()
        self.ctx.show(self.ctx.inbox.nav.origin or "start")

    def went_back(self, before: str, after: str) -> None:
        """A step back: from the capture to the camera, or out of both."""
        now = self.now
        if now is None:
            return
        if before == "capture" and after == "camera":
            now.post(now.place, now.address or self.ctx.devices["camera"])
        elif before == "camera":
            self.stop()

    def reworded(self) -> None:
        """The language is another one."""
        if self.now is not None:
            self.now.post(self.now.reworded)

    # ------------------------------------------------------------ taps
    def source(self, source: str) -> None:
        self._do(Capturing.choose_source, source, self.ctx.devices["camera"])

    def address(self, address: str) -> None:
        self._do(Capturing.place, str(address).strip())

    def more(self, key: str) -> None:
        self._do(Capturing.take_in, key)

    def corner(self, corner: tuple[int, tuple[float, float]]) -> None:
        self._do(Capturing.corner, *corner)

    def keep(self, _: Any) -> None:
        self._do(Capturing.keep)

    def tap(self, at: tuple[float, float]) -> None:
        self._do(Capturing.tap, at)

    def drag(self, way: tuple[tuple[float, float], ...]) -> None:
        self._do(Capturing.drag, *way)

    def choose(self, key: str) -> None:
        self._do(Capturing.choose, key)

    def count(self, change: tuple[str, int]) -> None:
        self._do(Capturing.count, *change)

    def name(self, text: str) -> None:
        self._do(Capturing.name, text)

    def undo(self) -> None:
        self._do(Capturing.undo)

    def next(self, _: Any) -> None:
        self._do(Capturing.next)

    def play(self, _: Any) -> None:
        self._do(Capturing.play)

    def later(self, _: Any) -> None:
        self._do(Capturing.later)

    def _do(self, act: Callable[..., None], *args: Any) -> None:
        now = self.now
        if now is not None:
            now.post(act, now, *args)
