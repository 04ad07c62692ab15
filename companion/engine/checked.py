"""Data files read into declared values: attrs classes say what a file holds, cattrs fills them, every fault is kept.

A value that does not fit is a fault with its line and key, and something harmless stands in for it, so that what can
only be checked between values is told in the same breath. ``done`` raises all of them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import GenericAlias, NoneType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin

import attrs
import cattrs
from attrs import frozen
from cattrs.errors import AttributeValidationNote, BaseValidationError, ForbiddenExtraKeysError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, override

from companion.engine.yamlfile import DataError, Document, Fault, Key

T = TypeVar("T")
Path = tuple[Key, ...]


@frozen(eq=False)
class As:
    """In ``Annotated``: what is expected of a value, and how it is read; ``read`` raises ValueError for all others."""

    expected: str
    read: Callable[[Any], Any]
    instead: Any  # a value in the words of the file that ``read`` takes


@lru_cache(maxsize=64)
def whole(least: int = 0) -> As:
    """A whole number that is not less."""
    return As(f"a whole number, {least} or more", lambda v: fitting(v, type(v) is int and v >= least), least)


@lru_cache(maxsize=256)
def one_of(words: tuple[str, ...], expected: str = "") -> As:
    return As(expected or "one of " + ", ".join(words), lambda v: fitting(v, v in words), words[0])


def fitting(value: T, fits: bool) -> T:
    if not fits:
        raise ValueError
    return value


Count = Annotated[int, whole()]
Some = Annotated[int, whole(1)]
Text = Annotated[str, As("a text", lambda v: fitting(v, isinstance(v, str) and v != ""), "-")]  # not an empty one
Origin = Literal["known", "S1", "house"]  # two sources agree, a single source, set by this project


@frozen
class Sourced(Generic[T]):
    """A value and where it comes from: ``{value: 5, origin: known}``."""

    value: T
    origin: Origin


class Faults:
    """What is wrong with one document; a document that is no mapping is refused at once."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.faults: list[Fault] = []
        if not isinstance(doc.data, dict):
            raise DataError([doc.fault((), "a mapping", doc.data)])

    def bad(self, path: Path, expected: str, found: object = "") -> None:
        self.faults.append(self.doc.fault(path, expected, found))

    def done(self) -> None:
        """Raises DataError with every fault, if there is one."""
        if self.faults:
            raise DataError(self.faults)

    def only(self, known: Collection[str], *path: Key) -> None:
        """Of a mapping: a key that nobody reads is a fault."""
        value = self.at(path)
        for key in [k for k in value if k not in known] if isinstance(value, dict) else ():
            self.bad((*path, key), "one of " + ", ".join(known), key)

    def once(self, ids: Sequence[str], *path: Key) -> None:
        """Of ids in a list each is used once."""
        for i, name in enumerate(ids):
            if ids.index(name) != i:
                self.bad((*path, i, "id"), "an id used once", name)

    def at(self, path: Path, default: Any = None) -> Any:
        """What the document has there."""
        return _at(self.doc.data, path, default)

    def read(self, kind: Any, *path: Key, default: Any = ...) -> Any:
        """A value of a declared type, from where it stands in the document; the default where there is nothing."""
        data = self.at(path, default)
        return default if data is default is not ... else self.value(kind, data, path)

    def value(self, kind: Any, data: Any, path: Path) -> Any:
        """A value of a declared type, made of what stands there; ``...`` for nothing."""
        try:
            return _FILES.structure(data, kind)
        except Exception as e:  # cattrs raises groups of whatever the hooks raise
            wrong = list(_wrong(e, (), kind))
        root = {"": copy.deepcopy(data)}
        for way, wanted in wrong:
            found = _at(data, way, ...)
            at: Any = root
            key: Any = ""
            for step in way:
                at, key = at[key], step
            if isinstance(wanted, _Unread):
                found = key
                del at[key]
            else:
                at[key] = _instead(wanted)
            self.bad((*path, *way), expected(wanted), "" if found is ... else found)
        return _FILES.structure(root[""], kind)


def _at(value: Any, path: Path, default: Any) -> Any:
    for key in path:
        if not (key in value if isinstance(value, dict) else isinstance(value, list) and key in range(len(value))):
            return default
        value = value[key]
    return value


