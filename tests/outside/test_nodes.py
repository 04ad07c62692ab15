"""Cameras on USB as Linux lists them: two nodes each, other numbers after every plug."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.devices
from companion.app.live import devices
from companion.table.faults import camera_line
from vision.devices import Camera, again, nodes, pictures_of
from vision.frames import SourceError, open_source

linux = pytest.mark.skipif(sys.platform != "linux", reason="device nodes of Linux")


class Machine:
    """A machine whose cameras can be plugged in and out: a folder of sysfs, device files, and pictures behind them."""

    def __init__(self, folder: Path) -> None:
        self.root, self.dev = folder / "class", folder / "dev"
        self.usb = folder / "usb"
        for f in (self.root, self.dev, self.usb):
            f.mkdir()

    def plug(self, socket: str, first: int, name: str = "HD Webcam", serial: str = "") -> None:
        interface = self.usb / socket / f"{socket}:1.0"
        interface.mkdir(parents=True, exist_ok=True)
        for key, value in (("idVendor", "046d"), ("idProduct", "0825"), ("serial", serial)):
            (self.usb / socket / key).write_text(value + "\n")
        for index in (0, 1):
            node = self.root / f"video{first + index}"
            node.mkdir()
            (node / "name").write_text(f"{name}\n")
            (node / "index").write_text(f"{index}\n")
            (node / "device").symlink_to(interface)
            (self.dev / f"video{first + index}").write_text("")

    def pull(self, first: int) -> None:
        for number in (first, first + 1):
            for file in (self.root / f"video{number}").iterdir():
                file.unlink()
            (self.root / f"video{number}").rmdir()
            (self.dev / f"video{number}").unlink()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setattr(vision.devices, "nodes", lambda: nodes(made.root))
    monkeypatch.setattr(devices, "nodes", lambda: nodes(made.root))
    exists, access = os.path.exists, os.access
    real = {"/dev/": str(made.dev) + "/"}

    def place(path: Any) -> str:
        return str(path).replace("/dev/", real["/dev/"]) if str(path).startswith("/dev/video") else str(path)

    monkeypatch.setattr(os.path, "exists", lambda p: exists(place(p)))
    monkeypatch.setattr(os, "access", lambda p, m: access(place(p), m))

    class Capture:
        """Pictures as bright as the number of their node; none any more once it was pulled."""

        def __init__(self, target: Any, _: int) -> None:
            self.node = made.dev / f"video{target}"
            self.key = (made.root / f"video{target}" / "device").resolve()
            self.target = int(target)

        def isOpened(self) -> bool:
            return self.node.exists()

        def grab(self) -> bool:
            return self.node.exists() and (made.root / self.node.name / "device").resolve() == self.key

        def retrieve(self) -> tuple[bool, Any]:
            return True, np.full((48, 64, 3), self.target, np.uint8)

        def set(self, *_: float) -> bool:
            return False

        def get(self, _: int) -> float:
            return 0.0

        def release(self) -> None: ...

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    return made


def seen(camera: Camera) -> int:
    """The node behind the next picture; -1 while there is none."""
    for _ in range(20):
        camera._retry = 0.0
        got = camera.read()
        if got is not None:
            return int(got[0][0, 0, 0])
    return -1


@linux
def test_a_camera_that_comes_back_under_another_number_is_found(machine: Machine) -> None:
    machine.plug("1-1", 0)
    camera = open_source("0")
    assert isinstance(camera, Camera)
    assert seen(camera) == 0
    machine.pull(0)
    assert seen(camera) == -1
    assert camera.fault is not None
    assert camera.fault.code == "gone"
    machine.plug("1-1", 2)
    assert seen(camera) == 2
    assert camera.fault is None
    camera.close()


@linux
def test_another_camera_under_the_old_number_is_not_taken_for_it(machine: Machine) -> None:
    machine.plug("1-1", 0)
    machine.plug("1-2", 2, "Laptop", "X")
    camera = open_source("0")
    assert isinstance(camera, Camera)
    assert seen(camera) == 0
    machine.pull(0)
    machine.pull(2)
    assert seen(camera) == -1
    machine.plug("1-2", 0, "Laptop", "X")
    machine.plug("1-3", 2)
    assert seen(camera) == 2
    camera.close()


@linux
def test_two_of_one_make_are_told_by_their_sockets(machine: Machine) -> None:
    machine.plug("1-1", 0)
    machine.plug("1-2", 2)
    first, second, third, fourth = nodes(machine.root)
    assert again(third, (third, first)) == third
    assert again(third, (first, second)) == first  # one alone is left: it was put into another socket
    assert again(second, ()) is None
    assert pictures_of(second, (first, second)) == first
    assert pictures_of(first, (first, second)) is None
    machine.pull(0)
    machine.plug("1-3", 4)
    assert again(first, nodes(machine.root)) is None  # it may be either


@linux
def test_the_node_beside_the_pictures_is_named_with_the_right_one(machine: Machine) -> None:
    machine.plug("1-1", 0)
    with pytest.raises(SourceError) as refused:
        open_source("1")
    told = camera_line(refused.value.fault)
    assert "/dev/video1" in told
    assert "/dev/video0" in told


@linux
def test_only_cameras_that_give_pictures_are_offered(machine: Machine, tmp_path: Path) -> None:
    assert [c.key for c in devices._cameras()] == ["0", "1"]  # nothing is listed: the first numbers
    machine.plug("1-1", 0)
    machine.plug("1-2", 2, "Büro-Kamera")
    assert [c.key for c in devices._cameras()] == ["0", "2"]
    assert devices._cameras()[1].text == "Büro-Kamera, video2"


def test_an_empty_or_half_gone_listing_is_no_fault(tmp_path: Path) -> None:
    assert nodes(tmp_path / "none") == ()
    (tmp_path / "video3").mkdir()
    (tmp_path / "v4l-subdev0").mkdir()
    (found,) = nodes(tmp_path)
    assert (found.number, found.name, found.index) == (3, "", 0)
