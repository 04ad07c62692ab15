"""The arrows of the design, held by reading every import: app, table, games, engine; strangers stay strangers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "vision", "hardware")
DISK = "hardware.filing"  # the one device that the kernel knows: journals are files
MOST_LINES = 400

# Who may be imported by whom inside companion: the layers, lowest first. Tools beside them (the command, the
# bench) may use all and are used by none.
LAYERS = (
    "companion.engine", "companion.games", "companion.art", "companion.table", "companion.demo", "companion.capture",
    "companion.app",
)  # fmt: skip
TOOLS = (
    "companion.cli", "companion.cli_tools", "companion.cli_cards", "companion.cli_capture", "companion.bench",
)  # fmt: skip
# Modules of a game's folder that belong to a higher layer: its board's art, its capture plan, demo players, screen.
EDGES = {
    "style": "companion.art", "demo": "companion.demo", "capture": "companion.capture",
    "screen": "companion.app",
}  # fmt: skip
NO_CHANCE = ("random", "time", "secrets", "datetime")
PREVIEW = "companion.app.widgets"  # the live picture may turn frames into textures
SHARED_BY_VISION = ("vision.layout", "vision.observation", "vision.frames")


@cache
def modules() -> dict[str, Path]:
    found = {}
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = file
    return found


@cache
def imports(name: str) -> tuple[tuple[str, int], ...]:
    """Every module that a module imports, anywhere in it, with its line."""
    file = modules()[name]
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(_imports(ast.parse(file.read_text(encoding="utf-8")), package))


def _imports(tree: ast.AST, package: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((a.name, node.lineno) for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
            yield base, node.lineno
            yield from ((f"{base}.{a.name}", node.lineno) for a in node.names if f"{base}.{a.name}" in modules())
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            yield from _dynamic(node)


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _dynamic(node: ast.Call) -> Iterator[tuple[str, int]]:
    """``import_module(f"companion.games.{name}.words")`` counts by the part that is written out."""
    first = node.args[0] if node.args else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        yield first.value, node.lineno
    elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
        yield str(first.values[0].value).rstrip("."), node.lineno


def under(name: str, *packages: str) -> bool:
    return any(name == p or name.startswith(p + ".") for p in packages)


def breaches(inside: tuple[str, ...], banned: tuple[str, ...], but: tuple[str, ...] = ()) -> list[str]:
    """Imports of something banned by modules inside some packages."""
    return [
        f"{modules()[name].relative_to(ROOT)}:{line} imports {what}"
        for name in modules()
        if under(name, *inside) and not under(name, *but)
        for what, line in imports(name)
        if under(what, *banned)
    ]


def test_the_walk_sees_modules_and_imports() -> None:
    assert len(modules()) > 100
    assert "companion.engine.types" in {what for what, _ in imports("companion.engine.words")}
    assert "companion.games" in {what for what, _ in imports("companion.table.speaker")}


def layer(name: str) -> str:
    """The layer of a module of companion; "" for tools and what all may use."""
    parts = name.split(".")
    if under(name, "companion.games") and len(parts) > 3 and (edge := parts[3]) in EDGES:
        return EDGES[edge]
    return next((one for one in LAYERS if under(name, one)), "")


@pytest.mark.parametrize("lower", LAYERS)
def test_arrows_point_downwards_only(lower: str) -> None:
    above = (*LAYERS[LAYERS.index(lower) + 1 :], *TOOLS)
    assert [
        f"{modules()[name].relative_to(ROOT)}:{line} imports {what}"
        for name in modules()
        if layer(name) == lower
        for what, line in imports(name)
        if (layer(what) or what) in above or under(what, *TOOLS)
    ] == []


def _device(name: str) -> bool:
    return name.startswith("hardware.") and not under(name, DISK)


def test_only_higher_layers_of_a_game_know_its_own_edges() -> None:
    """A game's core does not import its screen, capture plan, art or players: they are asked for by name."""
    assert {layer(f"companion.games.walisk.{x}") for x in ("rules", "table", "style")} == {LAYERS[1], LAYERS[2]}
    core = [n for n in modules() if layer(n) in ("companion.engine", "companion.games")]
    devices = tuple(m for m in modules() if under(m, "vision") or _device(m))
    assert [(n, what) for n in core for what, _ in imports(n) if under(what, *devices)] == []


def resolved(name: str) -> set[str]:
    """Modules of this project that a module imports when it runs, each as the file that is read."""
    tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
    for_types = [n for n in ast.walk(tree) if isinstance(n, ast.If) and getattr(n.test, "id", "") == "TYPE_CHECKING"]
    lines = {line for n in for_types for line in range(n.lineno, (n.end_lineno or n.lineno) + 1)}
    found = set()
    for what, line in imports(name):
        if line in lines:
            continue
        while what and what not in modules():
            what = what.rpartition(".")[0]
        if what and what not in (name, *PACKAGES):
            found.add(what)
    # "from package import module" reads the module; the package itself is there only to hold it
    return {w for w in found if not any(o.startswith(w + ".") for o in found)}


def test_no_module_imports_itself_by_a_roundabout_way() -> None:
    graph = {name: resolved(name) for name in modules()}
    while graph:
        used = {w for needs in graph.values() for w in needs}
        ends = [name for name, needs in graph.items() if name not in used or not needs & graph.keys()]
        if not ends:
            break
        for name in ends:
            del graph[name]
    assert sorted(graph) == []


