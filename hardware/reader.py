"""One thread for one device: opens its line, keeps it alive, and posts readings and lamp changes into a queue.

::

    ABSENT ──> OPENING ──> SETTLING ──> LIVE <──> STALE
       ^          │            │          │         │
       └──────────┴── LOST <───┴──────────┴─────────┘     LOST and ABSENT wait 0.5, 1, 2, 5, 10 s before they try again

A frozen device looks just like an idle one, so only its own words count: after 2.5 s without a good frame it is asked,
after 5 s it is STALE, after 15 s the line is closed and opened anew. Devices without a heartbeat cannot be told from
frozen ones; their LIVE says so in its reason.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from attrs import evolve, frozen

from hardware.decoders import Decoder
from hardware.links import ByteLink, LinkFault, NoSuchPort, WriteStalled
from hardware.presence import TagKey
from hardware.readings import Lamp, Noise, Reading, Stamp, State, Status, TagGone, TagSeen, UnknownTag
from hardware.reasons import Reason

_CHUNK = 4096  # bytes read at once
_LONGEST_WAIT = 0.2  # s in one step, so that stop() and send() are noticed


@frozen
class Pace:
    """Times of a connection, in s."""

    settle: float = 2.0  # a board boots; it may speak earlier
    answer: float = 2.0  # after settling, until a device with a heartbeat must have spoken
    ask_after: float = 2.5  # of silence
    ask_every: float = 1.0
    stale_after: float = 5.0  # of silence
    reopen_after: float = 15.0  # of silence
    at_once: float = 3.0  # a line lost so soon after opening is taken away by something
    resume: float = 5.0  # after settling, until tags that lay there must have been read again
    noise: float = 8.0  # so long noise is remembered
    noise_apart: float = 0.9  # between the first and the last of it, so that one bad moment says nothing
    backoff: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0, 10.0)


class Reader:
    """Owns one line and its decoder. Only its thread (or the caller of ``step``) touches the line.

    ``open_link`` gives an unopened link for each attempt, so a device that comes back under another path is found.
    ``make_decoder`` gives a decoder for each connection. Every ``Reading`` goes into ``out``, the lamp's ``Status``
    among them. ``clock``: monotonic s.
    """

    def __init__(
        self,
        source: str,
        open_link: Callable[[], ByteLink],
        make_decoder: Callable[[Stamp], Decoder],
        out: queue.Queue[Reading],
        *,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self._open_link = open_link
        self._make_decoder = make_decoder
        self._readings = out
        self._pace = pace or Pace()
        self._clock = clock
        self._link: ByteLink | None = None
        self._decoder: Decoder | None = None
        self._generation = 0
        self._opened = 0.0
        self._asked = 0.0
        self._retry = float("-inf")
        self._tries = 0
        self._cards: dict[TagKey, str | None] = {}
        self._lying: dict[TagKey, str | None] = {}  # when the line was lost
        self._noise: list[float] = []  # when bytes came that make no sense, since the last good frame
        self._to_send: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._status = Status(
            source=source,
            generation=0,
            at=clock(),
            state=State.ABSENT,
            lamp=Lamp.ABSENT,
            reason=Reason("not-started", {"source": source}),
        )

    @property
    def status(self) -> Status:
        """The newest status; may be read from any thread."""
        return self._status

    def start(self) -> None:
        """Start the thread; raises RuntimeError if it runs already."""
        if self._thread and self._thread.is_alive():
            raise RuntimeError(f"{self.source}: is running")
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=f"reader {self.source}", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 3.0) -> bool:
        """Ask the thread to close the line and end; return whether it did within ``timeout`` s."""
        self._stopping.set()
        if self._thread is None:
            self.close()
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def send(self, data: bytes) -> None:
        """Have ``data`` written by the owner of the line; dropped if it is not open. For any thread."""
        self._to_send.put(data)

    def retry(self) -> None:
        """Try again at once instead of waiting. For any thread."""
        self._retry = float("-inf")

    def step(self) -> float:
        """Do one thing that is due and return how long (s) the next step may wait. Reading waits in the link."""
        now = self._clock()
        if self._link is None:
            if now < self._retry:
                self._drop_unsent()
                return min(self._retry - now, _LONGEST_WAIT)
            self._open(now)
            return 0.0
        try:
            data = self._link.read_available(_CHUNK)
            now = self._clock()
            if data:
                self._post_all(self._decoder.feed(data, now))  # type: ignore[union-attr]
            self._post_all(self._decoder.tick(now))  # type: ignore[union-attr]
            self._watch(now)
            if self._link is not None:
                self._write()
        except WriteStalled as fault:
            self._set(State.STALE, fault.reason)
        except LinkFault as fault:
            self._lose(fault.reason)
        return 0.0

    def close(self) -> None:
        """Close the line for good. Only for the thread that calls ``step``."""
        self._drop_line()
        self._set(State.STOPPED, Reason("stopped", {"source": self.source}))

    # -- the thread

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                wait = self.step()
            except Exception as error:  # whatever it is, one device must not fall silent without a word
                self._lose(Reason("reader-failed", {"source": self.source, "detail": repr(error)}))
                wait = 0.0
            if wait:
                self._stopping.wait(wait)
        self.close()

    # -- opening and losing

    def _open(self, now: float) -> None:
        if self._tries == 0:  # later attempts are not worth a word each
            self._set(State.OPENING, Reason("opening", {"source": self.source}))
        try:
            self._link = self._open_link()
            self._link.open()
        except LinkFault as fault:
            self._drop_line()
            self._back_off(now)
            self._set(State.ABSENT if isinstance(fault, NoSuchPort) else State.LOST, fault.reason)
            return
        now = self._clock()  # opening may have taken its time
        self._generation += 1
        self._opened, self._asked, self._noise = now, float("-inf"), []
        self._decoder = self._make_decoder(Stamp(self.source, self._generation))
        self._decoder.start(now)
        self._drop_unsent()
        self._set(State.SETTLING, Reason("settling", {"port": self._link.identity, "seconds": self._pace.settle}))
        if self._pace.settle == 0:  # no boot loader that a question could confuse
            self._ask(now)

    def _lose(self, reason: Reason) -> None:
        now = self._clock()
        young = now - self._opened < self._pace.at_once
        if self._decoder is not None:
            self._lying |= {key: self._cards.get(key) for key in self._decoder.lying}
        port = self._link.identity if self._link else self.source
        self._drop_line()
        self._back_off(now)
        if young and reason.code == "link-lost" and self._tries > 1:
            reason = Reason("link-lost-at-once", {**reason.facts, "port": port, "times": self._tries})
        self._set(State.LOST, reason)

    def _back_off(self, now: float) -> None:
        self._retry = now + self._pace.backoff[min(self._tries, len(self._pace.backoff) - 1)]
        self._tries += 1

    def _drop_line(self) -> None:
        link, self._link, self._decoder = self._link, None, None
        if link is not None:
            link.close()

    # -- while it is open

    def _watch(self, now: float) -> None:
        decoder, pace = self._decoder, self._pace
        assert decoder is not None
        assert self._link is not None
        state = self._status.state
        port = {"port": self._link.identity}
        ready = self._opened + pace.settle
        heard = decoder.heard
        if now - self._opened >= pace.at_once and (heard is not None or not decoder.beats):
            self._tries = 0
        if self._lying and now - ready >= pace.resume:
            self._miss_lying(now)
        if not decoder.beats:
            if now >= ready:
                noisy = self._noisy(now, max(ready, heard if heard is not None else ready))
                reason = Reason("noise", port) if noisy else Reason("live-unproven", port)
                self._set(State.STALE if noisy else State.LIVE, reason)
            return
        silent = now - (heard if heard is not None else ready)
        limit = pace.stale_after if heard is not None else pace.answer
        patience = pace.ask_after if heard is not None else 0.0
        if silent >= patience and now - self._asked >= pace.ask_every:
            self._ask(now)
        if silent >= pace.reopen_after:
            self._lose(Reason("silent-too-long", {**port, "seconds": round(silent, 1)}))
        elif silent >= limit:
            never = heard is None
            self._set(State.STALE, Reason("never-spoke" if never else "silent", {**port, "seconds": round(silent, 1)}))
        elif heard is not None and (state is not State.STALE or heard >= self._status.at):
            self._set(State.LIVE, Reason("live", port))

    def _noisy(self, now: float, since: float) -> bool:
        """Whether nothing but noise has come lately: twice at least, a moment apart."""
        late = [at for at in self._noise if at > since and now - at <= self._pace.noise]
        return len(late) > 1 and late[-1] - late[0] >= self._pace.noise_apart

    def _ask(self, now: float) -> None:
        self._asked = now
        probe = self._decoder.probe() if self._decoder else b""
        if probe:
            self._to_send.put(probe)

    def _write(self) -> None:
        assert self._decoder is not None
        assert self._link is not None
        out = self._decoder.take_out()
        while not self._to_send.empty():
            out += self._to_send.get()
        if out:
            self._link.write(out)

    def _drop_unsent(self) -> None:
        while not self._to_send.empty():
            self._to_send.get()

    # -- posting

    def _post_all(self, readings: list[Reading]) -> None:
        for reading in readings:
            if isinstance(reading, Noise) and reading.odd:
                self._noise = [*self._noise[-8:], reading.at]
            if isinstance(reading, TagSeen | UnknownTag | TagGone):
                reading = self._visit(reading)
            self._post(reading)

    def _visit(self, reading: TagSeen | UnknownTag | TagGone) -> Reading:
        """Mark a tag that only seems new because the line was lost while it lay there."""
        key = TagKey(reading.reader, reading.family, reading.tag)
        if isinstance(reading, TagGone):
            self._cards.pop(key, None)
            return reading
        self._cards[key] = reading.card if isinstance(reading, TagSeen) else None
        if key in self._lying:
            del self._lying[key]
            return evolve(reading, again=True)
        return reading

    def _miss_lying(self, now: float) -> None:
        """Tell which tags were taken away while the line was lost."""
        for key, card in self._lying.items():
            stamp = Stamp(self.source, self._generation).on(now)
            self._post(TagGone(**stamp, reader=key.reader, family=key.family, tag=key.tag, card=card))
            self._cards.pop(key, None)
        self._lying = {}

    def _set(self, state: State, reason: Reason) -> None:
        before = self._status
        if state is before.state and reason.code == before.reason.code:
            return
        lamp = {
            State.LIVE: Lamp.LIVE,
            State.STALE: Lamp.STALE,
            State.SETTLING: Lamp.STALE,
            State.LOST: Lamp.LOST,
        }.get(state, Lamp.ABSENT)
        if state is State.OPENING:
            lamp = before.lamp  # nothing is known yet
        self._status = Status(
            source=self.source, generation=self._generation, at=self._clock(), state=state, lamp=lamp, reason=reason
        )
        self._post(self._status)

    def _post(self, reading: Reading) -> None:
        while True:
            try:
                self._readings.put(reading, timeout=_LONGEST_WAIT)
                return
            except queue.Full:
                if self._stopping.is_set():
                    return  # nobody listens any more