@frozen
class _Unread:
    """In place of a type: a key that nobody reads, where only these are read."""

    known: tuple[str, ...]


def _wrong(e: BaseException, path: Path, wanted: Any) -> Iterator[tuple[Path, Any]]:
    """Where values do not fit, and the type that each should have had."""
    if isinstance(e, ForbiddenExtraKeysError):
        unread = _Unread(tuple(sorted(_key(a.name) for a in attrs.fields(e.cl))))
        yield from (((*path, k), unread) for k in sorted(e.extra_fields, key=str))
    elif isinstance(e, BaseValidationError):
        for inner in e.exceptions:
            step, kind = path, wanted
            for note in getattr(inner, "__notes__", ()):
                if isinstance(note, AttributeValidationNote):
                    step, kind = (*path, _key(note.name)), note.type
                elif isinstance(note, IterableValidationNote):
                    step, kind = (*path, note.index), note.type
            yield from _wrong(inner, step, kind)
    else:
        yield path, wanted


def _key(name: str) -> str:
    """The key of an attribute; a word that Python keeps for itself stands with a line behind it: ``from_``."""
    return name.rstrip("_")


WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", tuple: "a list"}


def expected(kind: Any) -> str:
    """What is expected of a value of this type, in words."""
    known = kind.known if isinstance(kind, _Unread) else get_args(kind) if get_origin(kind) is Literal else ()
    if known:
        return "one of " + ", ".join(map(str, known)) if len(known) > 1 else str(known[0])
    if as_ := _as(kind):
        return as_.expected
    if NoneType in get_args(kind):
        return expected(get_args(kind)[0])
    return WORDS.get(_class(kind), "a mapping")


def _instead(kind: Any) -> Any:
    """Something harmless of this type, in the words of a file."""
    if as_ := _as(kind):
        return as_.instead
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    if NoneType in get_args(kind):
        return None
    of = _class(kind)
    if attrs.has(of):
        attrs.resolve_types(of)
        given = dict(zip(getattr(of, "__parameters__", ()), get_args(kind), strict=False))
        needed = (a for a in attrs.fields(of) if a.default is attrs.NOTHING)
        return {_key(a.name): _instead(given.get(a.type, a.type)) for a in needed}
    return {} if of is Mapping else [] if of is tuple else of()


def _class(kind: Any) -> Any:
    """The class of a generic type: tuple of tuple[int, ...]."""
    return get_origin(kind) or kind


def _as(kind: Any) -> As | None:
    return next((m for m in getattr(kind, "__metadata__", ()) if isinstance(m, As)), None)


def _converter() -> cattrs.Converter:
    c = cattrs.Converter()
    for kind, fits in (str, (str,)), (bool, (bool,)), (int, (int,)), (float, (int, float)):
        c.register_structure_hook(kind, lambda v, _, kind=kind, fits=fits: kind(fitting(v, type(v) in fits)))

    def listed(kind: Any) -> Any:
        within: Any = GenericAlias(list, get_args(kind)[:1])
        return lambda v, _: tuple(c.structure(fitting(v, isinstance(v, list | tuple)), within))

    def mapping(kind: Any) -> Any:
        within: Any = GenericAlias(dict, (Any, get_args(kind)[1]))
        read = c.structure
        return lambda v, _: {str(k): n for k, n in read(fitting(v, isinstance(v, dict)), within).items()}

    def declared(kind: Any) -> Any:
        of = _class(kind)
        keys: Any = {a.name: override(rename=_key(a.name)) for a in attrs.fields(of)}
        fill = make_dict_structure_fn(kind, c, _cattrs_forbid_extra_keys=True, **keys)
        return lambda v, _: fill(fitting(v, isinstance(v, dict)), kind)

    def annotated(kind: Any) -> Any:
        read = next(filter(None, [_as(kind)])).read
        return lambda v, _: read(v)

    c.register_structure_hook_factory(lambda kind: _class(kind) is tuple, listed)
    c.register_structure_hook_factory(lambda kind: _class(kind) is Mapping, mapping)
    c.register_structure_hook_factory(lambda kind: attrs.has(_class(kind)), declared)
    c.register_structure_hook_factory(lambda kind: _as(kind) is not None, annotated)
    return c


_FILES = _converter()
