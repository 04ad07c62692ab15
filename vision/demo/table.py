"""The demo table: a board in perspective under lamps with pieces on it, drawn anew for every seed, and its truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from attrs import evolve, frozen

from vision.demo.conditions import Conditions, draw_conditions
from vision.demo.hand import HandPose, draw_hand
from vision.demo.light import HALF, illuminate, lit_ground, mirror_spots, shadow_masks
from vision.demo.paint import Paints, linear_image
from vision.demo.sensor import Developed, Sensor
from vision.demo.shapes import Face, LaidPiece, faces_of, painter_order, top_px
from vision.demo.surface import GROUND_MM, PX_PER_MM, table_surface, tray_mark
from vision.demo.view import Point, View, look

OVER = 4  # pieces are drawn so many times too large and averaged down


@frozen(eq=False)
class PieceTruth:
    """Where a piece shows: middle of base and top, outline of all of it (px), share of its top that a hand hides."""

    piece: LaidPiece
    base_px: tuple[float, float]
    top_px: tuple[float, float]
    outline_px: np.ndarray
    hand_share: float


@frozen(eq=False)
class Truth:
    """What one picture shows; for tests only. Pixels are OpenCV's: (0, 0) is the middle of the first one."""

    homography: np.ndarray  # sheet mm -> px
    view: View
    pieces: tuple[PieceTruth, ...]
    hand_mask: np.ndarray | None  # bool, full size
    conditions: Conditions


