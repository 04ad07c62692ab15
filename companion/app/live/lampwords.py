"""What the lamps of the devices say."""

from __future__ import annotations

from companion.engine.words import N_

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
    "write-stalled": N_("hangs: pull its plug"),
    "silent-too-long": N_("hangs: pull its plug"),
    "chip-silent": N_("the chip does not answer"),
    "tag-once": N_("hold it there once more"),
    "failed": N_("was not understood"),
    "reader-failed": N_("was not understood"),
}
