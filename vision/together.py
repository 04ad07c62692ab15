"""Several cameras over one table: each reads what it sees, and place by place the one that sees it largest decides.

    source, reader = joined(sources, lambda: reader_of(layout))

Both are used as those of one camera; the first camera's pictures are the ones that people are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from attrs import define, evolve, field

from vision.camera import Refusal, View, px_per_mm
from vision.frames import Frame, FrameSource, SourceFault
from vision.layout import Layout
from vision.looking import BoardReader, Learned
from vision.observation import DOUBTFUL, SMALL, Contents, Observation, Reading, lead
from vision.sight import Sight
from vision.tracking import Tracker

WHOLE = 0.98  # share of a place that a camera must see to be asked about it
KNOWN = 3.0  # nats by which a reading must lead to be known
SEEN = 0.5  # a reading of a place seen less than this says nothing
BLIND = ("lost", "dark")  # states of a camera that sees no board


def joined(sources: Sequence[FrameSource], make: Callable[[], BoardReader[Any]]) -> tuple[FrameSource, Any]:
    """A source and a reader over all these cameras; each gets the stills of its own one."""
    readers = [make() for _ in sources]
    for source, reader in zip(sources, readers, strict=True):
        reader.stills.take = getattr(source, "still", None)
    if len(sources) == 1:
        return sources[0], readers[0]
    cameras = Cameras([Camera(s) for s in sources])
    return cameras, Together(cameras, readers)


@define
class Camera:
    """One of several: its source and its newest picture, None while it has none."""

    source: FrameSource
    picture: tuple[Frame, float] | None = None
    fresh: bool = False

    def look(self) -> None:
        got = self.source.read()
        self.fresh = got is not None
        if got is not None:
            self.picture = got
        elif self.source.ended or self.source.fault is not None:
            self.picture = None


@define
class Cameras:
    """All cameras as one source; its picture is that of the first one that has any."""

    cameras: list[Camera]

    @property
    def ended(self) -> bool:
        return all(c.source.ended for c in self.cameras)

    @property
    def fault(self) -> SourceFault | None:
        """Why a camera is silent, the first one first."""
        return next((c.source.fault for c in self.cameras if c.source.fault is not None), None)

    @property
    def partial(self) -> bool:
        """Whether some of the cameras are silent for good."""
        return any(c.picture is None and (c.source.ended or c.source.fault is not None) for c in self.cameras)

    def read(self) -> tuple[Frame, float] | None:
        for camera in self.cameras:
            camera.look()
        if not any(c.fresh for c in self.cameras):
            return None
        return next((c.picture for c in self.cameras if c.picture is not None), None)

    def close(self) -> None:
        for camera in self.cameras:
            camera.source.close()


@define
class Together:
    """The readers of several cameras as one. A place counts from a camera once its print was learned from there."""

    cameras: Cameras
    readers: list[BoardReader[Any]]
    _known: list[set[str]] = field(init=False)
    _looks: list[Observation | None] = field(init=False)
    _seq: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._known = [set() for _ in self.readers]
        self._looks = [None for _ in self.readers]

    @property
    def layout(self) -> Layout:
        return self.readers[0].layout

    @property
    def sight(self) -> Sight:
        """What the first camera knows of paints and light."""
        return self.readers[0].sight

    @property
    def tracker(self) -> Tracker:
        return self.readers[0].tracker

    def watch(self, frame: Frame, t: float) -> Observation:
        """Whether the table lies still before every camera; nothing is read."""
        self._each(lambda reader: reader.watch)
        looks = [look for i in self._seeing() if (look := self._looks[i]) is not None]
        return evolve(next((o for o in looks if o.state != "still"), looks[0]), at=t, seq=self._seq)

    def again(self) -> None:
        """Read the next still pictures, though nothing has moved since the last reading."""
        for reader in self.readers:
            reader.again()

    def _each(self, how: Callable[[BoardReader[Any]], Callable[[Frame, float], Observation]]) -> None:
        self._seq += 1
        for i, (camera, reader) in enumerate(zip(self.cameras.cameras, self.readers, strict=True)):
            if camera.picture is None:
                self._looks[i] = None
            elif camera.fresh or self._looks[i] is None:
                self._looks[i] = how(reader)(*camera.picture)

    def look(self, frame: Frame, t: float) -> Observation:
        """A look through every camera that has a picture; ``frame`` is the one that people are shown."""
        self._each(lambda reader: reader.look)
        return evolve(merged([self._theirs(i) for i in self._seeing()], self.layout), at=t, seq=self._seq)

    def _theirs(self, i: int) -> Observation:
        """What one camera says of the places it has learned; of all of them before any camera has."""
        look = self._looks[i]
        assert look is not None
        if not any(self._known) or not look.settled:
            return look
        return evolve(look, readings={p: r for p, r in look.readings.items() if p in self._known[i]})

    def _seeing(self) -> list[int]:
        """Cameras that see the board; the first one with a picture where none does."""
        there = [i for i, look in enumerate(self._looks) if look is not None]
        return [i for i in there if getattr(self._looks[i], "state", "") not in BLIND] or there[:1]

    def _whole(self, i: int) -> set[str]:
        """Places that lie within a camera's picture."""
        reader = self.readers[i]
        view = reader.tracker.view
        if not isinstance(view, View):
            return set()
        return {p for p, share in reader.sight.in_picture(view).items() if share >= WHOLE}

    def learn(self, frame: Frame, contents: Contents) -> Learned:
        """Each camera that sees the board learns from the places in its picture."""
        done = [self._learn(i, contents) for i in self._seeing()]
        refused = next((d for d in done if d.refusal is not None), None)
        if refused is not None or not done:
            return refused or Learned({}, refusal=Refusal("no_marks"))
        pieces: dict[str, int] = {}
        for d in done:
            for colour, n in d.pieces.items():
                pieces[colour] = max(n, pieces.get(colour, 0))
        unsure = set.intersection(*({p for p in contents if p not in k} | set(d.unsure)
                                    for k, d in zip(map(self._whole, self._seeing()), done, strict=True)))  # fmt: skip
        return Learned(pieces, done[0].close, tuple(sorted(unsure)))

    def _learn(self, i: int, contents: Contents) -> Learned:
        picture = self.cameras.cameras[i].picture
        assert picture is not None
        whole = self._whole(i)
        done = self.readers[i].learn(picture[0], {p: c for p, c in contents.items() if p in whole})
        if done.refusal is None:
            self._known[i] = self._whole(i) & whole
        return done

    def confirm(self, contents: Contents) -> None:
        """What all looks were agreed to show; a camera that has seen nothing yet learns it from the start."""
        for i in self._seeing():
            look, whole = self._looks[i], self._whole(i)
            if look is None or not look.settled:
                continue
            if not self._known[i]:
                self._learn(i, contents)
                continue
            doubtful = {p.id: {DOUBTFUL: 1} for p in self.layout.places if p.id not in whole}
            self.readers[i].confirm({p: c for p, c in contents.items() if p in whole} | doubtful)
            if "covered" not in look.notes:
                self._known[i] |= whole


