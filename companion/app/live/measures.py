"""Sizes of this box's pieces in words: in the set-up guide, and once at the table where they are new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import i18n
from companion.app.live.owntable import OwnTable
from companion.app.viewmodel import Step
from companion.engine.boards import Board
from companion.engine.words import N_

OF_SIZE = {
    "disc": N_("Discs of {mm} mm"), "cylinder": N_("Pegs of {mm} mm"), "cube": N_("Cubes of {mm} mm"),
}  # fmt: skip
MOST = 2  # rows in the guide
WORTH = 0.08  # of the usual size: less is not worth a word


def sizes(own: OwnTable | None, board: Board) -> tuple[Step, ...]:
    """How large the pieces of this box are, as far as they were measured; where that is unsure, what is taken."""
    out: list[Step] = []
    known = own.sizes() if own is not None else {}
    for kind in board.pieces if own is not None else ():
        if kind.shape not in OF_SIZE:
            continue
        if kind.kind in known:
            n = int(known[kind.kind].get("pieces", 0))
            way = i18n.ngettext("measured, {n} piece", "measured, {n} pieces", n).format(n=n)
            out.append(Step("done", None, _of_size(kind.shape, known[kind.kind]["mm"]), way))
        elif own is not None and kind.kind in own.unsure:
            way = i18n.gettext(N_("as is usual; not measured for sure: lay a few of them apart"))
            out.append(Step("wait", None, _of_size(kind.shape, kind.size_mm[0]), way))
    return tuple(out[:MOST])


def line(now: Mapping[str, Any], before: Mapping[str, Any], board: Board) -> str:
    """What is said once of pieces that turned out to be of another size than usual; "" where nothing is."""
    new = [
        _of_size(k.shape, now[k.kind]["mm"])
        for k in board.pieces
        if k.shape in OF_SIZE and k.kind in now and k.kind not in before
        and abs(now[k.kind]["mm"] / k.size_mm[0] - 1) > WORTH
    ]  # fmt: skip
    if not new:
        return ""
    text = N_("Measured on the board: {what}. The camera goes by that from now on.")
    return i18n.gettext(text).format(what=", ".join(new))


def _of_size(shape: str, mm: float) -> str:
    return i18n.gettext(OF_SIZE[shape]).format(mm=round(mm))
