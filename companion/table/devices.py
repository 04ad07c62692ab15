"""Ports, pairing and live readings for the command line."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable
from typing import Any

from companion import i18n
from companion.table.ears import pairing
from companion.table.faults import value_line
from hardware.attach import reader_for
from hardware.monitor import port_lines, port_rows, reading_line, reading_row
from hardware.ports import list_ports
from hardware.readings import State, Status

Echo = Callable[[str], None]


def list_devices(as_json: bool, echo: Echo) -> int:
    ports = list_ports()
    if as_json:
        echo(json.dumps({"ports": port_rows(ports)}, ensure_ascii=False, indent=2))
    else:
        for line in port_lines(ports) or ["No serial port is plugged in."]:
            echo(line)
    return 0


def monitor_device(url: str, seconds: float | None, as_json: bool, echo: Echo) -> int:
    """Everything one device says, a line each; 0 when it was live at the end."""
    out: queue.Queue[Any] = queue.Queue()
    try:
        reader = reader_for(pairing(url), out)
    except ValueError as e:
        echo(value_line(e))
        return 1
    began = time.monotonic()
    reader.start()
    live = False
    try:
        while seconds is None or time.monotonic() - began < seconds:
            try:
                reading = out.get(timeout=0.1)
            except queue.Empty:
                continue
            if isinstance(reading, Status):
                live = reading.state is State.LIVE
            echo(json.dumps(reading_row(reading)) if as_json else reading_line(reading, began, i18n.language()))
    except KeyboardInterrupt:
        pass
    finally:
        reader.stop()
    return 0 if live else 1