def test_a_game_imports_no_other_game() -> None:
    games = sorted(
        {name.split(".")[2] for name in modules() if name.count(".") >= 2 and under(name, "companion.games")}
    )
    for game in games:
        others = tuple(f"companion.games.{o}" for o in games if o != game)
        assert breaches((f"companion.games.{game}",), others) == []


# The one layout of a game's folder: parts that each has, parts that some have, and what is peculiar to one. A part is
# a module, or a package where it takes several modules.
EVERY = {
    "info", "inputs", "state", "world", "duties", "rules", "events", "effects", "score", "view", "position", "table",
    "words", "game", "screen", "capture",
}  # fmt: skip
SOME = {"box", "tags", "explain", "prospects", "style", "demo"}
PECULIAR: dict[str, set[str]] = {
    "brian_boru": set(),
    "hibernia": set(),
    "loewenherz": {"derive", "grid"},
    "vikings_gone_wild": {"counting", "last", "origins", "villages", "zones"},
    "walisk": {"accord", "checks", "maps", "mustering", "odds", "papers", "pieces", "records", "routes"},
}


def test_every_game_is_laid_out_alike() -> None:
    parts: dict[str, set[str]] = {}
    for name in modules():
        if under(name, "companion.games") and name.count(".") >= 3:
            parts.setdefault(name.split(".")[2], set()).add(name.split(".")[3])
    assert {game: sorted(EVERY - found) for game, found in parts.items() if EVERY - found} == {}
    assert {game: found - EVERY - SOME for game, found in parts.items()} == PECULIAR
    assert {what for what in SOME if sum(what in found for found in parts.values()) == len(parts)} == set()


def test_vision_and_hardware_never_import_the_companion() -> None:
    assert breaches(("vision", "hardware"), ("companion",)) == []


def test_vision_and_hardware_are_strangers() -> None:
    assert breaches(("vision",), ("hardware",)) == []
    assert breaches(("hardware",), ("vision",)) == []


def test_files_are_written_by_a_package_that_knows_nobody() -> None:
    others = ("companion", "vision", *(m for m in modules() if _device(m)))
    assert breaches((DISK,), others) == []


def test_only_the_app_imports_kivy() -> None:
    assert breaches(PACKAGES, ("kivy", "kivymd"), but=("companion.app",)) == []


def test_only_vision_and_the_preview_import_cv2() -> None:
    assert breaches(PACKAGES, ("cv2",), but=("vision", PREVIEW)) == []


def test_only_the_links_import_serial() -> None:
    assert breaches(PACKAGES, ("serial",), but=("hardware.links",)) == []


def test_kernel_and_games_know_neither_chance_nor_clock() -> None:
    core = [n for n in modules() if layer(n) in ("companion.engine", "companion.games")]
    assert [(n, what) for n in core for what, _ in imports(n) if under(what, *NO_CHANCE)] == []


def test_reader_and_demo_camera_are_strangers() -> None:
    """The demo camera must not know how it is read, and the reader not how its pictures are made."""
    readers = tuple(n for n in modules() if under(n, "vision") and not under(n, "vision.demo", *SHARED_BY_VISION))
    readers = tuple(n for n in readers if n != "vision")
    assert breaches(("vision.demo",), readers) == []
    assert breaches(("vision",), ("vision.demo",), but=("vision.demo", "vision.frames")) == []


def test_capture_knows_nothing_of_the_boards_it_is_tried_on() -> None:
    generator = tuple(n for n in modules() if under(n, "vision.demo"))
    assert breaches(("companion.capture", "vision.capture"), (*generator, "tests")) == []


def test_no_module_passes_400_lines() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for file in modules().values()
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


def test_a_game_is_named_in_its_folder_only() -> None:
    """By its id or the words of its title, in code and in comments."""
    games = [f.name for f in (ROOT / "companion" / "games").iterdir() if (f / "game.py").is_file()]
    assert len(games) >= 5
    words = {w for g in games for w in (g, g.replace("_", " "), g.replace("oe", "ö"))}
    names = re.compile("|".join(sorted(words)), re.IGNORECASE)
    named = [
        f"{modules()[name].relative_to(ROOT)}:{n}"
        for name in modules()
        if not under(name, "companion.games")
        for n, line in enumerate(modules()[name].read_text(encoding="utf-8").splitlines(), 1)
        if names.search(line)
    ]
    assert named == []


def test_a_breach_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "companion.engine.bad": "import random\nfrom companion.games import hibernia\n",
        "companion.games.good": "def f():\n    import time\n",
        "vision.bad": "from companion.engine import types\nimport companion\n",
    }
    files = {}
    for name, text in texts.items():
        files[name] = tmp_path / f"{name}.py"
        files[name].write_text(text, encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.modules", lambda: files)
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    imports.cache_clear()
    try:
        assert len(breaches(("companion.engine",), ("companion.games",))) == 1
        assert len(breaches(("companion.engine", "companion.games"), NO_CHANCE)) == 2
        assert len(breaches(("vision",), ("companion",))) == 2
    finally:
        imports.cache_clear()
