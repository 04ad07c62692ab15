"""Cards and buildings of a game as pictures of our own: a sign on an ink, numbers with signs, a name where it fits."""

from __future__ import annotations

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.viewmodel import Card

GAP = 8.0
TILE, NAMED = 64.0, 150.0  # widths of a card that is a picture alone, and of one that says its name; design units
NUMBER = 24.0  # size of the sign of a number
LEAST_SIGN, LINE = 18.0, 28.0  # the least of a sign beside a name; a line of the smallest type


def row(pen: Pen, cards: tuple[Card, ...], x: float, y: float, w: float, h: float) -> None:
    """Cards side by side; those that say their name share what the others leave."""
    tiles = sum(not c.name for c in cards)
    named = len(cards) - tiles
    left = w - GAP * (len(cards) - 1)
    needs = max((width(pen, c.values[-1:]) + 4 for c in cards if not c.name), default=0.0)
    tile = min(max(TILE, needs), left / len(cards))
    wide = min((left - tile * tiles) / named, 2.2 * NAMED) if named else 0.0
    for card in cards:
        own = wide if card.name else tile
        picture(pen, card, x, y, own, h)
        x += own + GAP


def picture(pen: Pen, card: Card, x: float, y: float, w: float, h: float) -> None:
    """One card."""
    ink = f"{card.ink}_sign"
    art.card(pen, x, y, w, h, card.ink, 10, edge=ink, width=2)
    if card.name:
        _named(pen, card, x, y, w, h, ink)
        return
    size = min(34.0, w - 16, h - NUMBER - 14)
    art.sign(pen, card.sign, x + w / 2, y + 6 + size / 2, size, ink)
    if card.mark:
        art.mark(pen, card.mark, x + w - 11, y + 11, 18)
    if card.values:
        sign, number = card.values[-1]
        numbers(pen, ((sign, number),), x, y + h - NUMBER - 5, w, ink)


def _named(pen: Pen, card: Card, x: float, y: float, w: float, h: float, ink: str) -> None:
    shown = width(pen, card.values) + 8 if card.values else 0.0
    needs = measure.least(pen.look, card.name, "log")
    free = w - 26 - shown - needs  # the name goes before the sign, as long as one line of it can be read
    lines = 1 if free >= LEAST_SIGN or h - 4 < 2 * LINE else 2
    size = max(LEAST_SIGN, min(34.0, h - 16, free if lines == 1 else 28.0))
    art.sign(pen, card.sign, x + 10 + size / 2, y + h / 2, size, ink)
    room = w - size - 26 - shown
    pen.text(card.name, x + size + 18, y + 2, room, "log", "text", h=h - 4, valign="middle", lines=lines)
    if card.values:
        numbers(pen, card.values, x + w - shown - 4, y + (h - NUMBER) / 2, shown, ink)


def width(pen: Pen, values: tuple[tuple[str, str], ...]) -> float:
    """What numbers with their signs take."""
    return float(sum(NUMBER + 3 + measure.wide(pen.look, n, "small_bold") / pen.look.text + 8 for _, n in values))


def numbers(pen: Pen, values: tuple[tuple[str, str], ...], x: float, y: float, w: float, ink: str) -> None:
    """Numbers, each behind its sign, in the middle of a line."""
    x += (w - width(pen, values)) / 2
    for sign, number in values:
        art.sign(pen, sign, x + NUMBER / 2, y + NUMBER / 2, NUMBER * 0.86, ink)
        wide = measure.wide(pen.look, number, "small_bold") / pen.look.text + 2
        pen.text(number, x + NUMBER + 2, y, wide, "small_bold", "text", h=NUMBER, valign="middle", grow=False, lines=1)
        x += NUMBER + 3 + wide + 6
