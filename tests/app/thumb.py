"""The thumb of a player who knows what to do: every act through the live table page, by the fewest touches it offers.

What a key means is asked of the entry behind it; that it is there, large enough and answers is found out by touching.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import attrs

from companion.app.entry.numbers import NUMBER, TEN, TENS
from companion.app.entry.strip import Keys, Throw
from companion.app.entry.touches import ONWARD
from companion.app.live.curtain import OPEN
from companion.app.live.openly import secretly
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.engine.game import fold
from companion.engine.legal import fits
from companion.engine.session import Accepted, Session
from companion.engine.types import (
    Choose,
    Input,
    Over,
    Roll,
    Rolled,
    Ruling,
    Shown,
    Shuffle,
    Shuffled,
    answers,
    word,
)
from companion.games.loewenherz import inputs as lh
from companion.games.vikings_gone_wild import inputs as vg
from companion.games.vikings_gone_wild.screen.pad import PAID, RARE
from companion.games.vikings_gone_wild.zones import hand_size
from companion.games.walisk import inputs as wa
from companion.games.walisk.mustering import needs, relief
from companion.games.walisk.screen.losses import OPENS, asked_next
from companion.games.walisk.state import Phase
from tests.app.finger import Finger, Stuck

HELD_S = 0.4
ANSWER_S = 10.0  # after which people touch again
MANY = 12  # acts that are thought of ahead
# What of a page people tell a new one by.
SEEN = ("prompt", "panel", "strip", "log", "curtain", "refusal", "by_hand")
Player = Callable[[Any], Input | None]  # from the session to the act it wants next


class Lost(AssertionError):
    """The page offers no way to an act that the rules allow."""


class Entered(NamedTuple):
    """What one go of the thumb entered: the kind of the first act, its seat, the touches, all acts, in which round."""

    kind: str
    seat: int | None
    touches: int
    done: tuple[Input, ...]
    round: int = 0


class Thumb:
    """``acts``: what was entered; ``aside``: touches for questions that a box is asked once in its life."""

    def __init__(self, finger: Finger, player: Player) -> None:
        self.f, self.player = finger, player
        self.acts: list[Entered] = []
        self.aside = 0
        self.before = 0
        self.unfit: list[str] = []  # acts that the page has no touches for
        self.forms = 0  # touches of a plain form: one for the kind, one a field, one to enter
        self.wishes: list[Input] = []  # what the player wants next, as far as it was thought of

    # ------------------------------------------------------------ what is there
    @property
    def play(self) -> Any:
        return self.f.backend.ctx.play

    @property
    def session(self) -> Any:
        return self.play.session

    @property
    def view(self) -> TableView:
        self.f.settle()
        found: TableView = self.f.shell.views[TableView]
        return found

    def keys(self) -> Keys:
        """The keys of the moment; the desk's thread shows them too."""
        with self.f.backend.ctx.views:
            found: Keys = self.play.finger.touches.keys()
        return found

    def fresh(self) -> None:
        with self.f.backend.ctx.views:
            self.play.finger.touches.fresh()

    def press(self, tap: Tap) -> None:
        """The part on the screen that posts this, once nothing lies over it."""
        self.f.until(lambda: not self.f.parts("Busy"), "the app to be ready")
        for way in ("down", "up"):
            while not (found := self.on_top(tap)) and (onward := self.turns(way)):
                self.f.tap(onward[-1])  # a list of several pages is turned
        if not found:
            raise Lost(f"{tap} is not on the page: {self.f.words()}")
        self.f.tap(found[-1])

    def on_top(self, tap: Tap) -> list[Any]:
        """Parts on the page that post this."""
        return [p for p in self.f.parts() if getattr(p, "tap", None) == tap and p.w > 0 and p.enabled]

    def turns(self, *ways: str) -> list[Any]:
        """Buttons that turn the pages of a list."""
        return [p for p in self.f.parts("PushButton") if p.icon in ways and p.enabled]

    def spot(self, space: str) -> tuple[float, float]:
        """Where a space is drawn, in pixels."""
        from companion.app.widgets.part import look

        (board,) = self.f.parts("HandBoard") or self.f.parts("BoardPart")
        left, top, k = board.fit()
        window = board.shown().window
        x0, y0 = window[:2] if window else (0.0, 0.0)
        x, y = next(s.label_at for s in board.value.drawing.shapes if s.id == space)
        u = look().u
        return board.x + (left + (x - x0) * k) * u, board.top - (top + (y - y0) * k) * u

    def board(self, *spaces: str, held: float = 0.0) -> None:
        self.f.until(lambda: not self.f.parts("Busy"), "the app to be ready")
        self.f.touch_at(*(self.spot(s) for s in spaces), held=held)

    def came(self, before: int) -> None:
        """Until the desk has answered and the page shows it."""
        sitting = self.play.sitting
        while self.session.length == before and self.confirmed():
            pass
        self.f.until(lambda: self.session.length > before and sitting.latest.at == self.session.length, "the desk")
        self.f.until(lambda: self.view.curtain is not None or self.f.place == "end" or self.told(), "the page")

    def told(self) -> bool:
        """Whether the page is that of the newest state: people look before they touch; a key that has gone is dead."""
        with self.f.backend.ctx.views:
            now: TableView = self.f.backend.table.view(self.play)
        seen = self.view
        return all(getattr(now, part) == getattr(seen, part) for part in SEEN)

    # ------------------------------------------------------------ a game
    def go(self, most: int, until: Callable[[Any], bool] = lambda _s: False) -> int:
        """Plays until the game or ``most`` acts are over; returns how many were entered."""
        n = 0
        while n < most and not isinstance(self.session.pending()[0], Over) and not until(self.session.state):
            n += self.step()
        return n

    def step(self) -> int:
        """One act, or a whole muster, at the least touches."""
        if self.asked():
            return 0
        before, touched, now = self.session.length, self.f.touches, getattr(self.session.state, "round", 0)
        self.before = before
        acts = self.turn()
        self.came(before)
        steps = self.session.past[-(self.session.length - before) :]
        done = tuple(s.act for s in steps if s.act is not None)
        assert done, acts
        self.acts.append(Entered(type(done[0]).__name__, done[0].seat, self.f.touches - touched, done, now))
        self.forms += sum(map(form, done))
        return len(done)

    def asked(self) -> bool:
        """A question about what a card says: it is so, and never asked again."""
        view = self.view
        keys = (*view.panel.choices, *view.panel.pad) if view.panel is not None else ()
        if view.strip is not None:
            keys = (*keys, *view.strip.keys, *view.strip.foot)
        if "value:right" not in [c.key for c in keys]:
            return False
        before = self.f.touches
        self.press(Tap("panel", "value:right"))
        self.aside += self.f.touches - before
        self.f.touches = before
        return True

    def confirmed(self) -> bool:
        """A value that was asked before an act could be entered stands as it is offered; told apart."""
        self.f.settle()
        strip = self.view.strip
        keys = [c.key for c in (*strip.keys, *strip.foot) if c.key.startswith("value:")] if strip is not None else []
        if not keys:
            return False
        before = self.f.touches
        self.press(Tap("panel", keys[-1]))
        self.aside += self.f.touches - before
        self.f.touches = before
        return True

    def turn(self) -> Any:
        owed = self.session.pending()[0]
        if self.play.handover.waiting():
            return self.sealed()
        self.f.until(lambda: self.view.curtain is None and self.told(), "the table without a curtain")
        if isinstance(owed, Roll):
            return self.throw(owed)
        if isinstance(owed, Shuffle) and (self.view.strip is None or self.view.strip.tap == "key"):
            self.press(Tap("key", "shuffled"))
            return owed
        state = self.session.state
        if self.session.game.id == "walisk" and state.phase == Phase.MUSTER and not state.bouts:
            return self.muster()
        if self.switch():
            self.press(Tap("key", "app_fights"))  # once: the app throws in every fight
            self.f.until(lambda: not self.switch(), "the switch")
        act, touched = self.wish(), self.f.touches
        self.enter(act)
        if self.f.touches == touched:
            raise Lost(f"no way to {act}: {self.f.words()}")
        try:
            self.f.until(self.begun, "an answer", ANSWER_S)
        except Stuck as e:  # a busy app takes no touch: it is made again, and counted
            if not self.keyed(act):
                raise Lost(f"no way to {act}: {e}") from e
            self.f.until(self.begun, "an answer")
        return act

    def switch(self) -> bool:
        """Whether the app may be asked to throw in every fight, and was not yet."""
        return any(k.choice.key == "app_fights" and not k.choice.chosen for k in self.keys().foot)

    # ------------------------------------------------------------ what the player wants
    def wish(self) -> Input:
        """The next act; one that was thought of ahead only if nothing has come between."""
        while self.wishes:
            act = self.wishes.pop(0)
            if not isinstance(self.session.check(act), Ruling):
                return act
        act = self.player(self.session)
        assert act is not None
        return act

    def ahead(self, act: Input, goes_on: Callable[[list[Input], Input], bool]) -> list[Input]:
        """An act with those that follow it as part of the same touches; the one after them is kept as a wish."""
        game, found, state = self.session.game, [act], self.session.state
        while len(found) < MANY:
            decision = game.decide(state, found[-1])
            assert not isinstance(decision, Ruling)
            state = fold(game, state, decision)
            if not isinstance(owed := game.pending(state)[0], Choose) or owed.seats != (act.seat,):
                break
            more = self.wishes.pop(0) if self.wishes else self.player(Asked(self.session, state))
            if more is None:
                break
            if not goes_on(found, more):
                self.wishes.insert(0, more)
                break
            found.append(more)
        return found

    def begun(self) -> bool:
        """Whether the touches led somewhere: the act is on its way, or something is asked before it."""
        sitting = self.play.sitting
        try:
            self.f.until(
                lambda: self.session.length > self.before or sitting.latest.refusal is not None or self.asks(),
                "the desk",
            )
        except Stuck:
            return False
        return True

    def asks(self) -> bool:
        strip = self.view.strip
        return strip is not None and any(c.key.startswith("value:") for c in (*strip.keys, *strip.foot))

    # ------------------------------------------------------------ throws
    def throw(self, owed: Roll) -> None:
        keys = self.keys()
        app = next((k for k in reversed(keys.foot) if isinstance(k.sends, Throw)), None)
        if app is not None and len(owed.slots) > 1:
            self.press(Tap("key", app.choice.key))
            return
        wanted = self.player(self.session)
        assert isinstance(wanted, Rolled)
        before = self.session.length
        for face in wanted.faces[:12]:
            self.press(Tap("key", f"die:{face}"))
        assert self.session.length >= before

    # ------------------------------------------------------------ any act
    def enter(self, act: Input) -> None:
        own: dict[type[Input], Callable[[Any], None]] = {
            vg.Attack: self.attack, vg.Drop: self.drop, wa.Walk: self.move, wa.Sail: self.move,
            wa.Lose: self.lose, lh.LayDecision: self.decide, lh.EndAlliance: self.end_alliance,
        }  # fmt: skip
        if type(act) in own:
            own[type(act)](act)
        elif isinstance(act, vg.Store):  # all that can be stored is what people do
            self.press(Tap("panel", "store"))
        elif not (self.keyed(act) or self.asked_for(act) or self.turned(act) or self.placed(act)):
            self.by_hand(act)

    def lose(self, act: Any) -> None:
        """A key, or where the ways are many the number of each group."""
        touches = self.play.finger.touches
        while not self.keyed(act):
            lost = touches.lost()
            entry = touches.told_by_group(lost, tuple(touches.answers(lost)))
            if entry is None and self.keys().find(OPENS + act.field) is None:
                self.by_hand(act)
                return
            if entry is None:
                self.press(Tap("key", OPENS + act.field))
                continue
            n = dict(act.lost).get(asked_next(entry.lost, touches.losing.chosen)[0], 0)
            shown = self.keys().find(f"{NUMBER}{n}") is not None
            self.press(Tap("key", f"{NUMBER}{n}" if shown else f"{TENS}{n // TEN}"))

    def placed(self, act: Input) -> bool:
        """Whether touches of its places enter it."""
        touches = self.play.finger.touches
        places = touches.places(act)
        if not places or not any(fits(e, act) for e in touches.entries()):
            return False
        for place in places:
            if place in touches.touched:
                continue
            self.board(place)
            self.f.settle()
            if self.play.sitting.painter.window is not None:
                self.board(place)
        if touches.chosen() and not touches.meant():
            self.keyed(act)
        return True

    def keyed(self, act: Input) -> bool:
        """Whether a key on the page enters it, or on another page of a long list of ways."""
        while not self.on_page(act):
            onward = next((k.choice for k in self.keys().foot if k.choice.key == ONWARD), None)
            if onward is None or len(set(onward.second.split("/"))) == 1:  # the last page
                return False
            self.press(Tap("key", ONWARD))
        return True

    def on_page(self, act: Input) -> bool:
        shown = {p.tap: p.enabled for p in self.f.parts() if isinstance(getattr(p, "tap", None), Tap)}
        behind = bool(self.turns("up", "down"))  # on another page of its list
        for tap, sends in self.offers():
            if shown.get(tap, behind) and sends and (same(sends[0], act) or alike(sends, act)):
                self.press(tap)
                return True
        return False

    def asked_for(self, act: Input) -> bool:
        """Whether a key asks for the number of it."""
        touches = self.play.finger.touches
        for i, e in enumerate(touches.asked()):
            if fits(e, act):
                self.press(Tap("key", f"enter:open:{i}"))
                return self.keyed(act)
        return False

    def turned(self, act: Input) -> bool:
        """Whether a key on another page of the panel enters it."""
        back = getattr(self.play.pad, "buy", False)  # the purchases lie open, the hand is wanted
        if back or isinstance(act, (*PAID, *RARE)):
            key = "more" if isinstance(act, RARE) else "buy"
            if self.offered(key):
                self.press(Tap("panel", key))
                if self.keyed(act):
                    return True
        for _ in range(MANY):
            if not self.offered("page"):
                return False
            self.press(Tap("panel", "page"))
            if self.keyed(act):
                return True
        return False

    def offered(self, key: str) -> bool:
        return any(getattr(p, "tap", None) == Tap("panel", key) for p in self.f.parts())

    def decide(self, act: Any) -> None:
        """Politics cards that go along, then the decision."""
        for card in act.politics:
            self.press(Tap("panel", f"along:{card}"))
        self.press(Tap("panel", "decide:" + "+".join(map(str, act.numbers))))

    def end_alliance(self, act: Any) -> None:
        """The key that says so, then whose and what is paid."""
        self.press(Tap("key", "enter:end_alliance"))
        if not self.keyed(act):
            self.board(act.own)
            if not self.keyed(act):
                self.by_hand(act)

    def by_hand(self, act: Input) -> None:
        """The form, for what the page has no key for; while something is sealed it is a list of a right's ways."""
        if not self.play.handover.waiting():
            self.unfit.append(word(type(act)))
        self.f.until(self.told, f"the page on which {act} is entered")
        self.press(Tap("go", "hand"))
        form = self.play.hand
        self.f.until(lambda: self.f.place == "hand", "the form")
        if not form.kind:
            self.press(Tap("hand_kind", word(type(act))))
        for _ in range(MANY):
            self.f.settle()
            if ways := form.ways():  # listed whole
                self.press(Tap("hand_value", ("way", str(ways.index(act)))))
                break
            want = {f.id: getattr(act, f.id) for f in form.fields()}
            kinds = {f.id: f.kind for f in form.fields()}
            missing = next((n for n, v in want.items() if not entered(kinds[n], form.values.get(n), v)), None)
            if missing is None:
                break
            kind = kinds[missing]
            if kind == "space":
                self.board(want[missing])
            elif kind == "counts":
                have = dict(form.values.get(missing) or {})
                more = next(k for k, n in dict(want[missing]).items() if have.get(k, 0) < n)
                self.press(Tap("hand_value", (missing, {**have, more: have.get(more, 0) + 1})))
            else:
                self.press(Tap("hand_value", (missing, str(want[missing]))))
        self.press(Tap("hand_enter"))
        self.f.until(lambda: self.f.place != "hand", "the table")

    def attack(self, act: Any) -> None:
        """Every attacker and the target."""
        if self.play.pad.more:
            self.press(Tap("panel", "more"))
        if self.play.pad.buy and self.offered("buy"):
            self.press(Tap("panel", "buy"))
        loads = list(act.carried)
        for name, n in act.attackers:
            for copy in range(1, n + 1):  # each with what it carries
                mine = [i for i, unit, number in loads if (unit, number) == (name, copy)]
                for card in (name, *mine):
                    self.press(Tap("panel", f"card:{card}"))
                    self.f.settle()
        for card in act.boosts:
            self.press(Tap("panel", f"card:{card}"))
            self.f.settle()
        target = Tap("panel", f"target:{act.target}")
        for _ in range(MANY):
            if self.offered(target.payload) or not self.offered("page"):
                break
            self.press(Tap("panel", "page"))
        self.press(target)

    def drop(self, act: Any) -> None:
        """What is discarded, card by card; the last one of a whole hand needs no more."""
        players = self.play.pad.session.state.players
        whole = sum(n for _, n in act.cards) == hand_size(players[act.seat])
        for name, n in act.cards:
            for _ in range(n):
                self.press(Tap("panel", f"card:{name}"))
        if not whole:
            self.press(Tap("panel", "drop"))

    def offers(self) -> Iterator[tuple[Tap, tuple[Input, ...]]]:
        """Keys on the page with what each enters."""
        view = self.view
        strip = view.strip
        if strip is not None:
            for k in (*self.keys().keys, *self.keys().foot):
                if not isinstance(k.sends, Throw):
                    yield Tap("key", k.choice.key), k.sends
        shown = (*(strip.keys + strip.foot if strip is not None and strip.tap == "panel" else ()),
                 *(view.panel.pad + view.panel.choices if view.panel is not None else ()))  # fmt: skip
        for c in shown:
            yield Tap("panel", c.key), self.means(c.key)

    def means(self, key: str) -> tuple[Input, ...]:
        pad = self.play.pad
        if hasattr(pad, "_all"):
            found = next((o for o in pad._all() if o.choice.key == key), None)
            return found.sends if found is not None else ()
        acts: tuple[Input, ...] = self.play.sitting.painter.face.acts(self.session, key)
        return acts

    # ------------------------------------------------------------ Walisk
    def move(self, act: Any) -> None:
        """The stack, its number if it is another than all, and where it goes in the end."""
        moves = self.play.finger.touches.moves
        self.fresh()
        ships = isinstance(act, wa.Sail)
        n = act.ships if ships else act.men
        way = [act] if ships else self.ahead(act, onward)
        whole = n == max(moves._size(x) for x in moves.stacks(act.field))
        if not ships and whole and len(moves.stacks(act.field)) == 1 and self.cheapest(act.field, way):
            self.board(act.field, way[-1].to)  # dragged
            return
        if not (moves.again and moves.start == act.field and moves.n == n and not ships):
            held = HELD_S if n == 1 and not ships else 0.0
            if ships or moves.start != act.field:
                self.board(act.field, held=held)
            if not ships and n != (moves.n or max(moves._size(x) for x in moves.stacks(act.field))):
                self.number(n)
        routes = [r for x in moves.taken() for r in moves.reached(x).get(way[-1].to, ())]
        if len(way) > 1 and (not routes or routes[0].acts != tuple(way)):
            way, self.wishes = way[:1], [*way[1:], *self.wishes]  # another way than the cheapest
        self.board(way[-1].to)
        if moves.open:
            kind = [bool(r.stack.ships) == ships for r in moves.open]
            key = next((i for i, r in enumerate(moves.open) if r.acts == tuple(way)), kind.index(True))
            self.press(Tap("key", f"way:{key}"))

    def cheapest(self, field: str, way: list[Any]) -> bool:
        """Whether the app takes this very way of itself."""
        moves = self.play.finger.touches.moves
        routes = [r for x in moves.stacks(field) for r in moves.reached(x).get(way[-1].to, ())]
        return len({r.differs for r in routes}) == 1 and routes[0].acts == tuple(way)

    def number(self, n: int) -> None:
        """A number of the pad; of a long one its ten first."""
        keys = [k.choice.key for k in self.keys().keys]
        if f"n:{n}" not in keys:
            self.press(Tap("key", f"tens:{n // 10}"))
        self.press(Tap("key", f"n:{n}"))

    def muster(self) -> None:
        """The player's whole muster as one list, confirmed at once."""
        state, seat = self.session.state, self.session.state.due[0]
        game, wished = self.session.game, Counter[tuple[str, str, str]]()
        while state.phase == Phase.MUSTER and state.due and state.due[0] == seat:
            act = self.player(attrs.evolve(Asked(self.session), state=state))
            assert act is not None
            if isinstance(act, wa.Place):
                wished[act.kind, act.field, act.water] += act.n
            decision = game.decide(state, act)
            assert not isinstance(decision, Ruling)
            state = fold(game, state, decision)
        self.list_of(wished)
        if wished:
            self.press(Tap("key", "muster"))
        else:
            self.enter(wa.Done(seat))

    def list_of(self, wished: Counter[tuple[str, str, str]]) -> None:
        order = sorted(wished, key=lambda k: (("house", "ship", "man").index(k[0]), wished[k]))
        muster = self.play.finger.touches.muster
        self.fresh()
        for kind, field, _water in order:
            plan = muster.now()
            more = relief(muster.s, plan)
            if kind == "man" and more != plan and all(wished[i.kind, i.field, i.water] >= i.n for i in more.items):
                self.press(Tap("key", "relief"))
                plan = muster.now()
            n = wished[kind, field, _water] - sum(i.n for i in plan.items if (i.kind, i.field) == (kind, field))
            if not n:
                continue
            if (muster.kind or needs(self.session.state, plan, field)) != kind:
                self.press(Tap("key", f"kind:{kind}"))
            room = plan.room(self.session.state, kind)
            if kind == "man" and n != min(muster.n or muster.likely(field), room):
                if n == 1:
                    self.board(field, held=HELD_S)
                elif muster.n and n == min(muster.likely(field), room):
                    self.press(Tap("key", f"n:{muster.n}"))  # no number any more
                    self.board(field)
                else:
                    self.number(n)
                    self.board(field)
            else:
                self.board(field)

    # ------------------------------------------------------------ behind the curtain
    def sealed(self) -> Any:
        """The tablet is taken, something is chosen unseen, and sealed; a right that need not wait is used before."""
        self.f.rest()
        act = self.wish()
        if not any(answers(p, act) for p in secretly(self.session)):
            self.by_hand(act)
            return act
        (hold,) = self.f.until(lambda: self.f.parts("HoldButton"), "the button to hold")
        self.f.touch_at(hold.center, held=1.2)
        self.f.until(lambda: self.view.curtain is None or self.view.curtain.secret is not None, "what lies behind it")
        for _ in range(99):
            if act.seat == self.play.handover.seat() and any(answers(p, act) for p in secretly(self.session)):
                break
            act = self.player(self.session)
        values = {f"pick:{v}" for v in picks(act)}
        for _ in range(MANY):
            secret = self.view.curtain.secret if self.view.curtain is not None else None
            if secret is None:
                return None
            keys = [c for c in (*secret.choices, *secret.pad) if c.enabled and not c.chosen]
            named = [c.key for c in keys if c.key in values or c.key == f"kind:{word(type(act))}"]
            part = {f"pick:tens:{int(n) // OPEN}" for v in values if (n := v.removeprefix("pick:")).isdigit()}
            named += [c.key for c in keys if c.key in part]
            more = {v.removeprefix("pick:") for v in values}
            sets = {str(getattr(act, a.name)) for a in attrs.fields(type(act)) if a.name != "seat"}
            ways = [c.key for c in keys if c.key.startswith("with:")]
            along = [k for k in ways if set(k[5:].split("+")) == more or k[5:] in sets]
            key = (*along, *named, "enter")[0]
            values.discard(key)
            self.press(Tap("panel", key))
            if key == "enter" or along:
                return None
        raise Lost(f"no way to {act} behind the curtain: {self.f.words()}")


