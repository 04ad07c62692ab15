"""One sentence of every id in both languages, to be read by people; ``python -m tests.games.oracle.sentences`` writes.

What is said is kept as data, so that the sentences can be told anew without playing for them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import attrs

from companion.engine.types import (
    Choose,
    Die,
    Notice,
    Pending,
    Roll,
    Ruling,
    Show,
    Shuffle,
)
from companion.games import GAMES
from companion.table.speaker import Speaker
from tests.games.oracle.table import BOARDS, PEOPLE, Said, house, rehearsed, told

HERE = Path(__file__).parent / "sentences"
DUTIES: dict[str, type[Pending]] = {kind.__name__: kind for kind in (Choose, Roll, Show, Shuffle)}
FIELDS = {"seats", "what", "by", "pile", "joint"}  # of a duty, as far as sentences tell them
Row = dict[str, Any]


def plain(value: Any) -> Any:
    """A fact as JSON keeps it."""
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    return value


def whole(value: Any) -> Any:
    return tuple(whole(v) for v in value) if isinstance(value, list) else value


def row_of(said: Said) -> Row:
    row: Row = {"id": said.key, "facts": {k: plain(v) for k, v in sorted(said.facts.items())}}
    if said.kind == "duty":
        duty = said.owed[0]
        row["is"] = type(duty).__name__
        shown = FIELDS & {a.name for a in attrs.fields(type(duty))}
        row |= {name: plain(getattr(duty, name)) for name in sorted(shown)}
    if said.kind == "refusal":
        assert said.act is not None
        ruling = said.game.decide(said.s, said.act)
        assert isinstance(ruling, Ruling)
        row["kind"] = ruling.kind
    return {**row, "en": said.en, "de": said.de}


def spoken(speaker: Speaker, row: Row) -> str:
    """The sentence of a row in the speaker's language."""
    known = tuple((k, whole(v)) for k, v in row["facts"].items())
    key = row["id"]
    if "is" in row:
        kind = DUTIES[row["is"]]
        fields = {k: whole(row[k]) for k in FIELDS if k in row}
        if kind is Roll:
            fields["slots"] = (Die(("1",), ""),)
        return speaker.pending((kind(key.removeprefix("duty "), facts=known, **fields),))
    if key.startswith("notice "):
        return speaker.event(Notice(key.removeprefix("notice "), known, rules=())) or ""
    rule = key.split()[0].rstrip("!?")
    return speaker.ruling(Ruling(row["kind"], rule, known))


def file_of(name: str) -> Path:
    return HERE / f"{name}.json"


def kept(name: str) -> list[Row]:
    rows: list[Row] = json.loads(file_of(name).read_text(encoding="utf-8"))
    return rows


def speaker(name: str, language: str) -> Speaker:
    return Speaker(name, house(name, BOARDS.get(name, "house"))[0], PEOPLE, language)


def met(name: str) -> Iterator[Row]:
    """The first sentence of every id and form that scenarios and some games meet, as it is told on our own board."""
    seen: set[tuple[str, frozenset[str]]] = set()
    en, de = speaker(name, "en"), speaker(name, "de")
    for said in chain(rehearsed(name), *(told(name, seed, 300) for seed in range(12))):
        if (said.key, said.texts) not in seen and not said.key.startswith("K-"):
            row = row_of(said)
            if (spoken(en, row), spoken(de, row)) == (said.en, said.de):
                seen.add((said.key, said.texts))
                yield row


def write(name: str) -> int:
    rows = sorted(met(name), key=lambda row: (row["id"], row["en"]))
    text = "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"
    HERE.mkdir(exist_ok=True)
    file_of(name).write_text(text, encoding="utf-8")
    return len(rows)


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        print(game, write(game))
