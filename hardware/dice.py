"""From what a die sends to the face that lies up."""

from __future__ import annotations

import re

from attrs import field, frozen

from hardware.readings import DieState
from hardware.reasons import Reason

SIX_COLOURS = ("BLUE", "GREEN", "RED", "YELLOW", "BLACK", "PURPLE")  # a common colour die, faces 1 to 6

MOST_SIDES = 120  # the largest fair die there is
_NUMBER = re.compile(r"[0-9]{1,3}")
_TOLD = re.compile(  # "You rolled a 4!", "Dice: 4", "Landed on: 4 UP", "Würfel = 4", with no other number in it
    r"[^0-9]*\b(?:dice|die|roll\w*|number|result|face|value|landed|gew\S*rfelt|w\S*rfel|zahl|augen)\b"
    r"[^0-9a-z]*(?:(?:value|face|result|number|shows|is|was|on|an?|you|got|up|hat|zeigt|eine)\b[^0-9a-z]*){0,3}"
    r"(?P<face>[0-9]{1,3})\s*(?:up)?[.!]?",
    re.IGNORECASE,
)


def _check_sides(_: object, __: object, sides: int) -> None:
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"sides: expected 2 to {MOST_SIDES}, found {sides}")


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


def unworded(text: str) -> str:
    """The number in a sentence that tells a throw, as sketches print it; any other text as it is."""
    told = _TOLD.fullmatch(text)
    return told["face"] if told else text


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
