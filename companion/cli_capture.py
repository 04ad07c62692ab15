"""``companion capture``: boards from photographs, and the owner's shelf, without a screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.cli_tools import told
from companion.engine.words import N_
from hardware.filing.whole import write_whole


class CaptureFault(click.ClickException):
    """One sentence for the person at the keyboard; exit code 1."""

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True, file=file)


def _shelf(home: Path | None) -> Any:
    from companion.capture.shelf import Shelf

    if home is None:
        from companion.app.main import state_folder

        home = state_folder()
    return Shelf(home)


home_option = click.option("--home", type=click.Path(path_type=Path), help="folder for settings and saved games")


@click.group()
def capture() -> None:
    """Boards you own: capture them from photographs, list, export, import."""


@capture.command("list")
@home_option
@click.option("--json", "as_json", is_flag=True, help="for machines")
def list_boards(home: Path | None, as_json: bool) -> None:
    """The boards on your shelf."""
    boards = _shelf(home).boards()
    if as_json:
        told = [
            {"id": b.id, "game": b.game, "size_mm": b.size_mm, "ready": b.ready, "finished": b.finished} for b in boards
        ]
        click.echo(json.dumps(told, indent=2))
        return
    for b in boards:
        state = "captured in full" if b.finished else "captured in part"
        click.echo(f"{b.id}: {b.game}, {b.size_mm[0]:.0f} x {b.size_mm[1]:.0f} mm, {state}"
                   + ("" if b.ready else ", needs its four corners"))  # fmt: skip
    if not boards:
        click.echo("No board is on the shelf yet.")


@capture.command("photo")
@click.argument("game_name", metavar="GAME")
@click.argument("picture", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--board", "ident", default="", help="go on with this board of the shelf")
@click.option("--touches", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="touches, one a line")
@click.option("--out", type=click.Path(path_type=Path), help="write the board file here too")
@click.option("--language", type=click.Choice(["de", "en"]))
@home_option
def photo(
    game_name: str, picture: Path | None, ident: str, touches: Path | None, out: Path | None, language: str | None,
    home: Path | None,
) -> None:  # fmt: skip
    """Capture a board from a photograph of it, lying empty.

    Touches are told in px of the photograph: ``tap X Y``, ``drag X Y X Y ...``, ``choose KEY``, ``count KEY N``,
    ``next``, ``undo``. Without them the next step is told. Every touch is saved, so that it can be gone on with.
    """
    from companion import i18n
    from companion.capture.shelf import ShelfError
    from companion.engine.yamlfile import DataError
    from companion.table.faults import camera_line, fault_lines
    from vision.frames import SourceError, read_picture

    if language:
        i18n.use(language)
    shelf = _shelf(home)
    try:
        shop = shelf.workshop(game_name, ident)
    except KeyError as e:
        raise CaptureFault(told(N_("There is no board to capture for '{game}'."), game=game_name)) from e
    except ShelfError as e:
        raise CaptureFault(str(e)) from e
    if picture is not None:
        try:
            shop.take_picture(read_picture(picture))
        except SourceError as e:
            raise CaptureFault(camera_line(e.fault)) from e
    if touches is not None:
        for number, line in enumerate(touches.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                _touch(shop, line.split(), f"{touches}:{number}")
    _tell(shop, click.echo)
    if len(shop.drawn.corners) < 4:
        return
    try:
        owned = shelf.keep(shop)
        click.echo(f"On the shelf as {owned.id}.")
        if out is not None:
            import yaml

            write_whole(out, yaml.safe_dump(shop.document(), sort_keys=False, allow_unicode=True), private=False)
    except DataError as e:
        raise CaptureFault("\n".join(fault_lines(e))) from e


def _touch(shop: Any, words: list[str], where: str) -> None:
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
        raise CaptureFault(f"{where}: expected tap, drag, choose, count, next or undo, found {' '.join(words)}") from e
    if shop.said:
        click.echo(f"{where}: {shop.said}")


def _tell(shop: Any, echo: Callable[[str], None]) -> None:
    """The step that comes next, and what is proposed for it."""
    if shop.finished:
        echo("Captured in full.")
        return
    stage = shop.stage()
    echo(f"Step {stage.number} of {stage.of} ({stage.step}): {stage.sentence}")
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
@home_option
def export(ident: str, file: Path, home: Path | None) -> None:
    """One small file without the picture: whoever has the same box touches four corners and plays."""
    from companion.capture.shelf import ShelfError

    try:
        path = _shelf(home).export(ident, file)
    except (ShelfError, OSError) as e:
        raise CaptureFault(str(e)) from e
    click.echo(f"{path}: {path.stat().st_size / 1024:.0f} kB")


@capture.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@home_option
def take_in(file: Path, home: Path | None) -> None:
    """Put somebody's board file on your shelf."""
    from companion.capture.shelf import ShelfError

    try:
        ident = _shelf(home).take_in(file)
    except ShelfError as e:
        raise CaptureFault(str(e)) from e
    click.echo(f"On the shelf as {ident}. Next: companion capture photo GAME PICTURE --board {ident}, or the app.")


@capture.command("forget")
@click.argument("ident", metavar="BOARD")
@home_option
def forget(ident: str, home: Path | None) -> None:
    """Take a board off the shelf. Saved games keep their copy."""
    shelf = _shelf(home)
    if all(b.id != ident for b in shelf.boards()) and not (shelf.root / "boards" / ident).exists():
        raise CaptureFault(told(N_("There is no board '{board}' on the shelf."), board=ident))
    shelf.forget(ident)
    click.echo(f"{ident} is forgotten.")
