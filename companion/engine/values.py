"""Values: inputs, events, duties, open entries. Equal and hashed by their fields, and never changed once they are made.

The type checker holds them for attrs' frozen classes; at run time nothing guards them, so that making one takes a third
of the time: deciding an act makes several, and listing what is legal makes dozens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs

T = TypeVar("T")

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(kind: type[T]) -> type[T]:
        """A slotted class of fields."""
        return attrs.define(kind, unsafe_hash=True, on_setattr=attrs.setters.NO_OP)
