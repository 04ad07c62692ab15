"""Dice from several sources: which throw counts, which waits, and when two of them disagree.

A throw that comes before it is owed waits until it is owed or another act comes; each is used once.
"""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from companion.engine.types import Pending, Roll
from vision.observation import DieReading

SURE = 4.0  # nats between the best face a camera read and the next
STILL_MM = 3.0  # a die that lies nearer than this to where it lay was not thrown again
NUDGE_MM = 15.0  # a die that went no farther and shows what it showed may only have been pushed
REMEMBERED = 40  # dice of a tray, those taken up among them
BATCH = 12  # dice of a long throw that are noted at once, so that nothing is lost and progress shows
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


Lying = tuple[str, tuple[float, float]]  # face and centre in mm


@define
class DiceDesk:
    """Collects throws until a roll is full. ``answered`` is the last throw that was used, until a roll is owed again.

    ``acts`` counts what happened since: a second source that speaks late is no new throw.
    """

    waiting: list[Throw] = field(factory=list)
    answered: Throw | None = None
    acts: int = 0
    lying: dict[str, list[Lying]] = field(factory=dict)  # place -> dice last read there
    many: bool = False  # several dice are owed at once: one source gives them all
    spoke: Throw | None = None  # the last throw of many that was used

    def hear(self, throw: Throw) -> Disagreement | None:
        """A throw from any source. A second source on the throw just used is no new throw."""
        if self.many:
            self._one_of_many(throw)
            return None
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

    def _one_of_many(self, throw: Throw) -> None:
        """Which die is which cannot be told between two sources: the one that spoke first gives the whole throw."""
        first = self.waiting[0] if self.waiting else self.spoke
        if first is not None and first.source != throw.source and throw.at - first.at <= AGREE_S:
            return
        if not any(w.source == throw.source and w.mark and w.mark == throw.mark for w in self.waiting):
            self.waiting.append(throw)

    def look(self, dice: tuple[DieReading, ...], at: float, owed: int = 0) -> list[Throw] | None:
        """New throws among the dice that lie in view: those that moved or turned since they were last read.

        A die lies where it lay, or is one that was not there; one that is hidden for a while is not forgotten. Of more
        new ones than ``owed`` some may have been pushed: then those count that went far or turned, and None tells that
        even these are too many.
        """
        thrown: list[Throw] = []
        near: list[Throw] = []
        for place in {d.place for d in dice} | self.lying.keys():
            known = list(self.lying.get(place, ()))
            now: list[Lying] = []
            fresh: list[Lying] = []
            for die in (d for d in dice if d.place == place):
                ranked = sorted(die.faces, key=lambda f: -f[1])
                if not ranked or (len(ranked) > 1 and ranked[0][1] - ranked[1][1] < SURE):
                    continue
                lies = (ranked[0][0], die.centre_mm)
                now.append(lies)
                same = next((k for k in known if k[0] == lies[0] and _apart(k[1], lies[1]) < STILL_MM), None)
                if same is None:
                    fresh.append(lies)
                else:
                    known.remove(same)
            if place not in self.lying and owed and len(fresh) > owed:
                fresh = []  # dice that lay there before anybody looked
            for face, centre in fresh:
                pushed = any(k[0] == face and _apart(k[1], centre) < NUDGE_MM for k in known)
                (near if pushed else thrown).append(Throw(face, "camera", at, f"{centre}"))
            gone = [k for k in known if all(_apart(k[1], n[1]) > NUDGE_MM for n in now)]
            self.lying[place] = (now + gone)[:REMEMBERED]
        if not owed or len(thrown) + len(near) <= owed:
            return thrown + near
        return thrown if len(thrown) <= owed else None

    def answer(self, roll: Roll) -> tuple[Throw, ...] | None:
        """The throws that fill a roll, or a batch of a long one, if enough wait; they are used up."""
        n = min(BATCH, len(roll.slots)) if self.many else len(roll.slots)
        if len(self.waiting) < n:
            return None
        used = tuple(self.waiting[:n])
        self.waiting = self.waiting[n:]
        self.answered, self.acts = used[-1], 0
        self.spoke = used[-1] if self.many else None
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
