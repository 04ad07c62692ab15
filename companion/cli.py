"""The ``companion`` command. Alone it starts the app; every other command works without a screen.

Exit code 0 only when all is well; one clear sentence per fault; ``--json`` for machines.
"""

from __future__ import annotations

import io
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion.cli_capture import capture
from companion.cli_cards import enrol, stickers
from companion.cli_machine import desktop, devices, doctor
from companion.cli_tools import (
    BENCHES,
    PAPERS,
    PRINTED,
    Fault,
    Number,
    Spoken,
    chosen_options,
    find_game,
    guarded,
    json_option,
    measured,
    only_apart,
    only_with,
    pdf_file,
    say,
    told,
)  # fmt: skip
from companion.engine.words import N_


@click.group(cls=Spoken, invoke_without_command=True)
@click.option("--language", type=click.Choice(["de", "en"]), help="language of all that is said")
@click.option("--home", type=click.Path(path_type=Path), help="folder for settings and saved games")
@click.option("--camera", multiple=True, help="camera for the app: number, device, http://...; twice for two")
@click.option("--die", help="die for the app: port or URL")
@click.option("--cards", help="card reader for the app: port or URL, its kind in front (em4100+/dev/ttyUSB0)")
@click.option("--map", "map_file", type=click.Path(path_type=Path), help="map of one's own for the app, a YAML file")
@click.option("--size", default="1280x800", help="window size of the app")
@click.option("--fullscreen", is_flag=True, help="open the app over the whole screen")
@click.option("--frames", type=int, default=0, hidden=True, help="close the app after so many frames")
@click.pass_context
def main(ctx: click.Context, /, language: str | None, **app: Any) -> None:
    """A referee beside a real board game. Without a command the app opens."""
    for stream in (sys.stdout, sys.stderr):  # a console of Windows may not have every letter of a name
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")
    if ctx.invoked_subcommand is None:
        sys.exit(start(app, language))


@guarded
def start(app: dict[str, Any], language: str | None = None) -> int:
    """The app; where there is no screen, the demo table in the terminal."""
    if app["map_file"] is not None:
        check_map(app["map_file"])
    if not re.fullmatch(r"[1-9]\d{2,4}x[1-9]\d{2,4}", app["size"]):
        raise Fault(told(N_("--size: a width and a height in pixels are expected, 1280x800 for one.")))
    from companion.app.display import NoScreen
    from companion.app.live.backend import backend_for
    from companion.app.main import run, state_folder

    home = app["home"] or state_folder()
    try:
        return int(run(backend_for(home, app), home, app["size"], app["fullscreen"], app["frames"], language or ""))
    except NoScreen:
        click.echo(told(N_("No screen found: the demo table plays in the terminal.")))
        from companion.demo.terminal import play_demo
        from companion.games import in_order

        return play_demo(in_order()[0], 1, 4, 1.0, True, None, False)


@guarded
def check_map(file: Path) -> None:
    """A map that cannot be played on is told before the app opens."""
    from companion.table.ownmap import load_map

    load_map(file)


# ---------------------------------------------------------------- vocabulary
@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", "game_name", help="default: the name of the folder a file lies in")
@json_option
@guarded
def scenario(files: tuple[Path, ...], game_name: str | None, as_json: bool) -> None:
    """Run scenarios and print what differs."""
    from companion.engine.scenario import run_file

    found, cases, differences = [], 0, []
    for path in files:
        report = run_file(path, find_game(game_name or folder_game(path)))
        cases += report.cases
        differences += [str(d) for d in report.differences]
        found.append({"id": report.id, "cases": report.cases, "differences": [str(d) for d in report.differences]})
    say(found, as_json, lambda: [*differences, f"{len(files)} files, {cases} cases, {len(differences)} differences"])
    if differences:
        sys.exit(1)


def folder_game(path: Path) -> str:
    """The game that a scenario is of by the folder it lies in."""
    from companion.games import GAMES

    name = path.resolve().parent.name
    if path.is_file() and name not in GAMES:
        raise Fault(told(N_("{file}: say with --game which game this is about."), file=path))
    return name if name in GAMES else next(iter(GAMES))  # a file that is not there is named when it is read


@main.command()
@click.argument("game_name", metavar="GAME")
@json_option
@guarded
def inputs(game_name: str, as_json: bool) -> None:
    """Every input of a game with its fields."""
    from companion.engine.codec import Codec
    from companion.engine.types import CHANCE

    game = find_game(game_name)
    known = Codec((*game.inputs, *CHANCE), game.events).describe()
    say(
        known,
        as_json,
        lambda: [f"{n} " + " ".join(f"{f}=<{t}>" for f, t in fields.items()) for n, fields in known.items()],
    )


@main.command()
@click.argument("game_name", metavar="GAME")
@click.option("--players", type=int, help="how many play")
@guarded
def position(game_name: str, players: int | None) -> None:
    """Every key of a position, as it stands at the set-up."""
    import yaml

    from companion.engine.boards import house_board
    from companion.engine.codec import plain
    from companion.engine.game import configure
    from companion.engine.scenario import load_data

    game = find_game(game_name)
    board = house_board(game_name)
    config = configure(game, max(game.players) if players is None else players, board, None, load_data(game, board))
    click.echo(yaml.safe_dump(plain(game.position(game.setup(config))), sort_keys=False, allow_unicode=True), nl=False)


