"""The photoreal sample board, where its pictures lie beside the project: its spaces, and what truly lies on them.

Pictures of one table come in several lights and once as a set-up: a few known pieces of each colour, nothing else.
Positions are in mm from the sheet's top-left corner, pictures are BGR of uint8.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import yaml
from attrs import field, frozen
from numpy.typing import NDArray

from companion.engine.boards import Board, board_from_mapping
from companion.table.layout import layout_of
from vision.layout import Layout
from vision.reader import Reader
from vision.reference import ReferencePose

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = Path(os.environ.get("RENDER", ROOT.parent / "shared" / "render")) / "sample"
CHANGED = SAMPLE / "changed"
LIGHTS = ("same", "shade", "exposed", "lamp_on")
DARK = "viking"  # a disc that is black and belongs to no player
PLAIN = "board_plain.png"
SHOWN = 0.5  # of a top piece must be in view for it to be asked for
FINE = 2400  # px, width of the print as a picture
RIM = 60  # px of grey around it

Frame = NDArray[np.uint8]
Truth = dict[str, Any]


@frozen
class Shown:
    """One space in one picture. ``top``: colour of the piece on top, "card" for a card, "" for none."""

    id: str
    kind: str  # town | track | token | county
    top: str = ""
    cube: bool = False  # the top is a cube
    counts: Mapping[str, int] = field(factory=dict)  # of a county: cubes by colour
    stack: int = 0


@frozen
class Picture:
    """A picture and what it shows; spaces that nobody could be asked about are left out."""

    file: Path
    tilt: float  # degrees from straight above
    homography: NDArray[np.float64]  # mm -> px
    shown: tuple[Shown, ...]

    def frame(self) -> Frame:
        return np.asarray(cv2.imread(str(self.file)), np.uint8)


@frozen
class SampleTable:
    """One table: the set-up that is learned, and the whole table in several lights."""

    seed: str
    truth: Truth
    contents: Mapping[str, Mapping[str, int]]  # of the set-up, as ``Reader.learn`` takes them
    set_up: Path
    pictures: Mapping[str, Picture]


def there() -> bool:
    """Whether the sample lies beside the project."""
    return (CHANGED / "setup_contents.json").exists()


@cache
def _lay() -> Any:
    return yaml.safe_load((SAMPLE / "board" / "board.yaml").read_text(encoding="utf-8"))


def spaces() -> Iterator[tuple[str, str, Sequence[float]]]:
    """(id, kind, centre) of all spaces."""
    lay = _lay()
    for name, kind in (("towns", "town"), ("counties", "county"), ("tokens", "token")):
        yield from ((s["id"], kind, s["centre"]) for s in lay[name])
    yield from ((f"score_{s['value']}", "track", s["centre"]) for s in lay["track"])


def _own(space: str) -> str:
    """Our name of a space of the truth: fields of the track have several there."""
    return f"score_{int(space[1:])}" if space.startswith("V") else space


def _piece(p: Mapping[str, Any]) -> str:
    """How a reader names a piece of the truth."""
    if p["kind"] == DARK or p["colour"] == DARK:
        return DARK
    return "card" if p["kind"] == "token" else f"disc:{p['colour']}" if p["kind"] == "disc" else f"cube_{p['colour']}"


def colour_of(piece: str) -> str:
    """The colour that is told of a piece on top."""
    return "black" if piece == DARK else piece if piece == "card" else piece.removeprefix("cube_").rpartition(":")[2]


def _pieces(truth: Truth) -> dict[str, list[Mapping[str, Any]]]:
    """Space -> pieces, the lowest first."""
    out: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for p in truth["pieces"]:
        out[_own(p.get("space") or "")].append(p)
    return {k: sorted(v, key=lambda p: float(p.get("z_mm", 0.0))) for k, v in out.items()}


def shown(truth: Truth, known: frozenset[str]) -> tuple[Shown, ...]:
    """What can be asked of a picture: in it, not behind a hand, half of a top in view, nothing that was learned."""
    h, camera = np.array(truth["homography_mm_to_px"]), truth["camera"]
    hidden = {_own(s) for key in ("occluded", "partly") for s in truth["hand"].get(key, ())}
    pieces, out = _pieces(truth), []
    for name, kind, centre in spaces():
        x, y, w = h @ [*centre, 1.0]
        if not (0 <= x / w < camera["width"] and 0 <= y / w < camera["height"]) or name in known | hidden:
            continue
        here = pieces.get(name, [])
        if kind == "county":
            out.append(Shown(name, kind, counts=dict(Counter(p["colour"] for p in here if p["kind"] == "cube"))))
            continue
        side_by_side = len(here) > 1 and any(not p.get("z_mm") for p in here[1:])
        if side_by_side or (here and here[-1]["visible_fraction"] < SHOWN):
            continue
        top = _piece(here[-1]) if here else ""
        out.append(Shown(name, kind, colour_of(top), top.startswith("cube_"), stack=len(here)))
    return tuple(out)


def truth_of(file: Path) -> Truth:
    """What lies in a picture, and where: told beside it."""
    return dict(json.loads(file.with_suffix(".json").read_text(encoding="utf-8")))


def picture(file: Path, known: frozenset[str] = frozenset()) -> Picture:
    """A picture of the sample with its truth, which lies beside it."""
    truth = truth_of(file)
    return Picture(
        file, float(truth["camera"]["tilt_deg"]), np.array(truth["homography_mm_to_px"]), shown(truth, known)
    )


def tables() -> Iterator[SampleTable]:
    """All tables of which there is a set-up."""
    known = json.loads((CHANGED / "setup_contents.json").read_text(encoding="utf-8"))
    for seed in sorted(known):
        whole = SAMPLE / "pictures" / f"{seed}.jpg"
        truth = truth_of(whole)
        by_id = {p["id"]: p for p in truth["pieces"]}
        contents: dict[str, Counter[str]] = {}
        for entry in known[seed]:
            contents.setdefault(_own(entry["space"]), Counter())[_piece(by_id[entry["id"]])] += 1
        kinds = {name: kind for name, kind, _ in spaces()}
        spent = frozenset(k for k in contents if kinds.get(k) != "county")
        files = {"same": whole} | {light: CHANGED / f"{seed}_{light}.jpg" for light in LIGHTS[1:]}
        yield SampleTable(
            seed, truth, {k: dict(v) for k, v in contents.items()}, CHANGED / f"{seed}_setup.jpg",
            {light: picture(file, spent) for light, file in files.items()},
        )  # fmt: skip


# ---------------------------------------------------------------- the board as its owner would describe it
def board(truth: Truth) -> Board:
    """The sheet with the pieces of one table. A cube on a town is told apart from a disc there."""
    lay, players = _lay(), list(truth["players"])
    sizes = {p["colour"]: float(p["size_mm"]) for p in truth["pieces"] if p["kind"] == "cube"}
    usual = Counter(sizes.values()).most_common(1)[0][0] if sizes else 8.0
    cubes = list(dict.fromkeys([*truth["cube_colours"], *players]))
    kinds: list[dict[str, Any]] = [{"kind": "disc", "shape": "disc", "size_mm": 16, "height_mm": 6}]
    dark = {} if "black" in players else {DARK: 1}
    if dark:
        kinds.append({"kind": DARK, "shape": "disc", "size_mm": 16, "height_mm": 6, "colour": "black"})
    for colour in cubes:
        edge = sizes.get(colour, usual)
        kinds.append({"kind": f"cube_{colour}", "shape": "cube", "size_mm": edge, "height_mm": edge, "colour": colour})
    kinds.append({"kind": "card", "shape": "token", "size_mm": 20, "height_mm": 2, "colour": "ivory"})
    spaces: list[dict[str, Any]] = [
        {"id": w["id"], "kind": "town", "look": "slot", "ink": w["colour"], "centre": w["centre"], "disc": 18.0,
         "holds": {"disc": 3, **dark, **{f"cube_{c}": 1 for c in players}}} for w in lay["towns"]
    ]  # fmt: skip
    spaces += [
        {"id": c["id"], "kind": "county", "look": "area", "ink": "cream" if c["where"] == "map" else "tan",
         "centre": c["centre"], "box": c["size"], "holds": {f"cube_{x}": 12 for x in cubes}} for c in lay["counties"]
    ]  # fmt: skip
    spaces += [
        {"id": k["id"], "kind": "token", "look": "slot", "centre": k["centre"], "box": k["size"],
         "holds": {"disc": 1, "card": 1}} for k in lay["tokens"]
    ]  # fmt: skip
    doc: dict[str, Any] = {
        "schema": 1, "game": "sample", "id": "sample", "source": "own", "size_mm": lay["size_mm"], "pieces": kinds,
        "colours": players, "spaces": spaces,
        "tracks": [{"id": "score", "role": "echo", "look": "heap", "loop": False, "holds": {"disc": 1}, "inks": "",
                    "box": [26, 26], "centres": [v["centre"] for v in lay["track"]]}],
    }  # fmt: skip
    if marked(truth):
        markers = lay["aruco"]["markers"]
        doc["fiducials"] = {"dictionary": "DICT_4X4_50", "side_mm": 40, "border_cells": 1,
                            "centres": {m["id"]: np.mean(m["corners"], axis=0).tolist() for m in markers}}  # fmt: skip
    return board_from_mapping(doc, "sample.yaml")


def marked(truth: Truth) -> bool:
    """Whether the sheet bears markers."""
    name = truth.get("print") or truth.get("board", {}).get("art", "")
    return "aruco" in Path(name).name


def layout(truth: Truth, counties: bool = True) -> Layout:
    """What the reader is told of one table; ``counties`` can be left out, since they take the longest."""
    whole = board(truth)
    return layout_of(whole, only=None if counties else {s.id for s in whole.spaces if s.kind != "county"})


@cache
def _print() -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The sheet without markers in grey, and mm -> px of it."""
    art = cv2.imread(str(SAMPLE / "board" / PLAIN), cv2.IMREAD_GRAYSCALE)
    assert art is not None
    scale = FINE / _lay()["size_mm"][0]
    small = cv2.resize(art, (FINE, round(art.shape[0] * FINE / art.shape[1])), interpolation=cv2.INTER_AREA)
    framed = cv2.copyMakeBorder(small, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=90)
    return np.asarray(framed, np.uint8), np.array([[scale, 0, RIM - 0.5], [0, scale, RIM - 0.5], [0, 0, 1.0]])


def reader(truth: Truth, told: Layout) -> Reader:
    """As an owner has it: by markers, or by a picture of the empty sheet where there are none."""
    return Reader(told) if marked(truth) else Reader(told, ReferencePose(told, *_print()))
