"""A thread that is still at work when the program ends comes to the end of what it does."""

from __future__ import annotations

import subprocess
import sys

BUSY = """
import time
from companion.table import worker
worker.CLOSE_S = 0.1
def step():
    time.sleep(1.0)
    print("done", flush=True)
    return True
busy = worker.Worker("busy", step)
busy.start()
time.sleep(0.2)
busy.close()
print("closed", flush=True)
"""


def test_the_program_ends_after_what_a_closed_worker_is_doing() -> None:
    told = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["closed", "done"]
