"""Commands about cards that bear a tag."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli_tools import find_game, guarded


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--tags", "url", required=True, help="port or URL of the card reader, its kind in front: em4100+/dev/...")
@click.option("--file", type=click.Path(path_type=Path), help="where tags are kept; default: the app's folder")
@click.option("--anew", is_flag=True, help="forget the tags that the cards of this game have")
@click.option("--seconds", type=float, help="stop after so long")
@guarded
def enrol(game_name: str, url: str, file: Path | None, anew: bool, seconds: float | None) -> None:
    """Give tags to the cards of a game, one after the other."""
    from companion.app.settings import state_folder
    from companion.table.enrol import FILE, enrol_cards

    sys.exit(enrol_cards(find_game(game_name), file or state_folder() / FILE, url, anew, click.echo, seconds))
