"""What hinders a reading, each with what to do about it: light, overlaps, edges, counts.

Nothing here corrects a reading. A `Problem` has an id for the screens' words, an English sentence
for the command line, and the places of the tiles it is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.networks import CROP_SIDE
from vision.types import REVIEW_THRESHOLD, Image, TileReading

_DARK: Final = 28.0
"""What shows a twentieth at most that is brighter, of 255, cannot be read: of 26 rough tables, at a
twelfth of their light, 29 % of the tiles are misread and all are darker, at a quarter 1 % and none.
"""
_WHITE: Final = 250
"""Brightness, of 255, from which a channel of a pixel is burnt out."""
_BURNT: Final = 0.65
"""Where more than this share is burnt out, the faces on it are, too: of the same tables, 1.5 times
as bright, 1 % of the tiles are misread and the faces of 4 are burnt out, at 2.2 times 12 % and 22.
"""
_BLANK: Final = 0.12
"""A face with less contrast than this share of its brightness is blank: it cannot look blurred.
Blank ones have up to 0.07, blurred ones from 0.22 on (simulated frames)."""

_OVERLAP: Final = 0.22
"""Tiles that share more than this of a face lie on each other."""


_NEXT: Final = 0.85
"""Where less than this share of a tile has room beside a hand's last one, the next may be cut off:
more of it would have been found."""

_HAND: Final = 14
"""Tiles of a complete hand without kongs."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that hinders: its id, what to do, and the tiles concerned, counted from 1."""

    code: str
    message: str
    tiles: tuple[int, ...] = ()


def light_problem(image: Image) -> Problem | None:
    """Return what is wrong with the light of *image*, if it cannot be read by it."""
    # As many of its pixels as a face has tell it.
    some = cv2.resize(image, (CROP_SIDE, CROP_SIDE), interpolation=cv2.INTER_NEAREST)
    return pixels_problem(np.asarray(some, np.uint8).reshape(-1, 3))


def pixels_problem(pixels: NDArray[np.uint8]) -> Problem | None:
    """Return what is wrong with the light on what *pixels*, N×3, show."""
    if not len(pixels):
        return None
    top = float(np.percentile(pixels.max(axis=1), 95))
    if top < _DARK:
        meter = f"light meter at {100 * top / 255:.0f} %"
        return Problem("too_dark", f"too dark: {meter}; turn the light up and read again")
    burnt = float(((pixels >= _WHITE).sum(axis=1) >= 2).mean())
    if burnt > _BURNT:
        meter = f"{100 * burnt:.0f} % of the picture is burnt out"
        return Problem("too_bright", f"too bright: {meter}; shade it or shorten the exposure")
    return None


def blur_problem(crops: NDArray[np.uint8]) -> Problem | None:
    """Return that the faces on *crops*, N×64×64×3, are blurred, if they are.

    On sharp ones the steepest edge climbs an eighth of the contrast and more a pixel: Sobel's
    gradient, eight times as much, is more than the contrast. Faces count by their contrast: blank
    ones tell nothing. Of 26 rough tables none is blurred by 1.2 pixels, where 3 % of the tiles are
    misread, 11 are by 1.8 (7 %), 23 by 2.4 (14 %) and all by 3 (28 %).
    """
    if not len(crops):
        return None
    grey = cv2.cvtColor(crops.reshape(-1, CROP_SIDE, 3), cv2.COLOR_BGR2GRAY)
    edges = np.hypot(*cv2.spatialGradient(grey), dtype=np.float32)
    steepest = _within(edges).max(axis=(1, 2))
    brightest = _within(grey).max(axis=(1, 2)).astype(np.float32)
    contrast = brightest - _within(grey).min(axis=(1, 2))
    is_printed = contrast > _BLANK * brightest
    if steepest[is_printed].sum() >= contrast[is_printed].sum():
        return None
    message = "blurred: hold the camera still, clean its lens or focus it, and read again"
    return Problem("blurred", message)


