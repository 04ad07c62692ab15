"""Renders every screen to build/screens/*.png without a display: ``python -m companion.app.screens_png [name ...]``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

OUT = Path("build/screens")
LIGHT = (
    "01-start",
    "04-table",
    "05-question",
    "06-out-of-step",
    "07-refusal",
    "08-trick",
    "10-end",
    "11-table-amber",
    "20-new-game",
)


class Stage:
    """A shell in an offscreen window, ready for one scene after the other."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        from companion.app.main import configure

        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
        configure(size, False, Path(tempfile.mkdtemp(prefix="companion-")))
        from kivy.config import Config

        Config.set("graphics", "maxfps", "0")  # before the clock is made
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from companion.app.backend import Inbox
        from companion.app.settings import Settings
        from companion.app.shell import Shell

        EventLoop.ensure_window()
        self.loop = EventLoop
        self.inbox = Inbox()
        self.shell: Any = Shell(self.inbox, lambda tap: None, settings=Settings(motion="off"))
        Window.add_widget(self.shell)
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        self.shell.size = size

    def show(self, name: str, lang: str, theme: str = "dark", text: str = "1", draw: bool = True) -> None:
        """Put a scene on the stage; without ``draw`` everything is laid out, but no pixel is made."""
        from attrs import evolve

        from companion.app import fixtures_picture as photo
        from companion.app.fixtures_all import SCENES
        from companion.app.setup_views import Show

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


def main(argv: Sequence[str] = ()) -> int:
    """Render all scenes, or those named; returns 0."""
    parser = argparse.ArgumentParser(prog="screens")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--text", choices=("1", "1.25", "1.5"), default="1")
    parser.add_argument("--lang", choices=("de", "en"), default=None)
    options = parser.parse_args(list(argv))
    w, _x, h = options.size.partition("x")
    stage = Stage((int(w), int(h)))
    from companion.app.fixtures_all import SCENES

    names = options.names or list(SCENES)
    for name in names:
        for lang in (options.lang,) if options.lang else ("de", "en"):
            stage.show(name, lang, text=options.text)
            stage.save(options.out / f"{name}-{lang}.png")
        if name in LIGHT:
            stage.show(name, options.lang or "de", "light", options.text)
            stage.save(options.out / f"{name}-{options.lang or 'de'}-light.png")
    print(f"{len(list(options.out.glob('*.png')))} pictures in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
