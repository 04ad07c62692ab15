"""Faults of data files, cameras and the board's pose as sentences in the table's language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion import i18n
from companion.engine.codec import CodecError
from companion.engine.game import K_OPTION, K_PLAYERS, ConfigError, PositionError
from companion.engine.journal import JournalError
from companion.engine.words import N_
from companion.engine.yamlfile import DataError, Fault, short
from companion.table.phrases import POSITIONS, SINCE, SINCE_SAID
from hardware.files import BadFile
from vision.web import masked

OTHER_BOARD = N_("{file} is a board of {other}, not of {game}.")
OTHER_GAME = N_("{file} is a game of {other}, not of {game}.")


class WatchError(ValueError):
    """What keeps the table from being watched, in one sentence."""


# What may be wrong with files, set-ups and devices; ``error_lines`` tells it.
FAULTS = (BadFile, DataError, ConfigError, PositionError, JournalError, CodecError, WatchError, OSError)

# What a data file was expected to hold: English phrase (a pattern) -> message with {0}, {1} for what varies.
PHRASES: tuple[tuple[str, str], ...] = (
    (r"no input of this (?:game|table)", N_("this is no input of the game")),
    (r"a seat \(A, B \.\.\. or -\) and an input", N_("a seat (A, B ... or -) and an act")),
    (r"(\w+)=\.\.\. once", N_("{0}=... once")),
    (r"it twice", N_("it twice")),
    (r"(\d+) values", N_("{0} values")),
    (r"yes or no", N_("yes or no")),
    (r"a key that is missing: (.*)", N_("the key {0} is missing")),
    (r"required field missing @ \$\.?(.*)", N_("the key {0} is missing")),
    (r"extra fields found \((.*)\).*", N_("there is no key {0}")),
    (r"(?:invalid value|invalid type|value|type).* @ \$\.?(.*)", N_("the value of {0} does not fit")),
    (r"one of the kinds (.*)", N_("one of the kinds {0}")),
    (r"one of the keys (.*)", N_("one of the keys {0}")),
    (r"one of the options (.*)", N_("one of the options {0}")),
    (r"one of (.*)", N_("one of {0}")),
    (r"the key '?(.*?)'?", N_("the key {0}")),
    (r"each key once", N_("each key once")),
    (r"a plain key.*", N_("a plain key, no list and no mapping")),
    (r"a mapping.*", N_("a mapping of keys to values")),
    (r"two or more lists of sea fields", N_("two or more lists of sea fields")),
    (r"at least one segment with its banks", N_("at least one segment with its banks")),
    (r"the id of a sea field", N_("the id of a sea field")),
    (r"the id of a lake", N_("the id of a lake")),
    (r"a list of (\d+) ids", N_("a list of {0} ids")),
    (r"a list of (\d+) to (\d+) ids", N_("a list of {0} to {1} ids")),
    (r"a list.*", N_("a list")),
    (r"a text", N_("a text")),
    (r"a whole number", N_("a whole number")),
    (r"a whole number from (\d+) to (\d+)", N_("a whole number from {0} to {1}")),
    (r"a whole number from (\d+) to (\d+) behind the @", N_("a whole number from {0} to {1} behind the @")),
    (r"a number from (\S+) to (\S+)", N_("a number from {0} to {1}")),
    (r"another speed than 1200.*", N_("another speed than 1200, at which some boards start their boot loader")),
    (r"# and one of the devices (.*)", N_("# and one of the devices {0}")),
    (r"usb:VID:PID with four hex digits each", N_("usb:VID:PID with four hex digits each")),
    (r"four hex digits", N_("four hex digits")),
    (r"vid and pid together", N_("vid and pid together")),
    (r"vid and pid, or path", N_("vid and pid, or path")),
    (r"a source name of its own", N_("a source name of its own")),
    (r"a tag id of 4 to 12 bytes in hex, not all zeros", N_("a tag id of 4 to 12 bytes in hex, not all zeros")),
    (r"a tag of its own", N_("a tag of its own")),
    (r"version (\d+)", N_("version {0}: another one is not read")),
    (r"words", N_("words")),
    (r"the numbers 1 to (\d+)", N_("the numbers 1 to {0}")),
    (r"a whole number, (\d+) or more", N_("a whole number, {0} or more")),
    (r"a seat of (.*)", N_("a seat of {0}")),
    (r"each seat once", N_("each seat once")),
    (r"at most (\d+)", N_("at most {0}")),
    (r"what stands there", N_("what stands there")),
    (r"a number of pieces, 1 or more", N_("a number of pieces, 1 or more")),
    (r"true or false", N_("true or false")),
    (r"a point \[x, y\] in mm", N_("a point [x, y] in mm")),
    (r"at least three points \[x, y\] in mm", N_("at least three points [x, y] in mm")),
    (r"a polygon, or a centre with disc or box", N_("a polygon, or a centre with disc or box")),
    (r"an id used once", N_("an id that no other has")),
    (r"four points x,y.*", N_("four points x,y from the top left clockwise")),
    (r"edges of dice in mm, (\S+) to (\S+), .*", N_("edges of dice in mm, {0} to {1}, with commas between them")),
    (r"points inside the sheet", N_("points inside the sheet")),
    (r"a kind listed under pieces", N_("a kind that stands under pieces")),
    (r"ids of other spaces", N_("ids of other spaces")),
    (r"a link that (.*) has as well", N_("a link that {0} has as well")),
    (r"letters of (.*)", N_("letters of {0}")),
    (r"(\d+) colours, one for each rim cell", N_("{0} colours, one for each cell of the rim")),
    (r"(\d+) centres, one for each colour", N_("{0} centres, one for each colour")),
    (r"three numbers from 0 to 255", N_("three numbers from 0 to 255")),
    (r"a marker number", N_("a marker number")),
    (r"a readable file", N_("a file that can be read")),
    (r"UTF-8 text", N_("text in UTF-8")),
    (r"readable YAML", N_("readable YAML")),
    (r"readable JSON", N_("readable JSON")),
    (r"readable values", N_("readable values")),
    (r"at most (\d+) values.*", N_("at most {0} values, those named by aliases included")),
    (r"values that do not hold themselves.*", N_("values that do not hold themselves and are not nested so deep")),
    (r"key (.*) once, it is given twice", N_("the key {0} once, it is given twice")),
    (r"a scenario with id, title and cases", N_("a scenario with id, title and cases")),
    (r"values as scenarios have them", N_("values as scenarios have them")),
    (r"a position", N_("a position")),
    (r"(.*) names", N_("{0} names")),
    (r"letters that can be kept", N_("letters that can be kept")),
    (r"another name for each player", N_("another name for each player, two have the same name")),
    (r"another colour for each player", N_("another colour for each player, two have the same colour")),
    *POSITIONS,
)

# What was found there instead, where that is no word of the file itself.
FOUND: tuple[tuple[str, str], ...] = (
    (r"nothing", N_("nothing")),
    (r"none", N_("none of them")),
    (r"an empty file", N_("an empty file")),
    (r"a mapping", N_("a mapping of keys to values")),
    (r"a list", N_("a list")),
    (r"it twice", N_("it twice")),
    (r"byte (\d+) that is none", N_("byte {0} that is none")),
    (r"one of both", N_("one of both")),
    (r"the tag of (.*)", N_("the tag of {0}")),
    (r".*expected '(.)' or '(.)'.*", N_("a list or mapping that {1} does not close")),
    (r".*expected '(.)'.*", N_("a place where {0} is missing")),
    (r"(?:did not find )?(?:the )?expected .*", N_("something that does not belong there")),
    (r"mapping values are not allowed.*", N_("a colon where none may stand")),
    (r"character.* that cannot start any token", N_("a tab, or a letter that no value begins with")),
    (r"unacceptable character.*", N_("a control character")),
    (r"(?:invalid Unicode|unknown) .*escape.*", N_("an unknown escape behind a backslash")),
    (r"unexpected end of stream", N_("an end too early")),
    (r"undefined alias.*", N_("an alias that nothing is named by")),
    (r"second occurrence", N_("an anchor given twice")),
    (r"could not determine a constructor.*", N_("a kind of value that is not known")),
    (r"File too large", N_("File too large")),
    (r"Is a directory", N_("Is a directory")),
    (r"Not a directory", N_("Not a directory")),
    (r"Too many levels of symbolic links", N_("Too many levels of symbolic links")),
    (r"File name too long", N_("File name too long")),
    (r"No such file or directory", N_("No such file or directory")),
    (r"Permission denied", N_("Permission denied")),
    (r"it is no ordinary file", N_("it is no ordinary file")),
    (r"exceeded maximum nesting depth", N_("nesting that is too deep")),
    (r"another document", N_("a second document")),
)

# Why a saved game cannot be opened: English phrase (a pattern) -> message.
JOURNALS: tuple[tuple[str, str], ...] = (
    (r"cannot be read: (.*)", N_("cannot be read ({0})")),
    (r"is not the line that was written.*", N_("is not the line that was written (its hash does not fit)")),
    (r"has no readable first line", N_("has no readable first line")),
    (r"has format (.*), this program reads up to (.*)", N_("has format {0}, this program reads up to {1}")),
    (r"holds a saved game already", N_("holds a saved game already")),
    (r"is of a game this program does not know: (.*)", N_("is of a game this program does not know: {0}")),
    (r"was started with other (.*) than (.*) beside it holds", N_("was started with other {0} than {1} holds")),
    (r"lacks (.*), the copy of its board", N_("lacks {0}, the copy of its board")),
    (r"was started with another board than (.*) beside it", N_("was started with another board than {0}")),
    (r"is no readable copy", N_("is no readable copy")),
    (r"is open in another window", N_("is open in another window")),
    (r"lacks its end: this game was over", N_("is the last one that is left: this game was over, its end is missing")),
    (r"was made by a newer version of this program \((.*)\)", N_("was made by a newer version of this program ({0})")),
    (r"means nothing to these rules \((.*)\)", N_("means nothing to these rules ({0})")),
    (r"lacks (.*)", N_("lacks {0}")),
)

# Why nothing can be written, as the system or the journal says it.
DISK = (
    N_("it is open in another window"),
    N_("the other window has closed, open the game anew"),
    N_("its file was taken away"),
    N_("this user has no home, name a folder with --home"),
    N_("another program wrote into it"),
    N_("it is no ordinary file"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
    N_("Read-only file system"),
    N_("Permission denied"),
    N_("Input/output error"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Is a directory"),
    N_("File exists"),
    N_("File too large"),
    N_("Operation not permitted"),
    N_("Operation not supported"),
    N_("Invalid argument"),
    N_("Device or resource busy"),
    N_("Stale file handle"),
    N_("Transport endpoint is not connected"),
    N_("Too many open files"),
    N_("Cannot allocate memory"),
)

CAMERA: Mapping[str, str] = {
    "missing": N_("{where}: there is no such camera, file or folder."),
    "denied": N_("{where}: this user may not use the camera; add the user to the group video and log in again."),
    "no_pictures": N_("{where}: this part of the camera gives no pictures; choose {other}."),
    "unreadable": N_("{where}: this is no picture or video that can be read."),
    "not_one": N_("{where}: one picture is needed here; this is a folder or a video."),
    "empty": N_("{where}: there is no picture in it."),
    "huge": N_("{where}: this picture is too large; up to 64 million pixels are read."),
    "tiny": N_("{where}: this picture is too small to show anything."),
    "torn": N_("{where}: this picture breaks off; copy it again."),
    "heic": N_("{where}: these are HEIC pictures; set the phone's camera to JPEG (most compatible)."),
    "address": N_("{where}: this is no address of a camera."),
    "unknown_host": N_("{where}: there is no device of this name in the network."),
    "refused": N_("{where}: nobody answers there; is the phone's camera program running?"),
    "unreachable": N_("{where}: there is no way to this device; are both in the same network?"),
    "timeout": N_("{where}: no answer in time; are both in the same network?"),
    "broke_off": N_("{where}: the line broke off before an answer came."),
    "no_http": N_("{where}: something answers there, but not as a camera does."),
    "login": N_("{where}: the camera asks for name and password; give them in the address: http://NAME:PASSWORD@..."),
    "login_wrong": N_("{where}: the camera does not take this name and password."),
    "forbidden": N_("{where}: the camera does not let this device in."),
    "no_page": N_("{where}: the camera answers, but has no pictures under this address."),
    "status": N_("{where}: the camera answers with error {status}."),
    "redirects": N_("{where}: the camera sends from one address to the next without end."),
    "certificate": N_("{where}: nobody vouches for the camera's certificate. If it is your own camera, add #trust."),
    "no_tls": N_("{where}: something answers there, but not with https; try http."),
    "not_stream": N_(
        "{where}: something answers, but it sends no camera pictures. Many send them under /video, /stream or "
        "/?action=stream."
    ),
    "no_ffmpeg": N_("{where}: this OpenCV was built without RTSP; use the camera's http address."),
    "no_rtsp": N_("{where}: no video came in time; check the address, name and password."),
    "gone": N_("{where}: the camera is gone. Play on by hand; it is looked for again."),
    "hung": N_("{where}: the camera hangs. Pull its plug and put it back; play on by hand."),
    "failed": N_("{where}: a picture could not be used; the next one is tried."),
    "option": N_("{where}: this setting is not known."),
    "no_demo": N_("{where}: this game has no demo table for the camera yet; play it by hand, or watch a real table."),
    "scheme": N_("{where}: this kind of address is not known."),
}

NO_OPTION = f"{K_OPTION} none"  # the same rule, of an option that the game does not have
CONFIG: Mapping[str, str] = {
    K_PLAYERS: N_("This game takes {allowed} players, not {players}."),
    K_OPTION: N_("The option {option} cannot be {value}: {allowed}."),
    NO_OPTION: N_("There is no option {option}. The options of this game: {allowed}."),
}

NOT_LAID = N_("The camera waits until the pieces lie as in the game.")
NOT_DONE = N_("A fault of this program kept that from being done; nothing was entered. Play on.")
NOT_COUNTED = N_("Where pieces are too small to count, enter them by hand. A nearer, finer or second camera helps.")

POSE: Mapping[str, str] = {
    "no_marks": N_("No marker of the board is in view."),
    "few_marks": N_("Too few markers of the board are in view."),
    "disagree": N_("The markers do not lie as on this board: is it the right one?"),
    "shape": N_("What was found does not have the board's shape."),
    "scale": N_("What was found does not have the board's size."),
    "no_match": N_("This does not look like the board that was captured."),
    "texture": N_("This does not look like the board that was captured."),
    "mirrored": N_("The picture is mirrored. Turn mirroring off in the camera's program."),
    "corners": N_("The four corners do not make a board."),
}


def fault_line(fault: Fault, lang: str | None = None) -> str:
    """File, line and key, what was expected there and what was found."""
    where = f"{fault.file}:{fault.line}" if fault.line else fault.file
    key = f" {fault.key}" if fault.key else ""
    if fault.found:
        told = i18n.gettext(N_("{where}:{key} expected {expected}, found {found}"), lang=lang)
    else:
        told = i18n.gettext(N_("{where}:{key} expected {expected}"), lang=lang)
    expected, found = phrase(fault.expected, lang=lang), phrase(fault.found, FOUND, lang)
    return told.format(where=where, key=f"{key}:" if key else "", expected=expected, found=found)


def problem(text: str, lang: str | None = None) -> str:
    """One thing that is wrong with an act or a position, as the codec tells it, in the table's language."""
    match = re.fullmatch(r"(?:([^ ]*): )?expected (.*?)(?:, found (.*))?", text, re.S)
    if match is None:
        return phrase(text, lang=lang)
    key, found = (f"{match[1]}: " if match[1] else ""), match[3]
    expected = phrase(match[2], lang=lang)
    line = N_("{key}expected {expected}, found {found}") if found else N_("{key}expected {expected}")
    return i18n.gettext(line, lang=lang).format(key=key, expected=expected, found=short(phrase(found or "", lang=lang)))


