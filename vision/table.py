"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.above import see
from vision.arrange import OnTable, arrange
from vision.classify import cut, glance, guessed, judged
from vision.decode import decode
from vision.layout import Layout
from vision.places import groups
from vision.seen import seen_tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.camera import Image
    from vision.classify import Likely
    from vision.places import Group
    from vision.reading import SeenTile, TableReading

_NO_TILE: Final = 0.5
_DARK: Final = 28.0
"""A table whose brightest twentieth is darker than this, of 255, cannot be read."""


def read_table(
    image: Image,
    calibration: Calibration,
    tile_set: Mapping[str, int],
    layout: Layout | None = None,
) -> TableReading:
    """Return what lies on the table in *image*.

    *tile_set* says how many copies of each code the game's set has; no tile is read as
    one that the set lacks. Doubt shows in the confidences, never in an error: an empty
    table gives empty seats and the problem `no_tiles`.
    """
    layout = layout or Layout()
    above = see(image, calibration, layout)
    things = groups(above)
    if not things:
        return arrange((), layout, _problems(above.image, seen=False))
    quads, pixels, likely = _faces(image, calibration, things)
    held = [place for place, one in enumerate(likely) if one.no_tile < _NO_TILE]
    codes = decode([likely[place] for place in held], tile_set)
    found = [
        _on_table(seen_tile(likely[place], code, pixels[place]), quads[place])
        for place, code in zip(held, codes, strict=True)
    ]
    return arrange(found, layout, _problems(above.image, seen=bool(found)))


def _faces(
    image: Image, calibration: Calibration, things: Sequence[Group]
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[Likely]]:
    """Return the tiles of *things*, each taken as its faces speak for, and what is on them.

    Corners are N×4×2, in the table frame and in pixels. Every face is looked at once; only those
    of the ways chosen are looked at again where they are unclear.
    """
    every = np.concatenate([way.quads for group in things for way in group])
    _, first, same = np.unique(np.round(every), axis=0, return_index=True, return_inverse=True)
    quads = every[first]
    pixels = calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    crops = cut(image, pixels)
    said = glance(crops)
    guesses = guessed(said)
    chosen: list[int] = []
    start = 0
    for group in things:
        scored = []
        for way in group:
            places = [int(place) for place in same.ravel()[start : start + len(way.quads)]]
            scored.append((way.score([guesses[place] for place in places]), places))
            start += len(way.quads)
        chosen += max(scored, key=lambda one: one[0])[1]
    return quads[chosen], pixels[chosen], judged(crops[chosen], said[chosen])


def _on_table(tile: SeenTile, quad: NDArray[np.float64]) -> OnTable:
    """Return *tile* with its place, *quad* being its corners in the table frame."""
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)


def _problems(metric: Image, seen: bool) -> tuple[str, ...]:
    """Return the ids of what hindered the reading, worst first."""
    if float(np.percentile(metric, 95)) < _DARK:
        return ("too_dark",)
    return () if seen else ("no_tiles",)
