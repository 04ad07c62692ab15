"""Start screen, new game and saved games as views. Plain values, no kivy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any

from babel.dates import format_datetime

from companion import i18n
from companion.app import setup_views as v
from companion.app.drawing import drawing_of
from companion.app.gamescreen import face_of
from companion.app.live.values import called
from companion.app.viewmodel import Badge, BoardView, Choice, Lamp, Pieces, SpaceView
from companion.engine.boards import Board, house_board
from companion.engine.game import meant
from companion.engine.journal import JournalError
from companion.engine.types import Input, Roll, Rolled, Show, Shown, Shuffle, Shuffled, letter
from companion.engine.words import N_
from companion.games import GAMES, game, in_order
from companion.table import saved
from companion.table.faults import JOURNALS, error_lines, phrase
from companion.table.speaker import Speaker, rulebook

MAP = "map"  # the choice of a board among the options of a new game
COLOUR_WORDS = {
    "white": N_("white"), "purple": N_("purple"), "orange": N_("orange"), "black": N_("black"), "red": N_("red"),
    "blue": N_("blue"), "green": N_("green"), "yellow": N_("yellow"), "brown": N_("brown"), "grey": N_("grey"),
    "pink": N_("pink"), "cyan": N_("cyan"), "gray": N_("grey"), "rose": N_("rose"), "gold": N_("gold"),
    "beige": N_("beige"), "wood": N_("wood"),
}  # fmt: skip
LIBRARIES = "Kivy, OpenCV, NumPy, pyserial, PyYAML, attrs, cattrs, click, Babel, ReportLab, Pillow"


def _(text: str) -> str:
    return i18n.gettext(text)


def title_of(name: str) -> str:
    """A game's name; of one that is not here its id."""
    return game(name).words.title if name in GAMES else name


def start_view(
    chosen: str,
    plan: str,
    lamps: tuple[Lamp, ...],
    games: Sequence[saved.SavedGame],
    hour: int,
    own: tuple[v.Plan, ...] = (),
    told: str = "",
) -> v.StartView:
    """``told`` takes the place of the greeting: what could not be done."""
    cards = []
    for name in in_order():
        g = game(name)
        low, high = min(g.players), max(g.players)
        span = N_("{low} or {high} players") if high == low + 1 else N_("{low} to {high} players")
        players = _(span).format(low=low, high=high)
        begin = _(N_("Set up {game}")).format(game=title_of(name))
        cards.append(v.GameCard(name, title_of(name), i18n.capital(players), begin))
    printed = v.Plan("print", _(N_("Printed here")), _(N_("with marks: 2 minutes")))
    by_hand = v.Plan("none", _(N_("Without camera")), _(N_("tap everything: at once")))
    plans = (*own, printed, by_hand)
    greeting = _(N_("Good morning") if 4 <= hour < 11 else N_("Good day") if 11 <= hour < 17 else N_("Good evening"))
    open_games = [g for g in games if not g.over and g.game in GAMES and g.fault is None]
    resume = saved_view(open_games[0]) if open_games else None
    return v.StartView(told or greeting, lamps, tuple(cards), chosen, plans, plan, resume)


def saved_view(g: saved.SavedGame) -> v.SavedGame:
    """One row of the list; a game that cannot be gone on with says why, and how far it can be."""
    known = g.game in GAMES
    title = _(N_("Go on with {game}")).format(game=title_of(g.game)) if known else g.folder.name
    scores: tuple[tuple[Badge, str], ...] = ()
    picture: BoardView | None = None
    brief = ""
    state, line = ", ".join(p.name for p in g.people), 0
    try:
        if g.fault is not None:
            raise g.fault
        session = saved.look_at(g.folder, game)
        board = called(session.config.board, g.folder.parents[1] / "cards" / f"{g.game}.yaml")
        speaker = Speaker(g.game, board, session.people)
        state = speaker.pending(session.pending())
        face = face_of(g.game)
        picture = _picture(session, board) if face.stage(session) != "panel" else None  # one that is never drawn
        brief = face.round(session, speaker)
        rows = sorted(session.game.score(session.state).rows, key=lambda r: r.seat)
        scores = tuple((Badge(letter(r.seat), session.people[r.seat].colour), str(r.total)) for r in rows)
    except IndexError:
        pass  # a seat that nobody sits at: the list still names it
    except (ValueError, OSError) as e:
        title, state = (title_of(g.game) if known else title), why(e)
        line = saved.sound_lines(g.folder, game) or -1
    own = title_of(g.game) if known else g.folder.name
    return v.SavedGame(str(g.folder), title, state, scores, when(g.last), picture, brief, line, own)


def _picture(session: Any, board: Board) -> BoardView:
    """How the board lies in a saved game."""
    side_of = {letter(seat): Badge(letter(seat), p.colour) for seat, p in enumerate(session.people)}
    spaces = []
    for name, tokens in session.game.tabletop(session.state).items():
        counts = Counter(t.side for t in tokens if t.side)
        if counts:
            pieces = tuple(Pieces(side_of.get(side, Badge("", "grey")), n) for side, n in counts.items())
            spaces.append(SpaceView(name, pieces))
    return BoardView(drawing_of(board), tuple(spaces), whole=True)


