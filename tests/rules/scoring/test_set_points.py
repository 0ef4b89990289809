"""Set points of sets and pairs, and what losers owe one another for theirs."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import pytest

from rules.hands.shapes import PAIRS, PUNGS, RUNS, part
from rules.scoring import Table, readings
from rules.scoring.set_points import (
    SETS_AND_PAIRS,
    TRIPLETS,
    differences,
    doubled_terms,
    element_names,
    pungs_and_pairs,
    triplet,
)
from rules.settle.settlement import Item
from rules.settle.terms import add, compute, times
from rules.tiles import HONORS, TILES, parse, write
from tests.rules.scoring.hands import hand, meld

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


@pytest.mark.parametrize(
    ("tiles", "wind", "names"),
    [
        ("444m", "2z", "minor_concealed_pung"),
        ("999m", "2z", "major_concealed_pung"),
        ("222z", "2z", "major_concealed_pung seat_wind_pung"),
        ("222z", "3z", "major_concealed_pung"),
        ("555z", "2z", "major_concealed_pung dragon_pung"),
        ("22z", "2z", "seat_wind_pair"),
        ("22z", "3z", ""),
        ("77z", "2z", "dragon_pair"),
        ("44m", "2z", ""),
    ],
)
def test_a_set_or_a_pair_is_these_elements(tiles: str, wind: str, names: str) -> None:
    kind, *others = parse(tiles)
    item = PUNGS[kind] if len(others) > 1 else PAIRS[kind]
    assert [*element_names([item], TILES[wind])] == names.split()


def test_runs_are_no_elements() -> None:
    runs = (RUNS[0], part("honors", (28, 29, 30)), part("honors", (31, 32, 33)))
    assert [*element_names(runs, 28)] == []


def test_the_same_points_are_a_table_of_won_hands() -> None:
    melds = (meld("444p"), meld("9999s", "kong_discard"), meld("5555z", "kong_concealed"))
    points = {
        (item.id, item.value)
        for one in readings(hand("77722z", melds[0], melds[1], melds[2]))
        for item in Table(SETS_AND_PAIRS).score(one).items
    }
    assert points == {
        ("minor_open_pung", 2),
        ("major_open_kong", 16),
        ("major_concealed_kong", 32),
        ("major_concealed_pung", 8),
        ("seat_wind_pair", 2),
    }
    (one,) = readings(hand("444p999m234s678s77z"))
    items = Table(SETS_AND_PAIRS).score(one).items
    assert Counter({item.id: item.value for item in items}) == {
        "dragon_pair": 2,
        "minor_concealed_pung": 4,
        "major_concealed_pung": 8,
    }


def test_a_hand_that_did_not_win_has_the_pungs_and_pairs_of_its_tiles() -> None:
    parts = pungs_and_pairs(parse("1m22m333p4444s567s"))
    assert [write(item.kinds) for item in parts] == ["22m", "333p", "444s"]


def test_hu_are_added_first_and_then_doubled_by_tai() -> None:
    items = (Item("tai", 3), Item("hu", 10), Item("kong", 8), Item("one", 1))
    assert doubled_terms(items, {"tai", "one"}) == (
        add("hu", 10),
        add("kong", 8),
        times("tai", 2, 3),
        times("one", 2),
    )


def test_the_lower_owes_the_higher_the_difference_and_equals_nothing() -> None:
    owed = [(low, high, compute(terms)) for low, high, terms in differences({1: 6, 2: 2, 3: 6})]
    assert sorted(owed) == [(2, 1, 4), (2, 3, 4)]


def test_a_difference_is_told_by_the_hands_that_count_anything() -> None:
    ((_, _, two),) = differences({1: 6, 2: 2})
    ((_, _, one),) = differences({1: 6, 2: 0})
    assert two == (add("hand", 6, seat=1), add("hand", -2, seat=2))
    assert one == (add("hand", 6, seat=1),)
