"""A game told in lines: what happened, and the score sheet with its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion import i18n
from companion.engine.session import Session
from companion.engine.types import LETTERS, Event
from companion.engine.words import N_, Where
from companion.table.layout import DIE
from companion.table.reconcile import Todo
from companion.table.sight import Palette
from companion.table.snapshot import CARD_DOUBT, DIE_FACE, LIES_SO, WENT_BACK, Question
from companion.table.speaker import Speaker
from companion.table.verdicts import More, OutOfStep, Verdict

QUESTIONS = {
    "which_move": N_("Which move was that, {name}?"),
    "die_face": N_("Which colour does {name}'s die show?"),
    "went_back": N_("The table lies as it did before: is the last act taken back?"),
    "other_reading": N_("What was it instead, {name}?"),
    "dice_differ": N_("Two devices read the die differently: what does it show?"),
    "all_laid": N_("Was all of it laid, {name}?"),
    "which_card": N_("What is the card for, {name}?"),
    "card_doubt": N_("Was this card really played, {name}?"),
    "instead": N_("The pieces lie otherwise: was it this, {name}?"),
    "lies_so": N_("Does it really lie like this?"),
}


def speaker_of(session: Session[Any]) -> Speaker:
    return Speaker(session.game.id, session.config.board, session.people)


def account(session: Session[Any]) -> list[str]:
    """Everything in force, one line an event that is worth one; only what everybody may know."""
    speaker = speaker_of(session)
    events = [f for s in session.past for e in s.events if (f := shown(session, e)) is not None]
    return [line for e in events if (line := event_line(speaker, e)) is not None]


def shown(session: Session[Any], e: Event) -> Event | None:
    """An event as a screen that all can see may show it: secrets and what has faded from view left out."""
    if e.audience is not None:
        return None
    secrets = session.game.secrets
    return e if secrets is None else secrets.faded(session.state, e)


def event_line(speaker: Speaker, e: Event) -> str | None:
    return speaker.event(e) if e.audience is None else None


def sheet(session: Session[Any]) -> list[str]:
    """The score sheet: a row a seat, best first, each with the reasons of its points."""
    speaker = speaker_of(session)
    rows = sorted(session.game.score(session.state).rows, key=lambda r: r.rank)
    out = []
    for r in rows:
        reasons = ", ".join(speaker.score(line) for line in r.lines)
        out.append(f"{r.rank}. {speaker.name(r.seat)}: {r.total}" + (f" ({reasons})" if reasons else ""))
    return out


def question_line(speaker: Speaker, q: Question, on_turn: int | None) -> str:
    """A question as it is asked, with its options in brackets."""
    name = speaker.name(q.seat if q.seat is not None else on_turn)
    text = speaker._(QUESTIONS[q.kind]).format(name=name)
    if q.kind == WENT_BACK:
        return text
    if q.kind == LIES_SO:
        return f"{text} {seen_lines(speaker, q.todo)}"
    if q.kind == CARD_DOUBT and q.ruling is not None:
        return f"{text} {speaker.heard(q.ruling)}"
    if q.kind == DIE_FACE or q.faces:
        told = [speaker._(f) for f in q.faces]
    else:
        told = [", ".join(speaker.act(a) for a in option) for option in q.options]
    return f"{text} ({' / '.join(told)})"


def seen_lines(speaker: Speaker, todo: Sequence[Todo]) -> str:
    """What lies on places that lie otherwise, and what should lie there."""
    line = speaker._(N_("{place}: {seen} instead of {wanted}."))
    out = []
    for t in todo:
        if t.expected and all(x.kind == DIE for x in t.expected):
            out.append(dice_line(speaker, t))
            continue
        kinds = [k for k in dict.fromkeys((*t.seen, *(x.kind for x in t.expected))) if k in t.seen]
        should = Counter(x.kind for x in t.expected)
        seen, wanted = ({k: n[k] for k in kinds if n.get(k)} for n in (t.seen, should))
        out.append(line.format(place=speaker.field(Where(t.space)), seen=pieces_line(speaker, seen),
                               wanted=pieces_line(speaker, wanted)))  # fmt: skip
    return " ".join(out)


def act_and_how(told: str) -> tuple[str, str]:
    """An act's words, and how it was done where that follows a comma; an enumeration stays whole."""
    name, _comma, how = told.partition(", ")
    return (name, how) if how[:1].islower() else (told, "")


