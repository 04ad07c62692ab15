"""Colours for this light, where people choose what they play with: what the camera sees becomes a proposal in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from companion import i18n
from companion.app.live.setup import COLOUR_WORDS
from companion.app.viewmodel import Step
from companion.engine.boards import Board, board_from_mapping
from companion.engine.types import LETTERS
from companion.engine.words import N_
from companion.table.colours import Proposal, propose
from companion.table.sight import Palette
from companion.table.speaker import Speaker
from companion.table.tell import kind_word

REST = N_("Go back and set up the table again.")
SEATS = N_("Go back, change the players' colours and set up again.")


def paints_seen(reader: Any, colours: Sequence[str]) -> dict[str, Any]:
    """Paints as this camera shows them now: learned ones, the others from their words; {} before the board was seen."""
    from vision.paints import first_guess

    sight = getattr(reader, "sight", None)
    if sight is None or sight.white is None:
        return {}
    return {c: sight.paints.get(c) or first_guess(c, sight.camera) for c in colours}


def proposal(reader: Any, board: Board, palette: Palette) -> Proposal | None:
    """A set for this table; None where the box gives the colours, or nothing was seen yet."""
    if not board.data.get("own_colours"):
        return None
    paints = paints_seen(reader, board.colours)
    if not paints:
        return None
    from vision.paints import apart
    from vision.reader import CLOSE_SIGMA

    far = {(a, b): apart(paints[a], paints[b]) for a, b in combinations(board.colours, 2)}
    used = [c for k, c in palette.colours.items() if k != "neutral" and c in paints]
    return propose(used, board.colours, far, CLOSE_SIGMA)


def light_of(sitting: Any) -> Proposal | None:
    """The same for a table that is being set up."""
    return proposal(getattr(sitting.eye, "reader", None), sitting.session.config.board, sitting.palette)


def steps(found: Proposal, palette: Palette, speaker: Speaker) -> tuple[Step, ...]:
    """The proposal line by line: what to take instead, which pairs look alike all the same; or that all is well."""
    whose = {c: k for k, c in palette.colours.items()}
    swap, alike = N_("{new} instead of {old}"), N_("look alike in this light: turn the lamp")
    told: list[Step] = [
        Step("todo", None, _role(whose[found.used[i]], speaker),
             i18n.gettext(swap).format(new=_colour(new), old=_colour(found.used[i])))
        for i, new in found.swaps
    ]  # fmt: skip
    if found.swaps:
        seats = any(whose[found.used[i]] in LETTERS for i, _new in found.swaps)
        again = SEATS if seats else REST
        told.append(Step("wait", None, i18n.gettext(N_("Colours for this light")), i18n.gettext(again)))
    both = i18n.gettext(N_("{one} and {other}"))
    for one, other, _far in found.left:
        pair = i18n.capital(both.format(one=_colour(one), other=_colour(other)))
        told.append(Step("todo", None, pair, i18n.gettext(alike)))
    if not told:
        n = len(found.colours)
        well = i18n.gettext(N_("this light tells all {n} apart")).format(n=i18n.number_word(n))
        told.append(Step("done", None, i18n.gettext(N_("Colours for this light")), well))
    return tuple(told)


def relit(board: Board, first: Sequence[str]) -> Board:
    """The board with the proposed colours in front, so that sides and kinds get them in this order."""
    if not first or not board.data.get("own_colours"):
        return board
    colours = dict.fromkeys((*(c for c in first if c in board.colours), *board.colours))
    return board_from_mapping({**board.doc, "colours": list(colours)}, board.id)


def _role(key: str, speaker: Speaker) -> str:
    """Whose pieces have a colour: ``A``, ``A:ship``, ``rukr``."""
    side, _bar, kind = key.rpartition(":")
    seat = side or (key if key in LETTERS else "")
    if not seat:
        return i18n.capital(kind_word(speaker, key))
    name = speaker.name(LETTERS.index(seat))
    return f"{name}: {kind_word(speaker, kind)}" if side else name


def _colour(word: str) -> str:
    return i18n.gettext(COLOUR_WORDS.get(word, word))
