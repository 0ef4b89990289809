"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import Layout
from vision.recognise.classifier import cut, guessed, judged, own_likeness, seen_tile
from vision.recognise.decode import decode
from vision.recognise.refine import BLANKS, blank_tiles, jitter_check, set_consistency
from vision.table.cache import Memory
from vision.table.candidates import groups, settles
from vision.table.dice import Die, dice_on
from vision.table.grouping import OnTable, arrange
from vision.table.problems import believed, hindrances, surplus_codes
from vision.table.top_view import glimpses, see

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.calibration.homography import Calibration
    from vision.recognise.classifier import Likely, OwnFaces
    from vision.recognise.refine import Look
    from vision.table.candidates import Group, Way
    from vision.table.top_view import Above
    from vision.types import Image, SeenTile, TableReading

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
    return Watching(calibration, layout or Layout()).read(image, tile_set, own)


class Watching:
    """A table that is looked at again and again; what has not changed is not read again."""

    def __init__(self, calibration: Calibration, layout: Layout) -> None:
        self.calibration = calibration
        self.layout = layout
        self._memory = Memory()

    def read(
        self, image: Image, tile_set: Mapping[str, int], own: OwnFaces | None = None
    ) -> TableReading:
        """Return what lies on the table in *image*, as `read_table` does."""
        calibration = self.calibration
        largest = max((self.layout.largest_set, *tile_set.values()))
        layout = replace(self.layout, largest_set=largest)
        above = see(image, calibration, layout)
        things = groups(above, self._memory)
        if not things:
            pixels = calibration.to_pixels(glimpses(above).reshape(-1, 2)).reshape(-1, 4, 2)
            nothing = np.zeros((0, 4, 2))
            problems = tuple(hindrances(above, calibration, nothing, cut(image, pixels)))
            return _with_dice(arrange((), layout, problems), dice_on(image, calibration))
        seen = _faces(_Looks(partial(self._memory.look, image), calibration, own), things)
        reading = _arranged(seen, tile_set, above, calibration)
        return _with_dice(reading, dice_on(image, calibration))


def _arranged(
    seen: _Seen, tile_set: Mapping[str, int], above: Above, calibration: Calibration
) -> TableReading:
    """Return what lies where, of the tiles *seen*, with what hindered."""
    most = _believed(seen, above)
    held = list(most)
    codes = decode([seen.likely[place] for place in held], tile_set)
    tiles = [
        seen_tile(seen.told[place], code, seen.pixels[place])
        for place, code in zip(held, codes, strict=True)
    ]
    found = [
        _on_table(replace(tile, confidence=min(tile.confidence, most[place])), seen.quads[place])
        for place, tile in zip(held, tiles, strict=True)
    ]
    hindered = hindrances(above, calibration, seen.quads[held], seen.crops[held])
    problems = (*hindered, *(["too_many"] if surplus_codes(codes, tile_set) else []))
    reading = arrange(found, above.layout, problems)
    if any(len(meld.tiles) < _LEAST for seat in reading.seats for meld in seat.melds):
        return replace(reading, problems=(*reading.problems, "short_set"))
    return reading


def _believed(seen: _Seen, above: Above) -> dict[int, float]:
    """Return which of *seen* are tiles, and how sure each may be, 0 to 1.

    A tile whose face cannot be made out stays one, and doubtful: nobody is to miss it.
    """
    tiles = [
        place
        for place, one in enumerate(seen.likely)
        if one.no_tile < _NO_TILE or seen.places[place] >= _SURE_PLACE
    ]
    bare = np.array([seen.likely[place].ranked()[0][0] in BLANKS for place in tiles], bool)
    most = believed(above, seen.quads[tiles], bare)
    return {place: float(share) for place, share in zip(tiles, most, strict=True) if share > 0}


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
    told: list[Likely]
    """The same, doubtful where other tiles of the table speak against it."""
    places: list[float]
    """How sure it is that there is a tile at all."""


def _faces(looks: _Looks, things: Sequence[Group]) -> _Seen:
    """Return the tiles of *things*, each taken as its faces speak for, and what is on them.

    The likeliest way of each is looked at first, the others only where it does not settle it.
    Faces of the ways chosen that are unclear are looked at again.
    """
    looks.look(np.concatenate([group[0].quads for group in things]))
    first = [group[0].score(looks.guesses(group[0])) for group in things]
    open_ones = [
        way.quads
        for group, score in zip(things, first, strict=True)
        for way in group[1:]
        if not settles(group[0], score)
    ]
    if open_ones:
        looks.look(np.concatenate(open_ones))
    ways = [
        group[0] if settles(group[0], score) else looks.best(group)
        for group, score in zip(things, first, strict=True)
    ]
    quads = np.concatenate([way.quads for way in ways])
    sure = [way.place for way in ways for _ in way.quads]
    crops, said, pixels = looks.seen(quads)
    likely = jitter_check(looks.at, pixels, judged(crops, said, looks.own), looks.own)
    likely = blank_tiles(likely, crops, own_likeness(said, looks.own))
    return _Seen(quads, pixels, crops, likely, set_consistency(likely, said), sure)


@dataclass(slots=True, eq=False)
class _Looks:
    """Faces looked at so far, each once, by the corners of their tiles."""

    at: Look
    calibration: Calibration
    own: OwnFaces | None
    _places: dict[bytes, int] = field(default_factory=dict)
    _pixels: list[NDArray[np.float64]] = field(default_factory=list)
    _crops: list[NDArray[np.uint8]] = field(default_factory=list)
    _said: list[NDArray[np.float32]] = field(default_factory=list)
    _guesses: list[Likely] = field(default_factory=list)

    def look(self, quads: NDArray[np.float64]) -> None:
        """Look at the faces with corners *quads*, N×4×2 in the table frame, that are new."""
        fresh = {key: quad for quad in quads if (key := _key(quad)) not in self._places}
        if not fresh:
            return
        flat = np.stack(list(fresh.values())).reshape(-1, 2)
        pixels = self.calibration.to_pixels(flat).reshape(-1, 4, 2)
        crops, said = self.at(pixels)
        for key in fresh:
            self._places[key] = len(self._places)
        self._pixels += list(pixels)
        self._crops += list(crops)
        self._said += list(said)
        self._guesses += guessed(said, self.own)

    def guesses(self, way: Way) -> list[Likely]:
        """Return what the first look said of the faces of *way*."""
        return [self._guesses[self._places[_key(quad)]] for quad in way.quads]

    def best(self, group: Group) -> Way:
        """Return the way to take *group* that its faces speak for most."""
        return max(group, key=lambda way: way.score(self.guesses(way)))

    def seen(
        self, quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float64]]:
        """Return crops, what the first look said, and corners in pixels of the faces at *quads*."""
        places = [self._places[_key(quad)] for quad in quads]
        return (
            np.stack([self._crops[place] for place in places]),
            np.stack([self._said[place] for place in places]),
            np.stack([self._pixels[place] for place in places]),
        )


def _key(quad: NDArray[np.float64]) -> bytes:
    """Return the same for corners less than a millimetre apart."""
    return bytes(np.round(quad).astype(np.int16))


def _on_table(tile: SeenTile, quad: NDArray[np.float64]) -> OnTable:
    """Return *tile* with its place, *quad* being its corners in the table frame."""
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)
