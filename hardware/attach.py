"""Puts links, decoders and readers together for a paired device."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Mapping

from attrs import evolve

from hardware.decoders import Decoder, EmDecoder, KeysDecoder, PlainDecoder, Pn532Decoder, TextDecoder
from hardware.dice import Die
from hardware.keys import KeyLink
from hardware.linedecoder import LineDecoder
from hardware.links import BadAddress, ByteLink, LineSettings, NoSuchPort, PortUnclear, SerialLink
from hardware.pairing import Paired
from hardware.ports import Port, find, list_ports
from hardware.reader import Pace, Reader
from hardware.readings import Reading, Stamp
from hardware.reasons import Reason


def link_for(
    paired: Paired,
    ports: Callable[[], Iterable[Port]] = list_ports,
    make: Callable[[str, LineSettings, str], ByteLink] = SerialLink,
) -> ByteLink:
    """Return an unopened link to where the device hangs now; raises NoSuchPort, PortUnclear or BadAddress."""
    if paired.kind == "keys":
        return KeyLink(paired.url or paired.place)
    if paired.url:
        return make(paired.url, paired.settings, paired.url)
    if paired.identity is None:
        raise BadAddress(paired.source, "no port and no url")
    found = find(paired.identity, ports())
    if isinstance(found, Reason):
        if found.code == "port-absent":
            raise NoSuchPort(paired.identity.text())
        raise PortUnclear(found)
    return make(found.path, paired.settings, f"{found.path} ({found.identity.text()})")


def decoder_for(paired: Paired, stamp: Stamp, enrolled: Mapping[str, str] | None = None) -> Decoder:
    """Return a fresh decoder for one connection of the device. ``enrolled``: tag -> card, looked up at each tag."""
    cards = {} if enrolled is None else enrolled
    decoder: Decoder
    if paired.kind == "line":
        dice = {die.id: die for die in paired.dice}
        decoder = LineDecoder(stamp, dice, cards, device=paired.device)
    elif paired.kind == "plain":
        decoder = PlainDecoder(stamp, paired.dice[0] if paired.dice else Die("d1"), deaf=paired.settling)
    elif paired.kind == "em4100":
        decoder = EmDecoder(stamp, paired.rule, cards)
    elif paired.kind == "keys":
        decoder = KeysDecoder(stamp, paired.rule, cards)
    elif paired.kind == "pn532":
        decoder = Pn532Decoder(stamp, paired.rule, cards)
    else:
        decoder = TextDecoder(stamp, paired.rule, cards)
    if paired.beats is not None:
        decoder.beats = paired.beats
    return decoder


def reader_for(
    paired: Paired,
    out: queue.Queue[Reading],
    enrolled: Mapping[str, str] | None = None,
    *,
    pace: Pace | None = None,
    clock: Callable[[], float] = time.monotonic,
    ports: Callable[[], Iterable[Port]] = list_ports,
) -> Reader:
    """Return a reader for the device, not yet started. Readings and status go into ``out``."""
    return Reader(
        paired.source,
        lambda: link_for(paired, ports),
        lambda stamp: decoder_for(paired, stamp, enrolled),
        out,
        pace=pace or evolve(Pace(), settle=paired.settling),
        clock=clock,
    )