@main.command()
@click.argument("game_name", metavar="GAME")
@json_option
@guarded
def options(game_name: str, as_json: bool) -> None:
    """The options of a game, the default first."""
    from companion.engine.codec import plain

    game = find_game(game_name)
    takes = {o.name: o.takes for o in game.options}
    known = {o.name: {"default": plain(o.default), "values": plain(o.values), "rule": o.rule} for o in game.options}

    def one(name: str, o: dict[str, Any]) -> str:
        values = " / ".join(map(str, o["values"])) or told(takes[name])
        return f"{name} = {o['default']}  ({values})  {o['rule']}"

    say(known, as_json, lambda: [one(n, o) for n, o in known.items()])


@main.command()
@click.argument("game_name", metavar="GAME")
@click.argument("rule", required=False)
@click.option("--option", "chosen", multiple=True, metavar="K=V", help="the text as this option makes it")
@json_option
@guarded
def rules(game_name: str, rule: str | None, chosen: tuple[str, ...], as_json: bool) -> None:
    """The rulebook of a game, or one rule of it, as the options in force make it."""
    from companion import i18n
    from companion.table.speaker import rulebook

    book = dict(rulebook(game_name, chosen_options(find_game(game_name), chosen)))
    if rule is not None:
        rule = rule if rule in book else rule.upper()
        if rule not in book:
            raise Fault(told(N_("There is no rule '{rule}' in {game}."), rule=rule, game=game_name))
        book = {rule: book[rule]}
    lang = i18n.language()

    def one(name: str, entry: Any) -> str:
        return f"{name}  {entry['section'][lang]} - {entry['title'][lang]}: {entry['text'][lang]}"

    say(book, as_json, lambda: [one(n, e) for n, e in book.items()])


# ---------------------------------------------------------------- saved games
@main.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="decide everything again and compare")
@json_option
@guarded
def replay(journal: Path, verify: bool, as_json: bool) -> None:
    """Tell a saved game, check its hashes; --verify: decide everything again and compare, and look at its end."""
    from companion.engine.journal import read
    from companion.games import game
    from companion.table.saved import journal_of, look_at
    from companion.table.tell import account, sheet

    session = look_at(journal, game)
    faults = session.verify() if verify else []
    if verify and read(journal_of(journal)).torn:
        line = N_("line {n}: it is torn or was altered, and is left out")
        faults.append(told(line, n=session.length + 1))
    data = {"lines": session.length, "inputs": len(session.past), "verified": verify, "faults": faults}
    say(data, as_json, lambda: [*account(session), *sheet(session), *faults])
    if verify and not faults and not as_json:
        click.echo(told(N_("{n} inputs decided again: the same events."), n=len(session.past)))
    if faults:
        sys.exit(1)


# ---------------------------------------------------------------- boards
@main.command()
@click.argument("game_name", metavar="GAME")
@json_option
@guarded
def board(game_name: str, as_json: bool) -> None:
    """What the board of a game holds."""
    from companion.engine.boards import house_board

    find_game(game_name)
    b = house_board(game_name)
    kinds: dict[str, int] = {}
    for s in b.spaces:
        kinds[s.kind] = kinds.get(s.kind, 0) + 1
    data = {"id": b.id, "source": b.source, "size_mm": list(b.size_mm), "spaces": kinds, "sha256": b.digest}
    say(data, as_json, lambda: [f"{k}: {v}" for k, v in data.items()])


@main.command("check-board")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check_board(file: Path, as_json: bool) -> None:
    """Check a board file; every fault with file, line and key."""
    from companion.engine.boards import load_board
    from companion.engine.game import ConfigError, configure
    from companion.engine.scenario import load_data
    from companion.engine.yamlfile import DataError
    from companion.games import GAMES, game
    from companion.table.faults import fault_lines
    from companion.table.ownmap import findings
    from companion.table.speaker import Speaker

    faults, notes = list[str](), list[str]()
    try:
        b = load_board(file)
        if b.game in GAMES:
            g = game(b.game)
            most = (b.data.get("players") or g.players)[-1]
            start = g.setup(configure(g, max(p for p in g.players if p <= most), b, None, load_data(g, b)))
            notes = [f"{level}: {name} {line}" for level, name, line in findings(Speaker(b.game, b, ()), start)]
    except DataError as e:
        faults = fault_lines(e)
    except ConfigError as e:
        faults = [Speaker(b.game, b, ()).refused(f.rule, f.facts) for f in e.faults]
    well = told(N_("{file}: all is well"), file=file)
    say({"faults": faults, "notes": notes}, as_json, lambda: [*notes, *(faults or [well])])
    if faults:
        sys.exit(1)


