"""Views before and beside the table: start, new game, camera, capture, guide, by hand, history, rules, settings."""

from __future__ import annotations

from attrs import evolve

from companion.app import setup_views as v
from companion.app.viewmodel import Choice, Lamp, SpaceView, Step
from tests.app.prepared import picture as photo
from tests.app.prepared.board import COUNTIES, OF, A, B, C, D, hibernia_board, hibernia_drawing, pieces
from tests.app.prepared.table import NAMES, lamps, speaker


def start(lang: str, resume: bool = True) -> v.StartView:
    s = speaker(lang)
    games = (
        ("hibernia", "Hibernia", 3, 4),
        ("brian_boru", "Brian Boru", 3, 5),
        ("loewenherz", "Löwenherz", 2, 4),
        ("walisk", "Walisk", 2, 10),
        ("vikings", "Vikings Gone Wild", 2, 4),
    )
    cards = tuple(
        v.GameCard(i, t, s(f"{a} bis {b} Personen", f"{a} to {b} players"), s(f"{t} aufbauen", f"Set up {t}"))
        for i, t, a, b in games
    )
    plans = (
        v.Plan(
            "box", s("Aus der Schachtel", "From the box"), s("schon erfasst: 1 Minute", "captured before: 1 minute")
        ),
        v.Plan("print", s("Selbst gedruckt", "Printed here"), s("mit Marken: 2 Minuten", "with marks: 2 minutes")),
        v.Plan("none", s("Ohne Kamera", "Without camera"), s("alles antippen: sofort", "tap everything: at once")),
    )
    seen = (
        Lamp("camera", s("Kamera", "Camera"), "ok", s("angeschlossen", "connected")),
        Lamp("die", s("Würfel", "Die"), "ok", s("bereit", "ready")),
        Lamp("cards", s("Karten", "Cards"), "off", s("nicht verbunden", "not connected")),
    )
    return v.StartView(
        s("Guten Abend", "Good evening"), seen, cards, "hibernia", plans, "box", saved(lang)[0] if resume else None
    )


def saved(lang: str) -> tuple[v.SavedGame, ...]:
    s = speaker(lang)
    totals = tuple((OF[x], t) for x, t in zip("ABCD", ("21", "24", "18", "22"), strict=True))
    more = tuple((OF[x], t) for x, t in zip("ABC", ("48", "44", "46"), strict=True))
    return (
        v.SavedGame(
            "h6",
            s("Hibernia weiterspielen", "Go on with Hibernia"),
            s("Runde 6, Anna ist dran", "Round 6, Anna to play"),
            totals,
            s("heute, 21:40", "today, 21:40"),
            hibernia_board(camera=False),
        ),
        v.SavedGame(
            "b2",
            s("Brian Boru weiterspielen", "Go on with Brian Boru"),
            s("Runde 2, Ben wählt", "Round 2, Ben chooses"),
            totals[:3],
            s("gestern, 22:15", "yesterday, 22:15"),
        ),
        v.SavedGame(
            "h9",
            s("Hibernia zu dritt", "Hibernia with three"),
            s("Letzte Runde, Clara ist dran", "Last round, Clara to play"),
            more,
            s("12. November", "12 November"),
        ),
    )


def resume(lang: str) -> v.ResumeView:
    return v.ResumeView(saved(lang))


