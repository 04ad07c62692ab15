"""The voice speaks the prompt beside the app, in the table's language, and is silent where it should be."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.voice import LONGEST, Voice, spoken


class Said:
    """A speech program that remembers what it was started with."""

    def __init__(self) -> None:
        self.commands: list[Sequence[str]] = []
        self.ended = 0

    def __call__(self, command: Sequence[str]) -> Said:
        self.commands.append(command)
        return self

    def poll(self) -> None:
        return None

    def terminate(self) -> None:
        self.ended += 1


def test_it_is_silent_till_it_is_switched_on() -> None:
    said = Said()
    voice = Voice(False, said, lambda: "espeak-ng")
    assert not voice.say("Anna würfelt.", "de")
    voice.on = True
    assert voice.say("Anna würfelt.", "de")
    assert said.commands == [["espeak-ng", "-v", "de", "-s", "155", "--", "Anna würfelt."]]


def test_the_next_sentence_cuts_off_the_last_and_none_is_said_twice() -> None:
    said = Said()
    voice = Voice(True, said, lambda: "espeak-ng")
    assert voice.say("Ben rolls the die.", "en")
    assert not voice.say("Ben rolls the die.", "en")
    assert voice.say("Anna rolls the die.", "en")
    assert said.ended == 1
    voice.hush()
    assert said.ended == 2
    assert voice.say("Anna rolls the die.", "en")


def test_without_a_program_and_with_a_broken_one_nothing_happens() -> None:
    def broken(_command: Sequence[str]) -> Said:
        raise OSError("gone")

    assert not Voice(True, Said(), lambda: None).say("Anna würfelt.", "de")
    assert not Voice(True, broken, lambda: "espeak-ng").say("Anna würfelt.", "de")


def test_signs_are_not_spelled_and_an_option_is_no_option() -> None:
    assert spoken("„Anna“ · Ben → Clara") == "Anna, Ben, Clara"
    assert len(spoken("x " * 1000)) <= LONGEST
    said = Said()
    Voice(True, said, lambda: "espeak-ng").say("--help", "en")
    assert said.commands[0][-2:] == ["--", "--help"]
