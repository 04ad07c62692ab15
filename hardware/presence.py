"""From single reads of a tag to "laid down" and "taken away".

A check that fits is no proof: readers send ghost tags with a right checksum, mostly at power-on. So a tag that nobody
knows must be told twice: within a moment by readers that repeat, or laid down once more where the reader sends once a
visit; that one told it so is remembered. A tag that belongs to a card counts at once, since no ghost hits its number.
Ids of zeros are refused. A tag is gone after several misses, because many readers find it only every second time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import field, frozen
from attrs.validators import in_

from hardware.reasons import Reason

_TAG = re.compile(r"(?:[0-9A-F]{2}){4,12}")

_ROUNDING = 1e-6  # s; 100.2 - 100.0 is a little more than 0.2

MODES = ("repeat", "once", "poll", "told")


@frozen
class PresenceRule:
    """How a reader behaves. Times in s.

    ``mode``: repeat (sends while the tag lies there), once (sends once a visit, never "gone"), poll (each look lists
    all tags), told (the device itself says IN and OUT).
    """

    mode: str = field(default="repeat", validator=in_(MODES))
    confirm: int = 2  # equal reads needed ...
    window: float = 0.2  # ... within this time
    gone_after: float = 0.3  # repeat: without a read for so long (RDM6300 repeats every 65 ms)
    misses: int = 3  # poll: looks in a row without the tag
    quiet: float = 0.5  # once: a second read so soon after the first is the same visit


@frozen
class TagKey:
    """A tag at one reader of a device."""

    reader: str
    family: str
    tag: str


@frozen
class Laid:
    """The tag was laid down."""

    key: TagKey


@frozen
class Taken:
    """The tag was taken away."""

    key: TagKey


@frozen
class Once:
    """The tag was read once and not again: hold it once more, and it counts."""

    key: TagKey


Change = Laid | Taken | Once
QUICK_S = 0.3  # RDM6300 repeats every 65 ms
SOON_S = 1.3
AGAIN_S = 20.0  # a tag that was read once is laid down once more within this


def tag_fault(tag: str, family: str) -> Reason | None:
    """Return why an id (upper-case hex) cannot be a tag's own, or None if it can."""
    if not _TAG.fullmatch(tag):
        return Reason("tag-malformed", {"tag": tag[:32]})
    if not tag.strip("0"):
        return Reason("tag-zero", {"tag": tag})
    if family == "mf" and len(tag) == 8 and tag.startswith("08"):
        return Reason("tag-random", {"tag": tag})  # phones and bank cards make up a new one each time
    return None


