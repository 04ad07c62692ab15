"""The evenings page: what finished games say about the people who played, and each of them. Plain values, no kivy."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion import i18n
from companion.app.live.setup import title_of, when
from companion.app.side_views import EveningRow, EveningsView, PersonRow
from companion.engine.words import N_
from companion.games import GAMES, game
from companion.table import saved
from companion.table.results import Result, Tally, result_of, tallies


def finished(games: Path, known: dict[Path, Result | None] | None = None) -> list[tuple[Path, Result]]:
    """Results of all saved games that are over, oldest first; damaged ones are left to the list of saved games.
    ``known``: what was reckoned before, filled as it goes."""
    known = {} if known is None else known
    found = []
    for one in reversed(saved.listing(games)):
        if not one.over or one.fault is not None or one.game not in GAMES:
            continue
        if one.folder not in known:
            known[one.folder] = _result(one.folder)
        result = known[one.folder]
        if result is not None:
            found.append((one.folder, result))
    return found


def _result(folder: Path) -> Result | None:
    try:
        session = saved.look_at(folder, game)
    except (ValueError, OSError):
        return None
    return result_of(session, folder.name, saved.times(folder))


def evenings_view(results: Iterable[tuple[Path, Result]]) -> EveningsView:
    told = list(results)
    people = tuple(_person(t) for t in tallies(r for _, r in told))
    rows = tuple(_row(folder, r) for folder, r in reversed(told))
    sentence = i18n.ngettext("{n} finished game.", "{n} finished games.", len(rows)).format(
        n=i18n.capital(i18n.number_word(len(rows)))
    )
    if not rows:
        sentence = i18n.gettext(N_("No game has been finished yet."))
    return EveningsView(sentence, people, rows)


def _person(t: Tally) -> PersonRow:
    won = i18n.gettext(N_("{n} of {all} won")).format(n=t.won, all=t.played)
    best = max(t.games, key=lambda g: (t.games[g][1], t.games[g][0]))
    line = i18n.gettext(N_("{game}: {won} of {all} won, best {best}")).format(
        game=title_of(best), won=t.games[best][1], all=t.games[best][0], best=t.best[best]
    )
    if t.streak >= 2:
        line += " · " + i18n.gettext(N_("{n} won in a row")).format(n=t.streak)
    return PersonRow(t.name, won, line, round(100 * t.share))


def _row(folder: Path, r: Result) -> EveningRow:
    title = title_of(r.game)
    date = when(r.started.isoformat()) if r.started else i18n.gettext(N_("date unknown"))
    line = ", ".join(f"{s.name} {s.total}" for s in r.rows)
    return EveningRow(str(folder), f"{title} · {date}", line)
