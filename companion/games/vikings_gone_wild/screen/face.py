"""Vikings Gone Wild in the frame: purse and phase, villages with their limits, and keys for everything that is owed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.app.live.facts import Block, Pad, PlainFace, on_turn
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Figure, Owed, PanelRow
from companion.engine.session import Session
from companion.engine.words import N_
from companion.games.vikings_gone_wild.screen.pad import VikingPad
from companion.games.vikings_gone_wild.screen.values import Asking
from companion.games.vikings_gone_wild.state import TURN
from companion.games.vikings_gone_wild.words.village import (
    bonuses_lines,
    buildings_line,
    favours_line,
    laid_lines,
    missions_line,
    next_line,
    purse_lines,
    village_line,
)
from companion.games.vikings_gone_wild.world import SOURCES
from companion.table.speaker import Speaker

LEGEND = (N_("attacks"), N_("defence"), N_("missions"), N_("village"), N_("all else"), N_("at the end"))
PARTS = (("attack", "damage", "undead"), ("repelled", "complete"), ("missions",), ("depots", "hall"))


class Face(PlainFace):
    def laid(self, session: Session[Any], speaker: Speaker) -> tuple[tuple[str, str], ...]:
        """The cards that lie open; the rest of each pile is shuffled."""
        return tuple((speaker.tell(what), speaker.tell(where)) for what, where in laid_lines(session.state))

    def stage(self, session: Session[Any]) -> str:
        return "panel"

    def pad(self, painter: Any, shelf: Path | None = None) -> Pad:
        return VikingPad(painter, None if shelf is None else Asking(CardShelf(shelf)))

    def block(self, session: Session[Any], speaker: Speaker) -> Block:
        """Resources of the turn that are lost at its end, and attacks that succeeded."""
        s = session.state
        if s.phase != TURN:
            return Block()
        return Block(owed=tuple(Owed(speaker.tell(line)) for line in purse_lines(s)))

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        """Hall, buildings against their limit, tokens; and what lies ahead on the track."""
        s = session.state
        return speaker.tell(village_line(s, seat)), speaker.tell(next_line(s, seat))

    def rows(self, session: Session[Any], painter: Any, all_of: bool = False) -> tuple[PanelRow, ...]:
        """Missions of whoever is asked; ``all_of``: every village with its missions, favours and end bonuses."""
        s, told = session.state, painter.speaker.tell
        active = on_turn(session)
        if not all_of:
            return () if active is None else (PanelRow(told(missions_line(s, active)), badge=painter.badge(active)),)
        villages = tuple(
            PanelRow(told(buildings_line(s, i)), told(missions_line(s, i)), badge=painter.badge(i), active=i == active)
            for i in s.world.seats
        )
        return (*villages, PanelRow(told(favours_line(s))), PanelRow(*(told(line) for line in bonuses_lines(s))))

    def columns(self) -> tuple[Figure, ...]:
        """Attacks, defence, missions, the village, the rest, end bonuses."""
        return tuple(Figure("sign", name) for name in ("swords", "cross", "star", "leaf", "flame", "crown"))

    def legend(self, speaker: Speaker) -> tuple[str, ...]:
        return tuple(speaker._(word) for word in LEGEND)

    def parts(self, session: Session[Any], seat: int) -> tuple[str, ...]:
        p = session.state.players[seat]
        gains = dict(zip(SOURCES, p.gains, strict=True))
        told = [sum(gains.pop(k) for k in kinds) for kinds in PARTS]
        return tuple(str(n) for n in (*told, sum(gains.values()), p.vp - sum(p.gains)))

    def goal(self, session: Session[Any]) -> int | None:
        limit: int = session.state.world.limit
        return limit


FACE = Face()
