"""OpenCV comes with the first picture: whoever plays by hand does without it."""

from __future__ import annotations

import subprocess
import sys

ASKED_AT_ONCE = """
import sys, threading
import companion.app.live.backend
before = {m for m in sys.modules if m.startswith("cv2.")}
import cv2
standing = cv2
found = []
asking = [threading.Thread(target=lambda: found.append(cv2.INTER_LINEAR)) for _ in range(8)]
for t in asking: t.start()
for t in asking: t.join()
import vision.frames
same = sys.modules["cv2"] is standing is vision.frames.cv2
print(sorted(before), found == [1] * 8, hasattr(cv2, "no_such_thing"), issubclass(cv2.error, Exception), same)
"""


def test_the_app_starts_without_opencv_and_any_thread_may_be_the_first_to_use_it() -> None:
    told = subprocess.run([sys.executable, "-c", ASKED_AT_ONCE], capture_output=True, text=True, check=True)
    assert told.stdout.split("\n")[0] == "[] True False True True"
