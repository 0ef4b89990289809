"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from vision.calibration.homography import Calibration
from vision.geometry import Layout
from vision.problems import surplus
from vision.recognise.crops import cut
from vision.recognise.detector import SURE, Spot, corners
from vision.recognise.enrolment import EnrolledSet
from vision.recognise.naming import name, see
from vision.table.cache import ReadingCache
from vision.table.dice import dice_on
from vision.table.finds import lay_tiles, locate, tile_size
from vision.table.grouping import arrange
from vision.table.problems import cloth_confidence, hindrances
from vision.table.sticks import with_sticks
from vision.table.top_view import TopView, pieces, top_view
from vision.types import Image, TableReading

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
        view, view_spots = self._locate(image)
        lying = lay_tiles(view, view_spots)
        look = partial(self._cache.look, image, view.white)
        finds = see(look, self.calibration.to_pixels(corners(lying)), own)
        # A tile whose face cannot be made out stays one, and doubtful: nobody is to miss it.
        places = [
            place
            for place, (face, spot) in enumerate(zip(finds.faces, lying, strict=True))
            if face.no_tile < 0.5 or spot.score >= SURE
        ]
        spots, finds = [lying[place] for place in places], finds.only(places)
        quads = corners(spots)
        tiles = name(finds, tile_set, own, cloth_confidence(view, quads).tolist())
        crops = finds.crops if places else cut(image, self.calibration.to_pixels(pieces(view)))
        hindrance_ids = hindrances(view, self.calibration, quads, crops)
        problems = (*hindrance_ids, *(["too_many"] if any(surplus(tiles, tile_set)) else []))
        reading = arrange(tiles, spots, view.layout, problems)
        if any(len(meld.tiles) < _SMALLEST_SET for seat in reading.seats for meld in seat.melds):
            reading = replace(reading, problems=(*reading.problems, "short_set"))
        reading = with_sticks(reading, view, quads)
        return _with_dice(reading, dice_on(image, self.calibration))

    def _locate(self, image: Image) -> tuple[TopView, list[Spot]]:
        """Return the table in *image* from above and the tiles found there; measure their size.

        Where they are smaller than was thought they are looked for once more, as small ones.
        """
        before = self.tile
        view = top_view(image, self.calibration, replace(self.layout, tile=before))
        spots = locate(view, self._cache)
        self.tile = tile_size(spots, before)
        view = replace(view, layout=replace(self.layout, tile=self.tile))
        if self.tile.width_mm < before.width_mm:
            self._cache = ReadingCache()
            spots = locate(view, self._cache)
        return view, spots


def _with_dice(reading: TableReading, dice: Sequence[int | None]) -> TableReading:
    """Return *reading* with what *dice* show; a cocked one is a problem and no number."""
    unreadable = ("die_unreadable",) if None in dice else ()
    pips = tuple(die for die in dice if die is not None)
    return replace(reading, dice=pips, problems=(*reading.problems, *unreadable))
