"""Small drawings as cached textures, drawn several times too large and averaged: smooth edges without multisampling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.graphics.texture import Texture

from companion.app.paint.pen import Pen
from companion.app.theme import Look, rgba

_CACHE: dict[tuple[Any, ...], Any] = {}
_LIMIT = 1500
LARGE, LARGE_FINE = 200, 2  # px from which twice its size will do, as for boards: four times takes 18 MB at 320 px


def clear() -> None:
    """Forget all textures."""
    _CACHE.clear()


def stamp(
    key: tuple[Any, ...], w: float, h: float, look: Look, draw: Callable[[Pen], None], scale: float, fine: int = 4
) -> Any:
    """The texture of a drawing of w x h units at ``scale`` px a unit; drawn once for each key, size and theme."""
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    full = (*key, size, fine, look.theme)
    if full not in _CACHE:
        if len(_CACHE) > _LIMIT:
            _CACHE.clear()
        _CACHE[full] = render(size, size[0] / w, look, draw, fine)
    return _CACHE[full]


def render(size: tuple[int, int], scale: float, look: Look, draw: Callable[[Pen], None], fine: int = 4) -> Any:
    """Draw ``fine`` times too large, then average: a texture of ``size`` px with straight alpha."""
    w, h = size
    fine = fine if max(size) < LARGE else min(fine, LARGE_FINE)
    fbo = Fbo(size=(w * fine, h * fine))
    with fbo:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
    draw(Pen(fbo, 0, h * fine, scale * fine, look))
    fbo.draw()
    big = np.frombuffer(fbo.pixels, np.uint8).reshape(h, fine, w, fine, 4)
    mean = big.sum(axis=(1, 3), dtype=np.uint32)  # colour is premultiplied by what lies over nothing
    alpha = np.maximum(mean[..., 3:], 1)
    out = np.empty((h, w, 4), np.uint8)
    out[..., :3] = np.minimum(255, mean[..., :3] * 255 // alpha)
    out[..., 3] = mean[..., 3] // (fine * fine)
    texture = Texture.create(size=size, colorfmt="rgba")
    texture.min_filter = texture.mag_filter = "linear"
    texture.wrap = "clamp_to_edge"
    texture.blit_buffer(out.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def canvas(size: tuple[int, int], scale: float, look: Look, draw: Callable[[Pen], None], old: Fbo | None = None) -> Fbo:
    """A large opaque drawing at twice its size: its ``texture`` is smooth. ``old``: of such a drawing, used anew."""
    w, h = size
    if old is not None and tuple(old.size) == (w * 2, h * 2):
        fbo = old
        fbo.clear()
    else:
        fbo = Fbo(size=(w * 2, h * 2))
        fbo.texture.min_filter = fbo.texture.mag_filter = "linear"
    with fbo:
        ClearColor(*rgba(look.colour("ground")))
        ClearBuffers()
    draw(Pen(fbo, 0, h * 2, scale * 2, look))
    fbo.draw()
    return fbo