def entered(kind: str, value: Any, wished: Any) -> bool:
    """Whether a field of the form holds what is wished."""
    if kind == "counts":
        return {k: n for k, n in dict(value or {}).items() if n} == dict(wished or ())
    return str(value) == str(wished)


def singly(session: Any) -> Session[Any]:
    """The game of a session again, every act entered by itself."""
    single: Session[Any] = Session(session.game, session.config)
    for step in session.past:
        assert isinstance(single.submit((step.act,), step.source), Accepted)
    return single


def picks(act: Input) -> Iterator[str]:
    """What is touched of an act behind the curtain."""
    for a in attrs.fields(type(act)):
        value = getattr(act, a.name)
        for v in value if isinstance(value, tuple) else (value,):
            if a.name != "seat":
                yield str(v[0] if isinstance(v, tuple) else v)


def onward(found: list[Any], act: Input) -> bool:
    """Whether an act is the next step of the stack that has just walked."""
    last = found[-1]
    return isinstance(act, wa.Walk) and (act.field, act.men) == (last.to, last.men) and act.to != last.field


def alike(sends: tuple[Input, ...], act: Input) -> bool:
    """Whether a key enters the same for several seats, this one among them."""
    return len({type(a) for a in sends}) == 1 < len({a.seat for a in sends}) and any(same(a, act) for a in sends)


def same(a: Input, b: Input) -> bool:
    """Whether two inputs say the same; who shows a card is known to the table."""
    if isinstance(a, Shown) and isinstance(b, Shown):
        return a.card == b.card
    if isinstance(a, Shuffled) and isinstance(b, Shuffled):
        return a.pile == b.pile
    return a == b


@attrs.define
class Asked:
    """A session as the player sees it, at a state that was only thought of."""

    session: Any
    state: Any = None

    @property
    def game(self) -> Any:
        return self.session.game

    def pending(self) -> Any:
        return self.game.pending(self.state)


def form(act: Input) -> int:
    """Touches of a plain form: the form, the kind, each field, the end; a die is a touch."""
    if isinstance(act, Rolled):
        return len(act.faces)
    if isinstance(act, Shown | Shuffled):
        return 2
    fields = [a.name for a in attrs.fields(type(act)) if a.name != "seat"]
    return 3 + sum(getattr(act, n) not in ("", (), None) for n in fields)


__all__ = ["Asked", "Lost", "Stuck", "Thumb", "form"]
