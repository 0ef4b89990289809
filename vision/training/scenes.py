"""Whole pictures for the localiser: invented tables with rows, blocks, melds and clutter.

A `Picture` is packed as JPEG with the corners of every tile that lies face up or face
down, and how far its body reaches behind that face. Tiles that stand on an edge are
there too and are not targets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.solids import (
    Floats,
    Light,
    Material,
    Solid,
    View,
    back_top,
    face_on_body,
    look,
    paint,
    shadows,
)
from vision.training.material import Sample

SIDE: Final = 512
_SPACE: Final = (26.0, 35.0, 20.0)
_STANDING: Final = (26.0, 20.0, 35.0)
_ASLANT: Final = 0.5
"""So many pictures show tiles that stand, seen by someone sitting before them."""
_THICK: Final = (0.75, 1.05)
"""Tiles that stand are this share of 20 mm thick."""
_BLANK: Final = 0.03
"""How many faces are bare besides those of sets whose white dragon is: they are missed easily."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A packed picture and its tiles' corners in pixels, N×4×2."""

    packed: NDArray[np.uint8]
    quads: NDArray[np.float32]
    depths: NDArray[np.float32]
    """From each face's middle to that of the side opposite, in pixels, N×2; NaN: not known."""

    def image(self) -> NDArray[np.uint8]:
        """Return the picture, H×W×3."""
        return np.asarray(cv2.imdecode(self.packed, cv2.IMREAD_COLOR), np.uint8)


def invent(rng: np.random.Generator, samples: list[Sample]) -> Picture:
    """Return a new picture with tiles from *samples*."""
    if rng.random() < _ASLANT:
        return _oblique(rng, samples)
    wide_px = rng.uniform(17, 44)
    high = rng.uniform(500, 1600)
    lean = high * (rng.uniform(0, 0.25) if rng.random() < 0.6 else rng.uniform(0.2, 1.1))
    focal = wide_px / _SPACE[0] * np.hypot(high, lean)
    eye = (float(rng.normal(0, 0.05) * high), float(lean), float(high))
    view = look((SIDE, SIDE), float(focal), eye, float(rng.uniform(-np.pi, np.pi)))
    material = _material(rng)
    reach = SIDE / wide_px * _SPACE[0] * 0.62
    targets, others = _lay_tiles(rng, samples, material, float(reach))
    return _painted(rng, view, material, (targets, others))


def _oblique(rng: np.random.Generator, samples: list[Sample]) -> Picture:
    wide_px, far = rng.uniform(17, 44), rng.uniform(350, 900)
    height = far * rng.uniform(0.3, 1.1)
    focal = wide_px / _SPACE[0] * np.hypot(far, height)
    eye = (float(rng.normal(0, 0.3) * far), float(far), float(height))
    view = look((SIDE, SIDE), float(focal), eye, float(rng.normal(0, 0.06)))
    material = _material(rng)
    if rng.random() < 0.4:
        targets = _scattered(rng, samples, material, SIDE / wide_px * _SPACE[0] * 0.55)
    else:
        hand = standing_hand(rng, samples, material)
        turn, spot = float(rng.normal(0, 0.35)), rng.normal(0, 40, 2)
        targets = [_moved(solid, spot, turn) for solid in hand]
    return _painted(rng, view, material, (targets, []))


def _scattered(
    rng: np.random.Generator, samples: list[Sample], material: Material, reach: float
) -> list[Solid]:
    """Return single tiles that stand about, some a little behind others."""
    spots: list[NDArray[np.float64]] = []
    for _ in range(40):
        spot = rng.uniform(-reach, reach, 2) * (1.0, 0.6)
        if all(abs(spot - other)[0] > 21 or abs(spot - other)[1] > 34 for other in spots):
            spots.append(spot)
    thick, edge = float(rng.uniform(*_THICK)), _edge(rng, material)
    standing = []
    for spot in spots[: int(rng.integers(3, 13))]:
        upright = _upright(_tile(rng, samples, material, 0.0), thick, edge)
        standing.append(_moved(upright, spot, float(rng.normal(0, 0.25))))
    return standing


