"""Spots: small printed places where pieces lie on each other, read against how each spot looked when it was empty.

What lies on top is told from its colour in the light of the board; what it hides is left open: every stack with that
top is as likely as the other. A spot is compared with its own print, so a blue disc on a blue spot is a change too.
Heaps, tokens with two faces and flat pieces beside a spot are read along with the spots, each in its own way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.besides import Besides
from vision.camera import Array, View
from vision.faces import Faces
from vision.heaps import Heaps
from vision.layout import Layout, Piece, Place
from vision.observation import Reading, Stack
from vision.sight import Sight
from vision.tops import NATS, Lens, mispaint, misprint

RADIUS = 0.62  # of the smallest piece's: the part of a spot that is looked at
HEIGHT = 0.8  # of the first piece's height: between the print and the tops
UNLIKE = 0.7  # of all that can speak against a look: nothing is learned from it
NEW = 0.45  # of the same, for a piece whose paint is a mere word yet: what nothing else explains may be one
KEEP = 0.7  # of what is known of a print when it is seen again


@define(eq=False)
class Spots:
    """All slots of a layout in one scene. ``learn`` once, ``confirm`` when agreed, ``read`` each settled picture."""

    layout: Layout
    slots: list[Place] = field(init=False)
    pieces: dict[str, Piece] = field(init=False)
    heaps: Heaps = field(init=False)
    faces: Faces = field(init=False)
    besides: Besides = field(init=False)
    _bare: dict[str, Array] = field(factory=dict)  # slot -> points (N, 3) of its print, log BGR by white
    _last: dict[str, Array] = field(factory=dict)  # as seen when it was last agreed
    _contents: dict[str, Stack] = field(factory=dict)
    _guessed: set[str] = field(factory=set)  # slots whose print was never seen by itself

    def __attrs_post_init__(self) -> None:
        self.slots = [p for p in self.layout.places if p.look == "slot" and len(p.holds) > 1]
        self.pieces = {p.id: p for p in self.layout.pieces}
        self.heaps, self.faces = Heaps(self.layout), Faces(self.layout)
        self.besides = Besides(self.layout, self.slots)

    @property
    def places(self) -> list[Place]:
        """Everything that is read here."""
        return [*self.slots, *self.heaps.places, *self.faces.places]

    # ------------------------------------------------------------ looking
    def _fitting(self, slot: Place) -> list[Piece]:
        return [p for p in self.layout.pieces if p.id.partition(":")[0] in slot.holds]

    def _points(self, slot: Place) -> Array:
        """Where a spot is looked at, (N, 3) mm."""
        flat = [p for p in self._fitting(slot) if p.shape in ("disc", "cylinder")]
        smallest = min(p.size_mm[0] for p in flat)
        z = HEIGHT * max(p.height_mm for p in flat)
        r = RADIUS * smallest / 2
        grid = np.linspace(-r, r, 9)
        xy = [(x, y) for x in grid for y in grid if x * x + y * y <= r * r]
        return np.array([(slot.centre[0] + x, slot.centre[1] + y, z) for x, y in xy])

    def _seen(self, lens: Lens) -> dict[str, Array]:
        """Log BGR by white of every spot's points; spots outside the picture are left out."""
        found = ((slot.id, lens.at(self._points(slot))) for slot in self.slots)
        return {k: x for k, x in found if x is not None}

    def _gain(self, seen: Mapping[str, Array]) -> Array:
        """What changed of the light since: most spots look as they were agreed to look."""
        moves = [np.median(x - self._last[k], axis=0) for k, x in seen.items() if k in self._last]
        return np.asarray(np.median(moves, axis=0)) if len(moves) >= 5 else np.zeros(3)

    # ------------------------------------------------------------ learning
    def learn(
        self, frame: NDArray[np.uint8], view: View, sight: Sight, contents: Mapping[str, Mapping[str, int]]
    ) -> None:
        """A table whose contents are known: prints from the empty spots, paints from the others."""
        self._last.clear()
        lens = Lens(frame, view, sight)
        seen = self._seen(lens)
        for slot in self.slots:
            told = stack_of(contents.get(slot.id, {}))
            if slot.id in seen and not told:
                self._bare[slot.id] = seen[slot.id]
        for slot in self.slots:  # a print under a piece is like the others of its ink, for now
            if slot.id in seen and slot.id not in self._bare:
                like = [self._bare[o.id] for o in self.slots if o.ink == slot.ink and o.id in self._bare]
                if like:
                    self._bare[slot.id] = np.median(np.stack(like), axis=0)
                    self._guessed.add(slot.id)
        self._take(seen, sight, contents, 1.0)
        self.heaps.learn(lens, contents)
        self.faces.learn(lens, contents)
        self.besides.agree(lens, np.zeros(3), sight, contents)

    def see(self, frame: NDArray[np.uint8], view: View, sight: Sight) -> dict[str, Array]:
        """The prints of a board on which nothing lies, to be known later."""
        return self._seen(Lens(frame, view, sight))

    def prints(self) -> dict[str, Array]:
        """Every print that was seen by itself."""
        return {k: x for k, x in self._bare.items() if k not in self._guessed}

    def know(self, prints: Mapping[str, Array]) -> None:
        """Prints seen before, in whatever light: what lies under a piece now looks like that when the piece is gone."""
        both = [np.median(x - prints[k], axis=0) for k, x in self.prints().items() if k in prints]
        gain = np.median(both, axis=0) if len(both) >= 3 else np.zeros(3)
        for slot in self.slots:
            if slot.id in prints and (slot.id not in self._bare or slot.id in self._guessed):
                self._bare[slot.id] = prints[slot.id] + gain
                self._guessed.discard(slot.id)

    def unlaid(
        self, frame: NDArray[np.uint8], view: View, sight: Sight, contents: Mapping[str, Mapping[str, int]]
    ) -> list[str]:
        """Spots that should hold something and look just like the empty ones of their ink."""
        seen = self._seen(Lens(frame, view, sight))
        empty = {s.id for s in self.slots if not stack_of(contents.get(s.id, {}))}
        out = []
        for slot in self.slots:
            like = [seen[o.id] for o in self.slots if o.ink == slot.ink and o.id in seen and o.id in empty]
            if slot.id not in seen or slot.id in empty or len(like) < 3:
                continue
            middle = np.median(np.stack(like), axis=0)
            strays = [float(np.abs(np.median(x - middle, axis=0)).max()) for x in like]
            if float(np.abs(np.median(seen[slot.id] - middle, axis=0)).max()) < max(0.15, 1.5 * max(strays)):
                out.append(slot.id)
        return out

    def confirm(
        self, frame: NDArray[np.uint8], view: View, sight: Sight, contents: Mapping[str, Mapping[str, int]]
    ) -> None:
        """The picture was agreed to show this."""
        lens = Lens(frame, view, sight)
        seen = self._seen(lens)
        gain = self._gain(seen)
        self._take({k: x - gain for k, x in seen.items()}, sight, contents, 1 - KEEP)
        self.heaps.confirm(lens, gain, sight, contents)
        self.faces.confirm(lens, gain, contents)
        self.besides.agree(lens, gain, sight, contents)

    def _take(
        self, seen: Mapping[str, Array], sight: Sight, contents: Mapping[str, Mapping[str, int]], rate: float
    ) -> None:
        samples: dict[str, list[Array]] = {}
        for slot in self.slots:
            if slot.id not in seen:
                continue
            told = stack_of(contents.get(slot.id, {}))
            if rate < 1.0 and not self._looks(slot, told, seen[slot.id], sight):
                continue  # the picture shows something else by now: nothing is learned here
            fresh = self._contents.get(slot.id) != told or rate == 1.0
            self._contents[slot.id] = told
            self._last[slot.id] = seen[slot.id]
            top = self._top(told)
            if not top:
                self._guessed.discard(slot.id)
                old = self._bare.get(slot.id, seen[slot.id])
                self._bare[slot.id] = (1 - rate) * old + rate * seen[slot.id]
            elif fresh:
                samples.setdefault(self.pieces[top].colour, []).append(seen[slot.id])
        for colour, found in samples.items():
            sight.teach(sight.paints[colour].learn(found))

    def _looks(self, slot: Place, told: Stack, points: Array, sight: Sight) -> bool:
        """Whether what was told explains a spot, and nothing else does so better."""
        if slot.id not in self._bare:
            return True
        tops = {self._top(s) for s in self._stacks(slot)}
        mine = self._likelihood(slot, told, points, sight)
        return mine > -UNLIKE * NATS and all(
            mine >= self._likelihood(slot, (t,) if t else (), points, sight) for t in tops
        )

    # ------------------------------------------------------------ reading
    def read(
        self,
        frame: NDArray[np.uint8],
        view: View,
        sight: Sight,
        shares: Mapping[str, float],
        places: Collection[str] | None = None,
    ) -> dict[str, Reading]:
        """What lies on every spot with its log-likelihoods. ``shares``: how much of each was in plain view."""
        lens = Lens(frame, view, sight)
        seen = self._seen(lens)
        gain = self._gain(seen)
        out = self.heaps.read(lens, gain, sight, shares, places) | self.faces.read(lens, gain, shares, places)
        tops = {s.id: {self._top(x) for x in self._stacks(s)} for s in self.slots}
        judged = {
            s.id: {t: self._likelihood(s, (t,) if t else (), seen[s.id] - gain, sight) for t in tops[s.id]}
            for s in self.slots
            if s.id in seen and s.id in self._bare
        }
        beside = self.besides.read(lens, gain, sight, self._stirred(judged))
        for slot in self.slots:
            if places is not None and slot.id not in places:
                continue
            stacks = list(self._stacks(slot))
            share = shares.get(slot.id, 1.0) if slot.id in seen and slot.id in self._bare else 0.0
            if share < 0.5:
                out[slot.id] = Reading(slot.id, 0.0, {}, tuple((s, 0.0) for s in stacks))
                continue
            by_top = judged[slot.id]
            best = max(by_top.values())
            odds = beside.get(slot.id, (0.0, 0.0))
            found = tuple((s, by_top[self._top(s)] - best + odds[self._flanked(s)]) for s in stacks)
            out[slot.id] = Reading(slot.id, share, {}, found)
        return out

    def _stirred(self, judged: Mapping[str, Mapping[str, float]]) -> set[str]:
        """Spots that look more like anything else than what was agreed."""
        return {
            k for k, by_top in judged.items()
            if k in self._contents and by_top.get(self._top(self._contents[k]), 0.0) < max(by_top.values())
        }  # fmt: skip

    def _likelihood(self, slot: Place, stack: Stack, points: Array, sight: Sight) -> float:
        top = self._top(stack)
        if not top:
            return float(-NATS * misprint(points, self._bare[slot.id]).mean())
        paint = sight.paints[self.pieces[top].colour]
        strange = float(mispaint(points, paint).mean())
        return -NATS * (min(strange, NEW) if paint.pieces == 0 else strange)

    def _flanked(self, stack: Stack) -> bool:
        return any(self.pieces[p].beside for p in stack)

    def _top(self, stack: Stack) -> str:
        """What is seen of a stack: the uppermost round piece or marker; flat pieces beside it are not looked at."""
        shown = [p for p in stack if not self.pieces[p].beside]
        return shown[-1] if shown else ""

    def _stacks(self, slot: Place) -> Iterator[Stack]:
        """What may lie on a spot: at most one piece of each kind, in the order of the layout."""
        kinds: dict[str, list[str]] = {}
        for p in self._fitting(slot):
            kinds.setdefault(p.id.partition(":")[0], []).append(p.id)
        order = list(kinds)
        for n in range(len(order) + 1):
            for chosen in combinations(order, n):
                yield from _each([kinds[k] for k in chosen])


def _each(groups: list[list[str]]) -> Iterator[Stack]:
    if not groups:
        yield ()
        return
    for first in groups[0]:
        for rest in _each(groups[1:]):
            yield (first, *rest)


def stack_of(contents: Mapping[str, int]) -> Stack:
    """Contents as a stack, bottom to top."""
    return tuple(p for p, n in contents.items() for _ in range(n))
