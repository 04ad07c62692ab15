"""Camera devices as Linux lists them, by what stays the same of a camera when it is plugged in anew.

A camera on USB has two nodes, of which only the first gives pictures; unplugged and plugged in again it may get another
number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

CLASS = Path("/sys/class/video4linux")
_NODE = re.compile(r"video(\d+)")
_USB = ("idVendor", "idProduct", "serial")


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
