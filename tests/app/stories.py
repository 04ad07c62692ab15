"""Stories in the middle of a game: refused, asked, hidden and counted, by touches and by a camera's pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.taps import Tap
from companion.engine.boards import house_board
from companion.engine.game import after, configure
from companion.engine.legal import Legal
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Person, Session
from companion.engine.types import Choose, Input, Over
from companion.games import game
from companion.table import saved
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.tabletop import Tabletop
from tests.app.thumb import Thumb

Shot = Callable[..., None]  # the picture's name; how to open anew what a page closes when it is built anew
NAMES = ("Anna", "Ben", "Clara")
WHOLE = 6000  # acts of the longest game
SEED = 3
FAR = {"hibernia": 31, "brian_boru": 70, "loewenherz": 80, "walisk": 150, "vikings_gone_wild": 60}  # acts: mid-game
SOON = 60  # acts in which something is chosen unseen, in games where that happens at all
LOOKS = 40  # pictures after which a table that lies as before is known to
READ_S = 240.0  # that a camera may take on a busy machine


def acts_of(name: str, most: int) -> list[Input]:
    """What people who know what they want do in a game of three."""
    session = Session(game(name), config_of(name))
    person, done = PEOPLE[name](SEED), list[Input]()
    while len(done) < most and (act := person(session)) is not None:
        assert isinstance(session.submit((act,), "tap"), Accepted)
        done.append(act)
    return done


def config_of(name: str) -> Any:
    """A game of three on the board of the house."""
    found, board = game(name), house_board(name)
    return configure(found, 3, board, None, load_data(found, board))


def begun(home: Path, name: str, acts: list[Input]) -> Path:
    """A saved game of these acts in a family's folder."""
    minutes = iter(range(10_000_000))
    clock = lambda: f"2026-05-03T19:{next(minutes) // 60 % 60:02d}:00+02:00"  # noqa: E731
    board = house_board(name)
    people = [Person(n, board.colours[k]) for k, n in enumerate(NAMES)]
    folder = saved.new_folder(home / "games", name, "2026-05-03T19:30:00")
    session = saved.create(folder, game(name), config_of(name), people, clock)
    for act in acts:
        assert isinstance(session.submit((act,), "tap"), Accepted)
    session.close()
    return folder


def go_on(f: Finger) -> Thumb:
    """From the start page to the game that was left last."""
    f.backend.start_page.put()
    f.until(lambda: any(getattr(c.part, "tap", None) and c.part.tap.kind == "continue" for c in f.controls()))
    f.press("Play on")
    f.until(lambda: f.place == "table", "the table")
    f.rest()
    return Thumb(f, PEOPLE[f.backend.sitting.session.game.id](SEED))


def middle(name: str) -> Callable[[Finger, Shot], None]:
    """The table as the game goes: what it owes, what a wrong touch is told, what is hidden."""

    def story(f: Finger, shot: Shot) -> None:
        begun(f.home, name, acts_of(name, FAR[name]))
        f.backend.start_page.put()
        f.until(lambda: [b for b in f.parts("ResumeCard") if b.value is not None], "the game to go on with")
        f.rest()
        shot("start")
        thumb = go_on(f)
        shot("middle")
        if name == "vikings_gone_wild":
            pages_of_vikings(f, thumb, shot)
        if refused(f, thumb):
            shot("refusal")
            f.press_one("Undo", "Back")
            f.rest()
        thumb.go(SOON, until=lambda _s: thumb.play.handover.waiting())
        if thumb.play.handover.waiting():
            hidden(f, thumb, shot)

    return story


def pages_of_vikings(f: Finger, thumb: Thumb, shot: Shot) -> None:
    """A hand that can be played and paid with, the market, the villages, the cards that lie open."""
    for n in range(SOON):
        view = thumb.view
        if n and len(view.panel.pad if view.panel is not None else ()) > 2:
            break
        thumb.step()
        f.rest()
    shot("hand")
    fighters = [k.key for k in thumb.view.panel.pad if k.key.startswith("card:")] if thumb.view.panel else []
    if fighters:  # what may be attacked, village by village
        thumb.press(Tap("panel", fighters[0]))
        f.rest()
        shot("attack")
        thumb.press(Tap("panel", "again"))
        f.rest()
    market = (("buy", "market"), ("buy", "")) if thumb.offered("buy") else ()
    looked = [("page", what) for what in ("path", "path-on", "favours", "bonuses", "bonuses-on", "missions")]
    for tap, what in (*market, ("more", ""), ("look", "villages"), *looked):
        thumb.press(Tap("panel", tap))
        f.rest()
        if what:
            shot(what)
    f.press("Back")
    f.rest()


