"""The last reckoning of Brian Boru in columns: what the track held, and what was added at the end."""

from __future__ import annotations

from typing import Any

from companion.app.live.facts import PlainFace
from companion.app.viewmodel import Figure
from companion.engine.session import Session
from companion.engine.words import N_
from companion.games.brian_boru.events import LastRound
from companion.table.speaker import Speaker

# sign, what it is called, lines of the score that it holds (chapter 12)
COLUMNS = (
    ("flag", N_("score track"), ("track",)),
    ("crown", N_("claim tokens"), ("claim", "half")),
    ("leaf", N_("regions held"), ("regions",)),
    ("star", N_("renown"), ("renown",)),
    ("coin", N_("coins and town marker"), ("coins", "marker")),
)


class Reckoned(PlainFace):
    """A face that tells the final score by its parts."""

    ties = ((N_("claim tokens"), "claims"), (N_("marriage cards"), "wives"))
    ends = (LastRound,)

    def columns(self) -> tuple[Figure, ...]:
        return tuple(Figure("sign", sign) for sign, _, _ in COLUMNS)

    def legend(self, speaker: Speaker) -> tuple[str, ...]:
        return tuple(speaker._(word) for _, word, _ in COLUMNS)

    def parts(self, session: Session[Any], seat: int) -> tuple[str, ...]:
        lines = session.game.score(session.state).rows[seat].lines
        return tuple(str(sum(x.points for x in lines if x.label in labels)) for _, _, labels in COLUMNS)
