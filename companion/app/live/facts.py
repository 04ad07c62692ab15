"""What each game shows of itself in the one frame: the prompt's right block, second lines, targets. Plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from attrs import frozen

from companion import i18n
from companion.app.side_views import Axis
from companion.app.viewmodel import Badge, Drawing, Figure, Owed, Panel, PanelRow
from companion.engine.session import Session
from companion.engine.types import Choose, Event, Input, Roll, ScoreRow, letter
from companion.engine.words import N_
from companion.table.snapshot import Snapshot
from companion.table.speaker import Speaker


@frozen
class Block:
    """The prompt's right block."""

    figure: Figure | None = None
    title: str = ""
    owed: tuple[Owed, ...] = ()


Chip = tuple[str, str, str]  # a card: suit sign, ink, number


class Pad(Protocol):
    """A game's own keys on the table screen: what is owed, one touch each; it remembers half-entered touches."""

    def panel(self) -> Panel | None: ...
    def touch(self, key: str) -> tuple[Input, ...]: ...
    def corrected(self) -> Mapping[str, Any] | None:
        """Box data that an owner's touch has changed, once."""


class PlainFace:
    """What a game may add to the frame; every part has a default with which any game plays.

    ``low``: kinds of piece that are drawn smaller than others on the same board. ``named``: kinds of space that bear a
    name on the printed board, which its owner may tell by touch. ``quick``: acts begun by touching a space that are
    entered with their last field. ``ties``: what tells equal totals apart at the end, the first first: its word, and
    the fact of the score row that counts it or lists it. ``ends``: events that say why the game is over. ``starter``:
    people or a lot say who begins, no throw of the game itself.
    """

    low: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    zooms: bool = False
    ties: tuple[tuple[str, str], ...] = ()
    ends: tuple[type[Event], ...] = ()
    starter: bool = True

    def round(self, session: Session[Any], speaker: Speaker) -> str:
        n = session.game.view(session.state, None).get("round")
        return "" if n is None else speaker._("Round {n}").format(n=n) if n else speaker._(N_("Set-up"))

    def block(self, session: Session[Any], speaker: Speaker) -> Block:
        return Block()

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        return "", ""

    def targets(self, session: Session[Any]) -> Mapping[str, str]:
        return {}

    def steps(self, session: Session[Any]) -> tuple[str, ...]:
        return ()

    def panel(self, session: Session[Any], speaker: Speaker, side: str = "") -> Panel | None:
        """The game's own panel; ``side`` is what people asked to look at (a key ``side:...`` of a panel)."""
        return None

    def pad(self, painter: Any, shelf: Path | None = None) -> Pad | None:
        """Keys on the table screen, made anew for each sitting; ``shelf``: the owner's file of box values."""
        return None

    def told(self, session: Session[Any], first: int) -> tuple[Input, ...]:
        """What is owed in the set-up and was said before: on the set-up page (``first``: who begins), by the board."""
        return ()

    def laid(self, session: Session[Any], speaker: Speaker) -> tuple[tuple[str, str], ...]:
        """What to lay on the table at the start, and where; empty: piece by piece as the board has it."""
        return ()

    def lies(self, session: Session[Any], painter: Any) -> Panel | None:
        """What lies on the table, where it is not shown as a board."""
        return None

    def stage(self, session: Session[Any]) -> str:
        """How board and panel share the stage (``TableView.stage``)."""
        return "board"

    def window(self, session: Session[Any]) -> tuple[float, float, float, float] | None:
        """The part of the board that is drawn; None: all of it."""
        return None

    def projected(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Points that would count beside the score if the game ended now: (when, reason, points)."""
        return ()

    def at(self, session: Session[Any], space: str) -> tuple[Input, ...]:
        """What touching a space enters at once; () opens the form."""
        return ()

    def acts(self, session: Session[Any], key: str) -> tuple[Input, ...]:
        """What a choice of the panel enters."""
        return ()

    def chip(self, session: Session[Any], kind: str, name: str, value: str) -> Chip | None:
        """A value of a field of an input, if it is a card."""
        return None

    def card(self, card: str) -> Chip | None:
        """A card that may bear a tag, as it is drawn; None: by its name."""
        return None

    def secret(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[PanelRow, ...]:
        """What a seat may look at behind the curtain, beside what it chooses from."""
        return ()

    def tidy(self, session: Session[Any], speaker: Speaker, late: Iterable[str]) -> Panel | None:
        """What the last act leaves to be laid out; ``late``: spaces where the camera does not see it yet."""
        return None

    def ground(self, session: Session[Any], drawing: Drawing) -> Drawing:
        """The board as it is printed; a game whose board is laid from parts draws it as they lie."""
        return drawing

    def columns(self) -> tuple[Figure, ...]:
        return ()

    def worth(self, n: int) -> str:
        """What the winner has, as the sentence of the end says it."""
        return i18n.ngettext("with {n} point", "with {n} points", n).format(n=n)

    def legend(self, speaker: Speaker) -> tuple[str, ...]:
        """What the columns of the reckoning hold, where their signs do not say it."""
        return ()

    def parts(self, session: Session[Any], seat: int) -> tuple[str, ...]:
        return ()

    def curve(self, session: Session[Any], seat: int) -> tuple[int, ...]:
        """The total at the start and after each round, alike for all seats; the last round may be cut short."""
        totals, last, whole = [_total(session, session.start, seat)], None, True
        for step in session.past:
            now = getattr(step.state, "round", 0)
            whole = last not in (None, 0, now)  # 0: the set-up is no round
            if whole:
                totals.append(_total(session, step.state, seat))
            last = now
        return tuple(totals) if whole else (*totals, _total(session, session.state, seat))

    def axis(self, speaker: Speaker) -> Axis:
        """What the curve counts."""
        return Axis(i18n.gettext(N_("Standing after each round")))

    def when(self, speaker: Speaker, n: int, brief: bool = False) -> str:
        """The n-th point of the curve, as people call it."""
        return i18n.gettext(N_("Rd. {n}") if brief else N_("Round {n}")).format(n=n)

    def goal(self, session: Session[Any]) -> int | None:
        return None

    def ending(self, session: Session[Any], speaker: Speaker) -> str:
        """Why the game is over: the events that say so."""
        told = (e for step in session.past for e in step.events if isinstance(e, self.ends))
        lines = tuple(dict.fromkeys(t for e in told if (t := speaker.event(e))))
        return " ".join(i18n.capital(t) + "." for t in lines)

    def apart(self, session: Session[Any], speaker: Speaker, first: ScoreRow, second: ScoreRow) -> str:
        """Why one stands before another with as many points; "" where nothing tells it."""
        for word, fact in self.ties:
            n, m = (_number(dict(row.facts)[fact]) for row in (first, second))
            if n > m:
                return i18n.gettext(N_("{a} stands before {b} in a tie: {what} {n} to {m}.")).format(
                    a=speaker.name(first.seat), b=speaker.name(second.seat), what=speaker._(word), n=n, m=m
                )
            if n != m:
                break
        return ""

    def signs(self) -> Mapping[str, str]:
        """Kinds of pieces that are told apart on the drawing, by their sign; "" leaves a kind out."""
        return {}

    def flags(self, session: Session[Any]) -> Mapping[str, str]:
        """Spaces with their owner's letter, where no piece shows it."""
        return {}

    def lot(self, session: Session[Any], speaker: Speaker, card: str) -> str:
        """A card that may come to light by what it says, "" where its name says enough."""
        return ""

    def tints(self, session: Session[Any]) -> Mapping[str, str]:
        """Spaces with the side whose region they belong to: the ground is drawn in its colour."""
        return {}

    def advice(self, session: Session[Any], speaker: Speaker, act: Input) -> str:
        """What an act lets in for, said before it is entered."""
        return ""

    def place(self, session: Session[Any], speaker: Speaker, space: str) -> str:
        """A space in a line, for whoever tapped it."""
        return ""


def panel_of(face: PlainFace, session: Session[Any], speaker: Speaker, snap: Snapshot, side: str = "") -> Panel | None:
    """The panel of a game; while something is decided and not laid out yet, the list of that."""
    late = [] if snap.out_of_step else [t.space for t in snap.todo if not t.echo]
    return (face.tidy(session, speaker, late) if late else None) or face.panel(session, speaker, side)


def badge_of(session: Session[Any], seat: int) -> Badge:
    """How a seat is shown: its letter in its colour."""
    people = session.people
    return Badge(letter(seat), people[seat].colour if seat < len(people) else "")


def asked_seats(session: Session[Any]) -> tuple[int, ...]:
    """Seats that are asked first; none where it is everybody, or nobody."""
    for p in session.pending():
        if isinstance(p, Choose) and (p.joint or p.sealed):
            return ()
        if isinstance(p, Choose) and p.seats:
            return p.seats[:1] if "seat" in dict(p.facts) else p.seats  # one by one, or in any order
        if isinstance(p, Roll) and p.by is not None:
            return (p.by,)
    return ()


def on_turn(session: Session[Any]) -> int | None:
    """The one seat that is asked; None where it is nobody, or several in any order."""
    seats = asked_seats(session)
    return seats[0] if len(seats) == 1 else None


def _number(fact: Any) -> int:
    return len(fact) if isinstance(fact, tuple) else int(fact)


def _total(session: Session[Any], state: Any, seat: int) -> int:
    return next((r.total for r in session.game.score(state).rows if r.seat == seat), 0)
