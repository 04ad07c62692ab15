"""The photoreal sample board read in twelve lights, beside a plain reader: right, certainly wrong, unknown.

    python -m tests.bench.samplebench FOLDER [TABLES]     the same, with a page of every miss in FOLDER

A set-up is learned from one picture, as at a table; then the whole table is looked at. Certain is a lead of 3 nats.
"""

from __future__ import annotations

import html
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from companion.bench import Metrics, metric
from tests.bench import sample
from tests.bench.cores import one_core
from tests.bench.lightbench import SPOILT
from tests.bench.plain import PlainTowns
from tests.bench.sample import SampleTable, Shown
from vision.camera import View
from vision.observation import Observation, Reading
from vision.reader import Reader

SURE = 3.0  # nats, as the table
SEEN = 0.35  # a place that is seen less says nothing
BINS = (0.5, 0.8, 0.95, 0.99)
LEARNING, LOOKING = 8, 16  # looks, at most
CROP_MM = 24.0  # half the side of a miss as a picture

Verdict = Literal["right", "wrong", "unknown"]
Frame = NDArray[np.uint8]
# Whether the best guess is right, how far it leads in nats, and what it says.
Answer = tuple[bool, float, str]


@frozen
class Miss:
    """A space that was not read rightly and surely."""

    seed: str
    light: str
    space: Shown
    verdict: Verdict
    said: str
    crop: Frame


@define
class Counts:
    """Verdicts by (light, what was asked), by paint on top, and how often what was stated held."""

    verdicts: dict[tuple[str, str], Counter[str]] = field(factory=lambda: defaultdict(Counter))
    paints: dict[str, Counter[str]] = field(factory=lambda: defaultdict(Counter))
    stated: list[tuple[float, bool]] = field(factory=list)
    misses: list[Miss] = field(factory=list)
    seconds: list[float] = field(factory=list)  # CPU of a settled look
    refused: list[str] = field(factory=list)  # set-ups that were not learned, looks that never settled

    def add(self, light: str, asked: str, answer: Answer) -> Verdict:
        right, lead, _ = answer
        verdict: Verdict = "unknown" if lead < SURE else "right" if right else "wrong"
        kept = self.verdicts[light, asked]
        kept[verdict] += 1
        kept["guess"] += right
        return verdict

    def share(self, light: str, asked: str, what: str) -> float:
        kept = self.verdicts[light, asked]
        return kept[what] / max(1, kept["right"] + kept["wrong"] + kept["unknown"])


# ---------------------------------------------------------------- answers
def _ranked(likelihoods: Mapping[str, float]) -> tuple[str, float]:
    """The best and its lead."""
    order = sorted(likelihoods.items(), key=lambda kv: -kv[1])
    return order[0][0], order[0][1] - order[1][1] if len(order) > 1 else 99.0


def _tops(reading: Reading, name: Callable[[str], str]) -> dict[str, float]:
    out: dict[str, float] = {}
    for stack, value in reading.stacks:
        top = name(stack[-1]) if stack else ""
        out[top] = max(out.get(top, value), value)
    return out


def top(reading: Reading, want: Shown) -> Answer:
    """The colour of what is on top of a slot."""
    said, lead = _ranked(_tops(reading, sample.colour_of))
    return said == want.top, lead, said


def top_and_kind(reading: Reading, want: Shown) -> Answer:
    """Colour, and disc or cube."""
    said, lead = _ranked(
        _tops(reading, lambda p: f"cube {sample.colour_of(p)}" if p.startswith("cube_") else p and sample.colour_of(p))
    )
    return said == (f"cube {want.top}" if want.cube else want.top), lead, said


def marker(reading: Reading, want: Shown) -> Answer:
    """The colour of the only disc of a field of the track: as sure as its least sure disc."""
    ahead = {sample.colour_of(p): v[1] - v[0] for p, v in reading.counts.items()}
    best, lead = max(ahead.items(), key=lambda kv: kv[1])
    if lead <= 0:
        return not want.top, -lead, ""
    others = max((v for k, v in ahead.items() if k != best), default=-SURE)
    return best == want.top, lead if others <= 0 else 0.0, best


def cubes(reading: Reading, want: Shown) -> Answer:
    """All cubes of a county: as sure as the least sure of their numbers."""
    said, lead = {}, 99.0
    for piece, values in reading.counts.items():
        best = int(np.argmax(values))
        lead = min(lead, values[best] - max((v for i, v in enumerate(values) if i != best), default=-99.0))
        if best:
            said[sample.colour_of(piece)] = best
    told = ", ".join(f"{n} {c}" for c, n in sorted(said.items()))
    return said == dict(want.counts), lead, told