@main.command("print")
@click.argument("what")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="the PDF to write")
@click.option("--paper", type=click.Choice(PAPERS), default="A3", help="one: for a copy shop")
@click.option("--board", "board_name", help="which board of the game, or a file; else house")
@click.option("--part", help="board, or what else the game prints: list, players, records; else board")
@click.option("--players", type=int, help="how many, for list and players")
@click.option("--journal", type=click.Path(path_type=Path), help="the saved game whose records are printed")
@guarded
def print_(
    what: str, out: Path, paper: str, board_name: str | None, part: str | None, players: int | None,
    journal: Path | None,
) -> None:  # fmt: skip
    """Draw a board at true size (GAME), other papers of a game, or loose marker cards (markers)."""
    from companion.table.printing import Nothing, print_what

    if what == "markers":
        only_with("--board", "GAME", board_name)
        only_with("--part", "GAME", part)
    if part in (None, "board"):
        only_with("--players", "--part", players)
        only_with("--journal", "--part", journal)
    if journal is not None:
        only_apart("--journal", "--players", players)
    try:
        print_what(what, pdf_file(out), paper, board_name or "house", part or "board", players, journal)
    except Nothing as e:
        raise Fault(str(e)) from e
    click.echo(told(PRINTED, file=out))


# ---------------------------------------------------------------- the table
@main.command()
@click.argument("game_name", metavar="[GAME]", required=False)
@click.option("--seed", type=int, default=1, help="another seed is another game")
@click.option("--players", type=int, default=4, help="how many play")
@click.option("--speed", type=Number(0.1, 10), default=1.0, help="2: half the pictures of a table at rest")
@click.option("--no-die", is_flag=True, help="cut off the die: the table is asked instead")
@click.option("--journal", type=click.Path(path_type=Path), help="folder to save the game in")
@json_option
@guarded
def demo(
    game_name: str | None, seed: int, players: int, speed: float, no_die: bool, journal: Path | None, as_json: bool
) -> None:
    """A game at the demo table, through pictures and serial bytes, told in the terminal."""
    from companion.games import in_order

    game_name = game_name or in_order()[0]
    find_game(game_name)
    from companion.demo.terminal import play_demo

    sys.exit(play_demo(game_name, seed, players, speed, not no_die, journal, as_json))


@main.command()
@click.option("--game", "game_name", required=True, help="the game on the table")
@click.option("--board", "board_file", type=click.Path(path_type=Path), help="default: the house board")
@click.option("--frames", multiple=True, required=True, help="one a camera: device, video, folder, http://...")
@click.option("--die", "dice", multiple=True, help="port or URL of a die")
@click.option("--tags", multiple=True, help="port or URL of a card reader")
@click.option("--tag-file", type=click.Path(path_type=Path), help="which tag is on which card; made by enrol")
@click.option("--seats", default="Anna,Ben,Clara,David", help="names in turn order, with =colour")
@click.option("--option", "chosen", multiple=True, metavar="K=V", help="an option of the game; options lists them")
@click.option("--taps", type=click.Path(path_type=Path), help="inputs told by hand, one a line, taken when owed")
@click.option("--journal", type=click.Path(path_type=Path), help="folder to save the game in")
@json_option
@guarded
def watch(**settings: Any) -> None:
    """Referee from pictures, serial bytes and inputs told by hand; print account, questions and score sheet."""
    from companion.table.watch import watch_table

    find_game(settings["game_name"])

    if any(a.startswith("demo:") for a in settings["frames"]):
        import_module("companion.demo.source")  # registers its scheme
    sys.exit(watch_table(settings, click.echo))


@main.command()
@click.option(
    "--board", "board_file", type=click.Path(path_type=Path), required=True,
    help="the board that lies there, a YAML file",
)  # fmt: skip
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--reference", type=click.Path(path_type=Path), help="picture of the empty board")
@click.option("--corners", help="the sheet's corners in the reference, else in the picture: x,y four times")
@click.option("--dice", metavar="MM,MM", help="edges of dice with pips that are looked for anywhere on the table")
@click.option("--expect", type=click.Path(path_type=Path), help="position to calibrate on and compare with")
@click.option("--overlay", type=click.Path(path_type=Path), help="the picture explained, as PNG")
@json_option
@guarded
def read(**settings: Any) -> None:
    """What the camera sees on a picture, place by place with probabilities."""
    from companion.table.pictures import read_pictures

    sys.exit(read_pictures(settings, click.echo))


@main.command()
@click.argument("what", type=click.Choice(BENCHES), default="all")
@click.option("--quick", is_flag=True, help="a short run: the numbers are rougher")
@json_option
@guarded
def bench(what: str, quick: bool, as_json: bool) -> None:
    """Ours beside a baseline, measured in one run."""
    from companion.bench import NoDrivers, measure

    try:
        metrics = measure(what, quick)
    except NoDrivers as e:
        line = N_("companion bench {part} needs a source checkout: what it measures with lies in tests/.")
        raise Fault(told(line, part=what)) from e
    say(metrics, as_json, lambda: [measured(name, m) for name, m in metrics.items()])


for command in (capture, desktop, devices, doctor, enrol, stickers):
    main.add_command(command)


if __name__ == "__main__":
    main()
