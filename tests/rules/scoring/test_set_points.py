"""Set points of pungs and kongs, and what losers owe one another for theirs."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.hands.shapes import part
from rules.scoring.set_points import TRIPLETS, differences, triplet
from rules.settle.terms import compute
from rules.tiles import HONORS

SIMPLE, TERMINAL = 4, 8


@pytest.mark.parametrize("shape", ["pung", "kong"])
@pytest.mark.parametrize("exposed", [True, False])
@pytest.mark.parametrize("kind", [SIMPLE, TERMINAL, HONORS])
def test_kongs_count_four_times_and_all_else_that_is_rarer_twice(
    kind: int, exposed: bool, shape: Literal["pung", "kong"]
) -> None:
    is_kong = shape == "kong"
    one = part(shape, (kind,) * (4 if is_kong else 3), exposed=exposed, melded=True)
    rarer = (not exposed) + (kind != SIMPLE) + 2 * is_kong
    assert TRIPLETS[triplet(one)] == 2 * 2**rarer


def test_the_lower_owes_the_higher_the_difference_and_equals_nothing() -> None:
    owed = [(low, high, compute(terms)) for low, high, terms in differences({1: 6, 2: 2, 3: 6})]
    assert sorted(owed) == [(2, 1, 4), (2, 3, 4)]
