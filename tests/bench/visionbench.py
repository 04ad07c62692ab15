"""The frame loop and readings at 1920 x 1080 on one core, beside a plain reader on the same pictures."""

from __future__ import annotations

from companion.bench import Metrics
from tests.bench.lightbench import measure_light
from tests.bench.readbench import measure_reading
from tests.bench.samplebench import measure_sample


def measure(quick: bool) -> Metrics:
    return measure_reading(quick) | measure_light(quick) | measure_sample(quick)
