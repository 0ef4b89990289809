"""Whole pictures for the localiser: invented tables with rows, blocks, melds, rivers and clutter.

A `Picture` comes with the corners of every tile that lies face up or face
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
    hidden_first,
    look,
    paint,
    shadows,
)
from vision.training.backgrounds import SIDE, cover, ground
from vision.training.ink import HEIGHT, WIDTH
from vision.training.material import Sample
from vision.training.placing import SPACE, center, lay, move

_STANDING: Final = (26.0, 20.0, 35.0)
_ASLANT: Final = 0.5
"""Share of pictures with tiles that stand, seen by someone sitting before them."""
_THICK: Final = (0.75, 1.05)
"""Tiles that stand are this share of 20 mm thick."""
_BLANK: Final = 0.08
"""How many faces are bare besides those of sets whose white dragon is: they are missed easily."""
_ALL_BARE: Final = 0.04
"""Share of groups in which every face is bare."""
_ARM: Final = 0.15
"""Share of pictures in which an arm reaches over the tiles."""
_LEAST_SEEN: Final = 0.4
"""Of a tile to be found at least this share of its face is to be seen."""
_ADDED: Final = 0.5
"""Share of sideways tiles with another above them, as where a kong was added to."""
_STICK: Final = (8.0, 80.0, 3.0)
_BARE: Final = Sample("5z", np.zeros((HEIGHT, WIDTH, 4), np.uint8), upright=True)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture, H×W×3, and its tiles' corners in pixels, N×4×2."""

    image: NDArray[np.uint8]
    quads: NDArray[np.float32]
    depths: NDArray[np.float32]
    """From each face's middle to that of the side opposite, in pixels, N×2; NaN: not known."""


def invent(rng: np.random.Generator, samples: list[Sample]) -> Picture:
    """Return a new picture with tiles from *samples*."""
    if rng.random() < _ASLANT:
        return _oblique(rng, samples)
    view, wide_px = view_from_above(rng)
    material = _material(rng)
    reach = float(SIDE / wide_px * SPACE[0] * 0.62)
    groups = [_group(rng, samples, material) for _ in range(int(rng.integers(6, 40)))]
    placements = lay(rng, [group for group, _ in groups], reach)
    sorted_tiles: tuple[list[Solid], list[Solid]] = ([], [])
    for tiles, (_, are_standing) in zip(placements, groups, strict=True):
        sorted_tiles[are_standing].extend(tiles)
    return paint_picture(rng, view, material, sorted_tiles)


def view_from_above(rng: np.random.Generator) -> tuple[View, float]:
    """Return a camera above the table, more or less, and how many pixels a tile is wide to it."""
    wide_px = float(rng.uniform(17, 44))
    high = rng.uniform(500, 1600)
    lean = high * (rng.uniform(0, 0.25) if rng.random() < 0.6 else rng.uniform(0.2, 1.1))
    focal = wide_px / SPACE[0] * np.hypot(high, lean)
    eye = (float(rng.normal(0, 0.05) * high), float(lean), float(high))
    view = look((SIDE, SIDE), float(focal), eye, float(rng.uniform(-np.pi, np.pi)))
    return view, wide_px


def _oblique(rng: np.random.Generator, samples: list[Sample]) -> Picture:
    wide_px, far = rng.uniform(17, 44), rng.uniform(350, 900)
    height = far * rng.uniform(0.3, 1.1)
    focal = wide_px / SPACE[0] * np.hypot(far, height)
    eye = (float(rng.normal(0, 0.3) * far), float(far), float(height))
    view = look((SIDE, SIDE), float(focal), eye, float(rng.normal(0, 0.06)))
    material = _material(rng)
    chance = rng.random()
    if chance < 0.3:
        targets = _scatter(rng, samples, material, SIDE / wide_px * SPACE[0] * 0.55)
        return paint_picture(rng, view, material, (targets, []))
    turn, spot = float(rng.normal(0, 0.35)), rng.normal(0, 40, 2)
    groups = [(standing_hand(rng, samples, material), spot)]
    if chance < 0.65:
        away = np.array([0.0, float(rng.choice((-1, 1)))])
        lying = _river(rng, samples, material)
        groups.append((lying, spot + away * rng.uniform(70, 160) + rng.normal(0, 20, 2)))
        if rng.random() < 0.6:
            hand = standing_hand(rng, samples, material)
            groups.append((hand, spot - away * rng.uniform(22, 140)))
    targets = [move(solid, place, turn) for group, place in groups for solid in group]
    return paint_picture(rng, view, material, (targets, []))


