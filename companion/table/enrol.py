"""Giving tags to the cards of a game: shown one after the other, no tap between. The file grows card by card."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import evolve

from companion import i18n
from companion.engine.boards import house_board
from companion.engine.game import Game, configure
from companion.engine.scenario import load_data
from companion.engine.words import N_
from companion.table.cards import tagged, tagged_card
from companion.table.ears import pairing
from companion.table.faults import value_line
from companion.table.speaker import Speaker
from hardware.attach import reader_for
from hardware.enrolment import Enrolment, Given, Outcome, begin, load_enrolled, save_enrolled
from hardware.readings import Reading, Rejected, State, Status, TagSeen, UnknownTag
from hardware.reasons import Reason, say

FILE = "tags.yaml"
PASSING = ("not-started", "opening", "settling", "stopped")  # states of a reader that last for a moment


def known_tags(file: Path) -> dict[str, str]:
    """Tag -> card as kept in a file; {} when there is none yet."""
    return load_enrolled(file) if file.exists() else {}


class Enroller:
    """The cards of one game on their way to a tag each. ``known`` is shared with the decoders that look tags up."""

    def __init__(self, game: Game[Any], file: Path, *, anew: bool = False) -> None:
        board = house_board(game.id)
        config = configure(game, max(game.players), board, None, load_data(game, board))
        self.game, self.file = game, file
        self.cards = tagged(game, game.setup(config))
        self.speaker = Speaker(game.id, board, ())
        self.known = known_tags(file)
        wanted = tuple(tagged_card(game.id, c) for c in self.cards)
        self.state: Enrolment = begin(wanted, self.known, anew=anew)
        self.last = ""  # the sentence about the last tag
        self.good = True

    def name(self, tagged: str) -> str:
        """How people call a card."""
        game, _, card = tagged.partition(":")
        told = self.speaker.words.card
        return self.speaker.tell(told(card)) if told is not None and game == self.game.id else card or tagged

    @property
    def done(self) -> int:
        return len(self.cards) - len(self.state.waiting)

    def take(self, reading: Reading) -> Outcome | None:
        """A reading from the line; only tags that are laid down mean anything here. Raises OSError."""
        if isinstance(reading, TagSeen | UnknownTag) and not reading.again:
            return self.show(reading.tag, reading.at)
        return None

    def show(self, tag: str, at: float) -> Outcome:
        """A tag laid down at ``at`` (s); what was given is in the file when this returns. Raises OSError."""
        state, outcome = self.state.show(tag, at)
        if state is not self.state:
            self._become(state)
        self.good = isinstance(outcome, Given)
        if isinstance(outcome, Given):
            self.last = i18n.gettext(N_("{card} has its tag.")).format(card=self.name(outcome.card))
        else:
            known = {k: self.name(str(v)) if k == "card" else v for k, v in outcome.reason.facts.items()}
            self.last = say(Reason(outcome.reason.code, known), i18n.language())
        return outcome

    def skip(self) -> None:
        """The card in front comes last."""
        self.state = self.state.skip()
        self.last = ""

    def to_front(self, tagged: str) -> None:
        """This card comes next; one that has its tag already loses it."""
        left = [c for c in self.state.waiting if c != tagged]
        mine = tuple((t, c) for t, c in self.state.given if c != tagged)
        self._become(evolve(self.state, waiting=(tagged, *left), given=mine))
        self.last = ""

    def take_back(self) -> None:
        """The last tag is taken from its card."""
        self._become(self.state.take_back())
        self.last = ""

    def anew(self) -> None:
        """All cards of this game lose their tag."""
        self._become(begin([tagged_card(self.game.id, c) for c in self.cards], self.known, anew=True))
        self.last = ""

    def _become(self, state: Enrolment) -> None:
        """What is so from now on, in the file first: what could not be kept is not so. Raises OSError."""
        if state.enrolled != self.known:
            save_enrolled(self.file, state.enrolled)
            self.known.clear()
            self.known.update(state.enrolled)
        self.state = state


def enrol_cards(
    game: Game[Any], file: Path, url: str, anew: bool, echo: Callable[[str], None], seconds: float | None = None
) -> int:
    """In the terminal: asks for card after card; 0 when every card has its tag."""
    try:
        enroller = Enroller(game, file, anew=anew)
        out: queue.Queue[Reading] = queue.Queue()
        reader = reader_for(pairing(url, (), "cards"), out, enroller.known)
    except ValueError as e:
        echo(value_line(e))
        return 1
    if not enroller.cards:
        echo(i18n.gettext(N_("This game has no cards that could bear a tag.")))
        return 1
    until = None if seconds is None else time.monotonic() + seconds
    reader.start()
    try:
        _ask(enroller, echo)
        while enroller.state.waiting and (until is None or time.monotonic() < until):
            try:
                reading = out.get(timeout=0.1)
            except queue.Empty:
                continue
            outcome = enroller.take(reading)
            if told := news(reading):
                echo(told)
            if outcome is not None:
                echo(enroller.last)
                _ask(enroller, echo)
    except KeyboardInterrupt:
        pass
    finally:
        reader.stop()
    echo(i18n.gettext(N_("{n} of {all} cards have a tag: {file}")).format(
        n=enroller.done, all=len(enroller.cards), file=file
    ))  # fmt: skip
    return 0 if not enroller.state.waiting else 1


def news(reading: Reading) -> str:
    """What people must know of the reader itself; "" for what goes as it should."""
    if isinstance(reading, Status):
        fine = reading.state is State.LIVE or reading.reason.code in PASSING
        return "" if fine else say(reading.reason, i18n.language())
    return say(reading.reason, i18n.language()) if isinstance(reading, Rejected) else ""


def _ask(enroller: Enroller, echo: Callable[[str], None]) -> None:
    if enroller.state.next is not None:
        text = i18n.gettext(N_("Lay {card} on the reader.")).format(card=enroller.name(enroller.state.next))
        echo(i18n.capital(text))
