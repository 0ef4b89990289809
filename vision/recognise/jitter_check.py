"""Faces that change when the crop is a little off are no sure ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.classifier import judged

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.recognise.classifier import Likely, OwnFaces
    from vision.recognise.networks import Floats32

    Look = Callable[[NDArray[np.float64]], tuple[NDArray[np.uint8], Floats32]]

_STEP: Final = 0.05
"""By which share of its height a tile is looked at higher and lower: a millimetre or two."""
_FLOWER: Final = "f"


def steadied(
    look: Look, pixels: NDArray[np.float64], likely: Sequence[Likely], own: OwnFaces | None
) -> list[Likely]:
    """Return *likely*, what lies at *pixels* (N×4×2), flowers being the mean of three looks.

    *look* gives the crops at some corners, and what one look says of them.

    What tells one flower from another is small and stands at the edge, so that a box which is a
    little off makes another one of it, and a sure one.
    """
    steady = list(likely)
    flowers = [place for place, one in enumerate(likely) if one.ranked()[0][0].endswith(_FLOWER)]
    if not flowers:
        return steady
    down = _STEP * (pixels[flowers, 3] - pixels[flowers, 0])[:, None]
    crops, said = look(np.concatenate([pixels[flowers] - down, pixels[flowers] + down]))
    looks = judged(crops, said, own)
    for place, higher, lower in zip(flowers, looks, looks[len(flowers) :], strict=False):
        steady[place] = _mean(likely[place], higher, lower)
    return steady


def _mean(first: Likely, *others: Likely) -> Likely:
    """Return the mean of several looks at one tile, as upright as the *first*."""
    looks = (first, *others)
    codes = {code: sum(one.codes[code] for one in looks) / len(looks) for code in first.codes}
    return replace(first, codes=codes, no_tile=sum(one.no_tile for one in looks) / len(looks))
