"""Brian Boru: towns carry the signs of the card suits, regions and side fields say what they are for."""

from __future__ import annotations

from attrs import evolve

from companion.art import signs
from companion.art.style import HOUSE, LANDS, Palette, Style, land
from companion.engine.boards import Board, Space
from companion.i18n import gettext as _

SIDE = "#92A69A"  # fields beside the map: neither pale nor dark, so that discs of every colour stand out
TONES = ("#E6DFC6", "#D9E0CC", "#E7D9C8", "#DCDCD2", "#E2E2C4", "#D5DED6", "#EADFD0", "#DFD8C4")


def palette(board: Board) -> Palette:
    """Suits on the towns; each region in a pale tone of its own, so that its border is seen from afar."""
    suits = {
        "red": evolve(LANDS["red"], sign=signs.swords, sown=signs.dot),
        "blue": evolve(LANDS["blue"], sign=signs.cross, sown=signs.dot),
        "yellow": evolve(LANDS["yellow"], sign=signs.heart, sown=signs.dot),
    }
    regions = [s.id for s in board.spaces if s.kind == "region"]
    for i, ident in enumerate(regions):
        tone = TONES[i % len(TONES)]
        suits[ident] = land(tone, "#C9C1A4", "#C4BCA2", "#5A554A", None, signs.leaf)
    side = land(SIDE, "#7E9388", "#7E9388", "#26302C", None, None)
    return evolve(HOUSE, lands={**LANDS, **suits}, panel=side.fill, faint=side.band, plain=side)


def label(board: Board, space: Space) -> str:
    """Side fields by their purpose, claim slots by their region's letter."""
    words = {"battle": _("Battle"), "church": _("Church"), "claims_above": _("Unclaimed")}
    if space.kind == "claim_slot":
        return str(space.tags.get("region", ""))
    return words.get(space.kind, "")


def note(board: Board, space: Space) -> str:
    """A region's letter, threshold and value."""
    if space.kind != "region" or "threshold" not in space.tags:
        return ""
    return f"{space.tags['region']}  {space.tags['threshold']} \u00b7 {space.tags['value']}"


STYLE = Style(palette=palette, label=label, note=note)
