"""Names in Brian Boru: towns by colour and direction, cards, pieces, options."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.spaces import Board, Space
from companion.engine.words import N_, Figure, Say, Telling, Term, Where, Who, numbers, people, say

TITLE = N_("Brian Boru")
INPUTS = {
    "begin": N_("Take the town marker and begin"), "settle": N_("Lay the first disc"), "keep": N_("Keep cards"),
    "name_town": N_("Name the active town"), "stuck": N_("No card for any free town"), "play": N_("Play a card"),
    "act": N_("Carry out an action"), "buy": N_("Buy more for coins"), "expand": N_("Expand into a town"),
    "liberate": N_("Free a town from the Vikings"), "decline": N_("Leave it"), "occupy": N_("Occupy a town"),
    "ally": N_("Use the Princess of Denmark"), "give_up": N_("Give up a town"), "build": N_("Build a monastery"),
    "proceed": N_("Go on with the upkeep"),
}  # fmt: skip
FIELDS = {
    "action": N_("Action"), "card": N_("Card"), "cards": N_("Cards"), "choice": N_("Choice"), "n": N_("How many"),
    "pay": N_("Paid with"), "town": N_("Town"),
}  # fmt: skip
PIECES = {
    "disc": N_("disc"),
    "viking_control": N_("Viking control token"),
    "monastery": N_("monastery"),
    "town_marker": N_("town marker"),
    "raider": N_("raider"),
    "claim": N_("claim token"),
}
COUNTED = {
    "coin": N_("coins"), "renown": N_("renown"), "raider": N_("raiders"), "disc": N_("discs"),
    "viking_control": N_("Viking control tokens"), "monastery": N_("monasteries"),
}  # fmt: skip
SIDES: dict[str, str] = {}
TOWNS = {"red": N_("red town"), "blue": N_("blue town"), "yellow": N_("yellow town")}
DIRECTIONS = {
    "north": N_("in the north of"),
    "north_east": N_("in the north-east of"),
    "east": N_("in the east of"),
    "south_east": N_("in the south-east of"),
    "south": N_("in the south of"),
    "south_west": N_("in the south-west of"),
    "west": N_("in the west of"),
    "north_west": N_("in the north-west of"),
    "centre": N_("in the middle of"),
}
SUITED = {
    "red": N_("the red {n}"),
    "blue": N_("the blue {n}"),
    "yellow": N_("the yellow {n}"),
    "white": N_("the white {n}"),
}
COLOURS = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow"), "white": N_("white")}
BRIDES = {
    "aodhan": N_("Aodhán"),
    "conall": N_("Conall"),
    "cormac": N_("Cormac"),
    "niall": N_("Niall"),
    "orlaith": N_("Orlaith"),
    "aoife": N_("Aoife"),
    "brigid": N_("Brigid"),
    "princess": N_("the Princess of Denmark"),
}
OPTIONS = {
    "rules_profile": N_("Rules as printed in"),
    "five_player_tricks": N_("Tricks with five players"),
    "start_player": N_("First player"),
    "princess_card": N_("Language of the princess card"),
    "threshold_rule": N_("Towns needed to turn up a claim token"),
    "stuck_leader": N_("Leader without a fitting card"),
    "expand_into_active": N_("Expansion into the active town"),
    "extras_timing": N_("When extras are bought"),
    "incursion_compare": N_("Raiders compared when the Vikings land"),
    "monastery_build": N_("Building a monastery"),
    "half_value_vs_vikings": N_("Half value where the Vikings have most"),
    "monastery_at_half_value": N_("Monasteries count twice for half values"),
    "half_value_tokens": N_("Half value for unclaimed tokens"),
    "track_hands": N_("The app knows the hands"),
}
VALUES = {
    "de": N_("German"),
    "en": N_("English"),
    "agreed": N_("whoever wants to"),
    "random": N_("by lot"),
    "at_least": N_("as many as the threshold"),
    "more_than": N_("more than the threshold"),
    "free_card": N_("plays any card to any town"),
    "pass_marker": N_("passes the marker on"),
    "forbid": N_("not possible"),
    "allow": N_("possible"),
    "at_icon": N_("right after their icons"),
    "any_time": N_("at any time in the action"),
    "held": N_("all that are held"),
    "this_round": N_("only those of this round"),
    "optional": N_("is optional"),
    "mandatory": N_("is a duty"),
    "persons_only": N_("goes to the player with most"),
    "vikings_block": N_("is lost"),
    "all_unowned": N_("in the slot and above the board"),
    "above_board": N_("above the board only"),
    "off": N_("no"),
    "on": N_("yes"),
}


def place_line(space: Space, board: Board) -> Say:
    """A space without a name of its own: towns by region, colour and direction, fields by what they are for."""
    region = str(space.tags.get("region", ""))
    if space.kind == "town":
        where = DIRECTIONS.get(str(space.tags.get("where", "")), DIRECTIONS["centre"])
        return say(
            N_("the {town} {where} {region}"),
            town=Term(TOWNS.get(space.ink, TOWNS["red"])),
            where=Term(where),
            region=region_name(region, board),
        )
    if space.kind == "claim_slot":
        return say(N_("the claim slot of {region}"), region=region_name(region, board))
    if space.kind in SPACE_KINDS:
        return say(SPACE_KINDS[space.kind])
    number = space.id.rpartition("_")[2]
    track = (
        N_("space {n} of the marriage track") if space.id.startswith("marriage") else N_("field {n} of the score track")
    )
    return say(track, n=Figure(int(number)) if number.isdecimal() else space.id)


SPACE_KINDS = {
    "battle": N_("the battle area"),
    "church": N_("the church area"),
    "claims_above": N_("the place above the board"),
}


def region_name(letter: str, board: Board) -> str | Where:
    """The region as the board names it; a board without names tells its letter."""
    space = next((s for s in board.spaces if s.kind == "region" and s.tags.get("region") == letter), None)
    return letter if space is None or not space.name else Where(space.id)


def region(letter: str) -> Where:
    return Where(f"region_{letter}")


def card(number: int, suit: str | None) -> Say:
    """A card by colour and value; without its colour by value alone."""
    if suit is None:
        return say(N_("card {n}"), n=Figure(number))
    return say(SUITED[suit], n=Figure(number))


def bride(name: str) -> Term:
    return Term(BRIDES[name])


def figures(values: Iterable[int]) -> tuple[Figure, ...]:
    return tuple(map(Figure, values))


tell = Telling(
    seat=Who, seats=people, to=Who, owner=Who, loser=Who, losers=people, turn=Who, chooser=Who, town=Where, bride=bride,
    cards=figures, n=Figure, at=Figure, area=Figure, coins=Figure, points=Figure, reached=Figure, rests=Figure,
    counts=numbers, totals=numbers,
)  # fmt: skip
