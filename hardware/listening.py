"""What a device is and how fast it speaks, found by listening: each speed for a moment, each kind at once.

Only a port that a person named is opened, since opening starts many boards anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from hardware.attach import decoder_for
from hardware.links import ByteLink, LineSettings, SerialLink
from hardware.pairing import KINDS, Paired
from hardware.readings import Stamp

SPEEDS = (9600, 115200, 57600, 38400, 19200, 2400, 4800, 74880, 230400)
HEARD_KINDS = ("line", "em4100", "text", "plain")  # those that speak unasked


@frozen
class Heard:
    """What was heard at one speed. ``kind``: the first one that makes sense of it; "" for none. ``sample``: bytes."""

    baud: int
    kind: str
    count: int
    sample: bytes

    def address(self, port: str) -> str:
        """How the device is given from now on."""
        return f"{self.kind}+{port}" + ("" if KINDS[self.kind].baud == self.baud else f"@{self.baud}")


def listen(
    port: str,
    seconds: float = 4.0,
    make: Callable[[str, LineSettings], ByteLink] = SerialLink,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Heard]:
    """Listen at each speed in turn until something makes sense; yields each speed. Raises OpenFault."""
    for baud in SPEEDS:
        heard = _at(make(port, LineSettings(baud=baud, timeout=0.1)), baud, seconds, clock)
        yield heard
        if heard.kind:
            return


def _at(link: ByteLink, baud: int, seconds: float, clock: Callable[[], float]) -> Heard:
    link.open()
    got = b""
    try:
        began = clock()
        decoders = {k: decoder_for(evolve(Paired("?", kind=k), settle=0.0), Stamp("?", 1)) for k in HEARD_KINDS}
        for decoder in decoders.values():
            decoder.start(began)
        while (now := clock()) - began < seconds:
            data = link.read_available(4096)
            got += data
            for kind, decoder in decoders.items():
                decoder.feed(data, now)
                decoder.tick(now)
                if decoder.heard is not None:
                    return Heard(baud, kind, len(got), got[:32])
    finally:
        link.close()
    return Heard(baud, "", len(got), got[:32])
