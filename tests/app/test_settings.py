"""Settings survive, damage does not spread."""

from __future__ import annotations

from pathlib import Path

from companion.app.settings import Settings, change, load, save


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    wish = Settings("en", "1.5", "light", "loud", "off")
    save(wish, tmp_path / "deep" / "settings.json")
    assert load(tmp_path / "deep" / "settings.json") == wish


def test_a_damaged_file_gives_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for text in ("", "{", "[1]", '{"language": "xx", "other": 1}'):
        path.write_text(text, encoding="utf-8")
        assert load(path) == Settings()
    assert load(tmp_path / "none.json") == Settings()


def test_only_known_values_are_taken() -> None:
    assert change(Settings(), "text", "1.25").text == "1.25"
    assert change(Settings(), "text", "9") == Settings()
    assert change(Settings(), "camera", "cam0") == Settings()
