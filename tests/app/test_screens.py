"""Every screen, both languages, small and with large type: nothing is cut, all can be hit, no word is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion import i18n
from tests.app.prepared.all import SCENES

# window, text setting, languages, least type size kept
CASES = [
    ((1280, 800), "1", ("de", "en"), 0.8),
    ((1024, 600), "1", ("de",), 0.8),
    ((1024, 600), "1.5", ("de",), 0.5),
]


@pytest.fixture(scope="module")
def missing() -> Iterator[list[str]]:
    """German lookups that found nothing."""
    found: list[str] = []
    plain = i18n.gettext

    def watched(message: str, domain: str | None = None, lang: str | None = None) -> str:
        if (lang or i18n.language()) == "de" and message and not i18n.has("de", "companion", message):
            found.append(message)
        return plain(message, domain, lang)

    patch = pytest.MonkeyPatch()
    import sys

    for name, module in list(sys.modules.items()):
        if name.startswith("companion.app") and getattr(module, "_", None) is plain:
            patch.setattr(module, "_", watched)
    yield found
    patch.undo()


def parts(shell: Any) -> list[Any]:
    return [w for w in shell.walk() if hasattr(w, "said")]


def clipped(shell: Any, least: float) -> list[str]:
    """Texts that leave their part, the window, or had to shrink too much."""
    found = []
    for part in parts(shell):
        for said in part.said:
            x, y, w, _h = said.box
            left, top = part.box[0] + x, part.box[1] + y
            wide, tall = said.taken
            if said.shrunk < least:
                found.append(f"{type(part).__name__}: {said.text!r} at {said.shrunk:.2f}")
            if wide > w + 2 or left < -1 or left + wide > shell.screen.dw + 1:
                found.append(f"{type(part).__name__}: {said.text!r} is {wide:.0f} wide in {w:.0f}")
            if top < -14 or top + tall > shell.screen.dh + 14:
                found.append(f"{type(part).__name__}: {said.text!r} leaves the window")
            if part.h and (y < -14 or y + tall > part.h + 16):
                found.append(
                    f"{type(part).__name__}: {said.text!r} leaves its part ({y:.0f}, {tall:.0f}, {part.h:.0f})"
                )
    return found


def small(shell: Any) -> list[str]:
    """Targets under 48."""
    found = []
    for part in parts(shell):
        if (
            hasattr(part, "target")
            and part.enabled
            and part.w > 0
            and part.opacity > 0
            and min(part.target) < 48 - 0.01
        ):
            found.append(f"{type(part).__name__} {getattr(part, 'text', '')!r} {part.target}")
    return found


def close(shell: Any) -> list[str]:
    """Targets of one container nearer than eight units to each other or overlapping."""
    found = []
    targets = [p for p in parts(shell) if hasattr(p, "target") and p.enabled and p.w > 0 and p.opacity > 0]
    for k, a in enumerate(targets):
        for b in targets[k + 1 :]:
            if a.parent is not b.parent:
                continue
            ax, ay, aw, ah = a.box
            bx, by, bw, bh = b.box
            dx = max(bx - ax - aw, ax - bx - bw)
            dy = max(by - ay - ah, ay - by - bh)
            if max(dx, dy) < 7.9:
                found.append(f"{type(a).__name__} {a.box} and {type(b).__name__} {b.box}")
    return found


def outside(shell: Any) -> list[str]:
    """Targets that leave the window."""
    w, h = shell.screen.dw, shell.screen.dh
    return [
        f"{type(p).__name__} {p.box}"
        for p in parts(shell)
        if hasattr(p, "target")
        and p.w > 0
        and not (p.box[0] >= -1 and p.box[0] + p.w <= w + 1 and p.box[1] >= -1 and p.box[1] + p.h <= h + 1)
    ]


def filled(shell: Any) -> list[str]:
    """More than one filled button."""
    found = [p.text for p in parts(shell) if getattr(p, "primary", False) and p.w > 0]
    return found if len(found) > 1 else []


def way_back(shell: Any) -> list[str]:
    """Undo or back lies bottom left, always; on the start page nothing does."""
    found = [list(p.box) for p in parts(shell) if type(p).__name__ == "Undo"]
    wanted = [] if shell.shown == "start" else [[20, shell.screen.dh - 88, 272, 76]]
    return [] if found == wanted else [f"undo at {found}"]


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_and_everything_can_be_hit(stage: Any, missing: list[str], name: str) -> None:
    faults: list[str] = []
    for size, text, languages, least in (*CASES, *(((1920, 1080), "1.25", ("en",), 0.7),) * (name[:2] < "10")):
        if stage.shell.size != list(size):
            stage.resize(size)
        for lang in languages:
            stage.show(name, lang, text=text, draw=False)
            shell = stage.shell
            found = clipped(shell, least)
            for check in (small, close, outside, filled, way_back):
                found += check(shell)
            faults += [f"{size} {text} {lang}: {f}" for f in found]
    assert faults == []
    assert missing == []
