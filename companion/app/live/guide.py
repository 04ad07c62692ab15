"""The set-up guide: what goes where, ticked off as the camera sees it. Plain values, no kivy."""

from __future__ import annotations

from collections import Counter

from companion import i18n
from companion.app.live.facts import on_turn
from companion.app.live.sitting import Sitting
from companion.app.setup_views import GuideView
from companion.app.viewmodel import Lamp, Step
from companion.engine.types import Roll
from companion.engine.words import N_, Where


def guide_view(sitting: Sitting, lamps: tuple[Lamp, ...], first: int | None) -> GuideView:
    """Lots first; then every piece that lies at the start, with a tick where the camera agrees."""
    session, painter, speaker = sitting.session, sitting.painter, sitting.painter.speaker
    game = session.game
    ready = getattr(game, "ready", lambda _: True)(session.state)
    title, step = speaker._(speaker.words.TITLE), i18n.gettext(N_("Set the table"))
    if not ready:
        sentence = speaker.pending(session.pending())
        lot = i18n.gettext(N_("Draw lots here")) if isinstance(session.pending()[0], Roll) else ""
        board = painter.board(sitting.latest)
        return GuideView(title, step, lamps, sentence, (), board, sitting.eye is not None, "", False, "", lot)
    steps = []
    table = game.tabletop(session.state)
    todo = {t.space for t in sitting.latest.todo}
    looked = sitting.latest.verdict is not None
    for space, tokens in table.items():
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
        empty = i18n.gettext(N_("The board lies empty at first."))
        return GuideView(
            title, step, lamps, f"{empty} {sentence}", (), board, sitting.eye is not None,
            i18n.gettext(N_("To the table")), True,
        )  # fmt: skip
    start = i18n.gettext(N_("{name} begins")).format(name=speaker.name(seat))
    sentence = i18n.gettext(N_("Lay the pieces like this, then {name} begins.")).format(name=speaker.name(seat))
    undone = [s for s in steps if s.state == "todo"]
    shown = (undone or steps)[:7]
    board = painter.board(sitting.latest)
    return GuideView(title, step, lamps, sentence, tuple(shown), board, sitting.eye is not None, start, True)
