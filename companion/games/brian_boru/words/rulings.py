"""Why Brian Boru refuses an act: what is not possible, and the reason."""

from __future__ import annotations

from companion.engine.types import Facts, Ruling
from companion.engine.words import N_, Figure, Say, Telling, Where, Who, count, say
from companion.games.brian_boru.words.names import BRIDES

REFUSALS: dict[tuple[str, str], str | tuple[str, str]] = {
    ("BB-1.2", "no_town"): N_("There is no such town on this board."),
    ("BB-1.2", "has_disc"): N_("{seat} cannot take {town}: a disc lies there already."),
    ("BB-1.4", "has_monastery"): N_("{seat} cannot build there: {town} has a monastery."),
    ("BB-2.5", "princess_below"): N_("The princess lies at the bottom of the pile: is it another card?"),
    ("BB-2.5", "bride_seen"): N_("{bride} was turned up before: is it another card?"),
    ("BB-2.7", "begun"): N_("The game has begun: {owner} has the town marker."),
    ("BB-2.7", "by_lot"): N_("{seat} cannot just begin: a lot decides who does."),
    ("BB-2.7", "no_die"): N_("No die is needed in this game."),
    ("BB-2.7", "no_lot"): N_("The lot must name one of the players."),
    ("BB-2.8", "settled"): N_("No first discs are put now."),
    ("BB-2.8", "other_seat"): N_("{turn} puts a disc now, not {seat}."),
    ("BB-2.8", "region_used"): N_("{seat} cannot put a disc there: {owner} has one in this region."),
    ("BB-4.1", "no_card_owed"): N_("No card is turned up now."),
    ("BB-4.1", "no_fleet"): N_("A Viking card shows a number from 1 to 99."),
    ("BB-4.2", "no_bride"): N_("There is no such marriage card."),
    ("BB-5.1", "no_shuffle"): N_("The action cards are not shuffled now."),
    ("BB-5.1", "no_pile"): N_("Only the action cards are shuffled anew."),
    ("BB-5.1", "no_order"): N_("The order must hold each action card once."),
    ("BB-5.1", "used"): N_("Card {card} has come this round already: is it another one?"),
    ("BB-5.3", "no_draft"): N_("No cards are chosen now."),
    ("BB-5.3", "how_many"): (N_("{seat} has to keep one card."), N_("{seat} has to keep {n} cards.")),
    ("BB-5.3", "untold"): N_("At this table nobody tells which cards are kept: they lie face down."),
    ("BB-5.3", "no_card"): N_("{seat} has to keep different cards from 1 to 25."),
    ("BB-5.3", "other_packet"): N_("{seat} can only keep cards of the packet in hand."),
    ("BB-5.5", "ready"): N_("{seat} has chosen: kept cards are not exchanged."),
    ("BB-5.5", "kept"): N_("{seat} has kept card {card} before: is it another one?"),
    ("BB-5.6", "not_in_hand"): N_("{seat} has not kept card {card}: is it another one?"),
    ("BB-6.2", "not_now"): N_("No town is chosen now."),
    ("BB-6.2", "other_seat"): N_("{seat} cannot choose the town: {turn} has the marker."),
    ("BB-6.2", "has_disc"): N_("{seat} cannot choose {town}: a disc lies there."),
    ("BB-6.2", "under_vikings"): N_("{seat} cannot choose {town}: the Vikings hold it, so it is not free."),
    ("BB-6.4", "no_town"): N_("The town comes first, then the card."),
    ("BB-6.4", "not_now"): N_("No card is played now."),
    ("BB-6.4", "other_seat"): N_("{turn} plays a card now, not {seat}."),
    ("BB-6.4", "no_card"): N_("Cards run from 1 to 25."),
    ("BB-6.6", "not_now"): N_("No card is carried out now."),
    ("BB-6.6", "unfinished"): N_("{turn} has to finish the action first."),
    ("BB-6.6", "acted"): N_("{seat} has carried out the card of this trick: now {turn} does."),
    ("BB-6.6", "other_seat"): N_("{seat} has to wait: {turn} played a lower card."),
    ("BB-6.7", "no_action"): N_("A card has a primary and two secondary actions."),
    ("BB-6.7", "winner"): N_("{seat} has won and takes the primary action."),
    ("BB-6.7", "loser"): N_("{seat} has lost and takes a secondary action."),
    ("BB-6.7", "no_second"): N_("{seat}'s card has one secondary action only."),
    ("BB-7.1", "no_extras"): N_("Nothing can be bought now."),
    ("BB-7.1", "negative"): N_("That many cannot be bought."),
    ("BB-7.1", "other_seat"): N_("{turn} decides now, not {seat}."),
    ("BB-7.1", "nothing_open"): N_("{seat} has nothing to decline."),
    ("BB-7.1", "buy_none"): N_("{seat} declines this with “buy nothing”."),
    ("BB-7.1", "must_finish"): N_("{seat} cannot decline this: all icons apply."),
    ("BB-7.4", "no_pay"): N_("What an action costs is paid with coins or with points."),
    ("BB-7.4", "bare"): N_("{seat} cannot pay with points: {seat} has none."),
    ("BB-7.4", "coins_first"): N_("{seat} cannot pay with points: coins come first."),
    ("BB-7.4", "no_coin"): N_("{seat} has no coin and pays with points."),
    ("BB-7.4", "nothing_to_pay"): N_("{seat} has nothing to pay here."),
    ("BB-7.6", "coins"): N_("{seat} cannot buy so many: that takes {needed} coins, and {seat} has {coins}."),
    ("BB-7.7", "coins"): N_("{seat} cannot buy so many: that takes {needed} coins, and {seat} has {coins}."),
    ("BB-7.7", "area"): (
        N_("{seat} cannot take so many: only one raider is left in the battle area."),
        N_("{seat} cannot take so many: only {n} raiders are left in the battle area."),
    ),
    ("BB-7.8", "coins"): N_("{seat} cannot buy so many: that takes {needed} coins, and {seat} has {coins}."),
    ("BB-7.8", "top"): (
        N_("{seat} cannot go so far: the track ends after one more step."),
        N_("{seat} cannot go so far: the track ends after {n} more steps."),
    ),
    ("BB-7.9", "not_owed"): N_("{seat} cannot expand now."),
    ("BB-7.9", "coins"): N_("{seat} cannot expand: that takes {needed} coins, and {seat} has {coins}."),
    ("BB-7.9", "other_seat"): N_("{turn} decides now, not {seat}."),
    ("BB-7.9", "has_disc"): N_("{seat} cannot expand into {town}: a disc lies there."),
    ("BB-7.9", "no_road"): N_("{seat} cannot expand into {town}: no road leads there from a town of their own."),
    ("BB-7.12", "not_owed"): N_("{seat} has no control token to remove now."),
    ("BB-7.12", "other_seat"): N_("{turn} decides now, not {seat}."),
    ("BB-7.12", "no_token"): N_("{seat} cannot free {town}: no Viking control token lies there."),
    ("BB-8.1", "not_now"): N_("Something is still to be decided first."),
    ("BB-8.5", "not_owed"): N_("{seat} has no town to take now."),
    ("BB-8.5", "other_seat"): N_("{turn} takes a town now, not {seat}."),
    ("BB-8.5", "other_region"): N_("{seat} cannot take {town}: it does not lie in {region}."),
    ("BB-8.7", "not_owed"): N_("{seat} has no princess to decide on now."),
    ("BB-8.7", "other_seat"): N_("{turn} marries the princess, not {seat}."),
    ("BB-8.7", "must_choose"): N_("{seat} has to decide about the princess."),
    ("BB-8.7", "no_choice"): N_("The princess offers a pact or trade, or she is spurned."),
    ("BB-9.3", "not_owed"): N_("No town is lost now."),
    ("BB-9.3", "must_lose"): N_("{seat} has to choose: a town is lost to the Vikings."),
    ("BB-9.3", "other_seat"): N_("{seat} cannot choose this town: {turn} does."),
    ("BB-9.4", "not_controlled"): N_("The Vikings cannot take {town}: {loser} does not control it."),
    ("BB-R17", "later"): N_("The Vikings take a town of {loser} first."),
    ("BB-10.1", "not_owed"): N_("{seat} cannot build a monastery now."),
    ("BB-10.1", "other_seat"): N_("{turn} decides about a monastery now, not {seat}."),
    ("BB-10.5", "free"): N_("{seat} cannot build there: nobody controls {town}."),
    ("BB-10.5", "foreign"): N_("{seat} cannot build there: {owner} has {town}."),
    ("BB-12.1", "over"): N_("The game is over."),
    ("BB-R6", "no_card"): N_("{seat} cannot choose {town}: no card in hand fits it."),
    ("BB-R6", "none_left"): N_("Can it be that no card for {town} is left this round?"),
    ("BB-R7", "can_lead"): N_("{seat} has a card for a free town."),
    ("BB-R7", "declared"): N_("{seat} may already play any card to any town."),
    ("BB-R9", "active"): N_("{seat} cannot expand into {town}: it is the active town."),
    ("BB-R19", "must_build"): N_("{seat} has to build: at this table monasteries are compulsory."),
    ("BB-R30", "lost"): N_("{seat} cannot expand into {town}: their town beside it is held by the Vikings."),
    ("BB-R33", "two_roads"): N_("{seat} cannot expand into {town}: it is two roads away."),
    ("BB-R35", "must_place"): N_("{seat} cannot refuse the town."),
    ("BB-R37", "must_act"): N_("{seat} has to take an action."),
    ("BB-R39", "lost"): N_("{seat} cannot build there: the Vikings hold {town}."),
}
OFF_COLOUR = {
    "red": N_("{seat} cannot lead card {card}: the town is red, so a red or white card is needed."),
    "blue": N_("{seat} cannot lead card {card}: the town is blue, so a blue or white card is needed."),
    "yellow": N_("{seat} cannot lead card {card}: the town is yellow, so a yellow or white card is needed."),
}


