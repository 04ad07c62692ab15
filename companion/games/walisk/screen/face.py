"""Walisk in the frame: year and season, the sweep of the Rukr, odds of every fight, voyages, who owns what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.facts import Block, PlainFace, badge_of
from companion.app.side_views import Axis
from companion.app.viewmodel import Drawing, Figure, Owed, Panel, PanelRow, Point
from companion.engine.boards import Board
from companion.engine.masks import bits
from companion.engine.session import Session
from companion.engine.types import Input, Roll, letter
from companion.engine.words import N_
from companion.games.walisk.events import Ended
from companion.games.walisk.maps import MapDraft, draft_of
from companion.games.walisk.prospects import Fight, Melee, Prospect, ahead, bar_of
from companion.games.walisk.state import SEASONS, SETUP, Phase, State, living, season, units_of, winter, year
from companion.games.walisk.words import panel as words
from companion.games.walisk.words.names import SEASON_NAMES
from companion.table.speaker import Speaker

NEAR = 2.5  # mm that two corners may lie apart and be the same


@lru_cache(maxsize=8)
def watered(board: Board, drawing: Drawing) -> Drawing:
    """A board's drawing with the waters of its map."""
    if drawing.waters or drawing.lakes:
        return drawing
    draft = draft_of(board)
    shapes = {s.id: s.points for s in drawing.shapes if s.form == "polygon"}
    rivers = tuple(line for r in draft.rivers if len(line := course(draft, shapes, r.id)) > 1)
    lakes = tuple(p for k in draft.lakes if (p := meeting([shapes[f] for f in k.shore if f in shapes])) is not None)
    return evolve(drawing, waters=rivers, lakes=lakes)


def course(draft: MapDraft, shapes: dict[str, tuple[Point, ...]], river: str) -> tuple[Point, ...]:
    """A river from its mouth to its source, along the edge that the banks of each segment share."""
    found = next(r for r in draft.rivers if r.id == river)
    line: list[Point] = []
    start = middle(shapes[found.mouth]) if found.mouth in shapes else None
    if found.mouth_lake:
        shore = next((k.shore for k in draft.lakes if k.id == found.mouth_lake), ())
        start = meeting([shapes[f] for f in shore if f in shapes])
    for banks in found.segments:
        sides = [shapes[b] for b in banks if b in shapes]
        edge = shared(*sides) if len(sides) == 2 else [middle(s) for s in sides]
        last = line[-1] if line else start
        if last is not None and len(edge) > 1 and _far(last, edge[0]) > _far(last, edge[-1]):
            edge = edge[::-1]
        line += [p for p in edge if not line or _far(line[-1], p) > NEAR]
    if found.source_lake:
        shore = next((k.shore for k in draft.lakes if k.id == found.source_lake), ())
        end = meeting([shapes[f] for f in shore if f in shapes])
        line += [end] if end is not None else []
    return tuple(([start] if start is not None and found.mouth_lake else []) + line)


def shared(one: tuple[Point, ...], two: tuple[Point, ...]) -> list[Point]:
    """Corners that two outlines have in common."""
    return [p for p in one if any(_far(p, q) < NEAR for q in two)]


def meeting(shapes: list[tuple[Point, ...]]) -> Point | None:
    """The corner where most outlines meet, else the middle of theirs."""
    if not shapes:
        return None
    corners = [p for s in shapes for p in s]
    best = max(corners, key=lambda p: sum(any(_far(p, q) < NEAR for q in s) for s in shapes))
    if sum(any(_far(best, q) < NEAR for q in s) for s in shapes) > 1:
        return best
    return middle(tuple(middle(s) for s in shapes))


