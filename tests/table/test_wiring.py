"""One wiring: desk, eye, ears and policy are joined by the runtime, and nowhere else."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = {
    "Desk": {"companion/table/runtime.py"},
    "Eye": {"companion/table/runtime.py"},
    "Ears": {"companion/table/runtime.py"},
    "DeskThread": {"companion/table/runtime.py"},
    "TableRuntime": {
        "companion/table/watch.py", "companion/app/live/sitting.py", "companion/demo/terminal.py",
        "tests/bench/evening.py", "tests/bench/campaign.py", "tests/bench/tablebench.py",
    },
}  # fmt: skip


@cache
def calls(file: Path) -> set[str]:
    """Names that are called in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}


def test_the_parts_of_a_table_are_joined_in_one_place() -> None:
    made: dict[str, set[str]] = {part: set() for part in PARTS}
    for file in sorted([*(ROOT / "companion").rglob("*.py"), *(ROOT / "tests" / "bench").rglob("*.py")]):
        for part in calls(file) & PARTS.keys():
            made[part].add(str(file.relative_to(ROOT)))
    assert made == PARTS


def test_no_table_of_the_product_has_a_policy_of_its_own() -> None:
    own = [str(f.relative_to(ROOT)) for f in (ROOT / "companion").rglob("*.py") if "Policy" in calls(f)]
    assert set(own) <= {"companion/table/runtime.py", "companion/table/desk/desk.py"}, "both only as the default"