def map_line(rule: str, known: Facts) -> Say | None:
    """Why a table cannot be set up like this; None for what the kernel tells."""
    f = dict(known)
    if rule != "BB-2.8" or "regions" not in f:
        return None
    one = N_("{players} players need a region each for their first discs: this board has only one.")
    more = N_("{players} players need a region each for their first discs: this board has only {n}.")
    return count(f["regions"], one, more, players=f["players"])


TOLD = Telling(
    seat=Who, turn=Who, owner=Who, loser=Who, town=Where,
    card=lambda card: Figure(card) if isinstance(card, int) else card,
)  # fmt: skip


def ruling_line(r: Ruling) -> Say:
    """One sentence: who cannot do what, and why."""
    f = dict(r.facts)
    fields = TOLD.known(f)
    if "card" in f:
        fields["bride"] = say(BRIDES[f["card"]]) if f["card"] in BRIDES else fields["card"]
    if r.rule == "BB-6.3" and f.get("colour") in OFF_COLOUR:
        return say(OFF_COLOUR[f["colour"]], **fields)
    why = str(f.get("why"))
    found = REFUSALS.get((r.rule, why))
    if isinstance(found, tuple):
        return count(fields.pop("n"), *found, **fields)
    if found is None:
        return say(N_("That is not possible now."))
    if "{coins}" in found and f["coins"] < 2:
        fields["coins"] = say(N_("one") if f["coins"] else N_("none"))
    if why in UNTIMELY and "turn" in fields:
        return say(N_("{reason} It is {turn}'s turn."), reason=say(found, **fields), turn=fields["turn"])
    return say(found, **fields)


UNTIMELY = ("not_now", "not_owed", "settled", "no_extras", "nothing_open", "no_town")  # whose turn it is, is said