def _upright(lying: Solid, thick: float, edge: NDArray[np.uint8]) -> Solid:
    """Return the tile *lying*, stood up at the origin: its thickness a share of the ordinary."""
    wide, deep, high = _STANDING
    return Solid((0.0, 0.0), 0.0, (wide, deep * thick, high), edge, front=lying.top)


def _painted(
    rng: np.random.Generator,
    view: View,
    material: Material,
    tiles: tuple[list[Solid], list[Solid]],
) -> Picture:
    """Return the picture of *tiles*: those to be found, and others."""
    targets, others = tiles
    canvas = _ground(rng)
    light = Light(
        (float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))),
        float(rng.uniform(0.1, 0.6)),
        float(rng.uniform(3, 14)),
    )
    solids = [*targets, *others]
    canvas = np.clip(canvas * shadows(view, solids, light)[:, :, None], 0, 255).astype(np.uint8)
    paint(canvas, view, solids, material)
    if rng.random() < 0.5:
        canvas = np.asarray(
            cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 1.4))), np.uint8
        )
    packed = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])[1]
    return Picture(np.asarray(packed, np.uint8), *_boxes(view, targets))


def _material(rng: np.random.Generator) -> Material:
    """Return a body: ivory to white, the back any strong color."""
    white = rng.uniform(200, 250)
    face = np.clip(white + rng.uniform((-35, -10, -6), (4, 4, 6)), 0, 255)
    back = rng.uniform(20, 230, 3)
    back[int(rng.integers(3))] *= 0.4
    return Material(tuple(float(c) for c in face), tuple(float(c) for c in back))  # type: ignore[arg-type]  # three channels each


