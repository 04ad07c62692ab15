"""From a desk's snapshot to the table screen: plain values in, plain values out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import define, evolve, field

from companion import i18n
from companion.app.drawing import drawing_of
from companion.app.gamescreen import face_of
from companion.app.live.facts import PlainFace, asked_seats, badge_of, on_turn, panel_of
from companion.app.live.points import Ledger
from companion.app.live.wayback import undone, way_back, window_around, window_of
from companion.app.viewmodel import (
    Badge,
    BoardView,
    Candidate,
    Choice,
    Curtain,
    Drawing,
    Figure,
    Ghost,
    Lamp,
    LogLine,
    OutOfStep,
    Panel,
    Pieces,
    Prompt,
    Question,
    Refusal,
    ScoreRow,
    Snack,
    SpaceView,
    Step,
    TableView,
)
from companion.engine.session import Session
from companion.engine.types import Input, Ruling, Tabletop, Token, letter
from companion.engine.words import N_, Where
from companion.table.lampwords import DEVICE_WORDS, lamp_words
from companion.table.layout import covered_of
from companion.table.sight import Palette
from companion.table.snapshot import CARD_DOUBT, DIE_FACE, INSTEAD, LIES_SO, WENT_BACK, Device, Snapshot
from companion.table.snapshot import Question as Asked
from companion.table.speaker import Speaker, rulebook
from companion.table.tell import QUESTIONS, act_and_how, more_line, seen_lines, shown, slipped_line, whose

WHY = {
    "which_move": N_("Two acts would leave the table like this."),
    "die_face": N_("A piece was moved before the die was read."),
    "went_back": N_("The pieces lie as they lay before."),
    "all_laid": N_("It is not plain to see how many lie there."),
    "other_reading": N_("The act was taken back, and the table still looks like this."),
    "dice_differ": N_("One of them is mistaken."),
    "which_card": N_("It fits more than one act."),
}
LATEST = 24  # lines of the log beside the table; the history has all
LONGEST_LINE = 56  # letters that a line of the log has room for


@define
class TablePainter:
    """Makes the views of one game. ``devices_used``: which lamps this game has."""

    session: Session[Any]
    palette: Palette
    speaker: Speaker
    devices_used: tuple[str, ...] = ("camera", "die")
    covered: frozenset[str] | None = field(init=False)
    side: str = ""  # what of the panel people asked to look at
    window: tuple[float, float, float, float] | None = None  # the part of the board they look at closely
    closer_at: int = -1  # where the game stood then
    face: PlainFace = field(init=False)
    drawing: Drawing = field(init=False)
    ledger: Ledger = field(init=False)
    _book: Mapping[str, Any] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.face = face_of(self.session.game.id)
        self.covered = covered_of(self.session.game, self.session.config.board)
        self.drawing = drawing_of(self.session.config.board)
        self.ledger = Ledger(self.session, self.speaker)

    def reads(self, session: Session[Any]) -> None:
        """The game as it is to be shown from now on."""
        self.session = self.ledger.session = session

    def _(self, text: str) -> str:
        return i18n.gettext(text)

    # ------------------------------------------------------------ parts
    def badge(self, seat: int | None) -> Badge | None:
        return None if seat is None else badge_of(self.session, seat)

    def side_badge(self, side: str) -> Badge:
        if len(side) == 1:
            return self.badge(ord(side) - 65) or Badge(side)
        return Badge("", self.palette.colours.get(side, "grey"))

    def lamps(self, snap: Snapshot) -> tuple[Lamp, ...]:
        known = {d.name: d for d in snap.devices}
        out = []
        for name in ("camera", "die", "cards"):
            device = known.get(name, Device(name, "off", ""))
            state, text = device.state, lamp_words(device)
            if name not in self.devices_used:
                state, text = "off", N_("not needed")
            elif name == "camera":
                led = (s for s in self.session.config.board.spaces if s.role == "lead" and s.look in ("area", "slot"))
                spaces = [s for s in led if self.covered is None or s.id in self.covered]
                if state == "ok" and device.code != "small" and snap.unseen:
                    said = self._(N_("sees {n} of {all}")).format(n=len(spaces) - len(snap.unseen), all=len(spaces))
                    out.append(Lamp(name, self._(DEVICE_WORDS[name]), "ok", said))
                    continue
            out.append(Lamp(name, self._(DEVICE_WORDS[name]), state, self._(text)))
        return tuple(out)

    def prompt(self, snap: Snapshot) -> Prompt:
        """The sentence with what is owed beside it; a refusal stands alone."""
        seat = on_turn(self.session)
        if snap.refusal is not None:
            ruling, act = snap.refusal
            who = act.seat if act is not None else seat
            return Prompt(self.speaker.heard(ruling), self.badge(who), "refusal")
        sentence, block = self.speaker.pending(snap.pending), self.face.block(self.session, self.speaker)
        return Prompt(sentence, self.badge(seat), "ok", block.figure, block.title, block.owed)

    def scores(self, snap: Snapshot) -> tuple[ScoreRow, ...]:
        active = asked_seats(self.session)
        rows = []
        for r in sorted(snap.score.rows, key=lambda r: r.seat):
            second, extra = self.face.second(self.session, self.speaker, r.seat)
            badge = self.badge(r.seat) or Badge(letter(r.seat))
            rows.append(ScoreRow(badge, self.speaker.name(r.seat), second, str(r.total), extra, r.seat in active))
        return tuple(rows)

    def board(self, snap: Snapshot) -> BoardView:
        table = self.session.game.tabletop(snap.state)
        targets = {} if snap.refusal or snap.question else self.face.targets(self.session)
        self.drawing = self.face.ground(self.session, self.drawing)
        steps, flags = set(self.face.steps(self.session)), self.face.flags(self.session)
        differs = {t.space for t in snap.todo if not t.echo} | {o.space for o in snap.more if o.told}
        unseen = set(snap.unseen)
        looked = snap.verdict is not None
        refused = self._refused_space(snap)
        spaces = []
        for shape in self.drawing.shapes:
            tokens = table.get(shape.id, ())
            state = ""
            if looked and shape.kind != "track":
                state = (
                    "unseen" if shape.id in unseen else "differs" if shape.id in differs else "agrees" if tokens else ""
                )
            view = SpaceView(
                shape.id, self.pieces(tokens), state, targets.get(shape.id), shape.id == refused,
                step=shape.id in steps, flag=self.side_badge(flags[shape.id]) if shape.id in flags else None,
            )  # fmt: skip
            if view != SpaceView(shape.id):
                spaces.append(view)
        window = self.window or self.face.window(self.session)
        return BoardView(self.drawing, tuple(spaces), window, whole=True)

    def _refused_space(self, snap: Snapshot) -> str:
        if snap.refusal is None or snap.refusal[1] is None:
            return ""
        known = self.session.config.board.space
        act = snap.refusal[1]
        values = [v for v in (getattr(act, a.name) for a in type(act).__attrs_attrs__) if isinstance(v, str)]
        return next((v for v in values if v in known), "")

    def pieces(self, tokens: tuple[Token, ...]) -> tuple[Pieces, ...]:
        signs = self.face.signs()
        counts = Counter(
            (t.side, signs.get(t.kind), bool(t.turn), t.kind in self.face.low)
            for t in tokens
            if signs.get(t.kind) != ""
        )
        return tuple(
            Pieces(self.side_badge(side), n, sign or "", turned, low) for (side, sign, turned, low), n in counts.items()
        )

    def look_closer(self, window: tuple[float, float, float, float]) -> None:
        """A part of the board instead of the whole, until the game goes on."""
        self.window, self.closer_at = window, self.session.length

    # ------------------------------------------------------------ log
    def log(self, snap: Snapshot, most: int | None = None) -> tuple[LogLine, ...]:
        """Newest first, a line a chain, ``most`` of them; only what everybody may know."""
        lines: list[LogLine] = []
        for entry in reversed(snap.log):
            if len(lines) == most:
                break
            seen = [f for e in entry.events if (f := shown(self.session, e)) is not None]
            told = [(e, t) for e in seen if (t := self.speaker.event(e))]
            if told:
                # whose the first words are; those who acted where they are nobody's
                seats = (self.speaker.about(told[0][0]), *(a.seat for a in entry.acts))
                seat = next((s for s in seats if s is not None), None)
                lines.append(LogLine(entry.line, self.badge(seat), i18n.run_on([t.removesuffix(".") for _, t in told])))
        return tuple(lines)

    def undo(self, snap: Snapshot) -> str | None:
        if not snap.can_undo:
            return None
        lines, dice = self.log(snap, 1), "123456" if "die" in self.devices_used else ""
        return undone(lines[0].text if lines else "", snap.log, {*self.speaker.words.faces, *dice})

    # ------------------------------------------------------------ questions
    def question(self, asked: Asked) -> Question:
        seat = asked.seat if asked.seat is not None else on_turn(self.session)
        title = self._(QUESTIONS[asked.kind]).format(name=self.speaker.name(seat))
        why = self._(WHY[asked.kind]) if asked.kind in WHY else ""
        badge = self.badge(seat)
        if asked.faces:
            choices = tuple(
                Choice(str(i), self.speaker._(f).capitalize(), figure=Figure("die", f))
                for i, f in enumerate(asked.faces)
            )
            return Question(asked.key, title, badge, why, choices=choices, later=asked.kind != DIE_FACE)
        if asked.kind == WENT_BACK:
            choices = (Choice("0", self._(N_("It is taken back"))), Choice("-1", self._(N_("It stands"))))
            return Question(asked.key, title, badge, why, choices=choices, other=False)
        if asked.kind == LIES_SO:
            choices = (Choice("0", self._(N_("It lies like this"))), Choice("-1", self._(N_("It is put right"))))
            why = seen_lines(self.speaker, asked.todo)
            return Question(asked.key, title, badge, why, choices=choices, other=False, later=False)
        if asked.kind == INSTEAD:
            why = seen_lines(self.speaker, asked.todo)
            told = (i18n.capital(self.speaker.act(o[0])) for o in asked.options)
            right = Choice("-1", self._(N_("It is put right")))
            choices = (*(Choice(str(i), x) for i, x in enumerate(told)), right)
            return Question(asked.key, title, badge, why, choices=choices, other=False, later=False)
        if asked.kind == CARD_DOUBT and asked.ruling is not None:
            choices = (Choice("0", self._(N_("It was played"))), Choice("-1", self._(N_("It was shown by mistake"))))
            why = self.speaker.heard(asked.ruling)
            return Question(asked.key, title, badge, why, choices=choices, other=False, later=False)
        candidates = tuple(self.candidate(i, acts) for i, acts in enumerate(asked.options))
        hint = self._(N_("Once the pieces lie clear, the question settles itself."))
        return Question(asked.key, title, badge, why, candidates=candidates, hint=hint)

    def candidate(self, number: int, acts: tuple[Input, ...]) -> Candidate:
        prospect = self.session.check(*acts)
        told = [self.speaker.act(a) for a in acts]
        board = None
        if not isinstance(prospect, Ruling):
            now = self.session.game.tabletop(self.session.state)
            board = self.drawn(now, self.session.game.tabletop(prospect.state))
        name, how = act_and_how(told[0])
        return Candidate(str(number), i18n.capital(name), ", ".join(t for t in (how, *told[1:]) if t), board)

    def drawn(self, now: Tabletop, then: Tabletop) -> BoardView:
        """The table an act would leave, its changed spaces outlined, cut to where something changes."""
        changed = [
            s for s in self.drawing.shapes if then.get(s.id) != now.get(s.id) and s.kind not in ("track", "shield")
        ]
        spaces = tuple(
            SpaceView(s.id, self.pieces(then.get(s.id, ())), target="" if s in changed else None)
            for s in self.drawing.shapes
        )
        return BoardView(self.drawing, spaces, window_around(self.drawing, [p for s in changed for p in s.points]))

    def offered(self, table: Tabletop, options: set[str], tags: Mapping[str, str] | None = None) -> BoardView:
        """The table as it lies, with the spaces outlined that may be tapped."""
        tags = self.face.targets(self.session) if tags is None else tags
        flags = self.face.flags(self.session)
        spaces = tuple(
            SpaceView(
                s.id, self.pieces(table.get(s.id, ())), target=tags.get(s.id, "") if s.id in options else None,
                flag=self.side_badge(flags[s.id]) if s.id in flags else None,
            )
            for s in self.drawing.shapes
        )  # fmt: skip
        return BoardView(self.drawing, spaces)

    # ------------------------------------------------------------ refusal, out of step
    def refusal(self, snap: Snapshot, onward: bool = False) -> Refusal | None:
        """``onward``: places of the board can be touched instead."""
        if snap.refusal is None:
            return None
        ruling, act = snap.refusal
        entry = self.book().get(ruling.rule, {})
        lang = self.speaker.language or i18n.language()
        seat = act.seat if act is not None else None
        where = "" if snap.out_of_step else self._(N_("Understood"))
        if seat in asked_seats(self.session) and (onward or self.face.targets(self.session)):
            where = self._(N_("Where may {name} play?")).format(name=self.speaker.name(seat))
        return Refusal(
            ruling.rule,
            entry.get("section", {}).get(lang, ""),
            entry.get("text", {}).get(lang, ""),
            self.badge(seat),
            self._(N_("Put the pieces back, or enter what happened by hand.")) if snap.out_of_step else "",
            self._(N_("The camera will see it.")) if snap.out_of_step else "",
            where,
            act is not None and ruling.waivable,
        )

    def book(self) -> Mapping[str, Any]:
        if self._book is None:
            self._book = rulebook(self.session.game.id, self.session.config.options)
        return self._book

    def out_of_step(self, snap: Snapshot, ghosts: Mapping[str, tuple[float, float]]) -> OutOfStep | None:
        """The way back, piece by piece. ``ghosts``: where spaces lie in the picture, 0 to 1."""
        if not snap.out_of_step or snap.refusal is not None:
            return None
        moves = way_back(snap, self.palette)
        steps, shown = [], []
        for number, (side, kind, source, target, n) in enumerate(moves, 1):
            badge = self.side_badge(side or kind)
            piece = whose(self.speaker, self.palette, kind, side, n)
            out = self._(N_("the supply"))
            a, b = (self.speaker.field(Where(p)) if p else out for p in (source, target))
            turned = source == target
            way = self._(N_("{place}: the other way round") if turned else N_("from {a} to {b}"))
            steps.append(Step("todo", badge, piece, way.format(a=a, b=b, place=a), number))
            at = ghosts.get(target or source)
            if at is not None:
                shown.append(Ghost(number, badge, at, ghosts.get(source) if source and target and not turned else None))
        for t in snap.todo:
            if t.echo:
                steps.append(Step("wait", None, self.speaker.field(Where(t.space)), self._(N_("can wait"))))
        lying = max(1, sum(m.n for m in moves))
        sentence = i18n.ngettext(
            "One piece does not lie as played yet.", "{n} pieces do not lie as played yet.", lying
        ).format(n=i18n.number_word(lying))
        sentence = slipped_line(self.speaker, snap.verdict, self.palette) or i18n.capital(sentence)
        return OutOfStep(sentence, tuple(steps), tuple(shown), window_of(ghosts.values()))

    # ------------------------------------------------------------ all of it
    def view(
        self,
        snap: Snapshot,
        *,
        ghosts: Mapping[str, tuple[float, float]] | None = None,
        snack: Snack | None = None,
        reasons: int | None = None,
        curtain: Curtain | None = None,
        panel: Panel | None = None,
        onward: bool = False,
    ) -> TableView:
        return TableView(
            game=self.session.game.id,
            title=self.speaker._(self.speaker.words.title),
            round=self.face.round(self.session, self.speaker),
            lamps=self.lamps(snap),
            prompt=self.prompt(snap),
            scores=self.scores(snap),
            stage=self.face.stage(self.session),
            board=self.board(snap),
            panel=panel or panel_of(self.face, self.session, self.speaker, snap, self.side),
            log=tuple(shortened(line) for line in self.log(snap, LATEST)),
            undo=self.undo(snap),
            redo=self._(N_("what was taken back")) if snap.can_redo else None,
            question=self.question(snap.question) if snap.question is not None else None,
            refusal=self.refusal(snap, onward),
            out_of_step=self.out_of_step(snap, ghosts or {}),
            snack=snack or self.reminder(snap),
            reasons=self.ledger.reasons(self, snap, reasons) if reasons is not None else None,
            curtain=curtain,
            at=snap.at,
        )

    def reminder(self, snap: Snapshot) -> Snack | None:
        """A marker that is not where the score is only reminds, and so does what may lie beside what was entered."""
        late, more = [t for t in snap.todo if t.echo and t.expected], [o for o in snap.more if o.told]
        if snap.out_of_step or not late:
            told = f"more-{more[-1]}" if more and not snap.out_of_step else ""
            return Snack(told, "warn", more_line(self.speaker, more[-1])) if told else None
        counts = self.palette.counts(late[0].expected)
        names = {t.side for t in late[0].expected if t.side and counts[self.palette.piece(t)]}
        if not names:
            return Snack("echo-" + late[0].space, "warn", seen_lines(self.speaker, late[:1]))
        owner = ", ".join(self.speaker.name(ord(s) - 65) for s in sorted(names) if len(s) == 1)
        text = self._(N_("{name}'s marker goes to {place}.")).format(
            name=owner, place=self.speaker.field(Where(late[0].space))
        )
        return Snack("echo-" + late[0].space, "warn", text)


def shortened(line: LogLine) -> LogLine:
    """A line of the log strip: its chief event, and what followed as far as there is room; the history has all."""
    parts = line.text.split("; ")
    text = parts[0]
    for part in parts[1:]:
        if len(text) + len(part) + 2 > LONGEST_LINE:
            break
        text = f"{text}; {part}"
    return evolve(line, text=text)
