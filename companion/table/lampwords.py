"""What the lamps of the devices say."""

from __future__ import annotations

from companion.engine.words import N_
from companion.table.snapshot import Device

DEVICE_WORDS = {"camera": N_("Camera"), "die": N_("Die"), "cards": N_("Cards")}
STATES = {
    ("camera", "ok"): N_("sees all"),
    ("camera", "warn"): N_("looks for the board"),
    ("camera", "bad"): N_("is gone"),
    ("camera", "off"): N_("not connected"),
    ("die", "ok"): N_("ready"),
    ("die", "warn"): N_("is silent"),
    ("die", "bad"): N_("is gone"),
    ("die", "off"): N_("not connected"),
    ("cards", "ok"): N_("ready"),
    ("cards", "warn"): N_("is silent"),
    ("cards", "bad"): N_("is gone"),
    ("cards", "off"): N_("not needed"),
}
CAMERA_CODES = {
    "waits": N_("waits for the set-up"),
    "moved": N_("finds the board again"),
    "light": N_("gets used to the light"),
    "dark": N_("sees too little light"),
    "small": N_("sees pieces too small to count"),
    "one": N_("one of several is gone"),
    "mirrored": N_("shows a mirrored picture: turn that off"),
    "frozen": N_("shows a picture that stands still"),
    "failed": N_("could not use a picture"),
    "hung": N_("hangs: pull its plug"),
    "silent": N_("sends no picture"),
    "timeout": N_("does not answer"),
    "refused": N_("does not answer"),
    "unreachable": N_("is not in this network"),
    "unknown_host": N_("has a name nobody knows"),
    "login": N_("asks for a password"),
    "login_wrong": N_("does not take this password"),
    "forbidden": N_("does not let us in"),
    "certificate": N_("has an unknown certificate"),
    "not_stream": N_("sends no pictures"),
    "no_page": N_("sends no pictures"),
    "no_pictures": N_("sends no pictures"),
    "no_rtsp": N_("sends no pictures"),
    "no_ffmpeg": N_("sends no pictures"),
    "no_http": N_("does not answer as a camera does"),
    "no_tls": N_("does not answer as a camera does"),
    "status": N_("does not answer as a camera does"),
    "redirects": N_("does not answer as a camera does"),
    "broke_off": N_("does not answer as a camera does"),
    "unreadable": N_("could not use a picture"),
    "huge": N_("could not use a picture"),
    "tiny": N_("could not use a picture"),
    "torn": N_("could not use a picture"),
    "heic": N_("could not use a picture"),
    "address": N_("has no such address"),
    "scheme": N_("has no such address"),
    "denied": N_("may not be used"),
    "missing": N_("is not plugged in"),
    "ended": N_("has come to its end"),
}
LINE_CODES = {  # of dice and card readers
    "noise": N_("wrong device or speed?"),
    "never-spoke": N_("wrong device or speed?"),
    "settling": N_("is starting"),
    "port-absent": N_("is not plugged in"),
    "port-permission": N_("may not be used"),
    "port-busy": N_("is in use elsewhere"),
    "port-ambiguous": N_("one of two: choose it anew"),
    "port-moved": N_("one of two: choose it anew"),
    "port-not-serial": N_("is no serial line"),
    "host-unreachable": N_("does not answer"),
    "address": N_("has no such address"),
    "address-malformed": N_("has no such address"),
    "address-scheme": N_("has no such address"),
    "address-port": N_("has no such address"),
    "write-stalled": N_("hangs: pull its plug"),
    "silent-too-long": N_("hangs: pull its plug"),
    "chip-silent": N_("the chip does not answer"),
    "tag-once": N_("hold it there once more"),
    "device-other": N_("is another device"),
    "protocol-version": N_("speaks another language"),
    "die-sides": N_("has other sides"),
    "die-sides-differ": N_("has other sides"),
    "tag-random": N_("a phone or bank card is no card"),
    "failed": N_("was not understood"),
    "reader-failed": N_("was not understood"),
    "uid-not-hex": N_("was not understood"),
    "tag-malformed": N_("was not understood"),
    "chip-garbled": N_("was not understood"),
    "message-fields": N_("was not understood"),
    "message-unknown": N_("was not understood"),
    "die-state": N_("was not understood"),
    "tag-state": N_("was not understood"),
}


def lamp_words(device: Device) -> str:
    """What the lamp of a camera, a die or a card reader says, as a message of the catalogue."""
    codes = CAMERA_CODES if device.name == "camera" else LINE_CODES
    return codes.get(device.code, STATES[(device.name, device.state)])
