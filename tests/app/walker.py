"""A finger that tries everything: of the controls on the page it touches what it has touched least, and looks.

Every touch must change what can be seen, or say why not; every page must hold what ``tests.app.seen`` asks.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from attrs import define, field

from tests.app import seen
from tests.app.finger import STEP, Finger

PATIENCE_S = 5.0  # that a change may take on a busy machine; how long it really took is the bench's business


@define
class Walk:
    """``dead``: live controls that changed nothing; ``silent``: those that are off and did not say why; ``faults``:
    what is wrong with a page, with the page."""

    touched: Counter[tuple[str, ...]] = field(factory=Counter)
    dead: set[str] = field(factory=set)
    silent: set[str] = field(factory=set)
    faults: set[str] = field(factory=set)

    def told(self) -> list[str]:
        return sorted([*(f"dead: {d}" for d in self.dead), *(f"silent: {s}" for s in self.silent), *self.faults])

    @property
    def places(self) -> set[str]:
        return {key[0] for key in self.touched}


def walk(f: Finger, touches: int, seed: int, walked: Walk | None = None) -> Walk:
    """So many touches from where the app is."""
    found, rng = walked or Walk(), random.Random(seed)
    for _ in range(touches):
        controls = f.controls()
        assert controls, f"nothing can be touched at {f.place}: {f.words()}"
        one = min(controls, key=lambda c: (found.touched[c.key], rng.random()))
        found.touched[one.key] += 1
        before, enabled, chosen = f.shows(), one.enabled, getattr(one.part, "chosen", False)
        said = f.parts("Whisper")
        f.tap(one.part)
        end = time.monotonic() + PATIENCE_S
        while not answered(f, before, said) and time.monotonic() < end and not chosen:
            time.sleep(STEP)
            f.settle()
        if not answered(f, before, said) and not chosen:
            (found.dead if enabled else found.silent).add(" ".join(one.key[:3]))
        f.rest()
        found.faults.update(f"{f.place}: {fault}" for fault in lasting(f))
    return found


def answered(f: Finger, before: str, said: list[Any]) -> bool:
    """Whether the page looks otherwise than before, or says anew what it said already."""
    return f.shows() != before or any(w not in said for w in f.parts("Whisper"))


def lasting(f: Finger) -> list[str]:
    """What is wrong with the page, and stays so: on a busy machine its next view may be a moment late."""
    faults, end = seen.faults(f.shell), time.monotonic() + PATIENCE_S
    while faults and time.monotonic() < end:
        time.sleep(STEP)
        f.settle()
        still = seen.faults(f.shell)
        faults = [fault for fault in faults if fault in still]
    return faults
