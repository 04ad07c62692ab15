"""The state of a game of Acre, and what follows from it alone."""

from __future__ import annotations

from companion.engine.slotted import slotted

ROWS = ("1", "2", "3")
FACES = tuple("123456")  # two of the die for each row
FIELDS = tuple(f"field_{row}{column}" for row in ROWS for column in "abc")
NOBODY = -1
BESIDE = {  # fields that share a side
    f: tuple(g for g in FIELDS if abs(int(f[6]) - int(g[6])) + abs(ord(f[7]) - ord(g[7])) == 1) for f in FIELDS
}


def row_of(face: str) -> str:
    return ROWS[FACES.index(face) // 2]


@slotted
class State:
    """``stones``: the seat on each field. ``row``: what was thrown, "" before the throw."""

    players: int
    turn: int = 0
    row: str = ""
    stones: tuple[int, ...] = (NOBODY,) * len(FIELDS)
    points: tuple[int, ...] = (0, 0)

    def on(self, field: str) -> int:
        return self.stones[FIELDS.index(field)]

    def free(self, row: str) -> tuple[str, ...]:
        return tuple(f for f in FIELDS if f[6] == row and self.on(f) == NOBODY)

    @property
    def full(self) -> bool:
        return NOBODY not in self.stones

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(i for i, n in enumerate(self.points) if n == max(self.points))


def worth(s: State, seat: int, field: str) -> int:
    """A stone counts one, and one more for each stone of its owner beside it (AC-4)."""
    return 1 + sum(s.on(f) == seat for f in BESIDE[field])