def more_line(speaker: Speaker, more: More) -> str:
    """How many pieces were entered of those that are being laid in a place, and how many seem to lie there."""
    entered, seen = (pieces_line(speaker, {more.piece.kind: n}) for n in (more.entered, more.seen))
    if more.full:
        line = speaker._(N_("{place}: {entered} entered, perhaps more. What is left to lay will tell."))
        return line.format(place=speaker.field(Where(more.space)), entered=entered)
    line = speaker._(N_("{place}: {entered} entered, perhaps {seen}. What is left to lay will tell."))
    return line.format(place=speaker.field(Where(more.space)), entered=entered, seen=seen)


def dice_line(speaker: Speaker, t: Todo) -> str:
    """A die on the board that is missing, or that shows another number than it should."""
    place, wanted = speaker.field(Where(t.space)), " / ".join(x.turn for x in t.expected if x.turn)
    if len(t.seen) < len(t.expected) or not wanted:
        return speaker._(N_("{place}: a die should lie there.")).format(place=place)
    seen = " / ".join(k.partition(":")[2] for k in t.seen)
    return speaker._(N_("{place}: the die shows {seen} instead of {wanted}.")).format(
        place=place, seen=seen, wanted=wanted.replace("-", "–")
    )


def slipped_line(speaker: Speaker, verdict: Verdict | None, palette: Palette) -> str:
    """Whose piece has slipped, though nobody did anything; "" where that is not what happened."""
    if not isinstance(verdict, OutOfStep) or not verdict.knocked:
        return ""
    kind, side = palette.owned(verdict.knocked[0].piece)
    if side and side in LETTERS:
        return speaker._(N_("No act: a piece of {name} has slipped.")).format(name=speaker.name(LETTERS.index(side)))
    told = whose(speaker, palette, kind, side, 1)
    return speaker._(N_("No act, something has slipped: {piece}.")).format(piece=told)


def whose(speaker: Speaker, palette: Palette, kind: str, side: str, n: int) -> str:
    """Pieces by whose they are, and of what kind where a side has several, or where they are nobody's."""
    told = kind_word(speaker, kind)
    if n > 1:
        many = speaker.words.counted.get(kind, "")
        told = f"{n} {speaker._(many)}" if many else f"{n} × {told}"
    if not side:
        return i18n.capital(told)
    if side not in LETTERS:
        return i18n.ngettext("Neutral piece", "{n} neutral pieces", n).format(n=n)
    name = speaker.name(LETTERS.index(side))
    kinds = {p.kind for p in speaker.board.pieces if not p.colour and p.shape not in ("die", "card")}
    if len(kinds - {*palette.alike}) > 1 and kind in speaker.words.pieces:
        line = N_("{name}'s {piece}") if n == 1 else N_("{piece} of {name}")
        return i18n.capital(speaker._(line).format(name=name, piece=told))
    return speaker._(N_("{name}'s piece") if n == 1 else N_("{n} of {name}'s pieces")).format(n=n, name=name)


def kind_word(speaker: Speaker, kind: str) -> str:
    """What the game calls a kind of piece."""
    return speaker._(speaker.words.pieces.get(kind, kind.replace("_", " ")))


def pieces_line(speaker: Speaker, counts: Mapping[str, int]) -> str:
    """2 × beer barrel."""
    told = [f"{n} × {kind_word(speaker, k)}" for k, n in counts.items()]
    return ", ".join(told) or speaker._(N_("nothing"))
