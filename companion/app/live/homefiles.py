"""The small files in this program's folder, looked at when it starts: what is not read is said, once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from companion.app.live.devices import NAMES
from companion.app.settings import CHOICES
from companion.engine.yamlfile import short
from companion.table.enrol import FILE, known_tags
from companion.table.faults import FAULTS, disk_line, error_lines, fault_line
from hardware.filing.faults import Fault
from hardware.filing.reading import read_json

SETTINGS, DEVICES = "settings.json", "devices.json"
MAPPINGS = (SETTINGS, DEVICES, "shelf/colours.json", "shelf/sizes.json")


def kept_files(home: Path) -> tuple[dict[str, str], list[str]]:
    """Tag -> card as the folder has it; and a sentence for each file, or value of the settings, that does not count as
    it stands there, files by their place in the folder."""
    lines = [line for name in MAPPINGS for line in _mapping(home / name)]
    tags: dict[str, str] = {}
    try:
        tags = known_tags(home / FILE)
    except FAULTS as e:
        lines += error_lines(e)
    return tags, [line.replace(f"{home}{os.sep}", "") for line in lines]


def odd_files(home: Path) -> list[str]:
    """What is said of these files."""
    return kept_files(home)[1]


def _mapping(file: Path) -> list[str]:
    try:
        data = read_json(file)
    except FileNotFoundError:
        return []
    except OSError as e:
        return [disk_line(e)]
    except ValueError as e:
        return [fault_line(Fault(str(file), getattr(e, "lineno", 0), "", "readable JSON"))]
    if not isinstance(data, dict):
        return [fault_line(Fault(str(file), 0, "", "a mapping"))]
    return [fault_line(f) for f in _values(file, data)]


def _values(file: Path, data: dict[str, Any]) -> list[Fault]:
    if file.name == SETTINGS:
        odd = {name: data[name] for name in CHOICES if name in data and data[name] not in CHOICES[name]}
        return [Fault(str(file), 0, k, "one of " + ", ".join(CHOICES[k]), short(x)) for k, x in odd.items()]
    known = NAMES if file.name == DEVICES else ()
    return [Fault(str(file), 0, k, "a text", short(data[k])) for k in known if not isinstance(data.get(k, ""), str)]
