"""Every page as people meet it: the live app, driven there by touches, frames and bytes, and a picture of it.

``python -m tests.app.scenes [name ...]`` writes build/screens/<scene>-<language>[-light]-<size>[-text<factor>].png. A
scene is a story: it starts at the start page of a new tablet and says ``shot`` where a picture is wanted; there the
page is shown in every variant by changing the settings and the window under it. ``NOT_SHOWN`` lists what no story
reaches, with the reason.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.games import GAMES
from tests.app.finger import Finger
from tests.app.steps import choose, forward, menu, through_guide
from tests.app.stories import Shot, ending, middle, seen_by_camera, taken_back, workshop
from tests.app.tabletop import ADDRESS
from tests.app.variants import LANGUAGES, SIZES, TEXTS, THEMES, Again, Variant, each

OUT = Path("build/screens")
NOT_SHOWN = {
    "a real camera's picture": "no camera at hand; pictures come from the demo table's renderer",
    "cards heard by a reader": "shown by the tests of the readers; a story would need a reader's bytes for each card",
}
Story = Callable[[Finger, Shot], None]


# ------------------------------------------------------------ stories
def first_pages(f: Finger, shot: Shot) -> None:
    shot("start")
    choose(f, "brian_boru")  # a game with cards, which may bear tags
    f.tap(f.shell.screen.ids.menu)
    f.rest()
    shot("menu")
    for entry, name in (("Rules", "rules"), ("Settings", "settings"), ("Cards and tags", "cards"), ("About", "about")):
        f.press(entry)
        f.rest()
        shot(name)
        f.press_one("Back", "Back to the table")
        f.rest()
        if f.place == "start":
            f.tap(f.shell.screen.ids.menu)
            f.rest()


def opening(f: Finger) -> None:
    """The first group of options."""
    f.tap(f.parts("GroupRow")[0])
    f.rest()


def table_of(game: str) -> Story:
    def story(f: Finger, shot: Shot) -> None:
        choose(f, game)
        shot("start")
        forward(f)
        shot("new-game")
        opening(f)
        shot("options", lambda: opening(f))
        forward(f)
        shot("guide")
        through_guide(f, lambda: shot("guide-lots"))
        shot("table")
        rows = f.parts("ScoreRowPart")
        f.tap(rows[0])
        f.rest()
        shot("reasons")
        f.tap(rows[0])
        f.rest()
        f.press("By hand")
        f.rest()
        shot("by-hand")
        kinds = [c.part for c in f.controls() if type(c.part).__name__ == "ChoiceRow" and c.enabled]
        if kinds:
            f.tap(kinds[0])
            f.rest()
            shot("by-hand-act")
        f.press_one("Back", "Back to the table")
        f.rest()
        if f.place == "hand":
            f.press_one("Back", "Back to the table")
            f.rest()
        menu(f, "History")
        shot("history")
        menu(f, "Saved games")
        shot("saved")

    return story


def looking_back(f: Finger, shot: Shot) -> None:
    """Evenings, a game laid out again, its end and where its result was written."""
    from tests.app.test_looking_back import played

    folders = [played(f.home, "hibernia", seed) for seed in (3, 4)]
    f.tap(f.shell.screen.ids.menu)
    f.rest()
    f.press("Evenings")
    f.until(lambda: f.parts("EveningPart"), "the list of games")
    shot("evenings")
    f.tap(f.parts("EveningPart")[0])
    f.until(lambda: f.place == "replay", "the replay")
    for _ in range(5):
        f.press("Round on")
        f.rest()
    shot("replay")
    f.backend.seating.open(folders[0])
    f.until(lambda: f.place == "end", "the end page")
    shot("end")
    f.press("Share the result")
    f.until(lambda: f.place == "shared", "the page of files")
    shot("shared")


def demo(f: Finger, shot: Shot) -> None:
    """The demo table: its own camera and die, pictures and bytes before the referee."""
    choose(f, "hibernia", "print")
    f.press("Demo table")
    f.until(lambda: f.place == "table" and _acts(f) >= 4, "four acts seen by the camera", 120)
    shot("table")


def _acts(f: Finger) -> int:
    sitting = f.backend.sitting
    return 0 if sitting is None else int(sitting.session.length)


STORIES: dict[str, Story] = {
    "app": first_pages,
    **{g: table_of(g) for g in GAMES},
    **{f"{g}-middle": middle(g) for g in GAMES},
    **{f"{g}-end": ending(g) for g in GAMES},
    "workshop": workshop,
    "camera": seen_by_camera,
    **{f"{g}-camera": taken_back(g) for g in ("brian_boru", "loewenherz")},
    "looking-back": looking_back,
    "demo": demo,
}
CAMERAS = {n: ADDRESS for n in STORIES if n.endswith("camera")}  # what a story's app looks through
CAPTURED = ("hibernia", "brian_boru")  # boards of strangers, captured by a finger in one size


def capture_pages(stage: Any, game: str, language: str, shot: Shot) -> None:
    """From the camera's picture of a stranger's board over every step of its capture."""
    from companion import i18n
    from tests.app.glass import Glass
    from tests.capture.boards import photographed
    from tests.owners.bench import PLAYERS
    from tests.owners.person import Person
    from tests.owners.tablet import CaptureHands
    from vision.capture.pictures import write_reference

    home = Path(tempfile.mkdtemp(prefix="companion-"))
    picture, truth = photographed(game, 3)
    write_reference(home / "table.jpg", picture)
    i18n.use(language)
    glass = Glass(stage, home / "family", game, str(home / "table.jpg"))
    try:
        glass.choose(PLAYERS)
        glass.until(lambda: glass.place == "camera")
        shot("camera")
        glass.place_camera()
        person = Person(truth, CaptureHands(glass), lambda: 0.0)
        steps: list[str] = []
        while (step := person.hands.stage().step) and step not in steps:
            steps.append(step)
            shot(f"{len(steps):02d}-{step}")
            person.run_step(step)
    finally:
        glass.close()
        shutil.rmtree(home, ignore_errors=True)


# ------------------------------------------------------------ pictures
def main(argv: Sequence[str] = ()) -> int:
    """Tell all stories, or those named, in every language, theme and size; returns 1 where one got stuck."""
    import tests.app.conftest  # noqa: F401 - sets the environment before kivy
    from tests.app.stage import Stage

    parser = argparse.ArgumentParser(prog="scenes")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--size", default="", help="one size alone, such as 1280x800")
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--text", choices=TEXTS, default="1")
    options = parser.parse_args(list(argv))
    w, _x, h = options.size.partition("x")
    sizes = ((int(w), int(h)),) if options.size else SIZES
    langs, themes = (options.lang,) if options.lang else LANGUAGES, (options.theme,) if options.theme else THEMES
    variants = [Variant(s, options.text, lang, theme) for lang in langs for s in sizes for theme in themes]
    stage, stuck, made = Stage(), 0, 0
    for name in [n for n in options.names if n in STORIES] if options.names else STORIES:
        home, first = Path(tempfile.mkdtemp(prefix="companion-")), variants[0]
        finger = Finger(stage, home, first.language, first.theme, first.size, first.text, camera=CAMERAS.get(name))

        def shot(what: str, again: Again = None, f: Finger = finger, n: str = name) -> None:
            nonlocal made
            for one in each(f, variants, again):
                f.stage.frames(2)
                f.stage.save(options.out / f"{n}-{what}-{one.name}.png")
                made += 1

        try:
            STORIES[name](finger, shot)
        except Exception as e:
            stuck += 1
            print(f"{name}: {type(e).__name__} {e}")
        finally:
            finger.close()
            shutil.rmtree(home, ignore_errors=True)
    for game in [g for g in CAPTURED if not options.names or f"capture-{g}" in options.names]:
        for lang in (options.lang,) if options.lang else LANGUAGES:

            def shoot(what: str, n: str = f"capture-{game}", t: str = lang) -> None:
                nonlocal made
                stage.frames(2)
                stage.save(options.out / f"{n}-{what}-{t}.png")
                made += 1

            capture_pages(stage, game, lang, shoot)
    for what, why in NOT_SHOWN.items():
        print(f"not shown: {what}: {why}")
    print(f"{made} pictures in {options.out}, {stuck} stories stuck")
    return 1 if stuck else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
