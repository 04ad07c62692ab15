"""Why something is as it is: stable codes with facts, and their sentences in English and German.

Nothing else in this package holds a sentence. An app takes the English one as message id for its catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from attrs import field, frozen


@frozen
class Reason:
    """A stable code and the facts that fill its sentence."""

    code: str
    facts: Mapping[str, object] = field(factory=dict)


def N_(msgid: str) -> str:
    """Mark a sentence for translation, by the name that gettext extractors know, and return it unchanged."""
    return msgid


ENGLISH: Mapping[str, str] = {
    # the line
    "not-started": N_("{source} has not been started."),
    "opening": N_("{source}: opening the line."),
    "settling": N_("{port} is open; the device has a moment to start."),
    "live": N_("{port} is live."),
    "live-unproven": N_("{port} is open. This kind of device has no heartbeat, so silence may mean anything."),
    "silent": N_("{port} has said nothing for {seconds} s. What it said last may be out of date."),
    "never-spoke": N_("{port} is open, but nothing that makes sense has come. Right device, right speed?"),
    "silent-too-long": N_("{port} was silent for {seconds} s; the line is closed and opened anew."),
    "stopped": N_("{source} has been stopped."),
    "reader-failed": N_("{source}: a fault of this program ({detail}); the line is opened anew."),
    "port-absent": N_("{address} is not plugged in."),
    "port-permission": N_("{address} may not be opened by this user. Give this command, then log in again: {command}"),
    "port-busy": N_("{address} is in use by another program. Close it there; it is tried again."),
    "host-unreachable": N_("Nobody answers at {address}."),
    "port-not-serial": N_("{address} is not a serial line."),
    "address-malformed": N_("{address} cannot be opened: {detail}"),
    "address-scheme": N_("{address}: this kind of address is not known. Known kinds: {known}."),
    "address-port": N_("{address}: the port behind the colon is a whole number from 1 to {most}."),
    "open-failed": N_("{address} cannot be opened: {detail}"),
    "link-fault": N_("{address} has failed: {detail}"),
    "link-lost": N_("{address} is gone: unplugged, or read by another program too. It is looked for."),
    "link-lost-at-once": N_(
        "{port} vanishes each time just after it was opened ({times} times). On Linux the braille daemon brltty is "
        "known for that; otherwise try another cable."
    ),
    "link-closed": N_("{address} is not open."),
    "write-stalled": N_("{address} takes no bytes; the device may be frozen."),
    "port-ambiguous": N_("{port} may be any of {ports}. Choose one, or use the same USB socket as before."),
    "port-moved": N_("{port} is not there, but {ports} is of the same make. If that is it, pair it again."),
    # what was said
    "protocol-version": N_("The device speaks version {version} of the line protocol; version {known} is known."),
    "number-twice": N_("Two different messages bear the number {number}; {message} was left out."),
    "message-unknown": N_("The message {message} is not known."),
    "message-fields": N_("{message} has {found} fields, {expected} are needed."),
    "heartbeat-malformed": N_("The heartbeat {text} is not a number."),
    "device-other": N_("The device calls itself {device}, but {expected} is paired here."),
    # dice
    "die-value-impossible": N_("{die} says {value}, but it has {sides} sides."),
    "die-face-unknown": N_("{die} says {value}; its faces are {faces}."),
    "die-not-a-number": N_("{die} says {value}, which is no number from 1 to {sides}."),
    "die-state": N_("{die} says that it is {state}; that is not known."),
    "die-sides": N_("{die} says that it has {sides} sides; 2 to 120 can be."),
    "die-sides-differ": N_("{die} says that it has {sides} sides; it is paired as a die with {expected}."),
    "die-roll-number": N_("{die} gives {roll} as the number of its roll."),
    # tags
    "tag-malformed": N_("{tag} is not the id of a tag."),
    "tag-zero": N_("A tag of zeros was read; that is noise."),
    "tag-once": N_("Tag {tag} was read once only. Hold it to the reader once more."),
    "noise": N_("{port} is open, but what comes makes no sense. Right device, right speed?"),
    "tag-random": N_("{tag} is made up anew each time, as phones and bank cards do; it cannot be a card."),
    "tag-state": N_("Reader {reader} says {state} of a tag; IN and OUT are known."),
    "uid-not-hex": N_("{text} does not tell the bytes of a tag; 4 to 12 in hex are needed."),
    "chip-silent": N_("The reader chip does not answer command {command} after {tries} tries."),
    "chip-garbled": N_("The reader chip's answer to command {command} makes no sense: {bytes}"),
    # enrolment
    "enrol-double": N_("This tag is already on {card}."),
    "enrol-foreign": N_("This tag belongs to {card} and stays there."),
    "enrol-together": N_("Two new tags at once. Show {card} again, alone."),
    "enrol-complete": N_("All cards have their tag; {tag} is one too many."),
}

GERMAN: Mapping[str, str] = {
    "not-started": "{source} wurde noch nicht gestartet.",
    "opening": "{source}: Die Leitung wird geöffnet.",
    "settling": "{port} ist offen; das Gerät bekommt einen Augenblick zum Starten.",
    "live": "{port} ist bereit.",
    "live-unproven": "{port} ist offen. Diese Art Gerät hat keinen Herzschlag, Stille kann also alles bedeuten.",
    "silent": "{port} schweigt seit {seconds} s. Was es zuletzt sagte, kann überholt sein.",
    "never-spoke": "{port} ist offen, aber es kam nichts Verständliches. Richtiges Gerät, richtige Geschwindigkeit?",
    "silent-too-long": "{port} schwieg {seconds} s; die Leitung wird geschlossen und neu geöffnet.",
    "stopped": "{source} wurde beendet.",
    "reader-failed": "{source}: ein Fehler dieses Programms ({detail}); die Leitung wird neu geöffnet.",
    "port-absent": "{address} ist nicht angesteckt.",
    "port-permission": "{address} darf von diesem Benutzer nicht geöffnet werden. Diesen Befehl geben und neu "
    "anmelden: {command}",
    "port-busy": "{address} wird von einem anderen Programm benutzt. Dort schließen; es wird wieder versucht.",
    "host-unreachable": "Unter {address} antwortet niemand.",
    "port-not-serial": "{address} ist keine serielle Leitung.",
    "address-malformed": "{address} lässt sich nicht öffnen: {detail}",
    "address-scheme": "{address}: Diese Art Adresse ist nicht bekannt. Bekannte Arten: {known}.",
    "address-port": "{address}: Der Port hinter dem Doppelpunkt ist eine ganze Zahl von 1 bis {most}.",
    "open-failed": "{address} lässt sich nicht öffnen: {detail}",
    "link-fault": "{address} ist gestört: {detail}",
    "link-lost": "{address} ist weg: ausgesteckt, oder ein anderes Programm liest mit. Es wird gesucht.",
    "link-lost-at-once": "{port} verschwindet jedes Mal gleich nach dem Öffnen ({times}-mal). Unter Linux ist der "
    "Braille-Dienst brltty dafür bekannt; sonst hilft ein anderes Kabel.",
    "link-closed": "{address} ist nicht offen.",
    "write-stalled": "{address} nimmt nichts an; vielleicht hängt das Gerät.",
    "port-ambiguous": "{port} kann jedes von {ports} sein. Bitte wählen oder dieselbe USB-Buchse wie zuvor benutzen.",
    "port-moved": "{port} fehlt, aber {ports} ist von derselben Bauart. Wenn es das ist, bitte neu zuordnen.",
    "protocol-version": "Das Gerät spricht Fassung {version} des Leitungsprotokolls; bekannt ist Fassung {known}.",
    "number-twice": "Zwei verschiedene Meldungen tragen die Nummer {number}; {message} wurde ausgelassen.",
    "message-unknown": "Die Meldung {message} ist nicht bekannt.",
    "message-fields": "{message} hat {found} Felder, nötig sind {expected}.",
    "heartbeat-malformed": "Der Herzschlag {text} ist keine Zahl.",
    "device-other": "Das Gerät nennt sich {device}, hier ist aber {expected} zugeordnet.",
    "die-value-impossible": "{die} sagt {value}, hat aber {sides} Seiten.",
    "die-face-unknown": "{die} sagt {value}; seine Seiten sind {faces}.",
    "die-not-a-number": "{die} sagt {value}; das ist keine Zahl von 1 bis {sides}.",
    "die-state": "{die} meldet den Zustand {state}; der ist nicht bekannt.",
    "die-sides": "{die} meldet {sides} Seiten; möglich sind 2 bis 120.",
    "die-sides-differ": "{die} meldet {sides} Seiten; zugeordnet ist ein Würfel mit {expected}.",
    "die-roll-number": "{die} nennt {roll} als Nummer des Wurfs.",
    "tag-malformed": "{tag} ist keine Kennung eines Chips.",
    "tag-zero": "Ein Chip aus lauter Nullen wurde gelesen; das ist Rauschen.",
    "tag-once": "Chip {tag} wurde nur einmal gelesen. Noch einmal an den Leser halten.",
    "noise": "{port} ist offen, aber was kommt, ergibt keinen Sinn. Richtiges Gerät, richtige Geschwindigkeit?",
    "tag-random": "{tag} wird jedes Mal neu erfunden, wie bei Telefonen und Bankkarten; das kann keine Karte sein.",
    "tag-state": "Leser {reader} sagt {state} über einen Chip; bekannt sind IN und OUT.",
    "uid-not-hex": "{text} nennt nicht die Bytes eines Chips; nötig sind 4 bis 12, hexadezimal.",
    "chip-silent": "Der Leserbaustein beantwortet den Befehl {command} nach {tries} Versuchen nicht.",
    "chip-garbled": "Die Antwort des Leserbausteins auf den Befehl {command} ergibt keinen Sinn: {bytes}",
    "enrol-double": "Dieser Chip ist schon auf {card}.",
    "enrol-foreign": "Dieser Chip gehört zu {card} und bleibt dort.",
    "enrol-together": "Zwei neue Chips zugleich. {card} noch einmal zeigen, allein.",
    "enrol-complete": "Alle Karten haben ihren Chip; {tag} ist einer zu viel.",
}


def say(reason: Reason, language: str = "en") -> str:
    """Return the sentence for a reason, in ``en`` or ``de``; an unknown code is shown as it is, with its facts."""
    template = (GERMAN if language == "de" else ENGLISH).get(reason.code)
    if template is None:
        facts = ", ".join(f"{name}={value}" for name, value in reason.facts.items())
        return f"{reason.code} ({facts})" if facts else reason.code
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    return template.format(**{name: reason.facts.get(name, "?") for name in names})
