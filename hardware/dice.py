"""From what a die sends to the face that lies up."""

from __future__ import annotations

import json
import re

from attrs import field, frozen

from hardware.readings import DieState
from hardware.reasons import Reason

SIX_COLOURS = ("BLUE", "GREEN", "RED", "YELLOW", "BLACK", "PURPLE")  # a common colour die, faces 1 to 6

MOST_SIDES = 120  # the largest fair die there is
_NUMBER = re.compile(r"[0-9]{1,3}")
_TOLD = re.compile(  # "You rolled a 4!", "Dice: 4", "Landed on: 4 UP", "Würfel = 4", with no other number in it
    r"[^0-9]*\b(?:dice|die|roll\w*|number|result\w*|face|side|val(?:ue)?|landed|stable|settled|gew\S*rfelt|w\S*rfel|"
    r"wurf|zahl|augen)\b"
    r"[^0-9a-z]*(?:(?:value|face|result|number|shows|is|was|on|an?|you|got|up|hat|zeigt|eine)\b[^0-9a-z]*){0,3}"
    r"(?P<face>[0-9]{1,3})(?:\.0+)?\s*(?:up)?[^0-9a-z]*",
    re.IGNORECASE,
)
_GOT = re.compile(  # "Du hast eine 4 gewürfelt!", "You got a 4", "D20: 17", "[4]", "4.00"
    r"[^0-9]*\beine?\s+(?P<german>[0-9]{1,3})\s+gew\S*rfelt\W*|(?:you (?:got|have|threw)|it'?s|it is)\s+(?:an?\s+)?"
    r"(?P<english>[0-9]{1,3})\W*|1?[dw][0-9]{1,3}\s*[:=]\s*(?P<kind>[0-9]{1,3})\W*|"
    r"[^0-9a-z.+-]*(?P<alone>[0-9]{1,3})(?:\.0+)?[^0-9a-z.%]*",
    re.IGNORECASE,
)
_THROW = re.compile(
    r"roll|dice|die\b|face|side|value|result|throw|gew\S*rfelt|w\S*rfel|farbe|colou?r|seite", re.IGNORECASE
)


def _check_sides(_: object, __: object, sides: int) -> None:
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"sides: expected a whole number from 2 to {MOST_SIDES}, found {sides}")


def _check_faces(die: Die, _: object, faces: tuple[str, ...]) -> None:
    if faces and len(faces) != die.sides:
        raise ValueError(f"faces: expected {die.sides} names, found {len(faces)}")
    for name in faces:
        if not name.strip() or _NUMBER.fullmatch(name.strip()):
            raise ValueError(f"faces: expected words, found {name!r}")


def _names(faces: object) -> tuple[str, ...]:
    if isinstance(faces, dict):  # {1: "BLUE", 2: "GREEN", ...}, in any order
        if sorted(faces) != list(range(1, len(faces) + 1)):
            raise ValueError(f"faces: expected the numbers 1 to {len(faces)}, found {sorted(faces)}")
        faces = [faces[number] for number in sorted(faces)]
    return tuple(str(name).strip() for name in faces)  # type: ignore[attr-defined]


@frozen
class Die:
    """A die we know. ``faces``: names of face 1, 2, ... (tuple or mapping from the number), or () for plain numbers.

    Two faces may bear one name. Raises ValueError if the faces do not fit the sides.
    """

    id: str
    sides: int = field(default=6, validator=_check_sides)
    faces: tuple[str, ...] = field(default=(), converter=_names, validator=_check_faces)


@frozen
class Face:
    """A face: its number from 1, and its name (the number as text if it has none)."""

    value: int
    name: str


def read_face(die: Die, text: str) -> Face | Reason:
    """Return the face that ``text`` (a number or a face name in any case) means, or why it means none."""
    text = text.strip()
    facts = {"die": die.id, "value": text[:32], "sides": die.sides}
    if _NUMBER.fullmatch(text):
        value = int(text)
        if not 1 <= value <= die.sides:
            return Reason("die-value-impossible", facts)
        return Face(value, die.faces[value - 1] if die.faces else str(value))
    for value, name in enumerate(die.faces, 1):
        if name.casefold() == text.casefold():
            return Face(value, name)
    if die.faces:
        return Reason("die-face-unknown", {**facts, "faces": ", ".join(die.faces)})
    return Reason("die-not-a-number", facts)


def unworded(text: str, faces: tuple[str, ...] = ()) -> str:
    """The number or name of a face in a sentence that tells a throw, as sketches print it; any other text as it is."""
    if found := _in_json(text):
        return found
    told = _TOLD.fullmatch(text) or _GOT.fullmatch(text)
    if told:
        return next(part for part in told.groups() if part)
    words = set(re.findall(r"\w+", text.casefold()))
    named = {face for face in faces if face.casefold() in words}
    return named.pop() if len(named) == 1 and len(words) > 1 and _THROW.search(text) else text


def _in_json(text: str) -> str:
    """The face in an object that tells one throw; "" for any other text."""
    if not text.startswith("{"):
        return ""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    found = [v for k, v in told.items() if re.fullmatch(r"die|dice|face|roll|result|value|side", k, re.IGNORECASE)]
    return str(found[0]) if len(found) == 1 and isinstance(found[0], int | str) else ""


def letters(line: bytes) -> str:
    """A line with the letters of names of faces, as an editor for sketches or an older one wrote them."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def whole(die: Die, text: str) -> bool:
    """Whether what came without a line end can be no half of another face: dice with up to nine faces, by number."""
    return die.sides < 10 and re.fullmatch("[0-9]", text) is not None


def could_be_face(die: Die, text: str) -> bool:
    """A number, or one word if the die has named faces; banners and stray bytes are noise, not wrong faces."""
    word = text.isalpha() and (text.isascii() or text.casefold() in {name.casefold() for name in die.faces})
    return bool(re.fullmatch(r"[0-9]{1,3}", text)) or (bool(die.faces) and word)


class Rolls:
    """Numbers the rolls of each die, so that the same face thrown twice is two rolls.

    A device that numbers its rolls is believed; for others a throw begins with ROLL, or with a message that is not
    the rest of one (OK after OK; COCKED after OK).
    """

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._last: dict[str, tuple[DieState, str, int | None]] = {}

    def number(self, die: str, state: DieState, value: str, told: int | None = None) -> int | None:
        """Return the number of the roll this message belongs to; None if it only repeats a numbered roll."""
        before = self._last.get(die)
        now = (state, value, told)
        self._last[die] = now
        if told is not None:
            return None if now == before else told
        count = self._number.get(die, 0)
        fresh = before is None or before[0] in (DieState.OK, DieState.LIFT)
        if state is DieState.ROLL:
            fresh = before is None or before[0] is not DieState.ROLL
        if state is DieState.LIFT:
            fresh = False
        self._number[die] = count + fresh
        return count + fresh

    def forget(self) -> None:
        """Forget what the device numbered: it has started anew and counts from the beginning."""
        self._last.clear()
