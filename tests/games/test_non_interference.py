"""Only what is hidden changes, and not one byte of what lies open does: views, lists, pads, panels, log, ``--json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from companion.app.gamescreen import face_of
from companion.app.live.hand import HandEntry
from companion.app.live.openly import openly
from companion.app.live.table import TablePainter
from companion.engine import hidden
from companion.engine.boards import house_board
from companion.engine.codec import plain, tagged
from companion.engine.session import Accepted, Person, Session
from companion.engine.slotted import changed
from companion.engine.types import Choose, May, letter
from companion.games import game
from companion.games.loewenherz import state as loewenherz
from companion.games.walisk.screen.muster import Mustering
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from companion.table.tell import account, sheet
from companion.table.watch import Hand, _Table
from tests.conformance import next_act
from tests.games.brian_boru import test_privacy as brian_boru_hidden
from tests.games.loewenherz import test_privacy as loewenherz_hidden
from tests.games.test_conformance import setting
from tests.games.vikings_gone_wild import test_privacy as vikings_hidden

Options = dict[str, Any]
SETTINGS: list[tuple[str, int, Options]] = [
    ("brian_boru", 3, {"track_hands": "on"}),
    ("brian_boru", 4, {}),
    ("loewenherz", 4, {}),
    ("loewenherz", 3, {"politics_source": "app", "deck_source": "app"}),
    ("loewenherz", 4, {"money_visible": "open", "bid_entry": "reveal_and_enter", "politics_source": "app"}),
    ("vikings_gone_wild", 2, {}),
    ("vikings_gone_wild", 3, {}),
    ("walisk", 3, {"silver_hidden": True}),
    ("walisk", 4, {"silver_hidden": True, "winter_order": "together", "sessions": True}),
]
over_settings = pytest.mark.parametrize(("name", "players", "options"), SETTINGS, ids=lambda v: str(v))


def brian_boru_other(s: Any, rng: Random) -> Any:
    """Other hands, packets and seals; where the app knows none, other cards of earlier tricks (BB-6.8)."""
    if s.phase == "over":
        return s
    if s.world.track_hands:
        return brian_boru_hidden.permuted(s, None, rng)
    lie = {card for _, card in s.trick}
    away = rng.sample([c for c in s.world.numbers if c not in lie], len(s.discard))
    return changed(s, discard=tuple(sorted(away)))


def loewenherz_other(s: Any, rng: Random) -> Any:
    """Other hands, piles, money and bids; how many cards are still to be told at the end lies open."""
    phases = loewenherz.Phase
    if s.phase in (*loewenherz.SETUP, phases.OVER) or (s.phase == phases.REVEAL and not s.world.app_politics):
        return s
    return loewenherz_hidden.twin(s, -1, rng)


def walisk_other(s: Any, rng: Random) -> Any:
    """Other treasures, empty ones among them."""
    if not hidden.keeps(game("walisk"), s):
        return s
    silver = (rng.choice((0, rng.randrange(60))) if s.life[p] == "in" else n for p, n in enumerate(s.silver))
    return changed(s, silver=tuple(silver))


OTHER: dict[str, Callable[[Any, Random], Any]] = {
    "brian_boru": brian_boru_other,
    "loewenherz": loewenherz_other,
    "vikings_gone_wild": lambda s, rng: vikings_hidden.permuted(s, None, rng),
    "walisk": walisk_other,
}


# ---------------------------------------------------------------- all that lies open
def opened(session: Session[Any]) -> bytes:
    """Everything that a table sees of a game without an act, as bytes."""
    found, s = session.game, session.state
    speaker = Speaker(found.id, session.config.board, session.people)
    painter = TablePainter(session, palette_of(session.people, session.config.board.colours), speaker)
    face = face_of(found.id)
    seen = {
        "view": plain(found.view(s, None)),
        "pending": [tagged(p) for p in session.pending()],
        "score": [plain(found.score(s)), sheet(session)],
        "table": {k: plain(v) for k, v in found.tabletop(s).items()},
        "listed": {str(seat): [repr(e) for e in openly(session, seat)] for seat in asked(session)},
        "pads": list(pads(HandEntry(painter))),
        "panel": repr(face.panel(session, speaker)),
        "marks": repr(dict(face.targets(session))),
        "rows": [face.second(session, speaker, p) for p in range(len(session.people))],
        "account": account(session),
        "journal": [line.decode() for line in hidden.account(found, s, session.past, None)],
        "watch": watched(session),
        "papers": [repr(found.papers(s, "records"))] if found.id == "walisk" else [],
        "muster": mustered(painter),
    }
    return json.dumps(seen, sort_keys=True, default=repr).encode()


def asked(session: Session[Any]) -> list[int | None]:
    seats: dict[int | None, None] = {}
    for p in session.pending():
        if isinstance(p, Choose | May):
            seats |= dict.fromkeys((None,) if isinstance(p, Choose) and p.joint else p.seats)
    return list(seats)


def pads(form: HandEntry) -> Iterator[str]:
    """The forms of all kinds of acts, each field at its first value."""
    for kind in form.kinds():
        form.choose_kind(kind.key)
        for _ in range(8):
            yield repr(form.view())
            empty = [f for f in form.fields() if f.id not in form.values]
            if not empty or not (empty[0].options or empty[0].kind == "number"):
                break
            f = empty[0]
            value: Any = f.high if f.kind == "number" else f.options[0].key
            form.set(f.id, {} if f.kind == "counts" else value)


def mustered(painter: TablePainter) -> str:
    """Walisk's muster by touch: its keys, untouched and with one district given something."""
    if painter.session.game.id != "walisk":
        return ""
    hand, s = Mustering(painter), painter.session.state
    if not hand.on():
        return ""
    told = [repr(hand.keys(())), repr(hand.targets())]
    own = [f for f, owner in zip(s.world.ids, s.owner, strict=True) if owner == s.due[0]]
    for f in own[:2]:
        hand.space(f, one=False)
        told += [repr(hand.keys(())), repr(hand.targets())]
    return "\n".join(told)


