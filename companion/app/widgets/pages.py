"""A long list in pages: as many rows as fit, with two large buttons to turn them. Nothing scrolls, nothing is cut."""

from __future__ import annotations

from typing import Any

from companion.app.paint.pen import Pen
from companion.app.theme import TARGET
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Part
from companion.i18n import _

TURN_W = 76.0


class Pages(Part):
    """``rows(parts, height)``; parts get the width that is left beside the buttons, in ``columns`` side by side."""

    def __init__(self, **kwargs: Any) -> None:
        self.parts: list[Part] = []
        self.heights: list[float] = []
        self.gap = 0.0
        self.first = 0
        self.columns = 1
        super().__init__(**kwargs)

    def on_box(self, *args: Any) -> None:
        super().on_box(*args)
        if self.parts:
            self.lay()

    def rows(self, parts: list[Part], height: float | list[float], gap: float = 0.0, columns: int = 1) -> None:
        """Show these parts, each ``height`` high, from the page that was open."""
        self.parts, self.columns = parts, columns
        self.heights = height if isinstance(height, list) else [height] * len(parts)
        self.gap = gap
        if self.first >= len(parts):
            self.first = 0
        self.lay()

    def beside(self, at: int) -> int:
        """How many parts lie in one line from ``at`` on: one that ``leads`` has a line of its own."""
        if getattr(self.parts[at], "leads", False):
            return 1
        return min(self.columns, len(self.parts) - at)

    def lines(self, first: int) -> list[int]:
        """First parts of the lines of a page; one that ``leads`` those below it is never the last of a page."""
        used, at = 0.0, first
        found: list[int] = []
        while at < len(self.parts):
            high = self.high(at)
            if found and used + high > self.h + 0.5:
                break
            used += high + self.gap
            found.append(at)
            at += self.beside(at)
        while len(found) > 1 and at < len(self.parts) and getattr(self.parts[found[-1]], "leads", False):
            at = found.pop()
        return found

    def high(self, at: int) -> float:
        """Height of the line that begins with a part."""
        return max(self.heights[at : at + self.beside(at)])

    def pages(self) -> list[int]:
        """First part of each page."""
        starts, at = [], 0
        while at < len(self.parts):
            starts.append(at)
            last = self.lines(at)[-1]
            at = last + self.beside(last)
        return starts or [0]

    def lay(self) -> None:
        self.clear_widgets()
        x, y, w, _h = self.box
        starts = self.pages()
        page = max(k for k, s in enumerate(starts) if s <= self.first)
        self.first = starts[page]
        turning = len(starts) > 1
        room = w - TURN_W - 12 if turning else w
        for at in self.lines(self.first) if self.parts else ():
            n, high = self.beside(at), self.high(at)
            columns = 1 if getattr(self.parts[at], "leads", False) else self.columns
            wide = (room - 12 * (columns - 1)) / columns
            for k, part in enumerate(self.parts[at : at + n]):
                part.box = [x + k * (wide + 12), y, wide, high]
                self.add_widget(part)
            y += high + self.gap
        if turning:
            self.turns(page, starts)
        self.redraw()

    def turns(self, page: int, starts: list[int]) -> None:
        x, y, w, h = self.box
        high = min(76.0, max(TARGET, (h - 8) / 2))  # of a low list they share the height
        for icon, to, top in (("up", page - 1, y), ("down", page + 1, y + h - high)):
            button = PushButton(box=[x + w - TURN_W, top, TURN_W, high], icon=icon)
            button.enabled = 0 <= to < len(starts)
            button.why = _("This is the first page.") if to < 0 else _("This is the last page.")
            button.tap = (lambda t=to: self.go(starts[t])) if button.enabled else None
            self.add_widget(button)

    def go(self, first: int) -> None:
        self.first = first
        self.lay()

    def draw(self, pen: Pen) -> None:
        starts = self.pages()
        if len(starts) > 1:
            page = max(k for k, s in enumerate(starts) if s <= self.first)
            text = f"{page + 1}/{len(starts)}"
            pen.text(
                text,
                self.w - TURN_W,
                80,
                TURN_W,
                "small",
                "dim",
                h=self.h - 160,
                align="centre",
                valign="middle",
                lines=1,
            )
