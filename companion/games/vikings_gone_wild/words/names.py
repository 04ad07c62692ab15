"""Names in Vikings Gone Wild: cards, pieces, places, options."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.spaces import Board, Space
from companion.engine.types import LETTERS
from companion.engine.words import N_, Figure, Say, Telling, Term, Where, Who, people, say

TITLE = N_("Vikings Gone Wild")
CARDS = {
    "accomplisher": N_("Accomplisher"), "alviss": N_("Alviss"), "architect": N_("Architect"),
    "assassin": N_("Assassin"), "attacker": N_("Attacker"), "bear_rider": N_("Bear Rider"),
    "beer_card": N_("Beer Card"),
    "beer_depot": N_("Beer Container"), "beer_mugs": N_("Beer Mugs"), "beer_specialist": N_("Beer Specialist"),
    "beer_taxes": N_("Beer Taxes"), "beer_tycoon": N_("Beer Tycoon"), "bier": N_("Beer"),
    "bone_crusher": N_("Bone Crusher"), "brewer": N_("Brewer"), "brewery": N_("Brewery"), "builder": N_("Builder"),
    "cannon": N_("Cannon"), "captain": N_("Captain"), "chicken_tower": N_("Chicken Tower"),
    "conqueror": N_("Conqueror"), "crystal": N_("Crystal"), "defender": N_("Defender"), "draco": N_("Draco"),
    "drakkar": N_("Drakkar"), "dvergar": N_("Dvergar"), "elf_archer": N_("Elf Archer"), "follower": N_("Follower"),
    "foundry": N_("Foundry"), "gift_resource": N_("Mystery Gift (Resource)"), "gift_unit": N_("Mystery Gift (Unit)"),
    "gold": N_("Gold"), "gold_bars": N_("Gold Bars"), "gold_card": N_("Gold Card"), "gold_depot": N_("Gold Container"),
    "gold_factory": N_("Gold Factory"), "gold_miner": N_("Gold Miner"), "gold_taxes": N_("Gold Taxes"),
    "grendel": N_("Grendel"), "hero_trap": N_("Hero Trap"), "innkeeper": N_("Innkeeper"), "king_pig": N_("King Pig"),
    "lokis_lens": N_("Loki's Lens"), "miner": N_("Miner"), "mjoellnir": N_("Mjöllnir"), "money": N_("Money, Money"),
    "money_theft": N_("Money Theft"), "odins_boost": N_("Odin's Boost"), "pigator": N_("Pigator"),
    "recipe_theft": N_("Recipe Theft"), "resurrection": N_("Resurrection"), "scroll": N_("Scroll"),
    "shaman": N_("Shaman"), "sheep_cannon": N_("Sheep Cannon"), "shield": N_("Shield"),
    "shockwave_tower": N_("Shockwave Tower"), "strategy": N_("Strategy"), "sword": N_("Sword"),
    "tavern": N_("Tavern"), "thirsty": N_("Thirsty?"), "thor": N_("Thor"),
    "time_manipulation": N_("Time Manipulation"), "town_fall": N_("Town Fall"), "townhall_1": N_("Town Hall 1"),
    "townhall_2": N_("Town Hall 2"), "townhall_3": N_("Town Hall 3"), "treasure_chest": N_("Treasure Chest"),
    "undead_beer": N_("Undead (Beer)"), "undead_gold": N_("Undead (Gold)"), "valkyrie": N_("Valkyrie"),
    "viking_warrior": N_("Viking Warrior"), "warfare": N_("Warfare"), "worker": N_("Worker"), "worship": N_("Worship"),
}  # fmt: skip
NAMELESS = N_("a card of the owner's own")
KIND_WORDS = {"beer": N_("beer"), "gold": N_("gold")}
PIECES = {
    "card": N_("card"),
    "small_marker": N_("small marker"),
    "large_marker": N_("large marker"),
    "start_marker": N_("start player marker"),
    "marker": N_("construction or damage marker"),
    "beer": N_("beer barrel"),
    "gold": N_("gold bar"),
}
COUNTED = {"beer": N_("beer barrels"), "gold": N_("gold bars")}
PLACES = {
    "odin_stack": N_("the stack of Odin's Path"),
    "odin_discard": N_("the discard pile of Odin's Path"),
    "favour_stack": N_("the stack of Divine Favours"),
    "mission_stack": N_("the stack of missions"),
    "draco": N_("Draco"),
    "vp_0": N_("the start space of the track"),
}
OF_SEAT = {
    "flag": N_("the flag of {seat}"),
    "start": N_("the start player's place of {seat}"),
    "townhall": N_("Town Hall of {seat}"),
    "done": N_("the missions accomplished by {seat}"),
}
NUMBERED = {
    "odin": N_("card {n} of Odin's Path"),
    "favour": N_("open favour {n}"),
    "bonus": N_("bonus card {n}"),
    "vp": N_("space {n} of the track"),
}
OPTIONS = {
    "first_game": N_("Bonus cards of a first game"),
    "long_game": N_("Longer game with three or four"),
    "exception_targets": N_("What may be attacked when everybody was"),
    "exception_count": N_("How many buildings then"),
    "exception_if_unattackable": N_("A village all under construction counts as attacked"),
    "complete_defence_scope": N_("Damage that spoils a complete defence"),
    "allow_weak_attacks": N_("Attacks below the defence may be declared"),
    "attack_vp_cap": N_("Most points for attacks in a turn"),
    "hero_may_carry": N_("Heroes may carry items"),
    "overflow_storable": N_("What lies on the town hall may be stored"),
    "favour_take_open": N_("Open favours may be taken when the stack is empty"),
    "tokens_limited": N_("Barrels and bars are limited"),
}
VALUES = {
    "unattacked": N_("what nobody attacked this round"),
    "undamaged": N_("what is undamaged"),
    "any": N_("any number"),
    "one": N_("one"),
    "attacker": N_("of this attacker"),
    "round": N_("of this round"),
    "none": N_("no limit"),
    "13": N_("13"),
}
ACTIONS = {**CARDS, **KIND_WORDS, "vp": N_("points"), "draw": N_("cards to draw"), "hand": N_("in the hand"),
           "discard": N_("on the discard pile"), "play": N_("in the play area"), "deck": N_("in the deck")}  # fmt: skip
INPUTS = {
    "play": N_("Play a card"),
    "use": N_("Use a part of a card"),
    "exchange": N_("Exchange two for one"),
    "buy": N_("Buy a card"),
    "build": N_("Build"),
    "upgrade": N_("Upgrade the town hall"),
    "give_back": N_("Give a building back"),
    "attack": N_("Attack"),
    "together": N_("Declare several attacks at once"),
    "declared": N_("All attacks are declared"),
    "defend": N_("Defend with a card"),
    "claim": N_("Claim a mission"),
    "swap": N_("Swap a mission"),
    "take": N_("Take a favour"),
    "pick": N_("Choose"),
    "pay_for": N_("Pay the price"),
    "book": N_("Enter an outcome"),
    "decline": N_("Leave it"),
    "store": N_("Store"),
    "drop": N_("Discard the hand"),
    "forgo": N_("Leave tavern cards"),
    "pass": N_("Nothing more"),
    "end_turn": N_("End the turn"),
}
FIELDS = {
    "card": N_("Card"),
    "target": N_("Target"),
    "part": N_("Part"),
    "give": N_("Given"),
    "tokens": N_("Barrels and bars"),
    "slot": N_("Slot"),
    "beer": N_("Barrels"),
    "gold": N_("Bars"),
    "building": N_("Building"),
    "attackers": N_("Attackers"),
    "carried": N_("Carried"),
    "boosts": N_("With"),
    "mission": N_("Mission"),
    "favour": N_("Favour"),
    "what": N_("What"),
    "zone": N_("Where"),
    "whom": N_("Whom"),
    "n": N_("How many"),
    "kind": N_("Resource"),
    "depots": N_("Depots"),
    "cards": N_("Cards"),
}
WEIGHTS = {
    "attackers": N_("strength {n}, needed {need}"),
    "depots": N_("{n}, at least {need}"),
    "cards": N_("{n}, at least {need}"),
}
PURPOSES = {
    "start player": N_("Start player"),
    "card of a hand": N_("Card of the hand"),
    "odin": N_("Odin's Path"),
    "favour": N_("Favour"),
    "bonus": N_("Bonus card"),
    "mission": N_("Mission"),
    "hand": N_("Card of the hand"),
}


def card(ident: str) -> Term:
    """A card by its name; one that only the owner's file knows has none in the catalogue."""
    return Term(CARDS.get(ident, NAMELESS))


