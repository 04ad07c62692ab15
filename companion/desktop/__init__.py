"""An entry in the menu of a Linux desktop, with its icon."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from hardware.filing.folders import data_home
from hardware.filing.whole import write_whole

HERE = Path(__file__).parent
NAME = "table-companion"


def install(base: Path | None = None) -> tuple[Path, Path]:
    """Put entry and icon where desktops look for those of one user; returns both. Raises OSError."""
    share = base or data_home()
    command = shutil.which("companion") or str(Path(sys.executable).with_name("companion"))
    quoted = '"' + command.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`") + '"'
    text = (HERE / f"{NAME}.desktop").read_text(encoding="utf-8").replace("Exec=companion", f"Exec={quoted}")
    entry = share / "applications" / f"{NAME}.desktop"
    icon = share / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg"
    write_whole(icon, (HERE / f"{NAME}.svg").read_bytes(), private=False)
    write_whole(entry, text, private=False)
    return entry, icon
