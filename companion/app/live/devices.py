"""Which camera, die and card reader this tablet uses: kept in a small file, shown as lamps and in the settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion import i18n
from companion.app import setup_views as v
from companion.app.viewmodel import Choice, Lamp
from companion.engine.words import N_
from hardware.filing.reading import read_json
from hardware.filing.whole import write_json
from hardware.keys import keyboards
from hardware.ports import list_ports
from vision.devices import nodes
from vision.web import masked

LAMPS = ("camera", "die", "cards")
SECOND = "camera2"  # one that sees the other half of the table
NAMES = ("camera", SECOND, "die", "cards")
WORDS = {"camera": N_("Camera"), SECOND: N_("Second camera"), "die": N_("Die"), "cards": N_("Cards")}
READERS = {"em4100": "RDM6300", "pn532": "PN532", "text": "MFRC522", "line": "$BG"}  # kinds of card reader
DICE = {"line": "$BG", "plain": "1-6"}  # kinds of die
CAMERAS = 2  # numbers offered where the system lists none; any other address can be given on the command line
BY_ID = Path("/dev/v4l/by-id")

NO_CAMERA, NO_DEVICE = N_("No camera"), {"die": N_("No die"), "cards": N_("No card reader")}


class Devices:
    """Addresses by device, "" for none. ``given``: from the command line, for this run only."""

    def __init__(self, file: Path, given: Mapping[str, str | None]) -> None:
        self._file = file
        self._known = {**self._kept(), **{name: address for name, address in given.items() if address}}

    def __getitem__(self, name: str) -> str:
        return self._known.get(name, "")

    def choose(self, name: str, address: str) -> None:
        """Use this from now on; kept for the next evening."""
        self._known[name] = address
        write_json(self._file, {**self._kept(), name: address})

    def _kept(self) -> dict[str, str]:
        try:
            kept = read_json(self._file)
        except (OSError, ValueError):
            return {}
        return {str(k): str(x) for k, x in kept.items()} if isinstance(kept, dict) else {}

    @property
    def cameras(self) -> tuple[str, ...]:
        """Addresses of the cameras over the table, the first one first; () for none."""
        return tuple(dict.fromkeys(a for a in (self["camera"], self[SECOND]) if a))

    def lamps(self, names: tuple[str, ...] = LAMPS) -> tuple[Lamp, ...]:
        out = []
        for name in names:
            text = i18n.gettext(N_("chosen")) if self[name] else i18n.gettext(N_("not connected"))
            out.append(Lamp(name, i18n.gettext(WORDS[name]), "ok" if self[name] else "off", text))
        return tuple(out)

    def view(self) -> v.SettingsView:
        names = NAMES if self["camera"] else LAMPS  # a second one only beside a first
        return v.SettingsView(tuple(self._device(lamp) for lamp in self.lamps(names)))

    def _device(self, lamp: Lamp) -> v.Device:
        choices = [Choice("", i18n.gettext(NO_DEVICE.get(lamp.device, NO_CAMERA)))]
        if lamp.device in ("camera", SECOND):
            choices += _cameras()
        if lamp.device == "cards":
            choices += _ports(READERS)
            choices += [Choice(f"keys+{p}", f"USB, {p.rpartition('/')[2][:40]}") for p in keyboards()]
        if lamp.device == "die":
            choices += _ports(DICE)
        now = self[lamp.device]
        if now and all(c.key != now for c in choices):
            choices.append(Choice(now, masked(now)))
        return v.Device(lamp.device, lamp.word, lamp.state, lamp.text, tuple(choices), now)


def _cameras() -> list[Choice]:
    """Cameras by what stays the same of them where the system knows it; else the first numbers."""
    found = [n for n in nodes() if n.index == 0]
    if not found:
        return [Choice(str(n), i18n.gettext(N_("Camera {n}")).format(n=n + 1)) for n in range(CAMERAS)]
    lasting = {os.path.realpath(p): str(p) for p in sorted(BY_ID.glob("*"))} if BY_ID.is_dir() else {}
    return [Choice(lasting.get(n.path, str(n.number)), f"{n.name or '?'}, {n.path.rpartition('/')[2]}") for n in found]


def _ports(kinds: Mapping[str, str]) -> list[Choice]:
    """USB ports by each kind of device; what is kept is the adapter's own identity, since ports change their names."""
    return [
        Choice(f"{kind}+{port.identity.address() or port.path}", f"{name}, {port.path.rpartition('/')[2]}")
        for port in list_ports()
        if port.usb
        for kind, name in kinds.items()
    ]
