"""Letters for both backends: the fonts that ship with the app, else those that come with reportlab."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).resolve().parents[1] / "app" / "fonts"
# First words of the file names tell a face whoever packed it; all of them have to be there.
FACES = {
    "serif": (("sourceserif4", "regular"), ("sourceserif4", "400")),
    "serif-bold": (("sourceserif4", "semibold"), ("sourceserif4", "600")),
    "sans": (("plexsans", "regular"), ("plexsans", "400")),
    "sans-bold": (("plexsans", "semibold"), ("plexsans", "600")),
}


@cache
def font_file(face: str) -> Path:
    """The TTF file of a face. Without our own, Vera from reportlab: it has the accents that Pillow's built-in lacks."""
    if FOLDER.is_dir():
        for words in FACES[face]:
            for file in sorted(FOLDER.rglob("*.ttf")):
                plain = file.stem.lower().replace("-", "").replace("_", "")
                if all(w in plain for w in words) and "italic" not in plain:
                    return file
    import reportlab

    bundled = Path(reportlab.__file__).parent / "fonts"
    return bundled / ("VeraBd.ttf" if "bold" in face else "Vera.ttf")


@cache
def pixel_font(face: str, px: int) -> ImageFont.FreeTypeFont:
    """The face with an em of ``px`` pixels."""
    return ImageFont.truetype(str(font_file(face)), px)


MEASURE_PX = 200


def text_width(text: str, size_mm: float, face: str, tracking_mm: float = 0.0) -> float:
    """Width in mm of a line set with an em of ``size_mm``."""
    width = pixel_font(face, MEASURE_PX).getlength(text) * size_mm / MEASURE_PX
    return width + tracking_mm * max(0, len(text) - 1)


@cache
def cap_height(face: str) -> float:
    """Height of a capital as a share of the em."""
    box = pixel_font(face, MEASURE_PX).getbbox("H", anchor="ls")
    return -box[1] / MEASURE_PX