def _ground(rng: np.random.Generator) -> NDArray[np.float32]:
    """Return felt, wood or plastic with some things lying about."""
    base = rng.uniform(15, 220, 3)
    if rng.random() < 0.5:
        base = np.array(
            ((60, 120, 40), (130, 110, 30), (150, 150, 40), (80, 60, 40))[int(rng.integers(4))]
        ) * rng.uniform(0.5, 1.4)
    canvas = np.empty((SIDE, SIDE, 3), np.float32)
    canvas[:] = base
    clouds = rng.normal(0, rng.uniform(2, 25), (int(rng.integers(2, 9)),) * 2).astype(np.float32)
    canvas += cv2.resize(clouds, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[:, :, None]
    grain = rng.normal(0, rng.uniform(1, 10), (SIDE, SIDE)).astype(np.float32)
    if rng.random() < 0.3:
        grain = np.asarray(cv2.GaussianBlur(grain * 6, (0, 0), 12, None, 0.8), np.float32)
    canvas += grain[:, :, None]
    for _ in range(int(rng.integers(0, 6))):
        _litter(canvas, rng)
    if rng.random() < 0.3:
        _shelf(canvas, rng)
    return canvas


def _shelf(canvas: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Paint books with lettered spines, or printed paper, along one side of *canvas*."""
    deep = int(rng.integers(60, 220))
    band, x = np.empty((deep, SIDE, 3), np.float32), 0
    while x < SIDE:
        wide = int(rng.integers(8, 46))
        color = rng.uniform(10, 250, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(190, 250))
        band[:, x : x + wide] = color * rng.uniform(0.8, 1.0)
        band[:, x : x + 1] = color * 0.4
        _lettered(band, rng, (x, wide), color)
        x += wide
    slant = np.array([[1, rng.normal(0, 0.12), 0], [0, 1, 0]], np.float32)
    band = np.asarray(cv2.warpAffine(band, slant, (SIDE, deep), borderMode=cv2.BORDER_REFLECT))
    turned = np.rot90(canvas, int(rng.integers(4)))
    turned[:deep] = band
    rail = int(rng.integers(0, 24))
    turned[deep : deep + rail] = rng.uniform(10, 120, 3)


def _lettered(
    band: NDArray[np.float32],
    rng: np.random.Generator,
    spine: tuple[int, int],
    color: NDArray[np.float64],
) -> None:
    """Write a column of invented letters on the *spine* (left edge, width) of a book."""
    left, wide = spine
    ink = tuple(float(c) for c in (255 - color) * rng.uniform(0.3, 1.0))
    size = max(5, int(wide * rng.uniform(0.3, 0.8)))
    for y in range(int(rng.integers(0, 30)), band.shape[0] - size, int(size * 1.15)):
        if rng.random() < 0.2:
            continue
        for _ in range(int(rng.integers(2, 7))):
            ends = rng.integers(0, size, (2, 2)) + np.array([(wide - size) // 2 + left, y])
            start, end = (tuple(int(v) for v in point) for point in ends)
            cv2.line(band, start, end, ink, max(1, size // 9), cv2.LINE_AA)


def _litter(canvas: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Put one thing that is no tile on *canvas*: a card, a coin or a cable."""
    color = tuple(float(c) for c in rng.uniform(0, 255, 3))
    at = tuple(int(v) for v in rng.integers(0, SIDE, 2))
    size = rng.integers(4, 160, 2)
    if rng.random() < 0.5:
        box = (at, (float(size[0]), float(size[1])), float(rng.uniform(0, 180)))
        cv2.fillPoly(canvas, [cv2.boxPoints(box).astype(np.int32)], color)
    elif rng.random() < 0.5:
        cv2.circle(canvas, at, int(size[0] // 3), color, -1)
    else:
        end = tuple(int(v) for v in rng.integers(0, SIDE, 2))
        cv2.line(canvas, at, end, color, int(rng.integers(1, 24)))


def _lay_tiles(
    rng: np.random.Generator, samples: list[Sample], material: Material, reach: float
) -> tuple[list[Solid], list[Solid]]:
    taken: list[tuple[float, float, float]] = []
    lying: list[Solid] = []
    standing: list[Solid] = []
    square = 0.0 if rng.random() < 0.5 else float(rng.uniform(-np.pi, np.pi))
    for _ in range(int(rng.integers(6, 22))):
        group, upright = _group(rng, samples, material)
        radius = max(np.hypot(*solid.center_mm) for solid in group) + 26
        spot = rng.uniform(-reach, reach, 2)
        if any(np.hypot(spot[0] - x, spot[1] - y) < radius + r for x, y, r in taken):
            continue
        taken.append((float(spot[0]), float(spot[1]), float(radius)))
        turn = square + float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05))
        if rng.random() < 0.25:
            turn = float(rng.uniform(-np.pi, np.pi))
        (standing if upright else lying).extend(_moved(solid, spot, turn) for solid in group)
    return lying, standing


def _moved(solid: Solid, spot: NDArray[np.float64], turn: float) -> Solid:
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = solid.center_mm
    place = (float(x * cos - y * sin + spot[0]), float(x * sin + y * cos + spot[1]))
    return replace(solid, center_mm=place, turn=solid.turn + turn)


def _group(
    rng: np.random.Generator, samples: list[Sample], material: Material
) -> tuple[list[Solid], bool]:
    """Return a row, a block or a meld about the origin, or a row of standing tiles."""
    chance = rng.random()
    if chance < 0.12:
        return _standing(rng, material), True
    columns = int(rng.choice((1, 1, 2, 3, 3, 4, 5, 7, 9, 13)))
    rows = int(rng.integers(2, 5)) if chance < 0.28 and columns < 8 else 1
    gap = float(rng.choice((0.0, 0.3, 0.6, 1.5, 6.0), p=(0.2, 0.35, 0.25, 0.1, 0.1)))
    is_set = 3 <= columns <= 4 and rows == 1 and rng.random() < 0.6
    sideways = int(rng.integers(columns)) if is_set else -1
    apart = 0.12 if rng.random() < 0.4 else 0.0
    backs = 1.0 if rng.random() < 0.1 else 0.07
    solids = []
    x = 0.0
    for column in range(columns):
        wide = _SPACE[1] if column == sideways else _SPACE[0]
        spots = [(x + wide / 2, row * (_SPACE[1] + gap)) for row in range(rows)]
        solids += [_off(rng, _tile(rng, samples, material, backs), spot, gap) for spot in spots]
        if column == sideways:
            low = _moved(solids.pop(), np.array([0.0, (_SPACE[1] - _SPACE[0]) / 2]), 0.0)
            solids.append(replace(low, turn=low.turn + np.pi / 2))
        x += wide + gap + (float(rng.uniform(8, 70)) if rng.random() < apart else 0.0)
    middle = np.mean([solid.center_mm for solid in solids], axis=0)
    return [_moved(solid, -middle, 0.0) for solid in solids], False


def _off(rng: np.random.Generator, tile: Solid, spot: tuple[float, float], gap: float) -> Solid:
    """Return *tile* at about *spot*, as untidy as the gap between its neighbors allows."""
    off = rng.normal(0, 0.3 + gap * 0.2, 2)
    turn = float(np.pi * rng.integers(2) + rng.normal(0, 0.01 + 0.02 * (gap > 1)))
    place = (spot[0] + float(off[0]) * (gap > 0), spot[1] + float(off[1]))
    return replace(tile, center_mm=place, turn=turn)


def _tile(
    rng: np.random.Generator, samples: list[Sample], material: Material, backs: float
) -> Solid:
    place = (0.0, 0.0)
    if rng.random() < backs:
        return Solid(place, 0.0, _SPACE, back_top((96, 128), material), face_up=False)
    ink = samples[int(rng.integers(len(samples)))].top
    if rng.random() < _BLANK:
        ink = np.zeros((*ink.shape[:2], 4), np.uint8)
    if ink.shape[2] == 3:
        alpha = np.full((*ink.shape[:2], 1), 255, np.uint8)
        ink = np.asarray(np.concatenate([ink, alpha], axis=2), np.uint8)
    shade = float(rng.normal(1.0, 0.02))
    return Solid(place, 0.0, _SPACE, face_on_body(ink, material), shade=shade)


def _standing(rng: np.random.Generator, material: Material) -> list[Solid]:
    """Return a row of tiles that stand on an edge, as an unseen hand or a wall's side does."""
    size, plain = _STANDING, _edge(rng, material)
    count = int(rng.integers(1, 8))
    return [Solid((26.4 * (i - count / 2), 0.0), 0.0, size, plain) for i in range(count)]


def _edge(rng: np.random.Generator, material: Material) -> NDArray[np.uint8]:
    """Return the narrow side of a tile: its face's color towards the owner, its back's behind."""
    back, light = int(rng.integers(12, 36)), rng.uniform(0.9, 1.1)
    plain = np.empty((60, 78, 4), np.uint8)
    plain[:, :, :3] = np.minimum(np.array(material.back) * light, 255)
    plain[back:, :, :3] = np.minimum(np.array(material.face) * light, 255)
    plain[:, :, 3] = 255
    return plain


def standing_hand(
    rng: np.random.Generator, samples: list[Sample], material: Material
) -> list[Solid]:
    """Return a row of tiles standing with their faces towards the owner."""
    count, gap = int(rng.integers(1, 15)), float(rng.choice((0.2, 0.5, 12.0)))
    thick, edge = float(rng.uniform(*_THICK)), _edge(rng, material)
    hand = []
    for i in range(count):
        upright = _upright(_tile(rng, samples, material, 0.0), thick, edge)
        turn = float(rng.normal(0, 0.02 + 0.01 * gap))
        place = np.array([(26 + gap) * (i - count / 2), float(rng.normal(0, 0.4 * gap))])
        hand.append(_moved(upright, place, turn))
    return hand


def _boxes(view: View, solids: list[Solid]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the faces' corners in the picture, and how far the bodies reach behind them."""
    sides = np.array([_sides(solid) for solid in solids]).reshape(-1, 2, 4, 3)
    seen = view.project(sides.reshape(-1, 3)).reshape(-1, 2, 4, 2).astype(np.float32)
    return seen[:, 0], (seen[:, 1] - seen[:, 0]).mean(axis=1)


def _sides(solid: Solid) -> tuple[Floats, Floats]:
    """Return the corners of the face of *solid* and of the side opposite, in the same order."""
    low, high = solid.corners(solid.base_mm), solid.corners(solid.top_mm)
    if solid.front is None:
        return high, low
    return solid.front_corners(), np.stack([high[0], high[1], low[1], low[0]])
