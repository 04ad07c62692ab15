"""Scenarios: a position, acts, and what must hold then. ``companion scenario`` runs them and prints what differs.

```yaml
id: HI-S11
title: Three in a row
rules: [HI-4.2]
cases:
- name: strict
  with: {players: 4, options: {pair_rule: strict}, board: {...}}   # board: keys laid over the house board
  given: {counties: {...}}                                         # a position; left out: the set-up
  steps:
  - when: A move county=umall by=extra
    refused: HI-4.2          # or warned: / causes: {is: moved, n: 2}
  - then: {position: {...}, score: {A: 3}, view: {...}, tabletop: {...}, pending: [...], legal: {A: {has: [..]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from companion.engine.boards import Board, board_from_mapping, house_board
from companion.engine.codec import Codec, plain, tagged, text
from companion.engine.game import ConfigError, Game, PositionError, configure
from companion.engine.legal import Legal, complete, fits, open_fields
from companion.engine.session import Session, merge
from companion.engine.types import CHANCE, LETTERS, Input, Notice, Ruling, letter, word
from companion.engine.yamlfile import DataError, Document, Fault, read_once

CASE_KEYS = {"name", "with", "given", "steps", "unplayable"}
EVENT, NOTICE, REFUSAL, DUTY, LOAD = "event", "notice", "refusal", "duty", "load"  # how a rule shows itself
STEP_KEYS = {"when", "refused", "kind", "warned", "causes", "then", "source"}


@frozen
class Difference:
    """Something that did not come out as the scenario says."""

    file: str
    line: int
    case: str
    where: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.case}: {self.where}: expected {self.expected}, found {self.found}"


@frozen
class Report:
    id: str
    cases: int
    steps: int
    shown: frozenset[tuple[str, str]]  # how a rule showed itself, and its id: ("event", "HI-3.2")
    differences: tuple[Difference, ...]


def run_file(path: Path, game: Game[Any]) -> Report:
    """Run every case of a scenario file; raises DataError when it is no scenario at all."""
    doc = Document.read(path)
    data = doc.data
    if not isinstance(data, dict) or not isinstance(data.get("cases"), list) or "id" not in data:
        raise DataError([doc.fault((), "a scenario with id, title and cases")])
    run = _Run(game, doc)
    for i, case in enumerate(data["cases"]):
        try:
            run.case(i, case)
        except DataError:
            raise
        except (AttributeError, TypeError, LookupError, ValueError) as e:  # keys hold what they cannot
            raise DataError([doc.fault(("cases", i), "values as scenarios have them", str(e))]) from e
    return Report(str(data["id"]), len(data["cases"]), run.steps, frozenset(run.shown), tuple(run.differences))


def position_faults(doc: Document, error: PositionError, path: tuple[str | int, ...] = ()) -> DataError:
    """What is wrong with a position that stands in a file, each with its line."""
    return DataError(doc.fault((*path, *f.key.split(".")), f.expected, f.found) for f in error.faults)


class _Run:
    def __init__(self, game: Game[Any], doc: Document) -> None:
        self.game, self.doc = game, doc
        self.differences: list[Difference] = []
        self.shown: set[tuple[str, str]] = set()
        self.steps = 0
        self.name = ""
        self.codec = Codec((*game.inputs, *CHANCE), game.events)

    def house(self, name: str) -> tuple[Board, dict[str, Any]]:
        """A house board with its box data."""
        board = house_board(self.game.id, name)
        return board, load_data(self.game, board)

    def differ(self, path: tuple[str | int, ...], where: str, expected: Any, found: Any) -> None:
        line = self.doc.line(path)
        self.differences.append(Difference(self.doc.file, line, self.name, where, _short(expected), _short(found)))

    def case(self, i: int, case: Any) -> None:
        path: tuple[str | int, ...] = ("cases", i)
        if not isinstance(case, dict) or case.keys() - CASE_KEYS:
            raise DataError([self.doc.fault(path, "the keys " + ", ".join(sorted(CASE_KEYS)), case)])
        self.name = f"{self.doc.data['id']} {case.get('name', '')}".strip()
        try:
            session = self.table(case)
        except ConfigError as e:
            rules = [f.rule for f in e.faults]
            self.shown |= {(LOAD, r) for r in rules}
            if case.get("unplayable") not in rules:
                self.differ(path, "with", case.get("unplayable", "a playable table"), rules)
            return
        except PositionError as e:
            raise position_faults(self.doc, e, (*path, "given")) from e
        if "unplayable" in case:
            self.differ((*path, "unplayable"), "with", case["unplayable"], "a playable table")
        for k, step in enumerate(case.get("steps", [])):
            self.step((*path, "steps", k), session, step)

    def table(self, case: Mapping[str, Any]) -> Session[Any]:
        setting = dict(case.get("with") or {})
        board, box = self.house(str(setting.get("house", "house")))
        if "board" in setting:
            board = board_from_mapping(merge(board.doc, setting["board"]), self.doc.file)
        data = merge(box, setting.get("data") or {})
        config = configure(
            self.game, setting.get("players", max(self.game.players)), board, setting.get("options"), data
        )
        given = case.get("given")
        start = None if given is None else self.game.from_position(config, given)
        return Session(self.game, config, start=start)

    def step(self, path: tuple[str | int, ...], session: Session[Any], step: Any) -> None:
        if not isinstance(step, dict) or step.keys() - STEP_KEYS:
            raise DataError([self.doc.fault(path, "the keys " + ", ".join(sorted(STEP_KEYS)), step)])
        self.shown |= {(DUTY, p.rule) for p in session.pending()}
        if "when" in step:
            self.steps += 1
            self.act(path, session, step)
        if "then" in step:
            self.then((*path, "then"), session, step["then"])

    def act(self, path: tuple[str | int, ...], session: Session[Any], step: Mapping[str, Any]) -> None:
        said = step["when"]
        chain = [session.codec.read(v) for v in (said if isinstance(said, list) else [said])]
        bad = next((a for a in chain if isinstance(a, Ruling)), None)
        acts = [a for a in chain if isinstance(a, Input)]
        result = bad if bad is not None else session.submit(acts, step.get("source", "tap"))
        if isinstance(result, Ruling):
            self.shown.add((REFUSAL, result.rule))
            if step.get("refused") != result.rule or step.get("kind", result.kind) != result.kind:
                self.differ(
                    path, str(said), step.get("refused", "accepted"), f"{result.kind} {result.rule} {result.facts}"
                )
            return
        self.shown |= {(NOTICE if isinstance(e, Notice) else EVENT, r) for e in result.events for r in e.rules}
        self.shown |= {(DUTY, p.rule) for p in session.pending()}
        if "refused" in step:
            self.differ(path, str(said), f"refused by {step['refused']}", "accepted")
        warnings = {r for e in result.events if isinstance(e, Notice) for r in e.rules}
        if "warned" in step and step["warned"] not in warnings:
            self.differ(path, str(said), f"a warning by {step['warned']}", sorted(warnings))
        wanted = step.get("causes", [])
        for want in wanted if isinstance(wanted, list) else [wanted]:
            want = {"is": want} if isinstance(want, str) else want
            if not any(not list(unlike(want, {**tagged(e), "rules": list(e.rules)})) for e in result.events):
                self.differ(path, str(said), want, [word(type(e)) for e in result.events])

    def then(self, path: tuple[str | int, ...], session: Session[Any], then: Mapping[str, Any]) -> None:
        s = session.state
        for key, want in then.items():
            if key == "legal":
                self.legal((*path, key), s, want)
                continue
            found = self.found(key, s, session)
            if found is None:
                expected = "position, score, sheet, view, tabletop, pending, over or legal"
                raise DataError([self.doc.fault((*path, key), expected, key)])
            for at, expected, actual in unlike(want, found):
                self.differ((*path, key, *at), ".".join(map(str, (key, *at))), expected, actual)

    def found(self, key: str, s: Any, session: Session[Any]) -> Any:
        if key == "position":
            return self.game.position(s)
        if key == "score":
            return {letter(r.seat): r.total for r in self.game.score(s).rows}
        if key == "sheet":
            return plain(self.game.score(s))
        if key == "view" or (key.startswith("view_") and len(key) == 6 and key[5] in LETTERS):
            return self.game.view(s, None if key == "view" else LETTERS.index(key[5:]))
        if key == "tabletop":
            return {k: [t.kind + (f" {t.side}" if t.side else "") + (f" {t.turn}" if t.turn else "") for t in v]
                    for k, v in self.game.tabletop(s).items()}  # fmt: skip
        if key == "pending":
            return [{"is": word(type(p)), **plain(p), "facts": dict(p.facts)} for p in session.pending()]
        return None

    def legal(self, path: tuple[str | int, ...], s: Any, want: Mapping[str, Any]) -> None:
        for seat, wish in want.items():
            who = None if seat == "-" else LETTERS.index(seat)
            entries = list(Legal(self.game, s, who))
            if "count" in wish and len(entries) != wish["count"]:
                self.differ((*path, seat), f"legal {seat}", f"{wish['count']} entries", [_entry(e) for e in entries])
            for key in ("has", "lacks"):
                for line in wish.get(key, []):
                    act = self.codec.parse(line)
                    among = any(fits(e, act) for e in entries)
                    if among != (key == "has"):
                        self.differ((*path, seat, key), f"legal {seat}", f"{key} {line}", [_entry(e) for e in entries])


def unlike(want: Any, found: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:
    """Where ``found`` lacks what is wanted: mappings may hold more, lists must agree item by item."""
    if isinstance(want, Mapping):
        if not isinstance(found, Mapping):
            yield at, want, found
            return
        for key, value in want.items():
            if key not in found:
                if value is not None:
                    yield (*at, key), value, "nothing"
            else:
                yield from unlike(value, found[key], (*at, key))
    elif isinstance(want, list | tuple):
        if not isinstance(found, list | tuple) or len(want) != len(found):
            yield at, want, found
            return
        for i, (a, b) in enumerate(zip(want, found, strict=True)):
            yield from unlike(a, b, (*at, i))
    elif want != found or isinstance(want, bool) != isinstance(found, bool):
        yield at, want, found


def load_data(game: Game[Any], board: Board) -> dict[str, Any]:
    """The box data that a game reads beside its board: every YAML file that ``GameInfo.data_files`` names."""
    from companion.engine.boards import data_folder

    files = game.info.data_files
    return {name: read_once(_data, data_folder(board.game) / file) for name, file in files.items()}


def _data(path: Path) -> Any:
    return Document.read(path).data


def _entry(entry: Input) -> str:
    """A legal entry in a line; where something stands open, one completion of it."""
    return text(complete(entry, lambda _: 0)) + (" ..." if open_fields(entry) else "")


def _short(value: Any) -> str:
    shown = value if isinstance(value, str) else repr(value)
    return shown if len(shown) <= 300 else shown[:297] + "..."


__all__ = ["Difference", "Fault", "Report", "load_data", "run_file", "unlike"]