def answers(want: Shown, seen: Observation) -> Iterator[tuple[str, Answer]]:
    """(what is asked, answer) of one space."""
    reading = seen.readings.get(want.id)
    blind = reading is None or reading.seen < SEEN or not (reading.counts or reading.stacks)
    nothing: Answer = (False, 0.0, "?")
    if want.kind == "county":
        asked = "counties" if sum(want.counts.values()) else "counties_empty"
        yield asked, nothing if blind or reading is None else cubes(reading, want)
    elif want.kind == "track":
        yield "track", nothing if blind or reading is None else marker(reading, want)
    elif want.kind == "token":
        yield "tokens", nothing if blind or reading is None else top(reading, want)
    elif not want.top:
        yield "towns_empty", nothing if blind or reading is None else top(reading, want)
    else:
        yield "towns", nothing if blind or reading is None else top(reading, want)
        yield "towns_kind", nothing if blind or reading is None else top_and_kind(reading, want)


# ---------------------------------------------------------------- looking
def learned(reader: Reader, table: SampleTable, frame: Frame) -> bool:
    for k in range(LEARNING // 2):
        reader.look(frame, 0.4 * k)
    if reader.learn(frame, table.contents).refusal is not None:
        return False
    for k in range(LEARNING // 2, LEARNING):
        reader.look(frame, 0.4 * k)
    return True


def settled(reader: Reader, frame: Frame, at: float) -> tuple[Observation, float] | None:
    """The settled look and its CPU in s; None: it never settled."""
    for k in range(LOOKING):
        began = time.process_time()
        seen = reader.look(frame, at + 0.4 * k)
        if seen.settled:
            return seen, time.process_time() - began
    return None


def lights(table: SampleTable) -> Iterator[tuple[str, str, Frame]]:
    """(light, the picture it shows, its frame): rendered ones, and the whole table spoilt."""
    for light, picture in table.pictures.items():
        yield light, light, picture.frame()
    whole = table.pictures["same"].frame()
    yield from ((name, "same", spoil(whole)) for name, spoil in SPOILT.items() if name != "same")


def read_table(table: SampleTable, counts: Counts, counties: bool) -> None:
    """Learn its set-up anew for each light, look, and count."""
    told = sample.layout(table.truth, counties)
    set_up = np.asarray(cv2.imread(str(table.set_up)), np.uint8)
    for light, of, frame in lights(table):
        reader = sample.reader(table.truth, told)
        if not learned(reader, table, set_up):
            counts.refused.append(f"{table.seed} set-up")
            return
        got = settled(reader, frame, 20.0)
        if got is None:
            counts.refused.append(f"{table.seed} {light}")
            continue
        seen, spent = got
        counts.seconds.append(spent)
        for want in table.pictures[of].shown:
            if want.kind == "county" and not counties:
                continue
            for asked, answer in answers(want, seen):
                verdict = counts.add(light, asked, answer)
                if asked == "towns":
                    counts.paints[want.top][verdict] += 1
                if want.kind != "county":
                    counts.stated.append((float(1 / (1 + np.exp(-answer[1]))), answer[0]))
                if verdict != "right" and asked != "towns_kind":
                    crop = _crop(frame, table.pictures[of].homography, want.id)
                    counts.misses.append(Miss(table.seed, light, want, verdict, answer[2], crop))
        _plainly(table, counts, set_up, frame, light, of, reader.tracker.view)


def _plainly(
    table: SampleTable, counts: Counts, set_up: Frame, frame: Frame, light: str, of: str, view: View | None
) -> None:
    """What the plain reader says of the towns of the same picture."""
    if view is None:
        return
    plain = PlainTowns(sample.layout(table.truth, counties=False), set_up, view, table.contents)
    said = plain.read(frame, view)
    for want in table.pictures[of].shown:
        if want.kind == "town":
            guess = said.get(want.id)
            right = guess is not None and sample.colour_of(guess) == want.top
            answer = (right, 0.0 if guess is None else 99.0, guess or "")
            counts.add(light, "plain_towns" if want.top else "plain_towns_empty", answer)


def _crop(frame: Frame, homography: NDArray[np.float64], space: str) -> Frame:
    """The space as the camera sees it, with what is around it."""
    x, y = next(c for name, _, c in sample.spaces() if name == space)
    corners = [(x + dx * CROP_MM, y + dy * CROP_MM) for dx in (-1, 1) for dy in (-1, 1)]
    px = cv2.perspectiveTransform(np.array([corners], np.float64), homography)[0]
    (x0, y0), (x1, y1) = np.maximum(px.min(axis=0).astype(int), 0), px.max(axis=0).astype(int) + 1
    return np.ascontiguousarray(frame[y0:y1, x0:x1])


# ---------------------------------------------------------------- what is told
def counted(most: int, counties: bool = True) -> Counts:
    """So many tables at most."""
    counts = Counts()
    with one_core():
        for _, table in zip(range(most), sample.tables(), strict=False):
            read_table(table, counts, counties)
    return counts


def measure_sample(quick: bool) -> Metrics:
    """Shares of right and of certainly wrong by light and kind; nothing where the sample is not beside the project."""
    if not sample.there():
        return {}
    counts = counted(2 if quick else 12)
    out: Metrics = {}
    for light, asked in counts.verdicts:
        if asked.startswith("plain"):
            continue
        beside = f"plain_{asked}" if asked.startswith("towns") and asked != "towns_kind" else ""
        for what in ("right", "wrong"):
            theirs = counts.share(light, beside, what) if beside else None
            out[f"vision.sample.{light}.{asked}_{what}"] = metric(counts.share(light, asked, what), "share", theirs)
        if asked == "counties":
            out[f"vision.sample.{light}.counties_guess"] = metric(counts.share(light, asked, "guess"), "share")
    sure = [right for p, right in counts.stated if p >= 0.99]
    out["vision.sample.certain_right"] = metric(float(np.mean(sure)) if sure else 0.0, "share", 0.995)
    out["vision.sample.brier"] = metric(float(np.mean([(p - right) ** 2 for p, right in counts.stated])), "share")
    out["vision.sample.look"] = metric(float(np.median(counts.seconds)), "s")
    out["vision.sample.refused"] = metric(len(counts.refused), "pictures")
    return out


def rows(counts: Counts) -> Iterator[str]:
    """A line each: light, what was asked, number, right / wrong / unknown in %, best guess right."""
    for (light, asked), kept in sorted(counts.verdicts.items(), key=lambda kv: (kv[0][1], kv[0][0])):
        n = kept["right"] + kept["wrong"] + kept["unknown"]
        shares = " / ".join(f"{100 * kept[w] / n:.1f}" for w in ("right", "wrong", "unknown"))
        yield f"{asked:18s} {light:11s} {n:5d}  {shares}  guess {100 * kept['guess'] / n:.1f}"
    for paint, kept in sorted(counts.paints.items()):
        yield f"towns under {paint:8s} {dict(kept)}"
    for low, high in zip(BINS, (*BINS[1:], 1.01), strict=True):
        held = [right for p, right in counts.stated if low <= p < high]
        if held:
            yield f"stated {low} to {min(high, 1.0)}: {len(held)} readings, right {np.mean(held):.4f}"
    spent = np.median(counts.seconds) if counts.seconds else 0.0
    yield f"a settled look: {spent:.2f} s of CPU, refused: {counts.refused}"


def page(counts: Counts, folder: Path) -> Path:
    """Every miss as a picture, certain errors first."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "<!doctype html><meta charset=utf-8><title>Misses</title>",
        "<pre>",
        *map(html.escape, rows(counts)),
        "</pre>",
    ]
    for i, miss in enumerate(sorted(counts.misses, key=lambda m: (m.verdict != "wrong", m.seed, m.light))):
        name = f"{i:04d}.png"
        cv2.imwrite(str(folder / name), cv2.resize(miss.crop, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST))
        truth = miss.space.top or dict(miss.space.counts) or "empty"
        told = f"{miss.verdict}: {miss.seed} {miss.light} {miss.space.id}, {truth} read as {miss.said or 'empty'}"
        said = f"<img src={name}><figcaption>{html.escape(told)}</figcaption>"
        lines.append(f"<figure style='display:inline-block'>{said}</figure>")
    out = folder / "index.html"
    out.write_text("\n".join(lines), encoding="utf-8")
    return out


def main(arguments: list[str]) -> None:
    most = int(arguments[1]) if len(arguments) > 1 else 12
    counts = counted(most, counties="--slots" not in arguments)
    print("\n".join(rows(counts)))
    print(page(counts, Path(arguments[0])))


if __name__ == "__main__":
    main(sys.argv[1:])
