"""The rule behind a refusal, over the scores: section, text, the way back."""

from __future__ import annotations

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.viewmodel import Refusal
from companion.app.widgets.part import Part
from companion.i18n import _


class RuleCard(Part):
    """``show(Refusal)``."""

    def draw(self, pen: Pen) -> None:
        r: Refusal | None = self.value
        if r is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface")
        x, w = 28.0, self.w - 56
        head = pen.look.line("log")
        pen.text(_("Rule: {section}").format(section=r.section), x, 22, w, "log", "dim", h=head, lines=1)
        hint = measure.height(pen.look, r.hint, w, "log") if pen.look.text == 1 else 0.0
        way_left = 58.0 if r.badge else 0.0
        way = min(self.h * 0.5, measure.height(pen.look, r.way_back, w - way_left, "row"))
        foot = (way + 26 if r.way_back else 0) + (hint + 20 if hint else 0) + 14
        top = 22 + head + 4
        text = measure.height(pen.look, r.text, w, "rule")
        room = self.h - top - foot - 26
        if text * 0.6 > room and r.way_back:  # the way back goes before the rule, whose button is below
            text = 0.0
        else:
            pen.text(r.text, x, top, w, "rule", h=room)
        if not (r.way_back or hint):
            return
        y = max(top + min(text, room) + 22, self.h - foot - 6 if text > room else top + text + 22)
        y = min(y, self.h - foot)
        pen.rect(x, y, w, 3, "line")
        y += 20
        if r.way_back:
            if r.badge:
                art.badge(pen, r.badge, x + 22, y + 22, 44)
            pen.text(r.way_back, x + way_left, y, w - way_left, "row", h=way)
            y += way + 18
        if hint:
            pen.text(r.hint, x, max(y, self.h - hint - 24), w, "log", "dim", h=hint)
