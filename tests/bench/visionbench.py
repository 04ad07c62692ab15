"""The frame loop and readings at 1920 x 1080 on one core, beside a plain reader on the same pictures."""

from __future__ import annotations

from companion.bench import Metrics
from tests.bench.lightbench import measure_light
from tests.bench.readbench import measure_reading


def measure(quick: bool) -> Metrics:
    return measure_reading(quick) | measure_light(quick)
