"""More views: other games in the same frame, the curtain, the end."""

from __future__ import annotations

from attrs import evolve

from companion.app.side_views import Curve, EndRow, EndView
from companion.app.viewmodel import (
    Badge,
    Choice,
    Curtain,
    Figure,
    LogLine,
    Owed,
    Panel,
    PanelRow,
    Prompt,
    ScoreRow,
    TableView,
    Waiting,
)
from tests.app.prepared.board import OF, A, B, C, D, towns_board
from tests.app.prepared.table import NAMES, lamps, speaker, table


def trick(lang: str) -> TableView:
    """Another game in the same frame: rows in acting order, the choice under the hand."""
    s = speaker(lang)
    panel = Panel(
        s("4. Machtkampf: kleinste Karte zuerst", "4th struggle: lowest card first"),
        (
            PanelRow("Ben", s("ist dran", "to act"), B, ("swords", "red", "2"), active=True),
            PanelRow("Anna", s("Nebenaktion", "side action"), A, ("swords", "red", "11")),
            PanelRow("Clara", s("gewinnt", "wins"), C, ("crown", "", "13"), strong=True),
            PanelRow("David", s("falsche Farbe", "off suit"), D, ("heart", "yellow", "17")),
        ),
        (
            Choice("coins", s("3 Münzen", "3 coins"), s("dann ausdehnen?", "then expand?")),
            Choice("vikings", s("2 Wikinger", "2 Vikings"), s("aus 6", "of 6")),
        ),
    )
    told = Prompt(
        s(
            "Ben nimmt drei Münzen und darf ausdehnen, oder zwei Wikinger.",
            "Ben takes three coins and may expand, or two Vikings.",
        ),
        B,
        figure=Figure("disc", "swords", "red"),
        title=s("Rote Stadt", "Red town"),
        owed=(Owed(s("im Norden von", "in the north of")), Owed("Connaught")),
    )
    numbers = ((4, 3, "14"), (3, 2, "17"), (0, 4, "12"), (2, 1, "16"))
    scores = tuple(
        ScoreRow(
            OF[letter], name, s(f"{c} Münzen · {r} Ansehen", f"{c} coins · {r} renown"), total, active=letter == "B"
        )
        for letter, name, (c, r, total) in zip("ABCD", NAMES, numbers, strict=True)
    )
    lines = (
        LogLine(61, D, s("David legt die gelbe 17", "David plays the yellow 17")),
        LogLine(60, C, s("Clara legt die weiße 13 und führt", "Clara plays the white 13 and leads")),
    )
    return TableView(
        "brian_boru",
        "Brian Boru",
        s("Runde 2", "Round 2"),
        lamps(s, die=False, cards=True),
        told,
        scores,
        "sketch",
        towns_board(),
        panel,
        lines,
        s("Davids Karte", "David's card"),
    )


def curtain(lang: str) -> TableView:
    s = speaker(lang)
    secret = Panel(
        s("Deine Karten", "Your cards"),
        tuple(
            PanelRow(n, suit, None, chip)
            for n, suit, chip in (
                (s("Rot 5", "Red 5"), s("Schwerter", "swords"), ("swords", "red", "5")),
                (s("Blau 9", "Blue 9"), s("Kreuz", "cross"), ("cross", "blue", "9")),
                (s("Gelb 14", "Yellow 14"), s("Herz", "heart"), ("heart", "yellow", "14")),
                (s("Weiß 22", "White 22"), s("Krone", "crown"), ("crown", "", "22")),
            )
        ),
    )
    cover = Curtain(
        C,
        s("Gebt das Tablet an Clara.", "Hand the tablet to Clara."),
        s(
            "Clara behält zwei Karten, die anderen schauen kurz weg.",
            "Clara keeps two cards, the others look away for a moment.",
        ),
        (
            Waiting(A, "Anna", "chosen"),
            Waiting(B, "Ben", "chosen"),
            Waiting(C, "Clara", "now"),
            Waiting(D, "David", "waits"),
        ),
        secret,
        s(
            "Was verdeckt ist, steht in keinem Protokoll und auf keinem Bild.",
            "What is hidden appears in no log and on no picture.",
        ),
    )
    draft = s("Runde 3, Draften", "Round 3, draft")
    return evolve(trick(lang), round=draft, curtain=cover, undo=s("Bens Auswahl", "Ben's choice"))


