"""Walisk's muster by touch: one touches the district and it gets what it needs; the whole list is confirmed at once.

What it needs: a house where one may be built, then men to be as strong as the enemy beside it. One that needs nothing,
or is touched again, gets all that is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from companion import i18n
from companion.app.entry.numbers import NUMBER, TENS, number_keys
from companion.app.entry.strip import Acts, Key, Keys
from companion.app.viewmodel import Choice
from companion.engine.words import N_
from companion.games.walisk.inputs import Place
from companion.games.walisk.mustering import KINDS, Item, Plan, missing, needs, relief
from companion.games.walisk.state import Phase, State, together
from companion.games.walisk.view import hidden, veiled
from companion.games.walisk.words.names import water_line

KIND, WATER, LESS, DONE, RELIEF = "kind:", "water:", "less", "muster", "relief"
CROWD = 20  # men on the pad where the treasure is secret
NAMES = {"man": N_("Men"), "ship": N_("Ship"), "house": N_("House")}


@define
class Mustering:
    """``kind``: what the next district gets ("": what it needs), ``n``: how many men (None: what it needs)."""

    painter: Any
    plan: Plan | None = None
    kind: str = ""
    n: int | None = None
    where: str = ""  # a district with several waters: which one is asked
    ten: int | None = None  # which ten of many numbers is open
    before: list[Plan] = field(init=False, factory=list)  # what each touch began from

    @property
    def s(self) -> State:
        """The table as everybody may know it: what is planned on the open screen does not tell a secret treasure."""
        return veiled(self.painter.session.state)

    def most(self) -> int:
        """All men that can be paid; one if that is a secret."""
        return 1 if hidden(self.s) else self.now().room(self.s, "man")

    def likely(self, f: str) -> int:
        """How many men one touch places if nobody says otherwise: what the district lacks, else all that is left."""
        lacks = 0 if hidden(self.s) else missing(self.s, self.now(), f)
        return lacks if 0 < lacks < self.most() else self.most()

    def on(self) -> bool:
        s = self.s
        return s.phase == Phase.MUSTER and bool(s.due) and not s.bouts and all(s.life[p] == "in" for p in s.due[:1])

    def fresh(self, mine: bool) -> None:
        self.forget()

    def forget(self) -> None:
        self.plan, self.kind, self.n, self.where, self.ten = None, "", None, "", None
        self.before = []

    def now(self) -> Plan:
        return self.plan or Plan(self.s.due[0])

    # ------------------------------------------------------------ touches
    def space(self, f: str, one: bool) -> Acts | None:
        s = self.s
        if f not in s.world.index:
            return None
        owner = s.owner[s.world.index[f]]
        if owner in s.due and owner != self.now().seat and together(s):
            self.plan, self.before = Plan(owner), []
        plan = self.now()
        kind = self.kind or needs(s, plan, f)
        n = 1 if one or kind != "man" else min(self.n or self.likely(f), plan.room(s, kind))
        if kind == "ship" and len(self.waters(f)) > 1:
            self.where = f
            return ()
        return self._place(self._item(kind, f, max(1, n)))

    def waters(self, f: str) -> tuple[str, ...]:
        """Where a ship may lie in a district."""
        return self.s.world.waters_of(self.s.world.index[f])

    def _item(self, kind: str, f: str, n: int) -> Item:
        """A ship lies on the first water of a district."""
        return Item(kind, f, n, next(iter(self.waters(f)), "") if kind == "ship" else "")

    def _place(self, item: Item) -> Acts:
        """Into the plan, or the chain that the rules refuse."""
        more = self.now().more(item)
        self.where = ""
        if more.state(self.s) is None:
            return more.acts(self.s)
        self._go_on(more)
        if item.kind == "house" and not more.room(self.s, "house"):
            self.kind = ""
        return ()

    def _go_on(self, plan: Plan) -> None:
        self.before.append(self.now())
        self.plan = plan

    def carry(self, start: str, end: str) -> Acts | None:
        """A finger that slid away from a district means neither."""
        return ()

    def refused(self, f: str) -> Acts:
        """Somebody else's district: men cannot be placed there."""
        if f not in self.s.world.index:
            return ()
        return (Place(self.now().seat, "man", f, 1),)

    def touch(self, key: str) -> Acts | None:
        if key.startswith(KIND):
            kind = key.removeprefix(KIND)
            self.kind, self.n, self.where = "" if kind == self.kind else kind, None, ""
            return ()
        if key.startswith(NUMBER):
            n = int(key.removeprefix(NUMBER))
            self.kind, self.n = "man", None if n == self.n else n
            return ()
        if key.startswith(TENS):
            self.ten = int(key.removeprefix(TENS))
            return ()
        if key.startswith(WATER) and self.where:
            return self._place(Item("ship", self.where, 1, key.removeprefix(WATER)))
        if key == RELIEF:
            self._go_on(relief(self.s, self.now()))
            return ()
        if key == LESS and self.before:
            self.plan = self.before.pop()
            return ()
        return None

    # ------------------------------------------------------------ what is shown
    def chosen(self) -> tuple[str, ...]:
        return (self.where,) if self.where else tuple(dict.fromkeys(i.field for i in self.now().items))

    def targets(self) -> Mapping[str, str] | None:
        """Where the next touch may place something, what each district has been given so far, what it lacks."""
        tags: dict[str, list[str]] = {f: [] for f in self.s.world.ids if f in self.loose() and self.takes(f)}
        if self.now().room(self.s, "man") and not hidden(self.s):
            for f in self.loose():
                if lacks := missing(self.s, self.now(), f):
                    tags[f] = [f"{lacks}?"]
        for i in self.now().items:
            mark = {"man": f"+{i.n}", "ship": "+S", "house": "+H"}[i.kind]
            tags.setdefault(i.field, []).append(mark)
        return {f: " ".join(t) for f, t in tags.items()}

    def takes(self, f: str) -> bool:
        """Whether a district can be given one more of the kind that is open, men where none is."""
        s, plan, kind = self.s, self.now(), self.kind or "man"
        return plan.room(s, kind) > 0 and plan.more(self._item(kind, f, 1)).state(s) is not None

    def loose(self) -> frozenset[str]:
        """Own districts: a long touch places one man."""
        s = self.s
        return frozenset(f for i, f in enumerate(s.world.ids) if s.owner[i] == self.now().seat)

    def keys(self, ends: tuple[Key, ...]) -> Keys:
        _, s, plan = i18n.gettext, self.s, self.now()
        if self.where:
            keys = []
            for w in self.waters(self.where):
                line = water_line(w, s.world.config.board)
                keys.append(Key(Choice(WATER + w, i18n.capital(self.painter.speaker.tell(line)) if line else w)))
            return Keys(_(N_("On which water?")), tuple(keys))
        title = _(N_("{silver} silver left; touch a district")).format(silver=plan.silver(s))
        if s.world.opt["silver_hidden"]:
            title = _(N_("Touch a district"))
        kinds = tuple(Key(Choice(KIND + k, _(NAMES[k]), chosen=k == self.kind)) for k in KINDS if plan.room(s, k))
        most = min(plan.room(s, "man"), CROWD) if hidden(s) else plan.room(s, "man")
        numbers: list[Key] = []
        if most > 1 and self.kind in ("", "man"):
            numbers = number_keys(dict.fromkeys(range(1, most + 1), ()), self.most(), self.n or 0, self.ten)
        foot = []
        if not hidden(s) and (more := relief(s, plan)) != plan:
            kinds = (Key(Choice(RELIEF, _(N_("Defend the threatened")), self.told(more, plan))), *kinds)
        if plan.items:
            foot.append(Key(Choice(LESS, _(N_("Take the last back")))))
            told = self.told(plan)
            foot.append(Key(Choice(DONE, _(N_("So it is, done")), told), plan.acts(s, done=True)))
            return Keys(title, (*kinds, *numbers), tuple(foot))
        return Keys(title, (*kinds, *numbers), ends)

    def told(self, plan: Plan, but: Plan | None = None) -> str:
        """The list in numbers, but for what another one has."""
        n = {kind: plan.total(kind) - (but.total(kind) if but is not None else 0) for kind in KINDS}
        told = {
            "house": i18n.ngettext("{n} house", "{n} houses", n["house"]),
            "ship": i18n.ngettext("{n} ship", "{n} ships", n["ship"]),
            "man": i18n.ngettext("{n} man", "{n} men", n["man"]),
        }
        return ", ".join(told[k].format(n=n[k]) for k in KINDS if n[k])
