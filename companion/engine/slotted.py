"""States as slotted classes: read several times as fast as named tuples. A changed state is always a new one.

The type checker holds them for frozen; at run time nothing guards them, which is what makes copies cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from types import FunctionType
from typing import Any, ClassVar, TypeVar, dataclass_transform

import attrs

R = TypeVar("R", bound="Slotted")


class Slotted:
    """What these classes share with named tuples: the names of their fields, and their values in this order."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]]

    def __iter__(self) -> Iterator[Any]:
        return iter([getattr(self, name) for name in self._fields])

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def _replace(self: R, **fields: Any) -> R:
        return changed(self, **fields)


@dataclass_transform(frozen_default=True)
def slotted(kind: type[R]) -> type[R]:
    """A class of fields: equal and hashed by their values."""
    made = attrs.define(kind, unsafe_hash=True, on_setattr=attrs.setters.NO_OP)
    made._fields = tuple(a.name for a in attrs.fields(made))  # type: ignore[arg-type]
    return made


def changed(old: R, **fields: Any) -> R:
    """The same with other values in some fields."""
    kind = type(old)
    new = _SETTERS.get((kind, *fields)) or _SETTERS.setdefault((kind, *fields), setter(kind, *fields))
    made: R = new(old, *fields.values())
    return made


def setter(kind: type[R], *names: str) -> Callable[..., R]:
    """A function that gives the same with other values in these fields: ``changed`` without a look for it."""
    values = {name: f"new_{name}" if name in names else f"old.{name}" for name in kind._fields}
    body = [f"    made.{name} = {value}" for name, value in values.items()]
    head = f"def setting({', '.join(['old', *(f'new_{name}' for name in names)])}):"
    scope: dict[str, Any] = {"bare": object.__new__, "kind": kind}
    exec("\n".join([head, "    made = bare(kind)", *body, "    return made"]), scope)
    made: Callable[..., R] = scope["setting"]
    return made


_SETTERS: dict[tuple[Any, ...], Callable[..., Any]] = {}  # as many as there are places in the code that change a state


W = TypeVar("W")


def laid_out(recipe: W) -> W:
    """The same with every cached property worked out and laid beside the fields, where it is read as fast as they are.

    It has the methods of the recipe and compares by identity.
    """
    kind = type(recipe)
    plain: Any = _LAID.get(kind)
    if plain is None:
        found = vars(kind).items()
        names = [a.name for a in attrs.fields(kind)] + [k for k, v in found if isinstance(v, cached_property)]  # type: ignore[arg-type]
        methods = {k: v for k, v in found if isinstance(v, FunctionType | staticmethod) and not k.startswith("__")}
        plain = _LAID[kind] = type(kind.__name__, (), {"__slots__": (*names, "__weakref__"), **methods})
    made: Any = plain()
    for name in plain.__slots__[:-1]:
        setattr(made, name, getattr(recipe, name))
    laid: W = made
    return laid


_LAID: dict[type, Any] = {}
