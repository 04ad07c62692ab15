"""What the camera sees on single pictures: the ``read`` command."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from companion.engine.boards import Board, load_board
from companion.engine.game import PositionError, configure
from companion.engine.scenario import load_data, position_faults
from companion.engine.yamlfile import DataError, Document, Fault
from companion.games import game
from companion.table.faults import WatchError, camera_line, fault_line, pose_line
from companion.table.layout import layout_of
from companion.table.sight import Palette, Sight
from vision.camera import Refusal, View
from vision.frames import SourceError
from vision.gridreader import GridReader, reader_of
from vision.mapdice import MapDie, anywhere
from vision.observation import DieReading
from vision.pose import view_from_corners
from vision.reader import Reader
from vision.reference import ReferencePose

Echo = Callable[[str], None]
SURE = 3.0  # nats
LEAST_DIE_MM, MOST_DIE_MM = 6.0, 40.0  # edges of dice that are looked for


def read_pictures(settings: Mapping[str, Any], echo: Echo) -> int:
    """What the camera sees; with ``expect`` the differences, and 1 when there are any."""
    from vision.frames import read_picture

    board = load_board(settings["board_file"])
    expected = _expected(settings.get("expect"), board)
    corners = _corners(settings.get("corners"))
    edges = _edges(settings.get("dice"))
    try:
        reference = read_picture(settings["reference"]) if settings.get("reference") else None
        reader = _reader(board, reference, corners, str(settings.get("reference") or settings["pictures"][0]))
        pictures = [(p, read_picture(p)) for p in settings["pictures"]]
    except SourceError as e:
        raise WatchError(camera_line(e.fault)) from e
    if expected is not None and len(pictures) > 1:
        learned = reader.learn(pictures[0][1], {k: dict(Palette({}).counts(v)) for k, v in expected.items()})
        if learned.refusal is not None:
            raise WatchError(f"{pictures[0][0]}: {pose_line(learned.refusal.reason)}")
    out: list[dict[str, Any]] = []
    differ = 0
    for path, frame in pictures:
        if corners is not None and reference is None:
            _touch(reader, corners, frame, str(path))
        seen = reader.read(frame)
        if seen.pose is None:
            raise WatchError(f"{path}: {pose_line(seen.notes[0] if seen.notes else '')}")
        sight = Sight(seen, board, Palette({}))
        places = {}
        for name, reading in seen.readings.items():
            best = sight.best(name)
            places[name] = {"seen": round(reading.seen, 2), "best": None if best is None else dict(best),
                            "sure": sight.sure(name)}  # fmt: skip
        dice = [_die(d) for d in seen.dice]
        for name, reading in seen.readings.items():
            dice += [_die(DieReading(name, faces, (0.0, 0.0))) for faces in reading.dice]
        if edges and isinstance(reader.tracker.view, View):
            dice += [_lying(d) for d in anywhere(frame, reader.tracker.view, layout_of(board), edges)]
        out.append({"picture": str(path), "error_px": round(seen.pose.error_px, 2), "places": places, "dice": dice})
        differ += _compare(expected, sight, path, echo) if expected is not None else 0
        if settings.get("overlay"):
            from vision.overlay import save_overlay

            save_overlay(settings["overlay"], frame, layout_of(board), seen)
    if settings.get("as_json"):
        echo(json.dumps(out, ensure_ascii=False, indent=2))
    else:
        for item in out:
            echo(f"{item['picture']}: pose within {item['error_px']} px")
            for name, place in item["places"].items():
                if place["best"] or not place["sure"]:
                    told = ", ".join(f"{n} x {p}" for p, n in (place["best"] or {}).items()) or "nothing or unknown"
                    echo(f"  {name}: {told}" + ("" if place["sure"] else " (unsure)"))
            for die in item["dice"]:
                echo(f"  {die['place']}: die {die['best']}" + ("" if die["sure"] else " (unsure)"))
    return 1 if differ else 0


def _expected(path: Path | None, board: Board) -> Mapping[str, Any] | None:
    if path is None:
        return None
    found = game(board.game)
    doc = Document.read(path)
    if not isinstance(doc.data, Mapping):
        raise DataError([doc.fault((), "a position", doc.data)])
    supply = doc.data.get("supply")
    players = len(supply) if isinstance(supply, Mapping) and supply else max(found.players)
    config = configure(found, players, board, None, load_data(found, board))
    try:
        return found.tabletop(found.from_position(config, doc.data))
    except PositionError as e:
        raise position_faults(doc, e) from e


def _compare(expected: Mapping[str, Any], sight: Sight, path: Path, echo: Echo) -> int:
    wrong = [p for p in sight.spaces("lead") if sight.misfit(p, expected.get(p, ())) > 5]
    for place in wrong:
        echo(f"{path}: {place}: differs from what was expected")
    return len(wrong)


def _corners(text: str | None) -> list[tuple[float, float]] | None:
    """``x,y x,y x,y x,y``: the sheet's corners in a picture, px, from the top left clockwise."""
    if not text:
        return None
    try:
        points = [(float(x), float(y)) for x, y in (part.split(",") for part in text.split())]
    except ValueError:
        points = []
    if len(points) != 4:
        raise WatchError(fault_line(Fault("--corners", 0, "", "four points x,y from the top left clockwise", text)))
    return points


