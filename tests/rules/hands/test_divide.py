"""Which sets and pair a hand divides into."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.hands.catalogue import HONOR_RUNS, STANDARD, Catalogue
from rules.hands.covers import completes
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.shapes import PAIRS
from rules.tiles import parse


def ways(text: str, sets: int = 4, wilds: int = 0) -> set[str]:
    """Return the divisions as texts, their parts in alphabetical order."""
    all_divisions = divisions(pack(parse(text)), sets, wilds)
    return {" ".join(sorted(map(str, division.parts))) for division in all_divisions}


@pytest.mark.parametrize("text", ["11123m22456p33s44z", "11m22p33s44567z111m"])
def test_four_pairs_do_not_stand_for_two_sets(text: str) -> None:
    assert ways(text) == set()


def test_three_runs_or_three_pungs() -> None:
    assert ways("222333444m55p678s") == {"222m 333m 444m 55p 678s", "234m 234m 234m 55p 678s"}


@st.composite
def hands(draw: st.DrawFn, catalogue: Catalogue) -> list[int]:
    """Return fourteen kinds: four sets and a pair, or two sets and four pairs."""
    pool = [part for suit in catalogue.sets for part in suit]
    pairs = draw(st.sampled_from([1, 4]))
    sets = 4 - 2 * (pairs // 4)
    parts = draw(st.lists(st.sampled_from(pool), min_size=sets, max_size=sets))
    parts += draw(st.lists(st.sampled_from(PAIRS), min_size=pairs, max_size=pairs))
    kinds = [kind for part in parts for kind in part.kinds]
    assume(max(map(kinds.count, kinds)) <= 4)
    return kinds


@pytest.mark.parametrize("catalogue", [STANDARD, HONOR_RUNS], ids=["standard", "honor_runs"])
@given(data=st.data())
def test_every_division_is_four_sets_and_a_pair_of_all_the_tiles(
    catalogue: Catalogue, data: st.DataObject
) -> None:
    kinds = data.draw(hands(catalogue))
    all_divisions = list(divisions(pack(kinds), 4, 0, catalogue))
    assert bool(all_divisions) == completes(pack(kinds), 4, catalogue)
    for division in all_divisions:
        assert sorted(kind for part in division.parts for kind in part.kinds) == sorted(kinds)
        assert [part.is_pair for part in division.parts].count(True) == 1
