"""Taps around the owner's board: which one lies there, placing the camera, capturing, and the game that follows."""

from __future__ import annotations

import threading
from abc import abstractmethod
from pathlib import Path
from random import SystemRandom
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app import navigation
from companion.app import setup_views as v
from companion.app.live.capture import SHEET, Capturing, board_files
from companion.app.live.naming import Naming
from companion.app.live.owntable import SHELF
from companion.app.live.setup import COLOUR_WORDS, TITLES
from companion.app.taps import Tap
from companion.app.viewmodel import Choice, Question, Snack, SpaceView
from companion.capture.plans import plan_of
from companion.capture.shelf import SUFFIX, Shelf
from companion.engine.boards import Board
from companion.engine.types import Choose, Input
from companion.engine.words import N_
from companion.games import game
from companion.table.desk import Tapped
from companion.table.snapshot import Snapshot

NEW, FILE, HOUSE = "new", "file:", "house"
PLACE = "place"  # key of the question for a place that is not known yet
BOXES = ("hibernia", "brian_boru", "loewenherz", "vikings_gone_wild")  # games whose printed board is captured
DRAWN = (*BOXES, "walisk")  # games whose map may be drawn or captured without a box
COLOURS = ("white", "purple", "orange", "black", "red", "blue", "green", "yellow", "brown", "grey", "pink")


def _pushed(cards: tuple[int, ...]) -> Snack:
    """What is said of marker cards that no longer lie where they were tied to the board."""
    told = i18n.ngettext(
        "Marker card {cards} was pushed: it counts again once it lies as before.",
        "Marker cards {cards} were pushed: they count again once they lie as before.",
        len(cards),
    )
    return Snack("cards", "warn", told.format(cards=", ".join(map(str, cards))))


