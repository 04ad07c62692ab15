"""``companion capture``: boards from photographs, and the owner's shelf, without a screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from companion.cli_tools import F, Fault, guarded, home_folder, json_option, told
from companion.engine.words import N_
from hardware.filing.whole import write_whole


def _shelf(ctx: click.Context) -> Any:
    from companion.capture.shelf import Shelf

    return Shelf(home_folder(ctx))


def _known(shelf: Any, ident: str) -> None:
    """A board that is named has to be there, begun at least."""
    if ident not in {f.name for f in (shelf.root / "boards").glob("*")}:
        raise Fault(told(N_("There is no board '{board}' on the shelf."), board=ident))


def shelved(f: F) -> F:
    """Commands about the shelf: what is wrong with a board there is a sentence, too."""

    @wraps(f)
    def run(*args: Any, **kwargs: Any) -> Any:
        from companion.capture.draft import DraftError

        try:
            return f(*args, **kwargs)
        except DraftError as e:
            raise Fault(str(e)) from e

    return guarded(run)  # type: ignore[return-value]


@click.group()
def capture() -> None:
    """Boards you own: capture them from photographs, list, export, import."""


@capture.command("list")
@json_option
@click.pass_context
@shelved
def list_boards(ctx: click.Context, as_json: bool) -> None:
    """The boards on your shelf."""
    from companion.capture.shelf import UNREADABLE

    boards = _shelf(ctx).boards()
    if as_json:
        rows = [
            {"id": b.id, "game": b.game, "size_mm": b.size_mm, "ready": b.ready, "finished": b.finished} for b in boards
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    for b in boards:
        state = told(N_("captured in full") if b.finished else N_("captured in part"))
        corners = "" if b.ready else told(N_(", needs its four corners"))
        click.echo(f"{b.id}: {b.game}, {b.size_mm[0]:.0f} x {b.size_mm[1]:.0f} mm, {state}{corners}")
    for folder in _shelf(ctx).unreadable():
        click.echo(told(UNREADABLE, file=folder), err=True)
    if not boards:
        click.echo(told(N_("No board is on the shelf yet.")))


@capture.command("photo")
@click.argument("game_name", metavar="GAME")
@click.argument("picture", required=False, type=click.Path(path_type=Path))
@click.option("--board", "ident", default="", help="go on with this board of the shelf")
@click.option("--touches", type=click.Path(path_type=Path), help="touches, one a line")
@click.option("--out", type=click.Path(path_type=Path), help="write the board file here too")
@click.pass_context
@shelved
def photo(
    ctx: click.Context, game_name: str, picture: Path | None, ident: str, touches: Path | None, out: Path | None
) -> None:
    """Capture a board from a photograph of it, lying empty.

    Touches are told in px of the photograph: ``tap X Y``, ``drag X Y X Y ...``, ``choose KEY``, ``count KEY N``,
    ``next``, ``undo``. Without them the next step is told. Every touch is saved, so that it can be gone on with.
    """
    from companion.engine.yamlfile import told_lines
    from companion.table.faults import camera_line
    from vision.frames import SourceError, read_picture

    shelf = _shelf(ctx)
    wanted = told_lines(touches) if touches is not None else []
    if ident:
        _known(shelf, ident)
    try:  # before a board is begun
        frame = read_picture(picture) if picture is not None else None
    except SourceError as e:
        raise Fault(camera_line(e.fault)) from e
    try:
        shop = shelf.workshop(game_name, ident)
    except KeyError as e:
        raise Fault(told(N_("There is no board to capture for '{game}'."), game=game_name)) from e
    if frame is not None:
        shop.take_picture(frame)
    for number, line in wanted:
        _touch(shop, line.split(), f"{touches}:{number}")
    _tell(shop, click.echo)
    if len(shop.drawn.corners) < 4:
        return
    owned = shelf.keep(shop)
    click.echo(told(N_("On the shelf as {board}."), board=owned.id))
    if out is not None:
        import yaml

        write_whole(out, yaml.safe_dump(shop.document(), sort_keys=False, allow_unicode=True), private=False)


def _touch(shop: Any, words: list[str], where: str) -> None:
    from companion.engine.yamlfile import short

    w, h = shop.size
    try:
        match words[0], [*words[1:]]:
            case "tap", [x, y]:
                shop.tap((float(x) / w, float(y) / h))
            case "drag", [_x, _y, _u, _v, *_more] as way:
                shop.drag(*((float(x) / w, float(y) / h) for x, y in zip(way[::2], way[1::2], strict=True)))
            case "choose", [key]:
                shop.choose(key)
            case "count", [key, by]:
                shop.count(key, int(by))
            case "next", []:
                shop.next()
            case "undo", []:
                shop.undo()
            case _:
                raise ValueError
    except ValueError as e:
        line = N_("{where}: expected tap, drag, choose, count, next or undo, found {found}")
        raise Fault(told(line, where=where, found=short(" ".join(words)))) from e
    if shop.said:
        click.echo(f"{where}: {shop.said}")


def _tell(shop: Any, echo: Callable[[str], None]) -> None:
    """The step that comes next, and what is proposed for it."""
    if shop.finished:
        echo(told(N_("Captured in full.")))
        return
    stage = shop.stage()
    line = N_("Step {number} of {of} ({step}): {sentence}")
    echo(told(line, number=stage.number, of=stage.of, step=stage.step, sentence=stage.sentence))
    w, h = shop.size
    for d in stage.dots[:60]:
        echo(f"  {d.mark} {d.ink} {d.label} at {d.at[0] * w:.0f} {d.at[1] * h:.0f}".replace("  ", " "))
    for c in stage.counts:
        echo(f"  count {c.key}: {c.text} {c.value}")
    for p in stage.picks:
        echo(f"  choose {p.key}: {p.text} {p.second}".rstrip())
    for n in stage.notes:
        echo(f"  {n.state}: {n.text} {n.second}".rstrip())


@capture.command("export")
@click.argument("ident", metavar="BOARD")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
@shelved
def export(ctx: click.Context, ident: str, file: Path) -> None:
    """One small file without the picture: whoever has the same box touches four corners and plays."""
    path = _shelf(ctx).export(ident, file)
    click.echo(f"{path}: {path.stat().st_size / 1024:.0f} kB")


@capture.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
@shelved
def take_in(ctx: click.Context, file: Path) -> None:
    """Put somebody's board file on your shelf."""
    file.open("rb").close()  # one that is not there, or is a folder, is told as such
    ident = _shelf(ctx).take_in(file)
    line = N_("On the shelf as {board}. Next: companion capture photo GAME PICTURE --board {board}, or the app.")
    click.echo(told(line, board=ident))


@capture.command("forget")
@click.argument("ident", metavar="BOARD")
@click.pass_context
@shelved
def forget(ctx: click.Context, ident: str) -> None:
    """Take a board off the shelf. Saved games keep their copy."""
    shelf = _shelf(ctx)
    _known(shelf, ident)
    shelf.forget(ident)
    click.echo(told(N_("{board} is forgotten."), board=ident))
