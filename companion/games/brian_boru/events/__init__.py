"""All events of Brian Boru under one name."""

from __future__ import annotations

from companion.engine.hidden import Breach
from companion.engine.types import Event, Notice
from companion.games.brian_boru.events.play import (
    ActionEnded as ActionEnded,
)
from companion.games.brian_boru.events.play import (
    ActionTaken as ActionTaken,
)
from companion.games.brian_boru.events.play import (
    Begun as Begun,
)
from companion.games.brian_boru.events.play import (
    Bought as Bought,
)
from companion.games.brian_boru.events.play import (
    BrideShown as BrideShown,
)
from companion.games.brian_boru.events.play import (
    CardPlayed as CardPlayed,
)
from companion.games.brian_boru.events.play import (
    CardsShuffled as CardsShuffled,
)
from companion.games.brian_boru.events.play import (
    CoinsTaken as CoinsTaken,
)
from companion.games.brian_boru.events.play import (
    Dealt as Dealt,
)
from companion.games.brian_boru.events.play import (
    Declined as Declined,
)
from companion.games.brian_boru.events.play import (
    DiscSettled as DiscSettled,
)
from companion.games.brian_boru.events.play import (
    DiscsSent as DiscsSent,
)
from companion.games.brian_boru.events.play import (
    Expanded as Expanded,
)
from companion.games.brian_boru.events.play import (
    FleetSighted as FleetSighted,
)
from companion.games.brian_boru.events.play import (
    HandsDiscarded as HandsDiscarded,
)
from companion.games.brian_boru.events.play import (
    HandsTaken as HandsTaken,
)
from companion.games.brian_boru.events.play import (
    IconVoid as IconVoid,
)
from companion.games.brian_boru.events.play import (
    LastRound as LastRound,
)
from companion.games.brian_boru.events.play import (
    Liberated as Liberated,
)
from companion.games.brian_boru.events.play import (
    MarkerPassed as MarkerPassed,
)
from companion.games.brian_boru.events.play import (
    PacketsPassed as PacketsPassed,
)
from companion.games.brian_boru.events.play import (
    Paid as Paid,
)
from companion.games.brian_boru.events.play import (
    PickReady as PickReady,
)
from companion.games.brian_boru.events.play import (
    PickSealed as PickSealed,
)
from companion.games.brian_boru.events.play import Played as Played
from companion.games.brian_boru.events.play import (
    RaidersTaken as RaidersTaken,
)
from companion.games.brian_boru.events.play import (
    RenownTaken as RenownTaken,
)
from companion.games.brian_boru.events.play import (
    RoundBegun as RoundBegun,
)
from companion.games.brian_boru.events.play import (
    Settled as Settled,
)
from companion.games.brian_boru.events.play import (
    StepsMade as StepsMade,
)
from companion.games.brian_boru.events.play import (
    StuckDeclared as StuckDeclared,
)
from companion.games.brian_boru.events.play import (
    TownNamed as TownNamed,
)
from companion.games.brian_boru.events.play import (
    TownTaken as TownTaken,
)
from companion.games.brian_boru.events.play import (
    TrickDecided as TrickDecided,
)
from companion.games.brian_boru.events.play import (
    TrickEnded as TrickEnded,
)
from companion.games.brian_boru.events.upkeep import (
    Allied as Allied,
)
from companion.games.brian_boru.events.upkeep import (
    AreaCleared as AreaCleared,
)
from companion.games.brian_boru.events.upkeep import (
    BrideLeft as BrideLeft,
)
from companion.games.brian_boru.events.upkeep import (
    ChurchBlessed as ChurchBlessed,
)
from companion.games.brian_boru.events.upkeep import (
    ChurchBuilders as ChurchBuilders,
)
from companion.games.brian_boru.events.upkeep import (
    ChurchFavoured as ChurchFavoured,
)
from companion.games.brian_boru.events.upkeep import (
    ChurchLed as ChurchLed,
)
from companion.games.brian_boru.events.upkeep import (
    ChurchSkipped as ChurchSkipped,
)
from companion.games.brian_boru.events.upkeep import (
    ClaimsAwarded as ClaimsAwarded,
)
from companion.games.brian_boru.events.upkeep import (
    DiscReturned as DiscReturned,
)
from companion.games.brian_boru.events.upkeep import (
    Ended as Ended,
)
from companion.games.brian_boru.events.upkeep import (
    GreatSpoils as GreatSpoils,
)
from companion.games.brian_boru.events.upkeep import (
    MonasteryBuilt as MonasteryBuilt,
)
from companion.games.brian_boru.events.upkeep import (
    NoSite as NoSite,
)
from companion.games.brian_boru.events.upkeep import (
    NothingLost as NothingLost,
)
from companion.games.brian_boru.events.upkeep import (
    RegionSum as RegionSum,
)
from companion.games.brian_boru.events.upkeep import (
    RegionVote as RegionVote,
)
from companion.games.brian_boru.events.upkeep import (
    Rewarded as Rewarded,
)
from companion.games.brian_boru.events.upkeep import (
    RewardVoid as RewardVoid,
)
from companion.games.brian_boru.events.upkeep import (
    SmallSpoils as SmallSpoils,
)
from companion.games.brian_boru.events.upkeep import (
    SpoilsSkipped as SpoilsSkipped,
)
from companion.games.brian_boru.events.upkeep import (
    StepBegun as StepBegun,
)
from companion.games.brian_boru.events.upkeep import (
    ThresholdsChecked as ThresholdsChecked,
)
from companion.games.brian_boru.events.upkeep import (
    TownGained as TownGained,
)
from companion.games.brian_boru.events.upkeep import (
    TownLost as TownLost,
)
from companion.games.brian_boru.events.upkeep import (
    VikingsBeaten as VikingsBeaten,
)
from companion.games.brian_boru.events.upkeep import (
    VikingsLanded as VikingsLanded,
)
from companion.games.brian_boru.events.upkeep import (
    Wedded as Wedded,
)

EVENTS: tuple[type[Event], ...] = (
    Begun, Settled, RoundBegun, FleetSighted, BrideShown, LastRound, CardsShuffled, Dealt, PickSealed, PickReady,
    PacketsPassed, HandsTaken, TownNamed, StuckDeclared, MarkerPassed, CardPlayed, TrickDecided, ActionTaken,
    ActionEnded, TrickEnded, HandsDiscarded, TownTaken, CoinsTaken, Paid, RenownTaken, DiscsSent, RaidersTaken,
    StepsMade, Bought, Expanded, Liberated, IconVoid, Declined, DiscSettled, StepBegun, Wedded, BrideLeft, Allied,
    DiscReturned, Rewarded, TownGained, RewardVoid, VikingsBeaten, VikingsLanded, TownLost, NothingLost, AreaCleared,
    GreatSpoils, SmallSpoils, SpoilsSkipped, ChurchLed, ChurchBlessed, ChurchFavoured, ChurchBuilders, ChurchSkipped,
    MonasteryBuilt, NoSite, ThresholdsChecked, ClaimsAwarded, Ended, Breach, Notice,
)  # fmt: skip
