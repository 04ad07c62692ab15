"""The root of the window: keeps the newest view of each kind, shows the open place, lays the menu over it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from attrs import evolve
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion import i18n
from companion.app import memory
from companion.app import navigation as nav_rules
from companion.app import settings as kept
from companion.app.backend import Inbox
from companion.app.menu import over_question
from companion.app.moments import Page, moment
from companion.app.navigation import Nav
from companion.app.places import PLACES
from companion.app.setup_views import Notice, Show, Sound, StartView
from companion.app.taps import Tap
from companion.app.theme import Look, rgba
from companion.app.viewmodel import TableView
from companion.app.voice import Voice
from companion.app.widgets.busy import Busy
from companion.app.widgets.keys import Keys
from companion.app.widgets.part import look, set_look, set_post, set_tell
from companion.app.widgets.sheet import QuestionSheet, over_stage
from companion.app.widgets.whisper import Whisper

SOON_S = 0.15  # after so long it is said what is worked on
SEEN_S, TWICE_S = 0.25, 0.5  # s after a page has come in which a touch was meant for the one before; at the same place
GIVES_BACK = 8  # views after which free memory goes back: a view leaves a MB or two, giving back takes a millisecond
NEAR = 90.0  # design units between two touches of a finger that touched twice
SEEN = ("capture", "table")  # places whose picture may have come before them


class Shell(Widget):  # type: ignore[misc]  # kivy is untyped
    """``post`` goes to the backend; ``chime`` plays a named sound; ``keep`` stores changed settings. ``calm``:
    touches that were meant for the page before are left out."""

    def __init__(
        self, inbox: Inbox, post: Callable[[Tap], None], chime: Callable[[str], None] = lambda name: None,
        settings: kept.Settings | None = None, keep: Callable[[kept.Settings], None] = lambda s: None,
        calm: bool = False, voice: Voice | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.inbox = inbox
        self.out = post
        self.chime = chime
        self.settings = settings or kept.Settings()
        self.keep = keep
        self.voice = voice or Voice()
        self.voice.on = self.settings.speech == "on"
        self.views: dict[type, Any] = {}
        self.open = inbox.nav  # what is shown now
        self.screen: Any = None
        self.shown = ""
        self.overlay: Any = None
        self.busy: Busy | None = None
        self.calm, self.pressed = calm, self.open.place  # where a finger came down last
        self.refreshed = 0
        self.turned = -1e9  # when the page that is shown came
        self.moved = -1e9  # when its keys came to mean something else
        self.last: tuple[float, float] | None = None  # where the last touch was
        self.draft: Any = None
        self.photo: Any = None  # the newest picture, for a screen that is opened anew
        with self.canvas.before:
            self.ground = Color(*rgba(look().colour("ground")))
            self.floor = Rectangle(pos=(0, 0), size=self.size)
        set_post(self.post)
        set_tell(self.whisper)

    # -- taps

    def whisper(self, why: str, mark: str = "warn") -> None:
        """Something that is off was touched: say why; a second touch says it anew."""
        self.hush()
        self.add_widget(Whisper(why, mark))

    def hush(self) -> None:
        for child in [c for c in self.children if isinstance(c, Whisper)]:
            child.go()

    def on_touch_down(self, touch: Any) -> bool:
        now = time.monotonic()
        if self.calm and self.aimed_elsewhere(now, touch.pos):
            return True
        self.last, self.pressed = touch.pos, self.open.place
        self.hush()
        return bool(super().on_touch_down(touch))

    def aimed_elsewhere(self, now: float, at: tuple[float, float]) -> bool:
        """Whether a touch was meant for the page before: nobody sees and touches a new one as quickly as that."""
        near = self.last is not None and math.dist(self.last, at) < NEAR * look().u
        return now - (max(self.turned, self.moved) if near else self.turned) < (TWICE_S if near else SEEN_S)

    def say_busy(self) -> None:
        """What takes longer than a moment is said, and touches wait till it is done."""
        text = self.inbox.working(SOON_S)
        if text and self.busy is None:
            self.busy = Busy()
            self.add_widget(self.busy)
        if text and self.busy is not None:
            self.busy.show(text)
        elif not text and self.busy is not None:
            self.busy.gone()
            self.busy = None

    def post(self, tap: Tap) -> None:
        """A finger said something: move, keep a setting, pass it on."""
        if tap.kind == "choose" and tap.payload[0] in ("menu", "overrule", "table_right"):
            self.answered(*tap.payload)
            return
        if tap.kind == "setting":
            self.set(*tap.payload)
        if tap.kind in nav_rules.LOCAL:
            self.nav = nav_rules.step(self.nav, tap)
        elif not self.gone(tap):
            self.out(evolve(tap, page=self.page()))
        self.refresh()

    def gone(self, tap: Tap) -> bool:
        """Whether the page that was touched is not there any more: the finger came down on it, or it is leaving."""
        here = self.open.place
        touched = tap.kind not in ("back", "cover") and self.pressed != here
        return self.calm and (touched or self.nav.place != here)

    def page(self) -> Page | None:
        """The kind of view that is shown and its moment, as a touch takes them along."""
        kind = PLACES[self.shown].view if self.shown else None
        return None if kind is None or kind not in self.views else (kind, moment(self.views[kind]))

    @property
    def nav(self) -> Nav:
        """The one account of the open place, which the backend moves as well."""
        return self.inbox.nav

    @nav.setter
    def nav(self, nav: Nav) -> None:
        self.inbox.nav = self.open = nav

    def answered(self, sheet: str, key: str, text: str = "") -> None:
        """An answer to one of the app's own sheets."""
        self.nav = nav_rules.back(self.nav) if self.nav.over else self.nav
        if sheet == "menu":
            self.post(Tap("go", key))
        else:
            self.post(Tap(sheet, text or key))

    def set(self, name: str, value: str) -> None:
        new = kept.change(self.settings, name, value)
        if new == self.settings:
            return
        self.settings = new
        self.keep(new)
        self.voice.on = new.speech == "on"
        if not self.voice.on:
            self.voice.hush()
        self.restyle()

    # -- views

    def poll(self, *_: Any) -> None:
        """Take what came in; called by the clock."""
        news, now = self.inbox.look()
        moved, self.open, notice = now != self.open, now, None
        for view in news:
            if isinstance(view, Show):
                self.photo = self.photo if view.place in SEEN else None
            elif isinstance(view, Sound):
                self.chime(view.name)
            elif isinstance(view, Notice):
                notice = view
            else:
                self.views[type(view)] = view
        if news or moved:
            self.refresh()
            self.speak()
        if notice is not None:
            self.whisper(notice.text, notice.mark)
        self.say_busy()
        picture = self.inbox.take_picture()
        if picture is not None:
            self.photo = picture
        if picture is not None and self.screen is not None:
            self.screen.frame(picture)

    def speak(self) -> None:
        """Read the table's prompt or refusal aloud, as everybody sees it: never while a curtain hides something."""
        table = self.views.get(TableView)
        if self.shown == "table" and table is not None:
            self.voice.say(table.prompt.sentence, self.settings.language)

    # -- showing

    def restyle(self) -> None:
        """Window size, theme, text size, language or motion changed: build the open screen anew."""
        self.restyle_quietly()
        self.refresh()

    def restyle_quietly(self) -> None:
        """The same without showing anything yet."""
        i18n.use(self.settings.language)
        s = self.settings
        moves, clock = s.motion == "on", s.clock == "on"
        set_look(Look(self.width, self.height, s.theme, float(s.text), moves, clock, int(s.turned)))
        turn_window(int(s.turned))
        self.ground.rgba = rgba(look().colour("ground"))
        self.floor.size = self.size
        self.drop()

    def drop(self) -> None:
        if self.screen is not None:
            self.screen.leave()
        if self.busy is not None:
            self.busy.gone()
        self.clear_widgets()
        self.screen = self.overlay = self.busy = None
        self.shown = ""
        memory.give_back()

    def refresh(self) -> None:
        """Show the open place with its newest view."""
        self.refreshed += 1
        if self.refreshed % GIVES_BACK == 0:
            memory.give_back()
        place = nav_rules.face(self.open, self.views.get(TableView))
        anew = place != self.shown or self.screen is None
        if anew:
            self.drop()
            self.screen = PLACES[place].build(self)
            self.shown, self.turned = place, time.monotonic()
            self.add_widget(self.screen)
        view = self.views.get(PLACES[place].view)
        if view is not None:
            if self.screen.value is not None and moment(view) != moment(self.screen.value):
                self.moved = time.monotonic()
            self.screen.show(view)
        if anew and self.photo is not None:
            self.screen.frame(self.photo)
        self.lay_over()

    def game(self) -> str:
        """The game at the table, or that chosen on the start page."""
        view = self.views.get(TableView if self.open.stack[0] in ("table", "end") else StartView)
        return "" if view is None else str(view.game)

    def lay_over(self) -> None:
        question = over_question(self.open.over, self.open.stack[0], self.game())
        if self.overlay is not None and (question is None or self.overlay.value != question):
            self.remove_widget(self.overlay)
            self.overlay = None
        if question is not None and self.overlay is None:
            self.overlay = QuestionSheet(box=over_stage())
            self.overlay.show(question)
            self.add_widget(self.overlay)
            self.overlay.open()
            self.moved = time.monotonic()

    def writing(self) -> bool:
        """Whether the keys lie over the screen; they take the keyboard for themselves."""
        return any(isinstance(child, Keys) for child in self.children)

    def on_size(self, *_: Any) -> None:
        if self.width > 100 and (look().width, look().height) != tuple(self.size):
            self.restyle()


def turn_window(degrees: int) -> None:
    """The whole window upside down, for somebody who sits opposite; touches are turned with it."""
    from kivy.core.window import Window

    if Window is not None and Window.rotation != degrees:
        Window.rotation = degrees
