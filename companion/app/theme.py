"""Colours, type and scale of the screens. Plain values, no kivy: this is the only place that names a colour.

Lengths are design units: 1280 x 800 of them fill the smallest window of that shape, 800 x 1280 one that stands upright;
``Look.u`` turns them into px.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import evolve, field, frozen

DARK = {
    "ground": "#12171A", "board": "#182024", "sea": "#141B1F", "surface": "#1E262A", "raised": "#2A3439",
    "line": "#3C484E", "text": "#F2ECDF", "dim": "#AEB8B8", "quiet": "#7C898C",
    "primary": "#F2ECDF", "on_primary": "#12171A", "ok": "#86D39B", "warn": "#F3BC55", "bad": "#F48F77",
    "scrim": "#0A0D0F", "letter": "#0D1113", "pressed": "#37434A", "primary_pressed": "#D8D2C5",
    "blue": "#2B4557", "blue_sign": "#9CC3DC", "green": "#2E4A38", "green_sign": "#9CCBA4",
    "red": "#573531", "red_sign": "#E3A498", "yellow": "#57492A", "yellow_sign": "#E2CB8C",
    "brown": "#4A3B30", "brown_sign": "#D2B295", "grey": "#3A3F42", "grey_sign": "#B4BCBE",
    "farm": "#3B3D2C", "forest": "#2A4636", "forest_sign": "#9CCBA4", "mountain": "#41484C",
    "mountain_sign": "#C6D0D3", "town": "#57382F", "town_sign": "#EAB69F",
    "region_1": "#222D33", "region_2": "#2B3135", "region_3": "#1F3031",
}  # fmt: skip
LIGHT = {
    "ground": "#EFEBE1", "board": "#E4DFD2", "sea": "#D9DCD6", "surface": "#FBF9F4", "raised": "#FFFFFF",
    "line": "#C9C2B2", "text": "#1B2225", "dim": "#515C5F", "quiet": "#7A8284",
    "primary": "#1B2225", "on_primary": "#F7F3EA", "ok": "#1E7A45", "warn": "#8F5B00", "bad": "#B23A22",
    "scrim": "#EFEBE1", "letter": "#0D1113", "pressed": "#E6E0D2", "primary_pressed": "#3A4448",
    "blue": "#C3D9E6", "blue_sign": "#2F5E7C", "green": "#C9DEC4", "green_sign": "#2F6339",
    "red": "#EBC9C0", "red_sign": "#8C3B2C", "yellow": "#EFE0B2", "yellow_sign": "#715612",
    "brown": "#DFCDBB", "brown_sign": "#6B4A2C", "grey": "#CFCFCB", "grey_sign": "#4E5557",
    "farm": "#EDE7C4", "forest": "#C3DBC3", "forest_sign": "#2C6039", "mountain": "#D3D8D9",
    "mountain_sign": "#434F55", "town": "#F0CDBD", "town_sign": "#87381F",
    "region_1": "#F4F1E8", "region_2": "#ECE7DA", "region_3": "#E9EDE4",
}  # fmt: skip
THEMES = {"dark": DARK, "light": LIGHT}
SCRIM_ALPHA = 0.78
FLOOR = 22.0  # design units: below this size nobody reads a word from a metre away
GAME_ART = {
    "blue": "#57748A",
    "green": "#5A7D63",
    "red": "#8E5F5A",
    "yellow": "#8A7847",
}  # pictures on the start screen

SEATS = {
    "A": ("triangle", "#E69F00"), "B": ("diamond", "#56B4E9"), "C": ("hexagon", "#1FAE83"), "D": ("disc", "#CC79A7"),
    "E": ("square", "#F0E442"), "F": ("pentagon", "#E0703A"), "G": ("cross", "#F2ECDF"), "H": ("half", "#B88B60"),
    "I": ("star", "#9BA9F0"), "J": ("ring", "#A9CF5B"),
}  # fmt: skip
PIECES = {
    "red": "#E2574C", "purple": "#B184D6", "brown": "#A97B52", "grey": "#9AA5A8", "black": "#0B0E10",
    "orange": "#E69F00", "blue": "#56B4E9", "green": "#1FAE83", "pink": "#CC79A7", "yellow": "#F0E442",
    "white": "#F2ECDF", "natural": "#B88B60", "beige": "#D9BE94",
    "wood": "#CFA874", "ivory": "#E6D9B4",
    "cyan": "#4FB8C9", "turquoise": "#3CBFC4", "violet": "#B184D6", "rose": "#E08AA0",
    "gold": "#D9A93C", "gray": "#9AA5A8",
}  # fmt: skip
DICE = {
    "green": ("#2F8F5B", "leaf"), "red": ("#C4503A", "flame"), "blue": ("#3E7CB5", "waves"),
    "yellow": ("#E0BE4B", "sun"), "black": ("#0A0C0D", "star"), "purple": ("#7B4FA0", "crown"),
}  # fmt: skip
INK_SIGN = {
    "blue": "waves", "green": "leaf", "red": "flame", "yellow": "sun",
    "forest": "leaf", "mountain": "peak", "town": "house", "brown": "crown", "grey": "peak",
}  # fmt: skip
NEUTRAL = "#9AA5A8"

SERIF, SERIF_BOLD = "SourceSerif4_400Regular", "SourceSerif4_600SemiBold"
SANS, SANS_600, SANS_700 = (f"IBMPlexSans_{w}" for w in ("400Regular", "600SemiBold", "700Bold"))
# role: (size, line, face)
ROLES = {
    "score": (100, 118, SANS_600), "curtain": (58, 72, SERIF_BOLD), "turn": (48, 56, SERIF_BOLD),
    "title": (40, 48, SERIF_BOLD), "ask": (30, 36, SERIF_BOLD), "place": (32, 44, SERIF_BOLD),
    "name": (38, 46, SANS_600), "rule": (34, 45, SERIF), "reason": (26, 33, SERIF), "step": (30, 38, SANS_600),
    "way": (32, 40, SANS), "button": (28, 34, SANS_600), "button_big": (30, 36, SANS_600), "fact": (26, 32, SANS),
    "fact_bold": (26, 32, SANS_600), "log": (24, 31, SANS), "log_bold": (24, 31, SANS_600), "small": (22, 28, SANS),
    "small_bold": (22, 28, SANS_600), "value": (30, 38, SANS), "row": (30, 38, SANS_600), "total": (48, 56, SANS_600),
    "why": (38, 50, SANS), "hold": (46, 56, SANS_600), "tag": (24, 28, SANS_700),
}  # fmt: skip

RADIUS = {"sheet": 24, "card": 18, "row": 16, "picture": 12}
TARGET = 48
SHEET_S, COUNT_S, GHOST_S, SNACK_S, CURTAIN_S = 0.18, 0.24, 1.2, 6.0, 20.0


@lru_cache(maxsize=512)
def rgba(colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """ "#rrggbb" as four numbers from 0 to 1."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (r, g, b, alpha)


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2."""
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgba(colour)[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours, WCAG 2."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def badge_colours(letter: str, colour: str) -> tuple[str, str]:
    """Fill and letter colour of a badge."""
    fill = (
        colour if colour.startswith("#") else PIECES.get(colour) or (SEATS[letter][1] if letter in SEATS else NEUTRAL)
    )
    return fill, ("#F2ECDF" if contrast(fill, "#0D1113") < 4.5 else "#0D1113")


@frozen
class Look:
    """How everything looks now: window in px, theme, text factor, motion."""

    width: float = 1280.0
    height: float = 800.0
    theme: str = "dark"
    text: float = 1.0
    motion: bool = True
    clock: bool = False  # whether each seat's time is shown
    turned: int = 0  # degrees of the window
    u: float = field(init=False)
    tokens: dict[str, str] = field(init=False, repr=False, eq=False)

    @u.default
    def _scale(self) -> float:
        return min(self.width / 800, self.height / 1280) if self.tall else min(self.width / 1280, self.height / 800)

    @tokens.default
    def _tokens(self) -> dict[str, str]:
        return THEMES[self.theme]

    @property
    def tall(self) -> bool:
        """Whether the window stands upright: what lies side by side goes below each other then."""
        return self.height > self.width

    @property
    def dw(self) -> float:
        """The window's width in design units, 1280 or more, 800 where it stands upright."""
        return self.width / self.u

    @property
    def dh(self) -> float:
        """The window's height in design units, 800 or more, 1280 where it stands upright."""
        return self.height / self.u

    def colour(self, name: str) -> str:
        """A token's value; "#rrggbb" passes through."""
        return name if name.startswith("#") else self.tokens[name]

    def line(self, role: str) -> float:
        """Line height of a type role in design units, text factor included."""
        return ROLES[role][1] * self.text

    @property
    def light(self) -> bool:
        return self.theme == "light"

    def but(self, **changes: Any) -> Look:
        return evolve(self, **changes)
