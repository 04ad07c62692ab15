"""The real backend of the screens: saved games, set-up, and one sitting at a time."""

from __future__ import annotations

import contextlib
import shutil
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import SystemRandom
from typing import Any

import attrs

from companion import i18n
from companion.app import navigation
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live import closing, devices, setup
from companion.app.live.curtain import HandOver, SeatEntry
from companion.app.live.enrolling import Enrolling
from companion.app.live.facts import Pad
from companion.app.live.guide import guide_view
from companion.app.live.hand import HandEntry
from companion.app.live.ownmaps import OwnMaps
from companion.app.live.owntable import OwnTable
from companion.app.live.sitting import Sitting
from companion.app.live.values import CardShelf, named
from companion.app.taps import Tap
from companion.app.viewmodel import Lamp, Snack
from companion.capture.shelf import Shelf, ShelfError
from companion.engine.boards import Board
from companion.engine.game import ConfigError, fold
from companion.engine.journal import JournalError
from companion.engine.scenario import load_data
from companion.engine.session import Person
from companion.engine.types import Input, Roll, Ruling, Show, Shuffle
from companion.engine.words import N_
from companion.engine.yamlfile import DataError
from companion.games import GAMES, game
from companion.table import saved
from companion.table.desk import Tapped
from companion.table.enrol import FILE, known_tags
from companion.table.faults import error_lines
from companion.table.messages import CardShown, StrangeTag
from companion.table.snapshot import Snapshot
from hardware.files import BadFile