class OwnBoards(Naming):
    """A part of the backend. ``shelf``: what the owner has captured so far."""

    draft: v.Draft | None
    devices: Any
    shelf: Shelf
    capturing: Capturing | None = None
    _nav: navigation.Nav = navigation.Nav()
    _said: tuple[tuple[Any, tuple[str, ...]], ...] = ()  # duties that were answered from the set-up page
    _loose: Any = None  # the sitting that has just begun on parts as they lie

    # ------------------------------------------------------------ choosing
    def plans(self, name: str) -> tuple[v.Plan, ...]:
        """The board from the box, with the minutes it honestly takes now."""
        if name not in BOXES:
            return ()
        boards = [b for b in self.shelf.boards(name) if b.playable]
        if any(b.ready for b in boards):
            second = i18n.gettext(N_("captured before: 1 minute"))
        elif boards:
            second = i18n.gettext(N_("four corners: 2 minutes"))
        elif self.shelf.unfinished(name):
            second = i18n.gettext(N_("go on capturing"))
        else:
            second = i18n.gettext(N_("capture it first: {n} minutes")).format(n=plan_of(name).minutes)
        return (v.Plan("box", i18n.gettext(N_("From the box")), second),)

    def with_board(self, view: v.NewGameView) -> v.NewGameView:
        """For a board from the box: which one, and colours as this box has them."""
        if view.plan == "none":
            return self._with_map(view)
        if view.plan != "box":
            return view
        boards = [b for b in self.shelf.boards(view.game) if b.playable]
        known = [c for c in self.shelf.paints(view.game) if c in COLOUR_WORDS]
        printed = (c.key for c in view.colours) if plan_of(view.game).loose else ()  # its rules name its colours
        words = tuple(dict.fromkeys((*known, *printed, *COLOURS)))
        colours = tuple(v.ColourView(c, i18n.gettext(COLOUR_WORDS.get(c, c))) for c in words)
        options = view.options
        files = board_files(self.home, view.game)
        if boards or files:
            title = i18n.gettext(N_("Board"))
            choices = tuple(Choice(b.id, f"{TITLES.get(b.game, b.game)} {b.id.rpartition('-')[2]}") for b in boards)
            from_file = i18n.gettext(N_("from the file {name}"))
            choices += tuple(Choice(FILE + f.name, from_file.format(name=f.name.removesuffix(SUFFIX))) for f in files)
            choices += (Choice(NEW, i18n.gettext(N_("capture another one"))),)
            options = (v.OptionView("board", title, "", choices, boards[0].id if boards else NEW), *options)
        return evolve(view, colours=colours, options=options)

    def _with_map(self, view: v.NewGameView) -> v.NewGameView:
        """Without camera: a game whose map is known plays at once; another map of one's own is entered first."""
        if view.game not in DRAWN or not plan_of(view.game).logic:
            return view
        boards = [b for b in self.shelf.boards(view.game) if b.playable]
        choices = tuple(Choice(b.id, f"{TITLES.get(b.game, b.game)} {b.id.rpartition('-')[2]}") for b in boards)
        choices += (Choice(HOUSE, i18n.gettext(N_("the printed map"))), Choice(NEW, i18n.gettext(N_("enter my map"))))
        option = v.OptionView("board", i18n.gettext(N_("Board")), "", choices, choices[0].key)
        return evolve(view, options=(option, *view.options))

    def begin_without_camera(self, draft: v.Draft, house: Board) -> None:
        """On the house board, on one of the shelf, or by way of entering one."""
        boards = [b.id for b in self.shelf.boards(draft.game) if b.playable]
        logic = draft.game in DRAWN and plan_of(draft.game).logic
        wanted = draft.options.get("board", "") or (boards[0] if boards and logic else HOUSE)
        if wanted == NEW:
            self.capture_board(draft.game, self.shelf.unfinished(draft.game))
        elif wanted in boards:
            self.begin_game(draft, self.own_board(wanted, draft), wanted)
        else:
            self.begin_game(draft, house)

    def board_wanted(self, draft: v.Draft) -> str:
        """Id of the board that is to be used, "" to capture one."""
        wanted = draft.options.get("board", "")
        if wanted and wanted != NEW:
            return wanted
        boards = [b for b in self.shelf.boards(draft.game) if b.playable and wanted != NEW]
        return boards[0].id if boards else ""

    def begin_on_own(self, draft: v.Draft) -> None:
        """A game on a board from the box: at once when the camera can find it, else by way of the capture."""
        ident = self.board_wanted(draft)
        if ident.startswith(FILE):
            file = next(f for f in board_files(self.home, draft.game) if f.name == ident.removeprefix(FILE))
            ident = self.shelf.take_in(file)
        loose = plan_of(draft.game).loose  # its parts lie anew
        if ident and self.shelf.reference(ident) is not None and not loose:
            self.begin_game(draft, self.own_board(ident, draft), ident)
            return
        if not ident and draft.options.get("board") != NEW:
            ident = self.shelf.unfinished(draft.game)
        self.capture_board(draft.game, ident)

    def own_board(self, ident: str, draft: v.Draft) -> Board:
        """A board of the shelf in the colours of these players; what the box has besides stays behind them."""
        from companion.engine.boards import board_from_mapping

        board = self.shelf.board(ident)
        played = [p.colour for p in draft.players]
        known = list(self.shelf.paints(draft.game))
        rest = [c for c in dict.fromkeys((*known, *board.colours)) if c not in played]
        fourth = draft.options.get("fourth", "")
        rest = [fourth, *(c for c in rest if c != fourth)] if fourth and fourth not in played else rest
        most = max(len(played), min(len(board.colours), max(game(draft.game).players)))
        return board_from_mapping({**board.doc, "colours": [*played, *rest][:most]}, ident)

    @abstractmethod
    def begin_game(self, draft: v.Draft, board: Board, ident: str = "") -> None:
        """Begin on this board; ``ident``: its name on the owner's shelf."""

    # ------------------------------------------------------------ capturing
    def capture_board(self, name: str, ident: str = "") -> None:
        self.stop_capturing()
        self.capturing = Capturing(
            self.shelf, name, ident, self.inbox.put, self.inbox.picture, self.devices.lamps, self._captured,
            self._later, board_files(self.home, name),
        )  # fmt: skip
        if self.capturing.shop.on_sheet:
            self._nav = navigation.open_place(self._nav, "capture")
            self.capturing.post(self.capturing.sheet)
            return
        self._nav = navigation.open_place(self._nav, "camera")
        self.capturing.place(self.devices["camera"])
        self.inbox.put(v.Show("camera"))

    def stop_capturing(self) -> None:
        now, self.capturing = self.capturing, None
        if now is not None:
            now.close()
            if now.shop.draft.touches == 0:
                self.shelf.forget(now.shop.ident)

    def _captured(self, ident: str) -> None:
        """On the capture's own thread, which ends with this."""
        draft = self.draft
        if draft is None:
            return
        threading.Thread(target=self._after_capture, args=(draft, ident), name="after-capture", daemon=True).start()

    def _after_capture(self, draft: v.Draft, ident: str) -> None:
        self.stop_capturing()
        try:
            self.begin_game(self._as_it_lies(draft), self.own_board(ident, draft), ident)
            if plan_of(draft.game).loose:
                self._loose = self.sitting
                self._say_known()
        except ValueError as e:
            self._tell(str(e))

    def _as_it_lies(self, draft: v.Draft) -> v.Draft:
        """Where parts were captured as they lie, nobody draws lots for them."""
        if not plan_of(draft.game).loose:
            return draft
        return evolve(draft, options={**draft.options, "layout_source": "camera"})

    def _told(self, snapshot: Snapshot) -> None:
        super()._told(snapshot)
        self._say_known()

    def _say_known(self) -> None:
        """What set-up page and capture have said already is told to the rules as they ask, once; then play."""
        sitting, draft = self.sitting, self.draft
        if sitting is None or draft is None or draft.game != sitting.session.game.id:
            return
        session, owed = sitting.session, sitting.session.pending()[0]
        acts: tuple[Input, ...] = ()
        if isinstance(owed, Choose) and (sitting, owed.what) not in self._said:
            self._said = (*(x for x in self._said if x[0] is sitting), (sitting, owed.what))
            first = SystemRandom().randrange(len(draft.players)) if draft.first is None else draft.first
            acts = sitting.painter.face.told(session, first)
        if acts:
            sitting.post(Tapped(acts))
        elif self._loose is sitting and not self._playing and session.game.ready(session.state):
            self._loose = None
            space = session.config.board.space
            table = session.game.tabletop(session.state).items()
            if not any(tokens for name, tokens in table if space[name].look != "none"):  # nothing has to be laid
                self.on_guide_start(None)

    def _later(self) -> None:
        threading.Thread(target=self._go_home, name="capture-later", daemon=True).start()

    def _go_home(self) -> None:
        self.stop_capturing()
        self.put_start()
        self.inbox.put(v.Show("start"))

    @abstractmethod
    def on_guide_start(self, _: Any) -> None:
        """From the set-up guide to the table."""

    @abstractmethod
    def put_start(self) -> None:
        """Show the start page anew."""

    def went(self, tap: Tap, before: str) -> None:
        """After a tap that may have left the capture, or changed its language."""
        now = self.capturing
        if now is not None and tap.kind == "setting":
            now.post(now.reworded)
        if now is None or tap.kind != "back":
            return
        if before == "capture" and self._nav.place == "camera":
            now.post(now.place, now.address or self.devices["camera"])
        elif before == "camera":
            self.stop_capturing()

    # ------------------------------------------------------------ taps
    def _do(self, name: str, *args: Any) -> None:
        if self.capturing is not None:
            self.capturing.post(getattr(self.capturing, name), *args)

    def on_camera_source(self, source: str) -> None:
        self._do("choose_source", source, self.devices["camera"])

    def on_camera_address(self, address: str) -> None:
        self._do("place", str(address).strip())

    def on_camera_more(self, key: str) -> None:
        if key == SHEET:
            self._nav = navigation.open_place(self._nav, "capture")
        self._do("take_in", key)

    def on_corner(self, corner: tuple[int, tuple[float, float]]) -> None:
        self._do("corner", *corner)

    def on_camera_keep(self, _: Any) -> None:
        self._nav = navigation.open_place(self._nav, "capture")
        self._do("keep")

    def on_capture_tap(self, at: tuple[float, float]) -> None:
        self._do("tap", at)

    def on_capture_drag(self, way: tuple[tuple[float, float], tuple[float, float]]) -> None:
        self._do("drag", *way)

    def on_capture_choose(self, key: str) -> None:
        self._do("choose", key)

    def on_capture_count(self, change: tuple[str, int]) -> None:
        self._do("count", *change)

    def on_capture_name(self, text: str) -> None:
        self._do("name", text)

    def on_capture_next(self, _: Any) -> None:
        self._do("next")

    def on_capture_play(self, _: Any) -> None:
        self._do("play")

    def on_capture_later(self, _: Any) -> None:
        self._do("later")

    # ------------------------------------------------------------ places learned in play
    def table_view(self, sitting: Any) -> Any:
        """Over the table: what lies where no place is known is asked once."""
        view = super().table_view(sitting)
        own = sitting.own
        if own is not None and own.pushed and view.snack is None:
            view = evolve(view, snack=_pushed(own.pushed))
        if own is None or own.ask is None or view.curtain is not None:
            return view
        place = sitting.painter.speaker.place
        choices = tuple(Choice(name, i18n.capital(place(name))) for name in own.ask.spaces)
        question = Question(
            PLACE, i18n.gettext(N_("Where does the new piece lie?")), None,
            i18n.gettext(N_("The camera knows no place there yet: one touch teaches it.")),
            choices=choices, later=False,
        )  # fmt: skip
        lit = tuple(evolve(x, lit=True) if x.id in own.ask.spaces else x for x in view.board.spaces)
        missing = {x.id for x in lit}
        lit += tuple(SpaceView(n, lit=True) for n in own.ask.spaces if n not in missing)
        return evolve(view, question=question, board=evolve(view.board, spaces=lit))

    def on_choose(self, answer: tuple[Any, ...]) -> None:
        if answer[0] == PLACE:
            self._place(str(answer[1]))
        else:
            super().on_choose(answer)

    def on_other(self, key: str) -> None:
        if key == PLACE:
            self._place("")
        else:
            super().on_other(key)

    def on_space(self, space: str) -> None:
        """A tap on the drawing answers as well."""
        own = self.sitting.own if self.sitting is not None else None
        if own is not None and own.ask is not None and own.learning is not None and space in own.learning.bare:
            self._place(space)
        else:
            super().on_space(space)

    def _place(self, space: str) -> None:
        if self.sitting is not None:
            self.sitting.place(space)

    # ------------------------------------------------------------ saved games
    def keep_beside(self, ident: str, folder: Path) -> None:
        """A saved game carries its board's picture, corners and colours, and knows whose board it was."""
        if ident:
            self.shelf.copy_into(ident, folder)
            (folder / SHELF).write_text(ident, encoding="utf-8")