def watched(session: Session[Any]) -> Any:
    """What ``companion watch --json`` prints at the end of the pictures."""
    tally = SimpleNamespace(acts=1, seen=1, heard=0, taps=0)
    latest = SimpleNamespace(tally=tally, pending=session.pending(), question=None, out_of_step=None)
    runtime: Any = SimpleNamespace(latest=latest)
    out: list[str] = []
    _Table(session, runtime, Hand(), out.append).close(True, out.append)
    return json.loads(out[0])


# ---------------------------------------------------------------- the walk
def nodes(name: str, players: int, options: Options, seed: int, most: int, every: int) -> Iterator[Session[Any]]:
    """A random game, looked at now and then."""
    found, config, rng = game(name), setting(name, players, options), Random(f"{name} {options} {seed}")
    assert config is not None
    colours = house_board(name).colours
    session: Session[Any] = Session(found, config, people=[Person(letter(p), colours[p]) for p in range(players)])
    for n in range(most):
        act = next_act(found, session.state, rng.randrange)
        if act is None:
            return
        assert isinstance(session.submit([act], "tap"), Accepted)
        if n % every == 0 and n > 20:
            yield session


def with_other(session: Session[Any], rng: Random) -> Session[Any] | None:
    """The same table with other hidden facts; None if nothing is hidden just now."""
    other = OTHER[session.game.id](session.state, rng)
    if other == session.state:
        return None
    twin: Session[Any] = Session(session.game, session.config, people=session.people)
    twin.past = [*session.past[:-1], attrs.evolve(session.past[-1], state=other)]
    assert twin.state == other
    return twin


def compared(name: str, players: int, options: Options, seed: int, most: int, every: int) -> tuple[int, int]:
    """Twins looked at, and how many of them could be told apart."""
    rng, looked, differ = Random(seed), 0, 0
    for session in nodes(name, players, options, seed, most, every):
        twin = with_other(session, rng)
        if twin is not None:
            looked += 1
            differ += opened(twin) != opened(session)
    return looked, differ


@over_settings
def test_what_is_hidden_leaves_all_that_is_open_alone(name: str, players: int, options: Options) -> None:
    looked, differ = compared(name, players, options, seed=1, most=260, every=13)
    assert looked >= 5
    assert differ == 0


@pytest.mark.proof
@over_settings
def test_long_games_leave_all_that_is_open_alone(name: str, players: int, options: Options) -> None:
    found = [compared(name, players, options, seed, most=1200, every=11) for seed in range(2, 6)]
    looked, differ = (sum(n) for n in zip(*found, strict=True))
    print(json.dumps({"game": name, "options": options, "twins": looked, "told apart": differ}))
    assert looked >= 40
    assert differ == 0


@pytest.mark.parametrize("at", [3, 7])
def test_without_its_secrets_a_game_would_tell_them(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    name, players, options = SETTINGS[at]
    monkeypatch.setattr(type(game(name)), "secrets", None)
    monkeypatch.setitem(OTHER, "walisk", lambda s, rng: changed(s, silver=(3, 40, 0)[: len(s.silver)]))
    looked, differ = compared(name, players, options, seed=1, most=160, every=17)
    assert differ > looked // 2
