"""The set-up guide: what goes where, ticked off as the camera sees it. Plain values, no kivy."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.facts import on_turn
from companion.app.live.lightcolours import steps as light_steps
from companion.app.live.measures import sizes
from companion.app.live.openly import openly
from companion.app.live.setup import COLOUR_WORDS
from companion.app.live.sitting import Sitting
from companion.app.setup_views import GuideView
from companion.app.viewmodel import Badge, BoardView, Choice, Lamp, Step
from companion.engine.codec import text
from companion.engine.game import after
from companion.engine.legal import open_fields
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Roll, Show, Shuffle, Shuffled, answers
from companion.engine.words import N_, Where, Who
from companion.table.colours import Proposal
from companion.table.speaker import Speaker
from companion.table.tell import kind_word

BY_HAND = N_("Enter it by hand")
FEW = 4  # choices that are keys of the guide


def guide_view(
    sitting: Sitting, lamps: tuple[Lamp, ...], draw: bool = False, light: Proposal | None = None
) -> GuideView:
    """Lots first; then every piece that lies at the start, with a tick where the camera agrees.

    ``draw``: who begins is left to a lot. ``light``: colours that this light tells apart, where people choose theirs.
    """
    session, painter, speaker = sitting.shown, sitting.painter, sitting.painter.speaker
    title, step = speaker._(speaker.words.title), i18n.gettext(N_("Set up the table"))
    owed, live = session.pending()[0], sitting.eye is not None
    drawn_here = live or painter.face.stage(session) != "panel"  # cards alone have no board to be shown on
    board = _still(painter.board(sitting.latest)) if drawn_here else None
    if draw or not session.game.table.ready(session.state):
        sentence = speaker.pending((owed,))
        drawn = draw or isinstance(owed, Roll | Show | Shuffle)
        lot = i18n.gettext(N_("Draw lots here")) if drawn else ""
        own = i18n.gettext(N_("Enter who begins") if draw else N_("Enter your own lots") if drawn else BY_HAND)
        if piles := shuffles(session):
            lot, own = i18n.gettext(N_("The app shuffles")), i18n.gettext(N_("Shuffled at the table"))
            if len(piles) > 1:
                sentence = i18n.gettext(N_("Shuffle every pile of cards."))
            told = tuple(Step("todo", None, speaker.pending((p,)), "") for p in piles)
            return GuideView(title, step, lamps, sentence, told, None, live, "", False, "", lot, own, shuffles=True)
        few = tuple(_choice(sitting, act) for act in choosable(sitting)) if not drawn else ()
        return GuideView(title, step, lamps, sentence, (), board, live, "", False, "", lot, own, choices=few)
    steps = laying(sitting)
    measured = sizes(sitting.own, session.config.board)
    colours = light_steps(light, sitting.palette, speaker) if light is not None else ()
    seat = None if isinstance(owed, Choose) and len(owed.seats) > 1 else on_turn(session)
    start = i18n.gettext(N_("To the table"))
    lie = i18n.gettext(N_("Lay everything like this.") if steps else N_("The board lies empty at first."))
    sentence = f"{lie} {speaker.pending((owed,))}"
    if steps and seat is not None:
        start = i18n.gettext(N_("{name} begins")).format(name=speaker.name(seat))
        sentence = i18n.gettext(N_("Lay everything like this, then {name} begins.")).format(name=speaker.name(seat))
        sentence = advice(getattr(sitting.eye, "learned", None), speaker) or sentence
    shown = [*colours, *steps]
    undone = [s for s in shown if s.state == "todo"]
    return GuideView(title, step, lamps, sentence, (*(undone or shown), *measured), board, live, start, True)


def _still(board: BoardView) -> BoardView:
    """All of the board, for pieces lie beside it too, and nothing of what may be played there later."""
    spaces = tuple(evolve(s, target=None, step=False) for s in board.spaces)
    return evolve(board, window=None, spaces=spaces)


def shuffles(session: Session[Any]) -> tuple[Shuffle, ...]:
    """The piles that are shuffled next, one after the other."""
    found, game, state = list[Shuffle](), session.game, session.state
    while isinstance(owed := game.pending(state)[0], Shuffle):
        found.append(owed)
        state = after(game, state, (Shuffled(None, owed.pile),))
    return tuple(found)


def choosable(sitting: Sitting) -> tuple[Input, ...]:
    """What is to be chosen next in the set-up, if it is few and nothing about it is open."""
    session, owed = sitting.shown, sitting.shown.pending()[0]
    if not isinstance(owed, Choose) or owed.sealed or (not owed.joint and len(owed.seats) > 1):
        return ()
    found = [e for e in openly(session, None if owed.joint else owed.seats[0]) if answers(owed, e)]
    plain = len(found) <= FEW and not any(open_fields(e) for e in found)
    return tuple(found) if plain else ()


def chosen(sitting: Sitting, key: str) -> Input | None:
    """The act of a key of the guide."""
    return next((act for act in choosable(sitting) if text(act) == key), None)


def _choice(sitting: Sitting, act: Input) -> Choice:
    colour = getattr(act, "colour", "")
    if colour:
        return Choice(text(act), i18n.capital(_colour(colour)), badge=Badge("", colour))
    return Choice(text(act), i18n.capital(sitting.painter.speaker.act(act)))


def laying(sitting: Sitting) -> tuple[Step, ...]:
    """What lies on the table at the start, piece by piece: the board's chief places first."""
    session, painter, speaker = sitting.shown, sitting.painter, sitting.painter.speaker
    laid = painter.face.laid(session, speaker)
    if laid:
        return tuple(Step("todo", None, piece, where) for piece, where in laid)
    known = session.config.board.space
    todo = {t.space for t in sitting.latest.todo}
    looked = sitting.latest.verdict is not None
    rows = []
    for space, tokens in session.game.tabletop(session.state).items():
        for (side, kind), n in Counter((t.side, t.kind) for t in tokens).items():
            state = "done" if looked and space not in todo else "todo"
            badge = painter.side_badge(side) if side else None
            row = Step(state, badge, told_piece(speaker, side, kind, n), place(speaker, space))
            rows.append((space not in known or known[space].role != "lead", row))  # a track that was left out
    rows.sort(key=lambda row: row[0])
    return tuple(row for _echo, row in rows)


