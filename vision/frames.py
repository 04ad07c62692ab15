"""Where pictures come from: cameras, video files, folders of pictures, streams; each behind one method, ``read``.

``open_source`` takes the text a person gives (``0``, ``/dev/video2``, ``game.mp4``, ``pictures/``, ``http://...``) and
answers with a source or raises SourceError, whose ``fault`` says in facts what is wrong. Other schemes (a demo table)
register themselves with ``register``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import parse_qsl

import cv2
import numpy as np

from vision.devices import Camera, largest_of
from vision.frame import Frame as Frame
from vision.frame import FrameSource as FrameSource
from vision.frame import Grabbed as Grabbed
from vision.frame import SourceError as SourceError
from vision.frame import SourceFault as SourceFault
from vision.jpegs import NoPicture, decoded
from vision.mjpeg import SCHEMES, HttpStream, NetVideo
from vision.web import masked

MOST_BYTES = 64 << 20  # of a picture file
HEIC = (".heic", ".heif", ".avif")  # pictures of phones that nobody here can read
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
VIDEOS = (".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg")


def _number(options: Mapping[str, str], key: str, default: float) -> float:
    text = options.get(key)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e5:
        raise SourceError(SourceFault("option", {"option": key, "value": text}))
    return value


class VideoFile:
    """A recorded film; time is the film's own, reading is as fast as asked."""

    def __init__(self, path: Path) -> None:
        facts = {"path": str(path)}
        if not path.is_file():
            raise SourceError(SourceFault("missing", facts))
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # what is wrong with it is said in a sentence
        self._cap = cv2.VideoCapture(str(path))
        if not self._cap.isOpened():
            raise SourceError(SourceFault("unreadable", facts))
        fps = self._cap.get(cv2.CAP_PROP_FPS)
        self._step = 1.0 / fps if 1.0 <= fps <= 240.0 else 0.1
        self._count = 0
        self._path = path
        self.ended = False
        self.fault: SourceFault | None = None

    def read(self) -> tuple[Frame, float] | None:
        if self.ended:
            return None
        ok, frame = self._cap.read()
        if not ok or frame is None:
            self.ended = True
            if self._count == 0:
                self.fault = SourceFault("unreadable", {"path": str(self._path)})
            return None
        t = self._count * self._step
        self._count += 1
        return np.asarray(frame, np.uint8), t

    def close(self) -> None:
        self.ended = True
        self._cap.release()


def read_picture(path: Path) -> Frame:
    """A picture file as BGR; SourceError if it is missing, or no picture that can be used."""
    facts = {"path": str(path)}
    if path.is_dir() or (path.suffix.lower() in VIDEOS and path.is_file()):
        raise SourceError(SourceFault("not_one", facts))
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NoPicture("huge")
        if not path.is_file():
            raise FileNotFoundError
        return decoded(path.read_bytes(), whole=True)
    except NoPicture as e:
        code = e.code
    except OSError as e:
        code = "missing" if isinstance(e, FileNotFoundError) else "unreadable"
    raise SourceError(SourceFault(code, facts))


