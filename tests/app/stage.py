"""A window without a display and the one shell in it, for tests and for the pictures of the screens."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any


class Stage:
    """An offscreen window with the real shell; whoever uses it puts a backend behind it."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        from companion.app.main import configure

        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
        configure(size, False, Path(tempfile.mkdtemp(prefix="companion-")))
        from kivy.base import EventLoop
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion.app.backend import Inbox
        from companion.app.settings import Settings
        from companion.app.shell import Shell

        Clock._max_fps = 0.0  # no frame waits for the next; the clock may have been made by an import before
        EventLoop.ensure_window()
        self.loop = EventLoop
        self.inbox = Inbox()
        self.shell: Any = Shell(self.inbox, lambda tap: None, settings=Settings(motion="off"))
        self.shell.size_hint = (None, None)  # else the first whole frame gives it the window's size again
        Window.add_widget(self.shell)
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        self.shell.size = size

    def put(self, view: Any, place: str = "table", lang: str = "de") -> None:
        """A view that the app's own painters made, laid out without a pixel."""
        from attrs import evolve

        from companion.app.setup_views import Show

        shell = self.shell
        shell.settings = evolve(shell.settings, language=lang, theme="dark", text="1")
        shell.draft = None
        shell.drop()
        shell.views = {}
        self.inbox.put(view)
        self.inbox.put(Show(place))
        shell.nav = evolve(shell.nav, stack=(place,), over="")
        shell.restyle_quietly()
        shell.poll()
        self.ticks(3)

    def frames(self, n: int) -> None:
        """Whole frames, with their pixels."""
        for _ in range(n):
            self.loop.idle()

    def ticks(self, n: int) -> None:
        """What a frame does, but for the drawing."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(n):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.shell.export_to_png(str(path))
