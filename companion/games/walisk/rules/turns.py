"""The flow of a game: rounds and seasons, whose turn it is, what happens by itself, who has won (chapters 2.2, 3)."""

from __future__ import annotations

from companion.engine.guards import barred, guarded, seat_of
from companion.engine.masks import bits
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.accord import enemies
from companion.games.walisk.inputs import Done
from companion.games.walisk.rules import battles, bouts, fights, muster, revolts, rukr, setup, voyages
from companion.games.walisk.rules.course import Course, Outcome
from companion.games.walisk.rules.hands import claim, drown, outs, refund
from companion.games.walisk.rules.moves import too_early, unfinished
from companion.games.walisk.state import IN, PHASES, TURNS, Phase, State, living, together, winter
from companion.games.walisk.world import named

# ---------------------------------------------------------------- what happens by itself
STILL = frozenset(PHASES) - {Phase.RUKR, Phase.NEXT, Phase.SEED, Phase.RETURN}  # here all waits for people and dice


def proceed(c: Course) -> None:
    """Everything that follows without anybody being asked."""
    while True:
        s = c.s
        if s.bouts:
            if not _bouts(c):
                return
        elif s.phase in STILL:
            return
        elif s.phase == Phase.RUKR:
            if s.wave:
                if any(h.to < 0 for h in s.wave):
                    return
                rukr.act(c)
            elif s.agenda:
                rukr.next_wave(c)
            else:
                c.do(ev.RukrDone(rules=("WA-3.20",)))
        elif s.phase == Phase.NEXT:
            next_seat(c)
        elif s.phase == Phase.SEED and not s.agenda:
            begin_game(c)
        elif s.phase == Phase.RETURN and not voyages.can_return(s, s.due[0]):
            to_fight(c, s.due[0])
        else:
            return


def _bouts(c: Course) -> bool:
    """Closes what can be closed; False when dice or choices are owed."""
    for b in c.s.bouts:
        if b.step == "close":
            battles.close(c, b)
            return True
        if b.step == "after" and not bouts.awaits(c.s, b) and battles.after(c, b):
            return True
    return False


# ---------------------------------------------------------------- rounds
def begin_game(c: Course) -> None:
    """The first winter, or straight the first spring (WA-2.14, R16)."""
    begin_round(c, 1 if c.s.world.opt["first_winter"] == "full" else 2)


def begin_round(c: Course, number: int) -> None:
    s, world = c.s, c.s.world
    for a in [a for a in s.agreements if a.until and a.until < number]:
        c.do(ev.AgreementEnded(a.kind, a.one, a.two, named(world, a.fields), "expired", rules=("WA-R64",)))
    rules = ["WA-3.1", "WA-1.1"]
    rules += ["WA-3.28"] if number > 1 and s.round else []
    rules += ["WA-4.33"] if s.armies else []
    if number % 4 == 1:
        rules += ["WA-3.3", "WA-R3"] + (["WA-2.14", "WA-R16"] if number == 1 else [])
        then, todo = (Phase.HOMES, ()) if world.home else rukr.to_gate(s)
        moves: tuple[int, ...] = (0,) * len(todo)
        if then == Phase.NEXT:
            todo = ()
    else:
        rules += ["WA-3.20", "WA-R8"] + (["WA-R16"] if number == 2 and s.round == 1 and not s.due else [])
        agenda = rukr.agenda(s)
        todo, moves = tuple([world.ids[f] for f, _ in agenda]), tuple([m for _, m in agenda])
        then = Phase.RUKR
    c.do(ev.RoundBegan(number, then, todo, moves, rules=tuple(rules)))
    hints(c)


HINTS = ("settlements", "voyages", "loot", "long_battles", "reserves", "rukr", "capital")


def hints(c: Course) -> None:
    """One piece of advice a round, in turn (WA-7.1, option ``hints``)."""
    if c.s.world.opt["hints"]:
        c.note("hint", "WA-7.1", hint=HINTS[(c.s.round - 1) % len(HINTS)])


def end_round(c: Course) -> None:
    """Who holds enough districts at the end of the round, and for how long (WA-2.17, R21)."""
    s, world = c.s, c.s.world
    if world.opt["victory"] == "khan":
        goal, hold = world.victory, []
        for p in range(world.players):
            enough = s.life[p] == IN and s.own[p].bit_count() >= goal
            n = s.hold[p] + 1 if enough else 0
            if n > 1 and world.opt["hold_same"] and (s.held[p] & s.own[p]).bit_count() < goal:
                n = 1
            hold.append(n)
        counts = tuple([m.bit_count() for m in s.own])
        if any(hold) or any(s.hold):
            c.do(ev.RoundEnded(tuple(hold), counts, rules=("WA-2.17", "WA-R21", "WA-R22")))
        winners = tuple([p for p, n in enumerate(hold) if n > world.opt["hold_rounds"]])
        if winners:
            c.do(ev.Ended(winners, "khan", rules=("WA-2.17", "WA-R21", "WA-0.1")))
            return
    begin_round(c, c.s.round + 1)


def last_one(c: Course) -> bool:
    """Only one player left wins at once, if the table agreed on that (WA-R84)."""
    s = c.s
    left = living(s)
    if s.revolts or (s.world.opt["invaders"] and "out" in s.life):
        return False  # somebody may still come back
    alone = len(left) == 1 and s.world.opt["last_wins"] and s.world.opt["victory"] != "endless"
    if left and not alone:
        return False
    c.do(ev.Ended(tuple(left), "last" if left else "nobody", rules=("WA-R84",)))
    return True


