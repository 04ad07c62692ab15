"""Settings, devices, and what this program is."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from companion.app.controllers.capture import Capture
from companion.app.controllers.context import Context
from companion.app.controllers.start import Start
from companion.app.controllers.table import Table
from companion.app.live import devices, setup


class Settings:
    """What the app itself does not keep: the devices, and every view in the language that is chosen."""

    def __init__(self, ctx: Context, start: Start, table: Table, capture: Capture) -> None:
        self.ctx, self.start, self.table, self.capture = ctx, start, table, capture

    def open(self) -> None:
        self.ctx.inbox.put(self.ctx.devices.view())

    anew: Callable[[], None] = staticmethod(lambda: None)  # every page that lies open, told again

    def set(self, change: tuple[str, str]) -> None:
        """The app has made the change already; what was told is told anew."""
        name, value = change
        if name in devices.NAMES:
            self.ctx.devices.choose(name, value)
        if name == "language" and self.ctx.play is not None:
            self.ctx.play.snack = None  # said in the other one, and for a moment alone
        self.start.put()
        self.open()
        self.table.show_all()
        self.capture.reworded()
        self.anew()

    def about(self) -> None:
        try:
            number = version("table-companion")
        except PackageNotFoundError:
            number = ""
        self.ctx.inbox.put(setup.about_view(number))
