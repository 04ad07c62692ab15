"""How Acre speaks."""

from __future__ import annotations

from companion.engine.boards import Board, Space
from companion.engine.types import Event, Input, Notice, Over, Pending, Roll, Rolled, Ruling, ScoreLine
from companion.engine.words import N_, Figure, Say, Where, Who, Words, count, say
from tests.sixth.acre.inputs import Ended, RowThrown, Scored, Sow, Sown
from tests.sixth.acre.state import FACES, row_of


def pending_line(p: Pending) -> Say:
    f = dict(p.facts)
    if isinstance(p, Over):
        return say(N_("The field is full: {winners} won."), winners=tuple(Who(i) for i in p.winners))
    if isinstance(p, Roll):
        return say(N_("{seat} throws for a row."), seat=Who(f["seat"]))
    return say(N_("{seat} sows a stone in row {row}."), seat=Who(f["seat"]), row=f["row"])


def event_line(e: Event) -> Say | None:
    if isinstance(e, RowThrown):
        return say(N_("{seat} throws row {row}."), seat=Who(e.seat), row=e.row)
    if isinstance(e, Sown):
        return say(N_("{seat} sows on {field}."), seat=Who(e.seat), field=Where(e.field))
    if isinstance(e, Scored):
        return count(Figure(e.points), N_("{seat} gets {n} point."), N_("{seat} gets {n} points."), seat=Who(e.seat))
    if isinstance(e, Ended):
        return say(N_("The field is full: {winners} won."), winners=tuple(Who(i) for i in e.winners))
    return None if not isinstance(e, Notice) else say(N_("The turn goes on."))


def ruling_line(r: Ruling) -> Say:
    f = dict(r.facts)
    if r.rule == "AC-3":
        return say(N_("Row {row} was thrown: {field} lies in another one."), row=f["row"], field=Where(f["field"]))
    if r.rule == "AC-7":
        return say(N_("A stone lies on {field} already."), field=Where(f["field"]))
    if r.rule == "AC-1":
        return say(N_("It is {seat}'s turn."), seat=Who(f["seat"]))
    return say(N_("{seat} throws for a row."), seat=Who(f["seat"]))


def score_line(line: ScoreLine) -> Say:
    return say(N_("stones and neighbours"))


def act_line(act: Input) -> Say:
    if isinstance(act, Sow):
        return say(N_("sow on {field}"), field=Where(act.field))
    assert isinstance(act, Rolled)
    return say(N_("row {row}"), row=row_of(act.faces[0]))


def place_line(space: Space, board: Board) -> Say:
    return say(N_("score space {n}"), n=Figure(int(space.id.rpartition("_")[2])))


WORDS = Words(
    title="Acre", pending=pending_line, event=event_line, ruling=ruling_line, score=score_line, act=act_line,
    place=place_line, inputs={"sow": N_("Sow a stone")}, fields={"field": N_("Field")},
    purposes={"row": N_("Row thrown")}, faces={f: f for f in FACES}, pieces={"stone": N_("stone")},
    places={"tray": N_("the dice tray")},
)  # fmt: skip
