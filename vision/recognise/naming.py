"""The way that every picture goes once its tiles are found: named, doubted, named together.

The same for a photograph, for the view of a table from above and for cards; what was measured:
`docs/vision-notes.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import ANIMALS, FLOWERS, KIND, TILES
from vision.recognise.classifier import Face, classify, tile_at
from vision.recognise.crops import cut
from vision.recognise.decode import decode
from vision.recognise.enrolment import EnrolledSet
from vision.recognise.networks import CLASSES, CROP_SIDE, WHITE, Floats32, in_white_light, scores
from vision.types import BACK, REVIEW_THRESHOLD, Image, TileReading

Look = Callable[[NDArray[np.float64]], tuple[NDArray[np.uint8], Floats32]]
"""What gives the crops at some corners, N×4×2, and the network's outputs for each."""

WHITE_DRAGON: Final = "5z"
BLANKS: Final = (WHITE_DRAGON, BACK)

_STEP: Final = 0.05
"""By which share of its height a tile is looked at higher and lower: a millimetre or two. A box
10 % off makes another flower of it at 0.99; the mean of three looks says 0.5."""


@dataclass(frozen=True, slots=True, eq=False)
class Finds:
    """Tiles that were found and looked at: corners in pixels, crops, network's outputs, faces."""

    pixels: NDArray[np.float64]
    crops: NDArray[np.uint8]
    outputs: Floats32
    faces: Sequence[Face]

    def only(self, places: Sequence[int]) -> Finds:
        """Return those at *places*."""
        indices = list(places)
        faces = [self.faces[place] for place in indices]
        return Finds(self.pixels[indices], self.crops[indices], self.outputs[indices], faces)


def look_at(image: Image, white: NDArray[np.float64] = WHITE) -> Look:
    """Return what looks at tiles of *image*, which shows what is white as *white*."""

    def look(pixels: NDArray[np.float64]) -> tuple[NDArray[np.uint8], Floats32]:
        crops = in_white_light(cut(image, pixels), white)
        return crops, scores(crops)

    return look


def see(
    look: Look, pixels: NDArray[np.float64], own: EnrolledSet | None, *, are_exact: bool = True
) -> Finds:
    """Return what is on the tiles with corners *pixels*, N×4×2.

    What the first look takes for flowers is told by the mean of three: what tells one from another
    is small and stands at the edge, so that a box a little off makes another of it, a sure one. So
    is everything where the corners are not *are_exact*, as those of a table are, whose tiles have
    one size: a 2m without its upper stroke is a 1m.
    """
    crops, outputs = look(pixels)
    if own is not None and not own.is_mahjong:
        faces = classify(crops, own, outputs)
        faces = faces if BACK in own.codes else _find_unprinted(faces, crops)
        return Finds(pixels, crops, outputs, faces)
    kinds = outputs[:, :CLASSES].argmax(axis=1)
    is_flower = (kinds >= FLOWERS) & (kinds < ANIMALS)
    unsteady = np.flatnonzero(is_flower if are_exact else np.ones_like(is_flower)).tolist()
    down = _STEP * (pixels[unsteady, 3] - pixels[unsteady, 0])[:, None]
    again = look(np.concatenate([pixels[unsteady] - down, pixels[unsteady] + down]))
    all_crops = np.concatenate([crops, again[0]])
    all_outputs = np.concatenate([outputs, again[1]])
    faces = classify(all_crops, own, all_outputs, are_alike=are_exact)
    more_faces = faces[len(pixels) :]
    for place, *others in zip(unsteady, more_faces, more_faces[len(unsteady) :], strict=False):
        faces[place] = _mean((faces[place], *others))
    return Finds(pixels, crops, outputs, faces[: len(pixels)])


def name(
    finds: Finds,
    copies: Mapping[str, int],
    own: EnrolledSet | None,
    places: Sequence[float],
) -> list[TileReading]:
    """Return the tiles of *finds*, named together: no more of a code than the set has *copies*.

    *places* are how sure it is that a tile lies there at all: no face is surer.
    """
    are_cards = own is not None and not own.is_mahjong
    like = None if own is None or are_cards else own.likeness(finds.outputs)
    faces = blank_tiles(finds.faces, finds.crops, copies.get(WHITE_DRAGON, 0), like)
    codes = decode(faces, copies)
    readings = [tile_at(*one) for one in zip(faces, codes, finds.pixels, strict=True)]
    pairs = zip(readings, places, strict=True)
    tiles = [replace(tile, confidence=tile.confidence * sure) for tile, sure in pairs]
    return tiles if are_cards else _unless_strange(tiles)


