"""Odds of what lies ahead: the right units, the right houses, the right side; and the words and panels made of them."""

from __future__ import annotations

from typing import Any

import pytest

from companion import i18n
from companion.engine.session import Session
from companion.games.walisk import inputs as acts
from companion.games.walisk import odds
from companion.games.walisk.game import GAME
from companion.games.walisk.prospects import Foray, Leaving, Melee, Prospect, Siege, Storm, ahead, of_act
from companion.games.walisk.screen.face import FACE
from companion.games.walisk.words.panel import advice_line, rule_notes
from companion.table.speaker import Speaker
from tests.games.walisk.tables import SMALL, state

FIGHT = {
    **SMALL,
    "phase": "fight",
    "round": 2,
    "due": ["A", "B"],
    "order": ["A", "B"],
    "owner": {**SMALL["owner"], "FL": "A"},
    "rukr": {"LA": 2, "KL": 3},
    "units": {
        "LA": {"A": {"man": 4, "ship": 1}},
        "KL": {"A": {"man": 5}},
        "HA": {"B": {"man": 4}, "A": {"man": 6}},
    },
}


def told(s: Any, act: Any) -> str:
    line = advice_line(s, act)
    assert line is not None
    return Speaker("walisk", s.world.config.board, ()).tell(line)


def test_every_open_fight_is_reckoned_with_its_own_units_and_houses() -> None:
    found = {p.field: p for p in ahead(state(FIGHT)) if isinstance(p, Prospect)}
    assert {f: (p.units, p.foes, p.houses, p.helped) for f, p in found.items()} == {
        "LA": (5, 2, 2, "seat"), "KL": (5, 3, 0, ""), "HA": (6, 4, 2, "side"),
    }  # fmt: skip
    assert found["HA"].city == odds.battle(6, 4, 2)
    assert found["HA"].city.attacker == pytest.approx(0.754, abs=5e-4)
    assert found["HA"].plain == odds.battle(6, 4)
    assert found["KL"].city == found["KL"].plain == odds.battle(5, 3)
    own = odds.battle(2, 5, 2)  # the houses stand on the own side: turned round
    assert (found["LA"].city.attacker, found["LA"].city.lost_attacker) == (own.defender, own.lost_defender)
    assert found["LA"].city.attacker > found["LA"].plain.attacker


def test_the_worst_odds_come_first() -> None:
    chances = [p.city.attacker for p in ahead(state(FIGHT)) if isinstance(p, Prospect)]
    assert chances == sorted(chances)


def test_rerolled_attacks_count_where_the_table_plays_so() -> None:
    found = {p.field: p for p in ahead(state(FIGHT, city_reroll="both")) if isinstance(p, Prospect)}
    assert found["HA"].city.attacker == pytest.approx(0.539, abs=6e-4)


def test_acts_say_what_they_let_in_for() -> None:
    s = state({**FIGHT, "phase": "men"})
    walk = of_act(s, acts.Walk(0, "FL", "HA", 2))
    assert isinstance(walk, Prospect)
    assert (walk.units, walk.foes) == (8, 4)
    voyage = of_act(s, acts.Voyage(0, "S9", 1, 2))
    assert isinstance(voyage, Leaving)
    assert (voyage.safe, voyage.silver, voyage.four) == pytest.approx((0.579, 11.25, 8 / 27), abs=5e-4)
    assert of_act(s, acts.Walk(0, "LA", "FL", 1)) is None
    bare = state({**FIGHT, "units": {"HA": {"A": {"man": 3}}}})
    siege = of_act(bare, acts.Siege(0, "HA"))
    assert isinstance(siege, Siege)
    assert siege.chance.falls == pytest.approx(0.6875, abs=1e-9)


def test_advice_in_both_languages() -> None:
    s = state(FIGHT)
    i18n.use("en")
    assert told(s, acts.Attack(0, "HA", "B")) == (
        "6 against 4 of B and 2 houses: won in 75 of 100 (91 without them), both gone in 1; 3.8 exchanges, 3.3 lost "
        "for 3.5."
    )
    assert told(s, acts.Voyage(0, "S9", 1, 2)).startswith("All come home in 58 of 100, with 11.2 silver")
    i18n.use("de")
    assert "3,8 Schlagwechsel" in told(s, acts.Attack(0, "HA", "B"))
    i18n.use("en")


