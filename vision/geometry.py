"""The table top in millimetres: where each seat lays what.

Two frames are used. The *table* frame has its origin at the centre, x to the
right and y down as seat 0 sees the table from above (seat 0 sits at the bottom,
seat 1 at the right). A *seat* frame has u to the owner's right and v towards the
owner; its origin is the centre too, and where more than four sit, `Layout.out_mm`
before it: rows as long as at a square table lie further out there. The camera
reader and the simulator both go by this page, so that a tile's place says what it
is for.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile's solid in millimetres: width, height of the face, and thickness."""

    width_mm: float = 26.0
    height_mm: float = 35.0
    depth_mm: float = 20.0

    def __post_init__(self) -> None:
        if not 0 < self.width_mm < self.height_mm or self.depth_mm <= 0:
            raise ValueError(f"no tile is {self.width_mm}×{self.height_mm}×{self.depth_mm} mm")


@dataclass(frozen=True, slots=True)
class Row:
    """A strip of a seat's side on which tiles stand in a line.

    Tiles touch *baseline_mm* with their edge nearest the owner; the line starts
    at *start_mm* and runs to the owner's right, or to the left from there where
    *leftwards*.
    """

    name: str
    start_mm: float
    baseline_mm: float
    upper_mm: float
    leftwards: bool = False

    def holds(self, place: Point, wide_mm: float) -> bool:
        """Return whether a tile so wide belongs here, whose middle is *place* in a seat's frame."""
        u, v = place
        if self.leftwards:
            left, right = 3 * wide_mm - self.baseline_mm, self.start_mm + wide_mm / 2
        else:
            left, right = self.start_mm - wide_mm / 2, self.baseline_mm - wide_mm / 2
        return self.upper_mm <= v < self.baseline_mm and left <= u <= right


HAND: Final = Row("hand", -280.0, 330.0, 291.0)
MELDS: Final = Row("melds", 400.0, 398.0, 335.0, leftwards=True)
FLOWERS: Final = Row("flowers", -240.0, 288.0, 250.0)
ASIDE: Final = Row("aside", -200.0, 246.0, 217.0)
RIVER: Final = "river"
WALL: Final = "wall"
INDICATORS: Final = "indicators"
HIDDEN_INDICATORS: Final = "hidden_indicators"

STICK_MM: Final = (85.0, 7.0, 3.0)
"""Length, width and thickness of a stick of points."""

WINNING_GAP_MM: Final = 40.0
"""How far the winning tile lies to the right of the hand."""

MELD_GAP_MM: Final = 12.0
"""How far sets laid down lie apart."""

HIDDEN_INDICATORS_Y_MM: Final = 62.0
INDICATORS_Y_MM: Final = -HIDDEN_INDICATORS_Y_MM
_HALF_ROW_MM: Final = 300.0
"""Half a side where the hands lie, at a table with more than four: no hand meets another."""
_ROUND_MELDS_MM: Final = 310.0
"""Where sets laid down start there."""
SEATS: Final = 9
"""Most seats about a table whose rows the camera tells apart."""
_SQUARE: Final = 4
"""Most seats that have a side of the table each."""

