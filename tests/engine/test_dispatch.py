"""Which function is about which kind of event."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import pytest

from companion.engine.dispatch import handlers
from companion.engine.types import Event


class Laid(Event):
    """A piece lies."""


class Left(Event):
    """A piece is gone."""


class Taken(Left):
    """A piece is gone, and somebody has it."""


def laid(n: int, e: Laid) -> int:
    return n + 1


def gone(n: int, e: Left | Taken) -> int:
    return n - 1


def told(e: Laid) -> str | None:
    return "laid"


def anything(n: int, e: Event) -> int:
    return n


def again(n: int, e: Laid) -> int:
    return n + 2


def module(*functions: FunctionType) -> dict[str, Any]:
    return {"__name__": __name__, **{f.__name__: f for f in functions}}


def test_a_function_is_about_the_kinds_that_its_last_parameter_names() -> None:
    assert handlers(Event, int, module(laid, gone, told, anything)) == {Laid: laid, Left: gone, Taken: gone}


def test_what_gives_something_else_is_left_out() -> None:
    assert handlers(Event, str, module(laid, told)) == {Laid: told}
    assert handlers(Event, float, module(laid, told)) == {}


def test_what_another_module_defines_is_left_out() -> None:
    assert handlers(Event, int, {**module(laid), "__name__": "elsewhere"}) == {}


def test_two_functions_about_one_kind_are_an_error() -> None:
    with pytest.raises(TypeError, match="again and laid: Laid"):
        handlers(Event, int, module(laid), module(again))
