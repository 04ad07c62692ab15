"""The print command: boards at true size, loose markers, and the papers that a game brings along."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion import i18n
from companion.engine.words import N_
from companion.table.faults import OTHER_BOARD, OTHER_GAME


class Nothing(ValueError):
    """What was wished cannot be printed; the text says why."""


def _nothing(message: str, **facts: Any) -> Nothing:
    return Nothing(i18n.gettext(message).format(**facts))


def print_what(
    what: str, out: Path, paper: str, board: str, part: str, players: int | None, journal: Path | None
) -> None:
    """Write one PDF. Raises Nothing."""
    from companion.games import GAMES, game

    if what == "markers":
        from companion.art.markers import print_markers

        print_markers(out, paper=paper if paper in ("A4", "Letter") else "A4")
        return
    if what not in GAMES:
        raise _nothing(N_("There is no game '{name}'. Known games: {games}."), name=what, games=", ".join(GAMES))
    if part == "board":
        from companion.art.pdf import print_board

        print_board(_board(what, board), out, paper)
        return
    print_part(game(what), out, paper, board, part, players, journal)


def print_part(
    found: Any, out: Path, paper: str, board: str, part: str, players: int | None, journal: Path | None
) -> None:
    """The papers of a game: from a saved game where one is named, else from the set-up."""
    from companion.art.sheets import print_papers
    from companion.table.speaker import Speaker

    if part not in found.info.printables:
        parts = ("board", *found.info.printables)
        line = N_("{game} prints no '{part}'. What it prints: {parts}.")
        raise _nothing(line, game=found.id, part=part, parts=", ".join(parts))
    session = _saved(found, journal) if journal else _fresh(found, board, players)
    if part == "records" and journal is None:
        raise _nothing(N_("Records are those of a saved game: name it with --journal."))
    speaker = Speaker(found.id, session.config.board, session.people)
    print_papers(found.papers(session.state, part), speaker.field, out, "A4" if paper == "one" else paper)


def _board(name: str, wished: str) -> Any:
    """A board of the game by its name, or one's own by its file."""
    from companion.engine.boards import house_board, load_board

    if not wished.endswith((".yaml", ".yml")):
        return house_board(name, wished)
    board = load_board(Path(wished))
    if board.game != name:
        raise _nothing(OTHER_BOARD, file=wished, other=board.game, game=name)
    return board


def _saved(found: Any, journal: Path) -> Any:
    from companion.games import game
    from companion.table.saved import look_at

    session = look_at(journal, game)
    if session.game.id != found.id:
        raise _nothing(OTHER_GAME, file=journal, other=session.game.id, game=found.id)
    return session


def _fresh(found: Any, name: str, players: int | None) -> Any:
    from companion.engine.game import configure
    from companion.engine.scenario import load_data
    from companion.engine.session import Session

    board = _board(found.id, name)
    most = (board.data.get("players") or found.players)[-1]
    count = max(p for p in found.players if p <= min(most, 4)) if players is None else players
    return Session(found, configure(found, count, board, None, load_data(found, board)))
