"""Cards and dominoes by seat: what lies before each player, and what is left in the middle.

They are told by an enrolled set or a kit; the place says whose a card is. Everything outside the
middle square belongs to the seat at whose side it lies. What has no print is a back: a domino
that lies face down, or a pile of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.calibration.homography import Calibration, from_above
from vision.geometry import CENTRE_MM, Layout, by_rows
from vision.problems import light_problem
from vision.recognise.detector import corners, detect_cards
from vision.recognise.enrolment import EnrolledSet
from vision.recognise.naming import look_at, name, see
from vision.types import Image, TileReading

_PX_PER_MM: Final = 1.8
"""Scale at which the field is shown from above."""
_EDGE_MM: Final = 4.0
"""So much of the field's edge is left out: what shows there may be the rim."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """One look at a table of cards or dominoes."""

    seats: tuple[tuple[TileReading, ...], ...]
    """What lies before each seat, row by row as its owner reads them."""
    middle: tuple[TileReading, ...] = ()
    before: tuple[int, ...] = ()
    """The seat to whose side each of *middle* lies nearest."""
    problems: tuple[str, ...] = ()
    """Ids of what hindered the reading, worst first."""

    @property
    def cards(self) -> tuple[TileReading, ...]:
        """Return everything that was read."""
        return (*(tile for pile in self.seats for tile in pile), *self.middle)


def field(image: Image, calibration: Calibration, side_mm: float) -> Image:
    """Return the playing field in *image* from straight above."""
    return from_above(image, calibration, side_mm / 2 - _EDGE_MM, _PX_PER_MM)


def read_cards(
    image: Image, calibration: Calibration, own: EnrolledSet, layout: Layout
) -> CardReading:
    """Return what of the set *own* lies on the table in *image*, by seat.

    No card is read more often than the set has it. Doubt shows in the confidences; an empty table
    gives the problem `no_tiles`.
    """
    view = field(image, calibration, layout.span_mm)
    light = light_problem(view)
    problems = () if light is None else (light.code,)
    spots = detect_cards(view)
    if not spots:
        return CardReading(((),) * layout.seats, problems=(*problems, "no_tiles"))
    half = layout.span_mm / 2 - _EDGE_MM
    quads = corners(spots)
    pixels = calibration.to_pixels(quads / _PX_PER_MM - half)
    tiles = name(see(look_at(image), pixels, own), own.copies, own, [1.0] * len(pixels))
    middles = [(x, y) for x, y in (quads.mean(axis=1) / _PX_PER_MM - half).tolist()]
    tall = float(np.median([spot.height for spot in spots])) / _PX_PER_MM
    nearest = [layout.nearest_seat(place) for place in middles]
    is_middle = [max(map(abs, place)) < CENTRE_MM for place in middles]
    owners = [None if within else seat for seat, within in zip(nearest, is_middle, strict=True)]
    sorted_piles = []
    for seat in (*range(layout.seats), None):
        pile = [i for i, owner in enumerate(owners) if owner == seat]
        frame = [layout.to_seat(seat or 0, middles[i]) for i in pile]
        sorted_piles.append([pile[number] for number in by_rows(frame, tall / 2)])
    *seats, middle = (tuple(tiles[i] for i in pile) for pile in sorted_piles)
    before = tuple(nearest[i] for i in sorted_piles[-1])
    return CardReading(tuple(seats), middle, before, problems)
