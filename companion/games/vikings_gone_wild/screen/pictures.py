"""Cards and buildings of Vikings Gone Wild as pictures of our own: a sign for what they are, numbers."""

from __future__ import annotations

from companion.app.sketch import Card
from companion.games.vikings_gone_wild.box import Card as Printed
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.state import Building, State

OF_TAG = (
    (v.HERO, ("helmet", "yellow")), (v.UNIT, ("axe", "red")), ("defence", ("shield", "blue")),
    ("undead", ("skull", "grey")), ("carried", ("sword", "red")), ("improvement", ("bolt", "yellow")),
    ("action", ("scroll", "green")),
)  # fmt: skip
OF_DECK = {
    "mission": ("flag", "green"), "bonus": ("crown", "yellow"), "townhall": ("hall", "brown"),
    "board": ("flame", "red"), "favour": ("bolt", "yellow"),
}  # fmt: skip
OF_KIND = {v.BEER: "mug", v.GOLD: "coin"}
STORES = {v.BEER: "barrel", v.GOLD: "chest"}
POINTS = "star"


def sign_of(card: Printed) -> tuple[str, str]:
    """The sign of a card, and its ink."""
    for tag, found in OF_TAG:
        if tag in card.tags:
            return found
    if card.holds and card.deck != "townhall":
        return STORES[card.holds], "brown"
    if card.produces:
        return OF_KIND[card.produces], "brown"
    if card.keep_bonus:
        return "ship", "brown"
    if card.draw_bonus:
        return "cards", "brown"
    if card.deck in OF_DECK:
        return OF_DECK[card.deck]
    return OF_KIND[v.GOLD if v.GOLD in card.id else v.BEER], "yellow"


def of(card: Printed, name: str = "", values: tuple[tuple[str, str], ...] = (), mark: str = "") -> Card:
    """A card's picture."""
    return Card(*sign_of(card), name, values, mark)


def building(s: State, b: Building) -> Card:
    """A building with its defence, or what it holds of what it can hold."""
    card = s.world.cards[b.card]
    held = b.beer + b.gold
    if held and card.holds:
        values: tuple[tuple[str, str], ...] = ((OF_KIND[card.holds], f"{held}/{card.room}"),)
    elif held:
        values = ((OF_KIND[v.BEER if b.beer else v.GOLD], str(held)),)
    else:
        values = (("shield", str(card.defence + b.guard)),)
    return of(card, "", values, "warn" if b.hurt else "" if b.ready else "off")


def village(s: State, seat: int) -> tuple[Card, ...]:
    """The town hall and every building beside it."""
    return tuple(building(s, b) for b in s.players[seat].village)


def worth(s: State, number: int, name: str) -> Card:
    """A card by its name, with the points it is worth."""
    card = s.world.cards[number]
    return of(card, name, ((POINTS, str(card.vp)),) if card.vp else ())


def kinds(s: State) -> tuple[int, ...]:
    """One card of each sign that stands in a village, by the order in which they are met."""
    found: dict[tuple[str, str], int] = {}
    for p in s.players:
        for b in p.village:
            found.setdefault(sign_of(s.world.cards[b.card]), b.card)
    return tuple(found.values())
