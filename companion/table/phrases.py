"""What the positions of the games expect, in words: pattern of the phrase and its message."""

from __future__ import annotations

import re

from companion.engine.words import N_

SINCE = re.compile(r"(.*), since the phase is (\w+)", re.S)  # a phrase and why it is expected
SINCE_SAID = N_("{what}, since the phase is {phase}")
PLAIN = (  # said as they are expected
    N_("each card once"),
    N_("die or extra"),
    N_("two sides"),
    N_("two numbers"),
    N_("0, 1 or 2"),
    N_("1, 2 or 3"),
    N_("an open marriage card"),
    N_("pact, trade or spurn"),
    N_("a town of the board"),
    N_("a task"),
    N_("fortress, start, roll, act or over"),
    N_("a seat that plays this round"),
    N_("the face that was rolled"),
    N_("1 to 3 while an action of a card is carried out, otherwise 0"),
    N_("a square of the board"),
    N_("the castle of a region"),
    N_("a colour of its own for each side"),
    N_("an edge between two squares"),
    N_("a square without another figure"),
    N_("the action card that lies open"),
    N_("two seats or more that chose the action"),
    N_("the id of a card"),
    N_("a stack of missions once everything is shuffled"),
    N_("0 where nothing is attacked"),
    N_("hordes whose throw is owed, or bouts"),
    N_("a field of the map"),
    N_("a district that the seat owns"),
    N_("pairs of a field and 0 or 1"),
    N_("an owner of these houses"),
    N_("a region of the board"),
    N_("named or others"),
    N_("a county of the map"),
    N_("nobody, unless an action is carried out that takes one treasure of a seat"),
    N_("two piles"),
    N_("ducats and treasures of a bidder"),
    N_("the castles of two regions"),
    N_("units, squares, region or expand"),
)
POSITIONS: tuple[tuple[str, str], ...] = (
    *((re.escape(message), message) for message in PLAIN),
    (r"(-?\d+) or more", N_("{0} or more")),
    (r"a whole number, (-\d+) or more", N_("a whole number, {0} or more")),
    (r"a seat and its card, as '(.*)'", N_("a seat and its card, like {0}")),
    (r"a card of every seat \(BB-6\.4\)", N_("a card of every seat")),
    (r"a card to play \(BB-6\.4\)", N_("a card to play")),
    (r"a marriage card: (.*)", N_("a marriage card: {0}")),
    (r"a card from (\d+) to (\d+)", N_("a card from {0} to {1}")),
    (r"one disc on space 2 \(BB-7\.10\)", N_("one disc on space 2")),
    (r"tasks of the phase (\w+)", N_("tasks of the phase {0}")),
    (r"tasks as 'kind seat argument'", N_("tasks made of kind, seat and argument")),
    (r"a face of the die: (.*)", N_("a face of the die: {0}")),
    (r"one side with its number of soldiers, as (.*)", N_("one side with its number of soldiers, like {0}")),
    (r"(\d+) different parts with their turn, as (\w+)", N_("{0} different parts with their turn, like {1}")),
    (r"a side of (.*)", N_("a side of {0}")),
    (r"different numbers from (\d+) to (\d+)", N_("different numbers from {0} to {1}")),
    (r"(\d+) slots, the one next to the stack first", N_("{0} slots, the one next to the stack first")),
    (r"at most the (\d+) cards unseen", N_("not more than the cards unseen, {0}")),
    (r"a seat that acts in the phase (\w+), the first one in the game",
     N_("a seat that acts in the phase {0}, the first one in the game")),
    (r"(\d+) totals for each extra round", N_("{0} totals for each extra round")),
    (r"a stack of (.*)", N_("a stack of {0}")),
)
