"""Which Wenzhou hands win, and in which class: wenzhou.md, "Winning", "Scoring elements"."""

from __future__ import annotations

import pytest

from tests.rules.games.wenzhou.hands import PLAIN, SINGLE, SOFT, elements, reading, wenzhou
from tests.rules.records import Data, chow, kong, pung, refusal

ROBBED = {3: {"melds": [{"kind": "kong_added", "tiles": "8888m", "from": 0}]}}
ROBBING: Data = {"by": "robbed_kong", "source": 3, "around": ROBBED}
AT_FACE = ("123456m123789p4599s", "6s")
"""The wild 2m is in the run 123m."""

WITH_WHITE = ("13789m123789p4599s5z", "6s")
"""No wild; the white is the 2m of 123m."""

PAIRS = ("1133m44778p22559s66z", "8p")
SOFT_PAIRS = ("11233m4477p22559s66z", "8p")
RUBBISH = ("12258m258p369s12346z", "2m")
THREE = ("224567m123789p4569s", "2m")
DRAWN = {"marks": ("dealt",), "winner": 0}
FIRST = {"marks": ("first_discard",), "source": 0}
NO_WHITE = {"options": {"hard_white": False}}
PUNGS = {"options": {"all_pungs_double": True}}


@pytest.mark.parametrize(
    ("hand", "how", "times", "names"),
    [
        (SOFT, {"source": 2}, 1, {"soft_win"}),
        (SOFT, {}, 2, {"self_draw"}),
        (SOFT, {"marks": ("kong_draw",)}, 2, {"self_draw"}),
        (SOFT, ROBBING, 2, {"robbing_the_kong"}),
        (PLAIN, {"source": 2}, 2, {"no_wild"}),
        (PLAIN, {}, 2, {"no_wild", "self_draw"}),
        (AT_FACE, {"source": 2}, 2, {"wild_as_itself"}),
        (AT_FACE, {}, 2, {"wild_as_itself", "self_draw"}),
        (WITH_WHITE, {"source": 2}, 2, {"no_wild"}),
        (WITH_WHITE, {"source": 2, **NO_WHITE}, 1, {"soft_win"}),
        (WITH_WHITE, NO_WHITE, 2, {"self_draw"}),
        (PLAIN, {"source": 2, **NO_WHITE}, 2, {"no_wild"}),
        (AT_FACE, {"source": 2, **NO_WHITE}, 2, {"wild_as_itself"}),
        (SOFT_PAIRS, {"source": 2}, 2, {"soft_eight_pairs"}),
        (SOFT_PAIRS, {}, 2, {"soft_eight_pairs", "self_draw"}),
        (PAIRS, {"source": 2}, 4, {"hard_eight_pairs"}),
        (PAIRS, {}, 4, {"hard_eight_pairs"}),
        (RUBBISH, {}, 2, {"three_wilds_any", "self_draw"}),
        (RUBBISH, {"source": 2}, 2, {"three_wilds_any"}),
        (THREE, {}, 4, {"three_wilds"}),
        (SOFT, DRAWN, 4, {"heavenly_hand"}),
        (SOFT_PAIRS, DRAWN, 4, {"heavenly_hand"}),
        (PAIRS, DRAWN, 4, {"heavenly_hand", "hard_eight_pairs"}),
        (THREE, DRAWN, 4, {"heavenly_hand", "three_wilds"}),
        (RUBBISH, DRAWN, 2, {"three_wilds_any", "self_draw"}),
        (SOFT, {"marks": ("dealt",)}, 2, {"self_draw"}),
        (SOFT, {"winner": 0}, 2, {"self_draw"}),
        (SOFT, FIRST, 4, {"earthly_hand"}),
        (PAIRS, FIRST, 4, {"earthly_hand", "hard_eight_pairs"}),
        (SOFT, {**FIRST, "source": 2}, 1, {"soft_win"}),
        (RUBBISH, FIRST, 2, {"three_wilds_any"}),
        (("9s", "9s", *SINGLE), {"source": 2}, 4, {"single_wait_on_four_melds"}),
        (("9s", "9s", *SINGLE), {}, 4, {"single_wait_on_four_melds"}),
        (("2m", "9s", *SINGLE), {}, 4, {"single_wait_on_four_melds"}),
        (("9s", "2m", *SINGLE), {}, 4, {"single_wait_on_four_melds"}),
        (("9s", "9s", *SINGLE[:4], kong("7777z")), {}, 4, {"single_wait_on_four_melds"}),
        (("6799s", "8s", *SINGLE[:4]), {"source": 2}, 2, {"no_wild"}),
    ],
)
def test_all_elements_of_the_highest_class_count(
    hand: tuple[str, str, Data], how: Data, times: int, names: set[str]
) -> None:
    assert elements(wenzhou(*hand, **how)) == (times, names)


@pytest.mark.parametrize(
    ("hand", "tile", "names"),
    [
        ("2456789m123789p45s5z", "6s", {"wild_as_itself", "self_draw"}),
        ("22456m123789p4599s5z", "6s", {"wild_as_itself", "self_draw"}),
        ("22456m123789p45s555z", "6s", {"wild_as_itself", "self_draw"}),
        ("2456789m123789p45s3m", "6s", {"self_draw"}),
    ],
)
def test_whites_may_join_wilds_that_stand_for_themselves(
    hand: str, tile: str, names: set[str]
) -> None:
    assert elements(wenzhou(hand, tile)) == (2, names)
    assert elements(wenzhou(hand, tile, **NO_WHITE)) == (2, {"self_draw"})


