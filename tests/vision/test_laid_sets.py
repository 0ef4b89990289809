"""Where sets laid down begin and end, told by the cloth around them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.laid_sets import strips
from vision.layout import Layout

RIGHT = 400.0


def lengths(crack_mm: float) -> list[float]:
    """Return how long the strips before seat 0 are where a pung lies that seems cracked."""

    def shows(seat: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        lies = (seat == 0) & (u > RIGHT - 88) & (u < RIGHT) & (v > 360) & (v < 398)
        crack = (u > RIGHT - 12.6) & (u < RIGHT - 12.6 + crack_mm)
        return np.asarray(~lies | crack)

    return [strip.right - strip.left for strip in strips(shows, Layout()) if strip.seat == 0]


@pytest.mark.parametrize("crack_mm", [0.0, 1.0])
def test_a_green_bird_on_green_cloth_does_not_part_a_set(crack_mm: float) -> None:
    (length,) = lengths(crack_mm)
    assert length == pytest.approx(88, abs=2)


def test_cloth_between_two_sets_parts_them() -> None:
    assert max(lengths(3.0)) < 80
