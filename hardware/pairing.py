"""Which device hangs on which port, as plain values, with its file.

A pairing is made by a person, once. Nothing is found out by opening ports: that would start boards anew and disturb
other programs. In an address, the kind stands in front, the speed and what else differs behind, and what stays the
same of a USB adapter may stand in the place of its port::

    plain+/dev/ttyUSB0@9600        socket://127.0.0.1:5000        keys+/dev/input/by-id/usb-...-event-kbd
    em4100+/dev/ttyUSB0?presence=once&settle=2&dtr=off&rts=off
    em4100+usb:1A86:7523/1-1.2     (vendor, product, socket)      line+usb:2341:0043#85  (serial number)
    pairing.yaml#pad               (a device of a pairing file)

The file, with all that is usual left out::

    version: 1
    devices:
      - source: tower                    # its name in every reading
        kind: line
        port: {vid: "2341", pid: "0043", serial: "85", path: /dev/ttyACM0}
        dice:
          - {id: d1, sides: 6, faces: [BLUE, GREEN, RED, YELLOW, BLACK, WHITE]}
      - source: pad
        kind: em4100
        port: {vid: "1A86", pid: "7523", location: 1-1.2}
        presence: {mode: once}
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen
from attrs.validators import in_

from hardware import bg, files
from hardware.dice import Die
from hardware.links import FASTEST, SLOWEST, LineSettings, is_url
from hardware.ports import Identity
from hardware.presence import MODES, PresenceRule

VERSION = 1


@frozen
class Kind:
    """What is usual for one kind of device. ``settle``: s a board needs after its port was opened."""

    baud: int
    settle: float
    presence: PresenceRule
    timeout: float = 0.1  # s


KINDS = {
    "line": Kind(bg.BAUD, 2.0, PresenceRule("told")),  # the $BG protocol and JSON lines
    "plain": Kind(9600, 2.0, PresenceRule("once")),  # a die that prints bare faces
    "em4100": Kind(9600, 0.0, PresenceRule("repeat", window=0.6, gone_after=1.5)),  # 125 kHz readers
    "pn532": Kind(115200, 0.2, PresenceRule("poll", window=0.6), timeout=0.05),
    "text": Kind(9600, 2.0, PresenceRule("once")),  # MFRC522 sketches that print the UID
    "keys": Kind(9600, 0.0, PresenceRule("once")),  # USB readers that type a number and Enter like a keyboard
}


@frozen
class Paired:
    """One device: where it is and how it speaks.

    ``source`` is its name in every reading. ``url`` (``socket://...``, or a bare path) goes before ``identity``.
    ``line``, ``presence``, ``settle`` (s) and ``beats`` are None where the kind's usual ones hold.
    """

    source: str
    kind: str = field(default="line", validator=in_(tuple(KINDS)))
    url: str = ""
    identity: Identity | None = None
    line: LineSettings | None = None
    presence: PresenceRule | None = None
    settle: float | None = None
    beats: bool | None = None
    device: str = ""  # the name it must give itself, if any
    dice: tuple[Die, ...] = ()

    @property
    def settings(self) -> LineSettings:
        """How its line is opened."""
        usual = KINDS[self.kind]
        return self.line or LineSettings(baud=usual.baud, timeout=usual.timeout)

    @property
    def rule(self) -> PresenceRule:
        """How its tags come and go."""
        return self.presence or KINDS[self.kind].presence

    @property
    def settling(self) -> float:
        """How long it may boot, in s; what hangs on a network address does not boot because we connect."""
        if self.settle is not None:
            return self.settle
        return 0.0 if is_url(self.url) else KINDS[self.kind].settle

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return self.url or (self.identity.text() if self.identity else "?")


_ADDRESS = re.compile(
    r"(?:(?P<kind>[a-z0-9]+)\+)?(?P<url>[^?]+?)(?:@(?P<baud>[0-9]{1,9}))?(?:\?(?P<options>.*))?", re.IGNORECASE
)
_NO_SPEED = re.compile(r"[^?]+@(?P<speed>[\w., ]*)")  # behind the port, where its speed belongs
_USB = re.compile(
    r"usb:(?P<vid>[0-9a-f]{4}):(?P<pid>[0-9a-f]{4})(?:/(?P<location>[^#]+))?(?:#(?P<serial>.+))?", re.IGNORECASE
)
_FILE = re.compile(r"(?P<file>.+\.(?:ya?ml|json))(?:#(?P<source>.+))?", re.IGNORECASE)


def parse_address(text: str, source: str = "", dice: Iterable[Die] = ()) -> Paired:
    """Return the device that ``[kind+]url[@baud]`` names; the kind is ``line`` unless given.

    Raises ValueError, naming what was expected.
    """
    if filed := _FILE.fullmatch(text.strip()):
        return _from_file(filed["file"], filed["source"] or "", source, tuple(dice))
    match = _ADDRESS.fullmatch(text.strip())
    if not match:
        raise ValueError("address: expected KIND+PORT@SPEED, found nothing")
    kind = (match["kind"] or "line").lower()
    if kind not in KINDS:
        raise ValueError(f"address: expected one of the kinds {', '.join(KINDS)}, found {kind!r}")
    if odd := _NO_SPEED.fullmatch(match["url"]):
        found = odd["speed"] or "nothing"
        raise ValueError(f"{text}: expected a whole number from {SLOWEST} to {FASTEST} behind the @, found {found}")
    place: dict[str, Any] = {"url": match["url"]}
    if match["url"].lower().startswith("usb:"):
        usb = _USB.fullmatch(match["url"])
        if not usb:
            raise ValueError(f"address: expected usb:VID:PID with four hex digits each, found {match['url']!r}")
        ids = Identity(int(usb["vid"], 16), int(usb["pid"], 16), usb["serial"], usb["location"])
        place = {"identity": ids}
    paired = Paired(source=source or match["url"], kind=kind, dice=tuple(dice), **place)
    if match["baud"]:
        paired = evolve(paired, line=evolve(paired.settings, baud=int(match["baud"])))
    for option in (match["options"] or "").split("&") if match["options"] else ():
        paired = _told(paired, *option.partition("=")[::2])
    return paired


def _told(paired: Paired, name: str, value: str) -> Paired:
    """A device with one option of its address; raises ValueError."""
    switch = {"on": True, "yes": True, "off": False, "no": False}.get(value.lower())
    if name == "presence" and value in MODES:
        return evolve(paired, presence=evolve(paired.rule, mode=value))
    if name == "settle" and re.fullmatch(r"\d{1,2}(\.\d+)?", value):
        return evolve(paired, settle=float(value))
    if name in ("dtr", "rts") and switch is not None:
        line = evolve(paired.settings, dtr=switch) if name == "dtr" else evolve(paired.settings, rts=switch)
        return evolve(paired, line=line)
    if name == "beats" and switch is not None:
        return evolve(paired, beats=switch)
    if name == "baud" and re.fullmatch(r"[0-9]{1,9}", value):
        return evolve(paired, line=evolve(paired.settings, baud=int(value)))
    known = f"presence={'/'.join(MODES)}, settle=SECONDS, dtr=on/off, rts=on/off, beats=on/off, baud=NUMBER"
    raise ValueError(f"address: expected one of the options {known}, found '{name}={value}'")


def _from_file(file: str, wanted: str, source: str, dice: tuple[Die, ...]) -> Paired:
    """The device of a pairing file; raises ValueError."""
    devices = load_pairing(file)
    found = [d for d in devices if not wanted or d.source == wanted]
    if len(found) != 1:
        names = ", ".join(d.source for d in devices)
        raise ValueError(f"{file}: expected # and one of the devices {names}, found {wanted or 'none'}")
    return evolve(found[0], source=source or found[0].source, dice=found[0].dice or dice)


def load_pairing(path: Path | str) -> tuple[Paired, ...]:
    """Read a pairing file (YAML or JSON); raises BadFile, which lists every fault with line and key."""
    root = files.load(path)
    top = root.fields(("version", "devices"), needed=("version", "devices"))
    if "version" in top:
        top["version"].version(VERSION)
    devices = [_device(entry) for entry in (top["devices"].items() if "devices" in top else ())]
    names = [device.source for device in devices]
    for entry, name in zip(top["devices"].items() if devices else (), names, strict=False):
        if names.count(name) > 1:
            entry.fault("a source name of its own", repr(name))
    root.done()
    return tuple(devices)


def save_pairing(path: Path | str, devices: Iterable[Paired]) -> None:
    """Write a pairing file; what is usual is left out. Raises OSError."""
    files.save(path, {"version": VERSION, "devices": [_plain(device) for device in devices]})


_DEVICE = ("source", "kind", "url", "port", "line", "presence", "settle", "beats", "device", "dice")
_PORT = ("vid", "pid", "serial", "location", "path")
_LINE = ("baud", "bits", "parity", "stop", "timeout", "write_timeout", "dtr", "rts")
_PRESENCE = ("mode", "confirm", "window", "gone_after", "misses", "quiet")


def _device(entry: files.Entry) -> Paired:
    found = entry.fields(_DEVICE, needed=("source",))
    given: dict[str, Any] = {}
    for name in ("source", "url", "device"):
        if name in found:
            given[name] = found[name].text()
    if "kind" in found:
        given["kind"] = found["kind"].choice(KINDS)
    if "settle" in found:
        given["settle"] = found["settle"].number(0, 30)
    if "beats" in found:
        given["beats"] = found["beats"].yes()
    if "port" in found:
        given["identity"] = _port(found["port"])
    usual = Paired(source="", kind=given.get("kind", "line"))
    if "line" in found:
        given["line"] = _line(found["line"], usual.settings)
    if "presence" in found:
        given["presence"] = _presence(found["presence"], usual.rule)
    if "dice" in found:
        given["dice"] = tuple(die for e in found["dice"].items() if (die := _die(e)) is not None)
    if not given.get("url") and "identity" not in given:
        entry.fault("one of the keys url, port", "none")
    return Paired(**{"source": "", **given})


def _port(entry: files.Entry) -> Identity:
    given: dict[str, Any] = {}
    for name, value in entry.fields(_PORT).items():
        if value.null:
            continue
        text = value.text()
        if name in ("vid", "pid"):
            if not re.fullmatch(r"[0-9A-Fa-f]{4}", text):
                value.fault("four hex digits")
                continue
            given[name] = int(text, 16)
        else:
            given[name] = text
    if ("vid" in given) != ("pid" in given):
        entry.fault("vid and pid together", "one of both")
    elif "vid" not in given and "path" not in given:
        entry.fault("vid and pid, or path", "none")
    return Identity(**given)


def _line(entry: files.Entry, usual: LineSettings) -> LineSettings:
    given: dict[str, Any] = {}
    found = entry.fields(_LINE)
    for name, value in found.items():
        if name == "parity":
            given[name] = value.choice("NEO")
        elif name in ("dtr", "rts"):
            given[name] = None if value.null else value.yes()
        elif name == "baud":
            given[name] = value.integer(SLOWEST, FASTEST)
        elif name == "bits":
            given[name] = value.integer(7, 8)
        else:
            given[name] = value.number(*{"stop": (1, 2), "timeout": (0.01, 1)}.get(name, (0.1, 10)))
    try:
        return evolve(usual, **given)
    except ValueError as error:
        found.get("baud", entry).wrong(error)
        return usual


def _presence(entry: files.Entry, usual: PresenceRule) -> PresenceRule:
    given: dict[str, Any] = {}
    for name, value in entry.fields(_PRESENCE).items():
        if name == "mode":
            given[name] = value.choice(MODES)
        elif name in ("confirm", "misses"):
            given[name] = value.integer(1, 20)
        else:
            given[name] = value.number(0.01, 60)
    return evolve(usual, **given)


def _die(entry: files.Entry) -> Die | None:
    found = entry.fields(("id", "sides", "faces"), needed=("id",))
    faces: tuple[str, ...] = ()
    if "faces" in found:
        faces = tuple(face.text() for face in found["faces"].items())
    sides = found["sides"].integer(2, 120) if "sides" in found else len(faces) or 6
    try:
        return Die(found["id"].text() if "id" in found else "", sides, faces)
    except ValueError as error:
        entry.wrong(error)
        return None


def _plain(device: Paired) -> dict[str, Any]:
    out: dict[str, Any] = {"source": device.source, "kind": device.kind}
    if device.url:
        out["url"] = device.url
    if device.identity:
        port = {name: getattr(device.identity, name) for name in _PORT}
        out["port"] = {
            name: f"{value:04X}" if isinstance(value, int) else value
            for name, value in port.items()
            if value is not None
        }
    if device.line:
        out["line"] = {name: getattr(device.line, name) for name in _LINE}
    if device.presence:
        out["presence"] = {name: getattr(device.presence, name) for name in _PRESENCE}
    for name in ("settle", "beats"):
        if getattr(device, name) is not None:
            out[name] = getattr(device, name)
    if device.device:
        out["device"] = device.device
    if device.dice:
        out["dice"] = [
            {"id": die.id, "sides": die.sides, **({"faces": list(die.faces)} if die.faces else {})}
            for die in device.dice
        ]
    return out