@pytest.mark.parametrize(
    ("hand", "tile", "times", "names"),
    [
        ("221133m4477p2255s66z", "8p", 4, {"hard_eight_pairs"}),
        ("21133m4477p2255s566z", "8p", 4, {"hard_eight_pairs"}),
        ("21133m44778p2255s66z", "8p", 4, {"hard_eight_pairs"}),
        ("1133m44778p2255s666z", "8p", 4, {"hard_eight_pairs"}),
        ("1111m447789p2255s66z", "8p", 4, {"hard_eight_pairs"}),
        ("22113m44778p2255s66z", "9p", 2, {"soft_eight_pairs"}),
        ("22113m44778p2255s66z", "3m", 4, {"hard_eight_pairs"}),
        ("2221133m4477p2255s6z", "6z", 4, {"three_wilds", "hard_eight_pairs"}),
        ("2221133m4477p2255s6z", "7z", 4, {"three_wilds"}),
    ],
)
def test_eight_pairs_are_hard_where_every_wild_can_be_what_it_is(
    hand: str, tile: str, times: int, names: set[str]
) -> None:
    assert elements(wenzhou(hand, tile, source=2)) == (times, names)


@pytest.mark.parametrize("how", [{}, NO_WHITE])
def test_whites_in_eight_pairs_do_no_harm(how: Data) -> None:
    """D6."""
    data = wenzhou("21133m4477p2255s566z", "8p", source=2, **how)
    assert elements(data) == (4, {"hard_eight_pairs"})


def test_one_reading_counts_as_a_whole() -> None:
    """Sets with the wild as 2m, or eight pairs with it as another: equal, so sets are read."""
    data = wenzhou("123m112233p44556s77z", "6s", source=2)
    assert elements(data) == (2, {"wild_as_itself"})
    assert reading(data)[0] == "123m"


def test_the_class_decides_between_sets_and_pairs() -> None:
    data = wenzhou("112233m445566p7778s", "8s", source=2)
    assert elements(data) == (4, {"hard_eight_pairs"})


@pytest.mark.parametrize(
    ("hand", "without", "with_option"),
    [
        (("111m333p4447799s666z", "7s"), (2, "no_wild"), (4, "all_pungs")),
        (("112m333p4447799s666z", "7s"), (1, "soft_win"), (4, "all_pungs")),
        (("111222333p4449s666z", "9s"), (2, "no_wild"), (4, "all_pungs")),
        (("4447799s", "7s", kong("1111m"), pung("333p"), pung("666z")),
         (2, "no_wild"), (4, "all_pungs")),
        (("4447799s", "7s", kong("1111m"), chow("345p"), pung("666z")),
         (2, "no_wild"), (2, "no_wild")),
        (("111222333p4569s666z", "9s"), (2, "no_wild"), (2, "no_wild")),
    ],
)  # fmt: skip
def test_all_pungs_is_double_where_the_house_says_so(
    hand: tuple[str, str, Data], without: tuple[int, str], with_option: tuple[int, str]
) -> None:
    """D13: sets completed with wilds count."""
    assert elements(wenzhou(*hand, source=2)) == (without[0], {without[1]})
    assert elements(wenzhou(*hand, source=2, **PUNGS)) == (with_option[0], {with_option[1]})


def test_whites_are_wild_when_a_white_was_turned_up() -> None:
    deal = {"indicators": ["5z"]}
    soft = wenzhou("4567m123789p45699s5z", "8m", source=2, deal=deal)
    assert elements(soft) == (1, {"soft_win"})
    face = wenzhou("45678m123789p456s55z", "9m", deal=deal, **NO_WHITE)
    assert elements(face) == (2, {"wild_as_itself", "self_draw"})


@pytest.mark.parametrize(
    ("meld", "tiles"),
    [(chow("13m5z", "3m"), "123m"), (pung("555z"), "222m"), (kong("5555z", "discard"), "2222m")],
)
def test_whites_are_the_indicators_tile_in_sets(meld: Data, tiles: str) -> None:
    data = wenzhou("78m123789p45699s", "9m", meld, source=2)
    assert elements(data) == (2, {"no_wild"})
    assert reading(data)[-1] == tiles
    assert elements(wenzhou("78m123789p45699s", "9m", meld, source=2, **NO_WHITE))[0] == 1


@pytest.mark.parametrize(
    "hand",
    [
        ("45678m123789p45699s", "1m"),
        ("24567m123789p45699s", "1z"),
        ("1133m44778p22569s66z", "8p"),
        ("21133m44778p22569s6z", "1z"),
        ("12258m258p369s12346z", "1z"),
        ("1133m4477p22559s", "9s", pung("666z")),
    ],
)
def test_what_is_nearly_a_hand_is_none(hand: tuple[str, str, Data]) -> None:
    assert refusal(wenzhou(*hand)) == ("not_a_win", "wins[0]")


@pytest.mark.parametrize(
    ("hand", "tile", "groups"),
    [
        (*AT_FACE, ["123m", "123p", "456m", "456s", "789p", "99s"]),
        (*SOFT_PAIRS, ["11m", "22s", "33m", "44p", "55s", "66z", "77p", "8p", "99s"]),
    ],
)
def test_the_reading_shows_what_wilds_stand_for(hand: str, tile: str, groups: list[str]) -> None:
    assert reading(wenzhou(hand, tile, source=2)) == groups


def test_three_wilds_and_anything_are_read_one_by_one() -> None:
    assert reading(wenzhou(*RUBBISH)).count("2m") == 3
