"""What places are called: a name typed beside the picture, for whichever place is chosen or was touched last."""

from __future__ import annotations

from companion import i18n
from companion.capture.draft import Drawn, Spot
from companion.capture.stage import Change, Name
from companion.engine.words import N_

CALLED = "called"  # tag of a place whose name somebody typed
LONGEST = 28  # letters


def asked(spot: Spot | None) -> Name | None:
    """The line on which a place's name is typed; it is empty until somebody did."""
    if spot is None:
        return None
    return Name(spot.name if CALLED in spot.tags else "", i18n.gettext(N_("Type its name")))


def named(d: Drawn, spot: Spot | None, text: str, plain: str = "") -> Change:
    """``text`` is what a place is called from now on; "" for what it was called before (``plain``)."""
    if spot is None:
        return Change()
    name = " ".join(text.split())[:LONGEST].strip()
    if name and any(x.name.casefold() == name.casefold() for x in d.of(spot.kind) if x.id != spot.id):
        said = i18n.gettext(N_("Another place is called {name} already.")).format(name=name)
        return Change(said=said)
    if not name and CALLED not in spot.tags:
        return Change()
    return Change((
        {"do": "name", "id": spot.id, "name": name or plain},
        {"do": "tag", "id": spot.id, "tag": CALLED, "on": bool(name)},
    ))  # fmt: skip