def _edges(text: str | None) -> list[float]:
    """``16`` or ``16,12``: edges of dice in mm."""
    try:
        edges = [float(x) for x in text.split(",")] if text else []
    except ValueError:
        edges = [0.0]
    if not all(LEAST_DIE_MM <= e <= MOST_DIE_MM for e in edges):
        wanted = f"edges of dice in mm, {LEAST_DIE_MM:g} to {MOST_DIE_MM:g}, with commas between them"
        raise WatchError(fault_line(Fault("--dice", 0, "", wanted, text or "")))
    return edges


def _reader(
    board: Board, reference: Any, corners: list[tuple[float, float]] | None, named: str
) -> Reader | GridReader:
    """The board's reader; one that knows the empty board where there is a picture of it.

    A board without markers is found by that picture: by its ``corners`` in it, else the picture is a scan of the sheet
    alone, edge to edge.
    """
    layout = layout_of(board)
    if reference is None:
        return reader_of(layout)
    if corners is None and layout.marks is not None:
        reader = reader_of(layout)
        refusal = reader.blank(reference)
    else:
        h, w = reference.shape[:2]
        found = view_from_corners(layout, corners or [(0, 0), (w - 1, 0), (w - 1, h - 1), (0, h - 1)], (w, h))
        if isinstance(found, Refusal):
            raise WatchError(f"{named}: {pose_line(found.reason)}")
        gray = np.asarray(reference.mean(axis=2), np.uint8)
        reader = reader_of(layout, ReferencePose(layout, gray, found.h0))
        reader.tracker.adopt(gray, found)
        refusal = reader.blank(reference)
        reader.tracker.view = None
    if refusal is not None:
        raise WatchError(f"{named}: {pose_line(refusal.reason)}")
    return reader


def _touch(reader: Reader | GridReader, corners: list[tuple[float, float]], frame: Any, named: str) -> None:
    h, w = frame.shape[:2]
    found = reader.tracker.touch(corners, (w, h))
    if isinstance(found, Refusal):
        raise WatchError(f"{named}: {pose_line(found.reason)}")


def _lying(die: MapDie) -> dict[str, Any]:
    """A die with pips by where it lies, in mm of the board."""
    told = _die(DieReading(f"{die.body.x:.0f},{die.body.y:.0f} mm", die.faces, (die.body.x, die.body.y)))
    return told | {"sure": told["sure"] and die.sure}


def _die(die: DieReading) -> dict[str, Any]:
    """A die's likeliest face and whether it is certain."""
    ranked = sorted(die.faces, key=lambda f: -f[1])
    sure = len(ranked) < 2 or ranked[0][1] - ranked[1][1] >= SURE
    return {"place": die.place, "best": ranked[0][0] if ranked else None, "sure": bool(ranked) and sure}