def cards(idents: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(card(c) for c in idents)


def numbered(counts: Iterable[tuple[str, int]]) -> tuple[Term | Say, ...]:
    """Cards with their number, one alone without it."""
    return tuple(card(c) if n == 1 else say(N_("{n} × {card}"), n=Figure(n), card=card(c)) for c, n in counts)


def kind(word: str) -> Term:
    return Term(KIND_WORDS[word])


def place_line(space: Space, board: Board) -> Say:
    """A space without a name of its own."""
    if space.id in PLACES:
        return say(PLACES[space.id])
    head, _, last = space.id.rpartition("_")
    if head in NUMBERED:
        return say(NUMBERED[head], n=Figure(last))
    if space.id.startswith("pile_"):
        return say(N_("pile: {card}"), card=card(space.id[5:]))
    seat, _, what = space.id.partition("_")
    if len(seat) != 1:
        return say(N_("a place on the table"))
    who = Who(LETTERS.index(seat))
    if what in OF_SEAT:
        return say(OF_SEAT[what], seat=who)
    name, _, no = what.rpartition("_")
    if name == "mission":
        return say(N_("mission {n} of {seat}"), n=Figure(no), seat=who)
    return say(N_("{card} {n} of {seat}"), card=card(name), n=Figure(no), seat=who)


tell = Telling(
    seat=Who, seats=people, of=Who, card=card, cards=cards, kind=kind, space=Where, target=Where, n=Figure,
    level=Figure, strength=Figure, defence=Figure,
)  # fmt: skip
