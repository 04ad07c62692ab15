"""Checks on maps and tracks that somebody entered: HI-10.1 to HI-10.4, and what the set-up refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from companion.engine.game import ConfigError
from companion.games.hibernia import world
from companion.games.hibernia.game import GAME
from companion.games.hibernia.world import ERROR, NOTICE, WARNING, County, MapDraft, check, complete, draft_of
from tests.games.hibernia.tables import board, table

HOUSE = draft_of(board())
ULAID = ("airgialla", "tir_chonaill", "tir_eoghain")


def changed(ident: str, **what: object) -> MapDraft:
    """The house map with one county changed."""
    return evolve(HOUSE, counties=tuple(evolve(c, **what) if c.id == ident else c for c in HOUSE.counties))


def unlinked(a: str, b: str) -> MapDraft:
    return evolve(
        HOUSE,
        counties=tuple(
            evolve(c, links=tuple(x for x in c.links if {c.id, x} != {a, b})) for c in HOUSE.counties
        ),
    )  # fmt: skip


def without(ident: str) -> MapDraft:
    left = tuple(
        evolve(c, links=tuple(x for x in c.links if x != ident)) for c in HOUSE.counties if c.id != ident
    )  # fmt: skip
    return evolve(HOUSE, counties=left)


def recoloured(ink: str, to: str) -> MapDraft:
    return evolve(HOUSE, track=tuple(to if c == ink else c for c in HOUSE.track))


DEFECTS: list[tuple[str, str, str, Callable[[], MapDraft]]] = [
    (ERROR, "HI-10.1", "bad_link", lambda: changed("ulaid", links=(*ULAID, "man"))),
    (ERROR, "HI-10.1", "bad_link", lambda: changed("ulaid", links=(*ULAID, "ulaid"))),
    (ERROR, "HI-10.1", "one_sided", lambda: changed("ulaid", links=("airgialla", "tir_chonaill"))),
    (ERROR, "HI-10.1", "central_count", lambda: changed("mide", central=False)),
    (ERROR, "HI-10.1", "central_link", lambda: unlinked("mide", "ui_maine")),
    (ERROR, "HI-10.1", "not_connected", lambda: evolve(HOUSE, counties=(*HOUSE.counties, County("man", "red", ())))),
    (ERROR, "HI-10.2", "fortress_count", lambda: changed("brega", fortress=False)),
    (ERROR, "HI-10.2", "fortress_colour", lambda: changed("brega", colour="red")),
    (WARNING, "HI-10.3", "county_count", lambda: without("ulaid")),
    (WARNING, "HI-10.3", "colour_count", lambda: changed("umall", colour="blue")),
    (WARNING, "HI-10.3", "fortress_link", lambda: changed("tir_chonaill", links=("brega", "cairbre"))),
    (WARNING, "HI-10.3", "equal_neighbours", lambda: changed("ulaid", colour="green")),
    (WARNING, "HI-10.3", "no_near_pair", lambda: MapDraft((County("a", "red", ()),), HOUSE.track)),
    (ERROR, "HI-10.3", "county_colour", lambda: changed("ulaid", colour="pink")),
    (ERROR, "HI-10.4", "start_not_yellow", lambda: evolve(HOUSE, track=HOUSE.track[1:])),
    (ERROR, "HI-10.4", "start_not_yellow", lambda: evolve(HOUSE, track=())),
    (ERROR, "HI-10.4", "track_colour", lambda: recoloured("red", "pink")),
    (WARNING, "HI-10.4", "track_lacks", lambda: recoloured("red", "blue")),
    (WARNING, "HI-10.4", "track_short", lambda: evolve(HOUSE, track=HOUSE.track[:15])),
]  # fmt: skip


def test_the_house_map_and_track_have_no_finding() -> None:
    assert check(HOUSE) == ()
    assert complete(HOUSE) == (HOUSE, ())


@pytest.mark.parametrize(("level", "rule", "code", "draft"), DEFECTS, ids=lambda v: v if isinstance(v, str) else "")
def test_a_defect_is_found_by_its_rule(level: str, rule: str, code: str, draft: Callable[[], MapDraft]) -> None:
    assert (level, rule, code) in {(n.level, n.rule, n.code) for n in check(draft())}


def test_a_one_sided_link_is_completed_and_reported() -> None:
    done, notes = complete(changed("ulaid", links=("airgialla", "tir_chonaill")))
    assert done == HOUSE
    assert [(n.level, n.rule, n.code, dict(n.facts)) for n in notes] == [
        (NOTICE, "HI-10.1", "one_sided", {"county": "ulaid", "other": "tir_eoghain"})
    ]


def test_a_missing_link_among_the_central_four_is_offered() -> None:
    done, notes = complete(unlinked("mide", "ui_maine"))
    assert done == HOUSE
    assert [n.code for n in notes] == ["central_added"]


def test_warnings_may_be_overridden_and_errors_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "draft_of", lambda _: changed("umall", colour="blue"))
    GAME.setup(table())
    monkeypatch.setattr(world, "draft_of", lambda _: changed("brega", fortress=False))
    with pytest.raises(ConfigError) as refused:
        GAME.setup(table())
    assert [f.rule for f in refused.value.faults] == ["HI-10.2"]


def test_every_finding_has_a_level_a_rule_and_facts_that_name_the_place() -> None:
    for _, _, _, draft in DEFECTS:
        for note in check(draft()):
            assert note.level in (ERROR, WARNING, NOTICE)
            assert note.rule.startswith("HI-10.")
            assert note.facts


def test_soldiers_must_suffice_for_marker_counties_and_shield() -> None:
    with pytest.raises(ConfigError) as refused:
        GAME.setup(table(advanced=True, shield_start=(12, 2, 1, 0)))
    assert [(f.rule, dict(f.facts)) for f in refused.value.faults] == [("HI-9.7", {"soldiers": 16, "needed": 18})]
    GAME.setup(table(advanced=True, shield_start=(10, 2, 1, 0)))
    with pytest.raises(ConfigError, match="HI-R3"):
        GAME.setup(table(shield_start=(2, 1, 0)))
