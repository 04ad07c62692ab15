"""Brian Boru in the frame: trick, cards to touch, regions, marriage track, upkeep step by step. Plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion import i18n
from companion.app.live.facts import Block, Chip, Pad, badge_of
from companion.app.live.openly import against, openly
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Choice, Drawing, Figure, Owed, Panel, PanelRow
from companion.engine.boards import house_board
from companion.engine.scenario import load_data
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Show, Shown, Shuffle, Shuffled, answers, letter
from companion.engine.words import N_
from companion.games import game
from companion.games.brian_boru.box import WHITE, box_of, runs
from companion.games.brian_boru.info import INFO
from companion.games.brian_boru.inputs import POINTS, Act, Ally, Begin, Buy, Keep, Play, Proceed, Stuck
from companion.games.brian_boru.score import bonus_lines
from companion.games.brian_boru.screen.map import SIGNS, island, labelled, suited, town_keys, which_town
from companion.games.brian_boru.screen.pad import BrianPad
from companion.games.brian_boru.screen.reckoning import Reckoned
from companion.games.brian_boru.state import Phase
from companion.games.brian_boru.words import action
from companion.games.brian_boru.words.names import BRIDES, DIRECTIONS, TOWNS
from companion.i18n import gettext, ngettext
from companion.table.speaker import Speaker

Rows = Callable[[Session[Any], Speaker], tuple[PanelRow, ...]]
FEW = 10  # towns that are offered as keys; more are touched on the sketch
SIDES = {
    "regions": N_("Regions: value, towns, still needed"),
    "track": N_("Marriage track"),
    "projected": N_("If it ended now"),
}
LOOKS = {"regions": N_("Regions"), "track": N_("Track"), "projected": N_("If it ended now")}
ROLES = {"wins": N_("wins"), "fits": N_("loses"), "off_colour": N_("off suit")}
TAKES = {
    "marriage": N_("Marriage: who has come farthest?"),
    "battle": N_("Battle: {n} raiders are left"),
    "church": N_("Church: who has sent most discs?"),
    "claim": N_("Regions: value, towns, still needed"),
}
GO = {
    "marriage": N_("Hold the marriage"),
    "battle": N_("Fight the battle"),
    "church": N_("Go to church"),
    "claim": N_("Give out the regions"),
}


def _chip(suits: Sequence[str], card: int) -> Chip:
    suit = suits[card]
    return SIGNS[suit], "" if suit == WHITE else suit, str(card)


class Face(Reckoned):
    named: tuple[str, ...] = ("town",)

    def told(self, session: Session[Any], first: int) -> tuple[Input, ...]:
        """Who begins."""
        return (Begin(first),) if session.state.phase == Phase.BEGIN else ()

    # ------------------------------------------------------------ the frame
    def stage(self, session: Session[Any]) -> str:
        return "sketch"

    def pad(self, painter: Any, shelf: Path | None = None) -> Pad:
        return BrianPad(painter, None if shelf is None else CardShelf(shelf))

    def window(self, session: Session[Any]) -> tuple[float, float, float, float] | None:
        """The island without the fields beside it, wherever this board has its towns."""
        return island(session.config.board)

    def ground(self, session: Session[Any], drawing: Drawing) -> Drawing:
        return labelled(suited(drawing), session.config.board)

    def block(self, session: Session[Any], speaker: Speaker) -> Block:
        s = session.state
        if s.active < 0:
            return Block()
        town = speaker.board.space[s.world.ids[s.active]]
        name = speaker._(TOWNS[town.ink])
        if town.name:
            where: tuple[Owed, ...] = (Owed(town.name),)
        else:
            direction = DIRECTIONS.get(str(town.tags.get("where", "")), DIRECTIONS["centre"])
            region = speaker.place(f"region_{town.tags['region']}")
            where = (Owed(speaker._(direction)), Owed(region))
        return Block(Figure("disc", SIGNS[town.ink], town.ink), i18n.capital(name), where)

    def second(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[str, str]:
        s = session.state
        if s.stack and s.stack[0][1] < 0:  # between two steps of the upkeep
            told = speaker._(N_("Raiders {n} · church {m}")).format(n=s.raiders[seat], m=s.church[seat])
            return told, ""
        return speaker._(N_("Coins {n} · renown {m}")).format(n=s.coins[seat], m=s.renown[seat]), ""

    def targets(self, session: Session[Any]) -> Mapping[str, str]:
        return dict.fromkeys(self._towns(session), "")

    def _towns(self, session: Session[Any]) -> dict[str, Input]:
        """Towns that an act now may name, each with that act."""
        found = {}
        for p in session.pending()[:1]:
            if isinstance(p, Choose) and not p.joint and p.seats:
                for e in openly(session, p.seats[0]):
                    town = getattr(e, "town", None)
                    if answers(p, e) and isinstance(town, str):
                        found[town] = e
        return found

    def at(self, session: Session[Any], space: str) -> tuple[Input, ...]:
        act = self._towns(session).get(space)
        return () if act is None else (act,)

    # ------------------------------------------------------------ cards
    def chip(self, session: Session[Any], kind: str, name: str, value: str) -> Chip | None:
        if kind not in ("keep", "play") or not value.isdecimal():
            return None
        return _chip(session.state.world.suit, int(value))

    def card(self, card: str) -> Chip | None:
        kind, _, n = card.partition("_")
        if kind != "action":
            return None
        return _chip(_suits(), int(n))

    def secret(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[PanelRow, ...]:
        held = session.state.hands[seat].seen_by(seat)
        if not held:
            return ()
        told = ", ".join(map(str, held))
        return (PanelRow(speaker._(N_("Kept so far: {cards}")).format(cards=told)),)

    # ------------------------------------------------------------ the panel
    def panel(self, session: Session[Any], speaker: Speaker, side: str = "") -> Panel | None:
        s = session.state
        owed = session.pending()[0]
        if side in SIDES:
            pages: dict[str, Rows] = {"regions": self._regions, "track": self._track, "projected": self._projected}
            return Panel(speaker._(SIDES[side]), pages[side](session, speaker), self._sides(speaker, side))
        if isinstance(owed, Show):
            return self._shown(owed, speaker)
        if isinstance(owed, Shuffle):
            return Panel("", (), (Choice("dealt", speaker._(N_("Shuffled and dealt")), speaker._(N_("by hand"))),))
        if s.phase == Phase.DRAFT:
            done = Choice("kept", speaker._(N_("All have chosen")), speaker._(N_("the packets go to the left")))
            return Panel(speaker._(SIDES["regions"]), self._regions(session, speaker), (done,))
        if s.phase == Phase.PLAY and not s.stack:
            return self._cards(session, speaker)
        if s.phase == Phase.ACT and not s.stack:
            return self._trick(session, speaker, owed)
        if isinstance(owed, Choose):
            return self._choices(session, speaker, owed)
        return Panel(speaker._(SIDES["regions"]), self._regions(session, speaker), self._sides(speaker, "regions"))

    def _sides(self, speaker: Speaker, now: str) -> tuple[Choice, ...]:
        """What may be looked at next; one after the other, then back."""
        order = list(LOOKS)
        if now == order[-1]:
            return (Choice("side:", speaker._(N_("Back"))),)
        following = order[order.index(now) + 1]
        return (Choice(f"side:{following}", speaker._(LOOKS[following])),)

    def _shown(self, owed: Show, speaker: Speaker) -> Panel:
        pool = tuple(dict.fromkeys(owed.pool))
        pad = tuple(Choice(f"shown:{c}", speaker._(BRIDES[c]) if c in BRIDES else c) for c in pool)
        return Panel(speaker._(N_("What does it show?")), (), (), pad)

    def _cards(self, session: Session[Any], speaker: Speaker) -> Panel:
        """One touch a card: all that may still come; what lies is marked."""
        s, suits = session.state, session.state.world.suit
        owed = session.pending()[0]
        assert isinstance(owed, Choose)
        may = {e.card for e in openly(session, owed.seats[0]) if isinstance(e, Play)}
        lie = {card for _, card in s.trick}
        why = {n: against(session, speaker, Play(owed.seats[0], n)) for n in lie - may}
        pad = tuple(
            Choice(f"play:{n}", str(n), chip=_chip(suits, n), chosen=n in lie, enabled=n in may, why=why.get(n, ""))
            for n in s.world.numbers if n in may | lie
        )  # fmt: skip
        return Panel(self._title(s, speaker), (), (), pad)

    def _title(self, s: Any, speaker: Speaker) -> str:
        return speaker._(N_("Trick {n}: lowest card acts first")).format(n=s.trick_no)

    def _trick(self, session: Session[Any], speaker: Speaker, owed: Any) -> Panel:
        """Cards in acting order: who wins and why, whose turn it is, and what may be chosen."""
        s = session.state
        rows = []
        for row in session.game.view(s, None)["trick_rows"]:
            seat = ord(row["seat"]) - 65
            now = bool(s.queue) and seat == s.queue[0]
            second = speaker._(N_("is to act")) if now else speaker._(ROLES[row["role"]])
            if row["acted"]:
                second = speaker._(N_("has acted"))
            badge = badge_of(session, seat)
            chip = _chip(s.world.suit, row["card"])
            rows.append(PanelRow(speaker.name(seat), second, badge, chip, now, row["role"] == "wins" and not now))
        return Panel(self._title(s, speaker), tuple(rows), self._actions(session, speaker, owed))

    def _actions(self, session: Session[Any], speaker: Speaker, owed: Any) -> tuple[Choice, ...]:
        icons = dict(dict(owed.facts)["actions"])
        out = []
        for e in openly(session, owed.seats[0]):
            if isinstance(e, Act):
                first, *rest = runs(icons[e.action])
                told, second = short(first), ", ".join(map(short, rest))
                if e.pay == POINTS:
                    second = speaker._(N_("paid with points"))
                out.append(Choice(f"act:{e.action}:{e.pay}", i18n.capital(told), second))
        return tuple(out)

    def _choices(self, session: Session[Any], speaker: Speaker, owed: Choose) -> Panel:
        """Everything else: extras, towns, the princess, steps of the upkeep."""
        s = session.state
        step = dict(owed.facts).get("step")
        if step:
            return self._step(session, speaker, step)
        if "begin" in owed.what:
            seats = tuple(Choice(f"begin:{letter(p)}", speaker.name(p), badge=badge_of(session, p)) for p in owed.seats)
            return Panel(speaker.pending((owed,)), (), seats)
        entries = [e for e in openly(session, owed.seats[0]) if answers(owed, e)]
        if "buy" in owed.what:
            most = dict(owed.facts)["most"]
            pad = tuple(Choice(f"buy:{n}", str(n)) for n in range(most + 1))
            return Panel(speaker._(N_("How many more?")), (), (), pad)
        if "ally" in owed.what:
            acts = [e for e in entries if isinstance(e, Ally)]
            return Panel("", (), tuple(Choice(f"ally:{e.choice}", i18n.capital(speaker.act(e))) for e in acts))
        towns = self._towns(session)
        plain = tuple(Choice(f"plain:{type(e).__name__}", i18n.capital(speaker.act(e)))
                      for e in entries if not hasattr(e, "town"))  # fmt: skip
        if len(towns) <= FEW:
            return Panel(which_town(speaker, towns), (), plain, town_keys(speaker, towns))
        title = speaker._(N_("Touch a town · regions: value, towns, still needed"))
        return Panel(
            title, self._regions(session, speaker), (*plain, *self._sides(speaker, "regions")) if s.round else plain
        )

    # ------------------------------------------------------------ comparisons
    def _step(self, session: Session[Any], speaker: Speaker, step: str) -> Panel:
        """The numbers that will be compared, before anything moves."""
        s = session.state
        title = speaker._(TAKES[step]).format(n=s.area)
        go = (Choice("go", speaker._(GO[step])), Choice("side:projected", speaker._(LOOKS["projected"])))
        if step == "claim":
            return Panel(title, self._regions(session, speaker), go)
        if step == "marriage":
            return Panel(title, self._track(session, speaker, wedding=True), go)
        counts = s.raiders if step == "battle" else s.church
        if step == "battle" and s.world.this_round:
            counts = s.recruited
        return Panel(title, self._compared(session, speaker, counts, step == "battle"), go)

    def _compared(
        self, session: Session[Any], speaker: Speaker, counts: tuple[int, ...], fewest: bool
    ) -> tuple[PanelRow, ...]:
        """``fewest``: those who have fewest matter as well."""
        high, low = max(counts), min(counts) if fewest else -1
        rows = []
        for seat in sorted(range(len(counts)), key=lambda p: -counts[p]):
            n = counts[seat]
            word = speaker._(N_("as many as all")) if high == low else ""
            if high != low and n in (high, low) and (fewest or n):
                alone = counts.count(n) == 1
                most = (
                    (N_("most, alone"), N_("most, level")) if n == high else (N_("fewest, alone"), N_("fewest, level"))
                )
                word = speaker._(most[0] if alone else most[1])
            title = f"{speaker.name(seat)}: {n}"
            rows.append(PanelRow(title, word, badge_of(session, seat), strong=n == high))
        return tuple(rows)

    def _track(self, session: Session[Any], speaker: Speaker, wedding: bool = False) -> tuple[PanelRow, ...]:
        """Who is where and what it brings; at the marriage the one in front takes the card instead (BB-8.3)."""
        s = session.state
        top = len(s.world.box.track) - 1
        rows = []
        for seat in sorted(range(len(s.track)), key=lambda p: -s.track[p]):
            at = s.track[seat]
            told = speaker._(N_("{name}: space {n} of {top}")).format(name=speaker.name(seat), n=at, top=top)
            icons = s.world.box.track[at]
            reward = ""
            if icons and set(icons) <= {"K", "A"}:
                reward = speaker.tell(action(icons))
            elif icons:
                reward = speaker._(N_("takes any free town"))
            if wedding and at == max(s.track) > 0:
                reward = speaker._(N_("marries {bride}")).format(bride=speaker._(BRIDES[s.bride]))
            rows.append(PanelRow(told, reward, badge_of(session, seat), strong=at == max(s.track) > 0))
        return tuple(rows)

    def _regions(self, session: Session[Any], speaker: Speaker) -> tuple[PanelRow, ...]:
        """Threshold, weights, whose token it is, and what is still needed."""
        rows = []
        for name, r in session.game.view(session.state, None)["regions"].items():
            told = [" ".join(f"{k}{n}" for k, n in r["weights"].items() if n)]
            told = [t for t in told if t]
            if r["vikings"]:
                told.append(speaker._(N_("Vikings {n}")).format(n=r["vikings"]))
            if r["needs"]:
                told.append(speaker._(N_("{n} more")).format(n=r["needs"]))
            token = r["token"]
            holder = badge_of(session, ord(token) - 65) if len(token) == 1 else None
            mark = "" if holder or r["token"] == "down" else "chosen"
            title = f"{speaker.place(f'region_{name}')} {r['value']}"
            rows.append(PanelRow(title, " · ".join(told) or "-", holder, mark=mark))
        return tuple(rows)

    def _projected(self, session: Session[Any], speaker: Speaker) -> tuple[PanelRow, ...]:
        """What each would have if the game ended as things lie."""
        told = session.game.view(session.state, None)["projected"]
        rows = []
        for seat, name in sorted(((ord(k) - 65, k) for k in told), key=lambda x: -told[x[1]]["total"]):
            total, track = told[name]["total"], session.state.vp[seat]
            title = f"{speaker.name(seat)}: {total}"
            parts = speaker._(N_("{n} so far, {m} at the end")).format(n=track, m=total - track)
            rows.append(PanelRow(title, parts, badge_of(session, seat)))
        return tuple(rows)

    def projected(self, session: Session[Any], speaker: Speaker, seat: int) -> tuple[tuple[str, str, str], ...]:
        """The reasons that would count if the game ended now."""
        if session.state.phase == Phase.OVER:
            return ()
        lines = [line for line in bonus_lines(session.state, seat) if line.points]
        return tuple((speaker._(N_("if it ended")), speaker.score(line), str(line.points)) for line in lines)

    # ------------------------------------------------------------ what a key sends
    def acts(self, session: Session[Any], key: str) -> tuple[Input, ...]:
        what, _, rest = key.partition(":")
        owed = session.pending()[0]
        seat = owed.seats[0] if isinstance(owed, Choose) and owed.seats else 0
        if what == "kept" and isinstance(owed, Choose):
            return tuple(Keep(p) for p in owed.seats)
        if what == "dealt" and isinstance(owed, Shuffle):
            return (Shuffled(None, owed.pile),)
        if what == "town":
            return self.at(session, rest)
        if what == "act":
            name, _, pay = rest.partition(":")
            return (Act(seat, name, pay),)
        if what == "plain":
            return tuple(e for e in openly(session, seat) if type(e).__name__ == rest)[:1]
        made: dict[str, Any] = {
            "begin": lambda: Begin(ord(rest) - 65), "shown": lambda: Shown(None, rest), "go": lambda: Proceed(None),
            "play": lambda: Play(seat, int(rest)), "buy": lambda: Buy(seat, int(rest)),
            "ally": lambda: Ally(seat, rest), "stuck": lambda: Stuck(seat),
        }  # fmt: skip
        return (made[what](),) if what in made else ()


@cache
def _suits() -> tuple[str, ...]:
    """The suit of each action card as the house data has it."""
    box = box_of(load_data(game(INFO.id), house_board(INFO.id)))
    return ("", *(c.colour for c in box.actions))


def short(run: tuple[str, int]) -> str:
    """An icon as a button names it."""
    icon, n = run
    told: dict[str, Callable[[], str]] = {
        "K": lambda: ngettext("{n} coin", "{n} coins", n),
        "P": lambda: ngettext("pay {n} coin", "pay {n} coins", n),
        "A": lambda: gettext(N_("{n} renown")),
        "m": lambda: ngettext("{n} step", "{n} steps", n),
        "v": lambda: ngettext("{n} raider", "{n} raiders", n),
        "c": lambda: ngettext("{n} disc", "{n} discs", n),
        "E": lambda: gettext(N_("expand?")),
        "X": lambda: gettext(N_("free a town")),
        "T": lambda: gettext(N_("the town")),
    }
    return i18n.capital(told[icon]().format(n=n))


FACE = Face()
