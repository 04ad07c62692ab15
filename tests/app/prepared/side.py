"""Views beside the table: by hand, history, rules, settings, about."""

from __future__ import annotations

from companion.app import setup_views as v
from companion.app.side_views import Field, HandView, HistoryView, RuleView
from companion.app.viewmodel import Choice, Figure, SpaceView
from tests.app.prepared.board import COUNTIES, A, county_name, hibernia_board, pieces
from tests.app.prepared.table import TARGETS, log, speaker


def hand_kinds(lang: str) -> HandView:
    s = speaker(lang)
    kinds = (
        Choice("roll", s("Würfel", "Die"), s("welche Farbe liegt oben", "which colour lies on top")),
        Choice("move", s("Bewegung", "Move"), s("in eine Grafschaft ziehen", "into a county")),
        Choice("muster", s("Ausheben", "Muster"), s("vom Schild in den Vorrat", "from the shield into the supply")),
        Choice(
            "set",
            s("Tisch ändern", "Change the table"),
            s("so liegt es wirklich, mit Grund", "as it really lies, with a reason"),
        ),
    )
    return HandView("Hibernia", A, kinds)


def hand_move(lang: str, wrong: bool = False) -> HandView:
    """A move with a short supply: the county from the board, the sources with numbers."""
    s = speaker(lang)
    legal = tuple(Choice(c, county_name(c)) for c in (*TARGETS, "osraige", "deisi"))
    sources = tuple(Choice(c, county_name(c)) for c in ("breifne", "tir_eoghain", "cairbre"))
    where = "osraige" if wrong else "tir_eoghain"
    lit = {where: SpaceView(where, pieces(COUNTIES[where]), lit=True)}
    fields = (
        Field(
            "action",
            "choice",
            s("Womit", "With"),
            (Choice("die", s("Würfel: Grün", "Die: green")), Choice("extra", s("Extraaktion", "Extra action"))),
        ),
        Field("county", "space", s("Wohin", "Where to"), legal),
        Field(
            "sources",
            "counts",
            s("Aus welchen Grafschaften", "From which counties"),
            sources,
            total=2,
            limits={"breifne": 1, "tir_eoghain": 1, "cairbre": 0},
        ),
    )
    values = {"action": "die", "county": where, "sources": {"breifne": 1}}
    return HandView(
        "Hibernia",
        A,
        hand_kinds(lang).kinds,
        "move",
        fields[:2] if wrong else fields,
        values,
        hibernia_board(None if wrong else TARGETS, camera=False, change=lit),
        s(
            "Vier Soldaten verstärken Tír Eoghain, zwei kommen aus Grafschaften.",
            "Four soldiers reinforce Tír Eoghain, two come from counties.",
        ),
        s(
            "Anna kann nicht nach Osraige ziehen: Ihr gehört dort keine Nachbargrafschaft.",
            "Anna cannot move into Osraige: she owns no neighbour of it.",
        )
        if wrong
        else "",
        s("Tír Eoghain verstärken", "Reinforce Tír Eoghain"),
        not wrong,
    )


def hand_roll(lang: str) -> HandView:
    s = speaker(lang)
    words = (
        ("blue", "Blau", "Blue"),
        ("green", "Grün", "Green"),
        ("red", "Rot", "Red"),
        ("yellow", "Gelb", "Yellow"),
        ("black", "Schwarz", "Black"),
        ("purple", "Lila", "Purple"),
    )
    faces = tuple(Choice(k, s(de, en), figure=Figure("die", k)) for k, de, en in words)
    fields = (
        Field("face", "choice", s("Annas Würfel zeigt", "Anna's die shows"), faces),
        Field("n", "number", s("Soldaten auf dem Schild", "Soldiers on the shield"), low=0, high=39),
    )
    return HandView(
        "Hibernia",
        A,
        hand_kinds(lang).kinds,
        "roll",
        fields,
        {"face": "red", "n": 12},
        None,
        s("Anna darf in eine rote Grafschaft ziehen.", "Anna may move into a red county."),
        "",
        s("Rot gilt", "Red it is"),
        True,
    )


