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

    def show(self, name: str, lang: str, theme: str = "dark", text: str = "1", draw: bool = True) -> None:
        """Put a prepared scene on the stage; without ``draw`` everything is laid out, but no pixel is made."""
        from attrs import evolve

        from companion.app.setup_views import Show
        from tests.app.prepared import picture as photo
        from tests.app.prepared.all import SCENES

        scene = SCENES[name]
        shell = self.shell
        shell.settings = evolve(shell.settings, language=lang, theme=theme, text=text)
        shell.draft = None
        shell.drop()
        shell.views = {}
        self.inbox.put(scene.view(lang))
        self.inbox.put(Show("table" if scene.over else scene.place))
        shell.nav = evolve(shell.nav, stack=(scene.place,), over="")
        shell.restyle_quietly()
        shell.poll()
        shell.nav = evolve(shell.nav, over=scene.over)
        shell.refresh()
        if scene.reveal:
            shell.screen.ids.curtain.reveal()
        if scene.corners is not None:
            self.inbox.picture(photo.picture(scene.corners, scene.cubes, scene.wood))
            shell.poll()
        if draw:
            self.frames(2)
        else:
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
