"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import Layout
from vision.recognise.classifier import (
    Face,
    OwnFaces,
    cut,
    from_first_look,
    own_likeness,
    tile_at,
    with_second_look,
)
from vision.recognise.decode import decode
from vision.recognise.detector import SURE
from vision.recognise.refine import BLANKS, Look, blank_tiles, jitter_check, set_consistency
from vision.table.cache import ReadingCache
from vision.table.candidates import Candidate, Placement, candidates, is_decided, locate, tile_size
from vision.table.dice import Die, dice_on
from vision.table.grouping import OnTable, arrange
from vision.table.problems import hindrances, occlusion_confidence, surplus_codes
from vision.table.sets import SMALLEST
from vision.table.top_view import TopView, pieces, top_view
from vision.types import Image, TableReading, TileReading

_NO_TILE: Final = 0.5
"""A find that is none with at least this probability is dropped, unless its place
is surely one (`SURE`)."""


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
    return TableWatcher(calibration, layout or Layout()).read(image, tile_set, own)


class TableWatcher:
    """A table that is looked at again and again; what has not changed is not read again."""

    def __init__(self, calibration: Calibration, layout: Layout) -> None:
        self.calibration = calibration
        self.layout = layout
        self.tile = layout.tile
        """How large the tiles are, as last measured."""
        self._cache = ReadingCache()

    def read(
        self, image: Image, tile_set: Mapping[str, int], own: OwnFaces | None = None
    ) -> TableReading:
        """Return what lies on the table in *image*, as `read_table` does."""
        calibration = self.calibration
        largest = max((self.layout.largest_set, *tile_set.values()))
        layout = replace(self.layout, largest_set=largest)
        view = top_view(image, calibration, layout)
        found = locate(view, self._cache)
        self.tile = tile_size(found, self.tile)
        view = replace(view, layout=replace(layout, tile=self.tile))
        things = candidates(view, found)
        if not things:
            pixels = calibration.to_pixels(pieces(view).reshape(-1, 2)).reshape(-1, 4, 2)
            nothing = np.zeros((0, 4, 2))
            problems = tuple(hindrances(view, calibration, nothing, cut(image, pixels)))
            return _with_dice(arrange((), view.layout, problems), dice_on(image, calibration))
        faces = _faces(_Looks(partial(self._cache.look, image), calibration, own), things)
        reading = _arranged(faces, tile_set, view, calibration)
        return _with_dice(reading, dice_on(image, calibration))


def _arranged(
    found: _Faces, tile_set: Mapping[str, int], view: TopView, calibration: Calibration
) -> TableReading:
    """Return what lies where, of the tiles *found*, with what hindered."""
    most = _tile_confidences(found, view)
    held = list(most)
    codes = decode([found.faces[place] for place in held], tile_set)
    tiles = [
        tile_at(found.doubted[place], code, found.pixels[place])
        for place, code in zip(held, codes, strict=True)
    ]
    placed = [
        _on_table(replace(tile, confidence=min(tile.confidence, most[place])), found.quads[place])
        for place, tile in zip(held, tiles, strict=True)
    ]
    hindered = hindrances(view, calibration, found.quads[held], found.crops[held])
    problems = (*hindered, *(["too_many"] if surplus_codes(codes, tile_set) else []))
    reading = arrange(placed, view.layout, problems)
    if any(len(meld.tiles) < SMALLEST for seat in reading.seats for meld in seat.melds):
        return replace(reading, problems=(*reading.problems, "short_set"))
    return reading


def _tile_confidences(found: _Faces, view: TopView) -> dict[int, float]:
    """Return which of *found* are tiles, and how sure each may be, 0 to 1.

    A tile whose face cannot be made out stays one, and doubtful: nobody is to miss it.
    """
    tiles = [
        place
        for place, one in enumerate(found.faces)
        if one.no_tile < _NO_TILE or found.confidences[place] >= SURE
    ]
    bare = np.array([found.faces[place].ranked()[0][0] in BLANKS for place in tiles], bool)
    most = occlusion_confidence(view, found.quads[tiles], bare)
    return {place: float(share) for place, share in zip(tiles, most, strict=True) if share > 0}


