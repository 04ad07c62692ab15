"""The words in which cards say what they do: numbers, conditions and steps, as plain values without behaviour."""

from __future__ import annotations

from attrs import frozen

BEER, GOLD = "beer", "gold"
KINDS = (BEER, GOLD)
UNIT, HERO, BOTH = "unit", "hero", "both"
PLAY, ATTACK, SUCCESS, DEFEND = "play", "attack", "success", "defend"
WHEN = (PLAY, ATTACK, SUCCESS, DEFEND)
PLUS, PRINTED = "plus", "printed"
HAND, DISCARD, DECK, SUPPLY, OWNED, TOP = "hand", "discard", "deck", "supply", "owned", "deck_top"
TARGET, EACH, ONE, SELF = "target", "each_opponent", "one", "self"


@frozen(cache_hash=True)
class Filter:
    """Which cards are meant; empty fields ask for nothing. ``bought``: of a kind that is for sale."""

    deck: str = ""
    tag: str = ""
    id: str = ""
    bought: bool | None = None


ANY_CARD = Filter()


@frozen
class Count:
    """A number that is counted when needed: min(most, count x times + plus)."""

    counter: str
    id: str = ""
    construction: bool = False
    kind: str = ""
    at: str = "any"
    zone: str = OWNED
    filter: Filter = ANY_CARD
    target: str = ""
    of: str = BOTH
    times: int = 1
    plus: int = 0
    most: int | None = None


Num = int | Count


@frozen
class Pred:
    """A condition: ge, le or eq of two numbers; all, any or not of other conditions."""

    op: str
    left: Num = 0
    right: Num = 0
    of: tuple[Pred, ...] = ()


@frozen
class Step:
    """One thing that a card makes happen."""


@frozen
class Draw(Step):
    n: Num


@frozen
class Gain(Step):
    """Resources; ``any``: of kinds that the player picks; ``storable``: as tokens."""

    beer: Num = 0
    gold: Num = 0
    any: Num = 0
    storable: bool = False


@frozen
class Join(Step):
    """This card may join one attack (``attack`` in the card file)."""


@frozen
class Boost(Step):
    """Strength for this attack only, to: carrier, one, others, all."""

    n: int
    to: str
    of: str = BOTH


@frozen
class Guard(Step):
    n: Num


@frozen
class Cancel(Step):
    n: int
    of: str = BOTH


@frozen
class Discard(Step):
    """Cards from a hand, picked by: owner, actor, random."""

    n: Num
    who: str
    filter: Filter = ANY_CARD
    pick: str = "owner"


@frozen
class Trash(Step):
    """Cards out of the game, from zones of one's own."""

    n: Num
    zones: tuple[str, ...]
    optional: bool = False


@frozen
class Fetch(Step):
    n: Num
    zone: str
    filter: Filter = ANY_CARD
    to: str = HAND


@frozen
class Dig(Step):
    n: Num
    filter: Filter = ANY_CARD


@frozen
class Steal(Step):
    """Stored tokens of one opponent, or of each."""

    beer: int = 0
    gold: int = 0
    source: str = ONE


@frozen
class Peek(Step):
    """The actor sees the hand of the opponent named when the card was played."""


@frozen
class Hold(Step):
    n: Num


@frozen
class Vp(Step):
    n: Num


@frozen
class Favour(Step):
    n: int


@frozen
class Discount(Step):
    beer: int = 0
    gold: int = 0
    filter: Filter = ANY_CARD


@frozen
class Choice(Step):
    k: int
    of: tuple[tuple[Step, ...], ...]


@frozen
class Optional(Step):
    steps: tuple[Step, ...]


@frozen
class If(Step):
    cond: Pred
    then: tuple[Step, ...]
    other: tuple[Step, ...] = ()


@frozen
class Pay(Step):
    beer: int
    gold: int
    then: tuple[Step, ...]


@frozen
class Manual(Step):
    """What no step can say: shown to the table, which books the outcome itself."""

    text: str


@frozen
class Ability:
    """What a card does when it is played, attacks, succeeds or defends; plus: any order, each part may be left out."""

    when: str
    order: str
    steps: tuple[Step, ...]


def nested(step: Step) -> tuple[tuple[Step, ...], ...]:
    """Lists of steps inside a step, in the order of their numbers in program keys."""
    if isinstance(step, Choice):
        return step.of
    if isinstance(step, Optional):
        return (step.steps,)
    if isinstance(step, If):
        return (step.then, step.other)
    return (step.then,) if isinstance(step, Pay) else ()


def all_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps with all that is nested in them."""
    return tuple(t for s in steps for t in (s, *(u for inner in nested(s) for u in all_steps(inner))))


def names_target(step: Step) -> bool:
    """Whether a step is about one opponent named when the card is played."""
    if isinstance(step, Steal):
        return step.source == ONE
    return isinstance(step, Peek) or (isinstance(step, Discard) and step.who == TARGET)