def _within(crops: NDArray[Any]) -> NDArray[Any]:
    """Return the middles of *crops*, N×64×64, row after row, without the edges of the tiles."""
    return crops.reshape(-1, CROP_SIDE, CROP_SIDE)[:, 6:-6, 6:-6]


def recapture_problem(real: float) -> Problem | None:
    """Return that a picture of tiles was photographed, unless they surely are *real*, 0 to 1."""
    if real >= REVIEW_THRESHOLD:
        return None
    message = "this looks like tiles on a screen or in print: photograph the tiles themselves"
    return Problem("recaptured", message)


def overlaps(tiles: Sequence[TileReading]) -> Iterator[Problem]:
    """Yield the pairs of *tiles* that lie on each other."""
    boxes = [np.array(tile.box, np.float32) for tile in tiles]
    for (first, one), (second, other) in combinations(enumerate(boxes, 1), 2):
        if _overlap_share(one, other) > _OVERLAP:
            message = f"tiles {first} and {second} overlap: lay them side by side"
            yield Problem("overlap", message, (first, second))


def _overlap_share(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return which share of the smaller of two boxes the other covers."""
    area, _ = cv2.intersectConvexConvex(one, other)
    smaller = min(cv2.contourArea(one), cv2.contourArea(other))
    return float(area) / smaller if smaller > 0 else 0.0


def cut_off(rows: Sequence[Sequence[TileReading]], size: tuple[int, int]) -> Problem | None:
    """Return that the hand may go on beyond the edges of a picture of *size*, if it may.

    The longest of *rows* is the hand; other people's tiles may lie where they like.
    """
    hand = max(rows, key=len)
    if len(hand) < 2:
        return None
    first = sum(len(row) for row in rows[: rows.index(hand)]) + 1
    ends = ((first, hand[0], hand[1]), (first + len(hand) - 1, hand[-1], hand[-2]))
    places = tuple(place for place, end, before in ends if _runs_out(end, before, size))
    if not places:
        return None
    message = "a row may go on beyond the edge of the picture: take it from further away"
    return Problem("cut_off", message, places)


def _runs_out(end: TileReading, before: TileReading, size: tuple[int, int]) -> bool:
    """Return whether the place beside *end*, away from the tile *before*, leaves the picture."""
    box = np.array(end.box)
    along = box.mean(axis=0) - np.mean(before.box, axis=0)
    wide = float(np.hypot(*(box[1] - box[0])))
    beside = box + along * (_NEXT * wide / max(float(np.hypot(*along)), 1.0))
    return bool((beside < 0).any() or (beside > size).any())


def surplus(tiles: Sequence[TileReading], copies: Mapping[str, int]) -> Iterator[Problem]:
    """Yield the codes of which *tiles* show more than the set's *copies*."""
    for code, count in Counter(tile.code for tile in tiles).items():
        if count > copies.get(code, count):
            places = tuple(i for i, tile in enumerate(tiles, 1) if tile.code == code)
            unsure = min(places, key=lambda place: tiles[place - 1].confidence)
            message = (
                f"{count} × {code}, and the set has {copies[code]}: check them, tile {unsure} first"
            )
            yield Problem("too_many", message, places)


def doubtful(tiles: Sequence[TileReading]) -> Problem | None:
    """Return that some of *tiles* are not sure."""
    places = tuple(i for i, tile in enumerate(tiles, 1) if tile.confidence < REVIEW_THRESHOLD)
    if not places:
        return None
    numbers = ", ".join(map(str, places))
    return Problem("doubtful", f"not sure of tile {numbers}: check what is written", places)


def miscount_problem(count: int) -> Problem | None:
    """Return that *count* tiles are one or two off a hand."""
    advice = {
        _HAND - 1: ("one_short", f"a complete hand has {_HAND}; look for one that is not seen"),
        _HAND - 2: ("two_short", f"a hand has {_HAND - 1}, a complete one {_HAND}; look for more"),
        _HAND + 1: ("one_over", f"a complete hand has {_HAND}; take away one of another player's"),
    }
    if count not in advice:
        return None
    code, words = advice[count]
    return Problem(code, f"{count} tiles: {words}")
