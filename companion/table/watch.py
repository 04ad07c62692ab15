"""Refereeing without a screen: pictures, serial bytes and inputs told by hand become a journal and an account."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from companion import i18n
from companion.engine.boards import Board, house_board, load_board
from companion.engine.hidden import keeps
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.types import Input, Over, Ruling, answers
from companion.engine.words import N_
from companion.engine.yamlfile import Fault, told_lines
from companion.games import game
from companion.table import saved
from companion.table.cameras import open_cameras
from companion.table.desk import Tapped
from companion.table.ears import pairing
from companion.table.enrol import known_tags
from companion.table.faults import OTHER_BOARD, OTHER_GAME, WatchError, camera_line, fault_line, problem, value_line
from companion.table.lampwords import DEVICE_WORDS, lamp_words
from companion.table.ownmap import set_up
from companion.table.runtime import TableRuntime, die_links
from companion.table.snapshot import Device
from companion.table.tell import account, question_line, sheet, speaker_of
from hardware.reasons import Reason, say

Echo = Callable[[str], None]


PASSING = ("not-started", "opening", "settling", "moved", "light", "ended")  # states that last for a moment, or end all
TALLY = N_("{acts} acts, {seen} seen, {heard} heard, {taps} told by hand, {questions} questions")
DEVICE = N_("device {n}")


def _other(line: str, file: object, other: str, wished: str) -> WatchError:
    return WatchError(i18n.gettext(line).format(file=file, other=other, game=wished))


def _wrong(where: str, expected: str, found: object = "") -> WatchError:
    return WatchError(fault_line(Fault(where, 0, "", expected, str(found))))


def parse_seats(text: str, players: Sequence[int], colours: Sequence[str]) -> list[Person]:
    """``Anna=white,Ben=purple``: names in turn order; a colour left out is the next free one."""
    if not kept(text):
        raise _wrong("--seats", "letters that can be kept", ascii(text))
    parts = [p.strip() for p in text.split(",") if p.strip()]
    if len(parts) not in players:
        raise _wrong("--seats", f"{', '.join(map(str, players))} names", len(parts))
    given = [p.partition("=") for p in parts]
    free = [c for c in colours if c not in {c for _, _, c in given}]
    people = []
    for name, _, colour in given:
        if colour and colour not in colours:
            raise _wrong("--seats", f"one of {', '.join(colours)}", colour)
        people.append(Person(name, colour or free.pop(0)))
    if len({p.name for p in people}) < len(people):
        raise _wrong("--seats", "another name for each player")
    if len({p.colour for p in people}) < len(people):
        raise _wrong("--seats", "another colour for each player")
    return people


def kept(text: str) -> bool:
    """Whether a text can be written into a file: bytes that are no letters come from a console as half of one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def parse_options(given: Sequence[str]) -> dict[str, Any]:
    """``K=V`` pairs; values are read as YAML, so numbers, true and [3, 2, 1] work."""
    import yaml

    out: dict[str, Any] = {}
    for item in given:
        name, eq, value = item.partition("=")
        if not eq or not name:
            raise _wrong("--option", "NAME=VALUE", item)
        if name in out:
            raise _wrong("--option", f"{name}=... once")
        try:
            out[name] = yaml.safe_load(value)
        except yaml.YAMLError as e:
            raise _wrong("--option", "NAME=VALUE", item) from e
    return out


@define
class Hand:
    """Inputs told by hand, from a file: each is taken as soon as it is owed and legal."""

    acts: list[Input] = field(factory=list)

    @classmethod
    def read(cls, path: Path, session: Session[Any]) -> Hand:
        """Raises DataError, or WatchError for lines that are no inputs of this table."""
        acts, faults = list[Input](), list[str]()
        for number, line in told_lines(path):
            act = session.codec.read(line)
            if isinstance(act, Ruling):
                faults += [f"{path}:{number}: {problem(p)}" for p in act.fact("problems")]
            else:
                acts.append(act)
        if faults:
            raise WatchError("\n".join(faults))
        return cls(acts)

    def owed(self, session: Session[Any]) -> Input | None:
        """The next input, if the table owes it now."""
        if not self.acts or not any(answers(p, self.acts[0]) for p in session.pending()[:1]):
            return None
        return None if isinstance(session.check(self.acts[0]), Ruling) else self.acts.pop(0)


def open_table(settings: Mapping[str, Any]) -> Session[Any]:
    """A new game as the command line describes it."""
    found = game(settings["game_name"])
    file = settings.get("board_file")
    board: Board = load_board(file) if file else house_board(found.id)
    if board.game != found.id:
        raise _other(OTHER_BOARD, file, board.game, found.id)
    people = parse_seats(settings["seats"], found.players, board.colours)
    options = parse_options(settings.get("chosen", ()))
    config, _notes = set_up(found, len(people), board, options, load_data(found, board))
    folder = settings.get("journal")

    def clock() -> str:
        return datetime.now().astimezone().isoformat(timespec="seconds")

    if folder is None:
        return Session(found, config, people=people, clock=clock)
    if (Path(folder) / saved.JOURNAL).exists():
        session = saved.open_game(Path(folder), game, clock)
        if session.game.id != found.id:
            session.close()
            raise _other(OTHER_GAME, folder, session.game.id, found.id)
        return session
    return saved.create(Path(folder), found, config, people, clock)


