"""The end of a game, its history and its rules as views, and results as files. Plain values, no kivy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.facts import PlainFace
from companion.app.live.points import turning_points
from companion.app.live.sitting import Sitting
from companion.app.side_views import Curve, EndRow, EndView, HistoryView, RuleView
from companion.app.viewmodel import Badge, Choice, Lamp
from companion.engine.boards import house_board
from companion.engine.session import Session
from companion.engine.types import Over, ScoreRow, letter
from companion.engine.words import N_
from companion.table.rulesearch import found
from companion.table.speaker import Speaker, rulebook


def end_view(sitting: Sitting, lamps: tuple[Lamp, ...]) -> EndView:
    session, painter, speaker = sitting.session, sitting.painter, sitting.painter.speaker
    snap = sitting.latest
    over = next(p for p in snap.pending if isinstance(p, Over))
    rows = sorted(snap.score.rows, key=lambda r: (r.rank, r.seat))
    told = tuple(
        EndRow(
            str(r.rank),
            painter.badge(r.seat) or Badge(letter(r.seat)),
            speaker.name(r.seat),
            tuple(p.replace("-", "−") for p in painter.face.parts(session, r.seat)),
            str(r.total).replace("-", "−"),
        )
        for r in rows
    )
    curves = tuple(
        Curve(
            painter.badge(r.seat) or Badge(letter(r.seat)),
            painter.face.curve(session, r.seat),
            r.seat in over.winners,
        )
        for r in snap.score.rows
    )
    names = {i: speaker.name(r.seat) for i, r in enumerate(snap.score.rows)}
    return EndView(
        speaker._(speaker.words.title),
        painter.face.round(session, speaker),
        lamps,
        _sentence(sitting, over, rows),
        painter.badge(over.winners[0]) if len(over.winners) == 1 else None,
        painter.face.columns(),
        told,
        " ".join(t for t in (painter.face.ending(session, speaker), *apart(painter.face, session, speaker, rows)) if t),
        curves,
        painter.face.goal(session),
        tuple((painter.face.when(speaker, n), t) for n, t in turning_points([c.values for c in curves], names)),
        painter.undo(snap),
        painter.face.legend(speaker),
        evolve(painter.board(snap), window=None) if painter.face.stage(session) != "panel" else None,  # all of it
        painter.face.axis(speaker),
    )


def _sentence(sitting: Sitting, over: Over, rows: list[Any]) -> str:
    speaker = sitting.painter.speaker
    if len(over.winners) > 1 or len(rows) < 2:
        return speaker.pending((over,))
    first, second = rows[0], rows[1]
    total = sitting.painter.face.worth(first.total)
    if first.total == second.total:
        return i18n.gettext(N_("{a} wins the tie {total}, ahead of {b}.")).format(
            a=speaker.name(first.seat), total=total, b=speaker.name(second.seat)
        )
    told = i18n.gettext(N_("{a} wins {total}, ahead of {b} with {m}.")).replace(" {m}", "\u00a0{m}")
    return told.format(a=speaker.name(first.seat), total=total, b=speaker.name(second.seat), m=second.total)


def apart(face: PlainFace, session: Session[Any], speaker: Speaker, rows: Sequence[ScoreRow]) -> Iterator[str]:
    """Why one stands before another with as many points."""
    for first, second in pairwise(rows):
        tied = first.total == second.total and first.rank != second.rank
        if tied and (told := face.apart(session, speaker, first, second)):
            yield told


def history_view(sitting: Sitting, jump: int | None) -> HistoryView:
    painter, snap = sitting.painter, sitting.latest
    lines = painter.log(snap)
    chosen = next((x for x in lines if x.line == jump), None)
    lost = ""
    if chosen is not None:
        n = sum(entry.line > chosen.line for entry in snap.log)
        lost = i18n.ngettext("{n} act is taken back.", "{n} acts are taken back.", n).format(n=n)
    title = i18n.gettext(N_("What happened"))
    return HistoryView(title, lines, snap.log[-1].line if snap.log else 0, chosen, lost)


def rule_view(session: Any, rule: str, game: str = "", query: str = "") -> RuleView:
    """One rule in full, or the first of the book; all sections to go to, or the rules that hold a query's words."""
    name = session.game.id if session is not None else game
    book = rulebook(name, session.config.options if session is not None else None)
    lang = i18n.language()
    if not book:
        return RuleView("", "", i18n.gettext(N_("Rules")), ())
    number = rule if rule in book else next(iter(book))
    entry = book[number]
    section = entry["section"][lang]
    same = [n for n, e in book.items() if e["section"][lang] == section]
    text = tuple(f"{book[n]['title'][lang]}: {book[n]['text'][lang]}" for n in ([number] if rule else same))
    text += _notes(name, [number] if rule else same)
    firsts: dict[str, str] = {}
    for n, e in book.items():
        firsts.setdefault(e["section"][lang], n)
    others = tuple(Choice(n, s) for s, n in firsts.items())
    if query.strip():
        others = tuple(Choice(n, book[n]["title"][lang], book[n]["section"][lang]) for n in found(book, query, lang))
    title = i18n.gettext(Speaker(name, house_board(name), ()).words.title, name)
    return RuleView(number, section, entry["title"][lang] if rule else section, text, "", others, query.strip(), title)


def _notes(name: str, rules: Sequence[str]) -> tuple[str, ...]:
    """What a game adds to its rules: figures that it reckons itself."""
    speaker = Speaker(name, house_board(name), ())
    return tuple(speaker.tell(line) for r in rules for line in speaker.words.notes(r))


def patch_from_table(sitting: Sitting) -> Mapping[str, Any]:
    """The keys of the position that make it look like the table; empty where the game cannot say."""
    session, palette = sitting.session, sitting.palette
    side_of = {v: k for k, v in palette.colours.items()}
    seen = {
        t.space: {side_of.get(p.partition(":")[2], p): n for p, n in t.seen.items()}
        for t in sitting.latest.todo
        if not t.echo
    }
    return session.game.table.patch(session.state, seen)
