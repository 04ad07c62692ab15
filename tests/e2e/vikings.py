"""People at a table of Vikings Gone Wild who touch the tablet: the driver sees only what is on the screen.

What the tablet cannot know lies here: the cards in each hand. Every touch is counted, and what it was good for.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from companion.app import setup_views as v
from companion.engine.types import Choose, Input, Over, Ruling, Shuffled
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.box.vocabulary import Discard
from companion.games.vikings_gone_wild.rules.running import discarder, step_at
from companion.games.vikings_gone_wild.rules.targets import open_targets
from companion.games.vikings_gone_wild.screen.fight import attack_from
from companion.games.vikings_gone_wild.screen.pad import VikingPad
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.zones import hand_size
from tests.e2e.keys import foot_of, keys_of

if TYPE_CHECKING:  # the tests' own library is not for whoever only counts touches
    from tests.e2e.test_live import Screen

NAMES = (("Anna", "red"), ("Ben", "blue"), ("Clara", "green"), ("David", "yellow"))


@define
class Turn:
    """One player's turn: what he did, and the touches it took."""

    seat: int
    acts: list[Input] = field(factory=list)
    touches: int = 0

    @property
    def due(self) -> int:
        """Cards and choices: no act is dearer than what it tells."""
        return sum(price(a) for a in self.acts)


def price(act: Input) -> int:
    """Cards and choices of an act; a shuffle tells nothing."""
    if isinstance(act, Shuffled):
        return 0
    if isinstance(act, acts.Attack):
        return sum(n for _, n in act.attackers) + len(act.carried) + len(act.boosts) + 1
    if isinstance(act, acts.Drop):
        return max(1, sum(n for _, n in act.cards))
    return 1


def begin(screen: Screen, players: int, first: int | None = 0) -> None:
    """From the start screen to the first turn, as short as it goes."""
    people = tuple(v.Player(n, c) for n, c in NAMES[:players])
    screen.tap("begin", ("vikings_gone_wild", "none"))
    screen.tap("set_up", v.Draft("vikings_gone_wild", "none", people, first, {}, ()))
    screen.tap("guide_lot")
    screen.until(lambda: screen.views[v.GuideView].ready)
    screen.tap("guide_start")


