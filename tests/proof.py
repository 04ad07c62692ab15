"""``make proof``: what ``make test`` runs in short form, at full length; docs/proof.md gets command, date, number.

    python -m tests.proof                            # everything
    python -m tests.proof tests/e2e/test_evening.py  # these files only; other rows of the page stay as they are
    python -m tests.proof photoreal bench

The page is written after every row, so that a run that is cut off keeps what it has shown.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "proof.md"
PICTURES = ROOT / "tests" / "images" / "photoreal"
HEAD = (
    "# Proof\n\nWritten by `make proof`. Simulated pictures and bytes; no real camera, die or panel. All tables run "
    "through\nthe app's runtime with its policy; times count the CPU time that reading takes on one core.\n\n"
    "| command | date | number | time |\n|---|---|---|---|\n"
)
Row = tuple[str, str]  # number, time


def run(command: list[str]) -> tuple[int, str, float]:
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, time.monotonic() - began


def marked() -> list[str]:
    """Test files that hold tests marked proof."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(f.relative_to(ROOT)) for f in files if "mark.proof" in f.read_text(encoding="utf-8")]


def tests(path: str) -> Iterator[Row]:
    """A file's tests marked proof, and what each of them prints as a line of JSON."""
    began, last = time.monotonic(), "nothing ran"
    command = [sys.executable, "-u", "-m", "pytest", "-m", "proof", "-s", path]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as done:
        assert done.stdout is not None
        for line in done.stdout:
            if told := re.fullmatch(r"(?:tests/\S+ )?[.Fs]*(\{.*\})\s*", line):
                yield f"`{told[1]}`", ""
            elif re.search(r"passed|failed|error", line):
                last = line
    told_last = re.sub(r" in [0-9.]+s.*", "", last.strip("= \n"))
    yield f"{told_last} (exit {done.returncode})", f"{time.monotonic() - began:.0f} s"


def photoreal(_: str = "") -> Iterator[Row]:
    """Two games on rendered pictures of our own board, each under its own light."""
    from tests.photoreal.play import referee

    for folder in sorted(p.parent for p in PICTURES.glob("*/truth.json")):
        began = time.monotonic()
        r = referee(folder)
        told = f"{r.pictures} pictures, {r.acts} acts, {r.questions} questions, {r.wrong} wrong commits"
        yield f"{folder.name}: {told}", f"{time.monotonic() - began:.0f} s"


def bench(_: str = "") -> Iterator[Row]:
    code, output, seconds = run([sys.executable, "-m", "companion.cli", "bench"])
    for line in output.splitlines():
        if line.strip():
            yield f"`{' '.join(line.split())}`", ""
    yield f"exit {code}", f"{seconds:.0f} s"


def known() -> dict[str, list[str]]:
    """Rows of the page as it is, by command."""
    rows: dict[str, list[str]] = {}
    if OUT.exists():
        for line in OUT.read_text(encoding="utf-8").splitlines():
            if line.startswith("| `"):
                rows.setdefault(line.split("`")[1], []).append(line)
    return rows


def whole(page: dict[str, list[str]]) -> str:
    """The page with its rows, and what has not been run since the table was wired anew."""
    rows = "\n".join(x for k in sorted(page) for x in page[k])
    missing = [p for p in [*marked(), "photoreal", "bench"] if f"python -m tests.proof {p}" not in page]
    left = "\n\nNot run on this edition yet: " + ", ".join(f"`{p}`" for p in missing) + ".\n" if missing else "\n"
    return HEAD + rows + left


def main() -> int:
    parts = sys.argv[1:] or [*marked(), "photoreal", "bench"]
    page, good = known(), True
    for part in parts:
        how = {"photoreal": photoreal, "bench": bench}.get(part, tests)
        command = f"python -m tests.proof {part}"
        print(f"{part} ...", flush=True)
        date = datetime.now().date().isoformat()
        lines = []
        for number, spent in how(part):
            print(f"  {number} {spent}", flush=True)
            lines.append(f"| `{command}` | {date} | {number.replace('|', '/')} | {spent} |")
            good = good and not re.search(r"\d+ (failed|error)|exit [1-9]", number)
            page[command] = lines
            OUT.write_text(whole(page), encoding="utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
