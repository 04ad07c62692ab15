"""Seven short sounds, made here: struck wood and plucked tones. Each goes with a mark and a sentence, never alone.

No kivy is imported before the first sound is played.
"""

from __future__ import annotations

import time
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

RATE = 22050
LEVEL_DBFS = -18.0  # RMS of the sounding part
QUIET_S = 5.0  # the same sound not twice within
VOLUME = {"off": 0.0, "soft": 0.45, "loud": 1.0}
C4, E4, G4, A4 = 261.63, 329.63, 392.0, 440.0


def pluck(hz: float, seconds: float) -> Any:
    """A soft plucked tone: three partials that fade, the higher the faster."""
    t = np.arange(int(RATE * seconds)) / RATE
    wave_ = sum(
        a * np.exp(-t * d) * np.sin(2 * np.pi * hz * k * t)
        for k, a, d in ((1, 1.0, 7.0), (2, 0.35, 12.0), (3, 0.12, 18.0))
    )
    return _soften(wave_)


def knock(hz: float, seconds: float, dull: float = 1.0) -> Any:
    """Struck wood: a low tone that dies at once, and a breath of noise."""
    n = int(RATE * seconds)
    t = np.arange(n) / RATE
    noise = np.random.default_rng(11).normal(0, 1, n) * np.exp(-t * 160)
    smooth = np.convolve(noise, np.ones(12) / 12, "same")
    body = np.exp(-t * 38 * dull) * np.sin(2 * np.pi * hz * t) + 0.4 * np.exp(-t * 60) * np.sin(
        2 * np.pi * hz * 2.7 * t
    )
    return _soften(body + 0.6 * smooth)


def _soften(sound: Any) -> Any:
    """No click at either end."""
    n = min(len(sound), int(RATE * 0.006))
    sound = sound.copy()
    sound[:n] *= np.linspace(0, 1, n)
    sound[-n:] *= np.linspace(1, 0, n)
    return sound


def _mix(seconds: float, *parts: tuple[float, Any]) -> Any:
    """Sounds that start at given times, in one."""
    out = np.zeros(int(RATE * seconds))
    for start, part in parts:
        at = int(RATE * start)
        part = part[: len(out) - at]
        out[at : at + len(part)] += part
    return out


SOUNDS: dict[str, Callable[[], Any]] = {
    "refusal": lambda: _mix(0.3, (0.0, pluck(E4, 0.15)), (0.13, pluck(C4, 0.17))),
    "question": lambda: _mix(0.28, (0.0, pluck(A4, 0.28))),
    "out_of_step": lambda: _mix(0.3, (0.0, knock(150, 0.14)), (0.15, knock(150, 0.15))),
    "solved": lambda: _mix(0.14, (0.0, knock(520, 0.14, 1.4))),
    "lost": lambda: _mix(0.22, (0.0, knock(105, 0.22, 0.7))),
    "last_round": lambda: _mix(0.3, (0.0, pluck(C4, 0.16)), (0.13, pluck(G4, 0.17))),
    "end": lambda: _mix(1.5, (0.0, pluck(C4, 1.5)), (0.24, pluck(E4, 1.26)), (0.48, pluck(G4, 1.02))),
}


def samples(name: str) -> Any:
    """One sound as int16 at 22,050 Hz, mono, -18 dBFS; KeyError when there is none."""
    sound = SOUNDS[name]()
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max()]
    sound = sound * (10 ** (LEVEL_DBFS / 20) / np.sqrt(np.mean(loud**2)))
    return (_soften(np.clip(sound, -0.9, 0.9)) * 32767).astype(np.int16)


def write(name: str, folder: Path) -> Path:
    """The sound as a wav file in a cache folder, made once."""
    path = folder / f"{name}-1.wav"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        with wave.open(str(fresh), "wb") as f:
            f.setnchannels(1)
            f.setsampwidth(2)
            f.setframerate(RATE)
            f.writeframes(samples(name).tobytes())
        fresh.replace(path)
    return path


class KivyChime:
    """Plays through Kivy's mixer; without a sound card nothing happens."""

    def __init__(self, folder: Path, level: str = "soft", clock: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self.level = level
        self.clock = clock
        self._loaded: dict[str, Any] = {}
        self._last: dict[str, float] = {}

    def volume(self, name: str) -> None:
        self.level = name

    def play(self, name: str) -> None:
        gain = VOLUME[self.level]
        now = self.clock()
        if not gain or name not in SOUNDS or now - self._last.get(name, -QUIET_S) < QUIET_S:
            return
        self._last[name] = now
        if name not in self._loaded:
            from kivy.core.audio import SoundLoader  # late: audio costs start-up time

            self._loaded[name] = SoundLoader.load(str(write(name, self.folder)))
        sound = self._loaded[name]
        if sound is not None:
            sound.volume = gain
            sound.play()
