"""What the parts of a desk share: the session and what is shown of it. Each field names the part that writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, evolve, field

from companion.engine.boards import Board
from companion.engine.session import Accepted, Session
from companion.engine.types import Event, Input, Notice, Rolled, Ruling, Tabletop
from companion.table.dice import DiceDesk, owed_roll
from companion.table.policy import Policy
from companion.table.reconcile import Margins
from companion.table.sight import Palette, Sight
from companion.table.snapshot import Tally
from companion.table.verdicts import Lagging, OutOfStep, Todo, Unchanged, Verdict


@define(eq=False)
class Core:
    """One game at one table. ``submit`` is the only way into its journal, but for corrections."""

    session: Session[Any]
    board: Board
    palette: Palette
    policy: Policy = field(factory=Policy)
    margins: Margins = field(factory=Margins)
    covered: frozenset[str] | None = None  # spaces the camera is asked about; None: all it can see
    now: float = 0.0  # desk: s, when the message came
    seen_at: float = 0.0  # judge: s of the camera's clock, the last settled look
    sight: Sight | None = None  # judge: what it showed
    verdict: Verdict | None = None  # judge: what it means
    late: tuple[Todo, ...] = ()  # judge: mirrors that lay otherwise when the table was last found in order
    paused: OutOfStep | None = None  # judge: the way back that is shown
    refusal: tuple[Ruling, Input | None] | None = None
    seen_refusal: bool = False  # the refusal is about what lies there, and goes with it
    throws: DiceDesk = field(factory=DiceDesk)  # dice input
    tally: Tally = field(factory=Tally)
    notes: tuple[Event, ...] = ()
    last_acts: tuple[Input, ...] = ()

    def table(self) -> Tabletop:
        """The table as it should lie."""
        return self.session.game.tabletop(self.session.state)

    @property
    def quiet(self) -> bool:
        """Whether the last look needs no explanation, or there was none."""
        return self.verdict is None or isinstance(self.verdict, Unchanged | Lagging)

    def refuse(self, ruling: Ruling, act: Input | None = None, *, seen: bool = False) -> None:
        self.refusal, self.seen_refusal = (ruling, act), seen

    def settle(self) -> None:
        """Something was entered or put right: no objection stands any longer."""
        self.refusal, self.paused = None, None

    def count(self, **more: int) -> None:
        """Add to the tally."""
        self.tally = evolve(self.tally, **{k: getattr(self.tally, k) + n for k, n in more.items()})

    def submit(
        self, acts: Sequence[Input], source: str | Sequence[str], at: int | None = None
    ) -> Accepted[Any] | Ruling:
        """Enter a chain of acts; it is in the journal when this returns."""
        result = self.session.submit(acts, source, at)
        if isinstance(result, Accepted):
            self.settle()
            self.notes += tuple(e for e in result.events if isinstance(e, Notice))
            self.last_acts = tuple(acts)
            if source == "camera":
                self.throws.use(sum(len(a.faces) for a in acts if isinstance(a, Rolled)))
            if not isinstance(acts[-1], Rolled):
                self.throws.acted(owed_roll(self.session.pending()))
        return result