def refused(f: Finger, thumb: Thumb) -> bool:
    """A touch on a place of the drawing that leads to a refusal, as soon as places are to be touched."""
    for _ in range(SOON):
        boards = [b for b in f.parts("BoardPart") if b.w > 0 and b.value is not None]
        targets = {s.id for b in boards for s in b.value.spaces if s.target is not None}
        if targets or not boards:
            break
        thumb.step()
        f.rest()
    for shape in boards[0].value.drawing.shapes if boards else ():
        if shape.id not in targets and shape.kind not in ("track", "shield", "edge", "region"):
            thumb.board(shape.id)
            f.rest()
            if f.backend.sitting.latest.refusal is not None:
                f.rest()
                return True
            if f.shell.writing():
                return False
    return False


def hidden(f: Finger, thumb: Thumb, shot: Shot) -> None:
    """The hand-over, and what its player sees while it is held."""

    def look() -> None:
        (hold,) = f.until(lambda: f.parts("HoldButton"), "the button to hold")
        f.touch_at(hold.center, held=1.2)
        f.until(lambda: thumb.view.curtain is None or thumb.view.curtain.secret is not None, "what lies behind it")
        f.rest()

    f.until(lambda: f.parts("HoldButton"), "the button to hold")
    f.rest()
    shot("curtain")
    look()
    shot("curtain-open", look)


def ending(name: str) -> Callable[[Finger, Shot], None]:
    """The last acts by finger, the reckoning, the files of the result."""

    def story(f: Finger, shot: Shot) -> None:
        acts = acts_of(name, WHOLE)
        begun(f.home, name, acts[:-1])
        thumb = go_on(f)
        thumb.go(WHOLE)
        assert isinstance(thumb.session.pending()[0], Over)
        f.until(lambda: f.place == "end", "the end page")
        f.rest()
        shot("end")
        f.press("Share the result")
        f.until(lambda: f.place == "shared", "the page of files")
        f.rest()
        shot("shared")

    return story


def workshop(f: Finger, shot: Shot) -> None:
    f.press("Workshop")
    f.until(lambda: f.place == "workshop", "the workshop")
    f.rest()
    shot("shelf")
    for tab in ("Printing", "Devices", "Cards"):
        f.press(tab)
        f.rest()
        shot(tab.lower())
    f.press("Give tags")
    f.until(lambda: f.place == "enrol", "the page of tags")
    f.rest()
    shot("tags")


# ------------------------------------------------------------ before a camera
def at_guide(f: Finger, name: str) -> Tabletop:
    """A printed board before the camera, and a new game of it as far as its guide."""
    from tests.app.steps import choose, forward

    table = Tabletop(name)
    choose(f, name, "print")
    forward(f)
    f.rest()
    forward(f)
    f.until(lambda: f.place == "guide", "the guide")
    return table


