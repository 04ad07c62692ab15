"""Results of finished games: what is shared of one, and what many of them say about the people who played.

Plain values and texts; who writes files and draws pages does so elsewhere. BG Stats documents one way to hand it a play
from outside: an address with its "create play" fields (bgstatsapp.com/support, "push plays to BG Stats"), opened on the
telephone it lives on. The CSV opens by double click in a German and in an English spreadsheet.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from attrs import field, frozen

from companion.engine.game import Game
from companion.engine.session import Session
from companion.engine.types import Choose, Over, Roll, Seat, letter

SOURCE = "table-companion"
BG_STATS = "https://app.bgstatsapp.com/createPlay.html"
BREAK_S = 30 * 60  # s between two acts after which the table had gone away: such a pause is no playing time


@frozen
class Standing:
    """One player's end: ``points`` are (label, points) in the order of the score sheet."""

    seat: Seat
    name: str
    total: int
    rank: int
    points: tuple[tuple[str, int], ...] = ()
    began: bool = False


@frozen
class Result:
    """A finished game. ``started``: local wall time, None where the clock was not set; ``minutes``: without breaks."""

    id: str
    game: str
    started: datetime | None
    minutes: int
    rows: tuple[Standing, ...]  # by rank

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(r.name for r in self.rows if r.rank == 1)


def result_of(session: Session[Any], name: str, times: Iterable[str]) -> Result | None:
    """The result of a game that is over, None while it runs. ``times``: wall times of its journal lines, in order;
    ``name``: of its folder, so that it is known again."""
    over = next((p for p in session.pending() if isinstance(p, Over)), None)
    if over is None:
        return None
    told = [t for t in map(_time, times) if t is not None]
    began = _began(session.game, session)
    rows = []
    for r in sorted(session.game.score(session.state).rows, key=lambda r: (r.rank, r.seat)):
        person = session.people[r.seat].name if r.seat < len(session.people) else ""
        points: dict[str, int] = {}
        for line in r.lines:
            points[line.label] = points.get(line.label, 0) + line.points
        rank = 1 if r.seat in over.winners else max(r.rank, 2)
        rows.append(Standing(r.seat, person, r.total, rank, tuple(points.items()), r.seat == began))
    rows.sort(key=lambda r: (r.rank, r.seat))
    return Result(name, session.game.id, told[0] if told else None, played(told), tuple(rows))


def _time(text: str) -> datetime | None:
    """A wall time of a journal; None for a clock that was never set (a board without one begins in 1970)."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.year >= 2000 else None


def played(times: list[datetime]) -> int:
    """Minutes of play: pauses longer than ``BREAK_S`` and steps back of the clock are left out."""
    gaps = [(b - a).total_seconds() for a, b in pairwise(times)]
    return round(sum(g for g in gaps if 0 <= g <= BREAK_S) / 60)


def _began(game: Game[Any], session: Session[Any]) -> Seat | None:
    """Who was asked first alone; None where all were asked together."""
    for step in session.past:
        for p in game.pending(step.state):
            if isinstance(p, Choose) and len(p.seats) == 1 and not (p.joint or p.sealed):
                return p.seats[0]
            if isinstance(p, Roll) and p.by is not None:
                return p.by
    return None


# ------------------------------------------------------------ sharing one
def bg_stats(result: Result, title: str, shared: datetime) -> str:
    """The address by which BG Stats takes a play: date, starter, scores and winners. ``shared``: the moment this is
    asked for, which stands for that of a game whose clock was never set."""
    names = Counter(r.name for r in result.rows)
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": result.id,
        "playDate": f"{(result.started or shared).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {"name": title, "sourceGameId": result.game, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": r.name or letter(r.seat),
                "sourcePlayerId": r.name if r.name and names[r.name] == 1 else f"{r.name}#{letter(r.seat)}",
                "startPlayer": r.began,
                "winner": r.rank == 1,
                "score": str(r.total),
                "rank": r.rank,
            }
            for r in result.rows
        ],
        "durationMin": result.minutes,
    }
    return f"{BG_STATS}?data={quote(json.dumps(play, ensure_ascii=False), safe='', errors='replace')}"


def page(heading: str, invite: str, address: str, language: str) -> str:
    """A page with one link, which asks nothing of the network before it is touched."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(heading)}</title>\n<h1>{escape(heading)}</h1>\n"
        f'<p><a href="{escape(address)}">{escape(invite)}</a></p>\n</html>\n'
    )


def table(result: Result, heads: tuple[str, str, str], label: Mapping[str, str], german: bool) -> str:
    """The reckoning as CSV, a column for each reason of points. ``heads``: place, name, total; ``label``: reasons in
    words. German spreadsheets part cells by semicolons; the mark at the front tells both that the text is UTF-8."""
    reasons = list(dict.fromkeys(k for r in result.rows for k, _ in r.points))
    out = io.StringIO()
    write = csv.writer(out, delimiter=";" if german else ",", lineterminator="\r\n")
    write.writerow([*heads, *(label.get(k, k) for k in reasons)])
    for r in result.rows:
        points = dict(r.points)
        write.writerow([r.rank, _cell(r.name), r.total, *(points.get(k, 0) for k in reasons)])
    return "\ufeff" + out.getvalue()


def _cell(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(tuple("=+-@\t\r")) else text


# ------------------------------------------------------------ many
@frozen
class Tally:
    """What the finished games say about one name: ``best`` and ``mean`` by game id."""

    name: str
    played: int = 0
    won: int = 0
    minutes: int = 0
    began: int = 0
    games: Mapping[str, tuple[int, int]] = field(factory=dict)  # played, won
    best: Mapping[str, int] = field(factory=dict)
    mean: Mapping[str, float] = field(factory=dict)
    streak: int = 0  # wins in a row, counted from the newest game back

    @property
    def share(self) -> float:
        """Wins of games played, 0 to 1."""
        return self.won / self.played if self.played else 0.0


def tallies(results: Iterable[Result]) -> tuple[Tally, ...]:
    """One for each name, those who played most first. ``results``: oldest first."""
    rows: dict[str, list[tuple[Result, Standing]]] = {}
    for result in results:
        for r in result.rows:
            rows.setdefault(r.name.strip(), []).append((result, r))
    return tuple(sorted((_tally(n, mine) for n, mine in rows.items()), key=lambda t: (-t.played, -t.won, t.name)))


def _tally(name: str, mine: list[tuple[Result, Standing]]) -> Tally:
    games: dict[str, tuple[int, int]] = {}
    totals: dict[str, list[int]] = {}
    for result, r in mine:
        n, won = games.get(result.game, (0, 0))
        games[result.game] = n + 1, won + (r.rank == 1)
        totals.setdefault(result.game, []).append(r.total)
    streak = 0
    for _, r in reversed(mine):
        if r.rank != 1:
            break
        streak += 1
    return Tally(
        name, len(mine), sum(r.rank == 1 for _, r in mine), sum(x.minutes for x, _ in mine),
        sum(r.began for _, r in mine), games, {g: max(t) for g, t in totals.items()},
        {g: sum(t) / len(t) for g, t in totals.items()}, streak,
    )  # fmt: skip
