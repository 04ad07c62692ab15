"""One codec, derived from annotations: values to plain data and back, and inputs to one line of text and back.

Text: ``A move county=laigin by=die sources=osraige:2,eile:1`` - seat, name, fields; ``-`` is the table.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from companion.engine.types import LETTERS, MALFORMED, Input, Ruling, facts, letter, word

T = TypeVar("T")


class CodecError(ValueError):
    """Data or text that is none of the expected values; ``problems`` says where and what was expected."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


def _strict(kind: type) -> Any:
    def check(value: Any, _: type) -> Any:
        if type(value) is not kind:
            raise ValueError(f"expected {kind.__name__}, found {value!r}")
        return value

    return check


def _converter() -> cattrs.Converter:
    c = cattrs.Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list, frozenset: sorted})
    for kind in (int, str, bool, float):
        c.register_structure_hook(kind, _strict(kind))
    c.register_structure_hook(Any, lambda v, _: _tuples(v))

    def unstructure(cls: type) -> Any:
        skip = {a.name: override(omit_if_default=True) for a in attrs.fields(cls)}
        return make_dict_unstructure_fn(cls, c, **skip)  # type: ignore[arg-type]

    def structure(cls: type) -> Any:
        return make_dict_structure_fn(cls, c, _cattrs_forbid_extra_keys=True)

    c.register_unstructure_hook_factory(attrs.has, unstructure)
    c.register_structure_hook_factory(attrs.has, structure)
    return c


def _tuples(value: Any) -> Any:
    return tuple(_tuples(v) for v in value) if isinstance(value, list | tuple) else value


_C = _converter()


def plain(value: Any) -> Any:
    """Any attrs value, tuple or mapping as JSON-able data."""
    return _C.unstructure(value)


def structure(data: Any, kind: type[T]) -> T:
    """Data back to a value of an annotated class; raises CodecError."""
    try:
        return _C.structure(data, kind)
    except Exception as e:  # cattrs raises groups of many kinds; each becomes one sentence
        raise CodecError(cattrs.transform_error(e, format_exception=_explain)) from e


def _explain(exc: BaseException, _: type | None) -> str:
    return f"a key that is missing: {exc}" if isinstance(exc, KeyError) else str(exc)


def tagged(value: Any) -> dict[str, Any]:
    """A value of one of several classes, its name first: {'is': 'move', ...}."""
    return {"is": word(type(value)), **plain(value)}


class Codec:
    """Inputs and events of one game, by their names."""

    def __init__(self, inputs: Iterable[type[Input]], events: Iterable[type]) -> None:
        self.inputs = {word(k): k for k in inputs}
        self.events = {word(k): k for k in events}

    def input_from(self, data: Any) -> Input:
        kind = self._kind(data, self.inputs)
        act: Any = structure({str(k): v for k, v in data.items() if k != "is"}, kind)
        return typing.cast(Input, act)

    def event_from(self, data: Any) -> Any:
        kind = self._kind(data, self.events)
        return structure({str(k): v for k, v in data.items() if k != "is"}, kind)

    def _kind(self, data: Any, kinds: Mapping[str, type]) -> type:
        name = data.get("is") if isinstance(data, Mapping) else data
        if not isinstance(data, Mapping) or not isinstance(name, str) or name not in kinds:
            raise CodecError([f"expected one of {', '.join(kinds)}, found {name!r}"])
        return kinds[name]

    def parse(self, text: str) -> Input:
        """An input from its line of text; raises CodecError."""
        parts = text.split()
        if len(parts) < 2 or len(parts[0]) != 1 or parts[0] not in "-" + LETTERS:
            raise CodecError([f"expected a seat (A, B ... or -) and an input, found {text!r}"])
        kind = self.inputs.get(parts[1])
        if kind is None:
            raise CodecError([f"expected one of {', '.join(self.inputs)}, found {parts[1]!r}"])
        hints = _hints(kind)
        data: dict[str, Any] = {"seat": None if parts[0] == "-" else LETTERS.index(parts[0])}
        for part in parts[2:]:
            name, eq, value = part.partition("=")
            if not eq or name not in hints or name == "seat":
                raise CodecError([f"expected {' '.join(f'{n}=...' for n in hints if n != 'seat')}, found {part!r}"])
            if name in data:
                raise CodecError([f"expected {name}=... once, found it twice"])
            data[name] = _parse(value, hints[name])
        return structure(data, kind)

    def read(self, value: Any) -> Input | Ruling:
        """An input from text or data; what is none becomes a Ruling instead of an exception."""
        try:
            return self.parse(value) if isinstance(value, str) else self.input_from(value)
        except CodecError as e:
            return Ruling(MALFORMED, "K-MALFORMED", facts(problems=e.problems), waivable=False)

    def describe(self) -> dict[str, dict[str, str]]:
        """Every input with its fields and their types, for people."""
        return {
            name: {f: _type_name(t) for f, t in _hints(kind).items() if f != "seat"}
            for name, kind in self.inputs.items()
        }


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(kind: type) -> dict[str, Any]:
    if kind not in _HINTS:
        hints = typing.get_type_hints(kind)
        _HINTS[kind] = {a.name: hints[a.name] for a in attrs.fields(kind)}
    return _HINTS[kind]


def text(act: Input) -> str:
    """An input as one line; ``Codec.parse`` reads it back."""
    parts = [letter(act.seat), word(type(act))]
    for a in attrs.fields(type(act)):
        value = getattr(act, a.name)
        if a.name != "seat" and (a.default is attrs.NOTHING or value != a.default):
            parts.append(f"{a.name}={_show(value)}")
    return " ".join(parts)


def _show(value: Any, depth: int = 0) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",:/"[depth].join(_show(v, depth + 1) for v in value)
    if attrs.has(type(value)):
        return ",:/"[depth].join(_show(getattr(value, a.name), depth + 1) for a in attrs.fields(type(value)))
    return str(value)


def _parse(value: str, hint: Any, depth: int = 0) -> Any:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        if value == "none":
            return None
        inner = [a for a in args if a is not type(None)]
        hint = int if int in inner and value.lstrip("-").isdigit() else inner[0] if len(inner) == 1 else str
        return _parse(value, hint, depth)
    if origin is tuple:
        if value == "":
            return []
        items = value.split(",:/"[depth])
        kinds = [args[0]] * len(items) if len(args) == 2 and args[1] is Ellipsis else list(args)
        if len(kinds) != len(items):
            raise CodecError([f"expected {len(kinds)} values, found {value!r}"])
        return [_parse(v, k, depth + 1) for v, k in zip(items, kinds, strict=True)]
    if hint is int:
        try:
            return int(value)
        except ValueError:
            raise CodecError([f"expected a whole number, found {value!r}"]) from None
    if hint is bool:
        if value not in ("yes", "no"):
            raise CodecError([f"expected yes or no, found {value!r}"])
        return value == "yes"
    if isinstance(hint, type) and attrs.has(hint):
        items = value.split(",:/"[depth])
        hints = _hints(hint)
        if len(items) != len(hints):
            raise CodecError([f"expected {':'.join(hints)}, found {value!r}"])
        return {n: _parse(v, h, depth + 1) for (n, h), v in zip(hints.items(), items, strict=True)}
    return value


def _type_name(hint: Any) -> str:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type_name(a) for a in args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return f"list of {_type_name(args[0])}"
        return ":".join(_type_name(a) for a in args)
    if origin is typing.Literal:
        return " or ".join(str(a) for a in args)
    return {int: "number", str: "text", bool: "yes or no", type(None): "none"}.get(
        hint, getattr(hint, "__name__", str(hint))
    )
