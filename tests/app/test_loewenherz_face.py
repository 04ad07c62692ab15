"""What Löwenherz shows in the frame: duels without bids, regions with their prospects, borders ticked off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from companion import i18n
from companion.app.drawing import drawing_of
from companion.app.entry.touches import by_turns
from companion.app.live.hand import HandEntry
from companion.app.live.table import TablePainter
from companion.app.viewmodel import Choice, Strip
from companion.engine.session import Person, Session
from companion.engine.types import Ruling
from companion.engine.words import Where
from companion.games.loewenherz.events import DecisionLaid, KnightSet
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import EndAlliance
from companion.games.loewenherz.prospects import prospect
from companion.games.loewenherz.screen.face import FACE, Keys, borders_due
from companion.games.loewenherz.screen.touches import ENDING, SquareTouches
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.app import loewenherz_views as views
from tests.games.loewenherz.tables import act, given, table

PEOPLE = (Person("Anna", "gold"), Person("Ben", "purple"), Person("Clara", "rose"), Person("David", "gray"))
NEXT_DOOR: dict[str, Any] = {  # the position of LH-S02: A may take the town (3, 1) from B
    "castles": {"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
    "knights": {"A": ["s0_2", "s1_2"], "B": ["s4_3"]},
    "fences": [{"rect": [0, 2, 0, 3]}, {"rect": [3, 5, 0, 3]}],
}


@pytest.fixture(autouse=True)
def english() -> Any:
    i18n.use("en")
    yield
    i18n.use("en")


def sitting(*acts: str, **doc: Any) -> tuple[Session[Any], Speaker]:
    config = table(4)
    session = Session(GAME, config, people=PEOPLE, start=given(config, **{**NEXT_DOOR, **doc}))
    for text in acts:
        assert not isinstance(session.submit([act(text)], "tap"), Ruling), text
    return session, Speaker("loewenherz", config.board, PEOPLE)


def castle(session: Session[Any], square: str) -> int:
    s = session.state
    return next(i for i, (q, _) in enumerate(s.keeps) if s.world.squares[q] == square)


def test_a_region_says_what_an_expansion_would_bring() -> None:
    session, speaker = sitting(card="a1", action=3, laid={"A": [3]})
    panel = FACE.panel(session, speaker)
    assert panel is not None
    mine = next(r for r in panel.rows if r.badge is not None and r.badge.letter == "A")
    assert "12 squares" in mine.title
    assert "2 knights" in mine.second
    assert "+7" in mine.title  # the town (3, 1), and one square more
    best = prospect(session.state, castle(session, "s0_1"))
    assert best.points == 7
    assert "s3_1" in best.squares


def test_what_is_promised_is_what_the_expansion_brings() -> None:
    session, _ = sitting(card="a1", action=3, laid={"A": [3]})
    best = prospect(session.state, castle(session, "s0_1"))
    assert len(best.squares) == 2
    for square in best.squares:
        assert not isinstance(session.submit([act(f"A expand region=s0_1 square={square}")], "tap"), Ruling)
    assert session.state.power[0] == best.points


def test_the_duel_sheet_tells_who_has_bid_and_never_what() -> None:
    doc = {"card": "a2", "action": 2, "phase": "bid", "laid": {"A": [2], "B": [2], "C": [2], "D": [1]}}
    session, speaker = sitting("B bid ducats=7", **doc)
    panel = FACE.panel(session, speaker)
    assert panel is not None
    assert [r.title for r in panel.rows] == ["Anna", "Ben", "Clara"]
    assert [r.mark for r in panel.rows] == ["off", "ok", "off"]
    assert "7" not in str(panel)


def test_each_action_names_its_price_and_who_wants_it() -> None:
    session, speaker = sitting("A lay_decision numbers=2", card="a1")
    panel = FACE.panel(session, speaker)
    assert panel is not None
    assert [r.second for r in panel.rows] == ["costs nothing", "Anna", "on forest 5 ducats a knight"]
    (laid,) = FACE.acts(session, panel.choices[0].key)
    assert not isinstance(session.submit([laid], "tap"), Ruling)


def test_borders_to_take_and_to_lay_are_ticked_off() -> None:
    session, speaker = sitting("A expand region=s0_1 square=s3_1", card="a1", action=3, laid={"A": [3]})
    take, lay = borders_due(session)
    assert take == ("v2_1",)
    assert set(lay) == {"h3_0", "h3_1", "v3_1"}
    panel = FACE.tidy(session, speaker, ["v3_1", "v2_1"])
    assert panel is not None
    assert {r.mark for r in panel.rows} == {"ok", "off"}
    assert sum(r.mark == "off" for r in panel.rows) == 2
    assert FACE.tidy(session, speaker, ["v9_9"]) is None


def test_a_touch_on_the_board_names_its_act() -> None:
    session, _ = sitting(card="a1", action=3, laid={"A": [3]})
    tags = FACE.targets(session)
    assert tags["s3_1"] == "+6"
    assert any(not isinstance(session.check(one), Ruling) for one in FACE.at(session, "s3_1"))


def test_the_reckoning_adds_up_to_the_total() -> None:
    session, _ = sitting(card="a1", action=3, laid={"A": [3]}, power={"A": 12, "B": 12})
    assert not isinstance(session.submit([act("A expand region=s0_1 square=s3_1")], "tap"), Ruling)
    for row in session.game.score(session.state).rows:
        assert sum(int(n) for n in FACE.parts(session, row.seat)) == row.total
    assert len(FACE.columns()) == len(FACE.parts(session, 0))


def test_the_board_is_drawn_as_its_parts_lie() -> None:
    session, _ = sitting(card="a1", layout=["F2", "A0", "B1", "C0", "D3", "E0"])
    drawn = FACE.ground(session, drawing_of(session.config.board))
    land = session.state.land
    squares = session.state.world.squares
    shown = {shape.id: shape.ink for shape in drawn.shapes}
    assert shown != {shape.id: shape.ink for shape in drawing_of(session.config.board).shapes}
    assert all(shown[q] == "town" for i, q in enumerate(squares) if land.town >> i & 1)
    assert sum(ink == "town" for ink in shown.values()) == 10
    assert FACE.ground(session, drawn) is drawn


def test_a_key_shows_the_regions_and_another_goes_back() -> None:
    session, speaker = sitting(card="a1")
    keys = Keys(SimpleNamespace(session=session, speaker=speaker, face=FACE))
    assert keys.panel() is None
    assert keys.touch("side:regions") == ()
    panel = keys.panel()
    assert panel is not None
    assert len(panel.rows) == 2
    assert keys.touch(panel.choices[0].key) == ()
    assert keys.panel() is None
    (laid,) = keys.touch("decide:2")
    assert not isinstance(session.check(laid), Ruling)


def test_politics_cards_go_along_with_the_decision_that_is_touched_next() -> None:
    session, speaker = sitting(card="a2", hands={"A": ["?"]})
    keys = Keys(SimpleNamespace(session=session, speaker=speaker, face=FACE))
    panel = keys.panel()
    assert panel is not None
    assert [c.text for c in panel.pad] == ["Alliance", "Renegade"]
    assert keys.touch("along:renegade") == ()
    panel = keys.panel()
    assert panel is not None
    assert [c.key for c in panel.pad if c.chosen] == ["along:renegade"]
    assert [c.key for c in panel.choices] == ["decide:1", "decide:2", "decide:3"]
    assert keys.touch("along:renegade") == ()
    (plain,) = keys.touch("decide:2")
    assert getattr(plain, "politics", None) == ()
    keys.touch("along:renegade")
    keys.touch("along:alliance")  # one card in the hand: the other one instead
    (laid,) = keys.touch("decide:2")
    assert getattr(laid, "politics", None) == ("alliance",)
    assert not isinstance(session.check(laid), Ruling)


@pytest.mark.parametrize("view", [views.regions, views.prices, views.duel])
def test_the_board_has_the_whole_stage_while_squares_are_touched(stage: Any, view: Any) -> None:
    """A square is nearly as wide as a finger, and beside it stands all that is owed, with the scores below."""
    stage.resize((1280, 800))
    stage.put(view("de"))
    screen = stage.shell.screen
    _, _, unit = screen.ids.board.fit()
    assert unit * table(4).board.doc["grids"][0]["cell_mm"] > 36
    panel, scores = screen.panel.box, screen.ids.scores.box
    assert panel[1] + panel[3] < scores[1]
    assert all(row.box[3] >= 48 for row in screen.ids.scores.children)


def test_a_panel_that_needs_more_room_stands_beside_a_sketch(stage: Any) -> None:
    stage.resize((1280, 800))
    card = views.card("de")
    assert card.panel is not None
    keys = tuple(Choice(f"a{n}", f"Dukaten {n}") for n in range(12))
    stage.put(evolve(card, panel=evolve(card.panel, pad=keys)))
    screen = stage.shell.screen
    assert screen.panel.box[0] + screen.panel.box[2] < screen.ids.scores.box[0]
    assert {r.title for r in screen.panel.value.rows} <= {s.text for s in screen.panel.said}


@pytest.mark.parametrize("view", [views.prices, views.duel, views.card])
def test_the_board_keeps_the_stage_in_the_largest_type_of_a_small_window(stage: Any, view: Any) -> None:
    """Scores side by side, a title in its smallest type, rows in one line: the board gives way last."""
    told = view("de")
    strip = Strip(foot=(*told.panel.choices, *told.panel.pad), tap="panel")
    for players in (3, 4):
        panel = evolve(told.panel, choices=(), pad=())
        stage.put(evolve(told, scores=told.scores[:players], panel=panel, strip=strip))
        stage.resize((1024, 600))
        stage.shell.settings = evolve(stage.shell.settings, text="1.5")
        stage.shell.restyle()
        stage.ticks(3)
        screen = stage.shell.screen
        assert screen.ids.board.w > 700
        said = {s.text for s in screen.panel.said}
        assert {r.title for r in screen.panel.value.rows} <= said
        assert all(row.box[3] >= 48 for row in screen.ids.scores.children)
    stage.resize((1280, 800))


def test_ten_politics_cards_leave_the_board_above_the_decisions(stage: Any) -> None:
    stage.resize((1280, 800))
    keys = tuple(Choice(f"c{n}", f"Dukatenschatz {n}") for n in range(10))
    stage.put(evolve(views.prices("de"), strip=Strip(keys=keys, foot=(Choice("none", "Nichts mehr"),))))
    screen = stage.shell.screen
    assert screen.ids.board.w > 600
    assert screen.ids.board.box[1] + screen.ids.board.h < screen.panel.box[1]
    assert {r.title for r in screen.panel.value.rows} <= {s.text for s in screen.panel.said}


def test_the_curve_has_the_total_after_each_round_alike_for_all_seats() -> None:
    """A knight's action is left, the round ends, silver is turned up, another round begins."""
    session, _ = sitting("A expand region=s0_1 square=s3_1", "A done", card="a1", action=3, laid={"A": [3]})
    assert [FACE.curve(session, p) for p in range(2)] == [(0, 6), (0, -6 if not session.state.world.floor else 0)]
    assert len({len(FACE.curve(session, p)) for p in range(4)}) == 1


