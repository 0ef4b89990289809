"""What hinders a reading, each with what to do about it: light, overlaps, edges, counts.

Nothing here corrects a reading. A `Problem` has an id for the screens' words, an English sentence
for the command line, and the places of the tiles it is about.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image, TileReading


class _Light:
    """Light by which nothing can be read; brightness of 255, on simulated frames."""

    DARK: Final = 28.0
    """A picture whose brightest twentieth is darker than this, of 255, cannot be read."""
    TOP: Final = 95
    """Percentile of brightness by which a picture or a face is dark."""
    WHITE: Final = 250
    """Brightness, of 255, from which a channel of a pixel is burnt out."""
    BRIGHT: Final = 0.45
    """Where more than this share of the picture is burnt out, the faces on it are, too."""
    BURNT_FACE: Final = 0.6
    """The same for faces: tiles of tables lit in any ordinary way have up to 0.04 (simulated)."""
    DIM_FACE: Final = 60.0
    """Tiles darker than this; those of ordinarily lit tables show 170 and more (simulated)."""
    SMALL_PX: Final = 100
    """About so many pixels of the longer side are looked at."""


class _Blur:
    """Faces that are blurred; measured on simulated frames."""

    SHARP: Final = 0.112
    """Edges that climb less than this share of the contrast, per pixel of a 64-pixel crop, are
    blurred: measured on simulated frames, a tenth of the faces is misread from here on."""
    NOISE_PX: Final = 0.8
    """Radius of the blur that takes the noise away before edges are measured, in pixels of a
    crop."""
    ENOUGH: Final = 20
    """So many faces tell whether a picture is blurred."""
    BLANK: Final = 0.12
    """A face with less contrast than this share of its brightness is blank: it cannot look blurred.
    Blank ones have up to 0.07, blurred ones from 0.22 on (simulated frames)."""


_OVERLAP: Final = 0.22
"""Tiles that share more than this of a face lie on each other."""


_NEXT: Final = 0.85
"""Where less than this share of a tile has room beside a hand's last one, the next may be cut off:
more of it would have been found."""

_HAND: Final = 14
"""Tiles of a complete hand without kongs."""
_LISTED: Final = 6
"""So many places are named in a message; the rest is an ellipsis."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that hinders: its id, what to do, and the tiles concerned, counted from 1."""

    code: str
    message: str
    tiles: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the object that the command line shows."""
        return {"code": self.code, "message": self.message, "tiles": list(self.tiles)}


def light_problem(image: Image) -> Problem | None:
    """Return what is wrong with the light of *image*, if it cannot be read by it."""
    step = max(1, max(image.shape[:2]) // _Light.SMALL_PX)
    whole = image[None, ::step, ::step]
    return _light(whole, ("light meter", "the picture"), (_Light.DARK, _Light.BRIGHT))


def faces_problem(crops: NDArray[np.uint8], others: NDArray[np.uint8]) -> Problem | None:
    """Return what is wrong with the light on the faces on *crops*, N×64×64×3, of most of them.

    A dark cloth may look well where white tiles are burnt out; what is dim hides the cloth.
    *others*, N×3, are pixels of what else lies there: tiles that are too bright to be found.
    """
    words, burnt = ("tiles", "the tiles' faces"), _Light.BURNT_FACE
    some = _enough(crops)[:, 8:-8:2, 8:-8:2]
    found = _light(some, words, (_Light.DIM_FACE, burnt)) if len(some) else None
    if found is None and len(others):
        return _light(others[None, None], words, (0.0, burnt))
    return found


def _light(
    parts: NDArray[np.uint8], words: tuple[str, str], limits: tuple[float, float]
) -> Problem | None:
    """Return what is wrong with the light on most of *parts*, N×H×W×3.

    *words* say what is dark and what is burnt out; *limits* are brightness and a share.
    """
    burnt = float(np.median(((parts >= _Light.WHITE).sum(axis=3) >= 2).mean(axis=(1, 2))))
    brightest = np.percentile(parts.max(axis=3).reshape(len(parts), -1), _Light.TOP, axis=1)
    top = float(np.median(brightest))
    if top < limits[0]:
        meter = f"{words[0]} at {100 * top / 255:.0f} %"
        return Problem("too_dark", f"too dark: {meter}; turn the light up and read again")
    if burnt > limits[1]:
        meter = f"{100 * burnt:.0f} % of {words[1]} is burnt out"
        return Problem("too_bright", f"too bright: {meter}; shade it or shorten the exposure")
    return None


def blur_problem(crops: NDArray[np.uint8], share: float = 0.5) -> Problem | None:
    """Return that the faces on *crops*, N×64×64×3, are blurred, if this *share* of them is.

    A blank face tells nothing of it.
    """
    edges = [steep for steep in map(_steepest, _enough(crops)) if steep is not None]
    if not edges or float(np.quantile(edges, share)) >= _Blur.SHARP:
        return None
    message = "blurred: hold the camera still, clean its lens or focus it, and read again"
    return Problem("blurred", message)


def _enough(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return `_Blur.ENOUGH` of *crops* at most, from all over."""
    return crops[:: max(1, math.ceil(len(crops) / _Blur.ENOUGH))]


