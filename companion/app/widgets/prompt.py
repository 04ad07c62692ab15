"""The referee's sentence, always at the same place."""

from __future__ import annotations

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.theme import Look
from companion.app.viewmodel import Owed, Prompt
from companion.app.widgets.part import Part

BLOCK, LEFT, HIGH = 300.0, 140.0, 140.0
NARROW = 900.0  # a prompt less wide has its block below the sentence
LINES, LINES_NARROW = 3, 4  # of the sentence at most
FIGURE, FIGURE_NARROW = 96.0, 56.0
GAP = 24.0  # between what stands side by side below a sentence


def block_width(look: Look, prompt: Prompt) -> float:
    """Width of the right block, 0 without one."""
    if not (prompt.figure or prompt.title or prompt.owed):
        return 0.0
    words = [measure.wide(look, prompt.title, _title_role(prompt))]
    words += [measure.wide(look, o.text, "log_bold") + (30 if o.state else 0) for o in prompt.owed]
    return min(460.0, max(BLOCK, max(words) + _beside(prompt) + 16))


def _beside(prompt: Prompt) -> float:
    """Width of a block's figure with the room around it."""
    return 0.0 if prompt.figure is None else 112.0 if prompt.figure.form == "die" else 142.0


def left_of(prompt: Prompt) -> float:
    """Where its sentence begins: beside badge or mark."""
    return LEFT if prompt.badge or prompt.tone in ("refusal", "notice") else 28.0


def prompt_height(look: Look, prompt: Prompt, w: float) -> float:
    """140, or more when the type setting makes the sentence longer than two lines."""
    below = below_height(look, prompt, w) if w < NARROW else 0.0
    room = w - left_of(prompt) - (0.0 if below else block_width(look, prompt)) - 24
    most = LINES_NARROW if w < NARROW else LINES
    lines = min(most, max(1 if below else 2, measure.lines(look, prompt.sentence, room, "turn")))
    need = max(lines * look.line("turn") + 28, 108.0 if below else 0.0)  # a badge is 92
    return max(HIGH, need + below, block_height(look, prompt) if not below else 0.0)


def block_height(look: Look, prompt: Prompt) -> float:
    """Height of the block, 0 without one."""
    if not block_width(look, prompt):
        return 0.0
    owed = sum(look.line("log") for _ in prompt.owed) + (look.line("name") if prompt.title else 0) + 16
    return max(owed, FIGURE + 8 if prompt.figure else 0.0)


def flow(look: Look, prompt: Prompt, w: float) -> list[list[tuple[Owed | None, float]]]:
    """Lines of the block below a sentence: its title (None) and what is owed, side by side, each with its width."""
    words: list[tuple[Owed | None, float]] = []
    if prompt.title:
        words.append((None, measure.wide(look, prompt.title, "button") + 4))
    words += [(o, measure.wide(look, o.text, "log_bold") + 4 + (30 if o.state else 0)) for o in prompt.owed]
    room = w - left_of(prompt) - 24 - (FIGURE_NARROW + 16 if prompt.figure else 0)
    out: list[list[tuple[Owed | None, float]]] = [[]]
    for one in ((o, min(wide, room)) for o, wide in words):
        if out[-1] and sum(wide + GAP for _, wide in out[-1]) + one[1] > room:
            out.append([])
        out[-1].append(one)
    return out


def below_height(look: Look, prompt: Prompt, w: float) -> float:
    """Height of the block below the sentence, 0 without one."""
    if not block_width(look, prompt):
        return 0.0
    rows = len(flow(look, prompt, w)) * look.line("button") + 12
    return max(rows, FIGURE_NARROW + 12 if prompt.figure else 0.0)


def _title_role(prompt: Prompt) -> str:
    return "name" if prompt.figure is None or prompt.figure.form == "die" else "button"


class PromptPart(Part):
    """``show(Prompt)``."""

    def draw(self, pen: Pen) -> None:
        p: Prompt | None = self.value
        if p is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface")
        below = below_height(pen.look, p, self.w) if self.w < NARROW else 0.0
        high = self.h - below
        middle = min(high / 2, 110)
        if p.tone == "refusal":
            art.left_edge(pen, self.h, "bad", 12)
            art.mark(pen, "bad", 70, middle, 80)
        elif p.badge:
            art.badge(pen, p.badge, 70, middle, 92)
        elif p.tone == "notice":
            art.mark(pen, "warn", 70, middle, 80)
        left = left_of(p)
        block = block_width(pen.look, p)
        room = self.w - left - (0.0 if below else block) - 24
        most = LINES_NARROW if self.w < NARROW else LINES
        pen.text(p.sentence, left, 2, room, "turn", h=high - 4, valign="middle", lines=most)
        if below:
            self.below(pen, p, high - 6, below)
        elif block:
            self.block(pen, p, self.w - block, block)

    def below(self, pen: Pen, p: Prompt, down: float, high: float) -> None:
        """Figure, title and what is owed side by side, below the sentence of a window that stands upright."""
        left = left_of(p)
        if p.figure:
            art.figure(pen, p.figure, left, down + (high - FIGURE_NARROW) / 2, FIGURE_NARROW)
            left += FIGURE_NARROW + 16
        step, lines = pen.look.line("button"), flow(pen.look, p, self.w)
        y = down + (high - step * len(lines)) / 2
        for line in lines:
            x = left
            for owed, wide in line:
                if owed is None:
                    pen.text(p.title, x, y, wide, "button", h=step, valign="middle", lines=1)
                else:
                    self.owed(pen, owed, x, y, wide, step)
                x += wide + GAP
            y += step

    @staticmethod
    def owed(pen: Pen, owed: Owed, x: float, y: float, w: float, step: float) -> None:
        """One thing that is owed, with its mark."""
        left = x
        if owed.state:
            art.mark(pen, {"open": "open", "later": "later", "done": "ok"}[owed.state], x + 10, y + step / 2, 22)
            left += 30
        role, ink = ("log_bold", "text") if owed.state == "open" else ("log", "dim")
        pen.text(owed.text, left, y - 4, w - (left - x), role, ink, h=step + 8, valign="middle", lines=1)

    def block(self, pen: Pen, p: Prompt, x: float, w: float) -> None:
        """Figure, title and what is owed, below each other."""
        size, high = FIGURE, self.h
        if p.figure:
            if p.figure.form == "die":
                art.figure(pen, p.figure, x, (high - size) / 2, size)
            else:
                size = 76
                art.figure(pen, p.figure, x + 48, (high - size) / 2, size)
            x, w = x + _beside(p), w - _beside(p)
        role = _title_role(p)
        title = pen.look.line(role) if p.title else 0.0
        small = pen.look.line("small")
        step = max(28 * pen.look.text, small)
        tall = title + step * len(p.owed)
        y = (high - tall) / 2 + (0 if role == "name" else 2)
        pen.text(p.title, x, y, w - 10, role, h=title or None, lines=1)
        y += title
        for owed in p.owed:
            self.owed(pen, owed, x, y, w - 8, step)
            y += step
