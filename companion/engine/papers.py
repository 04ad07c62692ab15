"""Papers that a game prints besides its board: lists and forms as plain values; the art makes pages of them."""

from __future__ import annotations

from attrs import frozen

from companion.engine.words import Say

Cells = tuple[Say | str | int, ...]


@frozen
class Grid:
    """A table: heads, rows (a Say, a text or a number a cell, "" to write in), and how wide the columns are."""

    heads: tuple[Say | str, ...]
    rows: tuple[Cells, ...]
    widths: tuple[float, ...]  # shares of the page


@frozen
class Paper:
    """One page, or more if its tables are long: a title, sentences, tables."""

    title: Say
    lines: tuple[Say, ...] = ()
    grids: tuple[Grid, ...] = ()