def fault_lines(error: DataError) -> list[str]:
    return [fault_line(f) for f in error.faults]


def value_line(error: ValueError) -> str:
    """What is wrong with an address, a pairing or a file of tags."""
    if isinstance(error, BadFile):
        return "\n".join(error_lines(error))
    match = re.fullmatch(r"(.*?): expected (.*?)(?:, found (.*))?", str(error), re.S)
    return fault_line(Fault(match[1], 0, "", match[2], match[3] or "")) if match else str(error)


def config_lines(error: ConfigError) -> list[str]:
    """Why a table cannot be set up so: number of players, options, values of cards."""
    told = getattr(error, "lines", ())  # sentences of the game itself
    return [*told] or [line for f in error.faults for line in config_fault(f.rule, dict(f.facts))]


def config_line(rule: str, known: Mapping[str, Any], lang: str | None = None) -> str:
    """Why a table cannot be set up so: one of the kernel's sentences, with all that could be chosen instead."""
    told, sentence = dict(known), rule
    allowed = told.get("allowed", ())
    if isinstance(allowed, str):
        told["allowed"] = i18n.gettext(allowed, lang=lang)
    elif rule == K_PLAYERS:
        *numbers, told["players"] = numbers_alike((*allowed, told["players"]), lang)
        steady = len(numbers) > 2 and list(allowed) == list(range(allowed[0], allowed[-1] + 1))
        span = i18n.gettext(N_("{low} to {high}"), lang=lang).format(low=numbers[0], high=numbers[-1])
        told["allowed"] = span if steady else i18n.listed(numbers, "or", lang)
    elif "value" in told:
        told["allowed"] = i18n.listed([str(a) for a in allowed], "or", lang)
    else:
        told["allowed"], sentence = i18n.listed([str(a) for a in allowed], lang=lang), NO_OPTION
    return i18n.gettext(CONFIG[sentence], lang=lang).format(**told)