def new_game(lang: str) -> v.NewGameView:
    s = speaker(lang)
    on, off = s("ja", "yes"), s("nein", "no")
    options = (
        v.OptionView(
            "advanced", s("Zusatzregeln", "Advanced game"), "HI-9", (Choice("false", off), Choice("true", on)), "false"
        ),
        v.OptionView(
            "soldiers_per_player",
            s("Soldaten je Person", "Soldiers each"),
            "HI-R1",
            (Choice("16", "16"), Choice("14", "14")),
            "16",
        ),
        v.OptionView(
            "pair_rule",
            s("Letztes Paar", "Last pair"),
            "HI-R8",
            (
                Choice("strict", s("nie betreten", "never entered")),
                Choice("outcome", s("nur wenn es fiele", "only if it would fall")),
            ),
            "strict",
        ),
        v.OptionView(
            "roll_first",
            s("Erst würfeln", "Roll first"),
            "HI-R5",
            (Choice("true", on), Choice("false", s("Extraaktion vorher erlaubt", "extra action may come first"))),
            "true",
        ),
        v.OptionView(
            "extra_action",
            s("Extraaktion", "Extra action"),
            "HI-R4",
            (Choice("mandatory", s("Pflicht", "must be used")), Choice("optional", s("freiwillig", "may be left"))),
            "mandatory",
        ),
        v.OptionView("hints", s("Tipps", "Hints"), "HI-11", (Choice("false", off), Choice("true", on)), "false"),
    )
    colours = tuple(
        v.ColourView(k, s(de, en))
        for k, de, en in (
            ("orange", "Orange", "Orange"),
            ("blue", "Blau", "Blue"),
            ("green", "Grün", "Green"),
            ("purple", "Lila", "Purple"),
        )
    )
    return v.NewGameView(
        "hibernia", "Hibernia", 3, 4, colours, options, lamps(s, s("angeschlossen", "connected")), NAMES, "box"
    )


def refused(lang: str) -> v.NewGameView:
    """The same with a map that cannot be played on."""
    s = speaker(lang)
    fault = s(
        "Der Fluss F2 springt von Sandvik nach Myrheim: Seine Abschnitte treffen sich nicht. "
        "Die Schleppstelle Hymring liegt nicht am Fluss F3. Und noch zwei Dinge.",
        "The river F2 jumps from Sandvik to Myrheim: its stretches do not meet. "
        "The tow place Hymring does not lie on the river F3. And two things more.",
    )
    return evolve(new_game(lang), game="walisk", title="Walisk", fault=fault)


def camera(lang: str, ready: bool = False) -> v.CameraView:
    s = speaker(lang)
    corners = photo.CAPTURE if ready else photo.PLACING
    checks = (
        v.Check(
            "ok" if ready else "warn",
            s("Ganzer Plan", "Whole board"),
            s("alle Ecken im Bild", "all corners in view") if ready else s("3 cm höher stellen", "raise it by 3 cm"),
        ),
        v.Check("ok", s("Nah genug", "Near enough"), s("Ein Stein: 24 Bildpunkte", "A piece: 24 pixels")),
        v.Check("ok", s("Licht", "Light"), s("kein Glanz auf dem Plan", "no glare on the board")),
        v.Check("ok", s("Ruhig", "Steady"), s("steht seit 5 Sekunden", "still for 5 seconds")),
    )
    sentence = s("Die Ecke unten links ist noch nicht im Bild.", "The bottom left corner is not in view yet.")
    if ready:
        sentence = s("Alles ist gut zu sehen.", "Everything is in plain view.")
    lamp = lamps(s, s("bereit", "ready")) if ready else lamps(s, s("Ecke fehlt", "corner missing"), "warn")
    return v.CameraView(
        s("Kamera aufstellen", "Place the camera"),
        s("Schritt 1 von 3", "Step 1 of 3"),
        lamp,
        sentence,
        checks,
        corners,
        "webcam",
        s("zur Auswahl", "to the choice"),
        ready,
    )


def capture(lang: str) -> v.CaptureView:
    s = speaker(lang)
    hom = photo.to_picture(photo.CAPTURE)
    done = (
        "tir_chonaill",
        "ulaid",
        "umall",
        "cairbre",
        "tir_eoghain",
        "airgialla",
        "brega",
        "mag_nai",
        "ui_maine",
        "breifne",
        "mide",
    )
    regions = tuple(
        v.Region(
            tuple(photo.at(hom, p) for p in shape.points),
            shape.ink,
            photo.at(hom, shape.label_at or shape.points[0]),
            shape.id == "laigin",
        )
        for shape in hibernia_drawing().shapes
        if shape.id in (*done, "laigin")
    )
    tallies = (
        v.Tally("blue", s("Blau", "Blue"), 2, 5),
        v.Tally("green", s("Grün", "Green"), 4, 5),
        v.Tally("red", s("Rot", "Red"), 3, 5),
        v.Tally("yellow", s("Gelb", "Yellow"), 2, 5),
    )
    seen = (
        Lamp("camera", s("Kamera", "Camera"), "ok", s("sieht den Plan", "sees the board")),
        Lamp("die", s("Würfel", "Die"), "off", s("später", "later")),
        Lamp("cards", s("Karten", "Cards"), "off", s("nicht nötig", "not needed")),
    )
    return v.CaptureView(
        s("Plan erfassen", "Capture the board"),
        s("Schritt 2 von 3", "Step 2 of 3"),
        seen,
        s(
            "Tippt in die Mitte jeder Grafschaft: 11 von 20 sind da.",
            "Tap the middle of each county: 11 of 20 are there.",
        ),
        regions,
        tallies,
        photo.at(hom, (274, 140)),
        s("Blaue Grafschaft im Osten", "Blue county in the east"),
        s("Grenze erkannt, 5 Nachbarn", "Border found, 5 neighbours"),
        s("gelb, Mitte", "yellow, centre"),
        s("noch 9 Grafschaften", "9 counties to go"),
    )


