"""What the camera saw, as plain values. Unknown is a value: a hidden place has flat likelihoods."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

Stack = tuple[str, ...]  # piece ids bottom to top; () = nothing there
Contents = Mapping[str, Mapping[str, int]]  # place id -> piece id -> number; places that are left out are empty
SMALL = "small"  # a note: some place shows its pieces too small to be counted
UNLAID = "unlaid"  # a note, and a reason: pieces to learn from do not lie there yet
MIRRORED = "mirrored"  # a note, and a reason: the board would be found were the picture not mirrored
MOST_COUNT = 16  # pieces of a kind in one place; the highest number that is told apart may be any above it
GUESS = 2.0  # nats by which a mere guess may lead
DOUBTFUL = "?"  # a place that holds one of these is agreed to hold nobody knows what


@frozen
class Reading:
    """One place in one settled view.

    ``counts``: piece id -> log-likelihood of 0, 1, 2 ... such pieces (best = 0.0) for areas; that of ``MOST_COUNT``
    stands for more as well.
    ``stacks``: (stack, log-likelihood) pairs (best = 0.0) for slots and edges.
    ``seen``: share of the place that was visible, 0..1; at 0 all likelihoods are equal.
    ``guessed``: pieces of which no more than the word for their colour is known yet: their numbers are rough.
    ``together``: log-likelihood of 0, 1, 2 ... pieces in an area, whatever they are: one that may be of two kinds is
    one piece all the same; empty where nobody can tell.
    ``dice_odds``: log-likelihood of 0, 1, 2 ... dice among the pieces of an area, empty where dice are not looked for;
    ``dice``: those seen for sure, each as its faces with their log-likelihoods (best = 0.0).
    """

    place: str
    seen: float
    counts: Mapping[str, tuple[float, ...]] = field(factory=dict)
    stacks: tuple[tuple[Stack, float], ...] = ()
    dice: tuple[tuple[tuple[str, float], ...], ...] = ()
    dice_odds: tuple[float, ...] = ()
    guessed: frozenset[str] = frozenset()
    together: tuple[float, ...] = ()

    @property
    def rows(self) -> tuple[tuple[float, ...], ...]:
        """The log-likelihoods of its stacks, or of the numbers of each piece."""
        return (tuple(x for _, x in self.stacks),) if self.stacks else tuple(self.counts.values())

    @property
    def best(self) -> Stack | dict[str, int]:
        """The likeliest stack, or the likeliest number of each piece."""
        if self.stacks:
            return max(self.stacks, key=lambda s: s[1])[0]
        return {p: max(range(len(row)), key=row.__getitem__) for p, row in self.counts.items() if row}


def lead(rows: Iterable[Sequence[float]]) -> float:
    """Nats by which the likeliest leads the next, in the least sure of these log-likelihoods."""
    ranked = (sorted(row, reverse=True) for row in rows)
    return min((r[0] - r[1] for r in ranked if len(r) > 1), default=float("inf"))


def never_sure(reading: Reading, pieces: Collection[str] | None = None) -> Reading:
    """The same best guess, leading all else by ``GUESS`` nats at most; of counts only ``pieces`` (None: all)."""

    def flat(values: tuple[float, ...]) -> tuple[float, ...]:
        best = max(values, default=0.0)
        return tuple(max(v, best - GUESS) for v in values)

    counts = {k: flat(v) if pieces is None or k in pieces else v for k, v in reading.counts.items()}
    likelihoods = flat(tuple(v for _, v in reading.stacks))
    stacks = tuple((s, v) for (s, _), v in zip(reading.stacks, likelihoods, strict=True))
    return evolve(reading, counts=counts, stacks=stacks, together=())


@frozen
class DieReading:
    """A die lying still in a tray: face name or pip number as text, each with its log-likelihood (best = 0.0)."""

    place: str
    faces: tuple[tuple[str, float], ...]
    centre_mm: tuple[float, float]


@frozen
class Pose:
    """Where the board lies in the picture. ``homography``: 3x3 row-major, board mm -> px."""

    homography: tuple[float, ...]
    error_px: float
    tilt_deg: float
    px_per_mm: float


@frozen
class Observation:
    """One look at the table. ``settled`` looks alone may change a game; ``state`` says why there is none.

    ``state``: still | motion | hand | settling | lost (board not found) | moved (realigning) | light (changed) | dark.
    """

    at: float  # s, the source's clock
    seq: int
    settled: bool
    state: str
    pose: Pose | None = None
    readings: Mapping[str, Reading] = field(factory=dict)
    dice: tuple[DieReading, ...] = ()
    notes: tuple[str, ...] = ()
    read_at: float | None = None  # s, the picture that the readings come from; None: this very one
    reading: int | None = None  # the number of the reading: the same number, the same readings; None: a new one


def stack_of(contents: Mapping[str, int]) -> Stack:
    """The contents of one place as a stack, bottom to top."""
    return tuple(p for p, n in contents.items() for _ in range(n))
