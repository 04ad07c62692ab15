"""A result as files: a picture, a table, BG Stats, a page to print. No file that is there is ever written over."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from companion import i18n
from companion.app.live.sitting import Sitting
from companion.app.side_views import Postcard, SharedView
from companion.app.theme import SANS, THEMES
from companion.engine.words import N_
from companion.table.results import Result, bg_stats, page, result_of, table
from hardware.filing.whole import write_new

if TYPE_CHECKING:
    from PIL import Image, ImageFont  # late: most evenings share nothing, and it takes memory

FONTS = Path(__file__).resolve().parents[1] / "fonts"
EDGE = 28  # px between the day and the picture's edge
DARKER = 128  # grey of a dark ground
A4, MARGIN, DPI = (1654, 2339), 80, 200.0  # px


@frozen
class Shared:
    """What was written: each file with what it is for, a message of the catalogue."""

    folder: Path
    files: tuple[tuple[Path, str], ...]

    def view(self) -> SharedView:
        """Where it lies, in the language that is spoken."""
        files = tuple((path.name, i18n.gettext(what)) for path, what in self.files)
        return SharedView(i18n.gettext(N_("The result is kept in these files.")), str(self.folder), files)


def share(sitting: Sitting, folder: Path, name: str, times: list[str], painted: Postcard) -> Shared | None:
    """Write all forms of the result of a finished game; None while it runs. Raises OSError."""
    result = result_of(sitting.session, name, times)
    if result is None:
        return None
    speaker = sitting.painter.speaker
    title = speaker._(speaker.words.title)
    labels = {
        line.label: speaker.score(line)
        for row in sitting.session.game.score(sitting.session.state).rows
        for line in row.lines
    }
    heads = (i18n.gettext(N_("Place")), i18n.gettext(N_("Name")), i18n.gettext(N_("Total")))
    stem = f"{result.started:%Y-%m-%d}-{result.game}" if result.started else result.game
    drawn = dated(painted, f"{result.started:%d.%m.%Y}" if result.started else "")
    texts = (
        (f"{stem}.png", _png(drawn), N_("a picture to send")),
        (f"{stem}.csv", table(result, heads, labels, i18n.language() == "de"), N_("every point, for a spreadsheet")),
        (f"{stem}-bgstats.html", _hand_over(result, title), N_("for BG Stats: open it on your telephone")),
        (f"{stem}.pdf", _pdf(drawn), N_("a page to print")),
    )
    return Shared(folder, tuple((write_new(folder / file, data), what) for file, data, what in texts))


def _hand_over(result: Result, title: str) -> str:
    address = bg_stats(result, title, datetime.now().astimezone())
    return page(title, i18n.gettext(N_("Hand this game to BG Stats")), address, i18n.language())


def dated(painted: Postcard, day: str) -> Image.Image:
    """The picture that the page painted, RGB, with the day of the game in its corner."""
    from PIL import Image, ImageDraw

    image = Image.frombytes("RGBA", painted.size, painted.pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    image = image.convert("RGB")
    dark = image.convert("L").tobytes()[0] < DARKER
    ink = THEMES["dark" if dark else "light"]["dim"]
    ImageDraw.Draw(image).text((image.width - EDGE, 57), day, ink, _font(SANS, 34), anchor="rm")
    return image


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), size)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _pdf(image: Image.Image) -> bytes:
    """The picture as large as it goes on a sheet of A4."""
    from PIL import Image

    page = Image.new("RGB", A4, "white")
    scale = min((A4[0] - 2 * MARGIN) / image.width, (A4[1] - 2 * MARGIN) / image.height)
    fitted = image.resize((round(image.width * scale), round(image.height * scale)))
    page.paste(fitted, ((A4[0] - fitted.width) // 2, MARGIN))
    out = io.BytesIO()
    page.save(out, "PDF", resolution=DPI)
    return out.getvalue()
