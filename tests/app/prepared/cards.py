"""Views about cards: tags given to a deck."""

from __future__ import annotations

from companion.app.side_views import EnrolView
from companion.app.viewmodel import Choice, Lamp
from tests.app.prepared.table import speaker

SIGNS = {"yellow": "heart", "red": "swords", "blue": "cross", "": "crown"}
INKS = ("yellow", "red", "blue")


def action_chip(n: int) -> tuple[str, str, str]:
    """A card of Brian Boru as it is drawn."""
    ink = "" if n in (13, 20, 21, 22) else INKS[(n - 1) % 3] if n < 13 else INKS[(n - 14) % 3]
    return SIGNS[ink], ink, str(n)


def enrol(lang: str, wrong: bool = False) -> EnrolView:
    s = speaker(lang)
    cards = [
        Choice(f"action_{n}", s(f"Karte {n}", f"card {n}"), chip=action_chip(n), chosen=n < 14) for n in range(1, 26)
    ]
    cards += [Choice(f"marriage_{n}", n) for n in ("Aodhán", "Conall", "Cormac", "Niall", "Orlaith", "Aoife")]
    cards += [Choice("princess", s("die Dänische Prinzessin", "the Princess of Denmark"))]
    cards += [Choice(f"viking_{n}", s(f"eine Flotte von {n}", f"a fleet of {n}")) for n in (9, 10, 11, 12, 13, 14)]
    last = s("Karte 13 hat ihren Chip.", "card 13 has its tag.")
    if wrong:
        last = s("Dieser Chip ist schon auf Karte 5.", "This tag is already on card 5.")
    choices = (
        Choice("skip", s("Diese Karte später", "This card later")),
        Choice("back", s("Letzten Chip zurücknehmen", "Take the last tag back")),
        Choice("anew", s("Von vorn", "Begin anew"), s("alle Chips dieses Spiels", "all tags of this game")),
    )
    lamp = Lamp("cards", s("Karten", "Cards"), "ok", s("bereit", "ready"))
    sentence = s("Auf den Leser kommt: Karte 14.", "Lay card 14 on the reader.")
    return EnrolView("Brian Boru", (lamp,), sentence, last, not wrong, tuple(cards), choices)