def merged(looks: Sequence[Observation], layout: Layout) -> Observation:
    """One look out of several; it is settled where all are. ``seq`` and ``at`` are the first one's."""
    waiting = next((o for o in looks if not o.settled), None)
    if waiting is not None:
        return evolve(waiting, readings={}, dice=())
    middles = {p.id: p.centre for p in layout.places}
    ranked = {p: sorted(looks, key=lambda o: -scale(o, middles[p])) for p in middles}
    out, dice = {}, []
    for place, order in ranked.items():
        here = [o.readings[place] for o in order if place in o.readings]
        if here:
            out[place] = decided(here)
        dice += next((d for o in order if (d := [x for x in o.dice if x.place == place])), [])
    notes = {n for o in looks for n in o.notes} - {SMALL}
    if any(SMALL in o.notes for o in looks) and any(r.seen <= 0 for r in out.values()):
        notes.add(SMALL)
    read_at = max((o.at if o.read_at is None else o.read_at for o in looks), default=None)
    number = None if any(o.reading is None for o in looks) else sum(o.reading or 0 for o in looks)
    return evolve(looks[0], readings=out, dice=tuple(dice), notes=tuple(sorted(notes)), read_at=read_at, reading=number)


def scale(look: Observation, at: tuple[float, float]) -> float:
    """Pixels per mm at a place; 0 where the camera does not know the board's place."""
    return 0.0 if look.pose is None else px_per_mm(np.array(look.pose.homography).reshape(3, 3), *at)


def decided(ranked: Sequence[Reading]) -> Reading:
    """What readings of one place say together, the largest view first.

    One that knows goes before one that does not; where two of them know different things, nobody knows.
    """
    sure = [r for r in ranked if known(r)]
    if not sure:
        return max(ranked, key=lambda r: r.seen >= SEEN)
    return unknown(sure[0]) if any(r.best != sure[0].best for r in sure[1:]) else sure[0]


def unknown(reading: Reading) -> Reading:
    """The same place, and nothing is known of it."""
    counts = {p: tuple(0.0 for _ in ls) for p, ls in reading.counts.items()}
    return Reading(reading.place, 0.0, counts, tuple((s, 0.0) for s, _ in reading.stacks))


def known(reading: Reading) -> bool:
    """Whether the likeliest content of a place stands clear of the next."""
    return reading.seen >= SEEN and bool(reading.rows) and lead(reading.rows) >= KNOWN
