"""The real backend of the screens: the controllers, joined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.app import navigation
from companion.app.backend import Inbox
from companion.app.controllers.assent import Asking
from companion.app.controllers.boards import Boards
from companion.app.controllers.byhand import ByHand
from companion.app.controllers.capture import Capture
from companion.app.controllers.cards import Cards
from companion.app.controllers.closing import Closing
from companion.app.controllers.context import Context
from companion.app.controllers.curtain import Curtain
from companion.app.controllers.guide import Guide
from companion.app.controllers.howto import Howto
from companion.app.controllers.learning import Learning
from companion.app.controllers.naming import Naming
from companion.app.controllers.new_game import NewGame
from companion.app.controllers.router import Handler, Router
from companion.app.controllers.seating import Seating
from companion.app.controllers.settings import Settings
from companion.app.controllers.spaces import Spaces
from companion.app.controllers.start import Start
from companion.app.controllers.table import Table
from companion.app.controllers.workshop import Workshop
from companion.app.live import devices
from companion.app.live.capture import Capturing
from companion.app.live.homefiles import kept_files
from companion.app.live.sitting import Sitting
from companion.app.setup_views import Notice
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.capture.shelf import Shelf
from companion.table.ownmap import game_of

ANYWHERE = ("go", "back", "reveal", "cover", "lamp", "setting")  # mean the same on every page


class LiveBackend:
    """``home``: folder for settings and saved games. The rest: addresses and a map given on the command line."""

    def __init__(
        self, home: Path, camera: str | None = None, die: str | None = None, cards: str | None = None,
        given: Path | None = None, second: str | None = None,
    ) -> None:  # fmt: skip
        told = {"camera": camera, devices.SECOND: second, "die": die, "cards": cards}
        self.ctx = ctx = Context(home, devices.Devices(home / "devices.json", told), Shelf(home), given)
        if given is not None:
            ctx.game, ctx.plan = game_of(given), "none"
        learning, naming, asking = Learning(), Naming(ctx), Asking(ctx)
        self.table = Table(ctx, (naming, learning, asking))
        self.hand = ByHand(ctx, self.table, asking)
        self.guide = Guide(ctx, self.table)
        self.seating = Seating(ctx, self.table, self.hand, self.guide, naming)
        self.boards = Boards(ctx)
        self.start_page = Start(ctx, self.boards, self.seating)
        self.capture = Capture(ctx, self._left_capture)
        self.new_game = NewGame(ctx, self.boards, self.seating, self.capture)
        self.spaces = Spaces(ctx, self.table, learning, naming)
        self.closing = Closing(ctx, self.table)
        self.howto = Howto(ctx)
        self.curtain = Curtain(ctx, self.table, self.seating)
        self.cards = Cards(ctx, self.seating)
        self.settings = Settings(ctx, self.start_page, self.table, self.capture)
        self.workshop = Workshop(ctx, self.capture)
        self.settings.anew = self._anew
        self.router = Router(lambda: ctx.inbox, self._routes(), self._places(), self._told)

    # ------------------------------------------------------------ life
    def start(self, inbox: Inbox) -> None:
        self.ctx.inbox = inbox
        tags, odd = kept_files(self.ctx.home)
        self.ctx.tags.update(tags)
        self.start_page.open()
        if odd:
            self.start_page.put(odd[0])
        self.settings.open()

    def close(self) -> None:
        self.capture.stop()
        self.workshop.leave()
        self.cards.stop()
        self.seating.leave()

    def post(self, tap: Tap) -> None:
        if not self._passed(tap):
            self.router.post(tap)

    def _passed(self, tap: Tap) -> bool:
        """Whether the finger meant something that is over: the game or the page has gone on since it was shown."""
        if tap.page is None or tap.kind in ANYWHERE:
            return False
        kind, moment = tap.page
        play = self.ctx.play
        gone_on = kind is TableView and play is not None and play.session.length != moment[0]
        return gone_on or self.ctx.inbox.passed(tap.page)

    def _told(self, text: str) -> None:
        """A sentence that belongs to no place of its own."""
        if self.ctx.play is not None and self.ctx.play.playing:
            self.table.tell(text)
        elif self.ctx.inbox.nav.place == "start":
            self.start_page.put(text)
        else:
            self.ctx.inbox.put(Notice("warn", text))

    @property
    def sitting(self) -> Sitting | None:
        """The game at the table."""
        return self.ctx.play.sitting if self.ctx.play is not None else None

    @property
    def capturing(self) -> Capturing | None:
        """The board that is captured now."""
        return self.capture.now

    def _anew(self) -> None:
        """Every page that lies open or behind it, in the language that is spoken now; what was chosen on it stays."""
        told: dict[str, Callable[[], None]] = {
            **self.router.places,
            "start": lambda: None,  # told with the settings
            "new_game": lambda: self.new_game.put(self.ctx.game, self.ctx.plan),
            "guide": self.guide.put,
            "hand": self.hand.put,
            "enrol": self.cards.put,
            "rules": lambda: self.closing.rule(self.ctx.rule),
            "shared": self.closing.told_files,
            "replay": self.closing.laid_out,
        }
        for place in navigation.reached(self.ctx.inbox.nav):
            if place in told:
                told[place]()

    # ------------------------------------------------------------ what taps do
    def _routes(self) -> Mapping[str, Handler]:
        table, hand, capture, closing, guide = self.table, self.hand, self.capture, self.closing, self.guide
        return {
            "back": self._back, "undo": self._undo, "redo": table.redo, "score": table.score, "close": table.close,
            "choose": table.choose, "later": table.later, "where": table.where, "overrule": table.overrule,
            "table_right": table.table_right, "play_on": table.play_on, "snack": table.snack,
            "space": self.spaces.touch, "whole": self.spaces.whole, "picked": self.spaces.picked,
            "one": self.spaces.one, "carry": self.spaces.carry, "key": self.spaces.key, "panel": self.curtain.panel,
            "reveal": self.curtain.reveal, "cover": self.curtain.cover,
            "other": hand.other, "hand_kind": hand.kind, "hand_value": hand.value, "hand_enter": hand.enter,
            "rule": closing.rule, "jump_ask": closing.jump_ask, "jump": closing.jump, "share": closing.share,
            "replay": closing.replay, "replay_to": closing.replay_to, "rule_search": closing.search,
            "lesson": self.howto.show,
            "again": self.new_game.again,
            "game": self.start_page.game, "plan": self.start_page.plan, "continue": self.start_page.go_on,
            "forget": self.start_page.forget, "rescue": self.start_page.rescue, "demo": self.start_page.demo,
            "begin": self.new_game.begin, "set_up": self.new_game.set_up,
            "guide_lot": guide.lot, "guide_shuffled": guide.shuffled, "guide_pick": guide.pick,
            "guide_start": guide.start,
            "camera_source": capture.source, "camera_address": capture.address, "camera_more": capture.more,
            "camera_keep": capture.keep, "corner": capture.corner, "capture_tap": capture.tap,
            "capture_drag": capture.drag, "capture_choose": capture.choose, "capture_count": capture.count,
            "capture_name": capture.name, "capture_next": capture.next, "capture_play": capture.play,
            "capture_later": capture.later,
            "enrol": self.cards.touch, "setting": self.settings.set, "lamp": lambda _: self.settings.open(),
            "work": self._work, "number": lambda _: None,
        }  # fmt: skip

    def _places(self) -> Mapping[str, Callable[[], None]]:
        return {
            "start": self._home, "resume": self.start_page.put, "hand": self.hand.open,
            "rules": lambda: self.closing.rule(""), "history": self.closing.history, "settings": self.settings.open,
            "enrol": self.cards.open, "workshop": self.workshop.open, "about": self.settings.about,
            "evenings": self.closing.evenings, "howto": self.howto.open,
        }  # fmt: skip

    def _home(self) -> None:
        self.capture.stop()
        self.cards.stop()
        self.workshop.leave()
        self.seating.leave()
        self.start_page.put()

    def _left_capture(self) -> None:
        """Both pages a capture may have begun at."""
        self.start_page.put()
        self.workshop.put()

    def _work(self, key: str) -> None:
        """A button of the workshop; giving tags is a place of its own."""
        what, _, name = key.partition(":")
        if what == "tags":
            self.cards.open(name)
            self.ctx.show("enrol")
        else:
            self.workshop.touch(key)

    def _undo(self, payload: Any) -> None:
        if self.capture.now is not None:
            self.capture.undo()
        else:
            self.table.undo(payload)

    def _back(self, _: Any) -> None:
        now = self.ctx.inbox.nav
        before, after = now.place, navigation.step(now, Tap("back")).place
        self.cards.went_back(after)
        self.workshop.leave()
        if after == "workshop":
            self.workshop.put()
        self.capture.went_back(before, after)
        play, draft = self.ctx.play, self.ctx.draft
        if play is not None and not play.playing and draft is not None:  # colours that were proposed come first
            self.new_game.put(draft.game, draft.plan)


def backend_for(home: Path, options: Mapping[str, Any]) -> Callable[[], LiveBackend]:
    given = options.get("map_file")
    first, second = (*(options.get("camera") or ()), None, None)[:2]
    used = (first, options.get("die"), options.get("cards"), given.resolve() if given is not None else None, second)
    return lambda: LiveBackend(home, *used)