class LiveBackend(OwnMaps):
    """``home``: folder for settings and saved games. The rest: what the command line gives."""

    def __init__(
        self, home: Path, camera: str | None = None, die: str | None = None, cards: str | None = None,
        given: Path | None = None, second: str | None = None,
    ) -> None:  # fmt: skip
        self.home, self.given, self.games = home, given, home / "games"
        self.inbox = Inbox()
        self.game, self.plan = ("walisk", "none") if given is not None else ("hibernia", "box")
        self.shelf = Shelf(home)
        self.sitting: Sitting | None = None
        self.hand: HandEntry | None = None
        self.handover: HandOver | None = None
        self.pad: Pad | None = None
        self.draft: v.Draft | None = None
        self.reasons: int | None = None
        self.snack: Snack | None = None
        self.demo: Any = None
        self._playing = False
        self._end_shown = -1
        self._jump: int | None = None
        self._rule = ""
        self._before: Snapshot | None = None
        self._following: int | None = None
        self._views = threading.RLock()  # both threads make views, one at a time
        told = {"camera": camera, devices.SECOND: second, "die": die, "cards": cards}
        self.devices = devices.Devices(home / "devices.json", told)
        self.enrolling: Enrolling | None = None
        self.tags: dict[str, str] = {}  # tag -> card; shared with the readers, so a new one counts at once

    # ------------------------------------------------------------ life
    def start(self, inbox: Inbox) -> None:
        self.inbox = inbox
        with contextlib.suppress(BadFile, OSError):  # told when the cards are opened
            self.tags.update(known_tags(self.home / FILE))
        played = (g.game for g in saved.listing(self.games) if g.game in GAMES)
        self.on_game(next(played, self.game))  # what was played last lies on top
        self.inbox.put(self.devices.view())

    def close(self) -> None:
        self.stop_capturing()
        self._stop_enrolling()
        self._leave()

    def post(self, tap: Tap) -> None:
        """Answer a finger; whatever a tap cannot do here is told, never raised."""
        before = self._nav.place
        self._nav = navigation.step(self._nav, tap)
        handler = getattr(self, "on_" + tap.kind, None)
        try:
            if handler is not None:
                handler(tap.payload)
            self.went(tap, before)
        except (DataError, ConfigError, JournalError, ShelfError, OSError) as e:
            self._tell(error_lines(e)[0])

    def _tell(self, text: str) -> None:
        """A sentence that belongs to no place of its own."""
        self.snack = Snack("fault", "bad", text)
        if self.sitting is not None and self._playing:
            self.show_table()
        else:
            self.inbox.put(v.StartView(text, self.lamps(), *self._start_rest()))

    # ------------------------------------------------------------ start
    def lamps(self) -> tuple[Lamp, ...]:
        return self.devices.lamps()

    def _start_rest(self) -> tuple[Any, ...]:
        view = self._start((), saved.listing(self.games))
        return view.games, view.game, view.plans, view.plan, view.resume

    def _start(self, lamps: tuple[Lamp, ...], games: list[saved.SavedGame]) -> v.StartView:
        return setup.start_view(self.game, self.plan, lamps, games, datetime.now().hour, self.plans(self.game))

    def put_start(self) -> None:
        games = saved.listing(self.games)
        self.inbox.put(self._start(self.lamps(), games))
        self.inbox.put(setup.resume_view(games))

    def on_game(self, name: str) -> None:
        self.game = name
        offered = [p.id for p in setup.start_view(name, "", (), (), 12, self.plans(name)).plans]
        if self.plan not in offered:
            self.plan = offered[0]
        self.put_start()

    def on_plan(self, plan: str) -> None:
        self.plan = plan
        self.put_start()

    def on_setting(self, change: tuple[str, str]) -> None:
        name, value = change
        if name in devices.NAMES:
            self.devices.choose(name, value)
        self.put_start()
        self.inbox.put(self.devices.view())
        if self.sitting is not None:
            self._show_all()

    def on_begin(self, wish: tuple[str, str]) -> None:
        self.game, self.plan = wish
        self.inbox.put(self.offer(self.game, self.plan))

    def names(self) -> tuple[str, ...]:
        """Names of the latest games first, then none."""
        names: dict[str, None] = {}
        for g in saved.listing(self.games)[:5]:
            names.update(dict.fromkeys(p.name for p in g.people))
        return tuple(names) or ("Anna", "Ben", "Clara", "David")

    # ------------------------------------------------------------ a game begins
    def begin_game(self, draft: v.Draft, board: Board, ident: str = "") -> None:
        """``ident``: the board's name on the owner's shelf, "" for one that was printed here."""
        found = game(draft.game)
        data = load_data(found, board)
        if self._values(draft.game).exists():
            data["own"] = CardShelf(self._values(draft.game)).read()
            board = named(board, data["own"])
        board = self.relit(board)
        config = self.checked(draft, board, data)
        people = [Person(p.name, p.colour) for p in draft.players]
        folder = saved.new_folder(self.games, draft.game, _clock())
        session = saved.create(folder, found, config, people, _clock)
        self.keep_beside(ident, folder)
        seen = self.shelf.reference(ident) is not None if ident else "camera" in draft.devices
        wanted = draft.plan != "none" and seen
        self._sit(session, self.devices.cameras if wanted else (), folder=folder)
        self._playing = False
        self._guide()
        self.inbox.put(v.Show("guide"))

    def _sit(
        self, session: Any, cameras: tuple[Any, ...], dice: tuple[str, ...] | None = None, folder: Path | None = None
    ) -> None:
        self._leave()
        die = self.devices["die"]
        used = dice if dice is not None else (die,) if die else ()
        own = OwnTable.beside(folder, self.shelf) if folder is not None else None
        ears = {"dice": used, "cards": self.devices["cards"], "tags": self.tags}
        self.sitting = Sitting(session, self._told, self.inbox.picture, cameras=cameras, own=own, **ears)
        self.hand = HandEntry(self.sitting.painter)
        self.handover = HandOver(SeatEntry(self.sitting.painter))
        self.pad = self.sitting.painter.face.pad(self.sitting.painter, self._values(session.game.id))
        self.sitting.taken = self._taken
        self.call_places()
        told, self.reasons, self._before = saved.caution(session), None, None
        self.snack = Snack("kept", "warn", told) if told else None
        self.sitting.start()

    def _taken(self, message: Any) -> bool:
        """A card shown while the curtain is open is a choice behind it, or a touch of the game's keys: no act yet."""
        with self._views:
            if isinstance(message, CardShown) and (self.handover is None or not self.handover.open):
                return self._touched(message.card)
            if self.handover is None or not self.handover.open or not isinstance(message, CardShown | StrangeTag):
                return False
            if isinstance(message, CardShown):
                self.handover.shown(message.card)
            self.show_table()
            return True

    def _touched(self, tagged: str) -> bool:
        """Whether a shown card is a touch of the keys of this game, and is done with."""
        game, _, card = tagged.partition(":")
        shown = getattr(self.pad, "shown", None)
        if shown is None or self.sitting is None or game != self.sitting.session.game.id:
            return False
        sends = shown(card)
        if sends:
            self._send(Tapped(sends, self.sitting.latest.at))
        self.show_table()
        return sends is not None

    def _values(self, name: str) -> Path:
        """The owner's file of box values of a game: corrections stand there, and take effect without code."""
        return self.home / "cards" / f"{name}.yaml"

    def _recut(self, data: Mapping[str, Any]) -> None:
        """The game goes on from here in a new journal, with other box data; the old one stays as it was."""
        assert self.sitting is not None
        old = self.sitting.session
        found, config = old.game, attrs.evolve(old.config, data={**old.config.data, **data})
        start = found.from_position(config, found.position(old.state))
        folder = saved.new_folder(self.games, found.id, _clock())
        session = saved.create(folder, found, config, old.people, _clock, start=start)
        self._sit(session, self.devices.cameras if self.sitting.eye is not None else ())

    def _leave(self) -> None:
        if self.demo is not None:
            self.demo.close()
            self.demo = None
        sitting, self.sitting = self.sitting, None
        if sitting is not None:
            sitting.close()

    def _guide(self) -> None:
        if self.sitting is not None:
            first = self.draft.first if self.draft is not None else None
            self.inbox.put(guide_view(self.sitting, self.lamps_now(), first, self.lit(self.sitting)))

    def lamps_now(self) -> tuple[Lamp, ...]:
        return self.sitting.painter.lamps(self.sitting.latest) if self.sitting is not None else self.lamps()

    def on_guide_lot(self, _: Any) -> None:
        """The app draws what is owed: every lot of the set-up, the start player as wished."""
        self._draw_lots()

    def _draw_lots(self) -> None:
        """Everything the set-up leaves to chance, as one chain: it stands and is undone as a whole."""
        assert self.sitting is not None
        rng, session = SystemRandom(), self.sitting.session
        found, state = session.game, session.state
        ready = found.table.ready
        first = self.draft.first if self.draft is not None else None
        acts: list[Input] = []
        while not ready(state) and isinstance(owed := found.pending(state)[0], Roll | Show | Shuffle):
            acts.append(setup.drawn(owed, rng, first))
            decision = found.decide(state, acts[-1])
            assert not isinstance(decision, Ruling), decision
            state = fold(found, state, decision)
        if acts:
            self._send(Tapped(tuple(acts)))

    def on_undo(self, payload: Any) -> None:
        if self.capturing is not None:
            self._do("undo")
        else:
            super().on_undo(payload)

    def on_guide_skip(self, _: Any) -> None:
        self._draw_lots()
        self.on_guide_start(None)

    def on_guide_start(self, _: Any) -> None:
        self._playing = True
        self._show_all()
        self.inbox.put(v.Show("table"))

    def on_continue(self, folder: str) -> None:
        session = saved.open_or_look(Path(folder), game, _clock)
        mine = not saved.looks_on(session)
        self._sit(session, self.devices.cameras if mine else (), None if mine else (), folder=Path(folder))
        self._playing = True
        self._show_all()
        self.inbox.put(v.Show("end" if saved.is_over(session) else "table"))

    def on_rescue(self, folder: str) -> None:
        self.on_continue(str(saved.rescue(Path(folder), game)))

    def on_forget(self, folder: str) -> None:
        path = Path(folder)
        if path.parent == self.games and (path / saved.JOURNAL).exists():
            shutil.rmtree(path)
        self.put_start()

    def on_demo(self, name: str) -> None:
        from companion.app.live.demo import DemoTable, has_demo

        if not has_demo(name):
            self._tell(i18n.gettext(N_("The demo table plays Hibernia and Walisk only.")))
            return
        table = DemoTable(name, self.games)
        self._sit(table.session, (table.camera,), (table.die_url,))
        self.demo = table
        assert self.sitting is not None
        table.play(self.sitting)
        self._playing = True
        self._show_all()
        self.inbox.put(v.Show("table"))

    def _enrol(self) -> None:
        """Cards and tags of the game at the table, else of the game chosen on the start page."""
        self._stop_enrolling()
        name, url, at_table = self.game, self.devices["cards"], False
        if self.sitting is not None:
            name, at_table = self.sitting.session.game.id, self.sitting.hears_cards
        self.enrolling = Enrolling(name, self.home, "" if at_table else url, self.tags, self._enrolled, at_table)
        if self.sitting is not None and at_table:
            self.sitting.taken = self.enrolling.heard
        self.enrolling.start()
        self._enrolled()

    def _enrolled(self) -> None:
        if self.enrolling is not None:
            self.inbox.put(self.enrolling.view())

    def _stop_enrolling(self) -> None:
        if self.enrolling is not None:
            self.enrolling.close()
            self.enrolling = None
        if self.sitting is not None:
            self.sitting.taken = self._taken

    def on_enrol(self, key: str) -> None:
        if self.enrolling is not None:
            self.enrolling.touch(key)

    def on_back(self, _: Any) -> None:
        self._stop_enrolling()

    def on_again(self, _: Any) -> None:
        self.on_begin((self.game, self.plan))
        self.inbox.put(v.Show("new_game"))

    def on_go(self, place: str) -> None:
        if place != "enrol":
            self._stop_enrolling()
        if place == "start":
            self.stop_capturing()
            self._leave()
            self.put_start()
        elif place == "resume":
            self.put_start()
        elif place == "hand" and self.hand is not None:
            self.hand.choose_kind("")
            kinds = self.hand.kinds()
            if len(kinds) == 1:
                self.hand.choose_kind(kinds[0].key)
            self.inbox.put(self.hand.view())
        elif place == "rules":
            self.on_rule("")
        elif place == "history" and self.sitting is not None:
            self.inbox.put(closing.history_view(self.sitting, None))
        elif place == "settings":
            self.inbox.put(self.devices.view())
        elif place == "enrol":
            self._enrol()
        elif place == "about":
            self.inbox.put(setup.about_view(_version()))


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _version() -> str:
    try:
        return version("table-companion")
    except PackageNotFoundError:
        return ""


def backend_for(home: Path, options: Mapping[str, Any]) -> Callable[[], LiveBackend]:
    given = options.get("map_file")
    first, second = (*(options.get("camera") or ()), None, None)[:2]
    used = (first, options.get("die"), options.get("cards"), given.resolve() if given is not None else None, second)
    return lambda: LiveBackend(home, *used)
