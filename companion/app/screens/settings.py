"""Settings: language, text size, theme, sound, motion, and the devices with what they say now."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import Device, SettingsView
from companion.app.taps import Tap
from companion.app.voice import program
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Laid, look
from companion.i18n import _

load_kv(__file__)


class Segments(Laid):
    """A setting: its word above, its values side by side, the chosen one framed."""

    def __init__(self, name: str, word: str, values: list[tuple[str, str]], now: str, **kwargs: Any) -> None:
        self.name, self.word, self.values, self.now = name, word, values, now
        super().__init__(**kwargs)

    def columns(self, w: float) -> int:
        widest = max((measure.wide(look(), text, "button") for _k, text in self.values), default=0) + 28
        return max(1, min(len(self.values) or 1, int((w + 12) / (widest + 12))))

    def height_for(self, w: float) -> float:
        return look().line("log") + 6 + 80 * -(-len(self.values) // self.columns(w))

    def fill(self) -> None:
        x, y, w, _h = self.box
        y += look().line("log") + 6
        columns = self.columns(w)
        wide = (w - 12 * (columns - 1)) / columns
        for k, (key, text) in enumerate(self.values):
            button = PushButton(
                box=[x + (k % columns) * (wide + 12), y + (k // columns) * 80, wide, 68], chosen=key == self.now
            )
            button.offer(text, Tap("setting", (self.name, key)))
            self.add_widget(button)

    def draw(self, pen: Pen) -> None:
        pen.text(self.word, 2, 0, self.w, "log", "dim", h=pen.look.line("log"), lines=1)


class DevicePart(Segments):
    """A device: lamp, word and state above its choices."""

    def __init__(self, device: Device, **kwargs: Any) -> None:
        self.device = device
        super().__init__(device.id, device.word, [(c.key, c.text) for c in device.choices], device.chosen, **kwargs)

    def draw(self, pen: Pen) -> None:
        d = self.device
        h = pen.look.line("log")
        art.mark(pen, d.state, 14, h / 2, 24)
        word = measure.wide(pen.look, d.word, "log_bold") + 4
        pen.text(d.word, 36, 0, word, "log_bold", h=h, lines=1)
        pen.text(
            d.text, 36 + word + 6, 0, self.w - word - 46, "log", "warn" if d.state == "warn" else "dim", h=h, lines=1
        )


class SettingsScreen(Screen):
    """``show(SettingsView)``; the app's own settings come from the shell."""

    wants_shell = True
    own_w = NumericProperty(600)
    own_h = NumericProperty(624)
    devices_box = ListProperty([0, 0, 0, 0])

    def __init__(self, shell: Any, **kwargs: Any) -> None:
        self.shell = shell
        super().__init__(**kwargs)

    def dressed(self) -> None:
        self.value = SettingsView()  # its own settings need no backend
        self.own_w = self.dw - 40 if self.tall else 600 + (self.dw - 1280) / 2
        self.own_h = (self.dh - 176) * 0.6 if self.tall else self.dh - 176
        self.devices_box = [self.own_w + 52, 72, self.dw - self.own_w - 72, self.dh - 176]
        if self.tall:
            self.devices_box = [20, 88 + self.own_h, self.own_w, self.dh - 192 - self.own_h]
        self.ids.title.show((_("Settings"), ""))
        s = self.shell.settings
        rows = [
            Segments("language", _("Language"), [("de", "Deutsch"), ("en", "English")], s.language),
            Segments(
                "text", _("Text size"), [("1", _("Normal")), ("1.25", _("Large")), ("1.5", _("Very large"))], s.text
            ),
            Segments("theme", _("Colours"), [("dark", _("Dark")), ("light", _("Light"))], s.theme),
            Segments("sound", _("Sounds"), [("off", _("Silent")), ("soft", _("Soft")), ("loud", _("Loud"))], s.sound),
            Segments("motion", _("Motion"), [("on", _("Moves")), ("off", _("Stands still"))], s.motion),
            Segments(
                "speech", _("Voice") if program() else _("Voice (needs the program espeak-ng)"),
                [("off", _("Silent")), ("on", _("Reads aloud"))], s.speech,
            ),
            Segments("clock", _("Turn clock"), [("off", _("None")), ("on", _("Beside each score"))], s.clock),
            Segments(
                "turned", _("Screen"), [("0", _("This way up")), ("180", _("Turned round"))], s.turned
            ),
        ]
        self.fill(self.ids.own, rows, self.own_w)
        self.devices(())

    def fill(self, pages: Any, rows: list[Any], room: float) -> None:
        pages.rows(rows, [r.height_for(room) for r in rows], 8)
        if len(pages.pages()) > 1:
            pages.rows(rows, [r.height_for(room - 88) for r in rows], 8)

    def render(self) -> None:
        view: SettingsView = self.value
        self.devices(view.devices)

    def devices(self, devices: tuple[Device, ...]) -> None:
        self.fill(self.ids.devices, [DevicePart(d) for d in devices], self.devices_box[2])
