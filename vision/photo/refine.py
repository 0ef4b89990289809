"""Which of what was found in a photograph are tiles.

What each rule brings, and which others went: `docs/vision-notes.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.classifier import Face
from vision.recognise.detector import SURE, Spot
from vision.recognise.naming import BLANKS
from vision.recognise.networks import CROP_SIDE, recapture_log_odds
from vision.types import BACK, REVIEW_THRESHOLD, Box, Floats, Image

NamedSpot = tuple["Spot", "Face"]

_ACROSS: Final = 8
"""Windows across, and down, where tiles lie: by five 16 of 120 rows seem pictures."""
_FAR: Final = 2.5
"""What lies further from every sure face than this, in its own shorter sides, lies apart: …"""
_ALONE: Final = 0.6
"""… and is a tile from this confidence on, times the ratio of its area and theirs, the smaller over
the larger: books have letters, too. Of 469 photographs of standing tiles, 4,060, 421 are read right
and 4,072 finds stay; by six thresholds, before, 420 and 4,083."""


def filter_tiles(spots: Sequence[NamedSpot]) -> list[int]:
    """Return which of *spots* are tiles, by place: by how sure, how large and how near they are."""
    places = [place for place, (_, face) in enumerate(spots) if face.no_tile < 0.5]
    for _ in range(2):  # what lay beside a stray thing may be stray itself
        likely = [spots[place] for place in places if spots[place][1].code not in BLANKS]
        sure = [one[0] for one in likely if _confidence(*one) >= REVIEW_THRESHOLD]
        places = [place for place in places if not sure or not _is_stray(*spots[place], sure)]
    return places


def place_confidence(spot: Spot) -> float:
    """Return how sure it is that there is a tile at *spot*, 0 to 1."""
    return min(1.0, spot.score / SURE)


def share_within(box: Box, size: tuple[int, int]) -> float:
    """Return which share of a face with the corners *box* a picture of *size* shows.

    *size* is width and height.
    """
    face = np.array(box, np.float32)
    wide, tall = size
    picture = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    return min(1.0, cv2.intersectConvexConvex(face, picture)[0] / cv2.contourArea(face))


def real_confidence(image: Image, quads: Floats) -> float:
    """Return how sure it is that the tiles with corners *quads*, N×4×2, are no picture of tiles.

    Dots tell, where *image* shows any, on the tiles and all over where they lie: the mean of both.
    """
    lines = np.linspace(quads.min(axis=(0, 1)), quads.max(axis=(0, 1)), _ACROSS).T
    everywhere = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
    looks = [_windows(image, places) for places in (quads.mean(axis=1), everywhere)]
    return float(1 / (1 + np.exp(np.mean([recapture_log_odds(look) for look in looks]))))


def _windows(image: Image, places: Floats) -> NDArray[np.uint8]:
    """Return the parts of *image* about *places*, N×2, as they are."""
    middles = np.floor(places) + 0.5  # of a pixel: nothing is interpolated
    return np.array([cv2.getRectSubPix(image, (CROP_SIDE,) * 2, at.tolist()) for at in middles])


def _is_stray(spot: Spot, face: Face, sure: Sequence[Spot]) -> bool:
    """Return whether what lies at *spot* lies apart from all *sure* ones, and is hardly a tile."""
    places = np.array([(one.x, one.y) for one in sure if one is not spot]).reshape(-1, 2)
    far = np.hypot(*(places - (spot.x, spot.y)).T)
    if (far <= _FAR * min(spot.width, spot.height)).any():
        return False
    ordinary = np.median([one.width * one.height for one in sure])
    relative = spot.width * spot.height / ordinary
    alike = _confidence(spot, face) * min(relative, 1 / relative)
    return face.code == BACK or bool(alike < _ALONE)


def _confidence(spot: Spot, face: Face) -> float:
    return place_confidence(spot) * face.best