def _scatter(
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
        standing.append(move(upright, spot, float(rng.normal(0, 0.25))))
    return standing


def _upright(lying: Solid, thick: float, edge: NDArray[np.uint8]) -> Solid:
    """Return the tile *lying*, stood up at the origin: its thickness a share of the ordinary."""
    wide, deep, high = _STANDING
    return Solid((0.0, 0.0), 0.0, (wide, deep * thick, high), edge, front=lying.top)


def paint_picture(
    rng: np.random.Generator,
    view: View,
    material: Material,
    tiles: tuple[list[Solid], list[Solid]],
    has_sheets: bool = True,
) -> Picture:
    """Return the picture of *tiles*: those to be found, and others.

    At times plain sheets of paper lie about, unless *has_sheets* is false.
    """
    targets, others = tiles
    canvas = ground(rng, has_sheets)
    light = Light(
        (float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))),
        float(rng.uniform(0.1, 0.6)),
        float(rng.uniform(3, 14)),
    )
    solids = [*targets, *others]
    canvas = np.clip(canvas * shadows(view, solids, light)[:, :, None], 0, 255).astype(np.uint8)
    paint(canvas, view, solids, material)
    occlusion = cover(canvas, rng) if rng.random() < _ARM else np.zeros(canvas.shape[:2], np.bool_)
    visible_solids = visible(view, solids, occlusion)
    if rng.random() < 0.5:
        canvas = np.asarray(
            cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 1.4))), np.uint8
        )
    jpeg = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])[1]
    boxes = _boxes(view, [tile for tile in targets if tile in visible_solids])
    return Picture(np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8), *boxes)


def visible(view: View, solids: list[Solid], occlusion: NDArray[np.bool_]) -> set[Solid]:
    """Return which *solids* show enough of their faces to be found, but for *occlusion*."""
    uppermost = np.zeros(occlusion.shape, np.int16)
    order = hidden_first(view, solids)
    areas = []
    for number, solid in enumerate(order, start=1):
        face, behind = (view.project(corners) for corners in _sides(solid))
        hull = cv2.convexHull(np.vstack([face, behind]).astype(np.int32))
        cv2.fillConvexPoly(uppermost, hull, 0)
        cv2.fillConvexPoly(uppermost, face.astype(np.int32), number)
        areas.append(cv2.contourArea(face.astype(np.float32)))
    uppermost[occlusion] = 0
    pixels = np.bincount(uppermost.ravel(), minlength=len(solids) + 1)[1:]
    return {
        solid
        for solid, area, count in zip(order, areas, pixels, strict=True)
        if count >= _LEAST_SEEN * area
    }


def _material(rng: np.random.Generator) -> Material:
    """Return a body: ivory to white, the back any strong color."""
    white = rng.uniform(200, 250)
    face = np.clip(white + rng.uniform((-35, -10, -6), (4, 4, 6)), 0, 255)
    back = rng.uniform(20, 230, 3)
    back[int(rng.integers(3))] *= 0.4
    return Material(tuple(float(c) for c in face), tuple(float(c) for c in back))  # type: ignore[arg-type]  # three channels each


