"""A picture explained: outlines of places where they lie, what was read there and how surely."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.observation import Observation, Reading, lead

SURE, UNSURE, HIDDEN = (120, 200, 90), (60, 170, 240), (150, 150, 150)  # BGR
GAP = 3.0  # nats between the best and the next content of a place that is called sure


def in_short(reading: Reading) -> tuple[str, bool]:
    """The likeliest content in short, and whether it stands clear of the next."""
    best = reading.best
    if isinstance(best, tuple):
        told = "+".join(p.partition(":")[2][:2] for p in best)
    else:
        told = " ".join(f"{p.partition(':')[2][:2]}{n}" for p, n in best.items() if n)
    return told, lead(reading.rows) >= GAP


def draw(frame: NDArray[np.uint8], layout: Layout, seen: Observation) -> NDArray[np.uint8]:
    """A copy of the picture (BGR) with its readings drawn in; only the picture where no board was found."""
    out = frame.copy()
    if seen.pose is None:
        return out
    h = np.array(seen.pose.homography).reshape(3, 3)
    size = max(0.4, frame.shape[1] / 2600)
    for place in layout.places:
        reading = seen.readings.get(place.id)
        outline = cv2.perspectiveTransform(np.array([place.polygon], np.float64), h)[0]
        at = cv2.perspectiveTransform(np.array([[place.centre]], np.float64), h)[0, 0]
        text, sure = in_short(reading) if reading is not None else ("", False)
        hidden = reading is None or reading.seen < 0.35
        colour = HIDDEN if hidden else SURE if sure else UNSURE
        cv2.polylines(out, [np.round(outline * 16).astype(np.int32)], True, colour, 2, cv2.LINE_AA, 4)
        if text and not hidden:
            spot = (int(at[0]) - 20, int(at[1]) - 8)
            cv2.putText(out, text, spot, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 4, cv2.LINE_AA)
            cv2.putText(out, text, spot, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
    return out


def save_overlay(path: Path, frame: NDArray[np.uint8], layout: Layout, seen: Observation) -> None:
    """Write the explained picture as PNG; raises OSError when it cannot be written."""
    ok, data = cv2.imencode(".png", draw(frame, layout, seen))
    if not ok:
        raise OSError(f"{path}: the picture could not be encoded")
    path.write_bytes(data.tobytes())
