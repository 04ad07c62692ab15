"""The desk of one game, in parts: judge, questions, dice, cards, corrections, reader feedback, differences."""

from companion.table.desk.desk import Desk
from companion.table.messages import (
    Amend,
    Answer,
    BoardGrown,
    Contents,
    Correct,
    DeviceChanged,
    Dismiss,
    Heard,
    Look,
    Message,
    Overrule,
    PlayOn,
    Redo,
    Sit,
    Tapped,
    Undo,
)
from companion.table.snapshot import Device

__all__ = [
    "Amend",
    "Answer",
    "BoardGrown",
    "Contents",
    "Correct",
    "Desk",
    "Device",
    "DeviceChanged",
    "Dismiss",
    "Heard",
    "Look",
    "Message",
    "Overrule",
    "PlayOn",
    "Redo",
    "Sit",
    "Tapped",
    "Undo",
]