@define
class People:
    """``bold``: how often somebody does something rather than nothing."""

    screen: Screen
    rng: random.Random
    bold: float = 0.9
    hands: dict[int, Counter[str]] = field(factory=dict)
    turns: list[Turn] = field(factory=list)
    asked: int = 0  # touches that confirmed what stands on cards
    _touched: int = 0
    _sent: int = 0
    _at: tuple[int, int] = (-1, -1)

    def __attrs_post_init__(self) -> None:
        seating = self.screen.backend.seating
        sit = seating.sit

        def seated(*args: Any, **named: Any) -> Any:
            play = sit(*args, **named)
            self._count(play)
            return play

        seating.sit = seated  # type: ignore[method-assign]
        self._count(self.screen.backend.ctx.play)

    def _count(self, play: Any) -> None:
        """Count what this game at the table sends to its desk."""
        send = play.send

        def counted(message: Any) -> None:
            self._sent += 1
            send(message)

        play.send = counted

    @property
    def session(self) -> Any:
        return self.screen.backend.sitting.session

    @property
    def state(self) -> State:
        found: State = self.session.state
        return found

    # ------------------------------------------------------------ the cards in the hands
    def draw(self) -> None:
        """Hands as they must be now: cards that left are gone, others are drawn from what lies unseen."""
        s = self.state
        for seat, p in enumerate(s.players):
            ids = s.world.ids
            sure = Counter(ids[c] for c in p.hand)  # cards that came to the hand openly
            pool = Counter(ids[c] for c in p.pool)
            rest = (self.hands.get(seat, Counter()) - sure) & pool
            while sum(rest.values()) > p.blind:
                rest[self.rng.choice(sorted(rest.elements()))] -= 1
            while sum(rest.values()) < p.blind:
                rest[self.rng.choice(sorted((pool - rest).elements()))] += 1
            hand = sure + rest
            assert sum(hand.values()) == hand_size(p)
            self.hands[seat] = +hand

    def put_down(self, seat: int, cards: dict[str, int]) -> None:
        self.hands[seat] = self.hands[seat] - Counter(cards)

    # ------------------------------------------------------------ touches
    def touch(self, key: str) -> None:
        """One key of the panel; when it enters something the table waits for the screen."""
        length, before = self.session.length, self.state
        shown = {c.key: c for c in keys_of(self.screen.table)}
        assert key in shown, (key, list(shown))
        assert shown[key].enabled, key
        sent = self._sent
        self.screen.tap("panel", key)
        self._touched += 1
        if any(c.key == "value:right" for c in foot_of(self.screen.table)):
            self.screen.tap("panel", "value:right")
            self.asked += 1
        if self._sent == sent:
            return
        sitting, backend = self.screen.backend.sitting, self.screen.backend
        self.screen.until(
            lambda: sitting.latest.at == self.session.length > length or sitting.latest.refusal is not None
        )
        assert sitting.latest.refusal is None, (key, sitting.latest.refusal)
        backend.table.show()
        self.screen.take()
        self.note(before, length)
        self.draw()

    def note(self, before: State, length: int) -> None:
        done = [step.act for step in self.session.past if step.line > length and step.act is not None]
        if before.phase == "turn":
            if not self.turns or self._at != (before.round, before.turn):
                self._at = (before.round, before.turn)
                self.turns.append(Turn(before.turn))
            self.turns[-1].acts += done
            self.turns[-1].touches += self._touched
        else:
            self._at = (-1, -1)
        self._touched = 0

    # ------------------------------------------------------------ play
    def play(self, most: int = 3000) -> None:
        """To the end of the game, or for so many decisions."""
        self.draw()
        for _ in range(most):
            owed = self.session.pending()[0]
            if isinstance(owed, Over):
                return
            self.decide(owed)

    def decide(self, owed: Any) -> None:
        panel = self.screen.table.panel
        pad = [c for c in panel.pad if c.enabled]
        if not isinstance(owed, Choose):
            self.touch(self.rng.choice(pad).key)
            return
        if dict(owed.facts).get("held") is not None and owed.rule == "VG-14.2":
            self.drop(owed.seats[0])
            return
        seat = owed.seats[0]
        if dict(owed.facts).get("step") == "discard":
            self.discard(pad)
            return
        if self.state.phase == "turn" and not self.state.now.window and "attack" in owed.what:
            self.turn(seat, pad)
            return
        wanted = [c for c in pad if self.could(seat, c.key)]
        foot = [c for c in foot_of(self.screen.table) if c.enabled and c.key not in ("more", "buy")]
        if wanted and (not foot or self.rng.random() < self.bold):
            self.act(seat, self.rng.choice(wanted).key)
        else:
            self.touch(self.rng.choice(foot).key)

    def discard(self, pad: list[Any]) -> None:
        """A card that somebody must part with, out of a real hand; declined where it holds none that fits."""
        frame = self.state.stack[-1]
        step = step_at(self.state, frame)
        assert isinstance(step, Discard)
        of = discarder(frame, step)
        there = [c.key for c in pad if self.hands[of][c.key.split("what=")[-1].split(" ")[0]]]
        foot = [c.key for c in foot_of(self.screen.table) if c.enabled and c.key not in ("more", "buy")]
        key = self.rng.choice(there or foot)
        if there:
            self.put_down(of, {key.split("what=")[1].split(" ")[0]: 1})
        self.touch(key)

    def could(self, seat: int, key: str) -> bool:
        """Whether a player has the card that a key is about."""
        _, kind, *values = key.split(" ") if " " in key else ("", key, "")
        if kind in ("play", "defend") or (kind == "pick" and "zone=hand" in values):
            return bool(self.hands[seat][values[0].split("=")[1]])
        return not key.startswith("card:")

    def act(self, seat: int, key: str) -> None:
        if " play " in key or " defend " in key or "zone=hand" in key:
            name = key.split("=")[1].split(" ")[0]
            self.put_down(seat, {name: 1})
        self.touch(key)

    def turn(self, seat: int, pad: list[Any]) -> None:
        """Cards for their effects first, then attacks and purchases in any order, then the end."""
        plays = [c.key for c in pad if " play " in c.key and self.could(seat, c.key)]
        if plays and self.rng.random() < 0.97:
            self.act(seat, self.rng.choice(plays))
            return
        fight = None if self.buying else self.fight(seat)
        if fight is not None and self.rng.random() < self.bold:
            picked, target = fight
            for name in picked:
                self.touch(f"card:{name}")
            self.put_down(seat, Counter(picked))
            while f"target:{target}" not in {c.key for c in keys_of(self.screen.table)}:
                self.touch("page")  # another village
            self.touch(f"target:{target}")
            return
        foot = [c.key for c in foot_of(self.screen.table)]
        if "buy" in foot and not self.buying and self.rng.random() < self.bold:
            self.touch("buy")
            return
        other = [c.key for c in pad if " " in c.key and " play " not in c.key]
        if other and self.rng.random() < self.bold:
            self.act(seat, self.rng.choice(other))
            return
        self.touch(next(k for k in foot if "end_turn" in k or "declared" in k))

    @property
    def buying(self) -> bool:
        """Whether the page of prices is open; who is there has played all he wanted to play."""
        pad = self.screen.backend.ctx.play.pad
        assert isinstance(pad, VikingPad)
        return pad.buy

    def fight(self, seat: int) -> tuple[list[str], str] | None:
        """Attackers of the real hand and a target they are strong enough for, by the numbers on the cards."""
        s, world = self.state, self.state.world
        hand = sorted(self.hands[seat].elements(), key=lambda n: (not world.fighter[world.index[n]], n))
        units = [n for n in hand if world.fighter[world.index[n]]]
        helpers = [n for n in hand if world.carried[world.index[n]] or world.improvement[world.index[n]]]
        targets = [t for t, _ in open_targets(s, seat)]
        self.rng.shuffle(targets)
        self.rng.shuffle(units)
        for n in range(1, len(units) + 1):
            for extra in ((), tuple(helpers)):
                picked = [*units[:n], *extra]
                for target in targets:
                    act = attack_from(s, target, picked)
                    if act is not None and not isinstance(self.session.game.decide(s, act), Ruling):
                        return picked, target
        return None

    def drop(self, seat: int) -> None:
        """The rest of the hand goes to the discard pile, card by card; what may be held is held."""
        held = dict(self.session.pending()[0].facts)["held"]
        cards = sorted(self.hands[seat].elements())
        self.rng.shuffle(cards)
        length = self.session.length
        for name in cards[: len(cards) - held]:
            self.touch(f"card:{name}")
        if self.session.length == length:
            self.touch("drop")