class Presence:
    """Which tags lie on a device's readers; several may at once."""

    def __init__(self, rule: PresenceRule) -> None:
        self._rule = rule
        self._reads: dict[TagKey, list[float]] = {}  # not yet confirmed
        self._last: dict[TagKey, float] = {}  # lying there, or quiet after a single send
        self._missed: dict[TagKey, int] = {}
        self._doubted: set[TagKey] = set()
        self._alone: dict[TagKey, float] = {}  # read once, and not again
        self._repeated: set[TagKey] = set()  # lying there, and read more than once
        self._steps: dict[TagKey, tuple[float, int]] = {}  # of a visit: the longest time between reads, their number
        self._left: dict[TagKey, float] = {}  # when a tag that is gone was read last
        self._returns = 0  # how often one came back so soon that it may have lain there all the time
        self._sends_once = rule.mode == "once"  # told so, or seen

    @property
    def lying(self) -> frozenset[TagKey]:
        """The tags that lie there now, as far as this kind of reader can know it."""
        return frozenset() if self._sends_once else frozenset(self._last)

    def read(self, key: TagKey, at: float, *, sure: bool = False) -> list[Change]:
        """Take one read of a tag (modes repeat and once). ``sure``: it cannot be a ghost."""
        changes = self.tick(at)
        if key in self._last:
            self._pace(key, at - self._last[key])
            self._last[key] = at
            self._repeated.add(key)
            return changes
        alone = self._alone.pop(key, float("-inf"))
        again = at - alone <= AGAIN_S
        if again and at - alone > self._rule.gone_after + _ROUNDING:  # it did not lie there all the time
            self._sends_once = True
        if sure or again or self._sends_once or self._confirmed(key, at):
            reads = self._reads.pop(key, [])
            if len(reads) > 1:
                self._repeated.add(key)
                self._pace(key, reads[-1] - reads[0])
            if at - self._left.get(key, float("-inf")) < SOON_S:
                self._returns += 1
            self._last[key] = at
            changes.append(Laid(key))
        return changes

    def look(self, keys: Iterable[TagKey], at: float) -> list[Change]:
        """Take one look that lists all tags in the field (mode poll)."""
        seen = set(keys)
        changes: list[Change] = []
        for key in sorted(self._last.keys() - seen, key=_order):
            self._missed[key] = self._missed.get(key, 0) + 1
            if self._missed[key] >= self._rule.misses:
                del self._last[key], self._missed[key]
                changes.append(Taken(key))
        for key in sorted(seen, key=_order):
            self._missed.pop(key, None)
            if key in self._last or self._confirmed(key, at):
                if key not in self._last:
                    changes.append(Laid(key))
                self._reads.pop(key, None)
                self._last[key] = at
        self._prune(at)
        return changes

    def told(self, key: TagKey, lies: bool, at: float) -> list[Change]:
        """Take the device's own word (mode told); a second IN of one visit changes nothing."""
        self._doubted.discard(key)
        if lies and key not in self._last:
            self._last[key] = at
            return [Laid(key)]
        if not lies and self._last.pop(key, None) is not None:
            return [Taken(key)]
        return []

    def doubt(self) -> None:
        """The device starts to tell anew what lies there; what it does not name before ``settle`` is gone."""
        self._doubted = set(self._last)

    def settle(self) -> list[Change]:
        """The device has told all that lies there."""
        gone = sorted(self._doubted, key=_order)
        self._doubted.clear()
        for key in gone:
            del self._last[key]
        return [Taken(key) for key in gone]

    def tick(self, at: float) -> list[Change]:
        """Find the tags that were not read for too long (modes repeat and once)."""
        alone = self._prune(at)
        if self._rule.mode not in ("repeat", "once"):
            return []
        self._alone.update(alone)
        gone = sorted((k for k, last in self._last.items() if at - last > self._limit(k) + _ROUNDING), key=_order)
        for key in gone:
            self._left[key] = self._last.pop(key)
            self._steps.pop(key, None)
        taken = [key for key in gone if key in self._repeated and not self._sends_once]
        self._repeated.difference_update(gone)
        return [*(Once(key) for key in sorted(alone, key=_order)), *(Taken(key) for key in taken)]

    def _pace(self, key: TagKey, step: float) -> None:
        """Note how far apart a reader's reads of a tag are that lies there."""
        self._steps[key] = max(step, *self._steps.get(key, (0.0, 0))[:1]), self._steps.get(key, (0.0, 0))[1] + 1

    def _limit(self, key: TagKey) -> float:
        """How long without a read a tag is taken to lie there still: readers that are seen to be quick need less."""
        if self._sends_once:
            return self._rule.quiet
        step, reads = self._steps.get(key, (0.0, 0))
        if reads < 2 or self._returns > 1:  # too little is known, or it sends in bursts
            return self._rule.gone_after
        return min(self._rule.gone_after, max(QUICK_S, 5 * step))

    def _confirmed(self, key: TagKey, at: float) -> bool:
        reads = [*self._reads.get(key, ()), at]
        reads = [read for read in reads if at - read <= self._rule.window + _ROUNDING]
        if len(reads) >= self._rule.confirm:
            return True
        self._reads[key] = reads
        return False

    def _prune(self, at: float) -> dict[TagKey, float]:
        """Forget reads that nothing followed, and say of which tags, and when."""
        old = {k: reads[-1] for k, reads in self._reads.items() if at - reads[-1] > self._rule.window + _ROUNDING}
        for key in old:
            del self._reads[key]
        return old


def _order(key: TagKey) -> tuple[str, str, str]:
    return (key.reader, key.family, key.tag)
