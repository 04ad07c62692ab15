"""Words: complete in both languages, same placeholders, no shouting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from companion import i18n

PACKAGE = Path(i18n.__file__).parent
KEYWORDS = {"_": None, "gettext": None, "mark": None, "N_": None, "ngettext": (1, 2)}


def source_messages() -> set[str]:
    edges = ("style", "capture", "capture/**", "demo", "screen/**")
    parts = [(f"games/*/{edge}.py", "python") for edge in edges]
    where = [*parts, ("games/**.py", "ignore"), ("**.py", "python")]
    found = extract_from_dir(str(PACKAGE), where, keywords=KEYWORDS)
    return {t for _file, _line, m, _comments, _context in found for t in ((m,) if isinstance(m, str) else m)}


def german() -> dict[str, str]:
    """The words of the screens and of the table around the games."""
    out: dict[str, str] = {}
    for domain in ("kernel", "companion"):
        with i18n.po_path("de", domain).open("rb") as f:
            found = [m for m in read_po(f, locale="de") if m.id]
        for m in found:
            pairs = zip(m.id, m.string, strict=True) if isinstance(m.id, tuple) else [(m.id, m.string)]
            out |= {str(english): str(text) for english, text in pairs}
    return out


def test_every_message_of_the_screens_is_translated_and_none_is_left_over() -> None:
    assert source_messages() - {k for k, v in german().items() if v} == set()
    assert set(german()) - source_messages() == set()


def test_placeholders_are_the_same_in_both_languages() -> None:
    for english, text in german().items():
        assert sorted(re.findall(r"{\w*}", english)) == sorted(re.findall(r"{\w*}", text)), english


def test_no_exclamation_mark_and_no_empty_button_word() -> None:
    for text in (*german(), *german().values()):
        assert "!" not in text
        assert text not in ("OK", "Ja", "Yes", "Nein", "No", "Abbrechen", "Cancel")
        assert "bitte" not in text.lower()


def test_english_says_whose_own_it_is() -> None:
    """ "their own knight" or "one of their knights", never "an own knight": so nobody says it."""
    whose = re.compile(r"(?<!{)\b(?<!you )(?<!their )(?<!'s )(?<!your )(?<!its )(?<!his )own\b(?!})")
    said = {k[0] if isinstance(k, tuple) else k for d in i18n.domains("de") for k in i18n.catalogue("de", d)._catalog}  # type: ignore[attr-defined]
    assert [text for text in sorted(said) if whose.search(text)] == []


def test_a_fresh_checkout_speaks_german_without_compiled_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "companion.po").write_bytes(i18n.po_path("de", "companion").read_bytes())
    (folder / "walisk.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "Undo"\nmsgstr "Zurücknehmen"\n\nmsgid "harvest"\nmsgstr "Ernte"\n\n'
        'msgid "one piece"\nmsgid_plural "{n} pieces"\nmsgstr[0] "ein Stein"\nmsgstr[1] "{n} Steine"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    for cached in (i18n.catalogue, i18n.domains_cached):
        cached.cache_clear()
    try:
        assert i18n.domains("de") == ("companion", "walisk")
        assert i18n.gettext("Undo", lang="de") == "Rückgängig"
        assert i18n.gettext("Undo", "walisk", "de") == "Zurücknehmen"
        assert i18n.gettext("harvest", lang="de") == "Ernte"
        assert i18n.gettext("harvest", lang="en") == "harvest"
        assert i18n.ngettext("one piece", "{n} pieces", 3, lang="de").format(n=3) == "3 Steine"
        assert i18n.ngettext("one piece", "{n} pieces", 1, lang="de") == "ein Stein"
        assert [p.name for p in i18n.compile_all()] == ["companion.mo", "walisk.mo"]
        i18n.catalogue.cache_clear()
        assert i18n.gettext("Undo", lang="de") == "Rückgängig"
    finally:
        for cached in (i18n.catalogue, i18n.domains_cached):
            cached.cache_clear()


def test_small_numbers_are_words() -> None:
    assert i18n.number_word(2, "de") == "zwei"
    assert i18n.number_word(12, "en") == "twelve"
    assert (i18n.number_word(13, "de"), i18n.number_word(1, "de")) == ("13", "1")


def test_the_language_can_change_and_an_unknown_one_is_english() -> None:
    before = i18n.language()
    try:
        i18n.use("de")
        assert i18n.gettext("Undo") == "Rückgängig"
        i18n.use("xx")
        assert i18n.gettext("Undo") == "Undo"
    finally:
        i18n.use(before)


@pytest.mark.parametrize("game", ["loewenherz", "vikings_gone_wild", "walisk"])
def test_signs_of_a_reckoning_have_a_word_each(game: str) -> None:
    from companion.app.gamescreen import face_of
    from companion.engine.boards import house_board
    from companion.table.speaker import Speaker

    words = {lang: face_of(game).legend(Speaker(game, house_board(game), (), lang)) for lang in ("de", "en")}
    assert len(words["de"]) == len(words["en"]) == len(face_of(game).columns())
    assert not set(words["de"]) & set(words["en"]) - {"Missionen"}