class DemoTable:
    """One table. ``art``: RGB uint8 print of the sheet, all of it is ``size_mm``. ``tray``: polygon beside it, mm."""

    def __init__(
        self,
        art: np.ndarray,
        size_mm: Point,
        conditions: Conditions | int = 0,
        *,
        picture: tuple[int, int] = (1920, 1080),
        tray: Sequence[Point] = (),
    ) -> None:
        self.conditions = draw_conditions(conditions) if isinstance(conditions, int) else conditions
        self.size_mm, self.picture, self.tray = size_mm, picture, tuple(tray)
        self.art = art
        self.paints = Paints(self.conditions.paint_seed, self.conditions.paint_spread)
        self.pieces: tuple[LaidPiece, ...] = ()
        self.clutter = self._clutter()
        self._rng = np.random.default_rng([self.conditions.seed, 51])
        self._surface: np.ndarray | None = None
        self._ground: np.ndarray | None = None
        self._lit: np.ndarray | None = None
        self._developed: Developed | None = None
        self._shown: tuple[HandPose | None, np.ndarray, np.ndarray, np.ndarray | None] | None = None
        self.view = self._look(self.conditions)
        self._reset_light()

    # -- what may change between pictures

    def lay(self, pieces: Sequence[LaidPiece]) -> None:
        """The pieces that lie on board and tray from now on."""
        if tuple(pieces) != self.pieces:
            self.pieces = tuple(pieces)
            self._lit = None
            self._developed = None

    def bump(self, dx: float, dy: float, turn_deg: float) -> None:
        """Pushes the sheet with its pieces over the table (mm, degrees)."""
        about = (self.size_mm[0] / 2, self.size_mm[1] / 2)
        self.view = self.view.bumped(dx, dy, turn_deg, about)
        self._ground = self._lit = self._developed = None

    def move_camera(self, **changes: Any) -> None:
        """Another place of the camera: values of ``Conditions`` such as ``tilt_deg``, ``azimuth_deg``, ``margin``."""
        self.conditions = evolve(self.conditions, **changes)
        self.view = evolve(self._look(self.conditions), sheet=self.view.sheet)
        self._reset_light()

    def relight(self, seed: int | None = None, exposure: float | None = None) -> None:
        """Other lamps (of another seed), or the same ones brighter by ``exposure`` stops; the table stays."""
        if seed is not None:
            other = draw_conditions(seed)
            keep = ("mode", "lamps", "ambient", "ambient_kelvin")
            self.conditions = evolve(self.conditions, **{k: getattr(other, k) for k in keep})
        if exposure is not None:
            self.conditions = evolve(self.conditions, exposure=self.conditions.exposure + exposure)
        self._reset_light()

    # -- pictures

    def shoot(self, hand: HandPose | None = None) -> np.ndarray:
        """One picture, BGR uint8; two of them without a change differ by sensor noise only."""
        if self._developed is None:
            self._developed = Developed(self.sensor, self._scene())
            self._shown = None
        if hand is None:
            self._shown = (hand, *self._developed.bare, None)
        elif self._shown is None or self._shown[0] != hand:
            drawn = self._developed.under(lambda light: draw_hand(light, self.view, hand, self.light.open))
            self._shown = (hand, *drawn)
        return self.sensor.shoot(self._shown[1], self._shown[2], self._rng)

    def truth(self) -> Truth:
        """The truth about the picture shot last."""
        mask = self._shown[3] if self._shown and self._developed else None
        known = []
        for p in self.pieces:
            solid = self.view.project(p.solid(), not p.loose)
            outline = cv2.convexHull(solid.astype(np.float32)).reshape(-1, 2)
            base = self.view.project(np.array([[p.x, p.y, p.z]]), not p.loose)[0]
            top = top_px(p, self.view)
            known.append(
                PieceTruth(
                    p, (float(base[0]), float(base[1])), (float(top[0]), float(top[1])), outline, self._hidden(p, mask)
                )
            )
        return Truth(self.view.homography, self.view, tuple(known), mask, self.conditions)

    # -- inside

    def _hidden(self, piece: LaidPiece, mask: np.ndarray | None) -> float:
        if mask is None:
            return 0.0
        o = piece.outline()
        middle = np.array([piece.x, piece.y])
        probe = np.vstack([middle, *(middle + (o - middle) * k for k in (0.45, 0.9))])
        probe = np.column_stack([probe, np.full(len(probe), piece.z + piece.height_mm)])
        px = np.round(self.view.project(probe, not piece.loose)).astype(int)
        ok = (px[:, 0] >= 0) & (px[:, 0] < self.picture[0]) & (px[:, 1] >= 0) & (px[:, 1] < self.picture[1])
        return float(mask[px[ok, 1], px[ok, 0]].mean()) if ok.any() else 0.0

    def _look(self, c: Conditions) -> View:
        w, h = self.size_mm
        corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h), *self.tray]
        return look(
            self.picture,
            corners,
            tilt_deg=c.tilt_deg,
            azimuth_deg=c.azimuth_deg,
            roll_deg=c.roll_deg,
            hfov_deg=c.hfov_deg,
            margin=c.margin,
        )

    def _reset_light(self) -> None:
        middle = (self.size_mm[0] / 2, self.size_mm[1] / 2)
        self.light = illuminate(self.view, self.conditions, middle)
        self.spots = mirror_spots(self.view, self.light, self.conditions.gloss)
        self.sensor = Sensor(self.conditions, self.picture)
        self._ground = self._lit = self._developed = None
        self._on_ground: np.ndarray = self.light.ambient

    def _clutter(self) -> tuple[LaidPiece, ...]:
        """Supplies of cubes and a few other things beside the sheet."""
        rng = np.random.default_rng([self.conditions.seed, 52])
        w, h = self.size_mm
        things: list[LaidPiece] = []
        labels = ("white", "purple", "orange", "black", "red", "green", "blue", "yellow", "natural")
        for i in range(self.conditions.clutter):
            off, along = rng.uniform(26, 60), rng.uniform(0, 1)
            x, y = ((along * w, -off), (along * w, h + off), (-off, along * h))[int(rng.integers(3))]
            label = labels[int(rng.integers(len(labels)))]
            for k in range(int(rng.integers(1, 7))):
                things.append(
                    LaidPiece(
                        f"clutter:{label}",
                        "cube",
                        label,
                        x + (k % 3) * 11 + rng.normal(0, 0.5),
                        y + (k // 3) * 11,
                        (8, 8),
                        8,
                        yaw=rng.uniform(0, 90),
                        key=90000 + 10 * i + k,
                        loose=True,
                    )
                )
        return tuple(things)

    def _background(self) -> np.ndarray:
        """Linear reflectance of table and sheet, no light yet."""
        if self._ground is not None:
            return self._ground
        c = self.conditions
        left, top = ((g - mm) / 2 for g, mm in zip(GROUND_MM, self.size_mm, strict=True))
        shift = np.array([[PX_PER_MM, 0, left * PX_PER_MM], [0, PX_PER_MM, top * PX_PER_MM], [0, 0, 1]])
        if self._surface is None:
            rng = np.random.default_rng([c.seed, 53])
            self._surface = table_surface(c.surface, rng)
            if self.tray:
                tray_mark(self._surface, shift, np.array(self.tray), rng)
        view = self.view
        to_px = view.table_homography @ np.linalg.inv(shift)
        ground = cv2.warpPerspective(
            self._surface, to_px, self.picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        art, scale = self._art_for(view)
        # art pixel (0, 0) has its middle half a pixel inside the sheet's corner
        to_mm = np.array([[1 / scale[0], 0, 0.5 / scale[0]], [0, 1 / scale[1], 0.5 / scale[1]], [0, 0, 1]])
        h = view.homography @ to_mm
        sheet = cv2.warpPerspective(art, h, self.picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        w, hh = self.size_mm
        corners = view.project(np.array([[0, 0, 0], [w, 0, 0], [w, hh, 0], [0, hh, 0]]))
        cover = np.zeros((self.picture[1], self.picture[0]), np.uint8)
        cv2.fillConvexPoly(cover, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        rim = cv2.GaussianBlur(cover, (0, 0), 2.2)
        dark = np.where(cover > 0, 1.0, 1.0 - rim.astype(np.float32) * (0.7 / 255))  # the sheet's own small shadow
        ground *= dark[..., None].astype(np.float32)
        a = (cover.astype(np.float32) / 255)[..., None]
        laid = self._ground = np.asarray(ground + (sheet - ground) * a)
        return laid

    def _art_for(self, view: View) -> tuple[np.ndarray, tuple[float, float]]:
        """The print in linear light, averaged down to about the picture's own fineness, and its px per mm."""
        w, h = self.size_mm
        finest = max(view.px_per_mm(p) for p in ((0, 0), (w, 0), (w, h), (0, h)))
        have = self.art.shape[1] / w
        art = self.art
        if have > finest * 1.15:
            art = cv2.resize(art, (max(2, round(w * finest)), max(2, round(h * finest))), interpolation=cv2.INTER_AREA)
        return linear_image(art), (art.shape[1] / w, art.shape[0] / h)

    def _scene(self) -> np.ndarray:
        """Lit linear picture without a hand."""
        if self._lit is not None:
            return self._lit
        everything = [*self.clutter, *self.pieces]
        masks, near = shadow_masks(self.view, self.light, everything)
        self._on_ground = lit_ground(self.light, masks, near)
        lit = cv2.resize(self._on_ground, self.picture, interpolation=cv2.INTER_LINEAR)
        image = np.asarray(cv2.multiply(self._background(), lit))
        if self.spots is not None:
            image += cv2.resize(self.spots, self.picture, interpolation=cv2.INTER_LINEAR)
        eye = self._eye_on_sheet()
        for piece in painter_order(everything, eye):
            self._draw(image, piece, self.view.eye if piece.loose else eye)
        self._lit = image
        return image

    def _eye_on_sheet(self) -> np.ndarray:
        e = self.view.eye
        xy = np.linalg.inv(self.view.sheet) @ np.array([e[0], e[1], 1.0])
        return np.array([xy[0], xy[1], e[2]])

    def _shade(self, piece: LaidPiece, face: Face, at: tuple[int, int]) -> np.ndarray:
        """Light on a face, linear RGB."""
        row, column = at
        ambient = self.light.ambient[row, column]
        up = face.normal[2]
        total: np.ndarray = ambient * (0.62 + 0.38 * up)
        for i in range(len(self.light.lamps)):
            to = self.light.on(piece, i)
            total = total + self.light.fields[i][row, column] * (np.clip(face.normal @ to, 0, None) / max(0.2, to[2]))
        if face.low:
            bounce = self._on_ground[row, column] * 0.18
            total = total + bounce * (1 - up)
        return total

    def _draw(self, image: np.ndarray, piece: LaidPiece, eye: np.ndarray) -> None:
        faces = faces_of(piece, eye, self.paints)
        px = [self.view.project(f.corners, not piece.loose) for f in faces]
        everything = np.vstack(px)
        x0, y0 = np.floor(everything.min(0)).astype(int) - 2
        x1, y1 = np.ceil(everything.max(0)).astype(int) + 3
        w, h = self.picture
        if x1 <= 0 or y1 <= 0 or x0 >= w or y0 >= h or x1 - x0 > 600 or y1 - y0 > 600:
            return
        middle = everything.mean(0)
        at = (int(np.clip(middle[1] / HALF, 0, h // HALF - 1)), int(np.clip(middle[0] / HALF, 0, w // HALF - 1)))
        size = ((y1 - y0) * OVER, (x1 - x0) * OVER)
        colour = np.zeros((*size, 3), np.float32)
        cover = np.zeros(size, np.uint8)
        origin = np.array([x0, y0])

        def fixed(p: np.ndarray) -> np.ndarray:
            return np.asarray(np.round((((p - origin) + 0.5) * OVER - 0.5) * 16), np.int32)

        for face, corners in zip(faces, px, strict=True):
            paint = face.paint * self._shade(piece, face, at)
            whole = fixed(corners)
            cv2.fillConvexPoly(cover, whole, 255, cv2.LINE_8, 4)
            if face.normal[2] < 0.5:  # a side: three bands, darker towards the ground
                a, b, c, d = corners
                for k, dim in enumerate((1.0, 0.94, 0.86)):
                    s, t = k / 3, (k + 1) / 3
                    band = np.array([a + (d - a) * s, b + (c - b) * s, b + (c - b) * t, a + (d - a) * t])
                    cv2.fillConvexPoly(colour, fixed(band), (paint * dim).tolist(), cv2.LINE_8, 4)
            else:
                cv2.fillConvexPoly(colour, whole, paint.tolist(), cv2.LINE_8, 4)
            for dot in face.dots:
                tint = face.dot_paint * self._shade(piece, face, at)
                cv2.fillConvexPoly(colour, fixed(self.view.project(dot, not piece.loose)), tint.tolist(), cv2.LINE_8, 4)
            if not piece.round:  # a worn edge, lighter than the faces
                cv2.polylines(colour, [whole], True, (paint * 1.12 + 0.006).tolist(), 1 + OVER // 4, cv2.LINE_8, 4)
        grain = np.random.default_rng([piece.key & 0xFFFFFFFF, 5]).normal(1, 0.05, (10, 10)).astype(np.float32)
        colour *= cv2.resize(grain, (size[1], size[0]), interpolation=cv2.INTER_LINEAR)[..., None]
        colour[cover == 0] = 0
        small = cv2.resize(colour, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(cover, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        cx0, cy0, cx1, cy1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
        part = (slice(cy0 - y0, cy1 - y0), slice(cx0 - x0, cx1 - x0))
        target = image[cy0:cy1, cx0:cx1]
        target *= 1 - alpha[part][..., None]
        target += small[part]
