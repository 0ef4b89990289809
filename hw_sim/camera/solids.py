"""How tiles on a felt look to a pinhole camera: geometry and painting.

The camera paints its frames with this page and the training tools of the recogniser
paint theirs, so both know the same solids: a face with rounded corners, four
sides in two colors, a soft shadow. Millimetres in, pixels out; z points up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Floats = NDArray[np.float64]
Bgr = tuple[float, float, float]

_FACE_SHARE: Final = 0.62
"""How much of a tile's thickness has the color of its face; the rest has that of its back."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera: pixels = *matrix* (3×4) times millimetres."""

    matrix: Floats
    eye_mm: Floats
    size: tuple[int, int]
    """Width and height of the picture in pixels."""

    def plane(self, z_mm: float) -> Floats:
        """Return the 3×3 homography from the plane at height *z_mm* to pixels."""
        flat = self.matrix[:, (0, 1, 3)].copy()
        flat[:, 2] += self.matrix[:, 2] * z_mm
        return np.asarray(flat / flat[2, 2])

    def project(self, points_mm: Floats) -> Floats:
        """Return the pixels, N×2, of *points_mm*, N×3."""
        homogeneous = points_mm @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def look(
    size: tuple[int, int], focal_px: float, eye_mm: tuple[float, float, float], roll: float = 0.0
) -> View:
    """Return a camera at *eye_mm* that looks at the table's centre, turned by *roll* radians."""
    eye = np.array(eye_mm, dtype=float)
    forward = -eye / np.linalg.norm(eye)
    down = np.array([0.0, 1.0, 0.0]) - forward[1] * forward
    down /= np.linalg.norm(down)
    # The table frame is left-handed (x right, y down, z up); this order keeps the picture
    # unmirrored.
    right = np.cross(forward, down)
    cos, sin = np.cos(roll), np.sin(roll)
    rotation = np.stack([cos * right + sin * down, -sin * right + cos * down, forward])
    lens = np.array([[focal_px, 0, size[0] / 2], [0, focal_px, size[1] / 2], [0, 0, 1.0]])
    matrix = lens @ np.hstack([rotation, -(rotation @ eye)[:, None]])
    return View(matrix, eye, size)


@dataclass(frozen=True, slots=True)
class Material:
    """What a tile is made of: the colors of its face side and of its back."""

    face: Bgr = (232.0, 240.0, 243.0)
    back: Bgr = (36.0, 142.0, 226.0)


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """One tile lying on the table: where its centre is, how it is turned, what is on top."""

    center_mm: tuple[float, float]
    turn: float
    """Radians, clockwise as seen from above, from upright for seat 0."""
    size_mm: tuple[float, float, float]
    top: Image
    """The face as H×W×4, alpha last; a back is a picture too."""
    base_mm: float = 0.0
    face_up: bool = True
    shade: float = 1.0
    front: Image | None = None
    """A picture on the side towards the owner (its lower edge, seen from above), for tiles that
    stand."""
    tilt_mm: float = 0.0
    """By how much its left edge lies higher than its right, as of a tile that leans on another."""

    @property
    def top_mm(self) -> float:
        """Height of the upper face."""
        return self.base_mm + self.size_mm[2]

    def corners(self, z_mm: float) -> Floats:
        """Return the four corners at height *z_mm*, 4×3: top left first, clockwise."""
        half_w, half_h = self.size_mm[0] / 2, self.size_mm[1] / 2
        flat = np.array(
            [[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]]
        )
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        flat = flat @ np.array([[cos, sin], [-sin, cos]]) + self.center_mm
        lift = np.array([self.tilt_mm, 0.0, 0.0, self.tilt_mm]) * (z_mm > 0)
        return np.hstack([flat, (z_mm + lift)[:, None]])

    def front_corners(self) -> Floats:
        """Return the corners of the side towards the owner, 4×3: its top left first, clockwise."""
        high, low = self.corners(self.top_mm), self.corners(self.base_mm)
        return np.stack([high[3], high[2], low[2], low[3]])


@dataclass(frozen=True, slots=True)
class Light:
    """Where the light comes from and how hard its shadows are."""

    slant: tuple[float, float] = (0.5, 0.35)
    """How far a shadow falls per millimetre of height, x and y."""
    shadow: float = 0.45
    softness_px: float = 9.0


