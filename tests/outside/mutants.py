"""Files with something wrong, in their bytes or in one value of an otherwise sound file, into all that reads them.

Of a text that was spoiled most is refused by the parser. So every other file is written anew from what it holds, with
one or two values exchanged, doubled, taken away or turned; saved games get hashes that fit.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.app import settings as kept
from companion.app.drawing import drawing_of
from companion.app.live.devices import Devices
from companion.app.live.values import CardShelf
from companion.capture.draft import Draft, DraftError
from companion.capture.shelf import EXPORT, VERSION, Shelf, ShelfError
from companion.engine.boards import board_from_mapping, house_board, load_board
from companion.engine.game import ConfigError
from companion.engine.journal import JournalError, seal
from companion.engine.scenario import run_file
from companion.engine.yamlfile import DataError
from companion.games import game
from companion.games.vikings_gone_wild.box import load_cards
from companion.table import saved
from companion.table.ownmap import Refused, load_map
from hardware.enrolment import load_enrolled, save_enrolled
from hardware.files import BadFile
from hardware.pairing import load_pairing, parse_address, save_pairing
from tests.outside.evenings import evening

ROOT = Path(__file__).resolve().parents[2]
FINE = (DataError, BadFile, ShelfError, DraftError, JournalError, ConfigError, Refused)
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 3.5, 1e308, -1e308, float("inf"), 10**30, "", "x", "1", "\0", "../../x", "ä" * 5,
    "a" * 5000, [], {}, [1, 2], ["x"], [None], [[1]], {"a": 1},
)  # fmt: skip


def mutated(text: str, rng: random.Random) -> bytes:
    """A file with a few things wrong: bytes, parts cut out or doubled, numbers and names exchanged."""
    raw = bytearray(text, "utf-8")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw) or 1)
        kind = rng.randrange(6)
        if kind == 0 and raw:
            raw[at % len(raw)] = rng.randrange(256)
        elif kind == 1:
            del raw[at : at + rng.randint(1, 200)]
        elif kind == 2:
            raw[at:at] = raw[max(0, at - 100) : at]
        elif kind == 3:
            raw[at:at] = rng.choice([b"null", b"[]", b"{}", b"-1", b"1e999", b'"x"', b"NaN", b"true", b"&a *a", b"\0"])
        elif kind == 4:
            words = rng.choice([(b"id", b"game"), (b"at", b"kind"), (b"[", b"{"), (b"1", b"-9"), (b":", b",")])
            raw = bytearray(bytes(raw).replace(words[0], words[1], rng.randint(1, 3)))
        else:
            del raw[at:]
    return bytes(raw)


def places(node: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in plain data but the whole."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield (*at, key)
        yield from places(value, (*at, key))


def _at(node: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        node = node[key]
    return node


def turned(doc: Any, rng: random.Random) -> Any:
    """Plain data with one or two of its values exchanged, doubled, taken away or turned."""
    doc = copy.deepcopy(doc)
    for _ in range(rng.choice((1, 1, 2))):
        ways = list(places(doc))
        if not ways:
            break
        *front, key = rng.choice(ways)
        node, how = _at(doc, tuple(front)), rng.randrange(5)
        if how == 0:
            node[key] = copy.deepcopy(rng.choice(ODD))
        elif how == 1:
            node[key] = copy.deepcopy(_at(doc, rng.choice(ways)))
        elif how == 2:
            del node[key]
        elif how == 3 and isinstance(node, list):
            node.append(copy.deepcopy(node[key]))
        elif how == 3:
            node["odd"] = node[key]
        else:
            node[key] = -node[key] if isinstance(node[key], int | float) else str(node[key])
    return doc


def exported() -> dict[str, Any]:
    """A board file as people send it: the house board with what was drawn of it."""
    doc = dict(house_board("hibernia").doc)
    spaces = doc["spaces"][:3]
    ops = [{"do": "size", "mm": [420, 297]}]
    ops += [{"do": "spot", "id": s["id"], "kind": s["kind"], "at": s.get("centre", [10, 10])} for s in spaces]
    return {"format": EXPORT, "version": VERSION, "game": "hibernia", "board": doc, "draft": ops, "values": {}}


class Strangers:
    """A house full of files, and all that reads each kind of them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng = folder, random.Random(seed)
        evening(folder / "games" / "g", 30).close()
        self.journal = folder / "games" / "g" / saved.JOURNAL
        self.shelf = Shelf(folder / "home")
        (folder / "export.json").write_text(json.dumps(exported()), encoding="utf-8")
        self.taken = self.shelf.take_in(folder / "export.json")
        save_enrolled(folder / "tags.yaml", {f"0100A0B0{n:02X}": f"brian_boru:action_{n}" for n in range(1, 20)})
        save_pairing(folder / "pairing.yaml", [parse_address("em4100+/dev/ttyUSB0?presence=once", "pad")])
        CardShelf(folder / "cards.yaml").call("N1", "x")
        draft = self.shelf.root / "boards" / self.taken / "draft.jsonl"
        scenario = next((ROOT / "tests" / "scenarios" / "hibernia").glob("*.yaml"))
        files: dict[str, tuple[Callable[[Path], Any], Path]] = {
            "board": (load_board, ROOT / "boards/hibernia/house.yaml"),
            "export": (self.take_in, folder / "export.json"),
            "draft": (Draft, draft),
            "map": (load_map, ROOT / "boards/walisk/small.yaml"),
            "deck": (load_cards, ROOT / "boards/vikings_gone_wild/cards.yaml"),
            "tags": (load_enrolled, folder / "tags.yaml"),
            "pairing": (load_pairing, folder / "pairing.yaml"),
            "cards": (lambda f: CardShelf(f).read(), folder / "cards.yaml"),
            "scenario": (lambda f: run_file(f, game("hibernia")), scenario),
        }
        self.files = {name: (read, f.suffix, f.read_text("utf-8")) for name, (read, f) in files.items()}
        self.files["settings"] = (kept.load, ".json", json.dumps({"language": "de", "theme": "dark"}))
        self.files["devices"] = (lambda f: Devices(f, {})["camera"], ".json", json.dumps({"camera": "0", "die": "x"}))
        self.files["journal"] = (self.open_game, ".jsonl", self.journal.read_text("utf-8"))
        self.plain = {name: _plain(name, text) for name, (_, _, text) in self.files.items()}
        self.counts = dict.fromkeys(self.files, 0)

    def take_in(self, file: Path) -> None:
        """An export that is taken in is used, and given away again."""
        ident = self.shelf.take_in(file)
        try:
            assert ident in [b.id for b in self.shelf.boards()]
            assert self.shelf.unfinished("hibernia") in ("", ident, self.taken)
            drawing_of(board_from_mapping(json.loads(file.read_text("utf-8"))["board"], str(file)))
        finally:
            self.shelf.forget(ident)

    def open_game(self, file: Path) -> None:
        """A saved game is listed whatever it holds, and opened or refused."""
        self.journal.write_bytes(file.read_bytes())
        assert len(saved.listing(self.folder / "games")) == 1
        saved.sound_lines(self.folder / "games" / "g", game)
        saved.look_at(self.folder / "games" / "g", game)

    def round(self, n: int) -> None:
        """One more file of the next kind."""
        name = list(self.files)[n % len(self.files)]
        read, suffix, text = self.files[name]
        file = self.folder / f"odd{suffix}"
        deep = self.plain[name] is not None and n // len(self.files) % 2
        file.write_bytes(_written(name, turned(self.plain[name], self.rng)) if deep else mutated(text, self.rng))
        try:
            read(file)
            self.counts[name] += 1
        except FINE:
            pass


def _plain(name: str, text: str) -> Any:
    """What a file holds, where it is small enough to be written anew again and again; else None."""
    import yaml

    if name in ("board", "deck", "map", "scenario"):
        return None
    if name in ("journal", "draft"):
        return [json.loads(line) for line in text.splitlines()]
    return yaml.safe_load(text)


def _written(name: str, doc: Any) -> bytes:
    if name == "draft" and isinstance(doc, list):
        return "".join(json.dumps(line) + "\n" for line in doc).encode()
    if name != "journal":
        return json.dumps(doc).encode()
    before, out = "", []
    for line in doc:
        body = {k: v for k, v in line.items() if k != "hash"} if isinstance(line, dict) else {"odd": line}
        raw, before = seal(body, before)
        out.append(raw + b"\n")
    return b"".join(out)


def strangers(folder: Path, rounds: int, seed: int) -> dict[str, int]:
    """So many files into everything that reads them; only sentences may come out. How many were read all the same."""
    house = Strangers(folder, seed)
    for n in range(rounds):
        house.round(n)
    return house.counts
