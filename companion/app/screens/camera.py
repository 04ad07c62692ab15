"""Camera placement: the live picture with the board's corners, four checks, and a button that waits for them."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv, menu_button
from companion.app.setup_views import CameraView
from companion.app.taps import Tap
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets import picture as _picture  # noqa: F401
from companion.app.widgets.basic import PushButton
from companion.app.widgets.keys import TextLine
from companion.app.widgets.part import Part, look, post
from companion.app.widgets.rows import CheckRow
from companion.i18n import _

load_kv(__file__)


class CameraScreen(Screen):
    """``show(CameraView)``. A touch on the picture puts the nearest corner there, for boards that are not found."""

    picture_w = NumericProperty(832)
    checks_y = NumericProperty(236)
    ready = BooleanProperty(False)

    def dressed(self) -> None:
        menu_button(self.ids.menu)
        self.ids.corners.picture = self.ids.picture
        self.ids.picture.enabled = True
        self.ids.picture.pointed = self.corner
        self.picture_w = min((self.dh - 176) * 4 / 3, self.dw - 448)
        for source, text in (("webcam", _("Webcam")), ("phone", _("Phone")), ("photo", _("Photo"))):
            self.ids[source].offer(text, Tap("camera_source", source))

    def render(self) -> None:
        view: CameraView = self.value
        self.head(view.title, view.step, view.lamps)
        self.ids.sentence.text = view.sentence
        wide = self.dw - self.picture_w - 64
        rows = 4
        tall = measure.height(look(), view.sentence, wide, "title")
        self.checks_y = min(74 + max(144.0, tall) + 18, self.dh - 112 - rows * 76)
        first = next((k for k, c in enumerate(view.checks) if c.state != "ok"), -1)
        parts: list[Part] = []
        for k, check in enumerate(view.checks):
            part = CheckRow()
            part.show((check, k == first))
            parts.append(part)
        if view.address is not None:  # something is typed first: the checks wait for its picture
            parts = [self.line(view), *(parts if view.corners else [])]
        for choice in view.more:
            button = PushButton(align="left")
            button.offer(choice.text, Tap("camera_more", choice.key), choice.second)
            parts.append(button)
        room = self.dh - 112 - self.checks_y
        rows = max(rows, len(parts))
        self.ids.checks.rows(parts, max(66.0, min(104.0, (room - 12 * (rows - 1)) / rows)), 12)
        self.ids.corners.show(view)
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
