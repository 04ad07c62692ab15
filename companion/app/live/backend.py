"""The real backend of the screens: saved games, set-up, and one sitting at a time."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import SystemRandom
from typing import Any

from companion import i18n
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live import closing, setup
from companion.app.live.guide import guide_view
from companion.app.live.hand import HandEntry
from companion.app.live.sitting import Sitting
from companion.app.taps import Tap
from companion.app.viewmodel import Choice, Lamp, Snack, TableView
from companion.engine.boards import house_board
from companion.engine.game import ConfigError, configure
from companion.engine.journal import JournalError
from companion.engine.scenario import load_data
from companion.engine.session import Person
from companion.engine.types import Over, Roll, Rolled, Ruling, letter
from companion.engine.words import N_
from companion.engine.yamlfile import DataError
from companion.games import game
from companion.table import saved
from companion.table.desk import Amend, Answer, Dismiss, Overrule, Redo, Tapped, Undo
from companion.table.faults import fault_lines
from companion.table.snapshot import Snapshot

SOUNDS = {"question": "question", "out": "out_of_step", "solved": "solved", "refusal": "refusal"}
DEVICE_SETTINGS = ("camera", "die", "cards")


class LiveBackend:
    """``home``: folder for settings and saved games. ``camera``, ``die``: addresses given on the command line."""

    def __init__(self, home: Path, camera: str | None = None, die: str | None = None) -> None:
        self.home = home
        self.games = home / "games"
        self.inbox = Inbox()
        self.game, self.plan = "hibernia", "none"
        self.sitting: Sitting | None = None
        self.hand: HandEntry | None = None
        self.draft: v.Draft | None = None
        self.reasons: int | None = None
        self.snack: Snack | None = None
        self.demo: Any = None
        self._playing = False
        self._end_shown = -1
        self._jump: int | None = None
        self._rule = ""
        self._before: Snapshot | None = None
        self._views = threading.RLock()  # both threads make views, one at a time
        self.devices = {**self._kept_devices(), **{k: x for k, x in (("camera", camera), ("die", die)) if x}}

    # ------------------------------------------------------------ life
    def start(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.put_start()
        self.inbox.put(setup.about_view(_version()))
        self.inbox.put(self._settings())

    def close(self) -> None:
        self._leave()

    def post(self, tap: Tap) -> None:
        """Answer a finger; whatever a tap cannot do here is told, never raised."""
        handler = getattr(self, "on_" + tap.kind, None)
        if handler is None:
            return
        try:
            handler(tap.payload)
        except DataError as e:
            self._tell(fault_lines(e)[0])
        except (ConfigError, JournalError, OSError) as e:
            self._tell(str(e))

    def _tell(self, text: str) -> None:
        """A sentence that belongs to no place of its own."""
        self.snack = Snack("fault", "bad", text)
        if self.sitting is not None and self._playing:
            self.show_table()
        else:
            self.inbox.put(v.StartView(text, self.lamps(), *self._start_rest()))

    # ------------------------------------------------------------ start
    def lamps(self) -> tuple[Lamp, ...]:
        words = (("camera", N_("Camera")), ("die", N_("Die")), ("cards", N_("Cards")))
        out = []
        for name, word in words:
            known = bool(self.devices.get(name))
            text = i18n.gettext(N_("chosen")) if known else i18n.gettext(N_("not connected"))
            out.append(Lamp(name, i18n.gettext(word), "ok" if known else "off", text))
        return tuple(out)

    def _start_rest(self) -> tuple[Any, ...]:
        view = setup.start_view(self.game, self.plan, (), saved.listing(self.games), datetime.now().hour)
        return view.games, view.game, view.plans, view.plan, view.resume

    def put_start(self) -> None:
        games = saved.listing(self.games)
        self.inbox.put(setup.start_view(self.game, self.plan, self.lamps(), games, datetime.now().hour))
        self.inbox.put(setup.resume_view(games))

    def on_game(self, name: str) -> None:
        self.game = name
        self.put_start()

    def on_plan(self, plan: str) -> None:
        self.plan = plan
        self.put_start()

    def on_setting(self, change: tuple[str, str]) -> None:
        name, value = change
        if name in DEVICE_SETTINGS:
            self.devices[name] = value
            self._file("devices.json").write_text(json.dumps(self.devices, indent=1), encoding="utf-8")
        self.put_start()
        self.inbox.put(setup.about_view(_version()))
        self.inbox.put(self._settings())
        if self.sitting is not None:
            self._show_all()

    def _settings(self) -> v.SettingsView:
        devices = []
        for lamp in self.lamps():
            choices = [Choice("", i18n.gettext(N_("none")))]
            if lamp.device == "camera":
                choices += [Choice(str(n), i18n.gettext(N_("Camera {n}")).format(n=n + 1)) for n in range(2)]
            now = self.devices.get(lamp.device, "")
            if now and all(c.key != now for c in choices):
                choices.append(Choice(now, now))
            devices.append(v.Device(lamp.device, lamp.word, lamp.state, lamp.text, tuple(choices), now))
        return v.SettingsView(tuple(devices))

    def _kept_devices(self) -> dict[str, str]:
        try:
            kept = json.loads(self._file("devices.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(k): str(x) for k, x in kept.items()} if isinstance(kept, dict) else {}

    def _file(self, name: str) -> Path:
        self.home.mkdir(parents=True, exist_ok=True)
        return self.home / name

    def on_begin(self, wish: tuple[str, str]) -> None:
        self.game, self.plan = wish
        self.inbox.put(setup.new_game_view(self.game, self.plan, self.lamps(), self._names()))

    def _names(self) -> tuple[str, ...]:
        """Names of the latest games first, then none."""
        names: dict[str, None] = {}
        for g in saved.listing(self.games)[:5]:
            names.update(dict.fromkeys(p.name for p in g.people))
        return tuple(names) or ("Anna", "Ben", "Clara", "David")

    # ------------------------------------------------------------ a game begins
    def on_set_up(self, draft: v.Draft) -> None:
        found, board = game(draft.game), house_board(draft.game)
        options = setup.option_values(draft.game, dict(draft.options))
        config = configure(found, len(draft.players), board, options, load_data(found, board))
        people = [Person(p.name, p.colour) for p in draft.players]
        folder = saved.new_folder(self.games, draft.game, _clock())
        session = saved.create(folder, found, config, people, _clock)
        self.draft = draft
        wanted = draft.plan != "none" and "camera" in draft.devices
        self._sit(session, self.devices.get("camera") if wanted else None)
        self._playing = False
        self._guide()
        self.inbox.put(v.Show("guide"))

    def _sit(self, session: Any, camera: Any, dice: tuple[str, ...] | None = None) -> None:
        self._leave()
        die = self.devices.get("die")
        used = dice if dice is not None else (die,) if die else ()
        self.sitting = Sitting(session, self._told, self.inbox.picture, camera=camera, dice=used)
        self.hand = HandEntry(self.sitting.painter)
        self.reasons = self.snack = self._before = None
        self.sitting.start()

    def _leave(self) -> None:
        if self.demo is not None:
            self.demo.close()
            self.demo = None
        sitting, self.sitting = self.sitting, None
        if sitting is not None:
            sitting.close()

    def _guide(self) -> None:
        if self.sitting is not None:
            first = self.draft.first if self.draft is not None else None
            self.inbox.put(guide_view(self.sitting, self.lamps_now(), first))

    def lamps_now(self) -> tuple[Lamp, ...]:
        return self.sitting.painter.lamps(self.sitting.latest) if self.sitting is not None else self.lamps()

    def on_guide_lot(self, _: Any) -> None:
        """The app draws what is owed: every lot of the set-up, the start player as wished."""
        self._draw_lots()

    def _draw_lots(self) -> None:
        """Everything the set-up leaves to chance, as one chain: it stands and is undone as a whole."""
        assert self.sitting is not None
        rng, session = SystemRandom(), self.sitting.session
        found, state = session.game, session.state
        ready = getattr(found, "ready", lambda _s: True)
        first = self.draft.first if self.draft is not None else None
        acts: list[Rolled] = []
        while not ready(state) and isinstance(owed := found.pending(state)[0], Roll):
            faces: list[str] = []
            for die in owed.slots:
                left = [f for f in die.faces if not owed.distinct or f not in faces]
                faces.append(rng.choice(left))
            if first is not None and len(owed.slots) == 1 and letter(first) in owed.slots[0].faces:
                faces = [letter(first)]
            acts.append(Rolled(None, tuple(faces)))
            decision = found.decide(state, acts[-1])
            assert not isinstance(decision, Ruling), decision
            for event in decision:
                state = found.evolve(state, event)
        if acts:
            self._send(Tapped(tuple(acts)))

    def on_guide_skip(self, _: Any) -> None:
        self._draw_lots()
        self.on_guide_start(None)

    def on_guide_start(self, _: Any) -> None:
        self._playing = True
        self._show_all()
        self.inbox.put(v.Show("table"))

    def on_continue(self, folder: str) -> None:
        session = saved.open_game(Path(folder), game, _clock)
        camera = self.devices.get("camera")
        self._sit(session, camera)
        self._playing = True
        self._show_all()
        self.inbox.put(v.Show("end" if saved.is_over(session) else "table"))

    def on_forget(self, folder: str) -> None:
        path = Path(folder)
        if path.parent == self.games and (path / saved.JOURNAL).exists():
            shutil.rmtree(path)
        self.put_start()

    def on_demo(self, name: str) -> None:
        from companion.app.live.demo import DemoTable

        table = DemoTable(name, self.games)
        self._sit(table.session, table.camera, (table.die_url,))
        self.demo = table
        assert self.sitting is not None
        table.play(self.sitting)
        self._playing = True
        self._show_all()
        self.inbox.put(v.Show("table"))

    def on_again(self, _: Any) -> None:
        self.on_begin((self.game, self.plan))
        self.inbox.put(v.Show("new_game"))

    def on_go(self, place: str) -> None:
        if place == "start":
            self._leave()
            self.put_start()
        elif place == "resume":
            self.put_start()
        elif place == "hand" and self.hand is not None:
            self.hand.choose_kind("")
            kinds = self.hand.kinds()
            if len(kinds) == 1:
                self.hand.choose_kind(kinds[0].key)
            self.inbox.put(self.hand.view())
        elif place == "rules":
            self.on_rule("")
        elif place == "history" and self.sitting is not None:
            self.inbox.put(closing.history_view(self.sitting, None))
        elif place == "settings":
            self.inbox.put(self._settings())

    # ------------------------------------------------------------ the table
    def _told(self, snapshot: Snapshot) -> None:
        """A new snapshot, on the desk's thread."""
        with self._views:
            if self.sitting is None:
                return
            self._sound(snapshot)
            self._before = snapshot
            if self._playing:
                self.show_table()
            else:
                self._guide()

    def _sound(self, new: Snapshot) -> None:
        old = self._before
        if old is None:
            return
        name = ""
        if new.out_of_step and not old.out_of_step:
            name = "out_of_step"
        elif old.out_of_step and not new.out_of_step:
            name = "solved"
        elif new.question is not None and (old.question is None or old.question.key != new.question.key):
            name = "question"
        elif new.refusal is not None and new.refusal != old.refusal:
            name = "refusal"
        elif any(d.state == "bad" and d not in old.devices for d in new.devices):
            name = "lost"
        elif isinstance(new.pending[0], Over) and not isinstance(old.pending[0], Over):
            name = "end"
        if name:
            self.inbox.put(v.Sound(name))

    def table_view(self) -> TableView:
        assert self.sitting is not None
        s = self.sitting
        return s.painter.view(s.latest, ghosts=s.ghosts(), snack=self.snack, reasons=self.reasons)

    def show_table(self) -> None:
        with self._views:
            if self.sitting is None:
                return
            self.inbox.put(self.table_view())
            at = self.sitting.latest.at
            if isinstance(self.sitting.latest.pending[0], Over):
                self.inbox.put(closing.end_view(self.sitting, self.lamps_now()))
                if self._end_shown != at:
                    self._end_shown = at
                    self.inbox.put(v.Show("end"))

    def _show_all(self) -> None:
        assert self.sitting is not None
        s = self.sitting
        s.painter.speaker.language = None
        self.show_table()
        if self.hand is not None:
            self.inbox.put(self.hand.view())
        self.inbox.put(closing.history_view(s, self._jump))
        self.inbox.put(closing.rule_view(s.session, self._rule))

    def _send(self, message: Any) -> None:
        self.snack = self.reasons = None
        if self.sitting is not None:
            self.sitting.post(message)

    def on_undo(self, _: Any) -> None:
        self._send(Undo(consent=True))

    def on_redo(self, _: Any) -> None:
        self._send(Redo())

    def on_space(self, space: str) -> None:
        """A space tapped on the drawing: begin entering an act there."""
        if self.hand is None or self.sitting is None:
            return
        for kind in self.hand.kinds():
            self.hand.choose_kind(kind.key)
            for f in self.hand.fields():
                if f.kind == "space" and any(o.key == space for o in f.options):
                    self.hand.set(f.id, space)
                    self.inbox.put(self.hand.view())
                    self.inbox.put(v.Show("hand"))
                    return
        self.hand.choose_kind("")

    def on_score(self, letter: str) -> None:
        self.reasons = ord(letter) - 65
        self.show_table()

    def on_close(self, _: Any) -> None:
        self.reasons = None
        self.show_table()

    def on_choose(self, answer: tuple[Any, ...]) -> None:
        self._send(Answer(answer[0], int(answer[1])))

    def on_other(self, key: str) -> None:
        self._send(Answer(key, -1))
        self.on_go("hand")
        self.inbox.put(v.Show("hand"))

    def on_later(self, key: str) -> None:
        self._send(Answer(key, -1))

    def on_where(self, _: Any) -> None:
        self._send(Dismiss())

    def on_overrule(self, reason: str) -> None:
        self._send(Overrule(str(reason)))

    def on_table_right(self, reason: str) -> None:
        """The table is right: the spaces that differ are taken over as they were seen."""
        if self.sitting is None:
            return
        patch = closing.patch_from_table(self.sitting)
        if patch:
            self._send(Amend(patch, str(reason)))
        else:
            self._tell(i18n.gettext(N_("What lies there cannot be taken over: enter it by hand.")))

    def on_play_on(self, _: Any) -> None:
        self._send(Dismiss())
        if self.sitting is not None:
            self.sitting.desk.play_on()
            self.show_table()

    def on_snack(self, _: Any) -> None:
        self.snack = None
        self.show_table()

    def on_rule(self, rule: str) -> None:
        self._rule = rule
        session = self.sitting.session if self.sitting is not None else None
        self.inbox.put(closing.rule_view(session, rule, self.game))

    def on_jump_ask(self, line: int) -> None:
        self._jump = line
        if self.sitting is not None:
            self.inbox.put(closing.history_view(self.sitting, line))

    def on_jump(self, line: int) -> None:
        if self.sitting is None:
            return
        chains = self.sitting.session.chains()
        keep = next((i + 1 for i, c in enumerate(chains) if c[0].line == line), None)
        self._jump = None
        if keep is not None and keep < len(chains):
            self._send(Undo(keep, consent=True))

    def on_share(self, _: Any) -> None:
        if self.sitting is not None:
            path = closing.export(self.sitting, self.home / "results")
            self._tell(i18n.gettext(N_("Saved as {file}.")).format(file=path.name))

    def on_replay(self, _: Any) -> None:
        self.inbox.put(v.Show("history"))

    # ------------------------------------------------------------ by hand
    def on_hand_kind(self, kind: str) -> None:
        if self.hand is not None:
            self.hand.choose_kind(kind)
            self.inbox.put(self.hand.view())

    def on_hand_value(self, value: tuple[str, Any]) -> None:
        if self.hand is not None:
            self.hand.set(*value)
            self.inbox.put(self.hand.view())

    def on_hand_enter(self, _: Any) -> None:
        if self.hand is None or self.sitting is None:
            return
        act = self.hand.act()
        if act is not None:
            self._send(Tapped((act,), self.sitting.latest.at))
            self.hand.choose_kind("")


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _version() -> str:
    try:
        return version("table-companion")
    except PackageNotFoundError:
        return ""


def backend_for(home: Path, options: Mapping[str, Any]) -> Callable[[], LiveBackend]:
    return lambda: LiveBackend(home, options.get("camera"), options.get("die"))