def seen_by_camera(f: Finger, shot: Shot) -> None:
    """Hibernia on a printed board: laid, read, taken back, knocked, and put right."""
    from tests.app.steps import forward

    table = at_guide(f, "hibernia")
    f.press("Draw lots here")
    f.rest()
    shot("guide-camera")
    sitting: Any = f.backend.sitting
    session = sitting.session
    table.lay(table.as_played(session))
    f.until(lambda: sitting.eye.learned is not None, "a set-up that was learned", READ_S)
    f.rest()
    shot("guide-ready")
    forward(f)
    f.until(lambda: f.place == "table", "the table")
    f.press("The app throws")
    f.rest()
    person, n = PEOPLE["hibernia"](SEED), session.length
    act = person(session)
    assert act is not None
    table.lay(table.as_played(session, after(session.game, session.state, (act,))))
    f.until(lambda: session.length > n, "an act that was read", READ_S)
    f.rest()
    shot("read")
    undone(f, table, shot)
    wrong = unreached(session)
    seat = session.state.turn
    table.lay({**table.lies, wrong: {f"soldier:{session.people[seat].colour}": 1}})
    f.until(lambda: sitting.latest.refusal is not None or sitting.latest.out_of_step, "a refusal", READ_S)
    f.rest()
    shot("refusal-camera" if sitting.latest.refusal is not None else "knocked-camera")
    others = [p.colour for k, p in enumerate(session.people) if k != seat]
    before = sitting.latest.todo
    table.lay({**table.as_played(session), unreached(session, 1): {f"soldier:{others[0]}": 2}, "shield": {}})
    f.until(lambda: sitting.latest.out_of_step and sitting.latest.todo != before, "a table out of step", READ_S)
    f.rest()
    shot("out-of-step" if sitting.latest.refusal is None else "out-of-step-refused")


def taken_back(name: str) -> Callable[[Finger, Shot], None]:
    """An act that a camera saw, undone by a touch, its pieces put away later: then all is well again."""
    from tests.app.steps import through_guide

    def story(f: Finger, shot: Shot) -> None:
        table = at_guide(f, name)
        through_guide(f, lambda: table.lay(table.as_played(f.backend.sitting.session)))
        sitting: Any = f.backend.sitting
        session, thumb = sitting.session, Thumb(f, PEOPLE[name](SEED))
        laid = session.game.table.laid
        while True:
            table.lay(table.as_played(session))
            if laid is None or laid(session.state):
                f.until(lambda: sitting.eye.learned is not None, "a set-up that was learned", READ_S)
                if seen_next(thumb, table):
                    break
            thumb.step()
            f.rest()
        act, n = thumb.wish(), session.length
        table.lay(table.as_played(session, after(session.game, session.state, (act,))))
        f.until(lambda: session.length > n or sitting.latest.question is not None, "an act that was seen", READ_S)
        f.rest()
        shot("read")
        if session.length == n:  # of several ways to the same table people tell theirs
            told = str(sitting.latest.question.options.index((act,)))
            (card,) = [c for c in f.parts("CandidateCard") if c.value.key == told]
            f.tap(card)
            f.until(lambda: session.length > n, "the act that was told")
            f.rest()
        undone(f, table, shot)

    return story


def undone(f: Finger, table: Tabletop, shot: Shot) -> None:
    """The last act is taken back by a touch; its pieces lie there still, and are put away once the app has said so."""
    sitting: Any = f.backend.sitting
    f.press("Undo")
    f.until(lambda: sitting.latest.question is not None or sitting.latest.out_of_step, "a word", READ_S)
    f.rest()
    asked = sitting.latest.question is not None
    shot("question" if asked else "taken-back")
    if asked:
        f.press("Something else")
        f.until(lambda: f.place == "hand", "the form")
        f.press("Back")
    table.lay(table.as_played(sitting.session))
    enough = table.pictures + LOOKS
    f.until(lambda: table.pictures > enough, "pictures of the table as it was", READ_S)
    f.until(lambda: not sitting.latest.out_of_step and sitting.latest.question is None, "a table in step", READ_S)
    f.rest()
    shot("in-step")


def seen_next(thumb: Thumb, table: Tabletop) -> bool:
    """Whether what comes next is an act of the player's that moves pieces a camera sees."""
    session = thumb.session
    if thumb.play.handover.waiting() or not isinstance(session.pending()[0], Choose):
        return False
    act = thumb.wish()
    thumb.wishes.insert(0, act)
    return table.as_played(session, after(session.game, session.state, (act,))) != table.as_played(session)


def unreached(session: Session[Any], at: int = 0) -> str:
    """An empty county into which nobody may move now."""
    legal = {getattr(e, "county", "") for e in Legal(session.game, session.state, session.state.turn)}
    lies = session.game.tabletop(session.state)
    counties = [s.id for s in session.config.board.spaces if s.kind == "county"]
    return [c for c in counties if not lies.get(c) and c not in legal][at]


__all__ = ["ending", "middle", "seen_by_camera", "taken_back", "workshop"]
