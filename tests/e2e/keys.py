"""The keys that a table page offers of a game's own panel, wherever they stand."""

from __future__ import annotations

from companion.app.viewmodel import Choice, TableView


def foot_of(table: TableView) -> tuple[Choice, ...]:
    """Choices of the panel: what ends a step stands under the scores."""
    strip = table.strip
    moved = (*strip.keys, *strip.foot) if strip is not None and strip.tap == "panel" else ()
    own = table.panel.choices if table.panel is not None else ()
    return (*own, *(c for c in moved if not c.key.startswith("enter:")))


def keys_of(table: TableView) -> tuple[Choice, ...]:
    """All of them: cards and numbers first."""
    return (*(table.panel.pad if table.panel is not None else ()), *foot_of(table))
