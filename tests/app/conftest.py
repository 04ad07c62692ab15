"""A real window without a display: SDL's offscreen driver gives Kivy a GL context. Set before any kivy import."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

for _key, _value in {
    "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_HOME": "build/kivyhome",
    "KIVY_UNITTEST": "1", "KIVY_AUDIO": "sdl2", "SDL_AUDIODRIVER": "dummy",
}.items():  # fmt: skip
    os.environ.setdefault(_key, _value)
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
Path(os.environ["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)


@pytest.fixture(scope="session")
def stage() -> Any:
    """One shell for all tests of this session, without a backend."""
    from tests.app.stage import Stage

    return Stage()


class Recorder:
    """Remembers what was touched, and opens and shuts pages as every backend does."""

    def __init__(self, inbox: Any) -> None:
        self.taps: list[Any] = []
        self.inbox = inbox

    def post(self, tap: Any) -> None:
        self.taps.append(tap)
        self.inbox.step(tap)


class Table:
    """Drives a shell with a recorder behind it, by real touches."""

    def __init__(self, shell: Any, backend: Any, inbox: Any, frames: Callable[[int], None]) -> None:
        self.shell = shell
        self.backend = backend
        self.inbox = inbox
        self.frames = frames

    @property
    def screen(self) -> Any:
        return self.shell.screen

    def settle(self) -> None:
        self.shell.poll()
        self.frames(2)

    def tap(self, part: Any, at: tuple[float, float] | None = None) -> None:
        """Press and let go in the middle of a part, or at a window position."""
        touch = self.touch(part, at)
        touch.touch_down()
        touch.touch_up()
        self.settle()

    def touch(self, part: Any, at: tuple[float, float] | None = None) -> Any:
        from kivy.tests.common import UnitTestTouch

        return UnitTestTouch(*(at or part.center))

    def parts(self, kind: str = "") -> list[Any]:
        """All parts on the screen, of a class when named."""
        return [w for w in self.shell.walk() if not kind or type(w).__name__ == kind]

    def button(self, text: str) -> Any:
        """The button that says so."""
        found = [w for w in self.parts() if getattr(w, "text", None) == text and hasattr(w, "touched")]
        assert found, f"no button {text!r} among {[w.text for w in self.parts() if getattr(w, 'text', '')]}"
        return found[-1]

    def press(self, text: str) -> None:
        self.tap(self.button(text))

    def said(self) -> list[str]:
        """All texts on the screen."""
        return [s.text for w in self.parts() for s in getattr(w, "said", [])]

    def last(self) -> Any:
        return self.backend.taps[-1]


@pytest.fixture
def table(stage: Any) -> Iterator[Table]:
    """The app in German, for views of the app's own painters; what is touched is remembered and goes nowhere."""
    from companion import i18n
    from companion.app.navigation import Nav
    from companion.app.settings import Settings
    from companion.app.widgets.part import set_post

    shell = stage.shell
    backend = Recorder(stage.inbox)
    shell.out = backend.post
    shell.settings = Settings(motion="off")
    shell.nav, shell.views, shell.draft = Nav(), {}, None
    set_post(shell.post)
    stage.resize((1280, 800))
    shell.drop()
    stage.inbox.look()
    stage.inbox.nav = Nav()
    i18n.use("de")
    shell.restyle_quietly()
    shell.poll()
    stage.ticks(2)
    yield Table(shell, backend, stage.inbox, stage.ticks)
    shell.out = lambda tap: None
    shell.drop()


@pytest.fixture
def glass(stage: Any) -> Iterator[Callable[[Path, str, str], Any]]:
    """Makes an app whose real screens a finger touches, with the real backend behind them; each in turn."""
    from companion import i18n
    from tests.app.glass import Glass

    aside: list[dict[str, int]] = []

    def sit(home: Path, game: str, camera: str = "") -> Glass:
        tablet = Glass(stage, home, game, camera)
        aside.append(tablet.aside)
        return tablet

    sit.aside = aside  # type: ignore[attr-defined]
    i18n.use("de")
    yield sit
    i18n.use("de")
