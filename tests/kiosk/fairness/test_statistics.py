"""The distributions against figures from printed tables."""

from __future__ import annotations

import pytest

from kiosk.fairness.statistics import chi2_limit, chi2_tail, dice_needed, last_look, normal_tails


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


def test_the_limit_is_where_the_tail_begins() -> None:
    assert chi2_limit(0.001, 5) == pytest.approx(20.515, abs=1e-3)


@pytest.mark.parametrize(("z", "likelihood"), [(1.960, 0.05), (-3.291, 0.001), (0.0, 1.0)])
def test_the_normal_is_that_of_the_tables(z: float, likelihood: float) -> None:
    assert normal_tails(z) == pytest.approx(likelihood, rel=2e-3)


@pytest.mark.parametrize(("share", "dice"), [(0.25, 585), (0.20, 3_651), (0.18, 22_818)])
def test_how_many_dice_find_a_bias(share: float, dice: int) -> None:
    assert dice_needed(share) == pytest.approx(dice, rel=0.02)


@pytest.mark.parametrize(("there", "look"), [(0, 0), (299, 0), (300, 300), (1_499, 300)])
def test_one_looks_only_at_numbers_fixed_beforehand(there: int, look: int) -> None:
    assert last_look((300, 1_500), there) == look
