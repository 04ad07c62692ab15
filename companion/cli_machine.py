"""Commands about the machine: whether it is ready, what is plugged in, and its desktop."""

from __future__ import annotations

import sys

import attrs
import click

from companion.cli_tools import SECONDS, guarded, json_option, only_apart, say


@click.command()
@guarded
def desktop() -> None:
    """Put this program into the menu of a Linux desktop, with its icon."""
    from companion.desktop import install

    for file in install():
        click.echo(file)


@click.command()
@json_option
@click.pass_context
@guarded
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Whether camera, ports, screen, sound, disk, clock and fonts are ready, and what to do where they are not."""
    from companion.app.main import state_folder
    from companion.doctor import BAD, OK, examine

    found = examine(ctx.find_root().params.get("home") or state_folder())
    say(
        [attrs.asdict(f) for f in found],
        as_json,
        lambda: [f"{'+' if f.state == OK else '!' if f.state == BAD else '-'} {f.sentence}" for f in found],
    )
    if any(f.state == BAD for f in found):
        sys.exit(1)


@click.command()
@click.option("--monitor", metavar="URL", help="show what one device says, until interrupted")
@click.option("--find", metavar="PORT", help="listen at every speed and say what device this is")
@click.option("--seconds", type=SECONDS, help="stop the monitor after so long; --find: so long at each speed")
@json_option
@guarded
def devices(monitor: str | None, find: str | None, seconds: float | None, as_json: bool) -> None:
    """Ports, live readings, and what hangs at a port."""
    from companion.table.devices import find_device, list_devices, monitor_device

    if find:
        only_apart("--monitor", "--find", monitor)
        sys.exit(find_device(find, seconds or 4.0, as_json, click.echo))
    sys.exit(monitor_device(monitor, seconds, as_json, click.echo) if monitor else list_devices(as_json, click.echo))