def choosing(lang: str) -> TableView:
    """The same, with cards to touch."""
    s = speaker(lang)
    suits = {1: ("heart", "yellow"), 2: ("swords", "red"), 0: ("cross", "blue")}

    def chip(n: int) -> tuple[str, str, str]:
        sign, ink = ("crown", "") if n in (13, 20, 21, 22) else suits[n % 3]
        return sign, ink, str(n)

    pad = tuple(Choice(f"pick:{n}", str(n), chip=chip(n), chosen=n in (5, 14)) for n in range(1, 26))
    choices = (Choice("again", s("Neu wählen", "Choose anew")), Choice("enter", s("Verdeckt ablegen", "Seal it")))
    secret = Panel(s("2 von 2 gewählt", "2 of 2 chosen"), (), choices, pad)
    base = curtain(lang)
    assert base.curtain is not None
    return evolve(base, curtain=evolve(base.curtain, secret=secret, hold=False, turn=1))


def five(lang: str) -> TableView:
    """Five players: rows 86 high, second line beside the name."""
    s = speaker(lang)
    emma = ScoreRow(Badge("E"), "Emma", s("9 Münzen · 1 Ansehen", "9 coins · 1 renown"), "19")
    return evolve(trick(lang), scores=(*trick(lang).scores, emma))


def ten(lang: str) -> TableView:
    """Ten players in two columns."""
    s = speaker(lang)
    names = (*NAMES, "Emma", "Finn", "Greta", "Hannes", "Ida", "Jakob")
    scores = tuple(
        ScoreRow(Badge(x), n, s("4 Bezirke", "4 districts"), str(12 + 3 * k), active=k == 2)
        for k, (x, n) in enumerate(zip("ABCDEFGHIJ", names, strict=True))
    )
    told = Prompt(
        s("Clara würfelt für die Ernte im Herbst.", "Clara rolls for the autumn harvest."),
        C,
        figure=Figure("die", "5"),
        title=s("Herbst", "Autumn"),
        owed=(Owed(s("Ernte", "Harvest"), "open"),),
    )
    return evolve(square(lang), game="walisk", title="Walisk", prompt=told, scores=scores)


def square(lang: str) -> TableView:
    """A square board with a narrow panel."""
    s = speaker(lang)
    panel = Panel(
        s("Karte 7", "Card 7"),
        (
            PanelRow(s("Grenze", "Border"), s("zwei, Anna", "two, Anna"), A, active=True),
            PanelRow(s("Ritter", "Knight"), s("Ben", "Ben"), B),
            PanelRow(s("Krone", "Crown"), s("offen", "open"), mark="off"),
        ),
        (Choice("done", s("Fertig", "Done")),),
    )
    return evolve(table(lang), game="loewenherz", title="Löwenherz", stage="square", panel=panel)


def end(lang: str) -> EndView:
    s = speaker(lang)
    parts = {"B": (13, 12, 12, 12, 2), "A": (12, 13, 13, 10, 1), "D": (12, 11, 12, 10, 2), "C": (10, 12, 11, 9, 2)}
    curves = {
        "A": (0, 4, 8, 13, 17, 21, 25, 30, 35, 40, 45, 49),
        "B": (0, 5, 9, 14, 19, 24, 28, 32, 37, 41, 45, 51),
        "C": (0, 3, 7, 10, 14, 18, 22, 27, 31, 36, 40, 44),
        "D": (0, 4, 8, 13, 18, 22, 26, 29, 34, 38, 43, 47),
    }
    name = dict(zip("ABCD", NAMES, strict=True))
    return EndView(
        "Hibernia",
        s("nach Runde 11", "after round 11"),
        lamps(s, s("Plan stimmt überein", "board agrees")),
        s("Ben gewinnt mit 51 Schritten vor Anna mit 49.", "Ben wins with 51 steps, ahead of Anna with 49."),
        B,
        (
            Figure("sign", "waves", "blue"),
            Figure("sign", "leaf", "green"),
            Figure("sign", "flame", "red"),
            Figure("sign", "sun", "yellow"),
            Figure("sign", "crown"),
        ),
        tuple(
            EndRow(f"{k}.", OF[x], name[x], tuple(str(p) for p in parts[x]), str(sum(parts[x])))
            for k, x in enumerate("BADC", 1)
        ),
        s(
            "Anna erreichte in Runde 11 als Erste 48 Felder. Die Runde ging zu Ende, und Ben zog mit 6 "
            "Schritten vorbei.",
            "Anna was the first to reach space 48, in round 11. The round was played out, and Ben "
            "passed her with 6 steps.",
        ),
        tuple(Curve(OF[x], curves[x], x == "B") for x in "ABCD"),
        48,
        (
            ("5", s("Ben setzt sich ab", "Ben pulls ahead")),
            ("10", s("Anna holt Ben ein", "Anna catches Ben")),
            ("11", s("Ben +6, Anna +4", "Ben +6, Anna +4")),
        ),
        s("Davids Wertung", "David's scoring"),
    )