def numbers_alike(numbers: Sequence[int], lang: str | None = None) -> list[str]:
    """Numbers of one sentence in words, or all of them in figures where one has no word."""
    words = [i18n.number_word(n, lang) for n in numbers]
    return [str(n) for n in numbers] if any(w.isdigit() for w in words) else words


def config_fault(rule: str, known: Mapping[str, Any], lang: str | None = None) -> list[str]:
    """One reason, where a game has no words of its own for it."""
    if rule in CONFIG:
        return [config_line(rule, known, lang)]
    if {"key", "expected"} <= known.keys():
        return [fault_line(Fault(known["key"], 0, "", known["expected"], known.get("found", "")), lang)]
    problems = known.get("problems") or [known["problem"]] if {"problem", "problems"} & known.keys() else ()
    return [value_line(ValueError(line)) for line in problems] or [f"{rule} {dict(known)}"]


def error_lines(error: Exception) -> list[str]:
    """Sentences for whatever can be wrong with files and set-ups; what is not known is told as it is."""
    if isinstance(error, DataError):
        return fault_lines(error)
    if isinstance(error, ConfigError):
        return config_lines(error)
    if isinstance(error, BadFile):
        return [fault_line(f) for f in error.faults]
    if isinstance(error, JournalError):
        return [journal_line(error)]
    return [disk_line(error) if isinstance(error, OSError) else str(error)]


