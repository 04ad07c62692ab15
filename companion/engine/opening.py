"""A session from its journal: events are folded, nothing is decided again, so what was confirmed stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.engine.balance import is_warning
from companion.engine.codec import CodecError, structure
from companion.engine.journal import JournalError, Line
from companion.engine.record import Person, Record, Step
from companion.engine.types import Ruling

S = TypeVar("S")


def fold_all(record: Record[S], lines: Sequence[Line], name: str = "journal", first: int = 2) -> None:
    """All lines from number ``first`` on; raises JournalError at one that means nothing to these rules."""
    for number, line in enumerate(lines, first):
        try:
            fold(record, line)
        except CodecError as e:
            newer = f"was made by a newer version of this program ({e})"
            raise JournalError(name, number, newer) from e
        except Exception as e:  # its hash is right, but no game of ours goes like this
            raise JournalError(name, number, f"means nothing to these rules ({type(e).__name__})") from e


def fold(record: Record[S], line: Line) -> None:
    """One line of the journal, as the session that wrote it went on."""
    kind, n = line["kind"], record.length + 1
    if kind == "seated":
        record.people = tuple(structure(p, Person) for p in line["people"])
    elif kind == "retract":
        keep = _kept(record, line)
        record.redoable.append(record.past[keep:])
        record.past = record.past[:keep]
    elif kind == "correct":
        record.redoable.clear()
        record.past = record.past[: line["keep"]]
        for item in line["steps"]:
            record.past.append(_step(record, item, n, item["chain"]))
    else:
        _redone(record, line)
        record.past.append(_step(record, line, n, n - line["chain"][0] + 1))
    record.after.append(record.state)


def _kept(record: Record[S], line: Line) -> int:
    """How many steps a Retract left; format 0 named the last line that stayed."""
    return int(line["keep"]) if "keep" in line else sum(s.line <= line["to"] for s in record.past)


def _redone(record: Record[S], line: Line) -> None:
    """What a line submits again can no longer be redone; any other input ends all redoing."""
    if not line.get("redo"):
        record.redoable.clear()
    elif record.redoable:
        record.redoable[-1] = record.redoable[-1][1:]
        if not record.redoable[-1]:
            record.redoable.pop()


def _step(record: Record[S], item: Line, n: int, chain: int) -> Step[S]:
    events = tuple(record.codec.event_from(e) for e in item["events"])
    if item["input"] is None:
        state = record.game.from_position(record.config, item["position"])
        return Step(n, chain, None, events, item["source"], state)
    state = record.state
    for event in events:
        state = record.game.evolve(state, event)
    act = record.codec.input_from(item["input"])
    return Step(n, chain, act, events, item["source"], state, frozenset(item.get("waived", ())))


def verify(record: Record[S]) -> list[str]:
    """Decide everything in force again; each difference in one sentence (empty: all the same)."""
    faults = []
    state = record.start
    for s in record.past:
        if s.act is not None:
            decision = record.game.decide(state, s.act, s.waived)
            if isinstance(decision, Ruling):
                faults.append(f"line {s.line}: refused now by {decision.rule}")
            elif decision != tuple(e for e in s.events if not (s.waived and is_warning(e))):
                faults.append(f"line {s.line}: causes other events now")
        state = s.state
    return faults
