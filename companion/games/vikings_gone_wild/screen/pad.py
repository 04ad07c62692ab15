"""Vikings Gone Wild by taps alone: every card, purchase and target is one touch on the table screen.

What is offered follows from what all may know (``veiled``): a hand is never betrayed by the keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, field

from companion import i18n
from companion.app.live.openly import openly
from companion.app.viewmodel import Card, Choice, Panel
from companion.engine.codec import text
from companion.engine.legal import Weighed
from companion.engine.session import Session
from companion.engine.types import (
    Choose,
    Input,
    May,
    Over,
    Pending,
    Roll,
    Rolled,
    Ruling,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    answers,
)
from companion.engine.words import Say, Where, Who
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.rules.strength import attackers, strength_of
from companion.games.vikings_gone_wild.screen import pictures
from companion.games.vikings_gone_wild.screen.aim import Aim
from companion.games.vikings_gone_wild.screen.page import BOTH, BUY, HAND, NEXT, Offer, looking, side
from companion.games.vikings_gone_wild.screen.shown import TARGET, Marked
from companion.games.vikings_gone_wild.screen.values import Asking, ours
from companion.games.vikings_gone_wild.state import Phase, State
from companion.games.vikings_gone_wild.tags import settled
from companion.games.vikings_gone_wild.words.names import card as card_term
from companion.games.vikings_gone_wild.words.pad import KEYS, hand_line, price_line, way_line, window_line
from companion.games.vikings_gone_wild.words.values import ASKING
from companion.games.vikings_gone_wild.zones import hand_size

CARD, VALUE, AGAIN, MORE, DROP, WALK, LOOK = "card:", "value:", "again", "more", "drop", "walk", "look"
FOOT = (acts.EndTurn, acts.Declared, acts.Pass, acts.Decline)
PAID = (acts.Buy, acts.Build, acts.Upgrade, acts.Exchange)  # on a page of their own
RARE = (acts.GiveBack, acts.Together, acts.Forgo, acts.Swap)  # behind one more touch


@define
class VikingPad:
    """``picked``: cards touched so far for an attack, or to be discarded, in the order of the touches."""

    painter: Any
    asking: Asking | None = None  # None: no value is asked for
    picked: list[str] = field(factory=list)
    more: bool = False
    look: int = 0  # instead of the keys: 1 the villages, then page by page the cards that lie open
    buy: bool = False  # what can be paid for instead of the hand; stays so while the turn lasts
    page: int = 0
    _turn: Any = None
    marked: Marked = field(factory=Marked)
    _at: int = -1
    _listed: tuple[State, list[Input]] | None = None

    @property
    def session(self) -> Session[State]:
        found: Session[State] = self.painter.session
        return found

    # ------------------------------------------------------------ what fingers say
    def touch(self, key: str) -> tuple[Input, ...]:
        """A key; returns what is to be sent, with every shuffle that follows and needs no telling."""
        self._fresh()
        if self.asking is not None and self.asking.values:
            found = self.asking.touch(key.removeprefix(VALUE), self.session.state)
            return self._sent(found) if found else ()
        if self.look:
            self.look = self.look + 1 if key == NEXT else 0
            return ()
        hidden = self.aim.keys(every=True) if self.picked and key.startswith(TARGET) else ()
        offers = {o.choice.key: o for o in (*hidden, *self._all())}
        offer = offers.get(key)
        if offer is None or not offer.choice.enabled:
            return ()
        if offer.sends:
            asks = self.asking is not None and self.asking.begin(self.session.state, offer.sends)
            return () if asks else self._sent(offer.sends)
        if key == AGAIN:
            self.picked, self.page = [], 0
            self.marked.back()
        elif key == MORE:
            self.more = not self.more
        elif key == BUY:
            self.buy, self.page = not self.buy, 0
        elif key == NEXT:
            self.page += 1
        elif key == LOOK:
            self.look = 1
        elif key == WALK and self.asking is not None:
            self.asking.walk(self.session.state)
        elif key.startswith(CARD):
            return self.pick(key.removeprefix(CARD))
        return ()

    def shown(self, card: str) -> tuple[Input, ...] | None:
        """A card on the reader that is a touch here; None: it is an act of its own, which the desk enters."""
        self._fresh()
        return self.marked.shown(self, card)

    def pick(self, name: str) -> tuple[Input, ...]:
        """One more of a card; after the last of its kind all are put back."""
        if self.picked.count(name) >= self.most().get(name, 1):
            self.picked = [c for c in self.picked if c != name]
            self.marked.back(name)
            return ()
        self.page = self.page if self.picked else 0
        self.picked.append(name)
        drop, s = self._drop(), self.session.state
        if drop is not None and len(self.picked) == drop[1].need == hand_size(s.players[s.turn]):
            sends = (self._dropped(drop),)
            self.picked = []
            self.marked.back()
            return self._with_shuffles(sends)
        return ()

    def _sent(self, sends: tuple[Input, ...]) -> tuple[Input, ...]:
        self.marked.gone(self.session.state.round)
        self.picked, self.more = [], False
        return self._with_shuffles(sends)

    def corrected(self) -> Mapping[str, Any] | None:
        """The owner's card values, once one of them was corrected: the game goes on with them."""
        if self.asking is None or not self.asking.corrected:
            return None
        self.asking.corrected = False
        return {"own": self.asking.shelf.read()}

    def _with_shuffles(self, sends: tuple[Input, ...]) -> tuple[Input, ...]:
        """A deck that runs out is shuffled at the table: that says nothing that anybody would have to enter."""
        while not isinstance(prospect := self.session.check(*sends), Ruling):
            owed = self.session.game.pending(prospect.state)[0]
            if not isinstance(owed, Shuffle) or len(sends) > 12:
                break
            sends = (*sends, Shuffled(None, owed.pile))
        return sends

    def _fresh(self) -> None:
        """Touches belong to the moment they were made in."""
        if self._at != self.session.length:
            self.picked, self.more, self.look, self._at = [], False, 0, self.session.length
            self.marked.back()
            s = self.session.state
            turn = (s.round, s.turn, s.phase, s.now.window)
            self.buy, self._turn = self.buy and turn == self._turn, turn
            if self.asking is not None:
                self.asking.close()

    # ------------------------------------------------------------ what is offered
    def panel(self) -> Panel | None:
        self._fresh()
        owed = self.session.pending()
        if isinstance(owed[0], Over):
            return None
        if self.asking is not None and self.asking.values:
            return self.asking.panel(self.painter)
        if self.look:
            return looking(self.painter, self.look - 1, LOOK, ours(self.asking, self.session.state))
        foot = tuple(o.choice for o in self._foot())
        aims, face = bool(self.picked) and self._drop() is None, self.painter.face
        at = self.aim.at() if aims else None
        if taken := [e.favour for e in self.entries() if isinstance(e, acts.Take)]:
            rows = face.explained(self.session, self.painter, taken, ours(self.asking, self.session.state))
        elif at is not None:
            rows = (face.village(self.session, self.painter, at),)
        else:
            rows = face.rows(self.session, self.painter)
        return Panel(self.aim.title() if aims else "", rows, foot, tuple(o.choice for o in self._keys()))

    def _all(self) -> Iterator[Offer]:
        yield from self._keys()
        yield from self._foot()

    def _owed(self) -> Pending:
        return self.session.pending()[0]

    def entries(self) -> list[Input]:
        """Legal inputs of all who are asked, as everybody may know them."""
        session = self.session  # one moment: the desk's thread may go on meanwhile
        state = session.state
        if self._listed is None or self._listed[0] is not state:
            out: list[Input] = []
            for p in session.pending():
                if isinstance(p, Choose | May):
                    for seat in p.seats:
                        out += [e for e in openly(session, seat) if answers(p, e)]
            self._listed = (state, out)
        return self._listed[1]

    def _keys(self) -> Iterator[Offer]:
        owed = self._owed()
        if isinstance(owed, Show):
            yield from (self._shown(owed.by, c) for c in owed.pool)
        elif isinstance(owed, Roll):
            faces = owed.slots[0].faces
            yield from (self._plain(Rolled(None, (f,)), self.painter.speaker.act(Rolled(None, (f,)))) for f in faces)
        elif isinstance(owed, Shuffle):
            yield from (self._plain(s, self.painter.speaker.pending([p])) for p in self.session.pending()
                        if isinstance(p, Shuffle) and (s := Shuffled(None, p.pile)))  # fmt: skip
        else:
            yield from self._choices()

    def _choices(self) -> Iterator[Offer]:
        entries = self.entries()
        if self._drop(entries) is not None:
            yield from self._cards(self.most(entries))
            return
        if any(isinstance(e, acts.Store) for e in entries):
            yield from self._storing(entries)
            entries = [e for e in entries if not isinstance(e, acts.Store)]
        if self.more:
            yield from (self._act(e) for e in entries if isinstance(e, RARE))
            if self.asking is not None and self.asking.left(self.session.state):
                left = str(self.asking.left(self.session.state))
                yield Offer(Choice(WALK, self.painter.speaker._(ASKING["walk"]), left))
            yield Offer(Choice(LOOK, self.key("look")))
            return
        if self.picked:
            yield from self._cards(attackers(entries))
            yield from self.targets()
            return
        hand, paid = list(self._hand(entries)), [e for e in entries if isinstance(e, PAID)]
        at = side(len(hand), len(paid), self.buy)
        if at != BUY:
            yield from hand
        if at != HAND:
            yield from (self._act(e) for e in paid)

    def _hand(self, entries: list[Input]) -> Iterator[Offer]:
        """What is done with cards of the hand, and all else that needs no payment."""
        yield from (self._act(e) for e in entries if isinstance(e, acts.Play | acts.Use))
        yield from self._cards(attackers(entries))
        ahead = (acts.Play, acts.Use, acts.Attack, *PAID, *FOOT, *RARE)
        yield from (self._act(e) for e in entries if not isinstance(e, ahead))

    def _foot(self) -> Iterator[Offer]:
        if isinstance(self._owed(), Show | Roll | Shuffle):
            return
        entries = self.entries()
        if self.picked:
            yield Offer(Choice(AGAIN, self.key("again")))
        drop = self._drop(entries)
        if drop is not None:
            ready = len(self.picked) >= drop[1].need
            sends = (self._dropped(drop),) if ready else ()
            yield Offer(Choice(DROP, self.key("drop"), enabled=ready, why=self.key("more_go")), sends)
            return
        paid, hand = sum(isinstance(e, PAID) for e in entries), sum(1 for _ in self._hand(entries))
        if self.picked:
            return
        if not self.more and hand and paid and (at := side(hand, paid, self.buy)) != BOTH:
            yield Offer(Choice(BUY, self.key("hand" if at == BUY else "buy"), "" if at == BUY else str(paid)))
        yield Offer(Choice(MORE, self.key("back" if self.more else "more")))
        several = len({e.seat for e in entries if isinstance(e, FOOT)}) > 1
        yield from (self._act(e, named=several) for e in entries if isinstance(e, FOOT))

    # ------------------------------------------------------------ keys
    def key(self, key: str) -> str:
        found: str = self.painter.speaker._(KEYS[key])
        return found

    def _tell(self, line: Say | None) -> str:
        return "" if line is None else str(self.painter.speaker.tell(line))

    def _card(self, name: str) -> str:
        found: str = self.painter.speaker.field(card_term(name))
        return found

    def _shown(self, by: int | None, name: str) -> Offer:
        world = self.session.state.world
        act = Shown(by, name)
        picture = pictures.of(world.cards[world.index[name]]) if name in world.index else None
        return Offer(Choice(text(act), i18n.capital(self._card(name)), card=picture), (act,))

    def _plain(self, act: Input, told: str) -> Offer:
        return Offer(Choice(text(act), i18n.capital(told)), (act,))

    def _act(self, entry: Input, named: bool = False, told: str = "") -> Offer:
        """One act as it is named, with its price or what else is to be known."""
        speaker, state = self.painter.speaker, self.session.state
        act = settled(entry, state)
        told = told or self._name(act)
        second = self._tell(price_line(state, act) or self._answer_line(act))
        if named or isinstance(act, acts.Claim):
            second = speaker.field(Who(act.seat))
        return Offer(Choice(text(act), i18n.capital(told), second, card=self._picture(act)), (act,))

    def _picture(self, act: Input) -> Card | None:
        """What is played, bought, built or claimed, as a picture."""
        world = self.session.state.world
        name = getattr(act, "card", "") or getattr(act, "building", "") or getattr(act, "mission", "")
        name = name or (act.what if isinstance(act, acts.Pick) and act.zone else "")
        return pictures.of(world.cards[world.index[name]]) if name in world.index else None

    def _answer_line(self, act: Input) -> Say | None:
        """What an answer makes of an attack: strength against defence, by what lies open and what the card says."""
        s = self.session.state
        if isinstance(act, acts.Defend):
            return window_line(s, act.target, act.card)
        one = isinstance(act, acts.Pass) and s.now.window == 1 and len(s.now.strikes) == 1
        return window_line(s, s.now.strikes[0].target) if one else None

    def _name(self, act: Input) -> str:
        """Short where the key says all: the card itself."""
        speaker = self.painter.speaker
        if isinstance(act, acts.Play):
            told = self._card(act.card)
            return told if act.target is None else f"{told}: {speaker.name(act.target)}"
        if isinstance(act, acts.Defend):
            several = len(self.session.state.now.strikes) > 1
            return f"{self._card(act.card)}: {speaker.field(Where(act.target))}" if several else self._card(act.card)
        if isinstance(act, acts.Buy | acts.Use) or (isinstance(act, acts.Pick) and self._picture(act)):
            return self._card(act.what if isinstance(act, acts.Pick) else act.card)
        if isinstance(act, acts.Build):
            return self._card(act.building)
        if isinstance(act, acts.Pass) and self.session.state.now.window == 1:
            return self.key("no_defence")
        if isinstance(act, acts.Pick) and (way := way_line(self.session.state, act)) is not None:
            return self._tell(way)
        return str(speaker.act(act))

    def _cards(self, most: dict[str, int]) -> Iterator[Offer]:
        """Cards to touch one by one; those touched are marked with their number."""
        picked, s = Counter(self.picked), self.session.state
        for name, n in most.items():
            card = s.world.index[name]
            own = strength_of(s, s.turn, card) if s.phase == Phase.TURN and s.world.fighter[card] else None
            second = self._tell(hand_line(picked[name], n, own))
            shown = pictures.of(s.world.cards[card])
            yield Offer(Choice(CARD + name, self._card(name), second, card=shown, chosen=bool(picked[name])))

    @property
    def aim(self) -> Aim:
        return Aim(self.painter, self.picked, self.page)

    def targets(self) -> Iterator[Offer]:
        """What may be attacked in one village, and what else may be meant by what was marked."""
        yield from self.aim.keys()
        if len(self.picked) == 1:  # what was marked may be meant to be bought
            for e in self.entries():
                if isinstance(e, acts.Buy) and e.card == self.picked[0]:
                    yield self._act(e, told=str(self.painter.speaker.act(settled(e, self.session.state))))
        if (onward := self.aim.onward()) is not None:
            yield Offer(onward)

    def _storing(self, entries: list[Input]) -> Iterator[Offer]:
        """All that can be stored, at one touch; other layouts are entered by hand."""
        best = [settled(e, self.session.state) for e in entries if isinstance(e, acts.Store)]
        told = "; ".join(self.painter.speaker.act(e) for e in best)
        seat = best[0].seat
        yield Offer(Choice("store", i18n.capital(told)), (*best, acts.Pass(seat)))

    # ------------------------------------------------------------ hands at the round's end
    def _drop(self, entries: list[Input] | None = None) -> tuple[acts.Drop, Any] | None:
        """The entry that says what of a hand is discarded, with its open field."""
        entries = self.entries() if entries is None else entries
        for e in entries:
            if isinstance(e, acts.Drop) and isinstance(e.cards, Weighed):
                return e, e.cards
        return None

    def most(self, entries: list[Input] | None = None) -> dict[str, int]:
        entries = self.entries() if entries is None else entries
        drop = self._drop(entries)
        return dict(drop[1].of) if drop is not None else attackers(entries)

    def _dropped(self, drop: tuple[acts.Drop, Any]) -> Input:
        return acts.Drop(drop[0].seat, tuple(Counter(self.picked).items()))
