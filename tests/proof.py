"""``make proof``: what ``make test`` runs in short form, at full length; docs/proof.md gets command, date, number."""

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


def run(command: list[str]) -> tuple[int, str, float]:
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, time.monotonic() - began


def tests() -> Iterator[tuple[str, str, str]]:
    """Every test marked proof, and what each of them prints as a line of JSON."""
    command = [sys.executable, "-m", "pytest", "-m", "proof", "-s", "-q"]
    code, output, seconds = run(command)
    last = next((x for x in reversed(output.splitlines()) if re.search(r"passed|failed|error", x)), "nothing ran")
    yield "pytest -m proof", f"{last.strip('= ')} (exit {code})", f"{seconds:.0f} s"
    for line in output.splitlines():
        if line.lstrip(".F").startswith("{"):
            yield "a whole evening", f"`{line.lstrip('.F')}`", ""


def photoreal() -> Iterator[tuple[str, str, str]]:
    """Two games on rendered pictures of our own board, each under its own light."""
    from tests.photoreal.play import referee

    for folder in sorted(p.parent for p in PICTURES.glob("*/truth.json")):
        began = time.monotonic()
        r = referee(folder)
        told = f"{r.pictures} pictures, {r.acts} acts, {r.questions} questions, {r.wrong} wrong commits"
        yield f"tests.photoreal.play {folder.name}", told, f"{time.monotonic() - began:.0f} s"


def bench() -> Iterator[tuple[str, str, str]]:
    code, output, seconds = run([sys.executable, "-m", "companion.cli", "bench"])
    for line in output.splitlines():
        yield "companion bench", f"`{' '.join(line.split())}`", ""
    yield "companion bench", f"exit {code}", f"{seconds:.0f} s"


def main() -> int:
    rows: list[tuple[str, str, str]] = []
    for part in (tests, photoreal, bench):
        print(f"{part.__name__} ...", flush=True)
        for row in part():
            print("  " + " | ".join(row), flush=True)
            rows.append(row)
    date = datetime.now().date().isoformat()
    told = f"Written by `make proof` on {date}. Simulated pictures and bytes; no real camera, die or panel."
    lines = ["# Proof", "", told, "", "| command | number | time |", "|---|---|---|"]
    lines += [f"| {a} | {b} | {c} |" for a, b, c in rows]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if all("failed" not in b and "exit 1" not in b for _, b, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