def told_piece(speaker: Speaker, side: str, kind: str, n: int) -> str:
    """So many pieces of a kind and whose they are."""
    piece = i18n.capital(kind_word(speaker, kind))
    if len(side) == 1:
        piece = i18n.gettext(N_("{piece} of {name}")).format(piece=piece, name=speaker.name(ord(side) - 65))
    elif side:
        piece = f"{piece} ({speaker.field(Who(None, side))})"
    return piece if n == 1 else f"{n} × {piece}"


def place(speaker: Speaker, space: str) -> str:
    return i18n.capital(speaker.field(Where(space)))


def advice(learned: Any, speaker: Speaker) -> str:
    """What the pieces of this box taught the camera, where it is not well: pairs too alike, pieces like their print."""
    close = sorted(getattr(learned, "close", ()), key=lambda c: c[2])
    if close:
        one, other, _far = close[0]
        line = N_("{one} and {other} look alike in this light: take another colour for one of them, or turn the lamp.")
        told = i18n.gettext(line).format(one=_colour(one), other=_colour(other))
        return i18n.capital(told)
    unsure = getattr(learned, "unsure", ())
    if unsure:
        line = N_("{place}: the pieces there are hard to tell from the print. Lay them apart, or give more light.")
        return i18n.gettext(line).format(place=place(speaker, unsure[0]))
    return ""


def _colour(word: str) -> str:
    return i18n.gettext(COLOUR_WORDS.get(word, word))