def history(lang: str, jump: bool = False) -> HistoryView:
    s = speaker(lang)
    lines = log(s)
    return HistoryView(
        "Hibernia",
        lines,
        lines[0].line,
        lines[2] if jump else None,
        s(
            "Claras und Davids Züge werden zurückgenommen, beide stimmen zu.",
            "Clara's and David's turns are taken back, both agree.",
        )
        if jump
        else "",
    )


def rules(lang: str) -> RuleView:
    s = speaker(lang)
    names = (
        ("HI-2", "Ablauf eines Spielzugs", "Turn"),
        ("HI-3.3", "Bewegung", "Movement"),
        ("HI-4", "Geschütztes Paar", "Protected pair"),
        ("HI-5", "Soldaten ausheben", "Mustering"),
        ("HI-6", "Wertung", "Scoring"),
        ("HI-7", "Spielende", "End of the game"),
    )
    others = tuple(Choice(k, s(de, en)) for k, de, en in names)
    text = (
        s(
            "Man zieht mit so vielen Soldaten, wie man Nachbar\u00adgrafschaften besitzt. Gehört einem "
            "keine, ist der Zug verboten.",
            "You move as many soldiers as you own neighbouring counties. If you own none, the move is not allowed.",
        ),
        s(
            "Die Soldaten kommen zuerst aus dem Vorrat. Nur was fehlt, wird aus eigenen Grafschaften "
            "genommen; in jeder bleibt mindestens einer stehen.",
            "The soldiers come from the supply first. Only what is missing is taken from own counties; "
            "at least one stays in each.",
        ),
        s(
            "Die vier Grafschaften in der Mitte sind alle miteinander benachbart.",
            "The four counties in the middle are all neighbours of each other.",
        ),
    )
    return RuleView(
        "HI-3.3",
        s("Bewegung", "Movement"),
        s("Wie viele Soldaten ziehen", "How many soldiers move"),
        text,
        s("Spielregel, Abschnitt Bewegung", "Rules, section Movement"),
        others,
    )


def settings(lang: str) -> v.SettingsView:
    s = speaker(lang)
    cams = (Choice("cam0", "HD Webcam"), Choice("phone", s("Telefon", "Phone")), Choice("none", s("keine", "none")))
    dice = (Choice("auto", s("selbst suchen", "find it")), Choice("none", s("keiner", "none")))
    return v.SettingsView(
        (
            v.Device("camera", s("Kamera", "Camera"), "ok", s("sieht den Plan", "sees the board"), cams, "cam0"),
            v.Device(
                "camera2", s("Zweite Kamera", "Second camera"), "off", s("nicht verbunden", "not connected"),
                cams, "none",
            ),
            v.Device("die", s("Würfel", "Die"), "warn", s("Batterie schwach", "battery low"), dice, "auto"),
            v.Device(
                "cards", s("Kartenleser", "Card reader"), "off", s("nicht verbunden", "not connected"), dice, "none"
            ),
        )
    )


def about(lang: str) -> v.AboutView:
    s = speaker(lang)
    return v.AboutView(
        s("Fassung 0.1", "Version 0.1"),
        (
            (
                "Hibernia",
                "house",
                s(
                    "Karte und Wertungsleiste hat dieses Projekt entworfen. Die gekaufte Karte kann erfasst werden.",
                    "Map and score track were designed by this project. The bought map can be captured.",
                ),
            ),
            (
                "Brian Boru",
                "known",
                s(
                    "Karten und Städte stammen aus der gedruckten Regel.",
                    "Cards and towns come from the printed rules.",
                ),
            ),
        ),
        (("Source Serif 4", "SIL Open Font License 1.1, Adobe"), ("IBM Plex Sans", "SIL Open Font License 1.1, IBM")),
    )
