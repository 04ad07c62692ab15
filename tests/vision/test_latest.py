"""A live source is looked at by its newest picture, and by one thread alone."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from vision.latest import Latest, newest


class Live:
    """A camera that sends numbered pictures as fast as they are taken, and notes which were decoded, and by whom."""

    fault = None

    def __init__(self, most: int = 10**9) -> None:
        self.sent, self.most, self.ended = 0, most, False
        self.decoded: list[int] = []
        self.threads: set[str] = set()
        self.step = threading.Event()

    def grab(self) -> Any:
        self.step.wait(0.001)
        self.threads.add(threading.current_thread().name)
        self.sent += 1
        number = self.sent
        return (lambda: self._decode(number)), float(number)

    def _decode(self, number: int) -> Any:
        self.decoded.append(number)
        self.threads.add(threading.current_thread().name)
        return np.full((2, 2, 3), number % 251, np.uint8)

    def still(self) -> Any:
        self.threads.add(threading.current_thread().name)
        return np.zeros((9, 9, 3), np.uint8)

    def close(self) -> None:
        self.ended = True


def test_a_slow_reader_gets_pictures_that_were_sent_since_it_asked() -> None:
    live = Live()
    source = newest(live)
    assert isinstance(source, Latest)
    try:
        for _ in range(20):
            before = live.sent
            while live.sent < before + 5:  # somebody reads the last one meanwhile
                live.step.wait(0.001)
            asked = live.sent
            got = source.read()
            assert got is not None
            assert got[1] >= asked, "not one that waited in a queue"
        assert len(live.decoded) <= 21, "pictures nobody looks at are not decoded"
        assert source.still is not None
        still = source.still()
        assert still is not None
        assert still.shape == (9, 9, 3)
        assert live.threads == {"frames"}
    finally:
        source.close()
    assert source.ended
    assert source.read() is None


def test_a_source_that_waits_for_its_reader_stays_as_it_is() -> None:
    class Film:
        ended, fault = False, None

        def read(self) -> None:
            return None

        def close(self) -> None:
            pass

    film = Film()
    assert newest(film) is film
