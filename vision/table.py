"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.above import see
from vision.arrange import OnTable, arrange
from vision.classify import cut, glance, guessed, judged
from vision.decode import decode
from vision.dice import Die, dice_on
from vision.layout import Layout
from vision.places import groups
from vision.seen import seen_tile
from vision.steady import steadied
from vision.tabletop import hindrances, surplus_codes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.camera import Image
    from vision.classify import Likely, OwnFaces
    from vision.places import Group
    from vision.reading import SeenTile, TableReading

_NO_TILE: Final = 0.5
_SURE_PLACE: Final = 0.6
_LEAST: Final = 3
"""Tiles of the smallest set laid down."""


def read_table(
    image: Image,
    calibration: Calibration,
    tile_set: Mapping[str, int],
    layout: Layout | None = None,
    own: OwnFaces | None = None,
) -> TableReading:
    """Return what lies on the table in *image*.

    *own* are the faces of the set that lies there, where its owner has enrolled it. *tile_set*
    says how many copies of each code the game's set has; no tile is read as one that the set
    lacks. Doubt shows in the confidences, never in an error: an empty table gives empty seats and
    the problem `no_tiles`.
    """
    layout = layout or Layout()
    above = see(image, calibration, layout)
    things = groups(above)
    if not things:
        nothing = np.zeros((0, 4, 2)), np.zeros((0, 64, 64, 3), np.uint8)
        problems = tuple(hindrances(above, calibration, *nothing))
        return _with_dice(arrange((), layout, problems), dice_on(image, calibration))
    seen = _faces(image, calibration, things, own)
    # A tile whose face cannot be made out stays one, and doubtful: nobody is to miss it.
    held = [
        place
        for place, one in enumerate(seen.likely)
        if one.no_tile < _NO_TILE or seen.places[place] >= _SURE_PLACE
    ]
    codes = decode([seen.likely[place] for place in held], tile_set)
    found = [
        _on_table(seen_tile(seen.likely[place], code, seen.pixels[place]), seen.quads[place])
        for place, code in zip(held, codes, strict=True)
    ]
    hindered = hindrances(above, calibration, seen.quads[held], seen.crops[held])
    problems = (*hindered, *(["too_many"] if surplus_codes(codes, tile_set) else []))
    reading = arrange(found, layout, problems)
    if any(len(meld.tiles) < _LEAST for seat in reading.seats for meld in seat.melds):
        reading = replace(reading, problems=(*reading.problems, "short_set"))
    return _with_dice(reading, dice_on(image, calibration))


def _with_dice(reading: TableReading, dice: Sequence[Die]) -> TableReading:
    """Return *reading* with what *dice* show; a cocked one is a problem and no number."""
    pips = tuple(die.pips for die in dice if die.pips is not None)
    problems = reading.problems
    if len(pips) < len(dice):
        problems = (*problems, "die_unreadable")
    return replace(reading, dice=pips, problems=problems)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The tiles found: corners N×4×2 in the table frame and in pixels, crops, and faces."""

    quads: NDArray[np.float64]
    pixels: NDArray[np.float64]
    crops: NDArray[np.uint8]
    likely: list[Likely]
    places: list[float]
    """How sure it is that there is a tile at all."""


def _faces(
    image: Image, calibration: Calibration, things: Sequence[Group], own: OwnFaces | None
) -> _Seen:
    """Return the tiles of *things*, each taken as its faces speak for, and what is on them.

    Every face is looked at once; only those of the ways chosen are looked at again where they are
    unclear.
    """
    every = np.concatenate([way.quads for group in things for way in group])
    _, first, same = np.unique(np.round(every), axis=0, return_index=True, return_inverse=True)
    quads = every[first]
    pixels = calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    crops = cut(image, pixels)
    said = glance(crops)
    guesses = guessed(said, own)
    chosen: list[int] = []
    sure: list[float] = []
    start = 0
    for group in things:
        scored = []
        for way in group:
            places = [int(place) for place in same.ravel()[start : start + len(way.quads)]]
            scored.append((way.score([guesses[number] for number in places]), places, way.place))
            start += len(way.quads)
        _, places, place = max(scored, key=lambda one: one[0])
        chosen += places
        sure += [place] * len(places)
    likely = steadied(image, pixels[chosen], judged(crops[chosen], said[chosen], own), own)
    return _Seen(quads[chosen], pixels[chosen], crops[chosen], likely, sure)


def _on_table(tile: SeenTile, quad: NDArray[np.float64]) -> OnTable:
    """Return *tile* with its place, *quad* being its corners in the table frame."""
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)
