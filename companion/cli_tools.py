"""What all commands share: known faults as sentences, games by name, output for people and machines."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

import click

from companion import i18n
from companion.engine.words import N_

PAPERS = ("A3", "A4", "Letter", "Tabloid", "one")
PRINTED = N_("{file}: print it at 100 %, and measure the ruler.")

F = TypeVar("F", bound=Callable[..., Any])


class Fault(click.ClickException):
    """One sentence for the person at the keyboard; exit code 1."""

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True, file=file)


class Spoken(click.Group):
    """A group whose ``--language`` may stand behind the command as well."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        front: list[str] = []
        rest = list(args)
        for i, arg in enumerate(args):
            if arg == "--":
                break
            if arg == "--language" and i + 1 < len(args):
                front, rest = args[i : i + 2], [*args[:i], *args[i + 2 :]]
            elif arg.startswith("--language="):
                front, rest = [arg], [*args[:i], *args[i + 1 :]]
        return super().parse_args(ctx, [*front, *rest])


def told(message: str, **facts: Any) -> str:
    """A sentence in the language in use."""
    return i18n.gettext(message).format(**facts)


def guarded(f: F) -> F:
    """Known faults become sentences; nothing of ours ends in a traceback."""

    @wraps(f)
    def run(*args: Any, **kwargs: Any) -> Any:
        from companion.engine.codec import CodecError
        from companion.engine.game import ConfigError, PositionError
        from companion.engine.journal import JournalError
        from companion.engine.yamlfile import DataError
        from companion.table.faults import error_lines

        try:
            return f(*args, **kwargs)
        except BrokenPipeError:
            raise
        except (DataError, ConfigError, PositionError, JournalError, CodecError, OSError) as e:
            raise Fault("\n".join(error_lines(e))) from e

    return run  # type: ignore[return-value]


def find_game(name: str) -> Any:
    from companion.games import GAMES, game

    if name not in GAMES:
        raise Fault(told(N_("There is no game '{name}'. Known games: {games}."), name=name, games=", ".join(GAMES)))
    return game(name)


def chosen_options(game: Any, given: Sequence[str]) -> dict[str, Any]:
    """All options of a game, with those given as ``K=V``."""
    from companion.engine.boards import house_board
    from companion.engine.game import ConfigError, choose
    from companion.table.speaker import Speaker
    from companion.table.watch import parse_options

    try:
        return choose(game, parse_options(given))
    except ConfigError as e:
        speaker = Speaker(game.id, house_board(game.id), ())
        raise Fault("\n".join(speaker.refused(f.rule, f.facts) for f in e.faults)) from e


def say(data: Any, as_json: bool, lines: Callable[[], list[str]]) -> None:
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for line in lines():
            click.echo(line)


BENCHES = ("all", "engine", "vision", "table", "app", "capture", "touches")
json_option = click.option("--json", "as_json", is_flag=True, help="for machines")


def measured(name: str, metric: Mapping[str, Any]) -> str:
    """A line of the bench."""
    line = f"{name:40s} {metric['value']:12.4g} {metric['unit']:10s}"
    if metric.get("baseline") is None:
        return line
    return f"{line} baseline {metric['baseline']:.4g}, ratio {metric['ratio']:.3g}"
