"""What acts and their fields are called where they are entered by hand."""

from __future__ import annotations

from companion.engine.words import N_

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
