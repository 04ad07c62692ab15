"""``demo:`` as a source of pictures: a legal game that plays itself before the camera, at its own pace.

``demo:GAME?seed=3&players=4&acts=20&size=1280x720&die=5123&tell=FILE`` - ``die``: the virtual die is served on
this port of 127.0.0.1; ``tell``: a file that gets the inputs which leave no trace, one a line, for ``--taps``.
Nothing else passes to whoever looks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from companion.demo.die import DemoDie
from companion.demo.pace import QUICK
from companion.demo.player import demo_camera, palette_for
from companion.demo.truth import Turn, in_view, is_die, play
from companion.engine.boards import house_board
from companion.engine.codec import text
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.tablespec import Demo
from companion.games import GAMES, game, in_order
from companion.table.layout import layout_of
from vision.demo.camera import Act
from vision.frames import SourceError, SourceFault, register

KEYS = ("seed", "players", "acts", "size", "die", "tell")
REST = 14  # pictures that the table is left alone after an act


def open_demo(url: str) -> Any:
    """The camera over a demo table (``url``: what follows ``demo:``); raises SourceError for what it does not know."""
    name, _, query = url.partition("?")
    options = dict(parse_qsl(query))
    name = name.strip("/") or in_order()[0]
    unknown = [k for k in options if k not in KEYS]
    if name not in GAMES or unknown or game(name).demo.kind is not Demo.SCRIPT:
        raise SourceError(
            SourceFault("option", {"found": unknown[0] if unknown else name, "expected": ", ".join(KEYS)})
        )
    try:
        seed, players = int(options.get("seed", 1)), int(options.get("players", 4))
        width, height = (int(n) for n in options.get("size", "1920x1080").split("x"))
        most, port = int(options.get("acts", 100_000)), int(options.get("die", 0))
    except ValueError as e:
        raise SourceError(SourceFault("option", {"found": query, "expected": "numbers"})) from e
    found, board = game(name), house_board(name)
    config = configure(found, players, board, None, load_data(found, board))
    palette = palette_for(players, board.colours)
    start = found.setup(config)
    turns: list[tuple[Any, Turn]] = []
    before, traced = start, 0
    for turn in play(found, config, palette, seed, start):
        if traced >= most and turn.traced and found.table.ready(before):
            break
        turns.append((before, turn))
        traced += turn.traced and found.table.ready(before)
        before = turn.state
    drawn = {p.id for p in layout_of(board).pieces}
    first = next((in_view(found, config, s) for s, _ in turns if found.table.ready(s)), {})
    if not all(p in drawn for v in first.values() for p in palette.counts(v)):
        raise SourceError(SourceFault("no_demo", {"found": name}))  # pieces that nobody drew yet
    if "tell" in options:
        told = [text(t.act) for s, t in turns if not (is_die(found, s, t.act) or (t.traced and found.table.ready(s)))]
        Path(options["tell"]).write_text("".join(line + "\n" for line in told), encoding="utf-8")
    faces = next((k.faces for k in board.pieces if k.shape == "die"), ())
    die = DemoDie(faces, pty=False, tcp=port) if port else None

    def acts() -> Iterator[Act]:
        laid = False
        for s, turn in turns:
            if not found.table.ready(s):
                continue
            if not laid:
                laid = True
                yield {k: dict(palette.counts(v)) for k, v in in_view(found, config, s).items()}, "set-up"
                yield from itertools.repeat(None, REST)
            if is_die(found, s, turn.act):
                if die is not None:
                    die.throw(turn.act.faces[0])  # type: ignore[attr-defined]
                yield from itertools.repeat(None, 3)
            elif turn.traced:
                yield turn.contents, ""
                yield from itertools.repeat(None, REST)
        if die is not None:
            die.close()

    return demo_camera(board, acts(), seed=seed, picture=(width, height), pace=QUICK)


register("demo", open_demo)
