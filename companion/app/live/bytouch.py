"""The table page under the finger: touches become acts for the desk, and the page shows what they mean so far."""

from __future__ import annotations

from functools import lru_cache
from random import SystemRandom
from typing import Any

from attrs import define, evolve, field

from companion import i18n
from companion.app.entry.strip import Acts, Key, Keys, Throw
from companion.app.entry.throwing import APP, thrown
from companion.app.entry.touches import Touches
from companion.app.gamescreen import screen_of
from companion.app.live.hand import HandEntry
from companion.app.live.openly import foreseen
from companion.app.viewmodel import BoardView, Choice, Drawing, Panel, Point, Prompt, SpaceView, Strip, TableView
from companion.engine.types import Input, Over, Roll, Rolled, Ruling, Show
from companion.engine.words import N_
from companion.table.messages import Tapped

MARKED = 16  # spaces that are marked as changed; more are a reckoning, not an act
FOOT = 4  # choices of a game's panel that stand at the foot


@define
class ByTouch:
    """One sitting's touches. ``send`` messages go to the desk."""

    painter: Any
    form: HandEntry
    touches: Touches = field(init=False)
    _shown: tuple[Any, Any] = field(init=False, default=(None, None))

    def __attrs_post_init__(self) -> None:
        game = self.painter.session.game.id
        self.touches = screen_of(game).touches(self.form.named, self.form.entries)

    # ------------------------------------------------------------ touches
    def space(self, space: str, one: bool = False) -> Tapped | None:
        return self._message(self.touches.space(space, one))

    def carry(self, start: str, end: str) -> Tapped | None:
        return self._message(self.touches.carry(start, end))

    def key(self, key: str) -> Tapped | None:
        return self._message(self.touches.touch(key))

    def _message(self, found: Acts | Throw) -> Tapped | None:
        """What the desk is told; dice that the app is asked for are thrown here, at the edge."""
        session = self.painter.session
        if isinstance(found, Throw):
            acts = thrown(session, found, SystemRandom())
            return Tapped(acts, session.length, thrown=True) if acts else None
        return Tapped(found, session.length) if found else None

    # ------------------------------------------------------------ what the page shows
    def onward(self) -> bool:
        """Whether places of the board can be touched now."""
        return bool(self.touches.targets())

    def dress(self, view: TableView) -> TableView:
        """The page with chosen places, where a touch may go on, the last act, and the keys."""
        if view.question is not None or view.curtain is not None or view.out_of_step is not None:
            return view
        if isinstance(self.painter.session.pending()[0], Over):
            return view
        panel, strip = self.strip(view)
        if panel is not None and panel.asks:
            view = evolve(view, prompt=Prompt(panel.title, tone="question"))
            panel = evolve(panel, title="")
        if panel is not None and not (panel.rows or panel.pad or panel.choices):
            panel = None  # a heading over nothing
        board = self.board(view) if view.board is not None else None
        return evolve(view, board=board, panel=panel, strip=strip)

    def strip(self, view: TableView) -> tuple[Panel | None, Strip | None]:
        """The keys; choices of the game's own panel stand there instead, at the same place."""
        keys = self.touches.keys()
        panel = view.panel
        if panel is not None and panel.asks:
            few = panel.pad if len(panel.pad) <= FOOT else ()
            return evolve(panel, choices=(), pad=panel.pad[len(few) :]), Strip("", few, panel.choices, tap="panel")
        if panel is not None and panel.pad and isinstance(self._owed(), Roll | Show):
            foot = tuple(k.choice for k in keys.foot)  # the faces lie on the panel, the app throws from the foot
            return panel, Strip("", (), foot) if foot else None
        if panel is not None and panel.choices and not self.touches.busy and not isinstance(self._owed(), Roll):
            strip = self.joined(panel, keys)
            if view.stage == "plan" and len(panel.pad) <= FOOT:  # a few keys need no smaller board
                return evolve(panel, choices=(), pad=()), evolve(strip, keys=(*panel.pad, *strip.keys))
            return evolve(panel, choices=()), strip
        if panel is not None and panel.pad and not self.touches.busy:
            keys = evolve(keys, keys=self.others(keys.keys, self.sends(panel)))
        strip = keys.view()
        if not strip.title and not strip.owed and (faces := self.faces()):
            strip = evolve(strip, title=i18n.gettext(N_("Thrown by the app")), dice=faces)
        return panel, strip if strip != Strip() else None

    def sends(self, panel: Panel) -> dict[str, Acts]:
        """What the keys of a game's panel enter."""
        return {c.key: self.painter.face.acts(self.painter.session, c.key) for c in (*panel.choices, *panel.pad)}

    def others(self, keys: tuple[Key, ...], sends: dict[str, Acts]) -> tuple[Key, ...]:
        """Keys for what the panel has none for: nothing is offered at two places."""
        known = {act for acts in sends.values() for act in acts}
        kinds = {type(act) for act in known}
        asking = {k.choice.key: type(e) for k, e in zip(self.touches.asking(), self.touches.asked(), strict=True)}
        return tuple(
            k for k in keys
            if isinstance(k.sends, tuple) and not (k.sends and k.sends[0] in known)
            and asking.get(k.choice.key) not in kinds
        )  # fmt: skip

    def joined(self, panel: Panel, keys: Keys) -> Strip:
        """The panel's own choices with every act that it has no key for; what is not legal now is left out."""
        session, sends = self.painter.session, self.sends(panel)
        choices = tuple(
            c for c in panel.choices if not sends[c.key] or not isinstance(foreseen(session, *sends[c.key]), Ruling)
        )
        more: tuple[Choice, ...] = ()
        if any(sends.values()):
            more = tuple(k.choice for k in self.others((*keys.keys, *keys.foot), sends))
        foot = choices[-FOOT:]
        return Strip("", (*more, *choices[: -len(foot)]) if foot else more, foot, tap="panel")

    def _owed(self) -> Any:
        return self.painter.session.pending()[0]

    def faces(self) -> tuple[str, ...]:
        """Dice that the app threw in the last chain, as long as they are digits that can be drawn."""
        chains = self.painter.session.chains()
        if not chains:
            return ()
        found = [f for s in chains[-1] if s.source == APP and isinstance(s.act, Rolled) for f in s.act.faces]
        return tuple(found[-24:]) if all(f.isdigit() for f in found) else ()

    def board(self, view: TableView) -> BoardView:
        """Marks on the drawing: chosen, legal next, changed by the last act, whose region."""
        board = view.board
        assert board is not None
        touches, face = self.touches, self.painter.face
        chosen = set(touches.chosen())
        targets = touches.targets() if view.refusal is None else {}
        changed, arrows = self.last()
        if (cut := face.window(self.painter.session)) is not None:
            board = evolve(board, drawing=within(board.drawing, cut))
        tints = face.tints(self.painter.session)
        old = {s.id: s for s in board.spaces}
        spaces = []
        for shape in board.drawing.shapes:
            space = old.get(shape.id, SpaceView(shape.id))
            if targets is not None:
                space = evolve(space, target=targets.get(shape.id))
            owner = tints.get(shape.id)
            space = evolve(
                space, chosen=shape.id in chosen, changed=shape.id in changed,
                tint=self.painter.side_badge(owner) if owner else None,
            )  # fmt: skip
            if space != SpaceView(shape.id):
                spaces.append(space)
        return evolve(
            board, spaces=tuple(spaces), arrows=arrows, loose=touches.loose(), zooms=face.zooms,
            window=self.painter.window or (around(board.drawing) if face.zooms else board.window), whole=True,
        )  # fmt: skip

    def last(self) -> tuple[frozenset[str], tuple[tuple[Point, Point], ...]]:
        """Spaces that the last chain changed, and what it moved from where to where."""
        session = self.painter.session
        chains = session.chains()
        if not chains:
            return frozenset(), ()
        if self._shown[0] is not session.state:
            before = session.game.tabletop(session.state_before(len(chains) - 1))
            now = session.game.tabletop(session.state)
            drawn = {s.id: s for s in self.painter.drawing.shapes if s.kind not in ("track", "shield")}
            changed = frozenset(i for i in drawn if before.get(i) != now.get(i))
            moves = [m for step in chains[-1] if step.act is not None for m in self.moved(step.act)]
            arrows = tuple(
                (drawn[a].label_at, drawn[b].label_at) for a, b in joined(moves) if a in drawn and b in drawn
            )
            self._shown = (session.state, (changed if len(changed) <= MARKED else frozenset(), arrows))
        found: tuple[frozenset[str], tuple[tuple[Point, Point], ...]] = self._shown[1]
        return found

    def moved(self, act: Input) -> list[tuple[str, str]]:
        """Where an act moved pieces from and to."""
        start, end = getattr(act, "field", ""), getattr(act, "to", "")
        if isinstance(start, str) and isinstance(end, str) and start and end and start != end:
            return [(start, end)]
        county, sources = getattr(act, "county", ""), getattr(act, "sources", ())
        return [(c, county) for c, _ in sources] if county else []


@lru_cache(maxsize=8)
def within(drawing: Drawing, window: tuple[float, float, float, float]) -> Drawing:
    """A board without what lies beside its window: in a wider box that would be seen in part."""
    x0, y0, x1, y1 = window
    middles = [(s, s.label_at or s.points[0]) for s in drawing.shapes]
    return evolve(drawing, shapes=tuple(s for s, (x, y) in middles if x0 <= x <= x1 and y0 <= y <= y1))


@lru_cache(maxsize=8)
def around(drawing: Drawing) -> tuple[float, float, float, float]:
    """The part of a board that has spaces: the margin around them shows nothing."""
    xs = [p[0] for s in drawing.shapes for p in s.points]
    ys = [p[1] for s in drawing.shapes for p in s.points]
    return min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2


def joined(moves: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Steps that follow one another as one way."""
    out: list[tuple[str, str]] = []
    for a, b in moves:
        if out and out[-1][1] == a:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return list(dict.fromkeys(out))
