"""What the events of the upkeep do to the state."""

from __future__ import annotations

from companion.engine.slotted import changed
from companion.engine.types import LETTERS, letter
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.box import ANY_TOWN, PRINCESS
from companion.games.brian_boru.inputs import SPURN
from companion.games.brian_boru.state import (
    ABOVE,
    CHURCH,
    DOWN,
    MARRIED,
    NOBODY,
    SLOT,
    SPOILS1,
    SPOILS2,
    SPURNED,
    State,
    Task,
    added,
    done,
    put,
    scored,
)

SUBSTEPS = {
    "marriage": ("wedding",),
    "battle": ("landing", "spoils1", "spoils2"),
    "church": ("church1", "church2", "church3"),
    "claim": ("open", "award"),
}
PLACES = {"down": DOWN, "slot": SLOT, "above": ABOVE}



def _step_begun(s: State, e: ev.StepBegun) -> State:
    return done(s, *((step, NOBODY, 0) for step in SUBSTEPS[e.step]))


Void = (
    ev.IconVoid | ev.RewardVoid | ev.VikingsBeaten | ev.NothingLost | ev.SpoilsSkipped | ev.ChurchSkipped | ev.NoSite
)


def _void(s: State, e: Void) -> State:
    return done(s)


# ---------------------------------------------------------------- marriage
def _wedded(s: State, e: ev.Wedded) -> State:
    """The card's town or choice first, then the disc goes back, then the others from top to bottom (BB-8.2, 8.3)."""
    first: list[Task] = []
    if e.card == PRINCESS:
        first.append(("princess", e.seat, 0))
    else:
        town = s.world.box.brides[e.card].town
        if town:
            first.append(("town", e.seat, s.world.region_index.get(town, len(s.world.regions))))
        s = married(s, e.seat, e.card)
    first.append(("home", e.seat, 0))
    others = sorted(((at, p) for p, at in enumerate(s.track) if p != e.seat), key=lambda ap: (-ap[0], ap[1]))
    for at, p in others:
        reward = s.world.box.track[at]
        if reward == (ANY_TOWN,):
            first.append(("town", p, NOBODY))
        elif reward:
            first.append(("reward", p, at))
    s = done(s, *first, bride="", renown=added(s.renown, e.seat, e.renown))
    return scored(s, e.seat, MARRIED, e.points)


def married(s: State, seat: int, card: str) -> State:
    return changed(s, wives=put(s.wives, seat, (*s.wives[seat], card)))


def _bride_left(s: State, e: ev.BrideLeft) -> State:
    return done(s, bride="", gone=tuple(sorted((*s.gone, e.card))))


def _allied(s: State, e: ev.Allied) -> State:
    s = done(s, alliance=e.choice)
    return scored(s, e.seat, SPURNED, e.points) if e.choice == SPURN else married(s, e.seat, PRINCESS)


def _disc_returned(s: State, e: ev.DiscReturned) -> State:
    return done(s, track=put(s.track, e.seat, 0))


def _rewarded(s: State, e: ev.Rewarded) -> State:
    return done(s, coins=added(s.coins, e.seat, e.coins), renown=added(s.renown, e.seat, e.renown))


def _town_gained(s: State, e: ev.TownGained) -> State:
    return done(s, discs=added(s.discs, e.seat, 1 << s.world.index[e.town]))


# ---------------------------------------------------------------- battle
def _landed(s: State, e: ev.VikingsLanded) -> State:
    losing: tuple[Task, ...] = tuple(("lose", p, p if e.chooser < 0 else e.chooser) for p in e.losers)
    return done(s, *losing, ("clear", NOBODY, 0))


def _town_lost(s: State, e: ev.TownLost) -> State:
    return done(s, vikings=s.vikings | 1 << s.world.index[e.town])


def _area_cleared(s: State, e: ev.AreaCleared) -> State:
    return done(s, area=0)


def _great_spoils(s: State, e: ev.GreatSpoils) -> State:
    s = done(
        s, renown=added(s.renown, e.seat, 1), raiders=put(s.raiders, e.seat, 0), recruited=put(s.recruited, e.seat, 0)
    )
    return scored(s, e.seat, SPOILS1, e.points)


def _small_spoils(s: State, e: ev.SmallSpoils) -> State:
    for p in e.seats:
        s = scored(changed(s, raiders=added(s.raiders, p, -1)), p, SPOILS2, 1)
    return done(s)


# ---------------------------------------------------------------- church
def _church_led(s: State, e: ev.ChurchLed) -> State:
    return done(s, ("build", e.seat, 1), ("bless", e.seat, 0))


def _church_blessed(s: State, e: ev.ChurchBlessed) -> State:
    return done(s, marker=e.seat, church=put(s.church, e.seat, 0))


def _church_favoured(s: State, e: ev.ChurchFavoured) -> State:
    for p in e.seats:
        s = scored(changed(s, church=added(s.church, p, -1)), p, CHURCH, 1)
    return done(s)


def _church_builders(s: State, e: ev.ChurchBuilders) -> State:
    return done(s, *(("build", p, 3) for p in e.seats))


def _monastery_built(s: State, e: ev.MonasteryBuilt) -> State:
    s = done(s, monasteries=s.monasteries | 1 << s.world.index[e.town])
    return changed(s, church=added(s.church, e.seat, -e.discs)) if e.discs else s


# ---------------------------------------------------------------- claims
def _thresholds_checked(s: State, e: ev.ThresholdsChecked) -> State:
    claims = s.claims
    for row in e.rows:
        if row.opened:
            claims = put(claims, s.world.region_index[row.region], SLOT)
    return done(s, claims=claims)


def _claims_awarded(s: State, e: ev.ClaimsAwarded) -> State:
    claims = s.claims
    for row in e.rows:
        claims = put(claims, s.world.region_index[row.region], place_of(row.now))
    return done(s, claims=claims)


def place_of(text: str) -> int:
    return PLACES[text] if text in PLACES else LETTERS.index(text)


def place_text(place: int) -> str:
    return letter(place) if place >= 0 else next(text for text, known in PLACES.items() if known == place)
