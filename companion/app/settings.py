"""What this tablet likes: language, text size, theme, sound, motion. Kept as a small JSON file, no kivy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import asdict, evolve, field, frozen, validators

from hardware.filing.reading import read_json
from hardware.filing.whole import write_json

LANGUAGES = ("de", "en")
TEXT = ("1", "1.25", "1.5")
THEMES = ("dark", "light")
SOUND = ("off", "soft", "loud")
MOTION = ("on", "off")
SPEECH = ("off", "on")
CLOCK = ("off", "on")
TURNED = ("0", "180")  # degrees
CHOICES = {
    "language": LANGUAGES, "text": TEXT, "theme": THEMES, "sound": SOUND, "motion": MOTION, "speech": SPEECH,
    "clock": CLOCK, "turned": TURNED,
}  # fmt: skip


@frozen
class Settings:
    """Every value is one of ``CHOICES``."""

    language: str = field(default="de", validator=validators.in_(LANGUAGES))
    text: str = field(default="1", validator=validators.in_(TEXT))
    theme: str = field(default="dark", validator=validators.in_(THEMES))
    sound: str = field(default="soft", validator=validators.in_(SOUND))
    motion: str = field(default="on", validator=validators.in_(MOTION))
    speech: str = field(default="off", validator=validators.in_(SPEECH))
    clock: str = field(default="off", validator=validators.in_(CLOCK))
    turned: str = field(default="0", validator=validators.in_(TURNED))


def change(settings: Settings, name: str, value: str) -> Settings:
    """One setting changed; names and values that are not ours leave everything as it was."""
    return evolve(settings, **{name: value}) if value in CHOICES.get(name, ()) else settings


def load(path: Path) -> Settings:
    """What was kept; defaults for whatever is missing or damaged."""
    settings = Settings()
    for name, value in _kept(path).items():
        settings = change(settings, name, str(value))
    return settings


def save(settings: Settings, path: Path) -> None:
    """Keep them beside what another version of this program keeps there, whole or not at all; raises OSError."""
    write_json(path, {**_kept(path), **asdict(settings)})


def _kept(path: Path) -> dict[str, Any]:
    try:
        kept = read_json(path)
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
