"""Cards of Vikings Gone Wild on the reader that are touches of the keys: attackers, their target, what is asked."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from companion.app.live.viking_fight import attackers
from companion.engine.types import Input
from companion.games.vikings_gone_wild.inputs import Attack
from companion.games.vikings_gone_wild.rules.targets import target_card
from companion.games.vikings_gone_wild.tags import COPY, name_of
from companion.table.cards import judged, meanings

RECENT = 60  # steps that are looked through for what a card was played for
TARGET = "target:"


@define
class Marked:
    """Which cards on the reader were marked for an attack: None while they are, then the round they attacked in."""

    at: dict[str, int | None] = field(factory=dict)

    def shown(self, pad: Any, card: str) -> tuple[Input, ...] | None:
        """A fighter is marked, a target shown after it is aimed at, a value that is open is asked first.

        None: the card is an act of its own, which the desk enters. Else what is to be sent.
        """
        name, session, asking = name_of(card), pad.session, pad.asking
        if asking is not None and asking.values:
            return ()
        if name in pad.most():
            if self._read_again(pad, card):
                return ()
            self.at[card] = None
            pad.more = pad.look = pad.buy = False
            sends: tuple[Input, ...] = pad.pick(name)
            return sends
        if pad.picked:
            return self._aim(pad, name)
        legal, _ = judged(session, meanings(session, card))
        asks = asking is not None and len(legal) == 1 and asking.begin(session.state, tuple(legal))
        return () if asks else None

    def gone(self, at: int) -> None:
        """What was marked has been played: in this round the reader says nothing new about it."""
        self.at = {c: at if then is None else then for c, then in self.at.items()}

    def back(self, name: str = "") -> None:
        """What was marked (of this name) is in the hand again."""
        self.at = {c: at for c, at in self.at.items() if at is not None or (name and name_of(c) != name)}

    def _read_again(self, pad: Any, card: str) -> bool:
        """Whether this very card is marked already, or was and has attacked in this round."""
        name, at = name_of(card), self.at.get(card, -1)
        if at is None:
            return COPY in card or name in pad.picked
        fights = (x.act for x in pad.session.past[-RECENT:] if isinstance(x.act, Attack))
        return at == pad.session.state.round and any(name in attackers([f]) for f in fights)

    def _aim(self, pad: Any, name: str) -> tuple[Input, ...]:
        """A building or an undead that is shown while attackers are marked is their target, if it is the only such."""
        s = pad.session.state
        keys = [o.choice.key for o in pad.targets() if o.sends and o.choice.key.startswith(TARGET)]
        named = [k for k in keys if s.world.ids[target_card(s, k.removeprefix(TARGET))] == name]
        sends: tuple[Input, ...] = pad.touch(named[0]) if len(named) == 1 else ()
        return sends
