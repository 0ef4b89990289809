"""What the new style adds, each element hit and nearly missed: shanghai-xinshi.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.shanghai.xinshi import GAME
from tests.rules.games.shanghai.hands import read_items, shanghai, worth
from tests.rules.records import Data, chow, kong, pung, settle

TAKE: Data = {"source": 3}

SETS: list[Any] = [
    # tiles
    ("567m345p6667s", "8s", [chow("234m")], TAKE,
     "all_sequences all_simples no_honors_no_flowers"),
    ("567m345p6667s", "8s", [chow("123m")], TAKE, "all_sequences no_honors_no_flowers"),
    ("567m345p6667s", "8s", [chow("234m")], TAKE | {"flowers": "1f"}, "all_sequences all_simples"),
    ("567m345p6799s", "8s", [chow("234m")], TAKE, "all_sequences no_honors_no_flowers"),
    # two suits, and nothing else
    ("567m1145678p", "9p", [chow("234m")], TAKE, "all_sequences two_suits no_honors_no_flowers"),
    ("567m1145678p", "9p", [chow("234m")], TAKE | {"flowers": "1f"}, "all_sequences two_suits"),
    ("567m45678p33z", "9p", [chow("234m")], TAKE, "all_sequences"),
    ("567m1145678p", "9p", [chow("234s")], TAKE, "all_sequences no_honors_no_flowers"),
    # all five types
    ("234m67p789s33z", "8p", [pung("555z")], TAKE, "dragon_pung all_types"),
    ("234m67p789s66z", "8p", [pung("333z")], TAKE, "all_types"),
    ("234m67p345m33z", "8p", [pung("555z")], TAKE, "dragon_pung"),
    ("234m67p789s55z", "8p", [pung("666z")], TAKE, "dragon_pung"),
    # outside hand
    ("123m79s11z", "8s", [chow("789m"), pung("999p")], TAKE,
     "outside_hand closed_wait mixed_double_sequence"),
    ("123m79s11z", "8s", [chow("789m"), pung("888p")], TAKE, "closed_wait mixed_double_sequence"),
    ("1199m333z", "1m", [pung("111p"), pung("999s")], TAKE,
     "all_pungs=2 outside_hand"),
    # concealed
    ("234567m345p6667s", "8s", [], TAKE,
     "all_sequences all_simples no_honors_no_flowers concealed_hand"),
    ("234567m345p6667s", "8s", [], {},
     "all_sequences all_simples no_honors_no_flowers fully_concealed_self_draw=2"),
    ("234567m6667s", "8s", [kong("5555p")], TAKE,
     "all_simples no_honors_no_flowers concealed_hand"),
    ("234567m6667s", "8s", [kong("5555p")], {"marks": ("kong_draw",)},
     "all_simples no_honors_no_flowers fully_concealed_self_draw=2 kong_draw"),
    ("234567m6667s", "8s", [pung("555p")], {}, "all_simples no_honors_no_flowers"),
    # a wait in the middle of 4-5-6
    ("234m234s33z46p", "5p", [chow("789m")], TAKE,
     "all_sequences mixed_double_sequence closed_wait closed_wait_on_five"),
    ("234m234s33z57p", "6p", [chow("789m")], TAKE,
     "all_sequences mixed_double_sequence closed_wait"),
    ("234m234s33z34p", "5p", [chow("789m")], TAKE, "all_sequences mixed_double_sequence"),
    ("234m234s33z67p", "5p", [chow("789m")], TAKE, "all_sequences mixed_double_sequence"),
]  # fmt: skip

RUNS: list[Any] = [
    ("456m456m", "pure_double_sequence"),
    ("456m456p", "mixed_double_sequence"),
    ("456m567m", ""),
    ("234p789m789m789m", "pure_triple_sequence=2"),
    ("456m456p456s", "three_similar_sequences=2"),
    ("456m456m456p", "pure_double_sequence mixed_double_sequence"),
    ("123m456m789m", "straight=2"),
    ("123m456m789p", ""),
    ("123m456p789s", "mixed_straight"),
    ("789m123p456s", "mixed_straight closed_wait"),
    ("123m456p789p", ""),
    ("234m567p678s", ""),
]


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names"), SETS)
def test_each_tai_doubles_the_fixed_point(
    hand: str, tile: str, melds: list[Data], how: Data, names: str
) -> None:
    elements, score = worth(shanghai("xinshi", hand, tile, *melds, **how))
    assert elements == read_items(names)
    assert score == 2 ** sum(elements.values())


@pytest.mark.parametrize(("runs", "names"), RUNS)
@pytest.mark.parametrize("claimed", [0, 1])
def test_sequences_that_are_alike_or_go_on(runs: str, names: str, claimed: int) -> None:
    """Pungs of winds without worth fill the hand up; the last tile is a 2 of circles."""
    sets = [runs[place : place + 4] for place in range(0, len(runs), 4)]
    rest = [pung("333z"), pung("444z")][: 4 - len(sets)]
    data = shanghai("xinshi", "".join(sets[claimed:]) + "2p", "2p", *map(chow, sets[:claimed]),
                    *rest, source=0, winner=1, state={"banker": 0})  # fmt: skip
    extras = {
        "all_sequences",
        "concealed_hand",
        "pair_wait",
        "two_suits",
        "no_honors_no_flowers",
        "all_simples",
    }
    elements = {name: tai for name, tai in worth(data)[0].items() if name not in extras}
    assert elements == read_items(names)


FOUR: list[Any] = [
    ([0, 0, 1, 1], "pure_double_sequence=2"),
    ([3, 3, 12, 12], "pure_double_sequence=2 mixed_double_sequence=2"),
    ([3, 4, 12, 13], "mixed_double_sequence=2"),
    ([3, 3, 3, 3], "pure_triple_sequence=2"),
    ([3, 3, 3, 12], "pure_triple_sequence=2 mixed_double_sequence"),
    ([3, 3, 12, 21], "pure_double_sequence three_similar_sequences=2"),
    ([0, 3, 6, 6], "straight=2 pure_double_sequence"),
    ([0, 3, 6, 9], "straight=2 mixed_double_sequence"),
    ([0, 12, 24, 15], "mixed_straight mixed_double_sequence"),
    ([0, 9, 18, 12], "three_similar_sequences=2"),
]


OF_RUNS = (
    *("pure_triple_sequence", "pure_double_sequence", "three_similar_sequences"),
    *("mixed_double_sequence", "straight", "mixed_straight"),
)


def of_runs(kinds: Sequence[int]) -> dict[str, int]:
    """Return how often each element of runs holds for those that begin at *kinds*."""
    hand: Any = SimpleNamespace(runs=tuple(sorted(kinds)))
    return {name: int(GAME.table.rows[name].holds(hand)) for name in OF_RUNS}


@pytest.mark.parametrize(("kinds", "names"), FOUR)
def test_four_sequences(kinds: list[int], names: str) -> None:
    elements = {name: tai * (1 + (name in TWICE)) for name, tai in of_runs(kinds).items()}
    assert {name: tai for name, tai in elements.items() if tai} == read_items(names)


TWICE = ("pure_triple_sequence", "three_similar_sequences", "straight")
RUN_KINDS = [suit * 9 + rank for suit in range(3) for rank in range(7)]


@given(st.lists(st.sampled_from(RUN_KINDS[:4] + RUN_KINDS[7:11] + RUN_KINDS[14:18]), max_size=4))
def test_pairs_of_sequences_are_those_that_one_can_put_together(kinds: list[int]) -> None:
    """A second, plain count: put pairs together in every way, triples taken out first."""
    elements = of_runs(kinds)
    triple = [kind for kind, count in Counter(kinds).items() if count > 2]
    assert elements["pure_triple_sequence"] == bool(triple)
    assert elements["pure_double_sequence"] == most_pairs(without(kinds, triple * 3), same)
    similar = [
        list(three) for three in combinations(kinds, 3)
        if {kind % 9 for kind in three} == {three[0] % 9}
        and {kind // 9 for kind in three} == {0, 1, 2}
    ]  # fmt: skip
    assert elements["three_similar_sequences"] == bool(similar)
    left = without(kinds, similar[0] if similar else [])
    assert elements["mixed_double_sequence"] == most_pairs(left, similar_to)


def without(kinds: list[int], others: list[int]) -> list[int]:
    """Return *kinds* less *others*, one for each that is among them."""
    return list((Counter(kinds) - Counter(others)).elements())


def same(one: int, other: int) -> bool:
    """Return whether two sequences are equal."""
    return one == other


def similar_to(one: int, other: int) -> bool:
    """Return whether two sequences have the same numbers in two suits."""
    return one != other and one % 9 == other % 9


def most_pairs(kinds: list[int], fits: Callable[[int, int], bool]) -> int:
    """Return how many pairs that *fit* can be put together, each sequence in one of them."""
    return max(
        sum(fits(*order[place : place + 2]) for place in range(0, len(order) - 1, 2))
        for order in permutations(kinds)
    )


LOOSE: list[Any] = [
    # seven pairs
    ("1144m2266p3388s6z", "6z", TAKE, "seven_pairs concealed_hand"),
    ("1144m2266p3388s6z", "6z", {}, "seven_pairs fully_concealed_self_draw=2"),
    ("1111m2266p3388s6z", "6z", TAKE, "seven_pairs concealed_hand"),
    ("2244m2266p3388s6s", "6s", TAKE,
     "seven_pairs concealed_hand all_simples no_honors_no_flowers"),
    ("2244m2266p3388s6s", "6s", TAKE | {"flowers": "26f"},
     "seven_pairs concealed_hand all_simples seat_flower=2"),
    ("2244m2266p3388p9p", "9p", TAKE,
     "seven_pairs concealed_hand two_suits no_honors_no_flowers"),
    ("1144m2266p33s22z6z", "6z", TAKE, "seven_pairs concealed_hand all_types"),
    ("1144m2266p33s55z6z", "6z", TAKE, "seven_pairs concealed_hand"),
    ("114466m1133z556z", "6z", TAKE, "seven_pairs concealed_hand mixed_one_suit=2"),
    ("1144668899m225m", "5m", TAKE,
     "seven_pairs concealed_hand pure_one_suit=4 no_honors_no_flowers"),
    ("1144m2266p3388s6z", "6z", {"marks": ("flower_draw",)},
     "seven_pairs fully_concealed_self_draw=2 kong_draw"),
    # fourteen unrelated
    ("147m258p369s1234z", "5z", {}, "thirteen_unrelated fully_concealed_self_draw=2"),
    ("147m258p369s1234z", "5z", TAKE, "thirteen_unrelated concealed_hand"),
    ("147m28p5s1234567z", "9s", TAKE, "seven_stars=2 concealed_hand"),
    ("147m28p59s123456z", "7z", TAKE | {"flowers": "2f"},
     "seven_stars=2 concealed_hand seat_flower"),
    ("147m28p59s123456z", "7z", {"marks": ("flower_draw",)},
     "seven_stars=2 fully_concealed_self_draw=2 kong_draw"),
    ("147m28p59s123456z", "7z", TAKE | {"flowers": "12346f"},
     "seven_stars=2 concealed_hand flower_set=2 seat_flower"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "how", "names"), LOOSE)
def test_hands_without_sets(hand: str, tile: str, how: Data, names: str) -> None:
    elements, score = worth(shanghai("xinshi", hand, tile, **how))
    assert elements == read_items(names)
    assert score == 2 ** sum(elements.values())


def test_unrelated_tiles_may_rob_a_kong() -> None:
    data = shanghai("xinshi", "147m258p369s1234z", "5z", source=2, by="robbed_kong",
                    around={2: (None, pung("555z"))})  # fmt: skip
    assert worth(data)[0] == read_items("thirteen_unrelated concealed_hand robbing_the_kong")
    assert settle(data)["net"] == [-8, 32, -16, -8]


def test_seven_pairs_that_are_sets_as_well_are_what_brings_more() -> None:
    """Sets: two pairs of equal sequences, all sequences, the wait; pairs: one tai only."""
    elements, _ = worth(shanghai("xinshi", "223344m667788p9s", "9s", source=3))
    assert elements == read_items(
        "all_sequences pair_wait pure_double_sequence=2 concealed_hand no_honors_no_flowers"
    )


def test_sequences_are_read_where_they_bring_more_than_pungs() -> None:
    """111 222 333 are all pungs, or three equal sequences with a 1 everywhere."""
    elements, _ = worth(shanghai("xinshi", "111222333m9p", "9p", pung("444z"), source=3))
    assert elements == read_items("outside_hand pair_wait pure_triple_sequence=2")


@pytest.mark.parametrize(
    ("hand", "tile", "parts"), [("1144m2266p3388s6z", "6z", 7), ("147m258p369s1234z", "5z", 14)]
)
def test_the_reading_of_a_hand_without_sets_is_shown(hand: str, tile: str, parts: int) -> None:
    concealed, melds = settle(shanghai("xinshi", hand, tile))["wins"][0]["reading"]
    assert (len(concealed), melds) == (parts, [])


def test_the_liability_of_the_popular_form_holds() -> None:
    melds = (chow("789m"), pung("111m"), pung("222m"))
    net = settle(shanghai("xinshi", "5556m", "7m", *melds, source=3))["net"]
    assert net[0] == net[2] == 0
    assert net[1] == -net[3] > 0


def test_the_fixed_points_are_the_houses() -> None:
    data = shanghai("xinshi", "1144m2266p3388s6z", "6z", source=3, options={"base_points": 5})
    assert settle(data)["net"] == [-20, 80, -20, -40]