def _steepest(crop: NDArray[np.uint8]) -> float | None:
    """Return how steep the steepest hundredth of edges within *crop* is, over its contrast.

    `None` where there is nothing but the blank body.
    """
    grey = cv2.cvtColor(crop[6:-6, 6:-6], cv2.COLOR_BGR2GRAY).astype(np.float32)
    soft = cv2.GaussianBlur(grey, (0, 0), _Blur.NOISE_PX)
    across, down = np.abs(np.diff(soft, axis=1)), np.abs(np.diff(soft, axis=0))
    low, high = np.percentile(grey, (2, 95))
    if high - low <= _Blur.BLANK * high:
        return None
    steep = np.percentile(np.concatenate([across.ravel(), down.ravel()]), 99)
    return float(steep / (high - low))


def overlaps(tiles: Sequence[TileReading]) -> Iterator[Problem]:
    """Yield the pairs of *tiles* that lie on each other."""
    boxes = [np.array(tile.box, np.float32) for tile in tiles]
    for second in range(len(boxes)):
        for first in range(second):
            shared = _shared(boxes[first], boxes[second])
            if shared > _OVERLAP:
                message = f"tiles {first + 1} and {second + 1} overlap: lay them side by side"
                yield Problem("overlap", message, (first + 1, second + 1))


def _shared(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return which share of the smaller of two boxes the other covers."""
    far = float(np.hypot(*(one.mean(axis=0) - other.mean(axis=0))))
    if far > float(np.hypot(*(one[2] - one[0]))):
        return 0.0
    area, _ = cv2.intersectConvexConvex(one, other)
    smaller = min(cv2.contourArea(one), cv2.contourArea(other))
    return float(area) / smaller if smaller > 0 else 0.0


def cut_off(rows: Sequence[Sequence[TileReading]], size: tuple[int, int]) -> Problem | None:
    """Return that the hand may go on beyond the edges of a picture of *size*, if it may.

    The longest of *rows* is the hand; other people's tiles may lie where they like.
    """
    hand = max(rows, key=len)
    before = sum(len(row) for row in rows[: rows.index(hand)])
    middles = [np.mean(tile.box, axis=0) for tile in hand]
    last = len(hand) - 1
    places = tuple(
        before + place + 1
        for place, neighbor in ((0, 1), (last, last - 1))
        if last > 0 and _runs_out(hand[place], middles[place] - middles[neighbor], size)
    )
    if not places:
        return None
    message = "a row may go on beyond the edge of the picture: take it from further away"
    return Problem("cut_off", message, places)


def _runs_out(tile: TileReading, along: NDArray[np.float64], size: tuple[int, int]) -> bool:
    """Return whether the place beside *tile* in the direction *along* leaves the picture."""
    box = np.array(tile.box)
    wide = float(np.hypot(*(box[1] - box[0])))
    beside = box + along * (_NEXT * wide / max(float(np.hypot(*along)), 1.0))
    return bool((beside < 0).any() or (beside > size).any())


def surplus(tiles: Sequence[TileReading], copies: Mapping[str, int]) -> Iterator[Problem]:
    """Yield the codes of which *tiles* show more than the set's *copies*."""
    counts = Counter(tile.code for tile in tiles)
    for code, count in counts.items():
        if count > copies.get(code, count):
            places = tuple(i for i, tile in enumerate(tiles, 1) if tile.code == code)
            unsure = min(places, key=lambda place: tiles[place - 1].confidence)
            message = (
                f"{count} × {code}, and the set has {copies[code]}: check them, tile {unsure} first"
            )
            yield Problem("too_many", message, places)


def doubtful(tiles: Sequence[TileReading], sure: float) -> Iterator[Problem]:
    """Yield that some of *tiles* are less than *sure*."""
    places = tuple(i for i, tile in enumerate(tiles, 1) if tile.confidence < sure)
    if places:
        listed = ", ".join(map(str, places[:_LISTED])) + (" …" if len(places) > _LISTED else "")
        yield Problem("doubtful", f"not sure of tile {listed}: check what is written", places)


def miscounted(count: int, kongs: int = 0) -> Problem | None:
    """Return that *count* tiles, *kongs* sets of four among them, are one or two off a hand."""
    wanted = _HAND + kongs
    if count == wanted - 1:
        message = f"{count} tiles: a complete hand has {wanted}; look for one that is not seen"
        return Problem("one_short", message)
    if count == wanted - 2:
        message = f"{count} tiles: a hand has {wanted - 1}, a complete one {wanted}; look for more"
        return Problem("two_short", message)
    if count == wanted + 1:
        message = f"{count} tiles: a complete hand has {wanted}; take away one of another player's"
        return Problem("one_over", message)
    return None
