"""Towns learned in play are read like any other afterwards: what changes on them is seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from attrs import define, field

from companion.app.live.owntable import OwnEye
from companion.capture.draft import Drawn
from companion.capture.learning import Learning
from companion.engine.boards import board_from_mapping
from companion.games.brian_boru.capture import document
from companion.table.layout import layout_of
from tests.capture.boards import real_layout, stranger
from tests.owners.bench import placed
from vision.camera import apply
from vision.capture.known import KnownReader
from vision.demo.arrange import Arrangement

COLOURS = ("white", "purple", "orange", "black")
Table = Mapping[str, Mapping[str, int]]


@define(slots=False)
class Evening:
    """A board of which only the corners are known; its towns are learned where discs are laid."""

    seed: int
    calm: bool = True
    now: float = field(init=False, default=0.0)
    ended: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        real = stranger("brian_boru", self.seed)
        _, self.table = placed(real, self.seed)
        picture, h = self.table.shoot(), self.table.truth().homography
        doc = {**document(Drawn(), real.size_mm, "own"), "colours": list(COLOURS)}
        self.learning = Learning(board_from_mapping(doc, "own"), picture, h)
        towns = {s.id: s.id for s in real.spaces if s.kind == "town"}
        self.layout = real_layout(self.learning.board, real, towns)
        self.arrangement = Arrangement(self.layout, self.seed)
        self.to = np.linalg.inv(h) @ h
        self.lying: Table = {}
        self.make = lambda: KnownReader(layout_of(self.learning.board, COLOURS), picture, h)
        self.eye = OwnEye(self, self.make, self._settled)
        self.eye.expect({})
        self.show({})

    def read(self) -> Any:
        self.now += 0.3
        return self.frame, self.now

    def close(self) -> None:
        pass

    def _settled(self, frame: Any, seen: Any) -> bool:
        known = {s.id for s in self.learning.board.spaces if s.look == "slot"}
        wanted = [n for n in self.lying if n not in known]
        patch = self.learning.look(frame, np.array(seen.pose.homography).reshape(3, 3), wanted)
        if patch is not None:
            near = {p.id: apply(self.to, [p.centre])[0] for p in self.layout.places if p.id in wanted}
            name = min(near, key=lambda n: float(np.linalg.norm(near[n] - np.array(patch.at))))
            self.learning.learn(patch, name)
            self.eye.rebuild(self.make)
        return self.calm and self.learning.calm

    def show(self, lying: Table, agree: bool = True) -> Any:
        """Lay this and look until it is still and read; it is agreed to unless the camera is to tell it."""
        self.lying = lying
        self.table.lay(self.arrangement.update(lying))
        self.frame = self.table.shoot()
        seen = None
        for _ in range(8):
            seen = self.eye.look()
            if agree and seen is not None and seen.settled:
                known = [s.id for s in self.learning.board.spaces if s.look == "slot"]
                self.eye.agree({n: lying.get(n, {}) for n in known})
        return seen

    def top(self, seen: Any, town: str, before: tuple[str, ...]) -> tuple[str, ...]:
        """What is seen on top of a town; what lay there ``before`` must be clearly out of the question."""
        reading = seen.readings[town]
        assert reading.seen > 0.5, f"{town} is not read"
        judged = dict(reading.stacks)
        assert max(judged.values()) - judged[before] > 4.0, judged
        return tuple(max(reading.stacks, key=lambda s: s[1])[0])[:1]


@pytest.mark.proof
@pytest.mark.parametrize("calm", [True, False], ids=["calm", "never calm"])
def test_a_later_act_on_a_learned_town_is_seen(calm: bool) -> None:
    """Also where something always lies beside the known places, so that no picture may be learned from again."""
    evening = Evening(1, calm)
    first, second, white, purple = "N1", "D1", ("disc:white",), ("disc:purple",)
    evening.show({first: {"disc:white": 1}})
    evening.show({first: {"disc:white": 1}, second: {"disc:purple": 1}})
    assert set(evening.learning.outlines) == {first, second}
    seen = evening.show({first: {"disc:purple": 1}, second: {"disc:purple": 1}}, agree=False)
    assert evening.top(seen, first, white) == purple
    assert evening.top(seen, second, ()) == purple
    seen = evening.show({second: {"disc:purple": 1}}, agree=False)
    assert evening.top(seen, first, purple) == ()
