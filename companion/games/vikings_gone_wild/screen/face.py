"""Vikings Gone Wild in the frame: purse and phase, villages with their limits, and keys for everything that is owed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.facts import Block, Pad, PlainFace, asked_seats, on_turn
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Figure, Owed, Panel, PanelRow
from companion.engine.session import Session
from companion.engine.types import ScoreRow
from companion.engine.words import N_
from companion.games.vikings_gone_wild.events import LastRound
from companion.games.vikings_gone_wild.screen import pictures
from companion.games.vikings_gone_wild.screen.pad import VikingPad
from companion.games.vikings_gone_wild.screen.page import OURS
from companion.games.vikings_gone_wild.screen.values import Asking
from companion.games.vikings_gone_wild.state import Phase
from companion.games.vikings_gone_wild.words.names import card as card_term
from companion.games.vikings_gone_wild.words.pad import KEYS
from companion.games.vikings_gone_wild.words.score import tie_line
from companion.games.vikings_gone_wild.words.values import effect_lines
from companion.games.vikings_gone_wild.words.village import (
    laid_lines,
    missions_line,
    next_line,
    purse_lines,
    village_line,
)
from companion.games.vikings_gone_wild.world import BONUSES, SOURCES
from companion.table.speaker import Speaker

LEGEND = (N_("attacks"), N_("defence"), N_("missions"), N_("village"), N_("all else"), N_("at the end"))
PARTS = (("attack", "damage", "undead"), ("repelled", "complete"), ("missions",), ("depots", "hall"))


class Face(PlainFace):
    ends = (LastRound,)

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
        if s.phase != Phase.TURN:
            return Block()
        return Block(owed=tuple(Owed(speaker.tell(line)) for line in purse_lines(s)))

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        """Hall, buildings against their limit, tokens; and what lies ahead on the track."""
        s = session.state
        return speaker.tell(village_line(s, seat)), speaker.tell(next_line(s, seat))

    def rows(self, session: Session[Any], painter: Any) -> tuple[PanelRow, ...]:
        """Village and missions of whoever is asked; of several the missions alone."""
        seat = on_turn(session)
        if seat is None:
            badge = painter.badge
            return tuple(evolve(self._missions(session, painter, p), badge=badge(p)) for p in asked_seats(session))
        return (self.village(session, painter, seat), self._missions(session, painter, seat))

    def village(self, session: Session[Any], painter: Any, seat: int) -> PanelRow:
        """One village in pictures."""
        return PanelRow("", badge=painter.badge(seat), cards=pictures.village(session.state, seat))

    def villages(self, session: Session[Any], painter: Any) -> tuple[PanelRow, ...]:
        """Every village, the one on turn framed, and below them what their signs are called."""
        s, active = session.state, asked_seats(session)
        rows = [evolve(self.village(session, painter, i), active=i in active) for i in s.world.seats]
        called = tuple(
            pictures.of(s.world.cards[card], self._name(session, painter, card)) for card in pictures.kinds(s)
        )
        names = (PanelRow("", cards=called[k : k + 3]) for k in range(0, len(called), 3))
        return (*rows, *names)

    def lies(self, session: Session[Any], painter: Any) -> Panel | None:
        return Panel(painter.speaker._(KEYS["look"]), self.villages(session, painter))

    def open_cards(
        self, session: Session[Any], painter: Any, kind: str, ours: Collection[str] = ()
    ) -> tuple[PanelRow, ...]:
        """Cards of a kind that lie open, each with what it does; missions with whose they are."""
        s = session.state
        if kind == "missions":
            return tuple(
                self._told(session, painter, m.card, ours, i) for i in s.world.seats for m in s.players[i].missions
            )
        these = {"path": tuple(c for c in s.row if c >= 0), "favours": s.favour_open, "bonuses": s.bonuses}[kind]
        return tuple(self._told(session, painter, c, ours) for c in these)

    def explained(
        self, session: Session[Any], painter: Any, names: Sequence[str], ours: Collection[str] = ()
    ) -> tuple[PanelRow, ...]:
        """These cards, each with what it does."""
        return tuple(self._told(session, painter, session.state.world.index[n], ours) for n in dict.fromkeys(names))

    def _told(
        self, session: Session[Any], painter: Any, card: int, ours: Collection[str], seat: int | None = None
    ) -> PanelRow:
        """A card and what it does; of ``ours`` it is said that the values are not from the box."""
        world = session.state.world
        told = i18n.capital("; ".join(painter.speaker.tell(line) for line in effect_lines(world.cards[card])))
        if world.ids[card] in ours:
            told = f"{told} {painter.speaker._(OURS)}"
        badge = None if seat is None else painter.badge(seat)
        picture = pictures.worth(session.state, card, self._name(session, painter, card))
        return PanelRow("", told, badge, cards=(picture,))

    def _missions(self, session: Session[Any], painter: Any, seat: int) -> PanelRow:
        s = session.state
        open_ones = (m.card for m in s.players[seat].missions)
        cards = tuple(pictures.worth(s, c, self._name(session, painter, c)) for c in open_ones)
        return PanelRow(painter.speaker.tell(missions_line(s, seat)), cards=cards)

    @staticmethod
    def _name(session: Session[Any], painter: Any, card: int) -> str:
        return i18n.capital(painter.speaker.field(card_term(session.state.world.ids[card])))

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

    def apart(self, session: Session[Any], speaker: Speaker, first: ScoreRow, second: ScoreRow) -> str:
        """The last of the spare bonus cards, which one alone of those who are tied meets."""
        s = session.state
        return speaker.tell(tie_line(s, first.seat)) if len(s.finals) > BONUSES else ""

    def goal(self, session: Session[Any]) -> int | None:
        limit: int = session.state.world.limit
        return limit


FACE = Face()
