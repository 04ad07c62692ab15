"""Giving tags to the cards of a game, on the screen: the reader is read here while the place is open."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from companion import i18n
from companion.app.gamescreen import face_of
from companion.app.side_views import EnrolView
from companion.app.viewmodel import Choice, Lamp
from companion.engine.words import N_
from companion.games import game
from companion.table.cards import tagged_card
from companion.table.ears import pairing
from companion.table.enrol import FILE, Enroller
from companion.table.faults import disk_line, value_line
from companion.table.lampwords import LINE_CODES
from companion.table.messages import CardShown, DeviceChanged, StrangeTag
from companion.table.worker import Worker
from hardware.attach import reader_for
from hardware.readings import Lamp as Lamps
from hardware.readings import Reading, Rejected, State, Status, TagSeen, UnknownTag
from hardware.reasons import Reason, say


class Enrolling:
    """One game's deck and the reader it is shown to. ``told`` is called after every change, on any thread."""

    def __init__(
        self,
        name: str,
        home: Path,
        url: str,
        tags: MutableMapping[str, str],
        told: Callable[[], None],
        at_table: bool = False,
    ) -> None:
        self.url = url
        self.at_table = at_table  # a game is on, and its reader is listened to there
        self.enroller = Enroller(game(name), home / FILE)
        self._told, self._tags = told, tags
        self._lamp = ("off", N_("not connected"))  # said in the language of the moment
        self._out: queue.Queue[Reading] = queue.Queue()
        self._lock = threading.RLock()
        self._reader: Any = None
        if url:
            try:
                self._reader = reader_for(pairing(url, (), "cards"), self._out, self.enroller.known)
            except ValueError as e:
                self._lamp = ("bad", value_line(e))
        self._worker = Worker("enrol", self._step, self._failed)

    def start(self) -> None:
        if self._reader is not None:
            self._reader.start()
            self._worker.start()

    def close(self) -> None:
        self._worker.end()
        if self._reader is not None:
            self._reader.stop()

    def touch(self, key: str) -> None:
        """A button of the place, or a card that is to come next."""
        with self._lock:
            if key == "skip":
                self.enroller.skip()
            elif key == "back":
                self.enroller.take_back()
            elif key == "anew":
                self.enroller.anew()
            else:
                self.enroller.to_front(tagged_card(self.enroller.game.id, key))
            self._share()

    def heard(self, message: Any) -> bool:
        """A tag heard by the reader at the table while this place is open: it is given, not played."""
        if isinstance(message, DeviceChanged) and message.device.code == "tag-once":
            self._remark(say(Reason("tag-once", message.device.facts), i18n.language()))
            return True
        if not isinstance(message, CardShown | StrangeTag):
            return False
        with self._lock:
            self._lamp = ("ok", N_("ready"))
            self._show(message.tag, time.monotonic())
        return True

    def _step(self) -> bool:
        try:
            reading = self._out.get(timeout=0.1)
        except queue.Empty:
            return True
        with self._lock:
            self._take(reading)
        return True

    def _failed(self) -> None:
        """A fault of this program: it is told, and the next tag is listened to."""
        with self._lock:
            self._lamp = ("warn", LINE_CODES["failed"])
        self._told()

    def _take(self, reading: Reading) -> None:
        if isinstance(reading, Status):
            live = reading.state is State.LIVE
            text = N_("ready") if live else say(reading.reason, i18n.language())
            self._lamp = ("ok" if live else "bad" if reading.lamp in (Lamps.LOST, Lamps.ABSENT) else "warn", text)
            self._told()
            return
        if isinstance(reading, Rejected):
            self._remark(say(reading.reason, i18n.language()))
        if isinstance(reading, TagSeen | UnknownTag) and not reading.again:
            self._lamp = ("ok", N_("ready"))
            self._show(reading.tag, reading.at)

    def _remark(self, told: str) -> None:
        self.enroller.last, self.enroller.good = told, False
        self._told()

    def _show(self, tag: str, at: float) -> None:
        try:
            self.enroller.show(tag, at)
        except OSError as e:
            self.enroller.last, self.enroller.good = disk_line(e), False
        self._share()

    def _share(self) -> None:
        """The readers at the table know the new tag at once."""
        self._tags.clear()
        self._tags.update(self.enroller.known)
        self._told()

    def view(self) -> EnrolView:
        with self._lock:
            e = self.enroller
            face = face_of(e.game.id)
            given = set(e.state.enrolled.values())
            cards = tuple(
                Choice(c, e.name(t), chip=face.card(c), chosen=t in given, enabled=self._listens, why=self._sentence())
                for c in e.cards
                if (t := tagged_card(e.game.id, c))
            )
            title = e.speaker._(e.speaker.words.title)
            lamp = Lamp("cards", i18n.gettext(N_("Cards")), self._lamp[0], i18n.gettext(self._lamp[1]))
            return EnrolView(title, (lamp,), self._sentence(), e.last, e.good, cards, self._choices(len(given) > 0))

    @property
    def _listens(self) -> bool:
        """Whether a tag would be heard: without a reader it does not matter which card comes next."""
        return self._reader is not None or self.at_table

    def _sentence(self) -> str:
        e = self.enroller
        if not e.cards:
            return i18n.gettext(N_("This game has no cards that could bear a tag."))
        if e.state.next is None:
            return i18n.gettext(N_("Every card has its tag."))
        if not self._listens:
            return i18n.gettext(N_("Choose a card reader in the settings first."))
        text = i18n.gettext(N_("Lay {card} on the reader.")).format(card=e.name(e.state.next))
        return i18n.capital(text)

    def _choices(self, some: bool) -> tuple[Choice, ...]:
        e = self.enroller
        if not e.cards:
            return ()
        return (
            Choice("skip", i18n.gettext(N_("This card later")), enabled=len(e.state.waiting) > 1 and self._listens,
                   why=i18n.gettext(N_("No other card is waiting for a tag.")) if self._listens else self._sentence()),
            Choice("back", i18n.gettext(N_("Take the last tag back")), enabled=bool(e.state.given),
                   why=i18n.gettext(N_("No tag has been given yet."))),
            Choice("anew", i18n.gettext(N_("Begin anew")), i18n.gettext(N_("all tags of this game")), enabled=some,
                   why=i18n.gettext(N_("No tag has been given yet."))),
        )
