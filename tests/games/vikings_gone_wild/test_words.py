"""What the referee says about Vikings Gone Wild: in both languages, with names, and never a bare id."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from companion import i18n
from companion.engine.codec import Codec
from companion.engine.legal import complete
from companion.engine.session import Person
from companion.engine.slotted import changed
from companion.engine.types import CHANCE, Choose, Ruling, ScoreLine, facts
from companion.engine.yamlfile import Document
from companion.games.vikings_gone_wild.events import BonusShared
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.words import names
from companion.games.vikings_gone_wild.words.village import laid_lines
from companion.table.speaker import Speaker
from tests.conformance import mutants, next_act
from tests.games.test_registry import core

from .player import purposeful
from .tables import board, box, by_hand, done, either, sit, table
from .test_cards import FILE

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)
PEOPLE = [Person("Anna"), Person("Ben"), Person("Clara"), Person("David")]
IDS = {c["id"] for c in box()["cards"]["cards"] if "_" in c["id"]} | {s.id for s in board().spaces if "_" in s.id}


def speaker(language: str) -> Speaker:
    return Speaker("vikings_gone_wild", board(), PEOPLE, language)


def sentences(language: str) -> Iterator[str]:
    """Everything that is said in a random game and in a purposeful one: legal acts and refused ones."""
    told = speaker(language)
    for seed, (players, most) in enumerate(((4, 500), (2, 300), (3, 300))):
        config, rng = table(players), random.Random(seed)
        s = GAME.setup(config)
        for n in range(most):
            act = purposeful(s, rng.randrange, by_hand) if seed else next_act(GAME, s, rng.randrange, either)
            if act is None:
                break
            for owed in GAME.pending(s):
                yield told.pending((owed,))
            yield told.act(act)
            if n % 5 == 0:
                for seat in s.world.seats:
                    yield from (told.act(complete(e, rng.randrange)) for e in GAME.options_of(s, seat))
                for bad in mutants(act, config):
                    ruling = GAME.decide(s, bad)
                    if isinstance(ruling, Ruling):
                        yield told.ruling(ruling)
            s, events = done(s, act)
            yield from (told.event(e) or "" for e in events)
        for row in GAME.score(s).rows:
            yield from (told.score(line) for line in row.lines)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_sentence_shows_an_id_a_placeholder_or_an_exclamation_mark(language: str) -> None:
    said = set(sentences(language))
    assert len(said) > 400
    for line in said:
        assert not re.search(r"[{}!]|None|[a-z]_[a-z]|VG-", line), line
        assert not IDS & set(re.split(r"[^a-z_]+", line)), line
        assert line == line.strip()


def test_refusals_of_the_scenarios_are_told_in_both_languages() -> None:
    """Every refusal that a scenario provokes has a sentence, and none of them is the last resort."""
    from companion.engine.session import Session

    from .test_scenarios import FILES

    told = {lang: speaker(lang) for lang in ("de", "en")}
    seen = set()

    class Listening(Session):  # type: ignore[type-arg]
        def submit(self, acts, source, at=None):  # type: ignore[no-untyped-def]
            result = super().submit(acts, source, at)
            if isinstance(result, Ruling) and result.rule.startswith("VG-"):
                lines = {lang: t.ruling(result) for lang, t in told.items()}
                assert lines["de"] != lines["en"]
                assert not re.search(r"[{}!]|None|[a-z]_[a-z]|VG-", lines["de"] + lines["en"]), lines
                assert lines["en"] != "That is not possible now.", result
                seen.add(result.rule)
            return result

    import companion.engine.scenario as scenario

    original = scenario.Session
    scenario.Session = Listening  # type: ignore[misc]
    try:
        for path in FILES:
            scenario.run_file(path, GAME)
    finally:
        scenario.Session = original  # type: ignore[misc]
    assert len(seen) > 55


# ---------------------------------------------------------------- the catalogue
def marked() -> set[str]:
    found = set()
    for file in core("vikings_gone_wild"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                assert isinstance(node.args[0], ast.Constant), f"{file}:{node.lineno}"
                found.add(str(node.args[0].value))
    return found


def pairs() -> list[tuple[str, str]]:
    with i18n.po_path("de", "vikings_gone_wild").open("rb") as f:
        messages = [m for m in read_po(f, locale="de") if m.id]
    found = []
    for m in messages:
        if isinstance(m.id, str):
            found.append((m.id, str(m.string)))
        else:
            found += [(m.id[0], m.string[0]), (m.id[-1], m.string[1])]
    return found


def test_the_german_catalogue_is_complete_and_in_the_wording_of_the_house() -> None:
    known = pairs()
    assert marked() - {en for en, de in known if de} == set()
    assert {en for en, _ in known} - marked() == set()
    for en, de in known:
        assert sorted(re.findall(r"{\w*}", en)) == sorted(re.findall(r"{\w*}", de)), en
        assert "!" not in en + de
        assert "bitte" not in de.lower()
        assert not re.search(r"[a-z]_[a-z]", en + de.replace("{", "").replace("}", "")), en


def test_card_names_are_those_of_the_card_file() -> None:
    """But for the exclamation marks of two missions: the referee does not shout."""
    known = dict(pairs())
    for card in Document.read(FILE).data["cards"]:
        en = names.CARDS[card["id"]]
        assert en == card["name"]["en"].rstrip("!")
        assert known[en] == card["name"]["de"].rstrip("!")


def test_every_option_value_input_and_field_has_a_word() -> None:
    assert set(names.OPTIONS) == {o.name for o in GAME.options}
    assert {v for o in GAME.options for v in o.values if isinstance(v, str)} <= names.VALUES.keys()
    assert set(names.INPUTS) == set(CODEC.inputs) - {"rolled", "shown", "shuffled"}
    fields = {
        f for kind in GAME.inputs for f in CODEC.describe()[next(n for n, k in CODEC.inputs.items() if k is kind)]
    }
    assert fields == set(names.FIELDS)


# ---------------------------------------------------------------- some sentences as they are
GIVEN = {
    "row": ["scroll", "crystal", "sword", "shaman", "bear_rider"],
    "odin": ["assassin", "scroll"],
    "now": {"gold": 2},
    "players": {
        "A": {"hand": ["elf_archer", "elf_archer", "beer_card"]},
        "B": {"hand": ["cannon"], "village": {"brewery_1": {}}},
        "C": {"hand": ["viking_warrior"]},
    },
}


@pytest.mark.parametrize(
    ("lines", "english", "german"),
    [
        (["A play card=beer_card"], ["Anna plays: Beer Card", "Anna gains 1 beer"],
         ["Anna spielt: Bierkarte", "Anna erhält 1 Bier"]),
        (["A buy card=sword slot=odin_3"], ["Anna buys for 2 gold: Sword", "New on Odin's Path: Assassin"],
         ["Anna kauft für 2 Gold: Schwert", "Neu auf Odins Pfad: Assassine"]),
        (["A attack target=B_townhall attackers=elf_archer:2"],
         ["Anna attacks, 4 against 4: Town Hall of Ben; with 2 × Elf Archer"],
         ["Anna greift an, 4 gegen 4: Gemeindehaus von Ben; mit 2 × Elfen-Bogenschütze"]),
        (["A attack target=B_townhall attackers=elf_archer:2", "B defend card=cannon target=B_townhall", "B pass"],
         ["Repelled, 4 against 6: Town Hall of Ben", "Ben: 2 points, now 2 (repelled cards)"],
         ["Abgewehrt, 4 gegen 6: Gemeindehaus von Ben", "Ben: 2 Siegpunkte, jetzt 2 (abgewehrte Karten)"]),
        (["A build building=tavern"], ["Anna cannot pay that: it costs five gold, and only two can be paid."],
         ["Anna kann das nicht zahlen: Es kostet fünf Gold, bezahlt werden können nur zwei."]),
        (["B play card=beer_card"],
         ["Ben is not on turn: it is Anna's turn."], ["Ben ist nicht am Zug: Der Zug gehört Anna."]),
        (["A attack target=B_brewery_1 attackers=elf_archer:1", "B pass",
          "A attack target=C_townhall attackers=elf_archer:1"],
         ["Anna has chosen already: only Ben may be attacked this turn."],
         ["Anna hat schon gewählt: In diesem Zug wird nur Ben angegriffen."]),
        (["A play card=elf_archer"], ["This card joins an attack and is not played by itself: Elf Archer."],
         ["Diese Karte nimmt an einem Angriff teil und wird nicht für sich gespielt: Elfen-Bogenschütze."]),
        (["A attack target=B_brewery_1 attackers=elf_archer:1", "B pass", "A end_turn", "B end_turn",
          "C attack target=B_townhall attackers=viking_warrior:1"],
         ["Ben was attacked this round already, Anna not yet."],
         ["Ben wurde in dieser Runde schon angegriffen, Anna noch nicht."]),
    ],
)  # fmt: skip
def test_an_act_is_told(lines: list[str], english: list[str], german: list[str]) -> None:
    for language, expected in (("en", english), ("de", german)):
        session, told, said = sit(GIVEN), speaker(language), []
        for line in lines:
            result = session.submit([CODEC.parse(line)], "tap")
            said = [told.ruling(result)] if isinstance(result, Ruling) else [told.event(e) for e in result.events]
        assert [t for t in said if t] == expected


@pytest.mark.parametrize(
    ("space", "english", "german"),
    [
        ("A_brewery_2", "Brewery 2 of Anna", "Brauerei 2 von Anna"),
        ("B_townhall", "Town Hall of Ben", "Gemeindehaus von Ben"),
        ("odin_3", "card 3 of Odin's Path", "Karte 3 auf Odins Pfad"),
        ("vp_0", "the start space of the track", "Startfeld der Siegpunkteleiste"),
        ("vp_12", "space 12 of the track", "Feld 12 der Siegpunkteleiste"),
        ("pile_elf_archer", "pile: Elf Archer", "Stapel: Elfen-Bogenschütze"),
        ("C_mission_1", "mission 1 of Clara", "Mission 1 von Clara"),
        ("draco", "Draco", "Draco"),
    ],
)
def test_a_place_is_told(space: str, english: str, german: str) -> None:
    assert speaker("en").place(space) == english
    assert speaker("de").place(space) == german


def test_every_place_has_a_name() -> None:
    for s in board().spaces:
        assert "_" not in speaker("en").place(s.id)


def test_points_are_told_with_their_reason() -> None:
    assert speaker("de").score(ScoreLine("attack", 7, "VG-7.12")) == "7 Siegpunkte für erfolgreiche Angriffe"
    assert (
        speaker("en").score(ScoreLine("bonus", 2, "VG-16.1", (("card", "builder"),))) == "2 points, bonus card Builder"
    )
    assert speaker("en").score(ScoreLine("missions", 3, "VG-11.1", (("card", "bier"),))) == "3 points, mission Beer"



def test_one_alone_is_told_as_one() -> None:
    """A bonus card that one person meets, a favour where no other lies."""
    for language, shared, taken in (
        ("en", "Bonus card Miner: Ben, 6 points", "Anna takes the only favour there: Thor."),
        ("de", "Bonuskarte Der Goldgräber: Ben, 6 Siegpunkte", "Anna nimmt die einzige Gunst, die da liegt: Thor."),
    ):
        told = speaker(language)
        assert told.event(BonusShared("miner", (1,), (0, 3), 6, rules=())) == shared
        owed = Choose("VG-R20", (0,), ("take",), facts=facts(seat=0, cards=("thor",)))
        assert told.pending((owed,)) == taken


def test_cards_that_lie_open_twice_are_counted() -> None:
    s = sit().state
    cards = [s.world.index["strategy"]] * 2 + [s.world.index["worker"]]
    laid, _where = laid_lines(changed(s, row=tuple(cards)))[0]
    assert speaker("en").tell(laid) == "2 × Strategy and Worker"