def middle(points: tuple[Point, ...]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _far(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


WINTER_STAGES = (Phase.HOMES, Phase.OUTBREAK, Phase.GATE, Phase.GROWTH)
ROWS = 4
CROWD = 6  # players whose rows have room for more than their silver
SIGNS = {"ship": "waves", "house": "house", "rukr": "swords", "die": ""}  # men are the bare badge


class Face(PlainFace):
    zooms = True
    ties = ((N_("silver"), "treasure"),)
    starter = False  # the dice of the start say it (WA-2.2, WA-2.12)

    def round(self, session: Session[Any], speaker: Speaker) -> str:
        s = session.state
        if s.phase in SETUP:
            return ""
        return self.when(speaker, s.round)

    def block(self, session: Session[Any], speaker: Speaker) -> Block:
        """The season's die, and the throw that is asked for with how much of it lies."""
        s = session.state
        owed: list[Owed] = []
        roll = next((p for p in session.pending() if isinstance(p, Roll)), None)
        if roll is not None and session.pending()[0] is roll:
            total = max(len(roll.slots), dict(roll.facts).get("n", 0))
            told = speaker._(words.DICE).format(n=total - len(roll.slots), total=total)
            owed.append(Owed(told, "open"))
        if s.phase in SETUP:
            return Block(owed=tuple(owed))
        now = season(s.round)
        return Block(Figure("die", str(SEASONS.index(now) + 1)), speaker._(SEASON_NAMES[now]), tuple(owed))

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        s = session.state
        units = sum(units_of(s, f, seat) for f in bits(s.here[seat]))
        line = words.SECRET if s.world.opt["silver_hidden"] else words.SECOND
        if s.world.players > CROWD and line is words.SECOND:
            line = words.SECOND_SHORT
        told = speaker._(line).format(silver=s.silver[seat], units=units)
        if s.hold[seat]:
            return told, speaker._(words.HELD).format(n=s.hold[seat], all=s.world.opt["hold_rounds"] + 1)
        missing = max(0, s.world.victory - s.own[seat].bit_count())
        return told, speaker._(words.MISSING).format(n=missing) if seat in living(s) else ""

    def worth(self, n: int) -> str:
        return i18n.ngettext("with {n} district", "with {n} districts", n).format(n=n)

    # ------------------------------------------------------------ the panel
    def stage(self, session: Session[Any]) -> str:
        """The map has the whole stage: its districts are many and small."""
        return "plan"

    def panel(self, session: Session[Any], speaker: Speaker, side: str = "") -> Panel | None:
        s = session.state
        fights = ahead(s)
        if fights:
            rows = [r for p in fights for r in self._odds(session, p, speaker)]
            return Panel(speaker._(words.ODDS), tuple(rows[:ROWS]))
        if sweeping(s):
            return Panel(speaker._(words.SWEEP), self._sweep(session, speaker))
        away = self._away(session, speaker)
        return Panel(speaker._(words.GOAL).format(n=s.world.victory), away) if away else None

    def _odds(self, session: Session[Any], p: Fight, speaker: Speaker) -> list[PanelRow]:
        badge = badge_of(session, p.seat) if isinstance(p, Prospect | Melee) else None
        title, second = speaker.tell(words.fight_title(p)), speaker.tell(words.fight_row(p))
        rows = [PanelRow(title, second, badge, strong=True, bar=bar_of(p))]
        if isinstance(p, Prospect) and p.helped:
            house = "ok" if p.helped == "seat" else "warn"
            rows.append(PanelRow(speaker.tell(words.plain_row(p)), mark=house))
        return rows

    def _sweep(self, session: Session[Any], speaker: Speaker) -> tuple[PanelRow, ...]:
        """The stages of the Rukr's turn: done, on now, to come."""
        stages, now = stages_of(session.state), stage_now(session.state)
        at = stages.index(now) if now in stages else 0
        return tuple(
            PanelRow(speaker._(words.STAGES[name]), mark="ok" if i < at else "off", active=i == at)
            for i, name in enumerate(stages)
        )

    def _away(self, session: Session[Any], speaker: Speaker) -> tuple[PanelRow, ...]:
        """Armies on a voyage, those due first, and in how many rounds."""
        due = sorted(session.state.armies, key=lambda a: a.left)[:2]
        return tuple(
            PanelRow(speaker._(words.ROUNDS_LEFT).format(n=a.left), badge=badge_of(session, a.seat)) for a in due
        )

    # ------------------------------------------------------------ the map
    def signs(self) -> Mapping[str, str]:
        return SIGNS

    def flags(self, session: Session[Any]) -> Mapping[str, str]:
        """Owners of districts where no unit of theirs stands: no piece marks ownership (WA-1.2)."""
        s = session.state
        return {s.world.ids[f]: letter(p) for p, own in enumerate(s.own) for f in bits(own & ~s.here[p])}

    def tints(self, session: Session[Any]) -> Mapping[str, str]:
        """Who owns what."""
        s = session.state
        return {s.world.ids[f]: letter(p) for p, own in enumerate(s.own) for f in bits(own)}

    def ground(self, session: Session[Any], drawing: Drawing) -> Drawing:
        """The map with its rivers and lakes."""
        return watered(session.config.board, drawing)

    def advice(self, session: Session[Any], speaker: Speaker, act: Input) -> str:
        line = words.advice_line(session.state, act)
        return speaker.tell(line) if line is not None else ""

    def place(self, session: Session[Any], speaker: Speaker, space: str) -> str:
        line = words.place_facts(session.state, space)
        return speaker.tell(line) if line is not None else ""

    # ------------------------------------------------------------ the end
    def columns(self) -> tuple[Figure, ...]:
        return tuple(Figure("sign", sign) for sign in words.LEFT)

    def legend(self, speaker: Speaker) -> tuple[str, ...]:
        return tuple(map(speaker._, words.LEFT.values()))

    def parts(self, session: Session[Any], seat: int) -> tuple[str, ...]:
        """What each has beside the districts that are counted."""
        s, row = session.state, session.game.score(session.state).rows[seat]
        known = dict(row.facts)
        return tuple(map(str, ((s.own[seat] & s.built).bit_count(), known["men"], known["ships"], s.silver[seat])))

    def curve(self, session: Session[Any], seat: int) -> tuple[int, ...]:
        """Districts at the end of each round, the last one as far as it was played."""
        totals, at, whole = [0], 1, True
        for step in session.past:
            s = step.state
            whole = s.round != at
            if whole:
                at = s.round
                totals.append(s.own[seat].bit_count())
        return tuple(totals) if whole else (*totals, session.state.own[seat].bit_count())

    def axis(self, speaker: Speaker) -> Axis:
        return Axis(speaker._(words.STANDING), speaker._(words.YEARS), len(SEASONS))

    def when(self, speaker: Speaker, n: int, brief: bool = False) -> str:
        """A round is a season of a year, and is called so."""
        told = speaker._(words.YEAR).format(n=year(n))
        return told if brief else f"{told}, {speaker._(SEASON_NAMES[season(n)])}"

    def ending(self, session: Session[Any], speaker: Speaker) -> str:
        """How the last of its events says it."""
        ended = next((e for e in session.past[-1].events if isinstance(e, Ended)), None) if session.past else None
        return speaker.tell(words.ending_line(session.state, ended.how)) if ended is not None else ""

    def goal(self, session: Session[Any]) -> int | None:
        return int(session.state.world.victory)


def sweeping(s: State) -> bool:
    """Whether the Rukr have the table."""
    return s.phase == Phase.SEED or s.phase in WINTER_STAGES or s.phase == Phase.RUKR


def stages_of(s: State) -> tuple[str, ...]:
    if s.phase == Phase.SEED:
        return ("seed",)
    return WINTER_STAGES if winter(s) else ("target", "fight")


def stage_now(s: State) -> str:
    if s.phase == Phase.RUKR:
        return "fight" if s.bouts else "target"
    return str(s.phase)


FACE = Face()