CENTRE_MM: Final = 150.0
"""Half the side of the square in the middle where cards lie that belong to nobody."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A table: how many sides it has, how large it is and what tiles lie on it."""

    seats: int = 4
    side_mm: float = 840.0
    tile: TileSize = field(default_factory=TileSize)
    oval_mm: tuple[float, float] | None = None
    """Width and depth of a round or an oval playing field; `None` where it is square."""

    def __post_init__(self) -> None:
        if self.oval_mm is not None and not all(600.0 <= one <= 3000.0 for one in self.oval_mm):
            raise ValueError(f"a field of {self.oval_mm} mm is outside 600 to 3000")
        if not 1 <= self.seats <= SEATS:
            raise ValueError(f"{self.seats} seats: a table has 1 to {SEATS}")
        if not 700.0 <= self.side_mm <= 1000.0:
            raise ValueError(f"a side of {self.side_mm} mm is outside 700 to 1000")

    @property
    def has_side_each(self) -> bool:
        """Return whether somebody sits at every side of the table."""
        return self.seats >= _SQUARE

    @property
    def out_mm(self) -> float:
        """Return how much further out than at a square table everything of a seat lies."""
        if self.seats <= _SQUARE:
            return 0.0
        return _HALF_ROW_MM / math.tan(math.pi / self.seats) - HAND.upper_mm

    @property
    def span_mm(self) -> float:
        """Return the side of the square that holds the playing field.

        The corners of a table with more than four sides reach further out than its sides.
        """
        if self.oval_mm is not None:
            return max(self.oval_mm)
        if self.seats <= _SQUARE:
            return self.side_mm
        corner = math.hypot(MELDS.baseline_mm + self.out_mm, _ROUND_MELDS_MM)
        return 2 * corner + self.side_mm - 2 * MELDS.baseline_mm

    @property
    def half_mm(self) -> NDArray[np.float64]:
        """Return half the width and half the depth of the playing field."""
        return np.array(self.oval_mm or (self.span_mm, self.span_mm)) / 2

    @property
    def needs_mm(self) -> float:
        """Return how wide a field has to be, so that the rows of all seats find room."""
        return 2 * (HAND.baseline_mm + self.out_mm)

    @property
    def melds(self) -> Row:
        """Return the row of sets laid down."""
        return MELDS if self.seats <= _SQUARE else replace(MELDS, start_mm=_ROUND_MELDS_MM)

    @property
    def stick_mm(self) -> float:
        """Return where the middle of a stick lies that its owner has put before the discards."""
        return HIDDEN_INDICATORS_Y_MM + self.tile.height_mm / 2 + STICK_MM[1]

    @property
    def river_mm(self) -> float:
        """Return where the discards of a seat begin: beyond all that lies in the middle.

        They end where tiles set aside begin.
        """
        return self.stick_mm + STICK_MM[1]

    def outside(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which of the table points *x*, *y* lie beyond the edge of a round or oval field.

        Of a square one none does: what is seen of it ends there.
        """
        if self.oval_mm is None:
            return np.zeros(np.broadcast(x, y).shape, np.bool_)
        wide, deep = self.oval_mm
        return np.asarray((2 * x / wide) ** 2 + (2 * y / deep) ** 2 > 1.0)

    def turn(self, seat: int) -> float:
        """Return by how many radians *seat* is turned counter-clockwise from seat 0.

        Up to four players sit at the sides of a square, two of them opposite; more sit
        evenly about the table.
        """
        if self.seats > _SQUARE:
            return 2 * math.pi * seat / self.seats
        side = 2 * seat if self.seats == 2 else seat
        return math.pi / 2 * side

    def to_table(self, seat: int, place: Point) -> Point:
        """Return the table point of *place*, which is in the frame of *seat*."""
        point = complex(place[0], place[1] + self.out_mm) * cmath.rect(1.0, -self.turn(seat))
        return point.real, point.imag

    def to_seat(self, seat: int, place: Point) -> Point:
        """Return *place*, a table point, in the frame of *seat*."""
        point = complex(*place) * cmath.rect(1.0, self.turn(seat))
        return point.real, point.imag - self.out_mm

    def nearest_seat(self, place: Point) -> int:
        """Return the seat to whose side the table point *place* lies nearest."""
        return max(range(self.seats), key=lambda seat: self.to_seat(seat, place)[1])

    def row_at(self, place: Point, turn: float, *, is_back: bool = False) -> tuple[int, str] | None:
        """Return whose row a tile at the table point *place* lies in, and its name; `None` in none.

        Besides a seat's own rows that are its discards, its wall, and the indicators, which lie as
        seat 0 sees them. Between the hands and the discards a tile face down is one of a wall:
        flowers and what is set aside lie there with their faces up. *turn* is the tile's, in
        radians clockwise from upright for seat 0.
        """
        if max(map(abs, place)) < self.stick_mm:
            return self._indicators_at(place[1])
        wall = self._wall_at(place, turn) if is_back else None
        return wall or self._seats_row_at(place) or self._river_at(place)

    def _indicators_at(self, y_mm: float) -> tuple[int, str] | None:
        lines = {INDICATORS: INDICATORS_Y_MM, HIDDEN_INDICATORS: HIDDEN_INDICATORS_Y_MM}
        half = self.tile.height_mm / 2
        return next(((0, name) for name, at in lines.items() if abs(y_mm - at) < half), None)

    def _seats_row_at(self, place: Point) -> tuple[int, str] | None:
        """Return whose row *place* lies in, and its name.

        Where the rows of two neighbours cross at a corner, the one whose middle is
        nearer along the row has it.
        """
        candidates = [
            (abs(own[0]), seat, row.name)
            for seat, own in self._frames(place)
            for row in (self.melds, HAND, FLOWERS, ASIDE)
            if row.holds(own, self.tile.width_mm)
        ]
        return min(candidates)[1:] if candidates else None

    def _frames(self, place: Point) -> Iterator[tuple[int, Point]]:
        """Yield each seat with the table point *place* in its frame."""
        return ((seat, self.to_seat(seat, place)) for seat in range(self.seats))

    def is_before_river(self, seat: int, place: Point) -> bool:
        """Return whether the table point *place* lies where *seat* pays for readiness."""
        u, v = self.to_seat(seat, place)
        return abs(u) < STICK_MM[0] / 2 and v < self.river_mm

    def _river_at(self, place: Point) -> tuple[int, str] | None:
        """Return among whose discards the table point *place* lies, or `None` elsewhere.

        Discards begin at their owner's left and go on to the right as far as they need: what lies
        further left than the middle's edge is the left-hand neighbour's. Of a side at which nobody
        sits they are the nearest seat's: thrown ones lie there, too.
        """
        candidates = [
            (abs(u), seat)
            for seat, (u, v) in self._frames(place)
            if self.stick_mm < v < ASIDE.upper_mm and u > -self.river_mm
        ]
        if candidates:
            return min(candidates)[1], RIVER
        is_beside = self.stick_mm < max(map(abs, place)) < ASIDE.upper_mm
        return (self.nearest_seat(place), RIVER) if is_beside and not self.has_side_each else None

    def _wall_at(self, place: Point, turn: float) -> tuple[int, str] | None:
        """Return before whom a tile of a wall lies at the table point *place*, `None` elsewhere.

        A wall ends on its owner's right before the next one begins; on the left a long one reaches
        over the neighbour's row. Its tiles lie along their owner's row: *turn* tells whose they are
        where two walls meet.
        """
        is_square = self.seats <= _SQUARE
        left, right = (HAND.baseline_mm, FLOWERS.upper_mm) if is_square else (_HALF_ROW_MM,) * 2
        line = FLOWERS.baseline_mm - self.tile.height_mm / 2
        candidates = [
            (is_across(turn + self.turn(seat)), abs(v - line), seat)
            for seat, (u, v) in self._frames(place)
            if ASIDE.upper_mm < v < FLOWERS.baseline_mm and -left < u < right
        ]
        return (min(candidates)[2], WALL) if candidates else None


def is_across(turn: float) -> bool:
    """Return whether a tile turned by *turn*, in radians, from its owner's row lies across it."""
    return abs(math.sin(turn)) > math.sqrt(0.5)


ASKEW: Final = 0.14
"""Radians: who lays discards in rows turns them less than this from square to the rows."""


def is_askew(turn: float) -> bool:
    """Return whether a tile turned so from its owner's rows lies in none of them."""
    return abs(turn - round(turn / (math.pi / 2)) * math.pi / 2) > ASKEW


def group_linked(
    spots: Sequence[Thing], places: Sequence[int], are_joined: Callable[[Thing, Thing], bool]
) -> list[list[int]]:
    """Return *places* in groups: two are in one when a chain of joined ones leads between them."""
    label = {place: place for place in places}
    for n, first in enumerate(places):
        for second in places[:n]:
            if label[first] != label[second] and are_joined(spots[first], spots[second]):
                old, new = label[first], label[second]
                label = {place: new if mark == old else mark for place, mark in label.items()}
    groups: dict[int, list[int]] = {}
    for place, mark in label.items():
        groups.setdefault(mark, []).append(place)
    return list(groups.values())


def by_rows(places: Sequence[Point], apart_mm: float) -> list[int]:
    """Return the numbers of *places* in their owner's frame: row by row, each from the left.

    The row furthest from the owner comes first; what lies so much nearer begins another.
    """
    rows: list[list[int]] = []
    for number in sorted(range(len(places)), key=lambda number: places[number][1]):
        if not rows or places[number][1] - fmean(places[one][1] for one in rows[-1]) > apart_mm:
            rows.append([])
        rows[-1].append(number)
    return [one for row in rows for one in sorted(row, key=lambda number: places[number][0])]
