"""Camera devices: as Linux lists them, read, and asked for single pictures in their largest size.

A camera on USB has two nodes, of which only the first gives pictures; unplugged and plugged in again it may get another
number, so it is known by what stays the same.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from attrs import frozen

from vision.frame import Frame, Grabbed, Grabs, SourceError, SourceFault

CLASS = Path("/sys/class/video4linux")
_NODE = re.compile(r"video(\d+)")
_USB = ("idVendor", "idProduct", "serial")
LOCK_AFTER_S = 2.0
LARGEST = (10_000, 10_000)  # a device asked for this gives the largest size it has
FIRST = 4  # pictures after a change of size: the first ones may be dark or torn
LARGER = 1.2  # a still that is not so much wider than the stream is not worth the wait


@frozen
class Node:
    """One device. ``index``: which one of its camera's it is; 0 gives the pictures. ``usb``: maker, model, number."""

    number: int
    name: str
    index: int
    usb: tuple[str, ...]
    place: str  # where it is plugged in

    @property
    def path(self) -> str:
        return f"/dev/video{self.number}"

    @property
    def camera(self) -> tuple[str, int, tuple[str, ...]]:
        """What stays the same of it, wherever it is plugged in."""
        return self.name, self.index, self.usb


def nodes(root: Path = CLASS) -> tuple[Node, ...]:
    """All devices, by their numbers; () where the system does not list them."""
    return tuple(sorted(_listed(root), key=lambda n: n.number))


def _listed(root: Path) -> Iterator[Node]:
    try:
        folders = list(root.iterdir())
    except OSError:
        return
    for folder in folders:
        if match := _NODE.fullmatch(folder.name):
            number, index = int(match[1]), _text(folder / "index")
            device = (folder / "device").resolve()
            usb = tuple(_text(device.parent / key) for key in _USB)
            yield Node(number, _text(folder / "name"), int(index) if index.isdigit() else 0, usb, device.name)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # unplugged while it is read, or not on USB
        return ""


def pictures_of(node: Node, among: tuple[Node, ...]) -> Node | None:
    """The device of the same camera that gives pictures, where this one gives none."""
    same = [n for n in among if n.place == node.place and n.name == node.name and n.index == 0]
    return same[0] if node.index and same else None


def again(lost: Node, among: tuple[Node, ...]) -> Node | None:
    """The camera that was lost, under whatever number it is now; None while it is gone, or cannot be told."""
    same = [n for n in among if n.camera == lost.camera]
    there = [n for n in same if n.place == lost.place]
    return there[0] if there else same[0] if len(same) == 1 else None


# ---------------------------------------------------------------- one picture in the largest size
class Device(Protocol):
    """What is needed of ``cv2.VideoCapture``."""

    def set(self, prop: int, value: float) -> bool: ...
    def get(self, prop: int) -> float: ...
    def read(self) -> tuple[bool, Frame | None]: ...


def resize(device: Device, size: tuple[int, int]) -> tuple[int, int]:
    """Ask a device for pictures of this size; the size it gives."""
    device.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    return int(device.get(cv2.CAP_PROP_FRAME_WIDTH)), int(device.get(cv2.CAP_PROP_FRAME_HEIGHT))


def largest_of(text: str) -> tuple[int, int] | None:
    """``3840x2160``, or ``off`` for no stills; nothing said: the largest there is. ValueError for anything else."""
    if not text:
        return LARGEST
    if text == "off":
        return None
    width, _, height = text.partition("x")
    return int(width), int(height)


def shoot(device: Device, stream: tuple[int, int], size: tuple[int, int] = LARGEST) -> tuple[Frame | None, bool]:
    """A picture in the largest size up to ``size``, and whether it is worth asking again; the stream is as before then.

    A device that refuses the size, or has none that is larger, is not worth it.
    """
    usual = device.get(cv2.CAP_PROP_FRAME_WIDTH)
    got = resize(device, size)
    try:
        if got[0] < LARGER * usual:
            return None, False
        frame = None
        for _ in range(FIRST):
            ok, frame = device.read()
            if not ok:
                return None, True
        if frame is None:
            return None, True
        if frame.shape[1] < LARGER * usual:  # it says so and does not do it
            return None, False
        return np.asarray(frame, np.uint8), True
    finally:
        resize(device, stream)


