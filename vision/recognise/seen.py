"""From probabilities to a `SeenTile`: code, confidence, what else it may be, where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.types import Box, SeenTile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.recognise.classifier import Likely

_ALTERNATIVES: Final = 4
_LEAST: Final = 0.002
"""Codes less likely than this are not told."""


def seen_tile(likely: Likely, code: str, quad: NDArray[np.float64]) -> SeenTile:
    """Return the tile named *code* whose face has the corners *quad*, 4×2 pixels.

    Its confidence is the network's own for *code*: where joint decoding preferred a less
    likely code, the confidence stays as low as the picture left it.
    """
    ranked = [(name, share) for name, share in likely.ranked() if share >= _LEAST]
    others = [(name, share) for name, share in ranked if name != code][:_ALTERNATIVES]
    first = likely.ranked()[0][0]
    return SeenTile(
        code=code,
        confidence=float(np.clip(likely.codes[code], 0.0, 1.0)),
        box=_upright(quad, likely.upside_down > 0.5),
        alternatives=tuple((name, float(share)) for name, share in others),
        decoded_from=None if first == code else first,
    )


def _upright(quad: NDArray[np.float64], upside_down: bool) -> Box:
    """Return the corners of *quad* so that the first is the face's own top left."""
    return box_of(np.roll(quad, 2, axis=0) if upside_down else quad)


def box_of(quad: NDArray[np.float64]) -> Box:
    """Return the corners in *quad*, 4×2."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, b, c, d)
