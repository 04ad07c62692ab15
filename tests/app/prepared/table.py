"""Realistic views of every screen, German and English: for screenshots, tests and whoever writes a backend."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from companion.app.viewmodel import (
    Candidate,
    Choice,
    Figure,
    Ghost,
    Lamp,
    LogLine,
    Number,
    OutOfStep,
    Owed,
    Pieces,
    Prompt,
    Question,
    Reasons,
    Refusal,
    ScoreRow,
    Snack,
    SpaceView,
    Step,
    TableView,
)
from tests.app.prepared import picture as photo
from tests.app.prepared.board import OF, A, B, C, D, hibernia_board

Say = Callable[[str, str], str]
NAMES = ("Anna", "Ben", "Clara", "David")


def speaker(lang: str) -> Say:
    """Picks the German or the English text."""
    return (lambda de, en: de) if lang == "de" else (lambda de, en: en)


def lamps(s: Say, camera: str = "", state: str = "ok", die: bool = True, cards: bool = False) -> tuple[Lamp, ...]:
    """The three lamps as on the mockups."""
    no = s("nicht nötig", "not needed")
    return (
        Lamp("camera", s("Kamera", "Camera"), state, camera or s("sieht alles", "sees all")),
        Lamp("die", s("Würfel", "Die"), "ok" if die else "off", s("bereit", "ready") if die else no),
        Lamp("cards", s("Karten", "Cards"), "ok" if cards else "off", s("bereit", "ready") if cards else no),
    )


def rows(s: Say, active: int = 0) -> tuple[ScoreRow, ...]:
    numbers = ((6, 2, "21"), (8, 2, "24"), (7, 2, "18"), (7, 3, "22"))
    return tuple(
        ScoreRow(
            OF[letter],
            name,
            s(f"Vorrat {supply} · Schild {shield}", f"Supply {supply} · shield {shield}"),
            total,
            s("jetzt +2", "now +2") if k == active else "",
            k == active,
        )
        for k, (letter, name, (supply, shield, total)) in enumerate(zip("ABCD", NAMES, numbers, strict=True))
    )


def log(s: Say) -> tuple[LogLine, ...]:
    return (
        LogLine(
            118,
            D,
            s("David: Schwarz, nimmt Mag nAí, 4 Schritte auf 22", "David: black, takes Mag nAí, 4 steps to 22"),
            "5",
        ),
        LogLine(112, C, s("Clara: Rot, hebt aus, 2 Schritte auf 18", "Clara: red, musters, 2 steps to 18"), "5"),
        LogLine(
            104,
            B,
            s("Ben: Gelb, verstärkt Mide, 3 Schritte auf 24", "Ben: yellow, reinforces Mide, 3 steps to 24"),
            "5",
        ),
        LogLine(
            97, A, s("Anna: Lila, nimmt Breifne, 5 Schritte auf 21", "Anna: purple, takes Breifne, 5 steps to 21"), "5"
        ),
        LogLine(90, D, s("David: Grün, greift Umall an, 1 gegen 1", "David: green, attacks Umall, 1 against 1"), "4"),
        LogLine(
            84, C, s("Clara: Blau, nimmt Déisi, 2 Schritte auf 16", "Clara: blue, takes Déisi, 2 steps to 16"), "4"
        ),
        LogLine(77, B, s("Ben: Grün, nimmt Brega, 4 Schritte auf 21", "Ben: green, takes Brega, 4 steps to 21"), "4"),
        LogLine(
            70, A, s("Anna: Rot, nimmt Airgialla, 3 Schritte auf 16", "Anna: red, takes Airgialla, 3 steps to 16"), "4"
        ),
    )


def prompt(s: Say) -> Prompt:
    return Prompt(
        s("Anna zieht in eine grüne Grafschaft oder hebt aus.", "Anna moves into a green county or musters."),
        A,
        figure=Figure("die", "green"),
        title=s("Grün", "Green"),
        owed=(Owed(s("Würfelaktion", "Die action"), "open"), Owed(s("Extraaktion", "Extra action"), "later")),
    )


TARGETS = {"umall": "+1", "tir_eoghain": "+4", "brega": "1:1", "ui_maine": "2:1"}


def table(lang: str, light: bool = False) -> TableView:
    """Mid-game: one county hidden; with ``light`` one hidden and one amber."""
    s = speaker(lang)
    board = hibernia_board(
        TARGETS, ("iarchonnacht",) if light else ("desmumu",), ("caisel",) if light else (), (22, 23)
    )
    camera = lamps(s, s("unsicher", "not sure"), "warn") if light else lamps(s, s("sieht 19 von 20", "sees 19 of 20"))
    return TableView(
        "hibernia",
        "Hibernia",
        s("Runde 6", "Round 6"),
        camera,
        prompt(s),
        rows(s),
        board=board,
        log=log(s),
        undo=s("Davids Wertung", "David's scoring"),
    )


def question(lang: str) -> TableView:
    """Two candidates, drawn."""
    s = speaker(lang)
    crop = (44.0, 55.0, 258.0, 163.0)
    taken = hibernia_board(camera=False, change={"umall": SpaceView("umall", (Pieces(A),), target="")}, window=crop)
    fought = hibernia_board(
        camera=False, change={"mag_nai": SpaceView("mag_nai", (Pieces(D),), target="", versus=A)}, window=crop
    )
    q = Question(
        "q1",
        s("Welcher Zug war das, Anna?", "Which move was that, Anna?"),
        A,
        s(
            "Dein Stein liegt auf der Grenze von Umall und Mag nAí.",
            "Your piece lies on the border of Umall and Mag nAí.",
        ),
        candidates=(
            Candidate(
                "umall",
                s("Umall besetzt", "Umall taken"),
                s("mit dem Würfel, 1 Soldat", "with the die, 1 soldier"),
                taken,
            ),
            Candidate(
                "mag_nai",
                s("Mag nAí angegriffen", "Mag nAí attacked"),
                s("Extraaktion, 1 gegen 1", "extra action, 1 against 1"),
                fought,
            ),
        ),
        hint=s(
            "Liegt der Stein klar, ist die Frage von selbst erledigt.",
            "Once the piece lies clear, the question settles itself.",
        ),
    )
    asks = lamps(s, s("fragt nach", "is asking"), "warn")
    return evolve(table(lang), question=q, lamps=asks, undo=s("Annas Wurf", "Anna's roll"))


def question_die(lang: str) -> TableView:
    """The die was not read: six faces to tap."""
    s = speaker(lang)
    words = {
        "blue": s("Blau", "Blue"),
        "green": s("Grün", "Green"),
        "red": s("Rot", "Red"),
        "yellow": s("Gelb", "Yellow"),
        "black": s("Schwarz", "Black"),
        "purple": s("Lila", "Purple"),
    }
    q = Question(
        "q2",
        s("Welche Farbe zeigt Annas Würfel?", "Which colour does Anna's die show?"),
        A,
        s("Schwarz und Lila sehen bei diesem Licht gleich aus.", "Black and purple look alike in this light."),
        choices=tuple(Choice(k, w, figure=Figure("die", k)) for k, w in words.items()),
        other=False,
        later=False,
    )
    return evolve(table(lang), question=q)


def question_number(lang: str) -> TableView:
    """A heap on the shield that no camera can count."""
    s = speaker(lang)
    q = Question(
        "q3",
        s("Wie viele Soldaten von Ben liegen auf dem Schild?", "How many of Ben's soldiers lie on the shield?"),
        B,
        s("Sie liegen übereinander.", "They lie on top of each other."),
        number=Number(0, 16, 7, s("Soldaten", "soldiers")),
        other=False,
    )
    return evolve(table(lang), question=q)


def question_three(lang: str) -> TableView:
    """Three candidates without drawings."""
    s = speaker(lang)
    q = Question(
        "q4",
        s("Was hat Clara mit dem Würfel getan?", "What did Clara do with the die?"),
        C,
        s("Auf dem Plan hat sich nichts verändert.", "Nothing has changed on the board."),
        candidates=(
            Candidate("muster", s("Ausgehoben", "Mustered"), s("Schild war leer", "shield was empty")),
            Candidate("none", s("Noch nichts", "Nothing yet"), s("sie überlegt noch", "she is still thinking")),
            Candidate("back", s("Hin und zurück", "There and back"), s("Osraige und Éile", "Osraige and Éile")),
        ),
    )
    return evolve(table(lang), question=q)


def refusal(lang: str) -> TableView:
    """Anna may not enter Osraige."""
    s = speaker(lang)
    board = hibernia_board(change={"osraige": SpaceView("osraige", (Pieces(C),), "agrees", refused=True, wrong=A)})
    r = Refusal(
        "HI-3.3",
        s("Bewegung", "Movement"),
        s(
            "Man zieht mit so vielen Soldaten, wie man Nachbar\u00adgrafschaften besitzt. Gehört einem "
            "keine, ist der Zug verboten.",
            "You move as many soldiers as you own neighbouring counties. If you own none, the move is not allowed.",
        ),
        A,
        s("Anna nimmt den Stein zurück in den Vorrat.", "Anna takes the piece back into her supply."),
        s("Die Kamera sieht es von selbst.", "The camera will see it."),
        s("Wo darf Anna hin?", "Where may Anna go?"),
    )
    told = Prompt(
        s(
            "Anna kann nicht nach Osraige ziehen: Ihr gehört dort keine Nachbargrafschaft.",
            "Anna cannot move into Osraige: she owns no neighbour of it.",
        ),
        A,
        "refusal",
    )
    return evolve(table(lang), lamps=lamps(s), prompt=told, board=board, refusal=r)


def out_of_step(lang: str) -> TableView:
    """One piece done, two to do, one reminder."""
    s = speaker(lang)
    hom = photo.to_picture(photo.STEPS)
    umall, osraige = photo.at(hom, (109, 92)), photo.at(hom, (255, 167))
    steps = (
        Step(
            "done", B, s("Bens Stein", "Ben's piece"), s("vom Schild in den Vorrat", "from the shield into the supply")
        ),
        Step("todo", A, s("Annas Stein", "Anna's piece"), s("vom Vorrat nach Umall", "from the supply to Umall"), 1),
        Step(
            "todo",
            C,
            s("Claras Stein", "Clara's piece"),
            s("aus Osraige in den Vorrat", "from Osraige into the supply"),
            2,
        ),
        Step("wait", D, s("Davids Zähler", "David's marker"), s("auf Feld 24, kann warten", "to space 24, can wait")),
    )
    ghosts = (Ghost(1, A, umall, (0.045, 0.34), ring=False), Ghost(2, C, (0.947, 0.383), osraige))
    out = OutOfStep(
        s("Zwei Steine liegen noch anders als gespielt.", "Two pieces do not lie as played yet."), steps, ghosts
    )
    seen = lamps(s, s("zwei Steine anders", "two pieces differ"), "warn")
    return evolve(table(lang), lamps=seen, out_of_step=out, undo=s("Annas Zug", "Anna's move"))


def reasons(lang: str) -> TableView:
    """Each point of Anna with its reason."""
    s = speaker(lang)
    step = s("Schritt", "step")
    lines = []
    for k, (ink, county) in enumerate(
        (("Rot", "Airgialla"), ("Grün", "Tír Eoghain"), ("Gelb", "Cairbre"), ("Blau", "Breifne")) * 3
    ):
        word = {"Rot": "Red", "Grün": "Green", "Gelb": "Yellow", "Blau": "Blue"}[ink]
        lines.append(
            (
                s(f"Runde {5 - k // 4}", f"Round {5 - k // 4}"),
                s(f"{ink}es Feld mit {county}", f"{word} space by {county}"),
                f"+1 {step}",
            )
        )
    return evolve(table(lang), reasons=Reasons(A, s("Annas 21 Schritte", "Anna's 21 steps"), tuple(lines)))


def snack(lang: str) -> TableView:
    s = speaker(lang)
    lost = Snack(
        "die",
        "bad",
        s("Der Würfel ist weg: Tippt die Farbe an.", "The die is gone: tap the colour."),
        Choice("die", s("Farbe antippen", "Tap the colour")),
    )
    return evolve(table(lang), snack=lost)
