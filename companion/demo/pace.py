"""How fast people play at the demo table."""

from __future__ import annotations

from attrs import evolve

from vision.demo.script import Pace

QUICK = Pace(
    frame_s=(0.17, 0.2), enter_s=(0.2, 0.2), act_s=(0.2, 0.2), leave_s=(0.2, 0.2), still_s=(0.9, 1.0), rest_share=0.0,
    hand_share=0.34, steps=1,
)  # fmt: skip
HUMAN = Pace(
    frame_s=(0.06, 0.08), enter_s=(0.3, 0.5), act_s=(0.4, 0.9), leave_s=(0.3, 0.6), still_s=(0.6, 0.7), rest_share=0.1,
    rest_s=(0.5, 1.5), steps=2, idle_s=(0.18, 0.22),
)  # fmt: skip
LED = evolve(QUICK, hand_share=1.0)  # a hand lays every piece: without one, a few far pixels may go unnoticed