def test_the_reckoning_says_what_its_signs_mean(stage: Any) -> None:
    stage.resize((1280, 800))
    stage.put(views.reckoning("de"), "end")
    screen = stage.shell.screen
    said = [s.text for s in screen.ids.reckoning.said]
    assert [w for w in said if w in ("Gründungen", "Erweiterungen", "Verluste", "Silberfunde")] == said[-5:-1]
    assert said[-1] == "Gebirge und Lehen am Ende"
    assert all(len(c.values) == 10 for c in screen.value.curves)


def test_columns_and_rows_bear_the_names_that_the_app_says() -> None:
    """A2 is found at a glance: a letter above each column, a number left of each row, inside what is shown."""
    session, speaker = sitting(card="a1", action=3, laid={"A": [3]})
    drawing, window = drawing_of(session.config.board), FACE.window(session)
    assert window is not None
    assert [n for n, _ in drawing.names if n.isalpha()] == list("ABCDEFGHIJKLMNO")
    assert [n for n, _ in drawing.names if n.isdigit()] == [str(k) for k in range(1, 11)]
    at, squares = dict(drawing.names), session.config.board.space
    assert at["A"][0] == squares["s0_1"].centre[0]
    assert at["2"][1] == squares["s0_1"].centre[1]
    assert speaker.field(Where("s0_1")) == "A2"
    assert all(window[0] < x < window[2] and window[1] < y < window[3] for x, y in at.values())


