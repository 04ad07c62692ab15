"""The app with its glass on: the real screens in a window without a display, and a finger that touches them.

What the driver of ``tests.owners.tablet`` posts is done here by a finger on the widget that offers it, found among
those on the screen. Nothing else reaches the backend, and every touch must say what was meant by it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from companion import i18n
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.taps import Tap
from tests.owners.tablet import Tablet

WHERE = {
    "game": "_tile", "plan": "_tile", "capture_tap": "_picture", "capture_drag": "_picture", "hand_value": "_value",
    "space": "_space", "set_up": "_wish",
}  # fmt: skip
SMALLEST = 48.0  # design units: what a finger hits
Pixel = tuple[float, float]


class Missed(AssertionError):
    """A touch that did something else than was meant, or had nowhere to go."""


class Glass(Tablet):
    """``window``: a stage of the screens. ``aside``: touches that are told apart: players, options, turned pages."""

    def __init__(self, window: Any, home: Path, game: str, camera: str = "") -> None:
        from companion.app.navigation import Nav
        from companion.app.settings import Settings
        from companion.app.widgets.part import set_post

        self.window = window
        self.shell = shell = window.shell
        self.said: list[Tap] = []
        self.aside: dict[str, int] = {}
        shell.out = lambda tap: None  # nobody listens till the app is there
        shell.settings = Settings(motion="off", language=i18n.language())
        shell.nav, shell.views, shell.draft = Nav(), {}, None
        shell.inbox = Inbox()
        set_post(self._heard)
        window.resize((1280, 800))
        shell.restyle_quietly()
        super().__init__(home, game, camera, shell.inbox)
        shell.out = self.backend.post

    def close(self) -> None:
        super().close()
        self.shell.out = lambda tap: None
        self.shell.inbox = self.window.inbox
        self.shell.drop()

    def _heard(self, tap: Tap) -> None:
        self.said.append(tap)
        self.shell.post(tap)

    def _take(self) -> None:
        self.shell.poll()
        self.window.ticks(1)
        self.views, self.place = self.shell.views, self.shell.nav.place

    # ------------------------------------------------------------ the finger
    def finger(self, *way: Pixel) -> None:
        """Down at the first pixel, along the others, up at the last."""
        from kivy.tests.common import UnitTestTouch

        first, *more = [(round(x), round(y)) for x, y in way]
        touch = UnitTestTouch(*first)
        touch.touch_down()
        for x, y in more:
            touch.touch_move(x, y)
        touch.touch_up()
        self._take()

    def touch(self, tap: Tap) -> None:
        self._take()
        part, way = getattr(self, WHERE.get(tap.kind, "_button"))(tap)
        if min(part.target) < SMALLEST:
            raise Missed(f"{tap}: the target is {part.target} design units")
        before = len(self.said)
        self.finger(*way)
        told, meant = self.said[before:], self._slight(tap, way)
        if len(told) != 1 or not same(told[0], meant, self._slack(part)):
            raise Missed(f"meant {meant}, said {told}")

    def _slight(self, tap: Tap, way: list[Pixel]) -> Tap:
        """A way too short for a drag is a tap where it ends."""
        from companion.app.widgets.part import look
        from companion.app.widgets.picture import SLOP

        places = [(round(x), round(y)) for x, y in way]
        short = tap.kind == "capture_drag" and all(math.dist(p, places[-1]) <= SLOP * look().u for p in places)
        return Tap("capture_tap", tap.payload[-1]) if short else tap

    def _slack(self, part: Any) -> float:
        """A pixel, as a share of a picture."""
        from companion.app.widgets.part import look

        return 1.0 / (look().u * min(part.inner()[2:])) if hasattr(part, "inner") else 0.0

    def off(self, what: str, part: Any) -> None:
        """A touch that is told apart."""
        self.aside[what] = self.aside.get(what, 0) + 1
        self.finger(part.center)

    # ------------------------------------------------------------ what is on the screen
    def parts(self, kind: str = "") -> list[Any]:
        return [w for w in self.shell.walk() if w.opacity > 0 and (not kind or type(w).__name__ == kind)]

    def seek(self, meant: str, wanted: Callable[[Any], bool]) -> Any:
        """The part that is wanted; on another page of a list the pages are turned."""
        for icon in ("", "down", "up"):
            while True:
                found = [w for w in self.parts() if wanted(w)]
                if found:
                    return found[-1]
                turn = [w for p in self.parts("Pages") for w in p.children if getattr(w, "icon", "") == icon]
                turn = [w for w in turn if w.enabled] if icon else []
                if not turn:
                    break
                self.off("pages turned", turn[0])
        raise Missed(f"{meant} is not offered on the screen {self.place}")

    def _button(self, tap: Tap) -> tuple[Any, list[Pixel]]:
        part = self.seek(str(tap), lambda w: getattr(w, "tap", None) == tap and w.enabled)
        return part, [part.center]

    def _tile(self, tap: Tap) -> tuple[Any, list[Pixel]]:
        kind = {"game": "GameTile", "plan": "PlanTile"}[tap.kind]
        part = next(w for w in self.parts(kind) if w.value[0].id == tap.payload)
        return part, [part.center]

    def _picture(self, tap: Tap) -> tuple[Any, list[Pixel]]:
        from companion.app.widgets.part import look

        (part,) = self.parts("Picture")
        points = tap.payload if tap.kind == "capture_drag" else (tap.payload,)
        places = [part.place_of(p) for p in points]
        return part, [(part.x + x * look().u, part.top - y * look().u) for x, y in places]

    def _value(self, tap: Tap) -> tuple[Any, list[Pixel]]:
        """A field of the entry by hand: a button of its list, or the space itself on the drawing."""
        name, value = tap.payload
        field = next(f for f in self.hand.fields if f.id == name)
        if field.kind == "space" and self.hand.board is not None:
            return self._on_board("HandBoard", str(value))
        return self._button(tap)

    def _space(self, tap: Tap) -> tuple[Any, list[Pixel]]:
        return self._on_board("BoardPart", tap.payload)

    def _on_board(self, kind: str, space: str) -> tuple[Any, list[Pixel]]:
        from companion.app.widgets.part import look

        (part,) = self.parts(kind)
        left, top, k = part.fit()
        x0, y0 = part.value.window[:2] if part.value.window else (0.0, 0.0)
        x, y = next(s.label_at for s in part.value.drawing.shapes if s.id == space)
        return part, [(part.x + (left + (x - x0) * k) * look().u, part.top - (top + (y - y0) * k) * look().u)]

    # ------------------------------------------------------------ a new game
    def set_up(self, wish: v.Draft) -> None:
        """Every wish that the page does not show yet is touched there; these touches are told apart."""
        what = "players and options"
        n = len(wish.players)
        while len(self.draft.players) != n:
            step = "plus" if n > len(self.draft.players) else "minus"
            keys = [w for w in self.shell.screen.ids.count.children if str(n) == w.text or step == w.icon]
            self.off(what, keys[0])
        for seat, player in enumerate(wish.players):
            if self.draft.players[seat].name != player.name:
                raise Missed(f"{player.name} would have to be typed")
            while self.draft.players[seat].colour != player.colour:
                self.off(what, self.seek(player.name, lambda w, s=seat: _seat(w) == s))
        if self.draft.first != wish.first:
            self.off(what, self.parts("StarterButton")[wish.first or 0])
        for name, value in wish.options.items():
            group = next((o.group for o in self.shell.screen.value.options if o.id == name), "")
            if self.shell.screen.opened not in ("", group):
                self.off(what, self.shell.screen.ids.back)
            if group and self.shell.screen.opened != group:
                self.off(what, self.seek(group, lambda w, g=group: _is(w, "GroupRow") and w.value[0] == g))
            while self.draft.options.get(name, "") != value:
                self.off(what, self.seek(name, lambda w, n=name: _is(w, "OptionRow") and w.value[0].id == n))
        if self.shell.screen.opened:
            self.off(what, self.shell.screen.ids.back)
        for device in sorted(set(wish.devices) ^ set(self.draft.devices)):
            self.off(what, self.seek(device, lambda w, d=device: _is(w, "DeviceToggle") and w.value[0].device == d))
        super().set_up(wish)

    @property
    def draft(self) -> v.Draft:
        found: v.Draft = self.shell.draft
        return found

    def _wish(self, tap: Tap) -> tuple[Any, list[Pixel]]:
        part = self.seek("set_up", lambda w: isinstance(getattr(w, "tap", None), Tap) and w.tap.kind == "set_up")
        return part, [part.center]


def _is(part: Any, kind: str) -> bool:
    return type(part).__name__ == kind


def _seat(part: Any) -> int:
    """The seat whose colour a button changes, -1 for any other part."""
    return int(part.parent.seat) if _is(part, "ColourButton") else -1


def same(told: Tap, meant: Tap, slack: float) -> bool:
    """Whether a touch said what was meant; points may lie a pixel beside, options keep their defaults."""
    if told.kind != meant.kind:
        return False
    if isinstance(meant.payload, v.Draft):
        wish, got = meant.payload, told.payload
        options = all(got.options.get(k) == x for k, x in wish.options.items())
        plain = [(d.game, d.plan, d.players, d.first, set(d.devices)) for d in (wish, got)]
        return options and plain[0] == plain[1]
    return _near(told.payload, meant.payload, slack)


def _near(a: Any, b: Any, slack: float) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, abs_tol=slack + 1e-4)
    if isinstance(a, Iterable) and isinstance(b, Iterable) and not isinstance(a, str | Mapping):
        return len(list(a)) == len(list(b)) and all(_near(x, y, slack) for x, y in zip(a, b, strict=True))
    return bool(a == b)