def why(error: ValueError | OSError) -> str:
    """Why a saved game cannot be gone on with, without the path of its file."""
    if isinstance(error, JournalError):
        told = phrase(error.reason, JOURNALS)
        return _(N_("Line {n} {fault}.")).format(n=error.line, fault=told) if error.line else i18n.capital(told) + "."
    return error_lines(error)[0]


def when(time: str) -> str:
    """A wall time as people say it: date and hour."""

    pattern = "d. MMMM, HH:mm" if i18n.language() == "de" else "d MMMM, HH:mm"
    try:
        return str(format_datetime(datetime.fromisoformat(time), pattern, locale=i18n.language()))
    except ValueError:
        return time


def resume_view(games: Sequence[saved.SavedGame]) -> v.ResumeView:
    return v.ResumeView(tuple(saved_view(g) for g in games if not g.over))


def new_game_view(name: str, plan: str, lamps: tuple[Lamp, ...], names: tuple[str, ...]) -> v.NewGameView:
    g, board = game(name), house_board(name)
    speaker = Speaker(name, board, ())
    book = rulebook(name)
    lang = i18n.language()
    options = _maps(speaker, g.info.boards)
    for o in g.options:
        title = speaker._(speaker.words.options.get(o.name, o.name.replace("_", " ")))
        entry = book.get(o.rule, {})
        rule = entry.get("title", {}).get(lang, "")
        explain, group = (entry.get(part, {}).get(lang, "") for part in ("text", "section"))
        values = tuple(Choice(option_key(x), _value(speaker, x)) for x in o.values)
        presets = {
            option_key(x): {k: option_key(y) for k, y in sets.items()}
            for x, sets in g.info.presets.get(o.name, {}).items()
        }
        group = next((speaker._(word) for word, of in speaker.words.groups.items() if o.name in of), group)
        default, explain = option_key(o.default), first_sentence(explain)
        if rule and explain and rule.casefold() != title.casefold():
            explain = f"{rule}: {explain}"  # which of the ways to play the line tells of
        options.append(v.OptionView(o.name, i18n.capital(title), rule, values, default, explain, group, presets))
    groups = list(dict.fromkeys(o.group for o in options))
    options.sort(key=lambda o: groups.index(o.group))
    own = speaker.words.values  # a rulebook may call a colour otherwise
    colours = tuple(
        v.ColourView(c, i18n.capital(speaker._(own[c]) if c in own else _(COLOUR_WORDS.get(c, c))))
        for c in board.colours
    )
    return v.NewGameView(
        name, title_of(name), min(g.players), max(g.players), colours, tuple(options), lamps, names, plan,
        starter=face_of(name).starter,
    )  # fmt: skip


def drawn(owed: Roll | Show | Shuffle, rng: Random, first: int | None) -> Input:
    """What the app draws in place of the table. Piles are shuffled by people; ``first``: the start player wished."""
    if isinstance(owed, Shuffle):
        return Shuffled(None, owed.pile)
    if isinstance(owed, Show):
        return Shown(owed.by, rng.choice(owed.pool))
    faces: list[str] = []
    for die in owed.slots:
        faces.append(rng.choice([f for f in die.faces if not owed.distinct or f not in faces]))
    if first is not None and len(owed.slots) == 1 and letter(first) in owed.slots[0].faces:
        faces = [letter(first)]
    return Rolled(None, tuple(faces))


def _maps(speaker: Speaker, boards: Sequence[str]) -> list[v.OptionView]:
    """Which of its boards a game is played on, where it ships several; the first is the default."""
    if len(boards) < 2:
        return []
    values = tuple(Choice(b, speaker._(speaker.words.maps[b])) for b in boards)
    return [v.OptionView(MAP, _(N_("Which map")), "", values, boards[0])]


def first_sentence(text: str) -> str:
    """What a rule says first."""
    head, dot, _rest = text.partition(". ")
    return head + "." if dot else text


def option_key(value: Any) -> str:
    """A value as text: numbers as they are written, one after the other."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(speaker: Speaker, value: Any) -> str:
    if isinstance(value, bool):
        return _(N_("yes")) if value else _(N_("no"))
    return speaker._(speaker.words.values.get(value, str(value)))


def option_values(name: str, chosen: dict[str, str]) -> dict[str, Any]:
    """Options as the game knows them, from the keys of the choices."""
    out = {}
    for o in game(name).options:
        told = chosen.get(o.name)
        if told is None:
            continue
        value = next((x for x in o.values if option_key(x) == told), None)
        if value is None and not o.values:
            value = int(told) if isinstance(o.default, int) and told.strip().isdecimal() else meant(o, told)
        if value is not None:
            out[o.name] = value
    return out


def about_view(version: str) -> v.AboutView:
    games: dict[str, list[str]] = {}
    for name in in_order():
        games.setdefault(house_board(name).source, []).append(title_of(name))
    data = [(_(N_("Boards")), source, ", ".join(titles)) for source, titles in games.items()]
    licences = (
        ("Table Companion", "MIT"),
        ("Source Serif 4, IBM Plex Sans", "SIL Open Font License 1.1"),
        (LIBRARIES, _(N_("their own free licences"))),
    )
    return v.AboutView(version, tuple(data), licences)
