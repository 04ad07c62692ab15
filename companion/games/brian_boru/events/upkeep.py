"""What happened in the upkeep and at the end, with the numbers that explain it."""

from __future__ import annotations

from companion.engine.types import Event, Seat
from companion.engine.values import frozen


@frozen
class StepBegun(Event):
    """One of the four steps: marriage, battle, church, claim."""

    step: str


@frozen
class Wedded(Event):
    """The highest on the marriage track takes the card and its points and renown."""

    seat: Seat
    card: str
    space: int
    points: int
    renown: int


@frozen
class BrideLeft(Event):
    """All discs lie on the first space: the card leaves the game."""

    card: str


@frozen
class Allied(Event):
    seat: Seat
    choice: str
    points: int


@frozen
class DiscReturned(Event):
    """The disc of the card taker goes back to the first space."""

    seat: Seat


@frozen
class Rewarded(Event):
    """What the own space of the marriage track gives."""

    seat: Seat
    space: int
    coins: int
    renown: int


@frozen
class TownGained(Event):
    """A town as a reward; ``region`` empty: any town."""

    seat: Seat
    town: str
    region: str


@frozen
class RewardVoid(Event):
    """No free town there: no effect."""

    seat: Seat
    region: str


@frozen
class VikingsBeaten(Event):
    counts: tuple[int, ...]


@frozen
class VikingsLanded(Event):
    """``area`` raiders are left; ``counts`` compared, the fewest lose; ``chooser`` -1: each loser chooses."""

    area: int
    counts: tuple[int, ...]
    losers: tuple[Seat, ...]
    chooser: Seat


@frozen
class TownLost(Event):
    loser: Seat
    town: str
    chooser: Seat


@frozen
class NothingLost(Event):
    """A loser who controls no town."""

    loser: Seat


@frozen
class AreaCleared(Event):
    n: int


@frozen
class GreatSpoils(Event):
    """Spoils 1: a renown, then ``points`` for ``renown`` renown, all raiders back."""

    seat: Seat
    counts: tuple[int, ...]
    renown: int
    points: int


@frozen
class SmallSpoils(Event):
    """Spoils 2: a point for a raider each."""

    seats: tuple[Seat, ...]
    counts: tuple[int, ...]


@frozen
class SpoilsSkipped(Event):
    stage: int
    counts: tuple[int, ...]


@frozen
class ChurchLed(Event):
    """Stage 1: one player alone has the most discs."""

    seat: Seat
    counts: tuple[int, ...]


@frozen
class ChurchBlessed(Event):
    """The leader of stage 1 takes the town marker and removes all ``n`` own discs."""

    seat: Seat
    n: int


@frozen
class ChurchFavoured(Event):
    """Stage 2: a point for a disc each."""

    seats: tuple[Seat, ...]
    counts: tuple[int, ...]


@frozen
class ChurchBuilders(Event):
    """Stage 3: who has four discs or more, in order of building."""

    seats: tuple[Seat, ...]
    counts: tuple[int, ...]


@frozen
class ChurchSkipped(Event):
    stage: int
    counts: tuple[int, ...]


@frozen
class MonasteryBuilt(Event):
    """``discs`` removed from the church area for it."""

    seat: Seat
    town: str
    stage: int
    discs: int


@frozen
class NoSite(Event):
    """No controlled town can take a monastery."""

    seat: Seat
    stage: int


@frozen
class RegionSum:
    """A face-down claim token: the towns controlled there against its threshold."""

    region: str
    towns: int
    threshold: int
    opened: bool


@frozen
class ThresholdsChecked(Event):
    rows: tuple[RegionSum, ...]


@frozen
class RegionVote:
    """A face-up claim token: weights of all seats and of the Vikings, where it was and where it is now."""

    region: str
    weights: tuple[int, ...]
    vikings: int
    was: str
    now: str


@frozen
class ClaimsAwarded(Event):
    rows: tuple[RegionVote, ...]


@frozen
class Ended(Event):
    """``totals`` by seat, ``winners`` after the tie-break."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
