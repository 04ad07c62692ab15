"""The state of a game of Vikings Gone Wild, whole after every input."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.slotted import constants, setter, slotted, values_of
from companion.games.vikings_gone_wild.box.vocabulary import BEER
from companion.games.vikings_gone_wild.world import BONUSES, ROW, SOURCES, World


@constants
class Phase:
    """Parts of the game, as positions name them."""

    SETUP, DRAW, TURN, STORE, CLAIM, DISCARD = "setup", "draw", "turn", "store", "claim", "discard"
    AGE, DAWN, BONUS, TIE, OVER = "age", "dawn", "bonus", "tie", "over"


PHASES = values_of(Phase)
APART = (Phase.SETUP, Phase.OVER)  # nobody has acts of his own
NOBODY = -1

Cards = tuple[int, ...]  # sorted numbers, each as often as the card lies there
Pile = tuple[tuple[int, Cards], ...]  # face down, top first: so many of these cards, shuffled among each other


@slotted
class Building:
    """A card of a village with all that lies on it; number 0 is the town hall, whose card is the active level."""

    card: int
    no: int
    ready: bool = True  # False: under construction
    hurt: bool = False  # damage marker
    beer: int = 0
    gold: int = 0
    guards: Cards = ()  # defence cards lying here
    guard: int = 0  # what they add
    foes: int = 0  # bit mask of seats that attacked it this round


@slotted
class Tally:
    """What event missions count: a player's own turn of this round, and his defence in this round."""

    bought: Cards = ()  # in order
    beer: int = 0  # spent
    gold: int = 0
    successes: Cards = ()  # buildings and halls, in order
    units: int = 0  # committed to attacks
    heroes: int = 0
    undead: int = 0
    plundered: int = 0
    repelled: int = 0
    complete: int = 0
    favours: Cards = ()  # received this round


NOTHING = Tally()


class Mission(NamedTuple):
    """An open mission, and what had been counted before it was received; a player's are sorted by both."""

    card: int
    since: Tally = NOTHING


@slotted
class Player:
    """One seat. Its deck is ``top`` and below it the unseen rest; ``pool`` lies unseen in rest and hand together."""

    pool: Cards
    village: tuple[Building, ...]  # the town hall first
    vp: int = 0
    gains: tuple[int, ...] = (0,) * len(SOURCES)  # VP by their sources
    granted: int = 0  # thresholds passed
    hand: Cards = ()  # cards known to lie in the hand
    blind: int = 0  # further cards in the hand, some of the pool
    top: Cards = ()  # known cards on top of the deck, the uppermost first
    play: Cards = ()
    discard: Cards = ()
    missions: tuple[Mission, ...] = ()
    done: Cards = ()
    claimed: bool = False  # a mission this round
    swapped: bool = False
    returned: bool = False
    attacked: bool = False  # counts as attacked this round
    damaged: bool = False  # a building was damaged this round
    tally: Tally = NOTHING
    hold: int = 0  # cards held by effects of this round
    forgo: int = 0  # cards of taverns not wanted in the next draw phase


class Fighter(NamedTuple):
    """One attacker with its strength at the declaration and what it carries."""

    card: int
    strength: int
    loads: Cards = ()


@slotted
class Strike:
    """A declared attack that is not resolved; ``gone``: attackers that the defender removed."""

    target: str
    seat: int  # who owns the target, or nobody
    fighters: tuple[Fighter, ...]
    boosts: Cards = ()
    gone: tuple[Fighter, ...] = ()


class Offer(NamedTuple):
    """A part of a played card that its owner may still use, in any order (VG-18.3)."""

    key: str
    part: int
    seat: int
    who: int  # the opponent named, or nobody


@slotted
class Frame:
    """Something begun that must be finished first. ``n``: what is left of the step at hand, -1 before it began.

    ``who``: the opponent it is about; for a card laid in defence, the number of the attack. ``memo``: shuffled once.
    """

    RUN, PART, EACH, DRAWING, STOW, SPOILS, MISSION = FRAMES = (
        "run", "part", "each", "draw", "stow", "spoils", "mission",
    )  # fmt: skip

    kind: str
    key: str  # program, kind of token, or space
    at: int
    seat: int
    who: int = NOBODY
    n: int = -1
    memo: int = 0


