"""Where the screens meet the rest of the app: one inbox for views, one ``post`` for taps."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from companion.app import navigation
from companion.app.moments import Page, moment
from companion.app.navigation import Nav
from companion.app.setup_views import Notice, Show, Sound
from companion.app.taps import Tap


class Inbox:
    """Filled from any thread, emptied by the screen's clock. Of waiting views only the newest of each kind counts;
    sounds are kept in order. A camera picture (BGR, uint8, h x w x 3) waits in a box of one.

    ``nav`` is the one account of which place is open: ``Show`` and ``step`` move it, and the screen gets it together
    with the views that were put before.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._views: dict[type, Any] = {}
        self._acts: deque[Any] = deque()
        self._frame: Any = None
        self._nav = Nav()
        self._moments: dict[type, Any] = {}  # of the newest view of each kind
        self._works: dict[object, tuple[float, str]] = {}  # what is worked on: since when, and what it is

    def put(self, view: Any) -> None:
        """A view, a Show or a Sound; returns at once."""
        with self._lock:
            if isinstance(view, Show):
                self._nav = navigation.open_place(self._nav, view.place)
            if isinstance(view, Show | Sound | Notice):
                self._acts.append(view)
            else:
                self._views[type(view)] = view
                self._moments[type(view)] = moment(view)

    def passed(self, page: Page | None) -> bool:
        """Whether a page that was touched is another one by now: a view of its kind with another moment has come."""
        with self._lock:
            return page is not None and self._moments.get(page[0], page[1]) != page[1]

    @property
    def nav(self) -> Nav:
        with self._lock:
            return self._nav

    @nav.setter
    def nav(self, nav: Nav) -> None:
        with self._lock:
            self._nav = nav

    def step(self, tap: Tap) -> None:
        """What a tap opens or shuts."""
        with self._lock:
            self._nav = navigation.step(self._nav, tap)

    def picture(self, frame: Any) -> None:
        """The newest camera picture; it must not be changed afterwards."""
        with self._lock:
            self._frame = frame

    @contextmanager
    def work(self, text: str) -> Iterator[None]:
        """Something the screen says it is doing, if it takes long."""
        key = object()
        with self._lock:
            self._works[key] = (time.monotonic(), text)
        try:
            yield
        finally:
            with self._lock:
                del self._works[key]

    def working(self, patience: float = 0.0) -> str:
        """What has been worked on for longer than ``patience`` seconds, "" for nothing."""
        now = time.monotonic()
        with self._lock:
            found = [text for since, text in self._works.values() if now - since >= patience]
        return found[0] if found else ""

    def take(self) -> list[Any]:
        """What came since the last call: views first, then the acts in order."""
        return self.look()[0]

    def look(self) -> tuple[list[Any], Nav]:
        """The same, and the place that is open with it."""
        with self._lock:
            found, now = [*self._views.values(), *self._acts], self._nav
            self._views = {}
            self._acts.clear()
        return found, now

    def take_picture(self) -> Any:
        """The newest picture since the last call, or None."""
        with self._lock:
            frame, self._frame = self._frame, None
        return frame


class Backend(Protocol):
    """What the app talks to. All calls come from the screen's thread and return at once."""

    def start(self, inbox: Inbox) -> None:
        """Begin: put at least a StartView (or a TableView and Show("table"))."""

    def post(self, tap: Tap) -> None:
        """A finger said something; answer by putting new views, sooner or later."""

    def close(self) -> None:
        """The app ends: save, let go of devices."""
