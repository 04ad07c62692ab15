"""The small files of the program's folder, read once when it starts."""

from __future__ import annotations

from pathlib import Path

from companion.app.live.homefiles import kept_files, odd_files


def test_tags_come_with_what_is_said_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "tags.yaml").write_text('{"version": 1, "cards": {"king": "000414CD7E"}}')
    (tmp_path / "settings.json").write_text('{"theme": "sepia"}')
    tags, said = kept_files(tmp_path)
    assert tags == {"000414CD7E": "king"}
    assert len(said) == 1
    assert "sepia" in said[0]


def test_tags_that_cannot_be_read_are_said_and_none_is_known(tmp_path: Path) -> None:
    (tmp_path / "tags.yaml").write_text('{"version": 1, "cards": {"king": "no tag"}}')
    tags, said = kept_files(tmp_path)
    assert tags == {}
    assert said == odd_files(tmp_path)
    assert said[0].startswith("tags.yaml")
