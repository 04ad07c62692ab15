"""What the controllers share: folders, devices, what was chosen, and the game that is played at the table now."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live.bytouch import ByTouch
from companion.app.live.curtain import HandOver
from companion.app.live.devices import Devices
from companion.app.live.facts import Pad
from companion.app.live.hand import HandEntry
from companion.app.live.sitting import Sitting
from companion.app.live.turnclock import TurnClock
from companion.app.viewmodel import Lamp, Snack
from companion.capture.shelf import Shelf
from companion.engine.session import Session
from companion.games import in_order
from companion.table.desk import Message, Tapped
from companion.table.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.demo.table import DemoTable


@define(eq=False, slots=False)
class Play:
    """One game at the table, with what fingers have begun there. ``playing``: the set-up guide is done with."""

    sitting: Sitting
    hand: HandEntry
    handover: HandOver
    finger: ByTouch
    pad: Pad | None = None
    demo: DemoTable | None = None
    playing: bool = False
    reasons: int | None = None  # the seat whose points are shown one by one
    snack: Snack | None = None
    before: Snapshot | None = None  # what was shown last, for sounds
    following: int | None = None  # where the game stood when a throw was tapped in
    quick: bool = False  # the act was begun on the drawing, and is entered with its last field
    sure: bool = False  # the space that is touched was chosen under the loupe
    ended: int = -1  # where the game stood when its end was shown
    jump: int | None = None  # the line of the history that was touched
    clock: TurnClock = field(factory=TurnClock)
    naming: str = ""  # the place whose name is asked for
    fault: str = ""  # what was wrong with the name
    binding: Tapped | None = None  # acts that wait for the yes of those whom they bind

    @property
    def session(self) -> Session[Any]:
        return self.sitting.session

    @property
    def at(self) -> int:
        """Where the game stood as the page shows it: what is touched there was meant for then."""
        return self.sitting.painter.session.length

    def send(self, message: Message) -> None:
        """Something for the desk; whatever lay over the table goes away."""
        self.snack = self.reasons = self.binding = None
        self.sitting.post(message)


@define(eq=False)
class Context:
    """``given``: the map file of the command line. ``views``: both threads make views, one at a time."""

    home: Path
    devices: Devices
    shelf: Shelf
    given: Path | None = None
    inbox: Inbox = field(factory=Inbox)
    game: str = field(factory=lambda: in_order()[0])  # the one chosen on the start page
    plan: str = "box"
    draft: v.Draft | None = None
    rule: str = ""
    play: Play | None = None
    tags: dict[str, str] = field(factory=dict)  # tag -> card; shared with the readers, so a new one counts at once
    views: threading.RLock = field(factory=threading.RLock)

    @property
    def games(self) -> Path:
        return self.home / "games"

    def values(self, name: str) -> Path:
        """The owner's file of box values of a game: corrections stand there, and take effect without code."""
        return self.home / "cards" / f"{name}.yaml"

    def show(self, place: str) -> None:
        self.inbox.put(v.Show(place))

    def lamps(self) -> tuple[Lamp, ...]:
        """The lamps of the table, or of the devices as they were chosen."""
        play = self.play
        if play is None:
            return self.devices.lamps()
        return play.sitting.painter.lamps(play.sitting.latest)


def clock() -> str:
    """The wall time as the journals write it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
