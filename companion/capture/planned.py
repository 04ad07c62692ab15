"""The plan by which a game's board is captured: its own, else its house board stretched to four corners and a size."""

from __future__ import annotations

from typing import Any

from companion.capture import frame
from companion.capture.draft import Drawn, Point
from companion.capture.plans import Plan, owned
from companion.engine.boards import data_folder, house_board
from companion.games import GAMES, part


def plan(game: str) -> Plan:
    """Four corners and a size; raises KeyError for a game without a board of its own."""
    if not (data_folder(game) / "house.yaml").exists():
        raise KeyError(game)

    def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
        return stretched(game, drawn, size_mm, ident)

    steps: tuple[Any, ...] = (frame.Corners(), frame.Size())
    return Plan(game, steps, document, lambda d: "", minutes=2)


def stretched(game: str, drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    house = house_board(game)
    doc = owned(house, drawn, size_mm, ident)
    kx, ky = size_mm[0] / house.size_mm[0], size_mm[1] / house.size_mm[1]
    for key in ("spaces", "tracks", "grids"):
        doc[key] = [_scaled(item, kx, ky) for item in doc.get(key, [])]
    return {k: v for k, v in doc.items() if v != [] or k in ("spaces", "pieces")}


POINTS = ("centre", "polygon", "centres", "box", "corner")
LENGTHS = ("disc", "cell_mm", "margin_mm")


def _scaled(value: Any, kx: float, ky: float, key: str = "") -> Any:
    if isinstance(value, dict):
        return {k: v if k in ("holds", "tags") else _scaled(v, kx, ky, k) for k, v in value.items()}
    if key in POINTS and isinstance(value, list):
        if len(value) == 2 and all(isinstance(v, int | float) for v in value):
            return [round(value[0] * kx, 1), round(value[1] * ky, 1)]
        return [_scaled(v, kx, ky, key) for v in value]
    if key in LENGTHS and isinstance(value, int | float):
        return round(value * (kx * ky) ** 0.5, 1)
    return value


def plan_of(game: str) -> Plan:
    """The plan of a game; raises KeyError for one that has neither a plan nor a board."""
    module = part(game, "capture") if game in GAMES else None
    found: Plan = module.plan() if module else plan(game)
    return found
