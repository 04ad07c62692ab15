"""What the desk is told: looks, dice, and what people say with their fingers. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from companion.engine.boards import Board
from companion.engine.session import Person
from companion.engine.types import CHANCE, Input
from companion.table.snapshot import Device
from vision.observation import Observation

Contents = Mapping[str, Mapping[str, int]]


@frozen
class Look:
    observation: Observation


@frozen
class Heard:
    """A face from a serial die (or a tower)."""

    face: str
    mark: str = ""


@frozen
class CardShown:
    """A card that bears a known tag or sticker was shown; ``card``: game and id, ``GAME:action_14``."""

    card: str
    reader: str = ""
    tag: str = ""


@frozen
class StrangeTag:
    """A tag that belongs to no card was shown."""

    tag: str


@frozen
class Tapped:
    """Inputs told by hand; ``at``: the journal length seen when the finger came down.

    ``thrown``: what chance decides among them was drawn by the app, because the table asked it to.
    """

    acts: tuple[Input, ...]
    at: int | None = None
    thrown: bool = False

    @property
    def sources(self) -> tuple[str, ...]:
        """Where each input comes from, for the journal."""
        return tuple("app" if self.thrown and isinstance(a, CHANCE) else "tap" for a in self.acts)


@frozen
class Answer:
    """A question answered: the option's number; -1: something else (the question closes, the hand tells)."""

    key: str
    option: int


@frozen
class Undo:
    keep: int | None = None
    consent: bool = False


@frozen
class Redo:
    pass


@frozen
class Overrule:
    """The refused act, or one told by hand, stands all the same."""

    reason: str
    act: Input | None = None


@frozen
class Amend:
    patch: Mapping[str, Any]
    reason: str


@frozen
class Correct:
    """Chain number ``chain`` was recorded wrongly."""

    chain: int
    acts: tuple[Input, ...]
    reason: str
    consent: bool = False
    cut: bool = False


@frozen
class Sit:
    people: tuple[Person, ...]


@frozen
class DeviceChanged:
    device: Device


@frozen
class Follow:
    """Look whether another window, which plays this game, went on."""


@frozen
class Dismiss:
    """A refusal was read."""


@frozen
class PlayOn:
    """Later: what lies otherwise than it should is let stand, and nobody is asked about this difference again."""


@frozen
class BoardGrown:
    """The board as the camera reads it from now on: one of people's own grows while it is played."""

    board: Board


Message = (
    Look | Heard | CardShown | StrangeTag | Tapped | Answer | Undo | Redo | Overrule | Amend | Correct | Sit
    | DeviceChanged | Dismiss | PlayOn | BoardGrown | Follow
)  # fmt: skip
