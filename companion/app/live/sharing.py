"""A result as files: a picture, a table, BG Stats, a page to print. No file that is there is ever written over."""

from __future__ import annotations

import io
from pathlib import Path

from attrs import frozen
from babel.lists import format_list
from PIL import Image, ImageDraw, ImageFont

from companion import i18n
from companion.app.live.sitting import Sitting
from companion.app.side_views import SharedView
from companion.app.theme import DARK, PIECES, SANS, SANS_600, SERIF_BOLD
from companion.engine.words import N_
from companion.table.results import Result, bg_stats, result_of, table
from hardware.filing.whole import write_new

FONTS = Path(__file__).resolve().parents[1] / "fonts"
WIDE, ROW, TOP, EDGE = 1080, 92, 250, 48  # px of the picture, as messengers show it


@frozen
class Shared:
    """What was written: each file with what it is for, a message of the catalogue."""

    folder: Path
    files: tuple[tuple[Path, str], ...]

    def view(self) -> SharedView:
        """Where it lies, in the language that is spoken."""
        files = tuple((path.name, i18n.gettext(what)) for path, what in self.files)
        return SharedView(i18n.gettext(N_("The result is kept in these files.")), str(self.folder), files)


def share(sitting: Sitting, folder: Path, name: str, times: list[str]) -> Shared | None:
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
    folder.mkdir(parents=True, exist_ok=True)
    colours = {k: p.colour for k, p in enumerate(sitting.session.people)}
    drawn = picture(result, title, colours)
    texts = (
        (f"{stem}.png", _png(drawn), N_("a picture to send")),
        (f"{stem}.csv", table(result, heads, labels, i18n.language() == "de"), N_("every point, for a spreadsheet")),
        (f"{stem}.bgsplay", bg_stats(result, title), N_("for BG Stats: date, starter, points")),
        (f"{stem}.pdf", _pdf(drawn), N_("a page to print")),
    )
    return Shared(folder, tuple((write_new(folder / file, data), what) for file, data, what in texts))


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), size)


def picture(result: Result, title: str, colours: dict[int, str]) -> Image.Image:
    """The result as a picture, RGB, 1080 px wide: title, day, who won, every row with its colour."""
    high = TOP + ROW * len(result.rows) + EDGE
    image = Image.new("RGB", (WIDE, high), DARK["ground"])
    draw = ImageDraw.Draw(image)
    draw.text((EDGE, 44), title, DARK["dim"], _font(SANS_600, 34))
    day = f"{result.started:%d.%m.%Y}" if result.started else ""
    draw.text((WIDE - EDGE, 44), day, DARK["dim"], _font(SANS, 34), anchor="ra")
    names = format_list(result.winners, locale=i18n.language())
    one = N_("{names} wins.") if len(result.winners) == 1 else N_("{names} win.")
    told, size = i18n.gettext(one).format(names=names), 64
    while size > 30 and draw.textlength(told, _font(SERIF_BOLD, size)) > WIDE - 2 * EDGE:
        size -= 2
    draw.text((EDGE, 116), told, DARK["text"], _font(SERIF_BOLD, size))
    for k, row in enumerate(result.rows):
        y = TOP + k * ROW
        if row.rank == 1:
            draw.rounded_rectangle((EDGE - 16, y, WIDE - EDGE + 16, y + ROW - 10), 16, DARK["raised"])
        middle = y + (ROW - 10) // 2
        draw.text((EDGE + 8, middle), str(row.rank), DARK["dim"], _font(SANS, 38), anchor="lm")
        ink = PIECES.get(colours.get(row.seat, ""), DARK["quiet"])
        draw.ellipse((EDGE + 62, middle - 22, EDGE + 106, middle + 22), ink, DARK["text"], 2)
        draw.text((EDGE + 130, middle), row.name, DARK["text"], _font(SANS_600, 42), anchor="lm")
        draw.text((WIDE - EDGE, middle), str(row.total), DARK["text"], _font(SANS_600, 52), anchor="rm")
    return image


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _pdf(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PDF", resolution=144.0)
    return out.getvalue()
