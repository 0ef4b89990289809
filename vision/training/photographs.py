"""Licensed real photographs as training material: a folder as docs/training.md describes it.

The folder is given by the caller and never shipped. Frames carry boxes along the
picture's axes even where a row of tiles is turned; the tiles' true corners are
recovered here from the line their centres lie on.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

HELD_OUT: Final = frozenset({"camerash-05", "camerash-10", "leo-miura-robot"})
"""Physical sets that no training run may see; every figure on photographs comes from these."""

_TRUE_SHAPE: Final = 1.35


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTile:
    """One tile in a photograph: its code and its corners in pixels, 4×2."""

    code: str
    quad: NDArray[np.float32]
    turned: bool
    """Whether *quad* follows the tile; else it is the box along the picture's axes."""


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A photograph with its tiles."""

    path: Path
    set_name: str
    tiles: tuple[LabelledTile, ...]


def crops(folder: Path) -> list[tuple[Path, str, str]]:
    """Return file, code and set of every tile crop in *folder*."""
    with (folder / "index.csv").open(newline="") as table:
        return [(folder / row["file"], row["label"], row["set"]) for row in csv.DictReader(table)]


def grids(folder: Path) -> list[tuple[Path, str]]:
    """Return file and set of every photograph in *folder* of a whole set, which has no boxes."""
    files = sorted((folder / "grids" / "camerash").iterdir())
    return [(file, f"camerash-{int(file.stem.split('-')[0]):02}") for file in files]


def find_training_sets(folder: Path, without: Iterable[str] = ()) -> frozenset[str]:
    """Return the sets in *folder* that a run may learn from: all but `HELD_OUT` and *without*.

    A run without one more set tells what such a run makes of photographs that it never saw.
    Raises ValueError where *folder* has no set of such a name.
    """
    names: set[str] = set()
    for file in ("index.csv", "boxes.csv"):
        with (folder / file).open(newline="") as table:
            names |= {row["set"] for row in csv.DictReader(table)}
    left_out = frozenset(without)
    if strangers := left_out - names:
        message = f"no set named {', '.join(sorted(strangers))}; there are {sorted(names)}"
        raise ValueError(message)
    return frozenset(names - left_out - HELD_OUT)


def frames(folder: Path) -> list[Photograph]:
    """Return every boxed frame in *folder*."""
    boxes: dict[tuple[str, str], list[tuple[str, NDArray[np.float64]]]] = defaultdict(list)
    with (folder / "boxes.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            box = np.array([float(row[name]) for name in ("cx", "cy", "w", "h")])
            boxes[row["file"], row["set"]].append((row["label"], box))
    photographs = []
    for (file, set_name), labels in boxes.items():
        image = cv2.imread(str(folder / file))
        if image is None:
            raise FileNotFoundError(folder / file)
        size = np.array(image.shape[1::-1], float)
        photographs.append(Photograph(folder / file, set_name, _tiles(labels, size)))
    return photographs


def _tiles(
    labels: list[tuple[str, NDArray[np.float64]]], size: NDArray[np.float64]
) -> tuple[LabelledTile, ...]:
    """Return the tiles of one frame with corners, following a turned row where there is one."""
    table = np.array([box for _, box in labels]) * np.tile(size, 2)
    direction = _row_direction(table)
    result = []
    for (code, _), (cx, cy, w, h) in zip(labels, table, strict=True):
        if direction is None:
            along, across = np.array([w / 2, 0]), np.array([0, h / 2])
        else:
            along, across = direction
        middle = np.array([cx, cy])
        quad = [middle - along - across, middle + along - across]
        quad += [middle + along + across, middle - along + across]
        result.append(LabelledTile(code, np.array(quad, np.float32), direction is not None))
    return tuple(result)


def _row_direction(
    table: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return half a tile along and across the one turned row that *table* shows, if it does.

    The frames were stretched from 4:3 or 3:4 to square; the stretch that gives the
    tiles their true shape is the one undone.
    """
    best: tuple[float, NDArray[np.float64], NDArray[np.float64]] | None = None
    for stretch in (4 / 3, 3 / 4):
        factor = np.array([stretch, 1.0])
        half = _half_tile(table * np.tile(factor, 2))
        if half is None:
            return None
        along, across = half
        off = abs(float(np.hypot(*across) / np.hypot(*along)) - _TRUE_SHAPE)
        if best is None or off < best[0]:
            best = (off, along / factor, across / factor)
    return None if best is None else best[1:]


def _half_tile(
    table: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return half a tile along and across the row of boxes *table*, or `None` if it is none."""
    centers = table[:, :2] - table[:, :2].mean(axis=0)
    _, spread, axes = np.linalg.svd(centers, full_matrices=False)
    if len(table) < 5 or spread[1] > 0.03 * spread[0]:
        return None
    axis = axes[0] * (1 if axes[0][0] > 0 else -1)
    angle = abs(np.degrees(np.arctan2(axis[1], axis[0])))
    steps = np.diff(np.sort(centers @ axis))
    pitch = float(np.median(steps))
    if min(angle, abs(90 - angle)) < 4 or pitch <= 0 or steps.max() > 1.6 * pitch:
        return None
    cos, sin = abs(axis[0]), abs(axis[1])
    w, h = np.median(table[:, 2:], axis=0)
    tall = float((w - pitch * cos) * sin + (h - pitch * sin) * cos)
    if not 0.6 * pitch < tall < 2.4 * pitch:
        return None
    return axis * pitch / 2, np.array([-axis[1], axis[0]]) * tall / 2
