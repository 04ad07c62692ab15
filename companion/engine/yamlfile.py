"""YAML that knows where each value stood, so that a fault can name file, line and key."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import yaml
from attrs import evolve

from hardware.filing.faults import Fault as Fault
from hardware.filing.faults import first_line, no_file, no_text, no_yaml
from hardware.filing.reading import read_text

Key = str | int
T = TypeVar("T")
MOST_BYTES = 8 << 20
MOST_VALUES = 400_000  # the largest file of ours has 12,000
DEEPEST = 60
KEPT = 24  # files whose content is kept: boards and box data of five games


class DataError(ValueError):
    """A data file that cannot be used; ``faults`` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(f) for f in self.faults))


class _KeyFault(yaml.MarkedYAMLError):
    """A key that cannot be one; ``problem`` says what was expected."""


def expanded(root: yaml.Node) -> int:
    """How many values a document holds once its aliases are written out; raises RecursionError if it never ends."""
    sizes: dict[int, int] = {}  # 0: one that is being counted

    def size(node: yaml.Node, depth: int) -> int:
        if depth > DEEPEST:
            raise RecursionError
        if id(node) not in sizes:
            sizes[id(node)] = 0
            inner = node.value if isinstance(node, yaml.CollectionNode) else ()
            parts = (part for item in inner for part in (item if isinstance(item, tuple) else (item,)))
            sizes[id(node)] = 1 + sum(size(part, depth + 1) for part in parts)
        elif not sizes[id(node)]:
            raise RecursionError
        return sizes[id(node)]

    return size(root, 0)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Safe loader that refuses a key given twice (PyYAML would keep the last without a word)."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Hashable, Any]:
    seen: set[Hashable] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node)
        if not isinstance(key, Hashable):
            raise _KeyFault("", None, "a plain key, it is a list or mapping", key_node.start_mark)
        if key in seen:
            raise _KeyFault("", None, f"key {key!r} once, it is given twice", key_node.start_mark)
        seen.add(key)
    made: dict[Hashable, Any] = loader.construct_mapping(node, deep=True)
    return made


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


class Document:
    """A parsed YAML file: ``data`` is plain Python, ``line(path)`` tells where a value stood."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self._lines: dict[tuple[Key, ...], int] = {}
        try:
            loader = _Loader(text)
            root = loader.get_single_node()
            if root is not None and expanded(root) > MOST_VALUES:
                raise DataError([Fault(file, 0, "", f"at most {MOST_VALUES} values, those named by aliases included")])
            self.data: Any = None if root is None else loader.construct_document(root)
        except _KeyFault as e:
            raise DataError([evolve(no_yaml(file, e), expected=e.problem or "", found="")]) from e
        except yaml.YAMLError as e:
            raise DataError([no_yaml(file, e)]) from e
        except DataError:
            raise
        except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError) as e:  # a date that is none
            raise DataError([Fault(file, 0, "", "readable values", first_line(e))]) from e
        except RecursionError as e:
            raise DataError([Fault(file, 0, "", "values that do not hold themselves, nested less deep")]) from e
        if root is not None:
            self._walk(root, ())

    @classmethod
    def of(cls, data: object, file: str) -> Document:
        """Data that was read already, as from a copy in JSON; its faults name keys but no lines."""
        doc = cls("", file)
        doc.data = json.loads(json.dumps(data))
        return doc

    @classmethod
    def read(cls, path: Path) -> Document:
        """Read a file; a missing or undecodable one is a DataError too."""
        return cls(text_of(path), str(path))

    def _walk(self, node: yaml.Node, path: tuple[Key, ...]) -> None:
        self._lines[path] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                step: Key = key.value
                self._walk(value, (*path, step))
                self._lines[(*path, step)] = key.start_mark.line + 1
                if key.value.isdecimal():  # a number as a key is asked for as one
                    self._lines[(*path, int(key.value))] = key.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode):
            for i, value in enumerate(node.value):
                self._walk(value, (*path, i))

    def line(self, path: tuple[Key, ...]) -> int:
        """The line of a value, or of the nearest one around it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 0)

    def fault(self, path: tuple[Key, ...], expected: str, found: object = "") -> Fault:
        text = "" if found == "" else short(found)
        return Fault(self.file, self.line(path), ".".join(str(p) for p in path), expected, text)


@lru_cache(maxsize=KEPT)
def _made(make: Callable[[Path], Any], path: Path, changed_ns: int, size: int) -> Any:
    return make(path)


def read_once(make: Callable[[Path], T], path: Path) -> T:
    """What is made of a file; made anew when the file has changed. It is the same thing for all: nobody changes it."""
    try:
        stat = path.stat()
    except OSError:
        return make(path)  # which says what is wrong
    made: T = _made(make, path, stat.st_mtime_ns, stat.st_size)
    return made


def text_of(path: Path) -> str:
    """The text of a file that anybody may have written; raises DataError."""
    try:
        return read_text(path, MOST_BYTES)
    except OSError as e:
        raise DataError([no_file(str(path), e)]) from e
    except UnicodeDecodeError as e:
        raise DataError([no_text(str(path), e)]) from e


def told_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers; ``#`` begins a remark. Raises DataError."""
    lines = enumerate(text_of(path).splitlines(), 1)
    return [(n, line.strip()) for n, line in lines if line.strip() and not line.lstrip().startswith("#")]


def short(value: object) -> str:
    """A value for a sentence: what is not there is nothing, what is long breaks off."""
    text = "nothing" if value is None else value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
