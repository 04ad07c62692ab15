"""The app: window, clock, one shell. Nothing heavy is imported before the first frame."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.app.backend import Backend

POLL_S = 1 / 20
FPS = 30


def state_folder() -> Path:
    """Where this tablet keeps its settings and made sounds."""
    base = os.environ.get("COMPANION_HOME")
    return Path(base) if base else Path.home() / ".local" / "share" / "table-companion"


def configure(size: tuple[int, int], fullscreen: bool, folder: Path) -> None:
    """Settings that must be made before Kivy opens a window.

    Touch panels on Linux show up twice, by SDL and by the kernel's event files: every tap would count twice, so the
    latter are left out. Multisampling is off (software GL is three times faster), the screen saver too.
    """
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_HOME", str(folder / "kivy"))
    Path(os.environ["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)
    from kivy.config import Config

    Config.set("kivy", "log_level", os.environ.get("COMPANION_LOG", "warning"))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", str(FPS))
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "minimum_width", "640")
    Config.set("graphics", "minimum_height", "400")
    Config.set("graphics", "allow_screensaver", "0")
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.remove_option("input", "%(name)s")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def make_app(backend: Backend, folder: Path, chime: Any = None) -> Any:
    """The Kivy App around a backend; ``configure`` comes first."""
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.app import settings as kept
    from companion.app.backend import Inbox
    from companion.app.chime import KivyChime
    from companion.app.shell import Shell
    from companion.app.taps import Tap

    class CompanionApp(App):
        title = "Table Companion"

        def build(self) -> Any:
            self.settings_file = folder / "settings.json"
            settings = kept.load(self.settings_file)
            self.chime = chime or KivyChime(folder / "sounds", settings.sound)
            self.inbox = Inbox()
            Window.clearcolor = (0.07, 0.09, 0.10, 1)
            Window.allow_screensaver = False
            self.shell = Shell(self.inbox, backend.post, self.chime.play, settings, self.keep)
            Window.bind(on_keyboard=self.key)
            return self.shell

        def keep(self, settings: kept.Settings) -> None:
            self.chime.volume(settings.sound)
            kept.save(settings, self.settings_file)

        def on_start(self) -> None:
            self.shell.size = Window.size
            self.shell.restyle()
            backend.start(self.inbox)
            self.shell.poll()
            Clock.schedule_interval(self.shell.poll, POLL_S)

        def key(self, _window: Any, code: int, *_rest: Any) -> bool:
            if code != 27:
                return False
            if not self.shell.writing():
                self.shell.post(Tap("back"))
            return True

        def on_pause(self) -> bool:
            return True

        def on_stop(self) -> None:
            backend.close()

    return CompanionApp()


def screen_there() -> bool:
    """Whether a window can open: a desktop, or an SDL driver that was named (KMSDRM on a tablet without one)."""
    named = any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("win32", "darwin")


def stop_after(app: Any, frames: int) -> None:
    """Close the app after so many drawn frames."""
    from kivy.core.window import Window

    left = [frames]

    def drawn(*_: Any) -> None:
        left[0] -= 1
        if left[0] <= 0:
            app.stop()

    Window.bind(on_flip=drawn)


def backend_of(options: argparse.Namespace, folder: Path) -> Backend:
    """The game itself."""
    from companion.app.live.backend import LiveBackend

    return LiveBackend(folder, options.camera, options.die)


def run(argv: Sequence[str] = (), make_backend: Callable[[], Backend] | None = None) -> int:
    """Open the window and play; returns the exit code. ``make_backend`` replaces the game (tests)."""
    parser = argparse.ArgumentParser(prog="companion", description="A referee beside a real board game.")
    parser.add_argument("--size", default="1280x800", help="window size, for example 1024x600")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument("--camera", default=None, help="camera: a number, a device, a file or an address")
    parser.add_argument("--die", default=None, help="port of the die")
    parser.add_argument("--frames", type=int, default=0, help="stop after so many frames (to measure the start)")
    parser.add_argument("--home", type=Path, default=None, help="folder for settings and saved games")
    options = parser.parse_args(list(argv))
    width, _x, height = options.size.partition("x")
    folder = options.home or state_folder()
    configure((int(width), int(height)), options.fullscreen, folder)
    backend = make_backend() if make_backend else backend_of(options, folder)
    app = make_app(backend, folder)
    if options.frames:
        stop_after(app, options.frames)
    app.run()
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