def _group(
    rng: np.random.Generator, samples: list[Sample], material: Material
) -> tuple[list[Solid], bool]:
    """Return tiles that lie together about the origin, or what is not to be found there."""
    chance = rng.random()
    if chance < 0.12:
        return (_standing if rng.random() < 0.7 else _sticks)(rng, material), True
    if chance < 0.15:
        return _wall(rng, material), False
    if chance > 0.7:
        return (_river if rng.random() < 0.7 else _throw_discards)(rng, samples, material), False
    if rng.random() < _ALL_BARE:
        samples = [_BARE]
    gap = float(rng.choice((0.0, 0.3, 0.6, 1.5, 6.0), p=(0.2, 0.35, 0.25, 0.1, 0.1)))
    backs = 1.0 if rng.random() < 0.1 else 0.07
    if chance > 0.46:
        return _sets(rng, samples, material, gap, backs), False
    columns = int(rng.choice((1, 1, 2, 3, 3, 4, 5, 7, 9, 13)))
    rows = int(rng.integers(2, 5)) if chance < 0.24 and columns < 8 else 1
    apart = 0.12 if rng.random() < 0.4 else 0.0
    solids = []
    x = SPACE[0] / 2
    for _ in range(columns):
        spots = [(x, row * (SPACE[1] + gap)) for row in range(rows)]
        solids += [_off(rng, _tile(rng, samples, material, backs), spot, gap) for spot in spots]
        x += SPACE[0] + gap + (float(rng.uniform(8, 70)) if rng.random() < apart else 0.0)
    return center(solids), False


def _sets(
    rng: np.random.Generator, samples: list[Sample], material: Material, gap: float, backs: float
) -> list[Solid]:
    """Return sets laid side by side, most of them with a sideways tile."""
    between = float(rng.uniform(0, 14))
    solids = []
    x = 0.0
    for _ in range(int(rng.integers(1, 5))):
        count = int(rng.choice((3, 3, 3, 4)))
        sideways = int(rng.integers(count)) if rng.random() < 0.8 else -1
        for place in range(count):
            wide = SPACE[1] if place == sideways else SPACE[0]
            tile = _off(rng, _tile(rng, samples, material, backs), (x + wide / 2, 0.0), gap)
            if place == sideways and rng.random() < _ADDED:
                above = _off(rng, _tile(rng, samples, material, 0.0), tile.center_mm, gap)
                solids.append(_turn(above, 1, gap))
            solids.append(_turn(tile, 0, gap) if place == sideways else tile)
            x += wide + gap
        x += between
    return center(solids)


def _turn(tile: Solid, above: int, gap: float) -> Solid:
    """Return *tile* of a set laid sideways, at its owner's edge or *above* the one that is."""
    down = (SPACE[1] - SPACE[0]) / 2 - above * (SPACE[0] + gap)
    lower = move(tile, np.array([0.0, down]), 0.0)
    return replace(lower, turn=lower.turn + np.pi / 2)


def _river(rng: np.random.Generator, samples: list[Sample], material: Material) -> list[Solid]:
    """Return discards in rows, all turned alike, in half of them one that lies sideways."""
    columns, count = int(rng.integers(4, 9)), int(rng.integers(2, 25))
    gap, untidy = float(rng.choice((0.0, 0.3, 1.0, 2.5))), float(rng.choice((0.0, 0.02, 0.06)))
    sideways = int(rng.integers(count)) if rng.random() < 0.6 else -1
    solids, x = [], 0.0
    for place in range(count):
        if place % columns == 0:
            x = 0.0
        wide, tall = SPACE[:2] if place != sideways else (SPACE[1], SPACE[0])
        off = rng.normal(0, 0.3 + 15 * untidy, 2)
        row = place // columns * (SPACE[1] + gap)
        spot = (x + wide / 2 + abs(off[0]), row + (SPACE[1] - tall) / 2 + off[1])
        turn = float(rng.normal(0, 0.005 + untidy)) + (np.pi / 2 if place == sideways else 0.0)
        tile = _tile(rng, samples, material, 0.0)
        solids.append(replace(tile, center_mm=spot, turn=turn))
        x += wide + gap + abs(off[0])
    return center(solids)


def _throw_discards(
    rng: np.random.Generator, samples: list[Sample], material: Material
) -> list[Solid]:
    """Return discards as they fell: anyhow, some touching."""
    solids: list[Solid] = []
    reach = float(rng.uniform(30, 130))
    for _ in range(int(rng.integers(3, 40))):
        spot = rng.uniform(-reach, reach, 2)
        if all(np.hypot(*(spot - other.center_mm)) > 40 for other in solids):
            tile = _tile(rng, samples, material, 0.1)
            turn = float(rng.uniform(-np.pi, np.pi))
            solids.append(replace(tile, center_mm=(float(spot[0]), float(spot[1])), turn=turn))
    return solids


