"""What the first page says."""

from __future__ import annotations

import pytest

from companion import i18n
from companion.app.live.setup import start_view


@pytest.mark.parametrize(
    ("lang", "hour", "said"),
    [("en", 8, "Good morning"), ("en", 12, "Good day"), ("de", 20, "Guten Abend"), ("de", 3, "Guten Abend")],
)
def test_the_first_page_greets_by_the_hour_and_says_who_can_play(lang: str, hour: int, said: str) -> None:
    before = i18n.language()
    i18n.use(lang)
    try:
        view = start_view("hibernia", "print", (), (), hour)
        refused = start_view("hibernia", "print", (), (), hour, told="The disk is full.")
    finally:
        i18n.use(before)
    assert view.greeting == said
    assert refused.greeting == "The disk is full."
    assert "{" not in repr(view)
