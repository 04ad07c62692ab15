"""Dice from several sources: which throw counts, which waits, and when two of them disagree.

A throw that comes before it is owed waits until it is owed or another act comes; each is used once.
"""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from companion.engine.types import Pending, Roll
from vision.observation import DieReading

SURE = 4.0  # nats between the best face a camera read and the next
STILL_MM = 3.0  # a die that lies nearer than this to where it lay was not thrown again
AGREE_S = 6.0  # two sources that speak of a waiting throw within this time speak of the same one


@frozen
class Throw:
    """One face, who read it and when (s). ``mark`` tells two throws of one die apart."""

    face: str
    source: str  # die | camera | tap | app
    at: float
    mark: str = ""


@frozen
class Disagreement:
    """Two sources read one throw differently."""

    first: Throw
    second: Throw


def owed_roll(pending: tuple[Pending, ...]) -> Roll | None:
    return next((p for p in pending if isinstance(p, Roll)), None)


@define
class DiceDesk:
    """Collects throws until a roll is full. ``answered`` is the last throw that was used, until a roll is owed again.

    ``acts`` counts what happened since: a second source that speaks late is no new throw.
    """

    waiting: list[Throw] = field(factory=list)
    answered: Throw | None = None
    acts: int = 0
    lying: dict[str, tuple[str, tuple[float, float]]] = field(factory=dict)  # place -> face and centre last read

    def hear(self, throw: Throw) -> Disagreement | None:
        """A throw from any source. A second source on the throw just used is no new throw."""
        last = self.answered
        if last is not None and last.source != throw.source and not self.waiting:
            if throw.face == last.face:
                return None
            if not self.acts:
                return Disagreement(last, throw)
        if any(w.source == throw.source and w.mark and w.mark == throw.mark for w in self.waiting):
            return None
        for w in self.waiting:
            if w.source != throw.source and throw.at - w.at <= AGREE_S:
                return None if w.face == throw.face else Disagreement(w, throw)
        self.waiting.append(throw)
        return None

    def look(self, dice: tuple[DieReading, ...], at: float) -> list[Throw]:
        """New throws among the dice that lie in view: one that moved or turned since it was last read."""
        thrown = []
        for die in dice:
            ranked = sorted(die.faces, key=lambda f: -f[1])
            if not ranked or (len(ranked) > 1 and ranked[0][1] - ranked[1][1] < SURE):
                continue
            face, known = ranked[0][0], self.lying.get(die.place)
            self.lying[die.place] = (face, die.centre_mm)
            if known is not None and known[0] == face and _apart(known[1], die.centre_mm) < STILL_MM:
                continue
            thrown.append(Throw(face, "camera", at, f"{die.centre_mm}"))
        return thrown

    def answer(self, roll: Roll) -> tuple[Throw, ...] | None:
        """The throws that fill a roll, if enough wait; they are used up."""
        if len(self.waiting) < len(roll.slots):
            return None
        used = tuple(self.waiting[: len(roll.slots)])
        self.waiting = self.waiting[len(roll.slots) :]
        self.answered, self.acts = used[-1], 0
        return used

    def use(self, n: int) -> None:
        """The first throws that wait were taken up by a chain of acts."""
        if n:
            self.answered = self.waiting[min(n, len(self.waiting)) - 1] if self.waiting else None
            self.waiting, self.acts = self.waiting[n:], 0

    def acted(self, owed: Roll | None = None) -> None:
        """Another act came: what waited for a roll is not waited for any longer, unless one is owed now."""
        self.acts += 1
        if owed is None:
            self.waiting.clear()
        else:
            self.answered = None

    def forget(self) -> None:
        """The table went back: no throw counts but those to come."""
        self.waiting.clear()
        self.answered, self.acts = None, 0

    def settle(self, dispute: Disagreement, face: str) -> bool:
        """People say what a disputed throw shows; False if it does not wait here."""
        for i, w in enumerate(self.waiting):
            if w == dispute.first:
                self.waiting[i] = evolve(w, face=face)
                return True
        return False


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