def _wall(rng: np.random.Generator, material: Material) -> list[Solid]:
    """Return a row of stacks of one or two tiles, as a wall is left."""
    pitch = SPACE[0] + float(rng.choice((0.0, 0.3, 1.5)))
    stacks = enumerate(rng.choice((0, 1, 2, 2, 2), int(rng.integers(2, 14))))
    spots = [(place * pitch, tier * SPACE[2]) for place, high in stacks for tier in range(high)]
    back = _back(material)
    return center([replace(back, center_mm=(x, 0.0), base_mm=z) for x, z in spots] or [back])


def _sticks(rng: np.random.Generator, material: Material) -> list[Solid]:
    """Return sticks side by side, plain ones or with dots: no tiles."""
    top = np.full((160, 16, 4), 255, np.uint8)
    top[:, :, :3] = np.clip(np.array(material.face) * rng.uniform(0.9, 1.05), 0, 255)
    ink = tuple(float(c) for c in rng.uniform(0, 200, 3))
    for y in 80 + rng.integers(1, 30) * np.arange(-1, 2):
        cv2.circle(top, (8, int(y)), int(rng.integers(1, 6)), (*ink, 255.0), -1, cv2.LINE_AA)
    pitch = float(rng.uniform(9, 16))
    return [
        Solid((pitch * i, 0.0), float(rng.normal(0, 0.02)), _STICK, top)
        for i in range(int(rng.integers(1, 7)))
    ]


def _off(rng: np.random.Generator, tile: Solid, spot: tuple[float, float], gap: float) -> Solid:
    """Return *tile* at about *spot*, as untidy as the gap between its neighbors allows."""
    off = rng.normal(0, 0.3 + gap * 0.2, 2)
    turn = float(np.pi * rng.integers(2) + rng.normal(0, 0.01 + 0.02 * (gap > 1)))
    place = (spot[0] + float(off[0]) * (gap > 0), spot[1] + float(off[1]))
    return replace(tile, center_mm=place, turn=turn)


def _tile(
    rng: np.random.Generator, samples: list[Sample], material: Material, backs: float
) -> Solid:
    if rng.random() < backs:
        return _back(material)
    is_blank = rng.random() < _BLANK
    sample = _BARE if is_blank else samples[int(rng.integers(len(samples)))]
    shade = float(rng.normal(1.0, 0.02))
    return Solid(
        (0.0, 0.0), 0.0, SPACE, face_on_body(make_opaque(sample.top), material), shade=shade
    )


def make_opaque(top: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return *top* with a fourth channel; one without any hides all below."""
    if top.shape[2] == 4:
        return top
    alpha = np.full((*top.shape[:2], 1), 255, np.uint8)
    return np.asarray(np.concatenate([top, alpha], axis=2), np.uint8)


def _back(material: Material) -> Solid:
    return Solid((0.0, 0.0), 0.0, SPACE, back_top((96, 128), material), face_up=False)


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
        hand.append(move(upright, place, turn))
    return hand


def _boxes(view: View, solids: list[Solid]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the faces' corners in the picture, and how far the bodies reach behind them."""
    sides = np.array([_sides(solid) for solid in solids]).reshape(-1, 2, 4, 3)
    corners = view.project(sides.reshape(-1, 3)).reshape(-1, 2, 4, 2).astype(np.float32)
    return corners[:, 0], (corners[:, 1] - corners[:, 0]).mean(axis=1)


def _sides(solid: Solid) -> tuple[Floats, Floats]:
    """Return the corners of the face of *solid* and of the side opposite, in the same order."""
    low, high = solid.corners(solid.base_mm), solid.corners(solid.top_mm)
    if solid.front is None:
        return high, low
    return solid.front_corners(), np.stack([high[0], high[1], low[1], low[0]])
