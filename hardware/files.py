"""Small YAML or JSON files with faults that name file, line, key, what was expected and what was found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from hardware.filing.reading import read_bytes
from hardware.filing.whole import write_whole
from hardware.reasons import Reason

MOST_BYTES = 4 << 20


@frozen
class FileFault:
    """One thing wrong in a file. ``line`` counts from 1, 0: the whole file; ``key`` is dotted, e.g. devices.0.baud."""

    file: str
    line: int
    key: str
    expected: str
    found: str = ""

    @property
    def reason(self) -> Reason:
        """The fault as a reason for people."""
        facts = {"file": self.file, "line": self.line, "key": self.key, "expected": self.expected, "found": self.found}
        return Reason("file-fault", facts)

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        found = f", found {self.found}" if self.found else ""
        return f"{where}:{key} expected {self.expected}{found}"


class BadFile(ValueError):
    """A file that cannot be used; ``faults`` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Entry:
    """One value of a file, with its place. The readers note a fault and return a stand-in; ``done`` raises them all.

    Scalars are read as they are written: a tag id such as ``0123456789`` must not become a number on the way.
    """

    def __init__(self, node: yaml.Node, file: str, key: str, faults: list[FileFault]) -> None:
        self._node = node
        self._file = file
        self.key = key
        self._faults = faults

    def fault(self, expected: str, found: str = "") -> None:
        """Note that something else was expected here."""
        if not found and isinstance(self._node, yaml.ScalarNode):
            found = repr(self._node.value)
        self._faults.append(FileFault(self._file, self._node.start_mark.line + 1, self.key, expected, found[:60]))

    def done(self) -> None:
        """Raise BadFile if anything was wrong."""
        if self._faults:
            raise BadFile(self._faults)

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Go through a mapping."""
        if not isinstance(self._node, yaml.MappingNode):
            self.fault("a mapping", _kind(self._node))
            return
        seen: set[str] = set()
        for key_node, node in self._node.value:
            name = key_node.value if isinstance(key_node, yaml.ScalarNode) else "?"
            entry = Entry(node, self._file, f"{self.key}.{name}".lstrip("."), self._faults)
            if name in seen:
                Entry(key_node, self._file, entry.key, self._faults).fault("each key once", "it twice")
                continue
            seen.add(name)
            yield name, entry

    def fields(self, known: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Entry]:
        """Return the values of a mapping whose keys must be among ``known``."""
        known = tuple(known)
        found = dict(self.entries())
        if not isinstance(self._node, yaml.MappingNode):
            return {}
        for name in [n for n in found if n not in known]:
            found.pop(name).fault(f"one of the keys {', '.join(known)}", repr(name))
        for name in needed:
            if name not in found:
                self.fault(f"the key {name}", "none")
        return found

    def items(self) -> list[Entry]:
        """Return the values of a list."""
        if not isinstance(self._node, yaml.SequenceNode):
            self.fault("a list", _kind(self._node))
            return []
        return [Entry(n, self._file, f"{self.key}.{i}", self._faults) for i, n in enumerate(self._node.value)]

    @property
    def null(self) -> bool:
        """Whether nothing is written here."""
        return isinstance(self._node, yaml.ScalarNode) and self._node.tag == "tag:yaml.org,2002:null"

    def text(self) -> str:
        """Return a text as it is written."""
        if not isinstance(self._node, yaml.ScalarNode) or self.null:
            self.fault("a text", _kind(self._node))
            return ""
        return str(self._node.value)

    def number(self, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        try:
            value = float(self.text())
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            self.fault(f"a number from {low:g} to {high:g}")
            return low
        return value

    def integer(self, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = self.number(low, high)
        if value != int(value):
            self.fault(f"a whole number from {low} to {high}")
        return int(value)

    def yes(self) -> bool:
        """Return true or false."""
        text = self.text().lower()
        if text not in ("true", "false", "yes", "no", "on", "off"):
            self.fault("true or false")
        return text in ("true", "yes", "on")

    def choice(self, among: Iterable[str]) -> str:
        """Return a word of ``among``."""
        among = tuple(among)
        text = self.text()
        if text not in among:
            self.fault(f"one of {', '.join(among)}")
            return among[0]
        return text


def load(path: Path | str) -> Entry:
    """Read a YAML or JSON file; raises BadFile if it cannot be read at all."""
    file = str(path)
    try:
        text = read_bytes(Path(path), MOST_BYTES)
    except OSError as error:
        raise BadFile([FileFault(file, 0, "", "a readable file", error.strerror or str(error))]) from error
    try:
        node = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        problem = (error.problem or "").removeprefix("but found ")
        raise BadFile([FileFault(file, line, "", "YAML or JSON", problem)]) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise BadFile([FileFault(file, 0, "", "YAML or JSON", str(error).partition("\n")[0][:60])]) from error
    if node is None:
        raise BadFile([FileFault(file, 0, "", "a mapping", "an empty file")])
    return Entry(node, file, "", [])


def save(path: Path | str, content: Mapping[str, Any]) -> None:
    """Write JSON (``.json``) or YAML, whole or not at all: a crash leaves the old file. Raises OSError."""
    path = Path(path)
    if path.suffix == ".json":
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    else:
        text = yaml.safe_dump(dict(content), sort_keys=False, allow_unicode=True)
    write_whole(path, text)


def _kind(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    return repr(node.value) if node.value else "nothing"