def test_the_rule_of_thumb_has_its_true_figures() -> None:
    i18n.use("en")
    s = state(SMALL)
    lines = [Speaker("walisk", s.world.config.board, ()).tell(x) for x in rule_notes("WA-7.1")]
    assert lines == [
        "A unit comes home in 83.3 of 100 voyages.",
        "It brings 4.5 silver if it does, 3.75 if every loss is counted.",
        "Back within four rounds: 29.6 of 100, not more; 4.96 rounds on average.",
        "Four against four end in one exchange in 2.5 of 100.",
        "Rukr in a district grow by 1.0 a winter.",
    ]
    assert rule_notes("WA-5.4") == ()


def session(doc: dict[str, Any]) -> tuple[Session[Any], Speaker]:
    s = state(doc)
    return Session(GAME, s.world.config, start=s), Speaker("walisk", s.world.config.board, ())


def test_the_panel_shows_odds_while_fights_are_open_and_the_season_else() -> None:
    i18n.use("en")
    game, speaker = session(FIGHT)
    panel = FACE.panel(game, speaker)
    assert panel is not None
    assert (panel.title, FACE.stage(game)) == ("Odds to the end", "plan")
    assert panel.rows[0].bar == pytest.approx((0.754, 0.01, 0.236), abs=0.01)
    assert panel.rows[0].title == "Havnsund 6:4"
    assert panel.rows[0].second == "won 75 % · about 3.3 lost"
    assert panel.rows[1].title == "91 % without the houses"
    assert FACE.window(game) is None  # all of the map is shown, and can be enlarged
    game, speaker = session({**FIGHT, "phase": "men"})
    assert FACE.panel(game, speaker) is None


WA5 = {**FIGHT, "rukr": {}, "owner": {**FIGHT["owner"], "KL": "B"}, "houses": {**SMALL["houses"], "KL": 3}}


def test_a_storm_a_flight_and_several_enemies_are_reckoned_as_they_will_be_fought() -> None:
    bare = {**WA5, "units": {"KL": {"A": {"man": 5}}}}
    storm = of_act(state(bare, storm=True), acts.Storm(0, "KL", 5))
    assert isinstance(storm, Storm)
    assert (storm.chance.razed, storm.chance.taken, storm.chance.held) == pytest.approx((0.08, 0.29, 0.63), abs=0.03)
    fled = of_act(state(FIGHT, flight=True), acts.Attack(0, "KL", "rukr"))
    plain = of_act(state(FIGHT), acts.Attack(0, "KL", "rukr"))
    assert isinstance(fled, Prospect)
    assert isinstance(plain, Prospect)
    assert fled.city == odds.battle(5, 3, flight=odds.Flight(2, 1, (True, False)))
    assert fled.city.attacker < plain.city.attacker  # the Rukr never flee
    crowd = state({**FIGHT, "rukr": {"HA": 3, "KL": 3}})
    both = of_act(crowd, acts.Walk(0, "FL", "HA", 2))
    assert isinstance(both, Melee)
    assert sorted(both.foes) == [3, 4]
    alone = of_act(state({**FIGHT, "rukr": {}}), acts.Walk(0, "FL", "HA", 2))
    assert isinstance(alone, Prospect)
    assert both.city.attacker < alone.city.attacker


def test_large_armies_keep_their_proportion_and_guests_are_told_no_siege() -> None:
    many = {**FIGHT, "units": {"KL": {"A": {"man": 80}}}, "rukr": {"KL": 40}}
    found = of_act(state(many), acts.Attack(0, "KL", "rukr"))
    assert isinstance(found, Prospect)
    assert found.city.attacker > 0.999
    guests = {**WA5, "agreements": [{"kind": "peace", "by": "A", "with": "B"}], "units": {"FL": {"A": {"man": 2}}}}
    assert of_act(state(guests), acts.Walk(0, "FL", "HA", 2)) is None
    raid = of_act(state({**WA5, "units": {"FL": {"A": {"man": 6}}}}, raids="foray"), acts.Walk(0, "FL", "HA", 6))
    assert isinstance(raid, Foray)
    assert (raid.chance.lost, raid.chance.silver) == (1.0, 3.0)


def test_a_district_says_whose_it_is_and_who_stands_there() -> None:
    i18n.use("en")
    game, speaker = session(FIGHT)
    assert FACE.place(game, speaker, "HA") == "Havnsund, Bognaren: B's; 2 houses, 6 of A and 4 of B"
    assert FACE.place(game, speaker, "KL") == "Klippmoer, Gauten: nobody's; 5 of A and 3 of the Rukr"
    assert FACE.place(game, speaker, "S1") == "sea field 1"
    assert FACE.flags(game) == {"FL": "A"}