def watch_table(settings: Mapping[str, Any], echo: Echo) -> int:
    """Referee until the pictures end or the game is over; 0 when nothing is left unanswered."""
    session = open_table(settings)
    board = session.config.board
    hand = Hand.read(settings["taps"], session) if settings.get("taps") else Hand()
    sources = open_cameras(settings["frames"])
    links = die_links(board, settings.get("dice", ()))
    links += die_links(board, settings.get("tags", ()))
    links = tuple(evolve(k, name=i18n.gettext(DEVICE).format(n=n + 1)) for n, k in enumerate(links))
    as_json = bool(settings.get("as_json"))
    say_it: Echo = (lambda _: None) if as_json else echo
    try:
        for link in links:
            pairing(link.where, link.faces, link.name)  # what is no address is said before anything is looked at
        tags = known_tags(settings["tag_file"]) if settings.get("tag_file") else None
        runtime = TableRuntime(
            session, sources, links, tags=tags, hinted=lambda message: say_it(i18n.gettext(message))
        )
        table = _Table(session, runtime, hand, say_it)
        table.run()
    except ValueError as e:
        raise WatchError(value_line(e)) from e
    finally:
        for source in sources:
            source.close()
    return table.close(as_json, echo)


def device_line(device: Device) -> str:
    """What is with a camera, a die or a reader of cards, in a sentence."""
    if device.name != "camera":
        return f"{device.name}: {say(Reason(device.code, dict(device.facts)), i18n.language())}"
    if device.facts:
        return camera_line(device)
    return f"{i18n.gettext(DEVICE_WORDS['camera'])}: {i18n.gettext(lamp_words(device))}"


@define
class _Table:
    session: Session[Any]
    runtime: TableRuntime
    hand: Hand
    echo: Echo
    asked: list[str] = field(factory=list)
    _last: str = field(init=False, default="")
    _told: int = field(init=False, default=0)
    _lamps: dict[str, str] = field(init=False, factory=dict)  # device -> how it was last told to be

    def run(self) -> None:
        """Until the pictures end or the game is over."""
        runtime = self.runtime
        try:
            self._by_hand()
            while not runtime.ended and not isinstance(self.session.pending()[0], Over):
                looked = runtime.step()
                self._by_hand()
                self._tell()
                if not looked:
                    time.sleep(0.01)
            until = time.monotonic() + 0.3
            while time.monotonic() < until:
                runtime.listen(wait=0.05)
                self._by_hand()
            self._tell()
        finally:
            runtime.close()

    def _by_hand(self) -> None:
        while (act := self.hand.owed(self.session)) is not None:
            self.runtime.post(Tapped((act,)))

    def _tell(self) -> None:
        for device in self.runtime.latest.devices:
            if device.code in PASSING:
                continue
            if device.state != self._lamps.get(device.name, "ok"):
                self.echo(device_line(device))
            self._lamps[device.name] = device.state
        lines = account(self.session)
        if len(lines) < self._told:
            self._told = len(lines)
        for line in lines[self._told :]:
            self.echo(line)
        self._told = len(lines)
        q = self.runtime.latest.question
        if q is not None and q.key != self._last:
            self._last = q.key
            asked = question_line(speaker_of(self.session), q, None)
            self.asked.append(asked)
            self.echo("? " + asked)

    def _state(self) -> dict[str, Any]:
        """The whole ``position`` where nothing is hidden or the game is over, else the ``view`` that all may have."""
        game, s = self.session.game, self.session.state
        if keeps(game, s):
            return {"view": game.view(s, None)}
        return {"position": game.position(s)}

    def close(self, as_json: bool, echo: Echo) -> int:
        snapshot = self.runtime.latest
        tally = snapshot.tally
        if as_json:
            echo(
                json.dumps(
                    {
                        "acts": tally.acts,
                        "seen": tally.seen,
                        "heard": tally.heard,
                        "taps": tally.taps,
                        "questions": self.asked,
                        "over": isinstance(snapshot.pending[0], Over),
                        "account": account(self.session),
                        "score": sheet(self.session),
                        **self._state(),
                    },
                    ensure_ascii=False,
                    indent=2,
                )
            )
        else:
            for line in sheet(self.session):
                echo(line)
            echo(i18n.gettext(TALLY).format(acts=tally.acts, seen=tally.seen, heard=tally.heard, taps=tally.taps,
                                            questions=len(self.asked)))  # fmt: skip
        return 1 if snapshot.question is not None or snapshot.out_of_step else 0
