"""Löwenherz by touch: a region takes the square that is touched; which one is asked where several may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs
from attrs import define

from companion.app.entry.strip import Acts, Key, Keys, Throw
from companion.app.entry.touches import ACT, Touches
from companion.app.viewmodel import Choice
from companion.engine.codec import text
from companion.engine.types import Choose, Input
from companion.engine.words import N_, Where
from companion.games.loewenherz.inputs import Deal, EndAlliance, Expand, Take
from companion.games.loewenherz.rules.common import price
from companion.games.loewenherz.screen.cards import ducats
from companion.games.loewenherz.state import castle_at

ENDING = "enter:end_alliance"


def worth(card: str) -> tuple[str, int]:
    """Kind and worth of a politics card, as its name has them."""
    kind, _, n = card.partition("_")
    return kind, int(n or 0)


@define
class SquareTouches(Touches):
    """``ending``: the ways to buy an alliance off lie open. It costs money, so no touch of a castle alone does it."""

    ending: bool = False

    def places(self, entry: Input) -> list[str]:
        return [entry.square] if isinstance(entry, Expand) else super().places(entry)

    def _moved(self, entry: Input, space: str) -> Input:
        """A square is taken by a region beside it, where there is one."""
        if not isinstance(entry, Expand):
            return super()._moved(entry, space)
        s = self.session.state
        near = s.world.grid.near[s.world.square_index[space]] if space in s.world.square_index else 0
        own = [e.region for e in self.entries() if isinstance(e, Expand)]
        regions = {s.world.squares[q]: region for (q, _side), region in zip(s.keeps, s.regions, strict=True)}
        return attrs.evolve(entry, region=next((r for r in own if regions[r] & near), entry.region), square=space)

    def _bare(self) -> list[Input]:
        """Cards of a pile by kind and worth."""
        return sorted(super()._bare(), key=lambda e: worth(e.card) if isinstance(e, Take) else ("", 0))

    def asking(self) -> Iterator[Key]:
        """A price is agreed on by who pays it."""
        for key, e in zip(super().asking(), self.asked(), strict=True):
            told = self.painter.speaker._(N_("{name} pays")).format(name=self.whose(e))
            yield Key(Choice(key.choice.key, told)) if isinstance(e, Deal) else key

    # ------------------------------------------------------------ alliances
    def buying_off(self) -> list[EndAlliance]:
        """Alliances that somebody may end now, with money alone first."""
        found = [e for e in self.listed() if isinstance(e, EndAlliance)]
        return sorted(found, key=lambda e: len(e.treasures))

    def forget(self) -> None:
        super().forget()
        self.ending = False

    @property
    def busy(self) -> bool:
        return super().busy or self.ending

    def left(self, touched: list[str] | None = None) -> list[Input]:
        """What one does openly comes before an alliance of the castle that was touched."""
        touched = self.touched if touched is None else touched
        if found := super().left(touched):
            return found
        return [e for e in self.buying_off() if touched and self.places(e)[: len(touched)] == touched]

    def meant(self) -> Acts:
        return () if any(isinstance(e, EndAlliance) for e in self.left()) else super().meant()

    def ways(self, found: list[Input]) -> Keys:
        ends = [e for e in found if isinstance(e, EndAlliance)]
        return self._endings(ends) if ends else super().ways(found)

    def keys(self) -> Keys:
        self.fresh()
        if self.ending:
            return self._endings(self.buying_off())
        found, owed = super().keys(), self.session.pending()[0]
        if self.busy or not isinstance(owed, Choose) or owed.sealed or not self.buying_off():
            return found
        return attrs.evolve(found, keys=(*found.keys, Key(Choice(ENDING, self._title()))))

    def touch(self, key: str) -> Acts | Throw:
        if key != ENDING:
            return super().touch(key)
        self.fresh()
        self.forget()
        self.ending = True
        return ()

    def _title(self) -> str:
        told: str = self.painter.kind("end_alliance")
        return told

    def _endings(self, ends: list[EndAlliance]) -> Keys:
        pairs = Counter((e.seat, self._other(e)) for e in ends if not e.treasures)
        keys = (self._ending(e, pairs[e.seat, self._other(e)] > 1) for e in ends)
        return self.paged(self._title(), keys, (self.back(),))

    def _other(self, end: EndAlliance) -> int:
        """The side of the other castle."""
        s = self.session.state
        return int(s.keeps[castle_at(s, end.other)][1])

    def _ending(self, end: EndAlliance, several: bool) -> Key:
        """Who ends it with whom, and what that costs; where the two have several, whose castle it is about."""
        speaker, world = self.painter.speaker, self.session.state.world
        other = speaker.name(self._other(end))
        if several:
            other = f"{other}, {speaker.field(Where(end.other))}"
        told = speaker._(N_("{seat} with {other}")).format(seat=speaker.name(end.seat), other=other)
        due = price(world, world.tables.alliance_end, end.treasures)
        paid = [*(self.painter.told(t) for t in end.treasures), *([ducats(due)] if due or not end.treasures else [])]
        return Key(Choice(ACT + text(end), told, " + ".join(paid)), (end,))
