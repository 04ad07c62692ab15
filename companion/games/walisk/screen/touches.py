"""Walisk by touch: movement and musters of their own, fights with their odds, all else narrowed place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from attrs import define, evolve, field

from companion import i18n
from companion.app.entry.strip import Acts, Key, Keys, Throw
from companion.app.entry.touches import ACT, MANY, Touches
from companion.app.viewmodel import Choice
from companion.engine.codec import text
from companion.engine.legal import Between, open_fields
from companion.engine.types import Input, Roll, word
from companion.engine.words import N_, Where
from companion.games.walisk import inputs as acts
from companion.games.walisk.prospects import of_act
from companion.games.walisk.screen.losses import Losing, loss_keys, many, owed
from companion.games.walisk.screen.moves import Marching
from companion.games.walisk.screen.muster import Mustering
from companion.games.walisk.state import Phase, State
from companion.games.walisk.words.panel import short_odds

FIGHTS = (acts.Attack, acts.Siege, acts.Storm, acts.Foray)
SWITCH = "app_fights"
SHOWN = 5  # fights that stand as keys; the others are touched on the map


@define
class WaliskTouches(Touches):
    goes_on: ClassVar[bool] = True
    moves: Marching = field(init=False)
    muster: Mustering = field(init=False)
    losing: Losing = field(init=False, factory=Losing)
    mine: bool = False  # the last act was entered here
    all_of_it: bool = False  # the table asked the app to throw on, until this fight is over
    always: bool = False  # and in every fight, until it is switched off

    def __attrs_post_init__(self) -> None:
        self.moves, self.muster = Marching(self.painter), Mustering(self.painter)

    @property
    def s(self) -> State:
        found: State = self.session.state
        return found

    def fresh(self) -> None:
        if self._at != self.session.length:
            mine, self.mine = self.mine, False
            self.moves.fresh(mine)
            self.muster.fresh(mine)
            if not self.s.bouts and not isinstance(self.session.pending()[0], Roll):
                self.all_of_it = False
        super().fresh()

    def forget(self) -> None:
        super().forget()
        self.muster.where = ""
        self.losing.forget()

    @property
    def busy(self) -> bool:
        return super().busy or bool(self.losing.at or self.losing.chosen)

    def part(self) -> Marching | Mustering | None:
        """What is entered in its own way now."""
        return next((p for p in (self.moves, self.muster) if p.on()), None)

    # ------------------------------------------------------------ touches
    def space(self, space: str, one: bool = False) -> Acts | Throw:
        self.fresh()
        part = self.part()
        if part is None:
            return self._thrown(super().space(space, one))
        found = part.space(space, one)
        return self._mine(part.refused(space) if found is None else found)

    def carry(self, start: str, end: str) -> Acts | Throw:
        self.fresh()
        part = self.part()
        if part is None:
            return super().carry(start, end)
        found = part.carry(start, end)
        return self._mine(part.refused(end) if found is None else found)

    def touch(self, key: str) -> Acts | Throw:
        self.fresh()
        part = self.part()
        found = part.touch(key) if part is not None else None
        if found is not None:
            return self._mine(found)
        sends = super().touch(key)
        if not sends and self.s.bouts and self.keys().find(key) is not None and self.losing.touch(key):
            self.ten = None
            return ()
        if key == SWITCH:
            self.always = not self.always
        if isinstance(sends, Throw):
            self.all_of_it = self.all_of_it or sends.on
            return sends
        return self._thrown(sends)

    def _thrown(self, sends: Acts | Throw) -> Acts | Throw:
        """What begins a fight or answers in one, with the throws that follow where the app was asked for them."""
        if isinstance(sends, Throw):
            return sends
        fought = self.s.bouts or self.s.phase == Phase.FIGHT
        if (self.always or self.all_of_it) and sends and self.app_throws() and fought:
            return Throw(sends, on=True)
        return self._mine(sends)

    def _mine(self, sends: Acts) -> Acts:
        self.mine = bool(sends)
        return sends

    # ------------------------------------------------------------ what is shown
    def chosen(self) -> tuple[str, ...]:
        part = self.part()
        return part.chosen() if part is not None else super().chosen()

    def targets(self) -> Mapping[str, str] | None:
        part = self.part()
        if part is not None:
            return part.targets()
        if self.touched or isinstance(self.session.pending()[0], Roll):
            return super().targets()
        return {p[0]: "" for e in self.entries() if (p := self.places(e))} or None

    def loose(self) -> frozenset[str]:
        part = self.part()
        return part.loose() if part is not None else frozenset()

    def keys(self) -> Keys:
        self.fresh()
        part = self.part()
        if part is not None:
            return part.keys(tuple(self.ends()))
        if isinstance(self.session.pending()[0], Roll) or self.touched:
            return super().keys()
        if self.s.bouts:
            lost = self.lost()
            answers = tuple(self.answers(lost))
            asked = self.told_by_group(lost, answers)
            if asked is not None:
                foot = (*self.ends(), *([self.back()] if self.busy else []))
                return self.losing.keys(self.painter, asked, self.ten, foot)
            title = owed(self.painter, lost[0]) if len(lost) == 1 and answers else ""
            return self.paged(title, answers, tuple(self.ends()))
        if self.s.phase == Phase.FIGHT:
            return Keys("", tuple(self._fights()), tuple(self.ends()))
        return super().keys()

    def answers(self, lost: Sequence[acts.Lose]) -> Iterator[Key]:
        """What a fight asks in between: losses, a way out."""
        for e in self.entries()[:MANY]:
            if isinstance(e, acts.Lose) and open_fields(e):
                yield from loss_keys(self.painter, e, named=len(lost) > 1)
            elif self.places(e) and not isinstance(e, acts.Stay):
                to = getattr(e, "to", "")
                told = (*self._apart_from(e), *([self.painter.speaker.field(Where(to))] if to else []))
                yield Key(Choice(ACT + text(e), self.painter.kind(word(type(e))), " → ".join(told)), (e,))

    def lost(self) -> list[acts.Lose]:
        """Losses that are to be chosen."""
        return [e for e in self.entries()[:MANY] if isinstance(e, acts.Lose) and open_fields(e)]

    def told_by_group(self, lost: Sequence[acts.Lose], answers: Sequence[Key]) -> acts.Lose | None:
        """The loss that is told group by group: the one that was opened, or the only thing that is asked."""
        wide = [e for e in lost if many(e)]
        alone = len(wide) == len(answers) == 1
        return next((e for e in wide if alone or e.field == self.losing.at), None)

    def _apart_from(self, e: Any) -> tuple[str, ...]:
        """Whose army it is and where it stands, where several fights ask at once."""
        if len({getattr(other, "field", "") for other in self.entries()}) < 2:
            return ()
        speaker = self.painter.speaker
        return (f"{speaker.name(e.seat)}, {speaker.field(Where(e.field))}",)

    def ends(self) -> Iterator[Key]:
        stays = [e for e in self.entries() if isinstance(e, acts.Stay)]
        for e in stays:
            yield Key(Choice(ACT + text(e), self.painter.kind("stay"), "".join(self._apart_from(e))), (e,))
        if self.s.phase == Phase.FIGHT and self.app_throws():
            told = N_("in every fight") if self.always else N_("when it is asked")
            yield Key(Choice(SWITCH, i18n.gettext(N_("The app throws")), i18n.gettext(told), chosen=self.always))
        yield from super().ends()

    def _fights(self) -> Iterator[Key]:
        """Fights that are open, each with its place and its odds; those that must be fought first."""
        found = [e for e in self.entries() if isinstance(e, FIGHTS) and not self._idle(e)]
        for e in found[:SHOWN]:
            yield self.fight_key(e)

    def _idle(self, e: Input) -> bool:
        """Attacks on partners are entered by touching the place."""
        p = of_act(self.s, self._whole(e))
        return p is None and isinstance(e, acts.Attack)

    def _whole(self, e: Input) -> Input:
        if isinstance(e, acts.Storm) and isinstance(e.units, Between):
            return evolve(e, units=e.units.high)
        return e

    def fight_key(self, e: Any) -> Key:
        act: Any = self._whole(e)
        told = f"{self.painter.kind(word(type(act)))}: {self.painter.speaker.field(Where(act.field))}"
        prospect = of_act(self.s, act)
        line = short_odds(prospect) if prospect is not None else None
        return Key(Choice(ACT + text(act), i18n.capital(told), self.painter.speaker.tell(line) if line else ""), (act,))