class Pictures:
    """Picture files in order of their names; each stands for a settled view and is held ``hold_s`` at ``fps``.

    Names that all end in ``_t<seconds>`` (``0007_t12.5.jpg``) are single frames with those times instead.
    """

    STAMP = re.compile(r"_t(\d+(?:\.\d+)?)$")

    def __init__(self, path: Path, hold_s: float = 2.0, fps: float = 10.0) -> None:
        if path.is_dir():
            found = [p for p in path.iterdir() if not p.name.startswith(".")]  # "._x.jpg": a Mac's companion of x.jpg
            files = sorted(p for p in found if p.suffix.lower() in PICTURES)
            if not files and any(p.suffix.lower() in HEIC for p in found):
                raise SourceError(SourceFault("heic", {"path": str(path)}))
        elif path.is_file():
            files = [path]
        else:
            raise SourceError(SourceFault("missing", {"path": str(path)}))
        if not files:
            raise SourceError(SourceFault("empty", {"path": str(path)}))
        stamps = [self.STAMP.search(p.stem) for p in files]
        self._times = [float(m.group(1)) for m in stamps if m] if all(stamps) else None
        self.files = tuple(files)
        self._repeat = 1 if self._times else max(1, round(hold_s * fps))
        self._step = 1.0 / fps
        self._count = 0
        self._frame: Frame | None = None
        self.ended = False
        self.fault: SourceFault | None = None
        self._frame = read_picture(files[0])  # a wrong folder is told at once, not at the first read

    def read(self) -> tuple[Frame, float] | None:
        if not self.ended:
            index, phase = divmod(self._count, self._repeat)
            if index >= len(self.files):
                self.ended = True
                return None
            if phase == 0 and self._count:
                try:
                    self._frame = read_picture(self.files[index])
                except SourceError as error:  # one broken picture does not end the game, nor is it passed over unsaid
                    self.fault = error.fault
                    self._count += self._repeat
                    return None
                self.fault = None
            t = self._times[index] if self._times else self._count * self._step
            self._count += 1
            assert self._frame is not None
            return self._frame.copy(), t
        return None

    def close(self) -> None:
        self.ended = True


_HOST = re.compile(  # what people read off a phone or a router, without http:// in front
    r"(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\[[0-9a-f:]+\]|[\w-]+(?:\.[\w-]+)*\.(?:local|lan|home|box|internal))"
    r"(?::\d{1,5})?(?:/.*)?",
    re.IGNORECASE,
)
Opener = Callable[[str], FrameSource]
_SCHEMES: dict[str, Opener] = {}


def register(scheme: str, opener: Opener) -> None:
    """Let ``open_source`` hand addresses ``scheme:...`` to ``opener``, which gets the text after the colon."""
    _SCHEMES[scheme] = opener


def open_source(url: str) -> FrameSource:
    """The source that a text names; SourceError with a fault if there is none.

    ``0``, ``/dev/video0``, ``/dev/v4l/by-id/...`` (options
    ``?width=1280&height=720&fps=10&still=off``), a video file, a folder
    or a single picture (``?hold=1.5&fps=10``), ``http://`` and ``https://`` (``192.168.1.5:8080/video`` is http), or a
    registered scheme.
    """
    text = url.strip().strip("'\"<>")
    if _HOST.fullmatch(text) and not os.path.exists(text):
        text = f"http://{text}"
    scheme = text.split(":", 1)[0].lower() if ":" in text else ""
    if scheme in ("http", "https"):
        return HttpStream(text)
    if scheme in SCHEMES:
        return NetVideo(text)
    if scheme in _SCHEMES:
        return _SCHEMES[scheme](text.split(":", 1)[1])
    options: dict[str, str] = {}
    if "?" in text and not os.path.exists(text):
        text, query = text.split("?", 1)
        options = dict(parse_qsl(query))
    known = {"width", "height", "fps", "hold", "still"}
    for key in options.keys() - known:
        raise SourceError(SourceFault("option", {"option": key, "value": options[key]}))
    if text.isdigit() or text.startswith("/dev/"):
        device: str | int = int(text) if text.isdigit() else text
        size = int(_number(options, "width", 1920)), int(_number(options, "height", 1080))
        try:
            largest = largest_of(options.get("still", ""))
        except ValueError as e:
            raise SourceError(SourceFault("option", {"option": "still", "value": options["still"]})) from e
        return Camera(device, *size, fps=_number(options, "fps", 15.0), largest=largest)
    path = Path(os.path.expanduser(text))
    if text and path.suffix.lower() in VIDEOS and not path.is_dir():
        return VideoFile(path)
    if text and path.exists():
        return Pictures(path, _number(options, "hold", 2.0), _number(options, "fps", 10.0))
    if re.match(r"^[a-zA-Z][a-zA-Z0-9+.-]+:", text):
        raise SourceError(SourceFault("scheme", {"address": masked(url)}))
    raise SourceError(SourceFault("missing", {"path": text}))