def shadows(view: View, solids: list[Solid], light: Light) -> NDArray[np.float32]:
    """Return by how much the felt is lit at each pixel, 0 to 1, H×W."""
    width, height = view.size
    step = 4
    mask = np.zeros((height // step, width // step), np.uint8)
    for solid in solids:
        low, high = solid.corners(solid.base_mm), solid.corners(0.0)
        high[:, :2] += np.array(light.slant) * solid.top_mm
        low[:, 2] = 0.0
        points = view.project(np.vstack([low, high])) / step
        hull = cv2.convexHull(points.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, light.softness_px / step))
    whole = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(1.0 - whole.astype(np.float32) * (light.shadow / 255.0))


def hidden_first(view: View, solids: list[Solid]) -> list[Solid]:
    """Return *solids* as they are painted: low ones first, and those far from the camera."""

    def order(solid: Solid) -> tuple[float, float]:
        away = np.hypot(*(np.array(solid.center_mm) - view.eye_mm[:2]))
        return (solid.base_mm, -float(away))

    return sorted(solids, key=order)


def paint(canvas: Image, view: View, solids: list[Solid], material: Material) -> None:
    """Paint *solids* into *canvas*, those first that others may hide."""
    for solid in hidden_first(view, solids):
        _paint_sides(canvas, view, solid, material)
        if solid.front is not None:
            _lay(canvas, view.project(solid.front_corners()), solid.front, solid.shade)
        _lay(canvas, view.project(solid.corners(solid.top_mm)), solid.top, solid.shade)


def _paint_sides(canvas: Image, view: View, solid: Solid, material: Material) -> None:
    share = _FACE_SHARE if solid.face_up else 1 - _FACE_SHARE
    split = solid.top_mm - share * solid.size_mm[2]
    upper, lower = (
        (material.face, material.back) if solid.face_up else (material.back, material.face)
    )
    rings = [view.project(solid.corners(z)) for z in (solid.base_mm, split, solid.top_mm)]
    outline = solid.corners(0.0)[:, :2]
    for i in range(4):
        j = (i + 1) % 4
        edge = outline[j] - outline[i]
        normal = np.array([edge[1], -edge[0]]) / np.hypot(*edge)
        if float(normal @ (view.eye_mm[:2] - outline[i])) <= 0:
            continue
        light = solid.shade * (0.78 + 0.14 * float(normal @ (-0.6, -0.8)))
        for below, above, color in ((0, 1, lower), (1, 2, upper)):
            quad = np.array([rings[below][i], rings[below][j], rings[above][j], rings[above][i]])
            tone = tuple(min(255.0, channel * light) for channel in color)
            cv2.fillConvexPoly(canvas, np.round(quad * 16).astype(np.int32), tone, cv2.LINE_AA, 4)


def _lay(canvas: Image, quad: Floats, picture: Image, shade: float) -> None:
    """Lay *picture*, H×W×4, on the *quad* of pixels; nothing where it is seen from behind."""
    (ax, ay), (bx, by) = quad[1] - quad[0], quad[3] - quad[0]
    if ax * by - ay * bx <= 0:
        return
    low = np.floor(quad.min(axis=0)).astype(int) - 1
    high = np.ceil(quad.max(axis=0)).astype(int) + 2
    low, high = np.maximum(low, 0), np.minimum(high, (canvas.shape[1], canvas.shape[0]))
    if (high <= low).any():
        return
    sprite = _shrunk(picture, quad)
    height, width = sprite.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(source - 0.5, (quad - low - 0.5).astype(np.float32))
    extent = (int(high[0] - low[0]), int(high[1] - low[1]))
    overlay = cv2.warpPerspective(sprite, warp, extent, flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = overlay[:, :, 3:] / 255.0
    patch = canvas[low[1] : high[1], low[0] : high[0]]
    patch[:] = np.clip(patch * (1 - alpha) + overlay[:, :, :3] * (shade * alpha), 0, 255)


def _shrunk(top: Image, quad: Floats) -> Image:
    """Return *top* no larger than the quad needs, so that fine strokes do not alias."""
    wide = int(np.ceil(max(np.hypot(*(quad[1] - quad[0])), np.hypot(*(quad[2] - quad[3])))))
    tall = int(np.ceil(max(np.hypot(*(quad[3] - quad[0])), np.hypot(*(quad[2] - quad[1])))))
    size = (min(max(wide, 4), top.shape[1]), min(max(tall, 4), top.shape[0]))
    if size == (top.shape[1], top.shape[0]):
        return top
    return np.asarray(cv2.resize(top, size, interpolation=cv2.INTER_AREA), np.uint8)


def face_on_body(ink: Image, material: Material, round_share: float = 0.1) -> Image:
    """Return the tile top, H×W×4, of *ink* (H×W×4, transparent where there is none)."""
    alpha = ink[:, :, 3:].astype(np.float32) / np.float32(255.0)
    body = np.array(material.face, np.float32)
    return _apply_bevel(body + (ink[:, :, :3] - body) * alpha, round_share)


def back_top(size: tuple[int, int], material: Material, round_share: float = 0.1) -> Image:
    """Return the top of a tile that lies face down, *size* being width and height."""
    back = np.array(material.back, np.float32)
    return _apply_bevel(np.broadcast_to(back, (size[1], size[0], 3)), round_share)


def _apply_bevel(top: NDArray[np.float32], round_share: float) -> Image:
    inside, rim = _bevel(top.shape[0], top.shape[1], round_share)
    return np.dstack([np.clip(top * rim, 0, 255).astype(np.uint8), inside])


@lru_cache(maxsize=64)
def _bevel(height: int, width: int, round_share: float) -> tuple[Image, NDArray[np.float32]]:
    """Return where a top of this size is, H×W, and how light it is there, H×W×1."""
    radius = max(1, round(width * round_share))
    inside = np.zeros((height, width), np.uint8)
    cv2.rectangle(inside, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(inside, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(inside, (x, y), radius, 255, -1, cv2.LINE_AA)
    depth = cv2.distanceTransform((inside > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rim = np.clip(depth / (0.06 * width), 0, 1)[:, :, None]
    return inside, (0.86 + 0.14 * rim).astype(np.float32)
