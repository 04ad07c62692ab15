"""The referee's voice: prompt and refusal read aloud by espeak-ng, where it is installed. Off by default.

Nothing secret is ever spoken: only what stands in the prompt that everybody reads is given to ``say``.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Protocol

PROGRAMS = ("espeak-ng", "espeak")
WORDS_A_MINUTE = 155  # a person reading to a table; espeak's own 175 is a hurry
LONGEST = 400  # characters: a sentence, never a page


class Running(Protocol):
    """What is asked of a started program."""

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...


def program() -> str | None:
    """The speech program of this machine, None where there is none."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def _start(command: Sequence[str]) -> Running:
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=True
    )


class Voice:
    """``on``: whether it speaks; the same sentence is not said twice running. Returns at once: it speaks beside the
    app and is cut off by what comes next."""

    def __init__(
        self, on: bool = False, start: Callable[[Sequence[str]], Running] = _start,
        find: Callable[[], str | None] = program,
    ) -> None:  # fmt: skip
        self.on = on
        self._start, self._find = start, find
        self._now: Running | None = None
        self._last: tuple[str, str] | None = None

    def say(self, text: str, language: str) -> bool:
        """Speak a sentence; returns whether it is being spoken."""
        text = spoken(text)
        if not self.on or not text or (text, language) == self._last:
            return False
        name = self._find()
        if name is None:
            return False
        self.hush()
        self._last = (text, language)
        try:
            self._now = self._start([name, "-v", language, "-s", str(WORDS_A_MINUTE), "--", text])
        except OSError:  # it was there a moment ago; the sentence stands on the screen all the same
            self._now = None
        return self._now is not None

    def hush(self) -> None:
        """Stop speaking; what is said next may be the same again."""
        self._last = None
        if self._now is not None and self._now.poll() is None:
            with contextlib.suppress(OSError):
                self._now.terminate()
        self._now = None


def spoken(text: str) -> str:
    """A sentence as it is read aloud: without signs that a voice would spell, no longer than a sentence."""
    text = re.sub(r"[„“”»«\"*_#<>|\\]", "", text)
    text = re.sub(r"\s*[·→]\s*", ", ", text)
    return re.sub(r"\s+", " ", text).strip()[:LONGEST]
