"""Dispatch by kind: which function of a module is about which event, as the annotation of its last parameter says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, get_args, get_type_hints


def handlers(base: type, gives: Any, *modules: Mapping[str, Any]) -> dict[type, Callable[..., Any]]:
    """The functions that these modules (as ``vars``) define for kinds of ``base``: each for one kind, or for a union.

    Counted are those that return ``gives``, or None instead of it. Raises TypeError where two are about the same kind.
    """
    found: dict[type, Callable[..., Any]] = {}
    for module in modules:
        for function in module.values():
            if isinstance(function, FunctionType) and function.__module__ == module["__name__"]:
                *_, told, result = (None, *get_type_hints(function).values())
                if gives not in (result, *get_args(result)):
                    continue
                for kind in get_args(told) or (told,):
                    if isinstance(kind, type) and issubclass(kind, base) and kind is not base:
                        if kind in found:
                            raise TypeError(f"{function.__name__} and {found[kind].__name__}: {kind.__name__}")
                        found[kind] = function
    return found