def _unless_strange(tiles: list[TileReading]) -> list[TileReading]:
    """Return *tiles*, all as doubtful as most are where less than half are sure: cards may lie.

    Of flower cards and dominoes 6 to 18 % of the finds were (six simulated tables), of tiles in
    each of 67 photographs of standing ones 67 % and more, doubt of their places counted.
    """
    sure = sum(tile.confidence >= REVIEW_THRESHOLD for tile in tiles)
    if 2 * sure >= len(tiles):
        return tiles
    share = sure / len(tiles)
    return [replace(tile, confidence=share * tile.confidence) for tile in tiles]


def _mean(faces: Sequence[Face]) -> Face:
    codes = {code: fmean(one.codes[code] for one in faces) for code in faces[0].codes}
    return replace(faces[0], codes=codes, no_tile=fmean(one.no_tile for one in faces))


# --- Cards and dominoes without print lie face down ---------------------------------------------

_EDGE: Final = 0.14
"""Share of a crop on each side that may show the edge, where a back is no longer plain."""
_PRINTED: Final = 0.38
"""A card or a domino with less contrast within that has no print: 1,248 simulated backs have 0.33
at most, 96 printed sides 0.42 at least."""


def _find_unprinted(faces: Sequence[Face], crops: NDArray[np.uint8]) -> list[Face]:
    """Return *faces* of a set that is no mahjong set; what has no print is a back."""
    is_back = [_contrast(crop, round(_EDGE * CROP_SIDE)) < _PRINTED for crop in crops]
    return [
        Face(dict.fromkeys(one.codes, 0.0) | {BACK: 1.0}, 0.0, 0.0) if back else one
        for one, back in zip(faces, is_back, strict=True)
    ]


# --- Bare white tiles: white dragons of some sets, backs of others ------------------------------


class _Blank:
    """What is a bare white tile, and when it is a back."""

    BARE: Final = 0.15
    """A face with less contrast is bare: 450 simulated ones have 0.05, 50 real ones 0.1."""
    UNLIKE: Final = 0.62
    """Less like the owner's white dragon than this share of what other faces are like theirs, and
    it is none: framed and bare ones have 0.5, two bare ones 0.75 and more. Seen from elsewhere than
    they were learned, all are less like."""


def blank_tiles(
    likely: Sequence[Face],
    crops: NDArray[np.uint8],
    dragons: int,
    like: Floats32 | None = None,
) -> list[Face]:
    """Return *likely*, bare white tiles taken for backs where the set's backs are white.

    No picture of one tells. *crops*, N×64×64×3, show them. Where the set is enrolled, *like*,
    N×classes, tells how like the owner's faces they are; else they are backs if they are more than
    twice as many as the set has white *dragons*: a few faces may be bleached by a lamp, too.
    """
    whites = [place for place, one in enumerate(likely) if one.code == WHITE_DRAGON]
    bare = [place for place in whites if _contrast(crops[place], 5) < _Blank.BARE]
    white = KIND[TILES[WHITE_DRAGON]]
    if like is not None and like[:, white].max(initial=-1.0) > -1:
        non_blanks = [place for place, one in enumerate(likely) if one.code not in BLANKS]
        others = float(np.median(like[non_blanks].max(axis=1))) if non_blanks else 1.0
        backs = {place for place in bare if like[place, white] < _Blank.UNLIKE * others}
    else:
        backs = set(bare) if len(bare) > 2 * dragons else set()
    return [_back(one) if place in backs else one for place, one in enumerate(likely)]


def _contrast(crop: NDArray[np.uint8], edge: int) -> float:
    """Return how much darker the darkest of *crop*, 64×64×3, is than most of it, 0 to 1.

    Its outermost *edge* pixels on each side do not count.
    """
    within = cv2.GaussianBlur(crop, (0, 0), 1.0)[edge:-edge, edge:-edge]
    low, high = np.percentile(within.reshape(-1, 3), (3, 90), axis=0)
    return float(((high - low) / np.maximum(high, 30.0)).max())


def _back(one: Face) -> Face:
    swap = {BACK: one.codes[WHITE_DRAGON], WHITE_DRAGON: one.codes[BACK]}
    return replace(one, codes={**one.codes, **swap})
