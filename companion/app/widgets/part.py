"""The base of all widgets: a box in design units that draws itself and says what was touched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from companion.app.paint.pen import Pen, Said
from companion.app.taps import Tap
from companion.app.theme import Look

_look = Look()
_post: Callable[[Tap], None] = lambda tap: None  # noqa: E731
_tell: Callable[[str], None] = lambda why: None  # noqa: E731


def look() -> Look:
    """How everything looks now; widgets are built anew when it changes."""
    return _look


def set_look(new: Look) -> None:
    global _look
    _look = new


def post(tap: Tap) -> None:
    """The one way out of all screens."""
    _post(tap)


def set_post(new: Callable[[Tap], None]) -> None:
    global _post
    _post = new


def tell(why: str) -> None:
    """Say why a touch changes nothing."""
    _tell(why)


def set_tell(new: Callable[[str], None]) -> None:
    """Where the reason goes why something that was touched is off."""
    global _tell
    _tell = new


class Part(Widget):  # type: ignore[misc]  # kivy is untyped
    """``box``: x, y (from the top), w, h in design units. Redraws once a frame, only when something changed."""

    box = ListProperty([0, 0, 0, 0])

    def __init__(self, **kwargs: Any) -> None:
        self.value: Any = None
        self.said: list[Said] = []
        self._ink = InstructionGroup()
        self.redraw = Clock.create_trigger(self._redraw, -1)
        super().__init__(size_hint=(None, None), **kwargs)
        self.canvas.before.add(self._ink)
        self.place()

    def on_box(self, *_: Any) -> None:
        self.place()

    def place(self) -> None:
        """Put the widget where its box says."""
        x, y, w, h = self.box
        u = _look.u
        self.size = (w * u, h * u)
        self.pos = (x * u, _look.height - (y + h) * u)
        self.redraw()

    @property
    def w(self) -> float:
        return float(self.box[2])

    @property
    def h(self) -> float:
        return float(self.box[3])

    def show(self, value: Any) -> None:
        """Show a value; nothing happens when it is the one shown."""
        if value != self.value:
            self.value = value
            self.redraw()

    def _redraw(self, *_: Any) -> None:
        self._ink.clear()
        pen = Pen(self._ink, self.x, self.top, _look.u, _look)
        if self.w > 0 and self.h > 0:
            self.draw(pen)
        self.said = pen.said

    def draw(self, pen: Pen) -> None:
        """Draw the value; the pen's (0, 0) is the box's top left corner."""


P = TypeVar("P", bound=Part)


def shown(kind: type[P], values: Iterable[Any]) -> list[P]:
    """A part of this kind for each value."""
    parts = []
    for value in values:
        part = kind()
        part.show(value)
        parts.append(part)
    return parts


class Laid(Part):
    """A part made of others: they are put in anew when the value or the box has changed."""

    def show(self, value: Any) -> None:
        if value != self.value:
            super().show(value)
            self.lay()

    def on_box(self, *args: Any) -> None:
        super().on_box(*args)
        if self.canvas is not None:  # a box that it was made with comes before all else
            self.lay()

    def lay(self) -> None:
        self.clear_widgets()
        if self.w > 0:
            self.fill()

    def fill(self) -> None:
        """Put the parts in; the box has room."""
        raise NotImplementedError


class Target(Part):
    """A part that can be pressed. ``hit``: how far it reaches beyond its box: left, top, right, bottom.

    ``why``: the sentence that is said when it is touched while it is off (``enabled`` False); "" for no sentence.
    """

    hit = ListProperty([0, 0, 0, 0])

    def __init__(self, **kwargs: Any) -> None:
        self.enabled = True
        self.why = ""
        self.pressed = False
        self._release = Clock.create_trigger(self._released, 0.12)
        super().__init__(**kwargs)

    def reaches(self, x: float, y: float) -> bool:
        left, top, right, bottom = (v * _look.u for v in self.hit)
        return bool(self.x - left <= x < self.right + right and self.y - bottom <= y < self.top + top)

    @property
    def target(self) -> tuple[float, float]:
        """Size of what a finger can hit, design units."""
        return self.w + self.hit[0] + self.hit[2], self.h + self.hit[1] + self.hit[3]

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if self.w > 0 and self.opacity > 0 and self.reaches(*touch.pos) and not touch.is_mouse_scrolling:
            if not self.enabled:
                return self.refused()
            touch.grab(self)
            self.pressed = True
            self.redraw()
            self.on_press(touch)
            return True
        return False

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._release()
            self.on_release(touch)
            if self.reaches(*touch.pos):
                self.touched(touch)
            return True
        return bool(super().on_touch_up(touch))

    def refused(self) -> bool:
        """Touched while it is off: say why. Returns whether the touch ends here."""
        if self.why:
            tell(self.why)
        return bool(self.why)

    def _released(self, *_: Any) -> None:
        self.pressed = False
        self.redraw()

    def on_press(self, touch: Any) -> None:
        """A finger went down."""

    def on_release(self, touch: Any) -> None:
        """It went up, wherever."""

    def touched(self, touch: Any) -> None:
        """Down and up on the target."""
