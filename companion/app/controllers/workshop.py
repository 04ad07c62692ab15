"""The workshop: boards on the shelf, papers to print, devices to listen to, cards and their values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion import i18n
from companion.app import setup_views as v
from companion.app.controllers.capture import Capture
from companion.app.controllers.context import Context
from companion.app.live import workbench
from companion.app.live.bench_devices import CameraCheck, Listening
from companion.app.live.workbench import free_path
from companion.engine.words import N_
from companion.table.printing import print_what

BOARDS, PRINT, DEVICES, CARDS = workbench.TABS


class Workshop:
    """Keys of its buttons are "what:more"; ``tab`` is the part that is open."""

    def __init__(self, ctx: Context, capture: Capture) -> None:
        self.ctx, self.capture = ctx, capture
        self.tab = BOARDS
        self.sure = ""  # the board that was touched once to be taken off the shelf
        self.listening: Listening | None = None
        self.checking: CameraCheck | None = None

    def open(self) -> None:
        self.put()

    def put(self) -> None:
        self.ctx.inbox.put(self.view())

    def view(self) -> v.WorkshopView:
        ctx = self.ctx
        if self.tab == BOARDS:
            rows = workbench.board_rows(ctx.shelf, ctx.game, self.sure)
        elif self.tab == PRINT:
            rows = workbench.print_rows()
        elif self.tab == DEVICES:
            rows = workbench.device_rows(ctx.devices)
        else:
            rows = workbench.card_rows(ctx.values)
        lines = self.listening.lines() if self.listening is not None else ()
        checks = self.checking.checks() if self.checking is not None else ()
        return v.WorkshopView(workbench.tabs(self.tab), workbench.SENTENCES[self.tab](), rows, lines, checks)

    def leave(self) -> None:
        """Nothing is listened to or looked at any more."""
        listening, self.listening = self.listening, None
        checking, self.checking = self.checking, None
        if listening is not None:
            listening.close()
        if checking is not None:
            checking.close()
        self.sure = ""

    # ------------------------------------------------------------ touches
    def touch(self, key: str) -> None:
        what, _, more = key.partition(":")
        handlers: dict[str, Callable[[str], None]] = {
            "tab": self._turn, "board": self._capture, "new": self._new, "export": self._export,
            "remove": self._remove, "print": self._print, "hear": self._hear, "use": self._use, "look": self._look,
            "values": self._forget_values,
        }  # fmt: skip
        handlers[what](more)

    def _turn(self, tab: str) -> None:
        self.leave()
        self.tab = tab
        self.put()

    def _capture(self, ident: str) -> None:
        owned = next(b for b in self.ctx.shelf.boards() if b.id == ident)
        self.capture.open(owned.game, ident, self._captured)

    def _new(self, game: str) -> None:
        self.capture.open(game, self.ctx.shelf.unfinished(game), self._captured)

    def _captured(self, ident: str) -> None:
        """On the capture's thread, which ends with this."""
        self.capture.later(None)
        self._say(i18n.gettext(N_("The board is on the shelf now.")))

    def _export(self, ident: str) -> None:
        path = self.ctx.shelf.export(ident, self._folder("boards"))
        self._say(i18n.gettext(N_("The board is in the file {file}.")).format(file=path))

    def _remove(self, ident: str) -> None:
        """Asked twice: nothing brings it back."""
        if self.sure == ident:
            self.ctx.shelf.forget(ident)
            self.sure = ""
        else:
            self.sure = ident
        self.put()

    def _print(self, more: str) -> None:
        game, _, part = more.partition(":")
        path = free_path(self._folder("prints"), f"{game}-{part}" if part else game, ".pdf")
        print_what(game, path, "A4", "house", part or "board", None, None)
        self._say(i18n.gettext(N_("The papers are in the file {file}.")).format(file=path))

    def _hear(self, url: str) -> None:
        self.leave()
        self.listening = Listening(url, self.put)
        self.listening.start()
        self.put()

    def _use(self, more: str) -> None:
        name, _, address = more.partition(":")
        self.ctx.devices.choose(name, address)
        self.put()

    def _look(self, address: str) -> None:
        self.leave()
        self.checking = CameraCheck(address, self.put, self.ctx.inbox.picture)
        self.checking.start()
        self.put()

    def _forget_values(self, game: str) -> None:
        self.ctx.values(game).unlink(missing_ok=True)
        self.put()

    def _say(self, text: str) -> None:
        self.ctx.inbox.put(v.Notice("ok", text))
        self.put()

    def _folder(self, name: str) -> Path:
        folder = self.ctx.home / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder
