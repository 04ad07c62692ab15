"""Löwenherz in the frame: actions with who wants them, duels, regions and what they could grow by. Plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.facts import Block, Pad, PlainFace
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Badge, Choice, Drawing, Figure, Owed, Panel, PanelRow
from companion.engine.legal import open_fields
from companion.engine.masks import bits
from companion.engine.session import Session
from companion.engine.types import Choose, Input, letter
from companion.engine.words import N_, Where
from companion.games.loewenherz import inputs as acts
from companion.games.loewenherz.box import BORDERS, KNIGHT, SILVER
from companion.games.loewenherz.capture import lies
from companion.games.loewenherz.events import BorderLaid, Expanded, FiefsShown, Founded, KingDied
from companion.games.loewenherz.prospects import prospect, worth
from companion.games.loewenherz.rules.common import action_of
from companion.games.loewenherz.rules.knights import forest_cost
from companion.games.loewenherz.screen.cards import SPECIALS, ducats, named
from companion.games.loewenherz.screen.pad import Keys, legal
from companion.games.loewenherz.state import SETUP, TALLY, Phase, State, held, men, reserve, supply
from companion.games.loewenherz.world import TERRAIN
from companion.i18n import ngettext
from companion.table.speaker import Speaker

SIDES = {"regions": N_("Regions"), "actions": N_("Actions")}
TURNED = (
    N_("not turned"), N_("a quarter turn to the right"), N_("half a turn"),
    N_("a quarter turn to the left"),
)  # fmt: skip
RIM = (0.66, 0.2)  # around the squares, in squares: above and left, where names stand; below and right
PARTS = {  # the reckoning: a sign, its word, and the lines of the score sheet that it adds up
    "crown": (N_("foundings"), ("founding_squares", "founding_towns", "start")),
    "swords": (N_("expansions"), ("expansion_squares", "expansion_towns")),
    "flame": (N_("losses"), ("lost_squares", "lost_towns", "zone_squares", "zone_towns", "floor", "by_hand")),
    "star": (N_("silver"), ("silver",)),
    "sun": (N_("mountains and fiefs at the end"), ("mountains", "fiefs")),
}


class Face(PlainFace):
    ties = ((N_("ducats and treasures"), "wealth"),)
    ends = (KingDied, FiefsShown)
    low: tuple[str, ...] = ("knight",)
    quick: tuple[str, ...] = ("settle",)

    # ------------------------------------------------------------ the set-up
    def told(self, session: Session[Any], first: int) -> tuple[Input, ...]:
        """Colours of the box as the players have them, who begins, how captured parts lie."""
        s, board = session.state, session.config.board
        if s.phase == Phase.COLOURS:
            mine = [p.colour for p in session.people]
            fresh = not any(s.colours) and len(mine) == s.world.players and set(mine) <= set(s.world.tables.colours)
            return tuple(acts.TakeColour(p, c) for p, c in enumerate(mine)) if fresh else ()
        if s.phase == Phase.BEGIN and not dict(session.pending()[0].facts).get("opener"):
            return (acts.Begin(None, letter(first)),)
        if s.phase == Phase.LAYOUT and not any(s.layout):
            return tuple(acts.LayTile(None, i, p, q) for i, (p, q) in enumerate(lies(board), 1))
        return ()

    def laid(self, session: Session[Any], speaker: Speaker) -> tuple[tuple[str, str], ...]:
        """The parts of the board, and how each is turned; nothing else lies there at first."""
        s = session.state
        if s.phase not in SETUP:
            return ()
        told = []
        for n, part in enumerate(s.layout, 1):
            if part:
                name = i18n.gettext(N_("Board part {part}")).format(part=part[0])
                place = i18n.capital(speaker.place(f"place_{n}"))
                told.append((name, f"{place}, {i18n.gettext(TURNED[int(part[1:])])}"))
        return tuple(told)

    # ------------------------------------------------------------ the frame
    def stage(self, session: Session[Any]) -> str:
        """Its squares are many and small: the board has the whole stage, the panel stands above the scores."""
        return "board" if session.state.phase in SETUP else "plan"

    def window(self, session: Session[Any]) -> tuple[float, float, float, float] | None:
        """The squares with their names, without the frame round them."""
        points = [p for space in session.config.board.spaces if space.kind == "square" for p in space.polygon]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        near, far = ((max(xs) - min(xs)) / session.state.world.grid.columns * rim for rim in RIM)
        return min(xs) - near, min(ys) - near, max(xs) + far, max(ys) + far

    def ground(self, session: Session[Any], drawing: Drawing) -> Drawing:
        """The terrain as the parts lie."""
        s = session.state
        inks = {
            s.world.squares[q]: ink for ink, mask in zip(TERRAIN, s.land, strict=True) for q in range(s.world.grid.n)
            if mask >> q & 1
        }  # fmt: skip
        if all(shape.ink == inks.get(shape.id, shape.ink) for shape in drawing.shapes):
            return drawing
        return evolve(drawing, shapes=tuple(evolve(x, ink=inks.get(x.id, x.ink)) for x in drawing.shapes))

    def block(self, session: Session[Any], speaker: Speaker) -> Block:
        s = session.state
        if s.phase not in (Phase.ACT, Phase.DEAL, Phase.BID) or not s.card:
            return Block()
        told = named(speaker, action_of(s))
        if s.phase != Phase.ACT:
            contest = speaker._(N_("Negotiation") if s.phase == Phase.DEAL else N_("Duel"))
            return Block(title=told, owed=(Owed(contest, "open"),))
        return Block(title=told, owed=(Owed(speaker._(N_("{n} left")).format(n=s.units + s.squares), "open"),))

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        s = session.state
        told = [_regions(held(s, seat)), _knights(reserve(s, seat))]
        if s.world.open_money:
            told.append(ducats(s.ducats[seat]))
        return " · ".join(told), ""

    def targets(self, session: Session[Any]) -> Mapping[str, str]:
        """Squares that may be entered now, with points or price; free edges for a border bear no tag."""
        s, tags = session.state, {}
        index = s.world.square_index
        for act in legal(session):
            if isinstance(act, acts.Settle):
                tags[act.castle] = ""
            elif isinstance(act, acts.SetKnight):
                cost = forest_cost(s, index[act.square])
                tags.setdefault(act.square, f"−{cost}" if cost else "")
            elif isinstance(act, acts.Expand):
                tags[act.square] = f"+{worth(s, index[act.square])}"
            elif isinstance(act, acts.LayBorder):
                tags[act.edge] = ""
            elif isinstance(act, acts.Renegade):
                tags[act.remove] = ""
            elif isinstance(act, acts.Ally):
                tags[act.own] = ""
        return tags

    def tints(self, session: Session[Any]) -> Mapping[str, str]:
        """Regions by whose castle stands in them."""
        s = session.state
        return {
            s.world.squares[q]: letter(side) if side < s.world.players else "neutral"
            for (_, side), region in zip(s.keeps, s.regions, strict=True)
            for q in bits(region)
        }

    def lot(self, session: Session[Any], speaker: Speaker, card: str) -> str:
        """An action card by its actions from top to bottom."""
        found = session.state.world.card.get(card)
        if found is None:
            return ""
        return " · ".join(named(speaker, a) for a in found.actions) or speaker._(SPECIALS[found.kind == SILVER])

    def at(self, session: Session[Any], space: str) -> tuple[Input, ...]:
        """What a touch on a square or an edge means now, where it can mean one thing only."""
        found = tuple(
            act
            for act in legal(session)
            if isinstance(act, acts.LayBorder | acts.SetKnight | acts.Expand)
            and space == (act.edge if isinstance(act, acts.LayBorder) else act.square)
        )
        return found if len(found) == 1 and not open_fields(found[0]) else ()

    # ------------------------------------------------------------ the panel
    def panel(self, session: Session[Any], speaker: Speaker, side: str = "") -> Panel | None:
        s = session.state
        if s.phase in SETUP:
            return None
        if side == "regions":
            return Panel(speaker._(SIDES["regions"]), self._regions(session, speaker), self._sides(speaker, side))
        if s.phase in (Phase.DEAL, Phase.BID):
            return self._duel(session, speaker)
        if s.phase == Phase.ACT and action_of(s).kind == BORDERS:
            return self._borders(session, speaker)
        if s.phase == Phase.ACT and action_of(s).kind == KNIGHT:
            done = (Choice("done", speaker._(N_("Nothing more"))),)
            return Panel(speaker._(SIDES["regions"]), self._regions(session, speaker, s.turn), done)
        if s.card:
            told = self._actions(session, speaker)
            return evolve(told, choices=told.choices or self._sides(speaker))
        return Panel(speaker._(SIDES["regions"]), self._regions(session, speaker))

    def pad(self, painter: Any, shelf: Path | None = None) -> Pad | None:
        return Keys(painter, None if shelf is None else CardShelf(shelf))

    def _sides(self, speaker: Speaker, now: str = "") -> tuple[Choice, ...]:
        if now:
            return (Choice("side:", speaker._(N_("Back"))),)
        return (Choice("side:regions", speaker._(SIDES["regions"])),)

    def _actions(self, session: Session[Any], speaker: Speaker) -> Panel:
        """The three actions of the card: who wants each, and its price."""
        s = session.state
        rows = []
        for k, what in enumerate(s.world.card[s.card].actions, 1):
            wanted = [speaker.name(p) for p, numbers in enumerate(s.laid) if k in numbers]
            title = f"{k}: {named(speaker, what)}"
            second = ", ".join(wanted) or self._price(s, what.kind, speaker)
            rows.append(PanelRow(title, second, active=k == s.step, strong=len(wanted) > 1))
        choices: tuple[Choice, ...] = ()
        if s.phase == Phase.DECIDE:
            choices = tuple(
                Choice("decide:" + "+".join(map(str, act.numbers)), " + ".join(map(str, act.numbers)))
                for act in legal(session)
                if isinstance(act, acts.LayDecision) and not act.politics
            )
        elif s.phase == Phase.ACT:
            piles = [act for act in legal(session) if isinstance(act, acts.Look)]
            looks = [Choice(f"look:{act.pile}", i18n.capital(speaker.act(act))) for act in piles]
            choices = (*looks, Choice("done", speaker._(N_("Nothing more"))))
        title = speaker._(N_("Stack {stack} · {n} borders left")).format(stack=s.card[0].upper(), n=supply(s))
        return Panel(title, tuple(rows), choices)

    def _price(self, s: State, kind: str, speaker: Speaker) -> str:
        """What an action costs beside the contest."""
        if kind == KNIGHT:
            return speaker._(N_("on forest {n} ducats a knight")).format(n=s.world.tables.forest_knight)
        return speaker._(N_("costs nothing"))

    def _duel(self, session: Session[Any], speaker: Speaker) -> Panel:
        """Who is in it, who has bid; never what."""
        s = session.state
        told = named(speaker, action_of(s))
        rows = []
        for p, bid in zip(s.bidders, s.bids, strict=True):
            word = N_("may negotiate") if s.phase == Phase.DEAL else N_("bids") if bid is None else N_("has bid")
            mark, badge = "ok" if bid is not None else "off", self._badge(session, p)
            rows.append(PanelRow(speaker.name(p), speaker._(word), badge, active=bid is None, mark=mark))
        if s.phase == Phase.DEAL:
            title = speaker._(N_("Negotiation: {action}")).format(action=told)
            return Panel(title, tuple(rows), (Choice("no_deal", speaker._(N_("No agreement"))),))
        again = N_("Second duel: {action}") if s.duel > 1 else N_("Duel: {action}")
        return Panel(speaker._(again).format(action=told), tuple(rows))

    def _borders(self, session: Session[Any], speaker: Speaker) -> Panel:
        s = session.state
        rows = (
            PanelRow(str(s.units), speaker._(N_("to lay")), active=True),
            PanelRow(str(supply(s)), speaker._(N_("in supply"))),
            PanelRow(str(held(s, s.turn)), speaker._(N_("regions"))),
        )
        return Panel("", rows, (Choice("done", speaker._(N_("Done"))),))

    def _regions(self, session: Session[Any], speaker: Speaker, only: int = -1) -> tuple[PanelRow, ...]:
        """Squares, towns, mountains, knights of every region, and what an expansion would bring just now."""
        s = session.state
        rows = []
        for i, ((square, side), region) in enumerate(zip(s.keeps, s.regions, strict=True)):
            if not region or only not in (-1, side):
                continue
            towns, rocks = (region & s.land.town).bit_count(), (region & s.land.mountain).bit_count()
            told = [_knights((region & men(s)).bit_count())]
            if towns:
                told.append(ngettext("{n} town", "{n} towns", towns).format(n=towns))
            if rocks:
                told.append(ngettext("{n} mountain", "{n} mountains", rocks).format(n=rocks))
            place, n = i18n.capital(speaker.field(Where(s.world.squares[square]))), region.bit_count()
            title = ngettext("{place}: {n} square", "{place}: {n} squares", n).format(place=place, n=n)
            if (gain := prospect(s, i).points) > 0:
                title = f"{title}, +{gain}"
            rows.append(PanelRow(title, ", ".join(told), self._badge(session, side), active=i == s.grown))
        return tuple(rows)

    def tidy(self, session: Session[Any], speaker: Speaker, late: Iterable[str]) -> Panel | None:
        """Borders that the last act takes and lays, ticked off once the camera has seen it; None when all is done."""
        late = frozenset(late)
        take, lay = borders_due(session)
        if not late & {*take, *lay}:
            return None
        rows = [self._tick(speaker, e, N_("take"), e in late) for e in take]
        rows += [self._tick(speaker, e, N_("lay"), e in late) for e in lay]
        return Panel(speaker._(N_("Borders")), tuple(rows))

    def _tick(self, speaker: Speaker, edge: str, word: str, late: bool) -> PanelRow:
        return PanelRow(speaker._(word), speaker.field(Where(edge)), mark="off" if late else "ok", active=late)

    def _badge(self, session: Session[Any], side: int) -> Badge:
        people = session.people
        if side < len(people):
            return Badge(letter(side), people[side].colour)
        return Badge("", session.state.colours[side] or "grey")

    # ------------------------------------------------------------ what a key sends
    def acts(self, session: Session[Any], key: str) -> tuple[Input, ...]:
        what, _, rest = key.partition(":")
        owed = session.pending()[0]
        seat = owed.seats[0] if isinstance(owed, Choose) and owed.seats else 0
        if what == "done":
            return (acts.Done(seat),)
        if what == "no_deal":
            return (acts.NoDeal(None),)
        if what == "look":
            return (acts.Look(seat, int(rest)),)
        if what == "decide":
            return (acts.LayDecision(seat, tuple(int(n) for n in rest.split("+"))),)
        return ()

    # ------------------------------------------------------------ the end
    def columns(self) -> tuple[Figure, ...]:
        return tuple(Figure("sign", sign) for sign in PARTS)

    def legend(self, speaker: Speaker) -> tuple[str, ...]:
        return tuple(speaker._(word) for word, _ in PARTS.values())

    def parts(self, session: Session[Any], seat: int) -> tuple[str, ...]:
        """Foundings, expansions, losses, silver, the king's death: together the total."""
        s = session.state
        points = dict(zip(TALLY, s.tally[seat], strict=True)) | {"silver": sum(row[seat] for row in s.silver)}
        return tuple(str(sum(points[label] for label in labels)) for _, labels in PARTS.values())


def borders_due(session: Session[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Borders that the last chain on the board takes away and lays, beside those that players laid themselves."""
    take: list[str] = []
    lay: list[str] = []
    for chain in reversed(session.chains()):
        events = [e for step in chain for e in step.events]
        if any(isinstance(e, Expanded | BorderLaid) for e in events):
            for e in events:
                if isinstance(e, Expanded | Founded):
                    take += e.take
                if isinstance(e, Expanded):
                    lay += e.lay
            break
    return tuple(e for e in take if e not in lay), tuple(e for e in lay if e not in take)


def _regions(n: int) -> str:
    return ngettext("{n} region", "{n} regions", n).format(n=n)


def _knights(n: int) -> str:
    return ngettext("{n} knight", "{n} knights", n).format(n=n)


FACE = Face()
