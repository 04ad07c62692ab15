"""A data file that cannot be used names file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.yamlfile import DataError, Document, Fault, read_once

TEXT = """title: Two Counties
counties:
- id: mide
  soldiers: {A: 2}
- id: laigin
  soldiers: 3
places:
  7: here
"""


def test_every_value_knows_its_line_and_one_that_is_not_there_the_line_around_it() -> None:
    doc = Document(TEXT, "two.yaml")
    assert doc.line(("title",)) == 1
    assert doc.line(("counties", 1, "soldiers")) == 6
    assert doc.line(("counties", 0, "soldiers", "A")) == 4
    assert doc.line(("counties", 1, "fortress")) == 5
    assert doc.line(("places", 7)) == 8
    assert doc.line(("nothing", "here")) == 1


def test_a_fault_reads_as_one_sentence() -> None:
    doc = Document(TEXT, "two.yaml")
    fault = doc.fault(("counties", 1, "soldiers"), "a mapping of sides", 3)
    assert fault == Fault("two.yaml", 6, "counties.1.soldiers", "a mapping of sides", "3")
    assert str(fault) == "two.yaml:6: counties.1.soldiers: expected a mapping of sides, found 3"
    assert str(Fault("two.yaml", 0, "", "a readable file")) == "two.yaml: expected a readable file"
    assert len(doc.fault((), "less", "x" * 100).found) == 60


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", "x.yaml:3: expected key 'a' once, it is given twice"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", "x.yaml:4: expected key 'c' once, it is given twice"),
        ("? [1, 2]\n: pair\n", "x.yaml:1: expected a plain key, it is a list or mapping"),
        ("a: [1, 2\nb: 3\n", "x.yaml:2: expected readable YAML, found "),
        ("a: 1\n---\nb: 2\n", "x.yaml:2: expected readable YAML, found "),
        ("a: !!python/object:os.system ls\n", "x.yaml:1: expected readable YAML, found "),
        ("a: 2020-13-45\n", "x.yaml: expected readable values, found month"),
        ("a: &me [*me]\n", "x.yaml: expected values that do not hold themselves"),
        ("a: \x01\n", "x.yaml: expected readable YAML, found "),
    ],
)
def test_a_text_that_is_no_document_says_where(text: str, said: str) -> None:
    with pytest.raises(DataError) as refused:
        Document(text, "x.yaml")
    assert str(refused.value).startswith(said)


def test_a_missing_file_and_one_in_another_encoding(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.yaml: expected a readable file, found No such file"):
        Document.read(tmp_path / "gone.yaml")
    (tmp_path / "latin.yaml").write_bytes("name: Déisi\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"latin\.yaml:1: expected UTF-8 text, found byte 7"):
        Document.read(tmp_path / "latin.yaml")


def test_a_file_is_read_again_when_it_has_changed_and_only_then(tmp_path: Path) -> None:
    file = tmp_path / "colours.yaml"
    file.write_text("[red]", encoding="utf-8")
    first = read_once(Document.read, file)
    assert read_once(Document.read, file) is first
    file.write_text("[red, green]", encoding="utf-8")
    assert read_once(Document.read, file).data == ["red", "green"]
    file.write_text("[red", encoding="utf-8")
    for _ in range(2):  # a refusal is not kept
        with pytest.raises(DataError, match="readable YAML"):
            read_once(Document.read, file)
    file.unlink()
    with pytest.raises(DataError, match="a readable file"):
        read_once(Document.read, file)


def test_data_that_were_read_already_keep_what_json_keeps() -> None:
    doc = Document.of({"name": "Dún 🏰", "centres": {7: (1, 2)}}, "copy.json")
    assert doc.data == {"name": "Dún 🏰", "centres": {"7": [1, 2]}}
    assert doc.line(("name",)) == 0
    assert str(doc.fault(("name",), "a shorter one")) == "copy.json: name: expected a shorter one"


def test_an_empty_file_is_a_document_without_data() -> None:
    assert Document("", "empty.yaml").data is None


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_document_or_a_fault(text: str) -> None:
    try:
        Document(text, "any.yaml")
    except DataError as e:
        assert e.faults  # noqa: PT017 - both outcomes are right
