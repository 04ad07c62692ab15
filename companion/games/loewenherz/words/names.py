"""Names in Löwenherz: sides, colours, pieces, cards, actions, places, options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.boards import Board, Space
from companion.engine.grids import square_name
from companion.engine.types import LETTERS
from companion.engine.words import N_, Figure, Say, Telling, Term, Where, Who, count, numbers, people, say

INPUTS = {
    "take_colour": N_("Take a colour"), "begin": N_("Who begins"), "lay_tile": N_("Lay a board part"),
    "settle": N_("Set a castle and its knight"), "restart": N_("Begin the set-up anew"),
    "turn_card": N_("Turn up an action card"), "lay_decision": N_("Lay a decision"), "ally": N_("Make an alliance"),
    "end_alliance": N_("End an alliance"), "renegade": N_("Play a renegade"), "deal": N_("Agree on a price"),
    "no_deal": N_("No agreement"), "bid": N_("Bid in the duel"), "lay_border": N_("Lay a border"),
    "set_knight": N_("Set a knight"), "expand": N_("Expand a region"), "look": N_("Look through a pile"),
    "take": N_("Take a politics card"), "done": N_("Leave the rest"), "reveal": N_("Show politics cards"),
}  # fmt: skip
FIELDS = {
    "card": N_("Card"), "cards": N_("Cards"), "castle": N_("Castle"), "colour": N_("Colour"),
    "divided": N_("How it is divided"), "ducats": N_("Ducats"), "edge": N_("Border"), "first": N_("First player"),
    "knight": N_("Knight"), "numbers": N_("Decision cards"), "opener": N_("Who sets first"),
    "other": N_("The other region"), "own": N_("Own region"), "payer": N_("Who pays"), "pile": N_("Pile"),
    "place": N_("Where to"), "politics": N_("Politics cards"), "region": N_("Region"),
    "remove": N_("Knight that leaves"),
    "square": N_("Square"), "tile": N_("Board part"), "treasures": N_("Treasures"), "turn": N_("Quarter turns"),
}  # fmt: skip


TITLE = N_("Löwenherz")
PIECES = {
    "castle": N_("castle"),
    "knight": N_("knight"),
    "border": N_("border"),
    "marker": N_("power marker"),
    "part": N_("board part"),
    "card": N_("card"),
}
COUNTED = {
    "knight": N_("knights"), "border": N_("borders"), "castle": N_("castles"), "politics": N_("politics cards"),
}  # fmt: skip
SIDES = {"neutral": N_("the neutral colour")}
COLOURS = {"gold": N_("gold"), "purple": N_("purple"), "rose": N_("rose"), "gray": N_("gray")}
PLACES = {
    "action_pile": N_("pile of action cards"),
    "action_discard": N_("discarded action cards"),
    "politics_1": N_("first pile of politics cards"),
    "politics_2": N_("second pile of politics cards"),
    "politics_discard": N_("played politics cards"),
    "place_1": N_("place at the top left"),
    "place_2": N_("place at the top middle"),
    "place_3": N_("place at the top right"),
    "place_4": N_("place at the bottom left"),
    "place_5": N_("place at the bottom middle"),
    "place_6": N_("place at the bottom right"),
}
TURNS = (N_("upright"), N_("turned once to the right"), N_("upside down"), N_("turned once to the left"))
PILES = {1: N_("the first pile"), 2: N_("the second pile")}
OPTIONS = {
    "setup": N_("Set-up"),
    "layout_source": N_("How the parts lie"),
    "setup_first": N_("Who sets first"),
    "castle_distance": N_("Distance of castles of one colour"),
    "castle_distance_relax": N_("The distance drops when there is no room for a castle"),
    "basic_start_scores": N_("Start regions of the basic set-up score"),
    "border_cap": N_("Regions that end the right to lay borders"),
    "own_knight_takeover": N_("A square with one's own knight"),
    "zone_sum": N_("Several zones cut off at once"),
    "score_floor": N_("Lowest number of power points"),
    "silver_unit": N_("What counts as a mountain"),
    "negotiation": N_("Two players may negotiate before a duel"),
    "bid_entry": N_("How bids are made"),
    "money_visible": N_("Ducats of the others"),
    "treasure_limit": N_("Treasures in one action"),
    "treasure_for_renegade_removal": N_("A treasure for the removal by a renegade"),
    "renegade_forest": N_("What a renegade pays for forest"),
    "politics_per_decision": N_("Politics cards with one decision card"),
    "second_alliance": N_("A second alliance between the same regions"),
    "alliance_mark": N_("The sign of an alliance"),
    "deck_source": N_("Action cards"),
    "politics_source": N_("Politics cards"),
}
VALUES = {
    "variable": N_("variable"),
    "basic": N_("basic"),
    "random": N_("drawn by the app"),
    "camera": N_("read by the camera"),
    "manual": N_("entered by hand"),
    "first_player": N_("the first player"),
    "choose": N_("the table chooses"),
    "own_castles": N_("as many as the player has castles"),
    "unless_parted": N_("may be taken, unless a border would part the player's figures"),
    "allow_and_fence": N_("may be taken and is fenced"),
    "refuse": N_("not allowed"),
    "single": N_("each for itself"),
    "summed": N_("added up"),
    "none": N_("no limit"),
    "one": N_("one at most"),
    "square": N_("each square"),
    "joined": N_("joined squares once"),
    "tablet": N_("in secret on the tablet"),
    "reveal_and_enter": N_("shown at the table, then entered"),
    "hidden": N_("hidden"),
    "open": N_("open"),
    "allow": N_("allowed"),
    "both": N_("removal and setting"),
    "removal_only": N_("removal only"),
    "unlimited": N_("as many as you like"),
    "turned_border": N_("a turned border"),
    "app_only": N_("the app alone"),
    "physical": N_("real cards"),
    "app": N_("the app holds them"),
}
CARDS = {
    "alliance": N_("alliance"),
    "renegade": N_("renegade"),
    "?": N_("an unknown card"),
}
A_CARD = {"alliance": N_("an alliance"), "renegade": N_("a renegade")}


def place_line(space: Space, board: Board) -> Say:
    """A square by column and row, counted where it lies now; an edge by the two squares beside it.

    Parts of the board lie anywhere and turned, so nothing printed on them can serve as a name.
    """
    if "between" in space.tags:
        first, second = (place_line(board.space[name], board) for name in space.tags["between"])
        return say("{first}/{second}", first=first, second=second)
    if "at" in space.tags:
        return say(square_name(*space.tags["at"]))
    return say(PLACES.get(space.id, ""))


def lot_line(purpose: str, face: str) -> Say | None:
    """Board parts are drawn by their letters, which are no seats; how each is turned is a number."""
    stem, _, last = purpose.rpartition(" ")
    if stem == "place":
        return say(N_("board part {letter}"), letter=Term(face)) if face else say(PLACES[f"place_{last}"])
    return say(N_("turn of board part {letter}"), letter=Term(last)) if stem == "turn of" and not face else None


def who(side: str) -> Who:
    """A side as written in events: a seat letter, or the neutral colour."""
    return Who(LETTERS.index(side)) if side in LETTERS and len(side) == 1 else Who(None, side)


def label(name: str) -> Say | Term:
    """A politics card as a key or a list names it."""
    kind, _, value = name.partition("_")
    if kind == "fief" and value:
        return say(N_("fief of {n}"), n=Figure(int(value)))
    if kind == "treasure" and value:
        return say(N_("treasure of {n}"), n=Figure(int(value)))
    return Term(CARDS.get(name, N_("an unknown card")))


def card(name: str) -> Say | Term:
    """A politics card in a sentence: what is laid, held, taken or paid."""
    kind, _, value = name.partition("_")
    if kind == "fief" and value:
        return say(N_("a fief of {n}"), n=Figure(int(value)))
    if kind == "treasure" and value:
        return say(N_("a treasure of {n}"), n=Figure(int(value)))
    return Term(A_CARD.get(name, N_("an unknown card")))


def card_line(value: str, _board: Board) -> Say | None:
    """A fief or treasure in a field, which its worth tells; other values are single words."""
    named = label(value) if value.partition("_")[0] in ("fief", "treasure") else None
    return named if isinstance(named, Say) else None


def cards(names: Iterable[str]) -> tuple[Any, ...]:
    return tuple(card(c) for c in dict.fromkeys(names))


def action(word: str) -> Say:
    """An action as on its card: D6, G2, K1, K2, P."""
    kind, n = word[0], int(word[1:] or 1)
    if kind == "D":
        return count(n, N_("one ducat"), N_("{n} ducats"))
    if kind == "G":
        return count(n, N_("one border"), N_("{n} borders"))
    if kind == "K":
        return say(N_("the double knight") if n == 2 else N_("the knight"))
    return say(N_("the politics card"))


tell = Telling(
    seat=Who, seats=people, castle=Where, knight=Where, own=Where, other=Where, edge=Where, square=Where,
    region=Where, card=card, cards=cards, points=numbers, n=Figure,
)  # fmt: skip