def guide(lang: str, ready: bool = False) -> v.GuideView:
    s = speaker(lang)
    start = {"tir_chonaill": "A1", "brega": "B1", "deisi": "C1", "iarchonnacht": "D1"}
    change = {
        c: SpaceView(
            c,
            pieces(start.get(c, "")),
            "agrees" if start.get(c) and (ready or c != "deisi") else "differs" if c == "deisi" else "",
        )
        for c in COUNTIES
    }
    change["shield"] = SpaceView("shield", tuple(p for t in ("A3", "B2", "C1") for p in pieces(t)))
    board = hibernia_board(change=change, total={"A": 0, "B": 0, "C": 0, "D": 0})
    last = "done" if ready else "todo"
    steps = (
        Step(
            "done",
            A,
            s("Annas Steine", "Anna's pieces"),
            s("1 nach Tír Chonaill, 3 auf den Schild", "1 to Tír Chonaill, 3 on the shield"),
        ),
        Step(
            "done",
            B,
            s("Bens Steine", "Ben's pieces"),
            s("1 nach Brega, 2 auf den Schild", "1 to Brega, 2 on the shield"),
        ),
        Step(
            last,
            C,
            s("Claras Steine", "Clara's pieces"),
            s("1 nach Déisi, 1 auf den Schild", "1 to Déisi, 1 on the shield"),
            1,
        ),
        Step("done", D, s("Davids Stein", "David's piece"), s("nach Iarchonnacht", "to Iarchonnacht")),
    )
    sentence = (
        s("Alles liegt richtig, Anna beginnt.", "All lies right, Anna starts.")
        if ready
        else s("Claras Stein fehlt noch in Déisi.", "Clara's piece is still missing in Déisi.")
    )
    return v.GuideView(
        s("Aufbau", "Set-up"),
        s("Schritt 3 von 3", "Step 3 of 3"),
        lamps(s),
        sentence,
        steps,
        board,
        True,
        s("Anna beginnt", "Anna starts"),
        ready,
        s("zur Kamera", "to the camera"),
        "" if ready else s("Neu auslosen", "Draw the lot again"),
    )


def guide_colours(lang: str) -> v.GuideView:
    """Colours that this light tells apart, before anything lies on the board."""
    s = speaker(lang)
    light = s("Farben für dieses Licht", "Colours for this light")
    steps = (
        Step("todo", None, "Rukr", s("Beige statt Grün", "beige instead of green"), 1),
        Step("todo", None, s("Anna: Schiff", "Anna: ship"), s("Gold statt Lila", "gold instead of purple"), 2),
        Step("wait", None, light, s(
            "Geht zurück, ändert die Farben der Spieler und baut noch einmal auf.",
            "Go back, change the players' colours and set up again.")),
        Step("todo", None, s("Rosa und Rosé", "Pink and rose"), s(
            "sehen sich ähnlich: dreht die Lampe",
            "look alike in this light: turn the lamp"), 3),
    )  # fmt: skip
    sentence = s("Der Plan ist am Anfang leer. Anna wählt den Start.", "The board lies empty at first. Anna starts.")
    return evolve(guide(lang), title="Walisk", sentence=sentence, steps=steps, ready=True)
