"""The distributions against figures from printed tables."""

from __future__ import annotations

import pytest

from kiosk.fairness.dice import CRITICAL, LIMIT
from kiosk.fairness.statistics import chi2_tail, dice_needed, last_look


@pytest.mark.parametrize(
    ("value", "freedom", "likelihood"),
    [
        (20.515, 5, 0.001),
        (11.070, 5, 0.05),
        (37.652, 25, 0.05),
        (52.620, 25, 0.001),
        (3.841, 1, 0.05),
        (0.0, 5, 1.0),
    ],
)
def test_chi_squared_is_that_of_the_tables(value: float, freedom: int, likelihood: float) -> None:
    assert chi2_tail(value, freedom) == pytest.approx(likelihood, rel=2e-3)


@pytest.mark.parametrize(("freedom", "value"), CRITICAL.items())
def test_dice_are_suspected_from_the_limit_on(freedom: int, value: float) -> None:
    assert chi2_tail(value, freedom) == pytest.approx(LIMIT, rel=1e-4)


@pytest.mark.parametrize(("share", "dice"), [(0.25, 585), (0.20, 3_651), (0.18, 22_818)])
def test_how_many_dice_find_a_bias(share: float, dice: int) -> None:
    assert dice_needed(share) == pytest.approx(dice, rel=0.02)


@pytest.mark.parametrize(("there", "look"), [(0, 0), (299, 0), (300, 300), (1_499, 300)])
def test_one_looks_only_at_numbers_fixed_beforehand(there: int, look: int) -> None:
    assert last_look((300, 1_500), there) == look
