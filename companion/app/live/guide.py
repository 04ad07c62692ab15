"""The set-up guide: what goes where, ticked off as the camera sees it. Plain values, no kivy."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion import i18n
from companion.app.live.facts import on_turn
from companion.app.live.lightcolours import steps as light_steps
from companion.app.live.measures import sizes
from companion.app.live.setup import COLOUR_WORDS
from companion.app.live.sitting import Sitting
from companion.app.setup_views import GuideView
from companion.app.viewmodel import Lamp, Step
from companion.engine.types import Roll, Show, Shuffle
from companion.engine.words import N_, Where
from companion.table.colours import Proposal
from companion.table.speaker import Speaker


def guide_view(
    sitting: Sitting, lamps: tuple[Lamp, ...], first: int | None, light: Proposal | None = None
) -> GuideView:
    """Lots first; then every piece that lies at the start, with a tick where the camera agrees.

    ``light``: colours that this light tells apart, where people choose their own.
    """
    session, painter, speaker = sitting.session, sitting.painter, sitting.painter.speaker
    game = session.game
    ready = game.table.ready(session.state)
    title, step = speaker._(speaker.words.title), i18n.gettext(N_("Set the table"))
    if not ready:
        sentence = speaker.pending(session.pending())
        drawn = isinstance(session.pending()[0], Roll | Show | Shuffle)
        lot = i18n.gettext(N_("Draw lots here")) if drawn else ""
        board = painter.board(sitting.latest)
        return GuideView(title, step, lamps, sentence, (), board, sitting.eye is not None, "", False, "", lot)
    colours = light_steps(light, sitting.palette, speaker) if light is not None else ()
    steps = []
    table = game.tabletop(session.state)
    todo = {t.space for t in sitting.latest.todo}
    looked = sitting.latest.verdict is not None
    laid = painter.face.laid(session, speaker)
    for piece, where in laid:
        steps.append(Step("todo", None, piece, where, len(steps) + 1))
    for space, tokens in table.items() if not laid else ():
        for side, n in Counter(t.side for t in tokens).items():
            badge = painter.side_badge(side)
            name = speaker.name(ord(side) - 65) if len(side) == 1 else speaker._side(side)
            piece = i18n.ngettext("{n} piece of {name}", "{n} pieces of {name}", n).format(n=n, name=name)
            state = "done" if looked and space not in todo else "todo"
            where = i18n.gettext(N_("on {place}")).format(place=speaker.field(Where(space)))
            steps.append(Step(state, badge, piece, where, len(steps) + 1))
    seat = on_turn(session)
    if not steps:
        board, sentence = painter.board(sitting.latest), speaker.pending(session.pending())
        told = (*colours, *sizes(sitting.own, session.config.board))
        empty = i18n.gettext(N_("The board lies empty at first."))
        return GuideView(
            title, step, lamps, f"{empty} {sentence}", told[:7], board, sitting.eye is not None,
            i18n.gettext(N_("To the table")), True,
        )  # fmt: skip
    start = i18n.gettext(N_("{name} begins")).format(name=speaker.name(seat))
    sentence = i18n.gettext(N_("Lay the pieces like this, then {name} begins.")).format(name=speaker.name(seat))
    sentence = advice(getattr(sitting.eye, "learned", None), speaker) or sentence
    undone = [s for s in (*colours, *steps) if s.state == "todo"]
    measured = sizes(sitting.own, session.config.board)
    shown = [*(undone or steps)[: 7 - len(measured)], *measured]
    board = painter.board(sitting.latest)
    return GuideView(title, step, lamps, sentence, tuple(shown), board, sitting.eye is not None, start, True)


def advice(learned: Any, speaker: Speaker) -> str:
    """What the pieces of this box taught the camera, where it is not well: pairs too alike, pieces like their print."""
    close = sorted(getattr(learned, "close", ()), key=lambda c: c[2])
    if close:
        one, other, _far = close[0]
        text = N_("{one} and {other} look alike in this light: take another colour for one of them, or turn the lamp.")
        told = i18n.gettext(text).format(one=_colour(one), other=_colour(other))
        return i18n.capital(told)
    unsure = getattr(learned, "unsure", ())
    if unsure:
        text = N_("The pieces on {place} are hard to tell from the print: lay them apart, or give more light.")
        return i18n.gettext(text).format(place=speaker.field(Where(unsure[0])))
    return ""


def _colour(word: str) -> str:
    return i18n.gettext(COLOUR_WORDS.get(word, word))
