"""Camera placement: the live picture with the board's corners, four checks, and a button that waits for them."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import CameraView, Photograph
from companion.app.taps import Tap
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets import picture as _picture  # noqa: F401
from companion.app.widgets.basic import PushButton
from companion.app.widgets.keys import TextLine
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import Laid, Part, Target, look, post, shown
from companion.app.widgets.rows import CheckRow
from companion.i18n import _

load_kv(__file__)


COLUMNS, TILE_H = 3, 250.0


class PhotoTile(Target):
    """``show(Photograph)``: its preview, name and time; a touch opens it."""

    def draw(self, pen: Pen) -> None:
        from kivy.core.image import Image

        photo: Photograph = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "raised")
        line = pen.look.line("small")
        room_w, room_h = self.w - 16, self.h - 2 * line - 20
        texture = Image(photo.preview).texture
        k = min(room_w / texture.width, room_h / texture.height)
        w, h = texture.width * k, texture.height * k
        pen.image(texture, (self.w - w) / 2, 8 + (room_h - h) / 2, w, h)
        y = self.h - 2 * line - 8
        pen.text(photo.name, 8, y, self.w - 16, "small_bold", h=line, align="centre", lines=1)
        pen.text(photo.when, 8, y + line, self.w - 16, "small", "dim", h=line, align="centre", lines=1)

    def touched(self, touch: Any) -> None:
        post(Tap("camera_address", self.value.path))


class PhotoRow(Laid):
    """``show(tuple[Photograph, ...])``: previews side by side."""

    def fill(self) -> None:
        x, y, w, h = self.box
        wide = (w - 12 * (COLUMNS - 1)) / COLUMNS
        for k, tile in enumerate(shown(PhotoTile, self.value)):
            tile.box = [x + k * (wide + 12), y, wide, h]
            self.add_widget(tile)


class CameraScreen(Screen):
    """``show(CameraView)``. A touch on the picture puts the nearest corner there, for boards that are not found."""

    two_rows = True
    picture_w = NumericProperty(832)
    picture_h = NumericProperty(624)
    beside = ListProperty([0, 0, 0, 0])
    photos_w = NumericProperty(0)
    checks_y = NumericProperty(236)
    ready = BooleanProperty(False)

    def dressed(self) -> None:
        self.ids.corners.picture = self.ids.picture
        self.ids.picture.enabled = True
        self.ids.picture.pointed = self.corner
        self.picture_h, self.picture_w = self.dh - 176, min((self.dh - 176) * 4 / 3, self.dw - 448)
        self.beside = [self.picture_w + 44, 74, self.dw - self.picture_w - 64]
        if self.tall:
            self.picture_h, self.picture_w = (self.dw - 40) * 3 / 4, self.dw - 40
            self.beside = [20, 72 + self.low + self.picture_h + 12, self.dw - 40]
        for source, text in (("webcam", _("Webcam")), ("phone", _("Phone")), ("photo", _("Photo"))):
            self.ids[source].offer(text, Tap("camera_source", source))

    def render(self) -> None:
        view: CameraView = self.value
        self.head(view.title, view.step, view.lamps)
        self.ids.sentence.text = view.sentence
        _x, y, wide = self.beside
        rows = 4
        tall = measure.height(look(), view.sentence, wide, "title")
        self.checks_y = min(y + max(0.0 if self.tall else 144.0, tall) + 18, self.dh - self.foot - 8 - rows * 76)
        first = next((k for k, c in enumerate(view.checks) if c.state != "ok"), -1)
        parts: list[Part] = [*shown(CheckRow, ((check, k == first) for k, check in enumerate(view.checks)))]
        if view.address is not None:  # something is typed first: the checks wait for its picture
            parts = [self.line(view), *(parts if view.corners else [])]
        for choice in view.more:
            button = PushButton(align="left")
            button.offer(choice.text, Tap("camera_more", choice.key), choice.second)
            parts.append(button)
        room = self.dh - self.foot - 8 - self.checks_y
        rows = max(rows, len(parts))
        high: list[float] = [max(66.0, min(104.0, (room - 12 * (rows - 1)) / rows))] * len(parts)
        if view.address is not None:  # an example of an address takes two lines or three
            asked = measure.height(look(), view.ask, float(self.ids.checks.w) - 40 - TURN_W - 12, "log")
            high[0] = max(high[0], min(asked, 3 * look().line("log")) + 12)
        self.ids.checks.rows(parts, high, 12)
        self.ids.corners.show(view)
        photos = view.photos
        self.photos_w = self.picture_w if photos else 0
        tile = max(TILE_H, 2 * look().line("small") + 180)
        rows_of = shown(PhotoRow, (photos[k : k + COLUMNS] for k in range(0, len(photos), COLUMNS)))
        self.ids.photos.rows(rows_of, tile, 12)
        for source in ("webcam", "phone", "photo"):
            self.ids[source].chosen = view.source == source
        self.ids.back.offer(_("Back"), Tap("back"), view.back)
        self.ready = view.ready
        self.ids.keep.offer(
            _("It stays like this"), Tap("camera_keep") if view.ready else None, enabled=view.ready, why=view.sentence
        )

    def line(self, view: CameraView) -> Part:
        line = TextLine(text=view.address or "")
        line.hint, line.longest, line.address = view.ask, 120, True
        line.changed = lambda text: post(Tap("camera_address", text))
        return line

    def corner(self, point: tuple[float, float]) -> None:
        view: CameraView = self.value
        corners = view.corners or ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
        ideal = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))

        def far(k: int) -> float:
            c = corners[k] or ideal[k]
            return (c[0] - point[0]) ** 2 + (c[1] - point[1]) ** 2

        post(Tap("corner", (min(range(len(corners)), key=far), point)))

    def frame(self, picture: Any) -> None:
        self.ids.picture.frame(picture)
