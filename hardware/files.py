"""Small YAML or JSON files with faults that name file, line, key, what was expected and what was found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from hardware.filing.faults import Fault, first_line, no_file, no_text, no_yaml
from hardware.filing.reading import read_text
from hardware.filing.whole import write_whole

MOST_BYTES = 4 << 20


class BadFile(ValueError):
    """A file that cannot be used; ``faults`` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Entry:
    """One value of a file, with its place. The readers note a fault and return a stand-in; ``done`` raises them all.

    Scalars are read as they are written: a tag id such as ``0123456789`` must not become a number on the way.
    """

    def __init__(self, node: yaml.Node, file: str, key: str, faults: list[Fault]) -> None:
        self._node = node
        self._file = file
        self.key = key
        self._faults = faults

    def fault(self, expected: str, found: str = "") -> None:
        """Note that something else was expected here."""
        if not found and isinstance(self._node, yaml.ScalarNode):
            found = repr(self._node.value)
        self._faults.append(Fault(self._file, self._node.start_mark.line + 1, self.key, expected, found[:60]))

    def wrong(self, error: ValueError) -> None:
        """Note what a value says of itself: ``name: expected this, found that``."""
        expected, _, found = str(error).rpartition("expected ")[2].partition(", found ")
        self.fault(expected, found)

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

    def version(self, known: int) -> None:
        """Only this version of a file is read."""
        if self.text() != str(known):
            self.fault(f"version {known}")

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
        node = yaml.compose(read_text(Path(path), MOST_BYTES), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except OSError as error:
        raise BadFile([no_file(file, error)]) from error
    except UnicodeDecodeError as error:
        raise BadFile([no_text(file, error)]) from error
    except yaml.YAMLError as error:
        raise BadFile([no_yaml(file, error)]) from error
    except (RecursionError, ValueError) as error:
        raise BadFile([Fault(file, 0, "", "readable YAML", first_line(error))]) from error
    if node is None:
        raise BadFile([Fault(file, 0, "", "a mapping", "an empty file")])
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
