"""Commands about cards that bear a tag or a sticker."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli_tools import PRINTED, SECONDS, Fault, Number, find_game, guarded, home_folder, pdf_file, told
from companion.engine.words import N_


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--tags", "url", required=True, help="port or URL of the card reader, its kind in front: em4100+/dev/...")
@click.option("--file", type=click.Path(path_type=Path), help="where tags are kept; default: the app's folder")
@click.option("--anew", is_flag=True, help="forget the tags that the cards of this game have")
@click.option("--seconds", type=SECONDS, help="stop after so long")
@click.pass_context
@guarded
def enrol(ctx: click.Context, game_name: str, url: str, file: Path | None, anew: bool, seconds: float | None) -> None:
    """Give tags to the cards of a game, one after the other."""
    from companion.table.enrol import FILE, enrol_cards

    file = file or home_folder(ctx) / FILE
    sys.exit(enrol_cards(find_game(game_name), file, url, anew, click.echo, seconds))


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="the PDF to write")
@click.option("--side", type=Number(8, 30), default=18.0, help="paper square in mm, white rim included")
@click.option("--paper", type=click.Choice(["A4", "Letter"]), default="A4", help="size of the sheets")
@guarded
def stickers(game_name: str, out: Path, side: float, paper: str) -> None:
    """Print a small marker sticker for each card of a game: the camera reads it like a tag."""
    from companion.art.stickers import print_stickers
    from companion.table.cards import tagged_card
    from companion.table.enrol import Enroller

    enroller = Enroller(find_game(game_name), Path("/nonexistent"))
    if not enroller.cards:
        raise Fault(told(N_("{game} has no cards that could bear a sticker."), game=game_name))
    title = enroller.speaker._(enroller.speaker.words.title)
    names = [enroller.name(tagged_card(game_name, c)) for c in enroller.cards]
    print_stickers(pdf_file(out), title, names, side, paper)
    click.echo(told(PRINTED, file=out))