def _with_dice(reading: TableReading, dice: Sequence[Die]) -> TableReading:
    """Return *reading* with what *dice* show; a cocked one is a problem and no number."""
    pips = tuple(die.pips for die in dice if die.pips is not None)
    problems = reading.problems
    if len(pips) < len(dice):
        problems = (*problems, "die_unreadable")
    return replace(reading, dice=pips, problems=problems)


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    """The tiles found: corners N×4×2 in the table frame and in pixels, crops, and faces."""

    quads: NDArray[np.float64]
    pixels: NDArray[np.float64]
    crops: NDArray[np.uint8]
    faces: list[Face]
    doubted: list[Face]
    """The same, doubtful where other tiles of the table speak against it."""
    confidences: list[float]
    """How sure it is that there is a tile at all."""


def _faces(looks: _Looks, candidates: Sequence[Candidate]) -> _Faces:
    """Return the tiles of *candidates*, each taken as its faces speak for, and what is on them.

    The likeliest way of each is looked at first, the others only where it does not settle it.
    Faces of the ways chosen that are unclear are looked at again.
    """
    looks.look(np.concatenate([candidate[0].quads for candidate in candidates]))
    scores = [candidate[0].score(looks.guesses(candidate[0])) for candidate in candidates]
    open_ones = [
        placement.quads
        for candidate, score in zip(candidates, scores, strict=True)
        for placement in candidate[1:]
        if not is_decided(candidate[0], score)
    ]
    if open_ones:
        looks.look(np.concatenate(open_ones))
    placements = [
        candidate[0] if is_decided(candidate[0], score) else looks.best(candidate)
        for candidate, score in zip(candidates, scores, strict=True)
    ]
    quads = np.concatenate([placement.quads for placement in placements])
    sure = [placement.place for placement in placements for _ in placement.quads]
    crops, outputs, pixels = looks.crops_at(quads)
    faces = jitter_check(looks.at, pixels, with_second_look(crops, outputs, looks.own), looks.own)
    faces = blank_tiles(faces, crops, own_likeness(outputs, looks.own))
    return _Faces(quads, pixels, crops, faces, set_consistency(faces, outputs), sure)


@dataclass(slots=True, eq=False)
class _Looks:
    """Faces looked at so far, each once, by the corners of their tiles."""

    at: Look
    calibration: Calibration
    own: OwnFaces | None
    _places: dict[bytes, int] = field(default_factory=dict)
    _pixels: list[NDArray[np.float64]] = field(default_factory=list)
    _crops: list[NDArray[np.uint8]] = field(default_factory=list)
    _outputs: list[NDArray[np.float32]] = field(default_factory=list)
    _guesses: list[Face] = field(default_factory=list)

    def look(self, quads: NDArray[np.float64]) -> None:
        """Look at the faces with corners *quads*, N×4×2 in the table frame, that are new."""
        fresh = {key: quad for quad in quads if (key := _key(quad)) not in self._places}
        if not fresh:
            return
        flat = np.stack(list(fresh.values())).reshape(-1, 2)
        pixels = self.calibration.to_pixels(flat).reshape(-1, 4, 2)
        crops, outputs = self.at(pixels)
        for key in fresh:
            self._places[key] = len(self._places)
        self._pixels += list(pixels)
        self._crops += list(crops)
        self._outputs += list(outputs)
        self._guesses += from_first_look(outputs, self.own)

    def guesses(self, placement: Placement) -> list[Face]:
        """Return what the first look said of the faces of *placement*."""
        return [self._guesses[self._places[_key(quad)]] for quad in placement.quads]

    def best(self, candidate: Candidate) -> Placement:
        """Return the way to take *candidate* that its faces speak for most."""
        return max(candidate, key=lambda placement: placement.score(self.guesses(placement)))

    def crops_at(
        self, quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float64]]:
        """Return crops, what the first look said, and corners in pixels of the faces at *quads*."""
        confidences = [self._places[_key(quad)] for quad in quads]
        return (
            np.stack([self._crops[place] for place in confidences]),
            np.stack([self._outputs[place] for place in confidences]),
            np.stack([self._pixels[place] for place in confidences]),
        )


def _key(quad: NDArray[np.float64]) -> bytes:
    return bytes(np.round(quad).astype(np.int16))


def _on_table(tile: TileReading, quad: NDArray[np.float64]) -> OnTable:
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)
