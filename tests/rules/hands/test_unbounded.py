"""Sets and a pair of tiles that the keys cannot count."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.hands.covers import waits as waits_by_keys
from rules.hands.divide import natural_divisions
from rules.hands.keys import pack
from rules.hands.shapes import Part
from rules.hands.unbounded import divisions, waits
from rules.tiles import KIND, KINDS, parse, write

FLOWER = 34

tiles_of_a_hand = st.permutations([*(list(range(9)) * 4), *([27, 33] * 3)]).map(
    lambda tiles: tiles[:14]
)
crowded = st.lists(st.integers(0, 8), min_size=14, max_size=14)


def kinds_of(text: str) -> list[int]:
    return [KIND[tile] for tile in parse(text)]


def texts_of(all_parts: list[tuple[Part, ...]]) -> set[tuple[str, ...]]:
    return {tuple(sorted(item.text for item in parts)) for parts in all_parts}


def ways(text: str, sets: int) -> set[tuple[str, ...]]:
    return texts_of(divisions(kinds_of(text), sets))


def test_five_alike_are_a_pung_and_a_pair() -> None:
    assert ways("55555p", 1) == {("555p", "55p")}


def test_six_alike_are_two_pungs() -> None:
    assert ways("66666699s", 2) == {("666s", "666s", "99s")}


def test_eight_alike_are_two_pungs_and_a_pair() -> None:
    assert ways("77777777z", 2) == {("777z", "777z", "77z")}


def test_seven_alike_are_no_hand() -> None:
    assert ways("3333333m9m", 2) == set()


def test_the_same_tiles_in_different_sets_are_told_apart() -> None:
    assert ways("11122233399p", 3) == {
        ("111p", "222p", "333p", "99p"),
        ("123p", "123p", "123p", "99p"),
    }


def test_the_eighth_honor_makes_pungs_and_pairs() -> None:
    assert texts_of(divisions([FLOWER] * 3 + [27] * 2, 1)) == {("111f", "11z")}
    assert texts_of(divisions([27] * 3 + [FLOWER] * 2, 1)) == {("111z", "11f")}


def test_honors_are_in_no_run() -> None:
    assert ways("123z11m", 1) == set()
    assert divisions([32, 33, FLOWER, 0, 0], 1) == []


def test_a_fifth_tile_is_waited_for() -> None:
    assert waits(kinds_of("3333m"), 1, range(KINDS)) == (2,)


@given(tiles_of_a_hand)
def test_hands_that_the_keys_can_count_divide_as_they_say(kinds: list[int]) -> None:
    assert texts_of(divisions(kinds, 4)) == texts_of(natural_divisions(pack(kinds), 4))


@given(crowded)
def test_every_division_uses_up_the_tiles_and_none_comes_twice(kinds: list[int]) -> None:
    ways = divisions(kinds, 4)
    assert len(texts_of(ways)) == len(ways)
    for parts in ways:
        assert write(kind for item in parts for kind in item.kinds) == write(kinds)


@given(tiles_of_a_hand)
def test_waits_are_those_of_the_keys_beside_what_is_held_whole(kinds: list[int]) -> None:
    hand = kinds[:13]
    wait_kinds = waits(hand, 4, range(KINDS))
    assert {kind for kind in wait_kinds if hand.count(kind) < 4} == set(
        waits_by_keys(pack(hand), 4)
    )
