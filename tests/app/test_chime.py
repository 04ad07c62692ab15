"""Sounds: short, soft, not nagging."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import pytest

from companion.app.chime import RATE, SOUNDS, KivyChime, samples, write


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_and_soft_and_ends_quietly(name: str) -> None:
    sound = samples(name).astype(float) / 32767
    assert len(sound) / RATE <= (1.5 if name == "end" else 0.3)
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max()]
    assert abs(20 * np.log10(np.sqrt(np.mean(loud**2))) + 18) < 1
    assert np.abs(sound).max() < 0.9
    assert abs(sound[0]) < 0.01
    assert abs(sound[-1]) < 0.01


def test_a_refusal_falls_and_the_last_round_rises() -> None:
    def pitch(part: np.ndarray) -> float:
        spectrum = np.abs(np.fft.rfft(part * np.hanning(len(part)), 1 << 15))
        return float(np.argmax(spectrum) * RATE / (1 << 15))

    def ends(name: str) -> tuple[float, float]:
        sound = samples(name).astype(float)
        return pitch(sound[: int(0.12 * RATE)]), pitch(sound[int(0.15 * RATE) :])

    first, then = ends("refusal")
    assert (round(first), round(then)) == (pytest.approx(330, abs=8), pytest.approx(262, abs=8))
    first, then = ends("last_round")
    assert (round(first), round(then)) == (pytest.approx(262, abs=8), pytest.approx(392, abs=8))


def test_a_file_is_made_once(tmp_path: Path) -> None:
    path = write("question", tmp_path / "sounds")
    with wave.open(str(path)) as f:
        assert (f.getnchannels(), f.getframerate()) == (1, RATE)
    made = path.stat().st_mtime_ns
    assert write("question", tmp_path / "sounds").stat().st_mtime_ns == made


def test_the_same_sound_does_not_come_twice_within_five_seconds(tmp_path: Path) -> None:
    now = [0.0]
    played: list[tuple[str, float]] = []

    class Loaded:
        volume = 0.0

        def play(self) -> None:
            played.append(("refusal", self.volume))

    chime = KivyChime(tmp_path, "soft", lambda: now[0])
    chime._loaded["refusal"] = Loaded()
    for at in (0.0, 4.9, 5.1):
        now[0] = at
        chime.play("refusal")
    assert [v for _n, v in played] == [0.45, 0.45]
    chime.volume("off")
    now[0] = 20
    chime.play("refusal")
    chime.play("unknown")
    assert len(played) == 2
