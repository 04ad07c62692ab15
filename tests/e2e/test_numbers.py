"""Evenings before a camera made of numbers: what the desk enters, asks and objects to where numbers are misread."""

from __future__ import annotations

import pytest

from companion.table.clock import WorkClock
from tests.bench.evening import Report
from tests.bench.numbers import NumberCampaign, NumberEvening
from tests.e2e.test_people import evening

WRONG = 0.007  # of acts: what may be entered wrongly where the best leads by the 5 nats that are asked for, e ** -5


def played(name: str, seed: int, players: int, most: int) -> Report:
    session, report = evening(name, seed, players, most, 0.25, WorkClock(0.0), (NumberEvening, NumberCampaign))
    assert session.verify() == []
    return report


@pytest.mark.parametrize(("name", "seed", "players"), [("hibernia", 5, 3), ("walisk", 22, 2)])
def test_nothing_wrong_is_entered_however_numbers_are_misread(name: str, seed: int, players: int) -> None:
    report = played(name, seed, players, 8)
    assert report.traced >= 8
    assert report.wrong == 0, report.stuck


def test_figures_that_the_camera_does_not_tell_apart_are_read() -> None:
    report = played("loewenherz", 1100, 3, 8)
    assert (report.wrong, report.told) == (0, 0), report.stuck
    assert report.questions - report.alike <= 1, report.stuck


@pytest.mark.parametrize("seed", [18, 20])
def test_a_heap_that_is_hard_to_count_is_told_by_the_sum_of_a_muster(seed: int) -> None:
    report = played("walisk", seed, 2, 16)
    assert report.wrong == 0, report.stuck
    assert report.questions <= 1, report.stuck


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "players"), [("walisk", 2), ("walisk", 4), ("hibernia", 4), ("brian_boru", 4), ("loewenherz", 3)]
)
def test_eight_evenings_enter_no_more_wrongly_than_is_stated(name: str, players: int) -> None:
    reports = [played(name, seed, players, 16) for seed in range(17, 25)]
    wrong, acts = sum(r.wrong for r in reports), sum(r.traced for r in reports)
    assert wrong <= max(1.0, WRONG * acts), [r.stuck for r in reports if r.wrong]
    assert sum(r.felt.false_alarms for r in reports if r.felt is not None) <= len(reports)
