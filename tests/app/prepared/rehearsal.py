"""A backend without a game: it answers taps with prepared views, so that every screen can be walked through."""

from __future__ import annotations

from attrs import evolve

from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from tests.app.prepared import cards as fixtures_cards
from tests.app.prepared import more as fixtures_more
from tests.app.prepared import setup as fixtures_setup
from tests.app.prepared import side as fixtures_side
from tests.app.prepared import table as fixtures


class Rehearsal:
    """Remembers every tap; views change as a real game's would, in the language of the last setting."""

    def __init__(self, lang: str = "de") -> None:
        self.lang = lang
        self.taps: list[Tap] = []
        self.inbox = Inbox()
        self.view: TableView | None = None

    def start(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.put_all()

    def close(self) -> None:
        """Nothing to let go of."""

    def put_all(self) -> None:
        lang = self.lang
        for make in (
            fixtures_setup.start,
            fixtures_setup.new_game,
            fixtures_setup.camera,
            fixtures_setup.capture,
            fixtures_setup.guide,
            fixtures_side.hand_kinds,
            fixtures_side.history,
            fixtures_side.rules,
            fixtures_setup.resume,
            fixtures_side.settings,
            fixtures_side.about,
            fixtures_cards.enrol,
            fixtures_more.end,
            fixtures.table,
        ):
            self.inbox.put(make(lang))
        self.view = fixtures.table(lang)

    def table(self, view: TableView) -> None:
        self.view = view
        self.inbox.put(view)

    def post(self, tap: Tap) -> None:
        self.taps.append(tap)
        answer = getattr(self, f"on_{tap.kind}", None)
        if answer is not None:
            answer(tap.payload)
        self.inbox.step(tap)

    # -- answers, one for each kind of tap that changes something

    def on_setting(self, payload: tuple[str, str]) -> None:
        if payload[0] == "language":
            self.lang = payload[1]
            self.put_all()

    def on_game(self, game: str) -> None:
        self.inbox.put(evolve(fixtures_setup.start(self.lang), game=game))

    def on_plan(self, plan: str) -> None:
        self.inbox.put(evolve(fixtures_setup.start(self.lang), plan=plan))

    def on_continue(self, _game: str) -> None:
        self.inbox.put(v.Show("table"))

    def on_demo(self, _game: str) -> None:
        self.inbox.put(v.Show("table"))

    def on_workshop(self, _payload: None) -> None:
        self.inbox.put(v.Show("capture"))

    def on_set_up(self, _draft: v.Draft) -> None:
        self.inbox.put(v.Show("camera"))

    def on_corner(self, _payload: object) -> None:
        self.inbox.put(fixtures_setup.camera(self.lang, ready=True))

    def on_camera_keep(self, _payload: None) -> None:
        self.inbox.put(v.Show("guide"))

    def on_guide_lot(self, _payload: None) -> None:
        self.inbox.put(fixtures_setup.guide(self.lang, ready=True))

    def on_guide_start(self, _payload: None) -> None:
        self.inbox.put(v.Show("table"))

    def on_undo(self, _payload: None) -> None:
        assert self.view is not None
        self.table(
            evolve(
                self.view,
                undo=None,
                redo=fixtures.speaker(self.lang)("Davids Wertung", "David's scoring"),
                question=None,
            )
        )

    def on_redo(self, _payload: None) -> None:
        self.table(fixtures.table(self.lang))

    def on_space(self, space: str) -> None:
        if space == "osraige":
            self.table(fixtures.refusal(self.lang))
            self.inbox.put(v.Sound("refusal"))

    def on_overrule(self, _reason: str) -> None:
        self.table(fixtures.table(self.lang))

    def on_choose(self, _payload: object) -> None:
        self.table(fixtures.table(self.lang))

    def on_score(self, _letter: str) -> None:
        self.table(fixtures.reasons(self.lang))

    def on_close(self, _payload: None) -> None:
        self.table(fixtures.table(self.lang))

    def on_hand_kind(self, kind: str) -> None:
        views = {"move": fixtures_side.hand_move, "roll": fixtures_side.hand_roll}
        self.inbox.put(views.get(kind, fixtures_side.hand_kinds)(self.lang))

    def on_jump_ask(self, _line: int) -> None:
        self.inbox.put(fixtures_side.history(self.lang, jump=True))

    def on_play_on(self, _payload: None) -> None:
        self.table(fixtures.table(self.lang))

    def on_lamp(self, device: str) -> None:
        if device == "die":
            self.table(fixtures.snack(self.lang))
