"""Hibernia in the frame: the die and what is still owed, supply and shield, targets with their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import i18n
from companion.app.live.facts import Block, PlainFace
from companion.app.viewmodel import Figure, Owed
from companion.engine.session import Session
from companion.engine.types import letter
from companion.engine.words import N_
from companion.games.hibernia.events import ExtraRound, LastRound
from companion.games.hibernia.inputs import DIE, EXTRA, Move
from companion.games.hibernia.rules.guards import strength
from companion.games.hibernia.state import INKS, Phase
from companion.games.hibernia.words.maps import FACES
from companion.table.speaker import Speaker

SIGNS = {"blue": "waves", "green": "leaf", "red": "flame", "yellow": "sun"}


class Face(PlainFace):
    ends = (LastRound, ExtraRound)

    def block(self, session: Session[Any], speaker: Speaker) -> Block:
        s = session.state
        if s.phase == Phase.ROLL and s.world.roll_first:
            return Block(owed=(Owed(speaker._("Roll the die"), "open"),))
        if s.phase not in (Phase.ROLL, Phase.ACT):
            return Block()
        done = {DIE: not s.die_left, EXTRA: not s.extra_left}
        first = DIE if s.die_left or s.phase == Phase.ROLL else EXTRA
        owed = []
        if s.phase == Phase.ROLL:
            owed.append(Owed(speaker._("Roll the die"), "open"))
        elif s.die != s.world.joker:
            owed.append(Owed(speaker._("Die action"), _state(DIE, done, first)))
        owed.append(Owed(speaker._("Extra action"), _state(EXTRA, done, first)))
        title = speaker._(FACES[s.die]).capitalize() if s.die else ""
        return Block(Figure("die", s.die) if s.die else None, title, tuple(owed))

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        s = session.state
        line = speaker._("Supply {supply} · shield {shield}").format(supply=s.supply[seat], shield=s.shield[seat])
        extra = ""
        if seat == s.turn and s.phase in (Phase.ROLL, Phase.ACT):
            steps = session.game.view(s, None)["would_score"][letter(seat)]
            extra = speaker._("now +{n}").format(n=steps) if steps else ""
        return line, extra

    def targets(self, session: Session[Any]) -> Mapping[str, str]:
        """Counties that the action owed first may enter: +n, or attackers : defenders."""
        s = session.state
        if s.phase not in (Phase.ROLL, Phase.ACT):
            return {}
        by = DIE if s.die_left else EXTRA
        tags = {}
        for act in session.legal(s.turn):
            if isinstance(act, Move) and act.by == by:
                c = s.world.index[act.county]
                n = strength(s, s.turn, c)
                enemy = s.owner[c] not in (-1, s.turn)
                tags[act.county] = f"{n}:{s.heap[c]}" if enemy else f"+{n}"
        return tags

    def steps(self, session: Session[Any]) -> tuple[str, ...]:
        walk = session.game.view(session.state, None)["walk"]
        return tuple(f"track_{t['space']}" for t in walk)

    def columns(self) -> tuple[Figure, ...]:
        return (*(Figure("sign", SIGNS[c]) for c in INKS[:4]), Figure("sign", "crown"))

    def worth(self, n: int) -> str:
        return i18n.ngettext("with {n} step", "with {n} steps", n).format(n=n)

    def legend(self, speaker: Speaker) -> tuple[str, ...]:
        return (*(speaker._(FACES[c]) for c in INKS[:4]), speaker._(N_("by joker")))

    def parts(self, session: Session[Any], seat: int) -> tuple[str, ...]:
        return tuple(str(n) for n in session.state.steps[seat])

    def curve(self, session: Session[Any], seat: int) -> tuple[int, ...]:
        """Totals after each round."""
        totals = [0]
        for step in session.past:
            s = step.state
            if s.turns[seat] >= len(totals):
                totals.append(s.total[seat])
        return tuple(totals)

    def goal(self, session: Session[Any]) -> int | None:
        return len(session.state.world.track)


def _state(action: str, done: Mapping[str, bool], first: str) -> str:
    return "done" if done[action] else "open" if action == first else "later"


FACE = Face()