def disk_line(error: OSError) -> str:
    """Why a file or folder cannot be read or written, as the system says it."""
    told = i18n.gettext(N_("{file}: this cannot be read or written ({fault})."))
    return told.format(file=error.filename or "?", fault=i18n.gettext(error.strerror or str(error)))


def journal_line(error: JournalError) -> str:
    """Why a saved game cannot be opened: file, line and what is wrong there."""
    where = f"{error.file}:{error.line}" if error.line else error.file
    return f"{where}: {phrase(error.reason, JOURNALS)}"


def phrase(expected: str, known: Sequence[tuple[str, str]] = PHRASES, lang: str | None = None) -> str:
    """What was expected, in the table's language; a phrase that is not known stays as it is."""
    since = SINCE.fullmatch(expected)
    if since:
        return i18n.gettext(SINCE_SAID, lang=lang).format(what=phrase(since[1], known, lang), phase=since[2])
    for pattern, message in known:
        match = re.fullmatch(pattern, expected, re.S)
        if match:
            return i18n.gettext(message, lang=lang).format(*match.groups())
    return expected


def camera_line(fault: Any, where: str = "") -> str:
    """Why there are no pictures (``fault``: a value with code and facts)."""
    facts = dict(fault.facts)
    known = (facts.get(k) for k in ("path", "address", "device", "option"))
    place = masked(where or next((str(x) for x in known if x), i18n.gettext(N_("the camera"))))
    return i18n.gettext(CAMERA.get(fault.code, CAMERA["missing"])).format(
        where=place, status=facts.get("status", "?"), other=facts.get("other", "?")
    )


def pose_line(reason: str) -> str:
    """Why the board is not found."""
    return i18n.gettext(POSE.get(reason, POSE["no_marks"]))
