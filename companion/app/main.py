"""The app: window, clock, one shell. Nothing heavy is imported before the first frame."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import memory
from companion.app.backend import Backend
from companion.app.display import NoScreen, choose
from hardware.filing.folders import data_home, usual_home
from hardware.filing.whole import make_folder

NAME = "table-companion"
POLL_S = 1 / 20
FPS = 30


def state_folder() -> Path:
    """Where this tablet keeps its settings, games and made sounds. Raises OSError where there is no place for them.

    A folder from before XDG_DATA_HOME was set stays in use: nobody's games are gone for that.
    """
    base = os.environ.get("COMPANION_HOME")
    if base:
        return Path(base)
    folder, before = data_home() / NAME, usual_home() / NAME
    return before if before.is_dir() and not folder.exists() else folder


def configure(size: tuple[int, int], fullscreen: bool, folder: Path) -> None:
    """Settings that must be made before Kivy opens a window.

    Touch panels on Linux show up twice, by SDL and by the kernel's event files: every tap would count twice, so the
    latter are left out. Multisampling is off (software GL is three times faster), the screen saver too.
    """
    memory.large_apart()
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # its other provider ends the program where no server answers
    os.environ.setdefault("KIVY_IMAGE", "sdl2")  # its other providers take memory for formats that nothing here has
    os.environ.setdefault("KIVY_TEXT", "sdl2")
    make_folder(folder)
    home = os.environ.get("KIVY_HOME", str(folder / "kivy"))
    Path(home).mkdir(parents=True, exist_ok=True)
    os.environ["KIVY_HOME"] = home
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


def make_app(backend: Backend, folder: Path, chime: Any = None, language: str = "") -> Any:
    """The Kivy App around a backend; ``configure`` comes first. ``language``: of this run, "" for the kept one.

    Raises NoScreen.
    """
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    if Window is None:
        raise NoScreen

    from companion.app import settings as kept
    from companion.app.backend import Inbox
    from companion.app.chime import KivyChime
    from companion.app.hands import Hands
    from companion.app.shell import Shell
    from companion.app.taps import Tap
    from companion.table.faults import disk_line

    class CompanionApp(App):  # type: ignore[misc]  # kivy is untyped
        title = "Table Companion"

        def build(self) -> Any:
            self.settings_file = folder / "settings.json"
            settings = kept.load(self.settings_file)
            if language:
                settings = kept.change(settings, "language", language)
            self.chime = chime or KivyChime(folder / "sounds", settings.sound)
            self.inbox = Inbox()
            Window.clearcolor = (0.07, 0.09, 0.10, 1)
            Window.allow_screensaver = False
            self.hands = Hands(backend.post, self.inbox)
            self.shell = Shell(self.inbox, self.hands.post, self.chime.play, settings, self.keep, calm=True)
            Window.bind(on_keyboard=self.key)
            return self.shell

        def keep(self, settings: kept.Settings) -> None:
            self.chime.volume(settings.sound)
            try:
                kept.save(settings, self.settings_file)
            except OSError as e:  # it holds for this evening
                self.shell.whisper(disk_line(e))

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
            self.hands.close()
            backend.close()

    return CompanionApp()


def stop_after(app: Any, frames: int) -> None:
    """Close the app after so many drawn frames."""
    from kivy.core.window import Window

    left = [frames]

    def drawn(*_: Any) -> None:
        left[0] -= 1
        if left[0] <= 0:
            app.stop()

    Window.bind(on_flip=drawn)


def run(
    make_backend: Callable[[], Backend], folder: Path, size: str = "1280x800", fullscreen: bool = False,
    frames: int = 0, language: str = "",
) -> int:  # fmt: skip
    """Open the window and play; returns the exit code. ``frames``: stop after so many (to measure the start).

    Raises NoScreen where nobody would see it, OSError where nothing can be kept.
    """
    if not frames:
        choose(os.environ)
    width, _x, height = size.partition("x")
    configure((int(width), int(height)), fullscreen, folder)
    app = make_app(make_backend(), folder, language=language)
    if frames:
        stop_after(app, frames)
    app.run()
    return 0
