"""A new game: what it may be, and how the table is set up as wished."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app import setup_views as v
from companion.app.controllers.boards import FILE, HOUSE, NEW, Boards, map_of, settled
from companion.app.controllers.capture import Capture
from companion.app.controllers.context import Context
from companion.app.controllers.seating import Seating
from companion.app.live import setup
from companion.capture.planned import plan_of
from companion.engine.boards import Board
from companion.engine.game import Config, ConfigError
from companion.engine.words import N_
from companion.engine.yamlfile import DataError
from companion.games import game
from companion.table import saved
from companion.table.faults import error_lines
from companion.table.ownmap import Refused, set_up

SHOWN = 2  # sentences that fit above the buttons


class NewGame:
    """From the start page over the players and options to the set-up guide, or to the capture of a board."""

    def __init__(self, ctx: Context, boards: Boards, seating: Seating, capture: Capture) -> None:
        self.ctx, self.boards, self.seating, self.capture = ctx, boards, seating, capture
        self._confirmed: tuple[str, str] = ("", "")  # file and board of the unusual map that was shown last

    def begin(self, wish: tuple[str, str]) -> None:
        self.ctx.game, self.ctx.plan = wish
        self.put(*wish)

    def again(self, _: Any) -> None:
        self.begin((self.ctx.game, self.ctx.plan))
        self.ctx.show("new_game")

    def put(self, name: str, plan: str, fault: str = "") -> None:
        self.ctx.inbox.put(evolve(self.offer(name, plan), fault=fault))

    def offer(self, name: str, plan: str) -> v.NewGameView:
        """What a new game may be, with the boards and maps of the owner."""
        view = setup.new_game_view(name, plan, self.ctx.devices.lamps(), self.names())
        lit, first = self.seating.guide.proposed
        rank = {c: i for i, c in enumerate(first if lit == name else ())}
        view = evolve(view, colours=tuple(sorted(view.colours, key=lambda c: rank.get(c.key, len(rank)))))
        return self.boards.offered(view)

    def names(self) -> tuple[str, ...]:
        """Names of the latest games first, then none."""
        names: dict[str, None] = {}
        for g in saved.listing(self.ctx.games)[:5]:
            names.update(dict.fromkeys(p.name for p in g.people))
        return tuple(names) or ("Anna", "Ben", "Clara", "David")

    # ------------------------------------------------------------ set up as wished
    def set_up(self, draft: v.Draft) -> None:
        """Begin as wished; what speaks against it is told where it was wished."""
        self.ctx.draft = draft = settled(draft)
        try:
            if draft.plan == "box":
                self._on_own(draft)
            elif draft.plan == "none":
                self._without_camera(draft, map_of(draft))
            else:
                self._begin(draft, map_of(draft))
        except (DataError, ConfigError) as e:
            self.put(draft.game, draft.plan, told(e))

    def _begin(self, draft: v.Draft, board: Board, ident: str = "") -> None:
        self.seating.begin(draft, board, self._checked, ident)

    def _checked(self, draft: v.Draft, board: Board, data: dict[str, Any]) -> Config:
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

    def _without_camera(self, draft: v.Draft, house: Board) -> None:
        """On the house board, on one of the shelf, or by way of entering one."""
        boards = self.boards.playable(draft.game)
        logic = plan_of(draft.game).logic
        wanted = draft.options.get("board", "") or (boards[0] if boards and logic else HOUSE)
        if wanted == NEW:
            self.capture.open(draft.game, self.ctx.shelf.unfinished(draft.game), self._captured)
        elif wanted in boards:
            self._begin(draft, self.boards.own(wanted, draft), wanted)
        else:
            self._begin(draft, house)

    def _on_own(self, draft: v.Draft) -> None:
        """A game on a board from the box: at once when the camera can find it, else by way of the capture."""
        ident = self.boards.taken_in(draft)
        loose = plan_of(draft.game).loose  # its parts lie anew
        if ident and self.ctx.shelf.reference(ident) is not None and not loose:
            self._begin(draft, self.boards.own(ident, draft), ident)
            return
        if not ident and draft.options.get("board") != NEW:
            ident = self.ctx.shelf.unfinished(draft.game)
        self.capture.open(draft.game, ident, self._captured)

    # ------------------------------------------------------------ after the capture
    def _captured(self, ident: str) -> None:
        """On the capture's own thread, which ends with this."""
        draft = self.ctx.draft
        if draft is not None:
            threading.Thread(target=self._after, args=(draft, ident), name="after-capture", daemon=True).start()

    def _after(self, draft: v.Draft, ident: str) -> None:
        self.capture.stop()
        try:
            self._begin(as_it_lies(draft), self.boards.own(ident, draft), ident)
        except (DataError, ConfigError) as e:
            self.put(draft.game, draft.plan, told(e))
            self.ctx.show("new_game")
            return
        if plan_of(draft.game).loose:
            self.seating.guide.loose = self.ctx.play
            self.seating.guide.say_known()


def as_it_lies(draft: v.Draft) -> v.Draft:
    """Where parts were captured as they lie, nobody draws lots for them."""
    if not plan_of(draft.game).loose:
        return draft
    return evolve(draft, options={**draft.options, "layout_source": "camera"})


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