# ---------------------------------------------------------------- a stream of pictures
class Camera(Grabs):
    """A video device. Asks for MJPG so that 1080p fits USB 2, and for a buffer of one so that frames are fresh.

    Two seconds after the start it tries to lock exposure, white balance and focus; ``locked`` names what obeyed.
    ``still`` takes a picture in the largest size the device has, ``largest`` at most.
    """

    def __init__(
        self,
        device: str | int,
        width: int = 1920,
        height: int = 1080,
        fps: float = 15.0,
        largest: tuple[int, int] | None = LARGEST,
    ) -> None:
        self.device = device
        self._largest = largest
        self._size = (width, height)
        self._fps = fps
        self._cap: cv2.VideoCapture | None = None
        self._start = time.monotonic()
        self._retry = 0.0
        self._misses = 0
        self.locked: tuple[str, ...] | None = None
        self.fault: SourceFault | None = None
        self.ended = False
        self._node: Node | None = None  # what it was found to be
        fault = self._open()
        if fault:
            raise SourceError(fault)

    def _open(self) -> SourceFault | None:
        target: str | int = self.device
        facts = {"device": str(self.device)}
        if sys.platform.startswith("linux"):
            path = f"/dev/video{target}" if isinstance(target, int) else target
            facts["device"] = path
            known = nodes()
            if self._node is not None and (found := again(self._node, known)) is not None:
                path = found.path  # plugged in anew it may bear another number, and another camera this one
            elif not os.path.exists(path):
                return SourceFault("missing", facts)
            if not os.access(path, os.R_OK | os.W_OK):
                return SourceFault("denied", facts)
            match = re.fullmatch(r"/dev/video(\d+)", os.path.realpath(path))
            target = int(match.group(1)) if match else path
            node = next((n for n in known if n.number == target), None)
            if node is not None and (other := pictures_of(node, known)) is not None:
                return SourceFault("no_pictures", {**facts, "other": other.path})
        cap = cv2.VideoCapture(target, cv2.CAP_V4L2 if sys.platform.startswith("linux") else cv2.CAP_ANY)
        if not cap.isOpened():
            cap.release()
            return SourceFault("unreadable", facts)
        cap.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        resize(cap, self._size)
        cap.set(cv2.CAP_PROP_FPS, self._fps)
        cap.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._cap = cap
        if sys.platform.startswith("linux"):
            self._node = node
        self._opened = time.monotonic()
        self._misses = 0
        self.locked = None
        return None

    def _lock(self) -> None:
        """Freeze what the driver lets us freeze at the value it has found by itself."""
        cap = self._cap
        if cap is None:
            return
        held = []
        exposure, white = cap.get(cv2.CAP_PROP_EXPOSURE), cap.get(cv2.CAP_PROP_WB_TEMPERATURE)
        # V4L2's manual exposure is 1; other back ends use 0.25.
        manual = 1 if sys.platform.startswith("linux") else 0.25
        if cap.set(cv2.CAP_PROP_AUTO_EXPOSURE, manual):
            if exposure > 0:
                cap.set(cv2.CAP_PROP_EXPOSURE, exposure)
            held.append("exposure")
        if cap.set(cv2.CAP_PROP_AUTO_WB, 0):
            if white > 0:
                cap.set(cv2.CAP_PROP_WB_TEMPERATURE, white)
            held.append("white_balance")
        if cap.set(cv2.CAP_PROP_AUTOFOCUS, 0):
            held.append("focus")
        self.locked = tuple(held)

    def grab(self) -> Grabbed | None:
        """The next picture, not decoded yet."""
        now = time.monotonic()
        if self._cap is None:
            if now < self._retry:
                time.sleep(0.02)
                return None
            self._retry = now + 1.0
            if self._open() is not None or self._cap is None:
                return None
        ok = self._cap.grab()
        now = time.monotonic()
        if not ok:
            self._misses += 1
            if self._misses >= 5:  # unplugged: let go and look for it again every second
                self.fault = SourceFault("gone", {"device": str(self.device)})
                self._cap.release()
                self._cap = None
            return None
        self._misses = 0
        self.fault = None
        if self.locked is None and now - self._opened > LOCK_AFTER_S:
            self._lock()
        return self._retrieve, now - self._start

    def _retrieve(self) -> Frame | None:
        """The picture that was grabbed last."""
        ok, frame = self._cap.retrieve() if self._cap is not None else (False, None)
        return np.asarray(frame, np.uint8) if ok and frame is not None else None

    def still(self) -> Frame | None:
        """A picture in the largest size; None if the device has none, or it did not come out. Takes about a second."""
        if self._cap is None or self._largest is None:
            return None
        picture, again = shoot(self._cap, self._size, self._largest)
        if not again:
            self._largest = None
        return picture

    def close(self) -> None:
        self.ended = True
        if self._cap is not None:
            self._cap.release()
            self._cap = None
