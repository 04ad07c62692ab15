"""Ports, pairing and live readings for the command line."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable
from typing import Any

from companion import i18n
from companion.engine.words import N_
from companion.table.ears import pairing
from companion.table.faults import value_line
from hardware.attach import reader_for
from hardware.keys import keyboards
from hardware.links import LinkFault
from hardware.listening import Heard, listen
from hardware.monitor import port_lines, port_rows, reading_line, reading_row
from hardware.ports import list_ports
from hardware.readings import State, Status
from hardware.reasons import say

Echo = Callable[[str], None]


def list_devices(as_json: bool, echo: Echo) -> int:
    ports = list_ports()
    if as_json:
        echo(json.dumps({"ports": port_rows(ports)}, ensure_ascii=False, indent=2))
    else:
        for line in port_lines(ports) or [i18n.gettext(N_("No serial port is plugged in."))]:
            echo(line)
        for path in keyboards():
            echo(f"keys+{path}")
    return 0


def find_device(port: str, seconds: float, as_json: bool, echo: Echo) -> int:
    """What hangs at a port and how fast it speaks, by listening; 0 when something made sense."""
    found: list[Heard] = []
    try:
        for heard in listen(port, seconds):
            found.append(heard)
            if not as_json and not heard.kind:
                told = i18n.gettext(N_("{baud} Bd: {n} bytes, none that make sense"))
                echo(told.format(baud=heard.baud, n=heard.count))
    except LinkFault as e:
        echo(say(e.reason, i18n.language()))
        return 1
    last = found[-1]
    if as_json:
        echo(json.dumps({"address": last.address(port) if last.kind else None, "bytes": sum(h.count for h in found)}))
    elif last.kind:
        echo(i18n.gettext(N_("This device is {address}.")).format(address=last.address(port)))
    else:
        told = N_("Nothing made sense at any speed. Lay a card on the reader or throw the die while it is listened to.")
        echo(i18n.gettext(told))
    return 0 if last.kind else 1


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
