"""What hinders the reading of a whole table: ids of problems, for the screens' words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import HAND
from vision.problems import blur_problem, faces_problem, light_problem
from vision.table.occlusion import strange
from vision.table.top_view import regions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vision.calibration.homography import Calibration
    from vision.table.top_view import Above

_ARM_PX: Final = 23
"""What is this wide and no tile hides some: sleeves and hands do, the sides of tiles do not."""
_ALL_BUT: Final = 0.9
"""So many pieces of what is no tile are blurred where the picture is: an arm has folds, too."""


def hindrances(
    above: Above,
    calibration: Calibration,
    quads: NDArray[np.float64],
    crops: NDArray[np.uint8],
) -> Iterator[str]:
    """Yield the ids of what hindered the reading of the tiles at *quads*, worst first.

    *quads* are corners in the table frame, N×4×2, *crops* the faces seen there; where there are
    none, pieces of what else lies on the table, which is blurred if hardly one is sharp.
    """
    light = light_problem(above.image) or (faces_problem(crops) if len(quads) else None)
    blurred = blur_problem(crops, 0.5 if len(quads) else _ALL_BUT)
    if light is not None:
        yield light.code
    if not len(quads):
        yield "no_tiles"
    if _is_cut_off(above, calibration):
        yield "outside"
    # Without light or sharp edges nobody can tell cloth from what lies over it.
    if light is None and blurred is None and _is_hidden(above, quads):
        yield "in_the_way"
    if blurred is not None:
        yield "blurred"


def surplus_codes(codes: Sequence[str], copies: Mapping[str, int]) -> list[str]:
    """Return the *codes* that are read more often than the set has *copies*."""
    return [code for code, count in Counter(codes).items() if count > copies.get(code, count)]


def _is_cut_off(above: Above, calibration: Calibration) -> bool:
    """Return whether some seat's hand would lie outside the picture."""
    layout, (width, height) = above.layout, calibration.size
    ends = ((HAND.start_mm, HAND.baseline_mm), (-HAND.start_mm, HAND.baseline_mm))
    places = [layout.to_table(seat, end) for seat in range(layout.seats) for end in ends]
    x, y = calibration.to_pixels(np.array(places)).T
    return bool((x < 0).any() or (y < 0).any() or (x >= width).any() or (y >= height).any())


def _is_hidden(above: Above, quads: NDArray[np.float64]) -> bool:
    """Return whether something that is neither cloth nor tile lies over the seats' rows."""
    square = np.ones((_ARM_PX, _ARM_PX), np.uint8)
    over = cv2.morphologyEx(strange(above, quads), cv2.MORPH_OPEN, square)
    *seats, _ = regions(above.layout)
    for (x, y), legal in seats:
        height, width = legal.shape
        if cv2.bitwise_and(over[y : y + height, x : x + width], legal).any():
            return True
    return False
