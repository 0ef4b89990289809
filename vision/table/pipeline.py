"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import Layout
from vision.problems import surplus
from vision.recognise.crops import cut
from vision.recognise.detector import SURE, Spot
from vision.recognise.enrolled import EnrolledSet
from vision.recognise.naming import name, see
from vision.table.cache import ReadingCache
from vision.table.dice import dice_on
from vision.table.finds import lay_tiles, locate, tile_size
from vision.table.grouping import OnTable, arrange
from vision.table.problems import cloth_confidence, hindrances
from vision.table.sticks import with_sticks
from vision.table.top_view import TopView, pieces, top_view
from vision.types import Image, TableReading, TileReading

_SMALLEST_SET: Final = 3
"""Tiles of a chow or a pung."""


def read_table(
    image: Image,
    calibration: Calibration,
    tile_set: Mapping[str, int],
    layout: Layout | None = None,
    own: EnrolledSet | None = None,
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
        self, image: Image, tile_set: Mapping[str, int], own: EnrolledSet | None = None
    ) -> TableReading:
        """Return what lies on the table in *image*, as `read_table` does."""
        calibration = self.calibration
        view, found = self._locate(image)
        lying = lay_tiles(view, found)
        if not lying:
            pixels = _pixels(calibration, pieces(view))
            nothing = np.zeros((0, 4, 2))
            problems = tuple(hindrances(view, calibration, nothing, cut(image, pixels)))
            return _with_dice(arrange((), view.layout, problems), dice_on(image, calibration))
        look = partial(self._cache.look, image, view.white)
        quads = np.stack([spot.quad() for spot in lying])
        finds = see(look, _pixels(calibration, quads), own)
        # A tile whose face cannot be made out stays one, and doubtful: nobody is to miss it.
        held = [
            place
            for place, (face, spot) in enumerate(zip(finds.faces, lying, strict=True))
            if face.no_tile < 0.5 or spot.score >= SURE
        ]
        sure = cloth_confidence(view, quads[held])
        tiles = name(finds.only(held), tile_set, own, sure.tolist())
        hindered = hindrances(view, calibration, quads[held], finds.crops[held])
        problems = (*hindered, *(["too_many"] if any(surplus(tiles, tile_set)) else []))
        laid = [_on_table(*one) for one in zip(tiles, quads[held], strict=True)]
        reading = arrange(laid, view.layout, problems)
        if any(len(meld.tiles) < _SMALLEST_SET for seat in reading.seats for meld in seat.melds):
            reading = replace(reading, problems=(*reading.problems, "short_set"))
        reading = with_sticks(reading, view, quads[held])
        return _with_dice(reading, dice_on(image, calibration))

    def _locate(self, image: Image) -> tuple[TopView, list[Spot]]:
        """Return the table in *image* from above and the tiles found there; measure their size.

        Where they are smaller than was thought they are looked for once more, as small ones.
        """
        before = self.tile
        view = top_view(image, self.calibration, replace(self.layout, tile=before))
        found = locate(view, self._cache)
        self.tile = tile_size(found, before)
        view = replace(view, layout=replace(self.layout, tile=self.tile))
        if self.tile.width_mm < before.width_mm:
            self._cache = ReadingCache()
            found = locate(view, self._cache)
        return view, found


def _pixels(calibration: Calibration, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where the camera sees the corners *quads*, N×4×2 in the table frame."""
    return calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)


def _with_dice(reading: TableReading, dice: Sequence[int | None]) -> TableReading:
    """Return *reading* with what *dice* show; a cocked one is a problem and no number."""
    unreadable = ("die_unreadable",) if None in dice else ()
    pips = tuple(die for die in dice if die is not None)
    return replace(reading, dice=pips, problems=(*reading.problems, *unreadable))


def _on_table(tile: TileReading, quad: NDArray[np.float64]) -> OnTable:
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)
