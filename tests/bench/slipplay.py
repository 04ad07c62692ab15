"""How people play: they think, hurry and slip; what slipped is left until the app has said something, and put right.

Nothing of a slip may be entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any, Protocol

from companion.demo.truth import Turn, in_view
from companion.engine.session import Session
from companion.table.desk import Answer, Message
from companion.table.messages import Contents
from companion.table.runtime import TableRuntime
from companion.table.sight import Palette
from companion.table.snapshot import Snapshot
from tests.bench.felt import Felt
from tests.bench.slips import KINDS, MARKER, WRONG, Slips

THINK_S = (2.0, 6.0)  # between acts
QUICKLY, AT_ONCE_S = 0.2, (0.3, 0.8)  # share of acts that follow at once, and how soon
READS_S = 1.5  # until people have read what the app says
SAYS_S = 10.0  # so long people wait for its word


class Played(Protocol):
    """What slips need of the table where they happen."""

    session: Session[Any]
    seed: int
    felt: Felt
    runtime: TableRuntime

    def real_palette(self) -> Palette: ...
    def looked(self) -> frozenset[str] | None: ...
    def shown(self, contents: Contents) -> Contents: ...
    def same(self, state: Any) -> bool: ...
    def wait(self, seconds: float) -> Iterator[None]: ...
    def watch(self, turns: list[Turn]) -> Iterator[Any]: ...
    def tell(self, message: Message) -> Snapshot: ...
    def went_wrong(self, note: str, state: Any) -> None: ...


class SlipPlay:
    """Slips of one evening, each kind that is possible in turn."""

    def __init__(self, evening: Played) -> None:
        self.evening = evening
        self.slips = Slips(evening.session, evening.real_palette(), evening.seed)
        self.kinds = cycle(KINDS)
        self._rng = Random(f"evening {evening.seed}")

    def think(self) -> Iterator[None]:
        """The time between two acts."""
        span = AT_ONCE_S if self._rng.random() < QUICKLY else THINK_S
        yield from self.evening.wait(self._rng.uniform(*span))

    def due(self, share: float) -> bool:
        return self.slips.due(share)

    def play(self, before: Any, turn: Turn) -> Iterator[Any]:
        """Something slips, the app says so or asks, and it is put right: nothing of it may be entered."""
        for kind in islice(self.kinds, len(KINDS)):
            table = self.slips.table(kind, before, turn, self.evening.looked())
            if table is not None:
                break
        else:
            return
        if kind == MARKER:
            yield self.evening.shown(table), kind
            yield from self.evening.watch([turn])
            yield from self.think()
            self.evening.felt.slipped(kind, "read" if self.evening.same(turn.state) else "not read")
            return
        self.evening.felt.slipping, outcome = True, "not a word"
        yield self.evening.shown(table), kind
        for _ in self.evening.wait(SAYS_S):
            shown = self.evening.runtime.latest
            if kind == WRONG and self.evening.same(turn.state):  # what was meant lies there too, and was read
                if shown.out_of_step or shown.question is not None:
                    outcome = "read"  # and the piece that lies wrong is told
            elif not self.evening.same(before):
                outcome = "entered"
            elif shown.question is not None:
                outcome = "asked"
            elif shown.refusal is not None or (shown.out_of_step and shown.todo):
                outcome = "named"
            if outcome != "not a word":
                break
            yield None
        else:
            lies = self.slips.lying(in_view(self.evening.session.game, self.evening.session.config, before))
            off = {p for p in {*lies, *table} if lies.get(p, {}) != table.get(p, {})}
            if off & {t.space for t in self.evening.runtime.latest.todo if not t.echo}:
                outcome = "reminded"  # of what a heap shows, which is easily misread
        yield from self.evening.wait(READS_S)
        if self.evening.runtime.latest.question is not None:
            self.evening.tell(Answer(self.evening.runtime.latest.question.key, -1))
        if outcome == "entered":
            self.evening.went_wrong(f"{kind} was entered: {self.evening.session.past[-1].act}", before)
        if kind != WRONG:
            lay = in_view(self.evening.session.game, self.evening.session.config, before)
            yield self.evening.shown(self.slips.lying(lay)), "put back"
            for _ in self.evening.wait(SAYS_S):
                if self.evening.runtime.desk.core.quiet and not self.evening.runtime.latest.out_of_step:
                    break
                yield None
            else:
                outcome += ", not settled"
            self.evening.felt.slipping = False
        self.evening.felt.slipped(kind, outcome)