def test_the_end_says_why_it_came() -> None:
    """The king's death with the mountains, and fiefs that come to light, stand below the reckoning."""
    deck = [f"{k}{n}" for k, most in (("a", 6), ("b", 7), ("c", 7), ("d", 7)) for n in range(1, most + 1)]
    session, speaker = sitting("A shown card=e4", drawn=deck, hands={"B": ["fief_3"]})
    told = FACE.ending(session, speaker)
    assert "king is dead" in told
    assert "Ben shows" in told


def test_an_alliance_is_ended_by_a_key_or_at_a_castle_and_never_by_one_touch() -> None:
    rest = {"castles": {"s0_1": "A", "s3_3": "B", "s12_3": "C", "s9_0": "D"}, "hands": {"A": ["treasure_12"]}}
    allied = [{"regions": ["s0_1", "s3_3"], "edge": "v2_2"}]
    session, speaker = sitting(card="a2", phase="decide", ducats={"A": 12, "B": 12}, alliances=allied, **rest)
    hand = hand_of(session, speaker)
    assert "End an alliance" in [k.choice.text for k in hand.keys().keys]
    assert hand.touch(ENDING) == ()
    told = {(k.choice.text, k.choice.second) for k in hand.keys().keys}
    assert {("Anna with Ben", "10 ducats"), ("Ben with Anna", "10 ducats")} <= told
    assert hand.touch("none") == ()
    assert not hand.busy
    assert hand.space("s3_3") == (), "a castle alone ends nothing"
    assert hand.touch(ENDING) == ()
    hand.touch("none")
    hand.space("s3_3")
    mine = hand.keys().keys
    assert {k.choice.text for k in mine} == {"Ben with Anna"}
    assert mine[0].sends == (EndAlliance(1, "s3_3", "s0_1"),)
    assert hand.touch(mine[0].choice.key) == mine[0].sends
    assert not isinstance(session.submit(mine[0].sends, "tap"), Ruling)
    assert ENDING not in [k.choice.key for k in hand.keys().keys], "none is left"


