"""What duties and acts of Vikings Gone Wild say, in English; catalogues hold the other languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.types import (
    LETTERS,
    Input,
    May,
    Over,
    Pending,
    Roll,
    Rolled,
    Show,
    Shown,
    Shuffle,
    Shuffled,
)
from companion.engine.words import N_, Figure, Say, Term, Where, Who, Words, count, people, say, victory
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.words import names
from companion.games.vikings_gone_wild.words.events import event_line
from companion.games.vikings_gone_wild.words.names import CARDS, PIECES, card, cards, kind, numbered, place_line, tell
from companion.games.vikings_gone_wild.words.rulings import ruling_line
from companion.games.vikings_gone_wild.words.score import score_line

SHUFFLES = {
    "missions_1": N_("Shuffle the missions for 1 point."),
    "missions_2": N_("Shuffle the missions for 2 and 3 points; they go below the others."),
    "odin": N_("Shuffle the cards of Odin's Path."),
    "favours": N_("Shuffle the favours and keep three for each player."),
    "bonuses": N_("Shuffle the end bonus cards."),
}
SHOWS = {
    "odin": N_("Turn up the next card of Odin's Path."),
    "favour": N_("Turn up the next favour."),
    "bonus": N_("Turn up the next end bonus card."),
}
EFFECTS = {
    "kind": N_("{seat} chooses beer or gold."),
    "stow": N_("{seat} chooses a depot for the {kind}."),
    "steal": N_("{seat} chooses what is stolen, and where it goes."),
    "cancel": N_("{card}: {seat} removes an attacker."),
    "discard": N_("{card}: {seat} names a card to be discarded."),
    "trash": N_("{card}: {seat} may put a card in the box."),
    "fetch": N_("{card}: {seat} may take a card."),
    "choice": N_("{card}: {seat} chooses what it does."),
    "optional": N_("{card}: {seat} uses the effect or leaves it."),
    "pay": N_("{card}: {seat} pays the price or leaves it."),
    "manual": N_("{card}: {seat} does what the card says, and you enter it."),
}
ASKED = {
    "VG-4.2": N_("{seat} plays cards, buys, builds or attacks."),
    "VG-R13": N_("{seat} declares all attacks, then they are answered."),
    "VG-13.1": N_("{seat} stores barrels and bars."),
    "VG-R20": N_("{seat} chooses one of the open favours."),
}


def pending_line(p: Pending) -> Say:
    f = dict(p.facts)
    if isinstance(p, Over):
        return victory(p)
    if isinstance(p, Roll):
        if p.rule == "VG-1.13":
            return say(N_("Say who begins, or draw lots."))
        return say(N_("A card of {seat} is drawn at random: which one from the left?"), seat=Who(f["seat"]))
    if isinstance(p, Shuffle):
        return _shuffle(p)
    if isinstance(p, Show):
        return _show(p)
    if isinstance(p, May):
        seats = people(p.seats)
        line = N_("{seats} may claim a mission.") if p.rule == "VG-11.1" else N_("{seats} may leave tavern cards.")
        return say(line, seats=seats)
    return _choose(p)


def _shuffle(p: Shuffle) -> Say:
    if p.rule == "VG-R31":
        return say(N_("Shuffle the discard pile of Odin's Path: it becomes the stack."))
    if p.rule == "VG-16.4":
        return say(N_("Shuffle the other bonus cards: they break the tie."))
    if p.pile in SHUFFLES:
        return say(SHUFFLES[p.pile])
    seat = Who(LETTERS.index(p.pile[-1]))
    if p.rule == "VG-1.7":
        return say(N_("{seat} shuffles the start deck."), seat=seat)
    return say(N_("{seat} shuffles the discard pile: it becomes the deck."), seat=seat)


def _show(p: Show) -> Say:
    seat = Who(dict(p.facts).get("seat"))
    if p.what == "mission":
        return say(N_("{seat} turns up a new mission."), seat=seat)
    if p.what == "hand":
        return say(N_("A card of {seat} is drawn at random: which is it?"), seat=seat)
    if p.what.startswith("deck_"):
        return say(N_("{seat} turns up the top card of the deck."), seat=seat)
    if p.what == "favour" and "seat" in dict(p.facts):
        return say(N_("{seat} turns up the top favour."), seat=seat)
    if p.rule == "VG-16.4":
        return say(N_("Turn up the next bonus card: it may break the tie."))
    return say(SHOWS[p.what])


def _choose(p: Pending) -> Say:
    f = dict(p.facts)
    if "step" in f:
        more: dict[str, Any] = {"card": card(f["card"])} if f.get("card") else {}
        more |= {"kind": kind(f["kind"])} if f.get("kind") else {}
        return say(EFFECTS[f["step"]], seat=Who(f["seat"]), **more)
    if p.rule == "VG-9.2":
        known_as = zip(f["targets"], f.get("undead") or ("",) * len(f["targets"]), strict=True)
        targets = tuple(card(name) if name else Where(t) for t, name in known_as)
        known = {"seat": Who(f["seat"]), "attacker": Who(f["attacker"]), "targets": targets}
        return say(N_("{attacker} attacks {targets}: {seat} defends or not."), **known)
    if p.rule == "VG-14.2":
        return _hand(f["seat"], f["held"])
    if p.rule == "VG-R25":
        return say(N_("Whoever has accomplished a mission claims it now. Others say: nothing more."))
    if "cards" in f and len(f["cards"]) == 1:
        return say(N_("{seat} takes the only favour there: {card}."), seat=Who(f["seat"]), card=card(f["cards"][0]))
    if p.rule == "VG-17.2":
        return say(N_("{seat} chooses one of {n} favours."), seat=Who(f["seat"]), n=len(f["cards"]))
    return say(ASKED[p.rule], seat=Who(f["seat"]))


def _hand(seat: int, held: int) -> Say:
    if not held:
        return say(N_("{seat} discards the rest of the hand."), seat=Who(seat))
    one = N_("{seat} discards the hand and may hold one card.")
    return count(held, one, N_("{seat} discards the hand and may hold up to {n} cards."), seat=Who(seat))


# ---------------------------------------------------------------- acts as candidates
def _attack(a: acts.Attack) -> Say:
    helpers = cards((*(i for i, _, _ in a.carried), *a.boosts))
    known = {"target": Where(a.target), "attackers": numbered(a.attackers)}
    if helpers:
        return say(N_("attack: {target}; with {attackers}, along with {helpers}"), helpers=helpers, **known)
    return say(N_("attack: {target}; with {attackers}"), **known)


def _pick(a: acts.Pick) -> Say:
    if a.what in ("beer", "gold") and not a.zone:  # missions are called so too
        return say(N_("choose: {kind}"), kind=kind(a.what))
    if a.what in CARDS:
        return say(N_("choose: {card}"), card=card(a.what))
    if "+" in a.what and a.what.split("+")[0] in CARDS:
        return say(N_("choose: {cards}"), cards=cards(tuple(a.what.split("+"))))
    if len(a.what) > 2 and a.what[1] == "_":
        if a.zone:
            return say(N_("from {space} to {other}"), space=Where(a.what), other=Where(a.zone))
        return say(N_("to {space}"), space=Where(a.what))
    parts = tuple(Figure(x) for x in a.what.split("+") if x.isdecimal())
    return say(N_("effect {parts}"), parts=parts or (Term(N_("nothing")),))


def _play(a: acts.Play) -> Say:
    if a.target is None:
        return say(N_("play: {card}"), card=card(a.card))
    return say(N_("play on {target}: {card}"), target=Who(a.target), card=card(a.card))


def _store(a: acts.Store) -> Say:
    lie = tuple(say(N_("{n} on {space}"), n=Figure(n), space=Where(k)) for k, n in a.depots)
    if not lie:
        return say(N_("leave the depots empty of {kind}"), kind=kind(a.kind))
    return say(N_("store {kind}: {places}"), kind=kind(a.kind), places=lie)


def _drop(a: acts.Drop) -> Say:
    if not a.cards:
        return say(N_("discard nothing"))
    return say(N_("discard {cards}"), cards=numbered(a.cards))


def _order(a: Shuffled) -> Say:
    return say(N_("shuffled by the app, unseen")) if a.order else say(N_("shuffled at the table"))


def _face(a: Rolled) -> Say:
    face = a.faces[0] if a.faces else ""
    if len(face) == 1 and face in LETTERS:
        return say(N_("{seat} begins"), seat=Who(LETTERS.index(face)))
    return say(N_("card {n} from the left"), n=Figure(face if face.isdecimal() else 0))


_ACTS: dict[type[Input], Callable[[Any], Say]] = {
    acts.Play: _play,
    acts.Use: tell(N_("use effect {n}: {card}"), n="part"),
    acts.Exchange: lambda a: say(
        N_("exchange two {kind}"), kind=kind(a.give if a.give in ("beer", "gold") else "beer")
    ),
    acts.Buy: tell(N_("buy: {card}")),
    acts.Build: tell(N_("build: {card}"), card="building"),
    acts.Upgrade: tell(N_("upgrade the town hall")),
    acts.GiveBack: tell(N_("give back: {space}"), space="building"),
    acts.Attack: _attack,
    acts.Together: tell(N_("declare several attacks at once")),
    acts.Declared: tell(N_("all attacks are declared")),
    acts.Defend: tell(N_("defend {target} with: {card}")),
    acts.Claim: tell(N_("claim: {card}"), card="mission"),
    acts.Swap: tell(N_("swap: {card}"), card="mission"),
    acts.Take: tell(N_("take the favour: {card}"), card="favour"),
    acts.Pick: _pick,
    acts.PayFor: tell(N_("pay the price")),
    acts.Book: lambda a: say(
        N_("enter for {seat}: {n} {what}"),
        seat=Who(a.whom),
        n=Figure(a.n),
        what=Term(names.ACTIONS.get(a.what, N_("nothing"))),
    ),
    acts.Decline: tell(N_("leave it")),
    acts.Store: _store,
    acts.Drop: _drop,
    acts.Forgo: tell(N_("leave {n} tavern card"), N_("leave {n} tavern cards")),
    acts.Pass: tell(N_("nothing more")),
    acts.EndTurn: tell(N_("end the turn")),
    Rolled: _face,
    Shown: tell(N_("turned up: {card}")),
    Shuffled: _order,
}


def act_line(act: Input) -> Say:
    """An act as a candidate is named."""
    return _ACTS[type(act)](act)


def card_line(tagged: str) -> Say:
    """A card that bears a tag: as ``tags.deck`` names it."""
    name, _, number = tagged.partition("#")
    called = Term(PIECES[name]) if name in PIECES else card(name)
    return say(N_("{card} {n}"), card=called, n=Figure(int(number))) if number else say("{card}", card=called)


def question_line(name: str, field: str) -> Say:
    """The question about a value that nobody has confirmed yet (see ``origins``)."""
    return say(VALUE_QUESTIONS[field], card=card(name))


VALUE_QUESTIONS = {
    "cost": N_("What does this card cost: {card}?"),
    "strength": N_("How strong is this card: {card}?"),
    "guard": N_("How much does this card add to a defence: {card}?"),
    "defence": N_("What is the defence of this card: {card}?"),
    "damage_bonus": N_("Which damage bonus is printed on this card: {card}?"),
    "abilities": N_("What does this card do: {card}?"),
    "reward": N_("What is the reward of this card: {card}?"),
    "upgrade": N_("What does upgrading this card cost: {card}?"),
    "built": N_("What is gained when this card is built: {card}?"),
    "goal": N_("What is the goal of this mission: {card}?"),
    "vp": N_("How many points does this mission give: {card}?"),
    "value": N_("What does this bonus card compare: {card}?"),
}

WORDS = Words(
    title=names.TITLE,
    pending=pending_line,
    event=event_line,
    ruling=ruling_line,
    score=score_line,
    act=act_line,
    place=place_line,
    card=card_line,
    options=names.OPTIONS,
    values=names.VALUES,
    inputs=names.INPUTS,
    fields=names.FIELDS,
    purposes=names.PURPOSES,
    weights=names.WEIGHTS,
    actions=names.ACTIONS,
    pieces=names.PIECES,
    counted=names.COUNTED,
    places=names.PLACES,
)
