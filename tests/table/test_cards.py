"""Cards that are shown: what they mean, what cannot be, tags that nobody knows, and giving tags to a deck."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.demo.tagreader import DemoReader, demo_tag
from companion.engine.types import Shown, Shuffle, Shuffled
from companion.games import game
from companion.games.brian_boru.inputs import Begin, Keep, NameTown, Play, Settle
from companion.table.cards import meanings
from companion.table.desk import Answer, Desk
from companion.table.ears import Ears
from companion.table.enrol import Enroller, enrol_cards, known_tags
from companion.table.messages import CardShown, StrangeTag
from companion.table.palettes import palette_of
from companion.table.snapshot import CARD_DOUBT
from companion.table.speaker import Speaker
from companion.table.tell import question_line
from hardware.enrolment import Double, Foreign, Given, save_enrolled
from hardware.readings import TagSeen, UnknownTag
from tests.e2e.test_curtain import advance, session_of


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


def desk_of(session: Any) -> Desk:
    return Desk(session, session.config.board, palette_of(session.people, session.config.board.colours))


def first_trick(**options: Any) -> Any:
    """Three players, hands drafted untold, the red town C1 named by A."""
    session = session_of("brian_boru", 3, options)
    towns = ["N1", "U1", "B1"]
    acts: list[Any] = [Begin(0), *(Settle(p, t) for p, t in enumerate(towns)), Shown(None, "9"), Shown(None, "niall")]
    session.submit(acts, "tap")
    assert isinstance(session.pending()[0], Shuffle)
    session.submit([Shuffled(None, session.pending()[0].pile)], "tap")
    while session.state.phase == "draft":
        session.submit([Keep(session.pending()[0].seats[0])], "tap")
    session.submit([NameTown(0, "C1")], "tap")
    return session


def show(desk: Desk, card: str) -> Any:
    return desk.handle(CardShown(f"brian_boru:{card}"), 0.0)


def test_a_shown_card_is_played_by_whose_turn_it_is() -> None:
    session = first_trick()
    desk = desk_of(session)
    for seat, card in enumerate((2, 17, 13)):
        snap = show(desk, f"action_{card}")
        assert snap.refusal is None
        assert session.past[-1].act == Play(seat, card)
        assert session.past[-1].source == "tag"
    assert snap.tally.heard == 3


def test_a_card_that_lies_there_is_read_once() -> None:
    session = first_trick()
    desk = desk_of(session)
    show(desk, "action_2")
    length = session.length
    snap = show(desk, "action_2")
    assert session.length == length
    assert snap.refusal is None
    assert snap.question is None


def test_the_wrong_colour_is_refused_with_its_rule_and_another_card_puts_it_right() -> None:
    session = first_trick()
    desk = desk_of(session)
    snap = show(desk, "action_3")
    assert snap.refusal[0].rule == "BB-6.3"
    assert show(desk, "action_2").refusal is None


def test_a_card_that_cannot_be_is_asked_and_not_believed() -> None:
    """A told hand without the card: the table says whether it was really played."""
    session = first_trick()
    session.amend({"hands": {"A": [2, 4, 6, 8, 10, 12, 14, 16]}}, "told", consent=True)
    desk = desk_of(session)
    length = session.length
    snap = show(desk, "action_11")
    assert session.length == length, "not believed"
    assert snap.question.kind == CARD_DOUBT
    told = question_line(Speaker("brian_boru", session.config.board, session.people, "en"), snap.question, 0)
    assert "Anna told in secret" in told
    assert "11" not in told
    assert desk.handle(Answer(snap.question.key, -1), 1.0).question is None
    assert session.length == length
    snap = show(desk, "action_11")
    snap = desk.handle(Answer(snap.question.key, 0), 2.0)
    assert session.past[-1].act == Play(0, 11)
    assert snap.question is None


def test_a_card_out_of_turn_is_refused() -> None:
    session = first_trick()
    desk = desk_of(session)
    for card in ("action_2", "action_17", "action_13"):
        show(desk, card)
    assert show(desk, "action_20").refusal[0].rule == "BB-6.4"


def test_cards_that_are_turned_up() -> None:
    session = session_of("brian_boru", 3, {})
    desk = desk_of(session)
    session.submit([Begin(0), *(Settle(p, t) for p, t in enumerate(("N1", "U1", "B1")))], "tap")
    show(desk, "viking_12_2")
    assert session.past[-1].act == Shown(None, "12")
    show(desk, "marriage_aoife")
    assert session.past[-1].act == Shown(None, "aoife")
    assert show(desk, "action_3").refusal[0].rule == "K-CARD-NOW"
    assert desk.handle(CardShown("hibernia:1"), 0.0).refusal[0].rule == "K-CARD-GAME"
    assert desk.handle(StrangeTag("0100A0B0C0"), 0.0).refusal[0].rule == "K-TAG"


def test_a_game_without_hooks_finds_the_act_by_the_cards_name() -> None:
    """Löwenherz names its action cards in the duty that asks for one."""
    session = session_of("loewenherz", 3, {})
    rng = random.Random(1)
    for _ in range(200):
        owed = session.pending()[0]
        if type(owed).__name__ == "Show":
            break
        advance(session, rng)
    card = session.pending()[0].pool[0]
    assert meanings(session, card) == (Shown(session.pending()[0].by, card),)
    assert meanings(session, "no such card") == ()


# ---------------------------------------------------------------- giving tags
def tag(number: int, at: float, known: bool = False) -> Any:
    kind = TagSeen if known else UnknownTag
    more = {"card": "x"} if known else {}
    return kind(source="cards", generation=1, at=at, reader="r0", family="em", tag=demo_tag(number), **more)


def test_twenty_five_tags_without_a_tap(tmp_path: Path) -> None:
    file = tmp_path / "tags.yaml"
    save_enrolled(file, {demo_tag(99): "hibernia:1"})
    enroller = Enroller(game("brian_boru"), file)
    assert len(enroller.cards) == 25 + 8 + 7
    assert enroller.name(enroller.state.next) == "card 1"
    for n in range(25):
        assert isinstance(enroller.take(tag(n, 2.0 * n)), Given)
        if n == 9:
            assert isinstance(enroller.take(tag(4, 2.0 * n + 1)), Double)
            assert enroller.last == "This tag is already on card 5."
            assert isinstance(enroller.take(tag(99, 2.0 * n + 1.5, known=True)), Foreign)
    assert enroller.done == 25
    kept = known_tags(file)
    assert {kept[demo_tag(n)] for n in range(25)} == {f"brian_boru:action_{n}" for n in range(1, 26)}
    assert kept[demo_tag(99)] == "hibernia:1"
    enroller.take_back()
    assert demo_tag(24) not in known_tags(file)
    assert Enroller(game("brian_boru"), file).state.next == "brian_boru:action_25"


def test_tags_over_a_line_reach_the_desk(tmp_path: Path) -> None:
    """Real bytes: what was enrolled acts, and a tag that nobody knows is named."""
    known = {demo_tag(n): f"brian_boru:action_{n}" for n in (2, 17)}
    session = first_trick()
    desk = desk_of(session)
    with DemoReader() as reader:
        ears = Ears(known)
        try:
            ears.listen(reader.url, (), "cards")
            assert ears.wait_live(5.0)
            reader.lay(demo_tag(2))
            reader.lay(demo_tag(50))
            until, heard = time.monotonic() + 5.0, []
            while len(heard) < 2 and time.monotonic() < until:
                try:
                    message = ears.messages.get(timeout=0.1)
                except queue.Empty:
                    continue
                if isinstance(message, CardShown | StrangeTag):
                    heard.append(message)
        finally:
            ears.close()
    assert [getattr(m, "card", getattr(m, "tag", "")) for m in heard] == ["brian_boru:action_2", demo_tag(50)]
    desk.handle(heard[0], 0.0)
    assert session.past[-1].act == Play(0, 2)


def test_enrolment_in_the_terminal(tmp_path: Path) -> None:
    file, said = tmp_path / "tags.yaml", []
    with DemoReader(pty=True) as reader:

        def lay() -> None:
            while not said:
                time.sleep(0.02)
            time.sleep(0.3)
            for n in range(3):
                reader.lay(demo_tag(n), 4)
                time.sleep(0.35)

        thread = threading.Thread(target=lay)
        thread.start()
        code = enrol_cards(game("brian_boru"), file, reader.url, False, said.append, seconds=3.5)
        thread.join()
    assert code == 1
    assert said[:3] == ["Lay card 1 on the reader.", "card 1 has its tag.", "Lay card 2 on the reader."]
    assert len(known_tags(file)) == 3