# ---------------------------------------------------------------- whose turn it is
def next_seat(c: Course) -> None:
    """The next seat that has something to do this round, or the end of the round (WA-3.27, 3.28, R17, R78)."""
    outs(c)
    if last_one(c):
        return
    s = c.s
    if winter(s):
        _next_in_winter(c)
        return
    for seat in s.due:
        if s.life[seat] == IN:
            rules = ("WA-3.20", "WA-2.12", *(("WA-R17",) if seat != s.order[0] and seat == s.due[0] else ()))
            c.do(ev.TurnBegan(seat, Phase.MEN, rules=rules))
            return
        if revolts.thrown_for(s, seat):
            c.do(ev.TurnBegan(seat, Phase.UNREST, rules=("WA-8.52",)))
            return
    end_round(c)


def _next_in_winter(c: Course) -> None:
    s = c.s
    acting = tuple([p for p in s.due if s.life[p] == IN or setup.comeback(s, p)])
    if not acting:
        end_round(c)
    elif s.world.opt["winter_order"] == "together":
        c.do(ev.MustersOpened(acting, rules=("WA-R78", "WA-3.3")))
        for p in acting:
            if s.life[p] == IN:
                c.do(muster.income(c.s, p))
    elif s.life[acting[0]] == IN:
        muster.start_muster(c, acting[0])
    else:
        c.do(ev.TurnBegan(acting[0], Phase.COMEBACK, rules=("WA-8.61", "WA-R78")))


# ---------------------------------------------------------------- done
def done_time(s: State, act: Done) -> Ruling | None:
    if s.phase == Phase.OVER:
        return barred("WA-2.17", seat=act.seat)
    if s.bouts:
        return unfinished(s, act.seat)
    if s.phase not in (Phase.MUSTER, Phase.COMEBACK, *TURNS):
        return too_early(s, act.seat) or barred("WA-3.2", seat=act.seat, why="other")
    if act.seat is None or act.seat not in s.due or (not together(s) and act.seat != s.due[0]):
        return barred("WA-3.27", seat=act.seat, turn=s.due[0] if s.due else -1)
    return None


def voyagers_back(s: State, act: Done) -> Ruling | None:
    """WA-R82: who is due is put back in this turn."""
    if s.phase == Phase.RETURN and not s.world.opt["voyage_wait"] and voyages.can_return(s, seat_of(act)):
        return refuse("WA-R82", seat=act.seat)
    return None


def battles_fought(s: State, act: Done) -> Ruling | None:
    """WA-R48: on land every enemy must be fought once in the turn; WA-8.21: an entry is declared."""
    seat = seat_of(act)
    if s.phase == Phase.FIGHT:
        left = battles.must_fight(s, seat)
        if left:
            f = bits(left)[0]
            rule = "WA-R48" if enemies(s, seat, f) else "WA-8.21"
            return refuse(rule, seat=seat, field=s.world.ids[f])
    return None


@guarded(done_time, voyagers_back, battles_fought)
def done(s: State, act: Done) -> Outcome:
    seat = seat_of(act)
    c = Course(s)
    if s.phase in (Phase.MUSTER, Phase.COMEBACK):
        _muster_done(c, seat)
    elif s.phase in (Phase.MEN, Phase.SHIPS):
        movement_done(c, seat)
    elif s.phase == Phase.RETURN:
        to_fight(c, seat)
    else:
        turn_done(c, seat)
    return c


def _muster_done(c: Course, seat: int) -> None:
    refund(c, seat)
    if winter(c.s):
        c.do(ev.TurnEnded(seat, rules=("WA-3.19",)))
    else:
        c.do(ev.TurnBegan(seat, Phase.MEN, rules=("WA-8.54",)))


def movement_done(c: Course, seat: int) -> None:
    """After the ships: voyagers come back, then battles (WA-3.25)."""
    if voyages.can_return(c.s, seat):
        c.do(ev.MovementEnded(seat, Phase.RETURN, rules=("WA-3.25", "WA-4.34")))
        for a in voyages.unproven(c.s, seat):
            prove = ("WA-4.36", "WA-R43")
            c.do(ev.BoutBegan("landing", "", seat, a.left, a.ships, a.men, "landing", a.ships + a.men, rules=prove))
    else:
        to_fight(c, seat)


def to_fight(c: Course, seat: int) -> None:
    """Step 4 begins: empty districts fall to who stands there (WA-R49); with nothing to decide the turn is over."""
    c.do(ev.MovementEnded(seat, Phase.FIGHT, rules=("WA-3.25",)))
    s = c.s
    waiting = battles.must_fight(s, seat) if s.world.opt["raids"] == "foray" else 0
    for f in bits(s.here[seat] & s.world.settle & ~s.own[seat] & ~waiting):
        claim(c, f, seat, "entered", "WA-R49")
    if c.s.phase == Phase.FIGHT and not c.s.bouts and not can_fight(c.s, seat):
        turn_done(c, seat)


def can_fight(s: State, seat: int) -> bool:
    """Whether anything is left to decide in step 4."""
    return bool(fights.options(s, seat))


def turn_done(c: Course, seat: int) -> None:
    for f in bits(c.s.here[seat] & c.s.world.sea):
        drown(c, f, seat)
    c.do(ev.TurnEnded(seat, rules=("WA-3.27",)))
    outs(c)
