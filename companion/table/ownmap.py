"""A map of one's own from a YAML file: found, read, checked; what speaks against it is told in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from companion.engine.boards import Board, parse_board
from companion.engine.game import Config, ConfigError, configure
from companion.engine.scenario import load_data
from companion.engine.yamlfile import DataError, Document
from companion.games import GAMES, game
from companion.table.speaker import Speaker

MAPS = "maps"  # the folder on the owner's shelf
SUFFIXES = (".yaml", ".yml")
MOST_FILES = 8
HEAD = 20_000  # bytes of a file in which its game is named


class Refused(ConfigError):
    """A table that cannot be set up like this; ``lines`` say why, a sentence for each reason."""

    def __init__(self, lines: Sequence[str], error: ConfigError) -> None:
        super().__init__(*error.faults)
        self.lines = tuple(dict.fromkeys(lines))

    def __str__(self) -> str:
        return "\n".join(self.lines)


@frozen
class OwnMap:
    """A map file that can be played on. ``notes``: where it is unlike the game's own map, in sentences."""

    file: Path
    board: Board
    notes: tuple[str, ...]


def set_up(
    found: Any, players: int, board: Board, options: Mapping[str, Any] | None, data: Mapping[str, Any]
) -> tuple[Config, tuple[str, ...]]:
    """The checked table, and what its map has unlike the game's own; raises Refused."""
    speaker = Speaker(found.id, board, ())
    try:
        config = configure(found, players, board, options, data)
        start = found.setup(config)
    except ConfigError as e:
        raise Refused([speaker.refused(f.rule, f.facts) for f in e.faults], e) from e
    return config, tuple(dict.fromkeys(line for _level, _check, line in findings(speaker, start)))


def findings(speaker: Speaker, start: Any) -> list[tuple[str, str, str]]:
    """What a game notes about the map of its first state: level, number of the check, sentence."""
    notes = getattr(getattr(start, "world", None), "notes", ())
    checks = [(n, str(getattr(n, "check", n.rule))) for n in notes]
    return [(n.level, name, speaker.refused(n.rule, (("check", name), *n.facts))) for n, name in checks]


def load_map(file: Path) -> OwnMap:
    """Read and check a map file; raises DataError (file, line, key) or Refused (what the rules need)."""
    doc = Document.read(file)
    board = parse_board(doc)
    own = [g for g in GAMES if game(g).info.own_maps]
    if board.game not in own:
        raise DataError([doc.fault(("game",), "one of " + ", ".join(own), board.game)])
    found: Any = game(board.game)
    found.read_map(doc)
    _config, notes = set_up(found, min(found.players), board, None, load_data(found, board))
    return OwnMap(file, board, notes)


def map_files(name: str, folders: Sequence[Path]) -> tuple[Path, ...]:
    """Map files of a game where people put them, the latest of each folder first."""
    found: list[Path] = []
    for folder in folders:
        files = [f for f in folder.glob("*") if f.suffix in SUFFIXES and f.is_file()] if folder.is_dir() else []
        found += sorted((f for f in files if _names(f, name)), key=lambda f: -f.stat().st_mtime)
    return tuple(found[:MOST_FILES])


def game_of(file: Path) -> str:
    """The game with maps of one's own that a file is of; the first one where it names none."""
    own = [g for g in GAMES if game(g).info.own_maps]
    return next((g for g in own if _names(file, g)), own[0])


def _names(file: Path, name: str) -> bool:
    """Whether a file says near its beginning that it is of this game, in whatever letters: what else is wrong with it
    is told when it is chosen."""
    try:
        with file.open("rb") as f:
            text = f.read(HEAD).replace(b"\0", b"").decode("utf-8", "replace")
    except OSError:
        return False
    return re.search(rf"^\W*game:\s*['\"]?{name}\b", text, re.M) is not None
