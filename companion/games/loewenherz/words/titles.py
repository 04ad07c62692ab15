"""What acts and their fields are called where they are entered by hand."""

from __future__ import annotations

from companion.engine.words import N_

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
