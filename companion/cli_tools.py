"""What all commands share: known faults as sentences, games by name, output for people and machines."""

from __future__ import annotations

import gettext
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from errno import ENOTDIR
from functools import wraps
from inspect import cleandoc
from pathlib import Path
from typing import Any, TypeVar

import click

from companion import i18n
from companion.engine.words import N_

PAPERS = ("A3", "A4", "Letter", "Tabloid", "one")
PRINTED = N_("{file}: print it at 100 %, and measure the ruler.")

ANYWHERE = ("--language", "--home")  # options of the whole program, wherever they stand

F = TypeVar("F", bound=Callable[..., Any])


class Fault(click.ClickException):
    """One sentence for the person at the keyboard; exit code 1."""

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True, file=file)


class Spoken(click.Group):
    """A group whose ``--language`` and ``--home`` may stand behind the command as well."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        front, rest = list[str](), list[str]()
        left = list(args)
        while left:
            arg = left.pop(0)
            if arg == "--":
                rest += [arg, *left]
                break
            name, given, value = arg.partition("=")
            if name in ANYWHERE and (given or left):
                front += [name, value if given else left.pop(0)]
            else:
                rest.append(arg)
        speak(dict(zip(front[::2], front[1::2], strict=True)).get("--language", ""))
        tell_purpose(self)
        return super().parse_args(ctx, [*front, *rest])


def speak(language: str) -> None:
    """The language of all that is said, also by Click, which asks the standard gettext; "": the one in use."""
    if language in i18n.LANGUAGES:
        i18n.use(language)
    os.environ["LANGUAGE"] = i18n.language()
    gettext.bindtextdomain("click", str(i18n.LOCALE))
    gettext.textdomain("click")


def tell_purpose(command: click.Command) -> None:
    """What a command and its options are for, in the language in use: ``--help`` tells it as it is kept in them."""
    for told in (command, *command.params):
        purpose = told.__dict__.setdefault("purpose", getattr(told, "help", None))  # as the source says it, in English
        if purpose:
            told.__dict__["help"] = i18n.gettext(cleandoc(purpose))
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        tell_purpose(one)


class Number(click.FloatRange):
    """A number within bounds; one that is none, ``nan``, lies within no bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


SECONDS = Number(0, 1e6, min_open=True)


def home_folder(ctx: click.Context) -> Path:
    """The folder for settings and saved games, as ``--home`` names it; raises OSError where it is none."""
    from companion.app.main import state_folder

    home: Path = ctx.find_root().params.get("home") or state_folder()
    if home.exists() and not home.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(home))
    return home


def only_with(option: str, others: str, given: Any) -> None:
    """An option that would change nothing is refused rather than passed over."""
    if given is not None:
        raise Fault(told(N_("{option} goes with {others} only."), option=option, others=others))


def only_apart(option: str, other: str, given: Any) -> None:
    """Two options that each want another thing done."""
    if given is not None:
        raise Fault(told(N_("{option} and {other} cannot be given together."), option=option, other=other))


def pdf_file(path: Path) -> Path:
    """A file that a PDF may be written to, so that no picture or board is taken for one and lost."""
    if path.suffix.lower() != ".pdf" and not path.is_dir():
        raise Fault(told(N_("{file}: what is printed is a PDF; let its name end in .pdf."), file=path))
    return path


def told(message: str, **facts: Any) -> str:
    """A sentence in the language in use."""
    return i18n.gettext(message).format(**facts)


def guarded(f: F) -> F:
    """Known faults become sentences; nothing of ours ends in a traceback."""

    @wraps(f)
    def run(*args: Any, **kwargs: Any) -> Any:
        from companion.table.faults import FAULTS, error_lines

        try:
            return f(*args, **kwargs)
        except BrokenPipeError:
            raise
        except FAULTS as e:
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
    if metric.get("ratio") is None:  # nothing to hold it against, or what there is could not be measured
        return line
    return f"{line} baseline {metric['baseline']:.4g}, ratio {metric['ratio']:.3g}"
