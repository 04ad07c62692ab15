"""What is wrong in a file that people write: where, what was expected, what was found."""

from __future__ import annotations

import yaml
from attrs import frozen


@frozen
class Fault:
    """One thing wrong in a file: where it stands and what was expected there."""

    file: str
    line: int  # counted from 1; 0 when the whole file is meant
    key: str  # dotted path, e.g. spaces.3.neighbours
    expected: str
    found: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        found = f", found {self.found}" if self.found else ""
        return f"{where}:{key} expected {self.expected}{found}"


def no_text(file: str, error: UnicodeDecodeError) -> Fault:
    """A file that is no text."""
    line = error.object.count(b"\n", 0, error.start) + 1
    return Fault(file, line, "", "UTF-8 text", f"byte {error.start} that is none")


def no_yaml(file: str, error: yaml.YAMLError) -> Fault:
    """A file that is no YAML, with the line where it ceases to be and what the parser says of it."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return Fault(file, 0, "", "readable YAML", first_line(error))
    line = error.problem_mark.line + 1 if error.problem_mark else 0
    return Fault(file, line, "", "readable YAML", (error.problem or "").removeprefix("but ").removeprefix("found "))


def no_file(file: str, error: OSError) -> Fault:
    """A file that cannot be read."""
    return Fault(file, 0, "", "a readable file", error.strerror or str(error))


def first_line(error: Exception) -> str:
    """What an error of others says, without the advice and places that follow."""
    return str(error).splitlines()[0].partition(";")[0] if str(error) else ""
