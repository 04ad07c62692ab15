"""What the parts of a desk share: how patient the table is, the session, and the one question that is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from companion.engine.boards import Board
from companion.engine.session import Accepted, Session
from companion.engine.types import Event, Input, Notice, Rolled, Ruling, Tabletop
from companion.table.dice import DiceDesk, owed_roll
from companion.table.laying import open_places
from companion.table.reconcile import Margins
from companion.table.sight import Palette, Sight
from companion.table.snapshot import Question, Tally
from companion.table.verdicts import Lagging, More, OutOfStep, Todo, Unchanged, Verdict


@frozen
class Policy:
    """How patient the table is: one value for the app, ``companion watch``, the demo table, the bench and every proof.

    Times in s of the camera's clock; nats as in ``reconcile``.
    """

    looks: int = 2  # pictures, each read for itself, that must agree before anything is asked or objected to
    clear_nats: float = 7.5  # an act that leads by what one place can say is entered after one picture, else ``looks``
    counted_nats: float = 5.0  # and so is one that changes but numbers in areas
    against_nats: float = 1.0  # both only where nothing lies otherwise than the act would leave it
    asks_s: float = 1.5  # after the hands are gone nothing more is laid that would tell
    out_of_step_s: float = 3.0
    went_back_s: float = 1.5
    in_hand_s: float = 4.0  # an act begun and left, no hand in view
    adds_s: float = 2.0  # after the hands are gone nothing more is bought
    marker_s: float = 4.0  # a score marker that went ahead of the acts
    differs_s: float = 4.0  # a mirror that lies otherwise


@define(eq=False)
class Core:
    """One game at one table; each field names the part that writes it.

    ``submit`` is the only way into its journal, but for corrections.
    """

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

    def more(self) -> tuple[More, ...]:
        """Where more of what is being laid may lie than was entered."""
        return () if self.sight is None else open_places(self.session, self.sight, self.margins)

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


class Questions:
    """The one question that is open at the table, and what was answered with "something else"."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.open: Question | None = None
        self.declined: set[Any] = set()  # what people answered with "something else", see ``Judge.proposed``
        self._asked = 0

    def ask(
        self,
        kind: str,
        options: tuple[tuple[Input, ...], ...],
        keep: int = 0,
        faces: tuple[str, ...] = (),
        ruling: Ruling | None = None,
        todo: tuple[Todo, ...] = (),
        told: tuple[Input, ...] = (),
    ) -> str:
        """Put a question to the table, unless it is open already; its key."""
        if self.open is not None and self.open.kind == kind and self.open.options == options:
            return self.open.key
        self._asked += 1
        seat = next((a.seat for o in options for a in o if a.seat is not None), None)
        self.open = Question(f"q{self._asked}", kind, seat, options, faces, keep, ruling, todo, told)
        self.core.count(questions=1)
        return self.open.key

    def close(self, *kinds: str) -> None:
        """Nobody needs to answer any longer; of some ``kinds`` only, if any are named."""
        if self.open is not None and (not kinds or self.open.kind in kinds):
            self.open = None

    def asks(self, *kinds: str) -> bool:
        """Whether a question of one of these kinds is open."""
        return self.open is not None and self.open.kind in kinds
