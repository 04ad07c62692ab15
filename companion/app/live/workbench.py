"""The workshop's rows: what is on the shelf, what can be printed, what is plugged in. Plain values, no kivy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.devices import READERS, SECOND, WORDS, Devices
from companion.app.live.setup import title_of
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Choice
from companion.capture.planned import plan_of
from companion.capture.shelf import Shelf
from companion.engine.words import N_
from companion.games import game, in_order
from hardware.ports import list_ports

TABS = ("boards", "print", "devices", "cards")
TITLES = {"boards": N_("Boards"), "print": N_("Printing"), "devices": N_("Devices"), "cards": N_("Cards")}
PARTS = {"board": N_("Board"), "list": N_("Lists"), "players": N_("Sheets for players")}


def _(text: str) -> str:
    return i18n.gettext(text)


SENTENCES: dict[str, Callable[[], str]] = {
    "boards": lambda: _(N_("Boards that you have captured, and new ones.")),
    "print": lambda: _(N_("What can be printed at true size, as a PDF.")),
    "devices": lambda: _(N_("What is plugged in, and what it reports.")),
    "cards": lambda: _(N_("Tags of cards, and values that you have corrected.")),
}


def tabs(now: str) -> tuple[Choice, ...]:
    return tuple(Choice(f"tab:{t}", _(TITLES[t]), chosen=t == now) for t in TABS)


def board_rows(shelf: Shelf, first: str, sure: str) -> tuple[v.WorkRow, ...]:
    """Boards of the shelf, those of the game chosen last first; then a new one of each game that is captured."""
    rows = []
    for b in sorted(shelf.boards(), key=lambda b: b.game != first):
        state = N_("captured in full") if b.finished else N_("not captured in full yet")
        w, h = b.size_mm
        removing = b.id == sure
        rows.append(
            v.WorkRow(
                f"{title_of(b.game)} {b.id.rpartition('-')[2]}",
                f"{_(state)}, {w / 10:.0f} x {h / 10:.0f} cm",
                "ok" if b.ready and b.playable else "warn",
                (
                    Choice(f"board:{b.id}", _(N_("Look and correct"))),
                    Choice(f"export:{b.id}", _(N_("As a file"))),
                    Choice(f"remove:{b.id}", _(N_("Remove for good") if removing else N_("Remove")), chosen=removing),
                ),
            )
        )
    for name in sorted(in_order(), key=lambda g: g != first):
        if _captured(name):
            begun = shelf.unfinished(name)
            new = N_("a map of your own") if game(name).info.own_maps else N_("a new board from the box")
            told = _(N_("go on capturing") if begun else new)
            rows.append(v.WorkRow(title_of(name), told, "off", (Choice(f"new:{name}", _(N_("Capture"))),)))
    return tuple(rows)


def _captured(name: str) -> bool:
    try:
        return bool(plan_of(name).steps)
    except KeyError:
        return False


def print_rows() -> tuple[v.WorkRow, ...]:
    rows = []
    for name in in_order():
        parts = ("board", *(p for p in game(name).info.printables if p in PARTS))
        buttons = tuple(Choice(f"print:{name}:{p}", _(PARTS[p])) for p in parts)
        rows.append(v.WorkRow(title_of(name), _(N_("on A4 sheets to join, at true size")), "", buttons))
    markers = (Choice("print:markers:", _(N_("Marker cards"))),)
    told = _(N_("to lay beside a board, so that it is found at once"))
    rows.append(v.WorkRow(_(N_("Marker cards")), told, "", markers))
    return tuple(rows)


def device_rows(devices: Devices) -> tuple[v.WorkRow, ...]:
    """Each device that was chosen, then every port that is plugged in."""
    rows = []
    for lamp in devices.lamps(("camera", SECOND, "die", "cards")):
        address = devices[lamp.device]
        sees = lamp.device in ("camera", SECOND)
        hear = Choice(f"{'look' if sees else 'hear'}:{address}", _(N_("Check the camera") if sees else N_("Listen")))
        off = Choice(f"use:{lamp.device}:", _(N_("Let go")))
        if lamp.device == "camera" and not address:
            rows.append(v.WorkRow(lamp.word, lamp.text, lamp.state, (Choice("look:0", _(N_("Check the camera"))),)))
        elif address:
            rows.append(v.WorkRow(lamp.word, address, lamp.state, (hear, off)))
    for port in list_ports():
        if not port.usb:
            continue
        uses = [Choice(f"use:die:{port.path}", _(WORDS["die"]))]
        uses += [Choice(f"use:cards:{kind}+{port.path}", name) for kind, name in READERS.items()]
        told = " ".join(x for x in (port.label, port.chip) if x) or port.path
        hear = Choice(f"hear:{port.path}", _(N_("Listen")))
        rows.append(v.WorkRow(port.path.rpartition("/")[2], told, "ok", (hear, *uses)))
    return tuple(rows)


def card_rows(values: Callable[[str], Path]) -> tuple[v.WorkRow, ...]:
    told, give = _(N_("give each card its tag")), _(N_("Give tags"))
    rows = [v.WorkRow(title_of(n), told, "", (Choice(f"tags:{n}", give),)) for n in in_order() if game(n).cards]
    for name in in_order():
        path = values(name)
        if path.exists():
            doc: dict[str, Any] = CardShelf(path).read()
            n = len(doc.get("cards", ())) + len(doc.get("towns", {}))
            told = i18n.ngettext("{n} value of your own", "{n} values of your own", n).format(n=n)
            rows.append(v.WorkRow(title_of(name), told, "ok", (Choice(f"values:{name}", _(N_("Back to the box's"))),)))
    return tuple(rows)


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """A name in the folder that nothing has yet."""
    path, n = folder / f"{stem}{suffix}", 1
    while path.exists():
        n += 1
        path = folder / f"{stem}-{n}{suffix}"
    return path
