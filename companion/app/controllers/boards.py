"""Which board a new game is played on: from the box, printed here, a map of the game or one of the owner's files."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from companion import i18n
from companion.app import setup_views as v
from companion.app.controllers.context import Context
from companion.app.live import setup
from companion.app.live.capture import board_files
from companion.app.live.setup import COLOUR_WORDS, title_of
from companion.app.viewmodel import Choice
from companion.capture.planned import plan_of
from companion.capture.shelf import SUFFIX
from companion.engine.boards import Board, board_from_mapping, house_board
from companion.engine.words import N_
from companion.games import game
from companion.table.ownmap import MAPS, load_map, map_files
from hardware.filing.folders import own_home

NEW, FILE, HOUSE = "new", "file:", "house"
COLOURS = ("white", "purple", "orange", "black", "red", "blue", "green", "yellow", "brown", "grey", "pink")


class Boards:
    """What the owner has, as choices of a new game."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def playable(self, name: str) -> list[str]:
        """Ids of the boards on the shelf that can be played on."""
        return [b.id for b in self.ctx.shelf.boards(name) if b.playable]

    def plans(self, name: str) -> tuple[v.Plan, ...]:
        """The board from the box, with the minutes it honestly takes now."""
        if not plan_of(name).box:
            return ()
        boards = [b for b in self.ctx.shelf.boards(name) if b.playable]
        if any(b.ready for b in boards):
            second = i18n.gettext(N_("captured before: 1 minute"))
        elif boards:
            second = i18n.gettext(N_("four corners: 2 minutes"))
        elif self.ctx.shelf.unfinished(name):
            second = i18n.gettext(N_("go on capturing"))
        else:
            second = i18n.gettext(N_("capture it first: {n} minutes")).format(n=plan_of(name).minutes)
        return (v.Plan("box", i18n.gettext(N_("From the box")), second),)

    # ------------------------------------------------------------ the choices of a new game
    def offered(self, view: v.NewGameView) -> v.NewGameView:
        """The view with the boards and maps of the owner."""
        if view.plan == "none":
            view = self._with_map(view)
        elif view.plan == "box":
            view = self._with_box(view)
        return self._with_files(view)

    def _with_box(self, view: v.NewGameView) -> v.NewGameView:
        """For a board from the box: which one, and colours as this box has them."""
        known = [c for c in self.ctx.shelf.paints(view.game) if c in COLOUR_WORDS]
        printed = (c.key for c in view.colours) if plan_of(view.game).loose else ()  # its rules name its colours
        words = tuple(dict.fromkeys((*known, *printed, *COLOURS)))
        colours = tuple(v.ColourView(c, i18n.gettext(COLOUR_WORDS.get(c, c))) for c in words)
        options, files = view.options, board_files(self.ctx.home, view.game)
        boards = self._choices(view.game)
        if boards or files:
            from_file = i18n.gettext(N_("from the file {name}"))
            choices = (
                *boards,
                *(Choice(FILE + f.name, from_file.format(name=f.name.removesuffix(SUFFIX))) for f in files),
                Choice(NEW, i18n.gettext(N_("capture another one"))),
            )
            default = boards[0].key if boards else NEW
            options = (v.OptionView("board", i18n.gettext(N_("Board")), "", choices, default), *options)
        return evolve(view, colours=colours, options=options)

    def _choices(self, name: str) -> tuple[Choice, ...]:
        return tuple(Choice(b, f"{title_of(name)} {b.rpartition('-')[2]}") for b in self.playable(name))

    def _with_map(self, view: v.NewGameView) -> v.NewGameView:
        """Without camera: a game whose map is known plays at once; another map of one's own is entered first."""
        if not plan_of(view.game).logic:
            return view
        choices = (
            *self._choices(view.game),
            Choice(HOUSE, i18n.gettext(N_("the printed map"))),
            Choice(NEW, i18n.gettext(N_("enter my map"))),
        )
        option = v.OptionView("board", i18n.gettext(N_("Board")), "", choices, choices[0].key)
        return evolve(view, options=(option, *view.options))

    def _with_files(self, view: v.NewGameView) -> v.NewGameView:
        maps = next((o for o in view.options if o.id == setup.MAP), None)
        if maps is None or not game(view.game).info.own_maps:
            return view
        boards = next((o for o in view.options if o.id == "board"), None)
        told_as = i18n.gettext(N_("from the file {name}"))
        files = tuple(Choice(FILE + str(f), told_as.format(name=f.stem)) for f in self._map_files(view.game))
        own = tuple(c for c in boards.values if c.key != HOUSE) if boards is not None else ()
        default = boards.default if boards is not None and boards.default != HOUSE else maps.default
        if self.ctx.given is not None and files and files[0].key == FILE + str(self.ctx.given):
            default = files[0].key
        option = evolve(maps, values=(*maps.values, *files, *own), default=default)
        return evolve(view, options=(option, *(o for o in view.options if o.id not in ("board", setup.MAP))))

    def _map_files(self, name: str) -> tuple[Path, ...]:
        """The one of the command line, then the shelf's, then where people put files."""
        home, given = self.ctx.home, self.ctx.given
        found = map_files(name, (home / "shelf" / MAPS, home / "import", home, own_home() / "Downloads"))
        beside = map_files(name, (given.parent,)) if given is not None else ()
        first = (given,) if given is not None and given in beside else ()
        return (*first, *(f for f in found if f not in first))

    # ------------------------------------------------------------ the board that was chosen
    def wanted(self, draft: v.Draft) -> str:
        """Id of the board that is to be used, "" to capture one."""
        wanted = draft.options.get("board", "")
        if wanted and wanted != NEW:
            return wanted
        boards = [] if wanted == NEW else self.playable(draft.game)
        return boards[0] if boards else ""

    def own(self, ident: str, draft: v.Draft) -> Board:
        """A board of the shelf in the colours of these players; what the box has besides stays behind them."""
        board = self.ctx.shelf.board(ident)
        played = [p.colour for p in draft.players]
        known = list(self.ctx.shelf.paints(draft.game))
        rest = [c for c in dict.fromkeys((*known, *board.colours)) if c not in played]
        fourth = draft.options.get("fourth", "")
        rest = [fourth, *(c for c in rest if c != fourth)] if fourth and fourth not in played else rest
        most = max(len(played), min(len(board.colours), max(game(draft.game).players)))
        return board_from_mapping({**board.doc, "colours": [*played, *rest][:most]}, ident)

    def taken_in(self, draft: v.Draft) -> str:
        """Id of the board that is wanted, taken in from its file if need be."""
        ident = self.wanted(draft)
        if not ident.startswith(FILE):
            return ident
        file = next(f for f in board_files(self.ctx.home, draft.game) if f.name == ident.removeprefix(FILE))
        return self.ctx.shelf.take_in(file)


def settled(draft: v.Draft) -> v.Draft:
    """The choice of a map says which board it is, too: one of the shelf, a new one, or the map itself."""
    options = dict(draft.options)
    chosen = options.get(setup.MAP, "")
    if chosen and not (chosen.startswith(FILE) or chosen in game(draft.game).info.boards):
        options["board"] = options.pop(setup.MAP)
    elif chosen:
        options.setdefault("board", HOUSE)
    return evolve(draft, options=options)


def map_of(draft: v.Draft) -> Board:
    """The printed map or the map of a file; raises DataError, Refused."""
    chosen = draft.options.get(setup.MAP, "house")
    if not chosen.startswith(FILE):
        return house_board(draft.game, chosen)
    return load_map(Path(chosen.removeprefix(FILE))).board
