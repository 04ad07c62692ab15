"""Every screen by name: which place it opens, which views it needs, which picture lies under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from companion.app.viewmodel import Point
from tests.app.prepared import brian as brian
from tests.app.prepared import capture as capture
from tests.app.prepared import cards as cards
from tests.app.prepared import loewenherz as loewenherz
from tests.app.prepared import more as more
from tests.app.prepared import picture as photo
from tests.app.prepared import setup as setup
from tests.app.prepared import side as side
from tests.app.prepared import table as table
from tests.app.prepared import vikings as vikings
from tests.app.prepared import walisk as walisk


@frozen
class Scene:
    """``over``: an overlay of the app's own; ``corners``: where the board lies in the picture."""

    place: str
    view: Callable[[str], Any]
    corners: tuple[Point, ...] | None = None
    cubes: bool = True
    over: str = ""
    wood: tuple[int, int, int] = (74, 54, 40)
    reveal: bool = False  # the curtain is held


SCENES: dict[str, Scene] = {
    "01-start": Scene("start", setup.start),
    "01b-start-new": Scene("start", lambda lang: setup.start(lang, resume=False)),
    "02-camera": Scene("camera", setup.camera, photo.PLACING, wood=(38, 66, 44)),
    "02b-camera-ready": Scene("camera", lambda lang: setup.camera(lang, ready=True), photo.CAPTURE, wood=(38, 66, 44)),
    "03-capture": Scene("capture", setup.capture, photo.CAPTURE, cubes=False, wood=(140, 100, 66)),
    "02d-camera-sheet": Scene("camera", capture.sheet, photo.CAPTURE, wood=(38, 66, 44)),
    "02c-camera-phone": Scene("camera", capture.phone, photo.CAPTURE, wood=(38, 66, 44)),
    **{
        f"03{letter}-capture-{name}": Scene(
            "capture", lambda lang, n=name: capture.step(lang, n), photo.CAPTURE, cubes=False, wood=(140, 100, 66)
        )
        for letter, name in zip("bcdefg", ("corners", "size", "links", "shield", "track", "check"), strict=True)
    },
    **{
        f"03{letter}-capture-{name}": Scene("capture", view, photo.CAPTURE, cubes=False, wood=(140, 100, 66))
        for letter, name, view in (
            ("h", "county", capture.county),
            ("i", "linking", capture.linking),
            ("j", "brush", capture.brush),
            ("k", "wrong", capture.wrong),
            ("l", "parts", capture.parts),
            ("m", "fields", capture.fields),
            ("n", "score", capture.score),
            ("o", "rim", capture.signs),
            ("p", "waters", capture.waters),
        )
    },
    "04-table": Scene("table", table.table),
    "05-question": Scene("table", table.question),
    "05b-question-die": Scene("table", table.question_die),
    "05c-question-number": Scene("table", table.question_number),
    "05d-question-three": Scene("table", table.question_three),
    "06-out-of-step": Scene("table", table.out_of_step, photo.STEPS),
    "07-refusal": Scene("table", table.refusal),
    "07b-overrule": Scene("table", table.refusal, over="overrule"),
    "08-trick": Scene("table", more.trick),
    "09-curtain": Scene("table", more.curtain),
    "09b-curtain-cards": Scene("table", more.choosing, reveal=True),
    "10-end": Scene("end", more.end),
    "11-table-amber": Scene("table", lambda lang: table.table(lang, light=True)),
    "12-reasons": Scene("table", table.reasons),
    "13-snack": Scene("table", table.snack),
    "14-menu": Scene("table", table.table, over="menu"),
    "15-five": Scene("table", more.five),
    "16-ten": Scene("table", more.ten),
    "17-square": Scene("table", more.square),
    "18-vikings": Scene("table", vikings.hand),
    "18a-vikings-buy": Scene("table", vikings.buying),
    "18b-vikings-attack": Scene("table", vikings.attacking),
    "18c-vikings-window": Scene("table", vikings.window),
    "18d-vikings-villages": Scene("table", vikings.villages),
    "18e-vikings-value": Scene("table", vikings.value),
    **{name: Scene("table", view) for name, view in walisk.SCENES.items()},
    **{name: Scene(place, view) for name, (place, view) in loewenherz.SCENES.items()},
    "18f-vikings-differs": Scene("table", vikings.differs),
    "18g-vikings-reasons": Scene("table", vikings.reasons),
    "20-new-game": Scene("new_game", setup.new_game),
    "20b-new-game-refused": Scene("new_game", setup.refused),
    "21-guide": Scene("guide", setup.guide),
    "21b-guide-ready": Scene("guide", lambda lang: setup.guide(lang, ready=True)),
    "21c-guide-colours": Scene("guide", setup.guide_colours),
    "22-hand": Scene("hand", side.hand_kinds),
    "22b-hand-move": Scene("hand", side.hand_move),
    "22c-hand-wrong": Scene("hand", lambda lang: side.hand_move(lang, wrong=True)),
    "22d-hand-roll": Scene("hand", side.hand_roll),
    "23-history": Scene("history", side.history),
    "23b-history-jump": Scene("history", lambda lang: side.history(lang, jump=True)),
    "24-rules": Scene("rules", side.rules),
    "25-resume": Scene("resume", setup.resume),
    "26-settings": Scene("settings", side.settings),
    "28-enrol": Scene("enrol", cards.enrol),
    "28b-enrol-double": Scene("enrol", lambda lang: cards.enrol(lang, wrong=True)),
    "27-about": Scene("about", side.about),
    **{name: Scene("table", view, reveal=name.endswith("hand")) for name, view in brian.SCENES.items()},
}
