"""The demo table's die and reader, and what came over their links."""

from __future__ import annotations

import time
from typing import Any

from companion.demo.links import DemoLinks
from companion.engine.session import Session
from companion.table.messages import Message
from companion.table.runtime import TableRuntime

LIVE_S = HEARS_S = 5.0


class HeardLinks(DemoLinks):
    """Links whose messages are noted on their way to the desk."""

    def __init__(self, session: Session[Any], tags: str, die: bool) -> None:
        super().__init__(session, tags, die)
        self._heard: list[Message] = []

    def join(self, runtime: TableRuntime) -> None:
        """Note what passes, and wait until every device has spoken."""
        self.runtime = runtime
        runtime.taken = self._passing
        runtime.open_links()
        if runtime.ears is not None:
            runtime.ears.wait_live(LIVE_S)

    def _passing(self, message: Message) -> bool:
        self._heard.append(message)
        return False

    def listen(self, kind: type[Message]) -> bool:
        """Let the table listen until such a message came; False when none does."""
        until = time.monotonic() + HEARS_S
        self._heard.clear()
        while time.monotonic() < until:
            self.runtime.listen(wait=0.05)
            if any(isinstance(m, kind) for m in self._heard):
                return True
        return False