@slotted
class Turn:
    """What belongs to one player's turn alone."""

    beer: int = 0  # resources that cannot be stored
    gold: int = 0
    victim: int = NOBODY
    exception: bool = False  # every opponent had been attacked when the turn began
    sole: str = ""  # the building attacked under the exception
    hits: int = 0  # buildings damaged
    draco: bool = False
    offers: tuple[Offer, ...] = ()
    discounts: tuple[tuple[str, int], ...] = ()  # program and step that gave them
    together: bool = False  # targets are being declared at once
    window: int = 0  # 1: the defender may answer, 2: he has
    strikes: tuple[Strike, ...] = ()
    closing: int = 0  # 1: the turn is ended and its attacks are scored, 2: the defence is too


FRESH_TURN = Turn()


@slotted
class State:
    world: World
    players: tuple[Player, ...]
    supply: tuple[int, ...]  # cards left in each supply pile
    unshuffled: tuple[str, ...]  # piles that are to be shuffled
    phase: str = Phase.SETUP
    round: int = 0
    starter: int = 0
    turn: int = 0  # active seat, also in storage and when hands are discarded
    now: Turn = FRESH_TURN
    stack: tuple[Frame, ...] = ()  # the last is the first to be finished
    due: tuple[int, ...] = ()  # seats that take a favour, in order
    row: tuple[int, ...] = (-1,) * ROW  # Odin's Path from the slot next to the stack; -1 empty
    odin: Pile = ()
    odin_out: Cards = ()
    favours: Pile = ()
    favour_open: Cards = ()
    revealed: int = -1  # favour turned up for a choice, or -1
    missions: Pile = ()
    bonuses: Cards = ()
    spare: Pile = ()  # bonus cards for ties
    box: Cards = ()  # out of the game
    passed: int = 0  # bit mask: seats that claim no more this round
    last: bool = False  # this round is the last
    tied: tuple[int, ...] = ()
    finals: tuple[tuple[int, tuple[int, ...]], ...] = ()  # bonus cards with the seats that met them, as decided
    winners: tuple[int, ...] = ()


def fresh_player(world: World) -> Player:
    return Player(world.start_deck, (Building(world.hall[1], 0),))


def fresh(world: World) -> State:
    bonuses = world.first_bonuses
    rest = tuple(sorted(set(world.pile("bonus")) - set(bonuses)))
    return State(
        world=world,
        players=(fresh_player(world),) * world.players,
        supply=tuple(world.cards[c].count for c in world.supply),
        unshuffled=tuple(pile for pile in world.piles if pile != "bonuses" or not bonuses),
        bonuses=tuple(sorted(bonuses)),
        spare=((BONUSES, rest),) if bonuses else (),
    )


with_turn, with_stack, with_players = setter(State, "now"), setter(State, "stack"), setter(State, "players")
with_play = setter(State, "players", "now")
with_village, with_hand = setter(Player, "village"), setter(Player, "hand")
with_missions, with_tally = setter(Player, "missions"), setter(Player, "tally")
with_pool = setter(Turn, "beer", "gold")  # resources that cannot be stored
with_played = setter(Player, "hand", "play")
with_beer, with_gold = setter(Building, "beer"), setter(Building, "gold")
with_step, with_left = setter(Frame, "at", "n"), setter(Frame, "n")


def seated(s: State, seat: int, p: Player) -> tuple[Player, ...]:
    """All players, this one as he is now."""
    players = list(s.players)
    players[seat] = p
    return tuple(players)


def with_player(s: State, seat: int, p: Player) -> State:
    return with_players(s, seated(s, seat, p))


def with_building(p: Player, at: int, b: Building) -> Player:
    village = list(p.village)
    village[at] = b
    return with_village(p, tuple(village))


def of_kind(b: Building, kind: str) -> int:
    """Tokens of a kind that lie on a building."""
    return b.beer if kind == BEER else b.gold


def more(b: Building, kind: str, n: int) -> Building:
    """The building with so many more tokens of a kind, or with fewer."""
    return with_beer(b, b.beer + n) if kind == BEER else with_gold(b, b.gold + n)


def find(p: Player, card: int, no: int) -> int:
    """Where a building stands in a village, or -1; number 0 is the hall whatever its level."""
    if no == 0:
        return 0
    for i, b in enumerate(p.village):
        if b.no == no and b.card == card:
            return i
    return -1
