"""Sitting down at a table and leaving it: a new game, a saved one, the demo table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs

from companion.app import memory
from companion.app import setup_views as v
from companion.app.controllers.byhand import ByHand
from companion.app.controllers.context import Context, Play, clock
from companion.app.controllers.guide import Guide
from companion.app.controllers.naming import Naming
from companion.app.controllers.table import Table
from companion.app.live.bytouch import ByTouch
from companion.app.live.curtain import HandOver, SeatEntry
from companion.app.live.hand import HandEntry
from companion.app.live.owntable import SHELF, OwnTable
from companion.app.live.sitting import Sitting
from companion.app.live.values import CardShelf, named
from companion.app.viewmodel import Snack
from companion.engine.boards import Board
from companion.engine.game import Config
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.games import game
from companion.table import saved
from companion.table.desk import Tapped
from companion.table.messages import CardShown, StrangeTag
from companion.table.snapshot import Snapshot
from hardware.filing.whole import write_whole

Checked = Callable[[v.Draft, Board, dict[str, Any]], Config]


class Seating:
    """Opens and closes ``Context.play``, and passes on what its desk says."""

    def __init__(self, ctx: Context, table: Table, hand: ByHand, guide: Guide, naming: Naming) -> None:
        self.ctx, self.table, self.hand, self.guide, self.naming = ctx, table, hand, guide, naming

    # ------------------------------------------------------------ a game begins
    def begin(self, draft: v.Draft, board: Board, checked: Checked, ident: str = "") -> None:
        """``ident``: the board's name on the owner's shelf, "" for one that was printed here."""
        ctx, found = self.ctx, game(draft.game)
        data = load_data(found, board)
        if ctx.values(draft.game).exists():
            data["own"] = CardShelf(ctx.values(draft.game)).read()
            board = named(board, data["own"])
        board = self.guide.relit(board)
        config = checked(draft, board, data)
        people = [Person(p.name, p.colour) for p in draft.players]
        folder = saved.new_folder(ctx.games, draft.game, clock())
        session = saved.create(folder, found, config, people, clock)
        self._keep_beside(ident, folder)
        seen = ctx.shelf.reference(ident) is not None if ident else "camera" in draft.devices
        wanted = draft.plan != "none" and seen
        self.sit(session, ctx.devices.cameras if wanted else (), folder=folder)
        self.guide.put()
        self.guide.say_known()
        ctx.show("guide")

    def _keep_beside(self, ident: str, folder: Path) -> None:
        """A saved game carries its board's picture, corners and colours, and knows whose board it was."""
        if ident:
            self.ctx.shelf.copy_into(ident, folder)
            write_whole(folder / SHELF, ident)

    def open(self, folder: Path) -> None:
        """Go on with a saved game; with the one that is open here too, which lets go of its file first."""
        if (play := self.ctx.play) is not None and getattr(play.session.store, "path", folder).parent == folder:
            self.leave()
        session = saved.open_or_look(folder, game, clock)
        mine = not saved.looks_on(session)
        play = self.sit(session, self.ctx.devices.cameras if mine else (), None if mine else (), folder=folder)
        play.playing = True
        self.table.show_all()
        self.ctx.show("end" if saved.is_over(session) else "table")

    def demo(self, name: str) -> None:
        """The demo table: its camera and its die before this app."""
        from companion.app.live.demo import demo_table

        table = demo_table(name, self.ctx.games)
        play = self.sit(table.session, (table.camera,), tuple(link.where for link in table.links.links))
        play.demo, play.playing = table, True
        table.play(play.sitting)
        self.table.show_all()
        self.ctx.show("table")

    # ------------------------------------------------------------ sitting down, getting up
    def sit(
        self, session: Session[Any], cameras: tuple[Any, ...], dice: tuple[str, ...] | None = None,
        folder: Path | None = None,
    ) -> Play:  # fmt: skip
        self.leave()
        ctx = self.ctx
        die = ctx.devices["die"]
        used = dice if dice is not None else (die,) if die else ()
        own = OwnTable.beside(folder, ctx.shelf) if folder is not None else None
        sitting = Sitting(
            session, lambda snapshot: self._told(session, snapshot), ctx.inbox.picture, cameras=cameras, dice=used,
            own=own, cards=ctx.devices["cards"], tags=ctx.tags,
        )  # fmt: skip
        painter = sitting.painter
        pad = painter.face.pad(painter, ctx.values(session.game.id))
        form = HandEntry(painter)
        play = Play(sitting, form, HandOver(SeatEntry(painter)), ByTouch(painter, HandEntry(painter)), pad)
        told = saved.caution(session)
        play.snack = Snack("kept", "warn", told) if told else None
        sitting.taken = self.taken
        sitting.say_working(ctx.inbox.work)
        ctx.play = play
        self.naming.call_places(play)
        sitting.start()
        return play

    def leave(self) -> None:
        play, self.ctx.play = self.ctx.play, None
        if play is None:
            return
        if play.demo is not None:
            play.demo.close()
        play.sitting.close()
        del play  # nothing of it is held any more
        memory.give_back(whole=True)

    def recut(self, data: Mapping[str, Any]) -> None:
        """The game goes on from here in a new journal, with other box data; the old one stays as it was."""
        play = self.ctx.play
        assert play is not None
        old = play.session
        found, config = old.game, attrs.evolve(old.config, data={**old.config.data, **data})
        start = found.from_position(config, found.position(old.state))
        folder = saved.new_folder(self.ctx.games, found.id, clock())
        session = saved.create(folder, found, config, old.people, clock, start=start)
        self.sit(session, self.ctx.devices.cameras if play.sitting.eye is not None else ()).playing = play.playing

    # ------------------------------------------------------------ what the desk and the readers say
    def _told(self, session: Session[Any], snapshot: Snapshot) -> None:
        """A new snapshot, on the desk's thread; of a table that was left meanwhile nothing is shown."""
        with self.ctx.views:
            play = self.ctx.play
            if play is None or play.session is not session:
                return
            play.sitting.painter.reads(play.sitting.shown)
            self.table.told(play, snapshot)
            if not play.playing:
                self.guide.put()
            self.hand.follow(play, snapshot)
            self.guide.say_known()

    def taken(self, message: Any) -> bool:
        """A card shown while the curtain is open is a choice behind it, or a touch of the game's keys: no act yet."""
        with self.ctx.views:
            play = self.ctx.play
            if play is None:
                return False
            if not play.handover.open:
                return isinstance(message, CardShown) and self._touched(play, message.card)
            if not isinstance(message, CardShown | StrangeTag):
                return False
            if isinstance(message, CardShown):
                play.handover.shown(message.card)
            self.table.show()
            return True

    def _touched(self, play: Play, tagged: str) -> bool:
        """Whether a shown card is a touch of the keys of this game, and is done with."""
        name, _, card = tagged.partition(":")
        shown = getattr(play.pad, "shown", None)
        if shown is None or name != play.session.game.id:
            return False
        sends = shown(card)
        if sends:
            play.send(Tapped(sends, play.at))
        self.table.show()
        return sends is not None