def test_many_ways_to_pay_leave_no_other_act_out() -> None:
    """A knight may be paid for by treasures in more ways than there are keys; the square can be taken all the same."""
    knights: list[Any] = [act(f"A set_knight square=s{x}_1") for x in range(9)]
    taken: Any = act("A expand region=s0_1 square=s3_1")
    assert by_turns([*knights, taken])[:2] == [knights[0], taken]
    assert by_turns(knights) == knights


def hand_of(session: Session[Any], speaker: Speaker) -> SquareTouches:
    form = HandEntry(TablePainter(session, palette_of(PEOPLE, session.config.board.colours), speaker))
    return SquareTouches(form.named, form.entries)


def test_what_a_politics_card_may_be_played_on_is_marked() -> None:
    """The knight that may change sides, the castles between which an alliance may be made."""
    castles = {"s0_1": "A", "s3_3": "B", "s12_3": "C", "s9_0": "C"}
    rest: dict[str, Any] = {"castles": castles, "knights": {"A": ["s0_2"], "B": ["s4_3", "s5_3"]}, "card": "a2"}
    session, _ = sitting("A lay_decision numbers=1 politics=renegade", hands={"A": ["renegade"]}, **rest)
    assert dict(FACE.targets(session)) == {"s5_3": ""}
    session, _ = sitting("A lay_decision numbers=1 politics=alliance", hands={"A": ["alliance"]}, **rest)
    assert dict(FACE.targets(session)) == {"s0_1": ""}


def test_why_a_square_is_not_taken_is_told_of_the_region_beside_it() -> None:
    """A touch names the square alone; the region that would grow is known by it."""
    session, speaker = sitting("A expand region=s0_1 square=s3_1", card="a1", action=3, laid={"A": [3]})
    hand = hand_of(session, speaker)
    (far,) = hand.space("s9_9")
    told = session.check(far)
    assert isinstance(told, Ruling)
    assert (getattr(far, "region", ""), getattr(far, "square", "")) == ("s0_1", "s9_9")
    assert told.rule == "LH-8.3"


def test_the_cards_of_a_pile_stand_by_kind_and_worth() -> None:
    session, speaker = sitting("A look pile=1", card="b4", action=1, laid={"A": [1]})
    cards = [getattr(k.sends[0], "card", None) for k in hand_of(session, speaker).keys().keys if k.sends]
    assert cards.index("treasure_8") < cards.index("treasure_10") < cards.index("treasure_15")


def test_a_decision_and_what_is_paid_are_told_as_one_says_it() -> None:
    told: dict[str, list[str]] = {"en": [], "de": []}
    for language, lines in told.items():
        speaker = Speaker("loewenherz", table(4).board, PEOPLE, language)
        one, two = DecisionLaid(0, (2,), ("renegade",), rules=()), DecisionLaid(0, (1, 3), (), rules=())
        paid = KnightSet(0, "s0_3", 2, ("treasure_10",), rules=())
        lines += [str(speaker.event(e)) for e in (one, two, paid)]
    assert told["en"] == [
        "Anna lays decision card 2 along with a renegade",
        "Anna lays decision cards 1 and 3",
        "Anna sets a knight on A4 for a treasure of 10 and 2 ducats",
    ]
    assert told["de"] == [
        "Anna legt die 2, dazu einen Überläufer",
        "Anna legt die 1 und 3",
        "Anna setzt einen Ritter auf A4 für einen Dukatenschatz von 10 und 2 Dukaten",
    ]
