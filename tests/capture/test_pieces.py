"""Pieces from the box: their colours are learned from a table that is known, and what is too alike is named."""

from __future__ import annotations

from typing import Any

import pytest

from companion import i18n
from companion.app.live.guide import advice
from companion.capture.shelf import Shelf
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from companion.table.speaker import Speaker
from tests.capture.boards import COLOURS, board_of, names_of, real_layout, stranger
from vision.capture.known import KnownReader, paint_of, plain_paint
from vision.demo.arrange import Arrangement
from vision.looking import Learned


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_too_alike_is_named_with_advice(lang: str) -> None:
    i18n.use(lang)
    speaker = Speaker("hibernia", house_board("hibernia"), ())
    assert advice(None, speaker) == ""
    assert advice(Learned({"white": 4}), speaker) == ""
    text = advice(Learned({}, close=(("orange", "red", 3.1), ("black", "purple", 1.2))), speaker)
    begins = {"en": "Black and purple look alike", "de": "Schwarz und Lila sehen sich"}
    assert text.startswith(begins[lang]), text
    assert "mide" not in advice(Learned({}, unsure=("mide",)), speaker)


def test_colours_are_learned_kept_and_known_again(own: Any, tmp_path: Any) -> None:
    """Two of each colour laid on roomy lands once; another reader knows them from the shelf."""
    import numpy as np

    shop, _person, table = own
    real, board = stranger("hibernia", 1), board_of(shop)
    to = np.linalg.inv(shop.homography()) @ table.truth().homography
    layout = real_layout(board, real, names_of(board, real, to))
    roomy = sorted((s for s in board.spaces if s.kind == "county"), key=lambda s: -len(s.polygon))[:4]
    contents = {s.id: {f"soldier:{c}": 3} for s, c in zip(roomy, COLOURS, strict=True)}
    table.lay(Arrangement(layout, 5).update(contents))
    picture = table.shoot()
    table.lay(())
    reader = KnownReader(layout_of(board, list(COLOURS)), shop.picture, shop.homography())
    learned = reader.learn(picture, contents)
    assert learned.refusal is None
    shelf = Shelf(tmp_path)
    shelf.keep_paints("hibernia", {c: plain_paint(p) for c, p in reader.learned_paints().items()})
    assert set(shelf.paints("hibernia")) == set(COLOURS)
    again = KnownReader(layout_of(board, list(COLOURS)), shop.picture, shop.homography())
    again.know({c: paint_of(c, p) for c, p in shelf.paints("hibernia").items()})
    seen = again.read(picture)
    for place, lying in contents.items():
        for piece, counts in seen.readings[place].counts.items():
            assert (int(np.argmax(counts)) > 0) == (piece in lying), (place, piece)  # how many is a matter of memory
