"""Maps of one's own as YAML files, in the flow of a new game: offered, checked, confirmed where they are unusual."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app import setup_views as v
from companion.app.live import setup
from companion.app.live.lightcolours import light_of, relit
from companion.app.live.ownboard import FILE, HOUSE, OwnBoards
from companion.app.taps import Tap
from companion.app.viewmodel import Choice
from companion.engine.boards import Board, house_board
from companion.engine.game import Config, ConfigError
from companion.engine.words import N_
from companion.engine.yamlfile import DataError
from companion.games import game
from companion.table.colours import Proposal
from companion.table.faults import error_lines
from companion.table.ownmap import MAPS, Refused, load_map, map_files, set_up

SHOWN = 2  # sentences that fit above the buttons


def told(error: Exception) -> str:
    """Why a table cannot be set up."""
    return shortened(error_lines(error))


def shortened(lines: Sequence[str]) -> str:
    """The first sentences in full, the others counted."""
    if len(lines) <= SHOWN:
        return " ".join(lines)
    left = len(lines) - SHOWN
    more = i18n.ngettext("And {n} thing more.", "And {n} things more.", left).format(n=i18n.number_word(left))
    return " ".join((*lines[:SHOWN], more))


class OwnMaps(OwnBoards):
    """A part of the backend. ``given``: the map file named on the command line."""

    home: Path
    given: Path | None = None
    _confirmed: tuple[str, str] = ("", "")  # file and board of the unusual map that was shown last
    _proposed: tuple[str, tuple[str, ...]] = ("", ())  # a game, and colours that the light of its table tells apart

    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the latest games."""

    # ------------------------------------------------------------ choosing
    def offer(self, name: str, plan: str) -> v.NewGameView:
        """What a new game may be, with the boards and maps of the owner."""
        view = setup.new_game_view(name, plan, self.devices.lamps(), self.names())
        first = self._proposed[1] if self._proposed[0] == name else ()
        rank = {c: i for i, c in enumerate(first)}
        view = evolve(view, colours=tuple(sorted(view.colours, key=lambda c: rank.get(c.key, len(rank)))))
        return self._with_files(self.with_board(view))

    def _with_files(self, view: v.NewGameView) -> v.NewGameView:
        maps = next((o for o in view.options if o.id == setup.MAP), None)
        if maps is None or not game(view.game).info.own_maps:
            return view
        boards = next((o for o in view.options if o.id == "board"), None)
        told_as = i18n.gettext(N_("from the file {name}"))
        files = tuple(Choice(FILE + str(f), told_as.format(name=f.stem)) for f in self._map_files(view.game))
        own = tuple(c for c in boards.values if c.key != HOUSE) if boards is not None else ()
        default = boards.default if boards is not None and boards.default != HOUSE else maps.default
        if self.given is not None and files and files[0].key == FILE + str(self.given):
            default = files[0].key
        option = evolve(maps, values=(*maps.values, *files, *own), default=default)
        return evolve(view, options=(option, *(o for o in view.options if o.id not in ("board", setup.MAP))))

    # ------------------------------------------------------------ colours by light
    def lit(self, sitting: Any) -> Proposal | None:
        """Colours proposed for this light; a table that is set up again takes them."""
        found = light_of(sitting)
        if found is not None and found.swaps:
            self._proposed = (sitting.session.game.id, found.colours)
        return found

    def relit(self, board: Board) -> Board:
        """The board with the colours that were proposed for it."""
        name, colours = self._proposed
        return relit(board, colours if name == board.game else ())

    def went(self, tap: Tap, before: str) -> None:
        """Back from the guide, the new game offers the proposed colours first."""
        super().went(tap, before)
        draft = self.draft
        if tap.kind == "back" and self.sitting is not None and not self._playing and draft is not None:
            self.inbox.put(self.offer(draft.game, draft.plan))

    def _map_files(self, name: str) -> tuple[Path, ...]:
        """The one of the command line, then the shelf's, then where people put files."""
        folders = (self.home / "shelf" / MAPS, self.home / "import", self.home, Path.home() / "Downloads")
        found = map_files(name, folders)
        given = map_files(name, (self.given.parent,)) if self.given is not None else ()
        first = (self.given,) if self.given is not None and self.given in given else ()
        return (*first, *(f for f in found if f not in first))

    # ------------------------------------------------------------ a game begins
    def on_set_up(self, draft: v.Draft) -> None:
        """Begin as wished; what speaks against it is told where it was wished."""
        self.draft = draft = self._settled(draft)
        try:
            if draft.plan == "box":
                self.begin_on_own(draft)
            elif draft.plan == "none":
                self.begin_without_camera(draft, self._map_of(draft))
            else:
                self.begin_game(draft, self._map_of(draft))
        except (DataError, ConfigError) as e:
            self.inbox.put(evolve(self.offer(draft.game, draft.plan), fault=told(e)))

    @staticmethod
    def _settled(draft: v.Draft) -> v.Draft:
        """The choice of a map says which board it is, too: one of the shelf, a new one, or the map itself."""
        options = dict(draft.options)
        chosen = options.get(setup.MAP, "")
        if chosen and not (chosen.startswith(FILE) or chosen in game(draft.game).info.boards):
            options["board"] = options.pop(setup.MAP)
        elif chosen:
            options.setdefault("board", HOUSE)
        return evolve(draft, options=options)

    def _map_of(self, draft: v.Draft) -> Board:
        """The printed map or the map of a file; raises DataError, Refused."""
        chosen = draft.options.get(setup.MAP, "house")
        if not chosen.startswith(FILE):
            return house_board(draft.game, chosen)
        return load_map(Path(chosen.removeprefix(FILE))).board

    def checked(self, draft: v.Draft, board: Board, data: dict[str, Any]) -> Config:
        """The table as wished; raises Refused. A map that is unusual is shown once before it is played on."""
        options = setup.option_values(draft.game, dict(draft.options))
        config, notes = set_up(game(draft.game), len(draft.players), board, options, data)
        chosen = draft.options.get(setup.MAP, "")
        shown = (chosen, board.digest)
        if chosen.startswith(FILE) and notes and self._confirmed != shown:
            self._confirmed = shown
            asked = i18n.gettext(N_("Set up the table again to play on this map as it is."))
            raise Refused((shortened(notes), asked), ConfigError())
        return config
