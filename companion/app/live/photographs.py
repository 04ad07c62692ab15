"""Photographs where people put them, newest first, each with a small preview that is made once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from companion.app.live.setup import when
from companion.app.setup_views import Photograph
from hardware.filing.folders import own_home

MOST = 60
KINDS = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
PREVIEW = (480, 360)


def folders(home: Path) -> tuple[Path, ...]:
    """Where photographs are looked for: beside the saved games, then where cameras and browsers put them."""
    own = own_home()
    names = ("Pictures", "Bilder", "Downloads", "DCIM", "Desktop", "Schreibtisch")
    return (home / "photos", home / "import", home, *(own / name for name in names))


def photographs(home: Path) -> tuple[Photograph, ...]:
    """What there is; a file that is no picture has no preview and is left out."""
    found = {p.resolve(): p.stat().st_mtime for p in _files(home)}
    newest = sorted(found, key=lambda p: -found[p])[:MOST]
    out = []
    for path in newest:
        small = preview(path, home / "thumbs")
        if small is not None:
            told = when(datetime.fromtimestamp(found[path]).isoformat())
            out.append(Photograph(str(path), path.name, told, str(small)))
    return tuple(out)


def _files(home: Path) -> Iterator[Path]:
    for folder in folders(home):
        try:
            inside = sorted(folder.iterdir())
        except OSError:
            continue
        for path in inside:
            if path.suffix.lower() in KINDS and path.is_file():
                yield path


def preview(path: Path, folder: Path) -> Path | None:
    """A small picture of a photograph, upright; None where it cannot be read."""
    from PIL import Image, ImageOps, UnidentifiedImageError  # late: nothing else here needs it

    mark = f"{path}:{path.stat().st_mtime_ns}"
    small = folder / f"{hashlib.blake2b(mark.encode(), digest_size=12).hexdigest()}.png"
    if small.exists():
        return small
    try:
        with Image.open(path) as image:
            image.draft("RGB", PREVIEW)
            upright = ImageOps.exif_transpose(image).convert("RGB")
            upright.thumbnail(PREVIEW)
            folder.mkdir(parents=True, exist_ok=True)
            upright.save(small)
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        return None
    return small
