"""What wins in Changsha and what it holds: changsha.md, "Winning" and "Scoring elements"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.changsha.hands import (
    BEGGED,
    NINES,
    NO_258,
    PLAIN,
    PUNGS,
    changsha,
    win_on_deal,
    worth,
)
from tests.rules.records import Data, chow, kong, options, pung, refusal, score, settle

NOT_A_WIN = ("not_a_win", "wins[0]")


@pytest.mark.parametrize(
    ("hand", "elements"),
    [
        (PLAIN, {"common_win"}),
        (("234567p4655s", "5s", pung("888m")), {"common_win"}),
        (("234567p4688s", "5s", kong("9999m")), {"common_win"}),
        (PUNGS, {"all_pungs"}),
        (("111p44s99p", "4s", kong("3333m", "added"), kong("7777s")), {"all_pungs"}),
        (("11334m5577p9922s", "4m"), {"seven_pairs"}),
        (("11m3344p66p88889s", "9s"), {"seven_pairs", "luxury_seven_pairs"}),
        (("11113333m4466p8s", "8s"), {"seven_pairs", "luxury_seven_pairs"}),
        (("22588m2588p2558s", "5p"), {"all_258"}),
        (("22555m8p2s", "8s", pung("888m"), kong("5555s", "discard")), {"all_258"}),
        (("22m55588p", "8p", pung("888m"), pung("222s")), {"all_258", "all_pungs"}),
        (("2255m2288p22558s", "8s"), {"all_258", "seven_pairs"}),
        (("3456778899m", "6m", chow("123m")), {"pure_one_suit"}),
        (("1122334455667s", "7s"), {"seven_pairs", "pure_one_suit"}),
        (("1112224445559p", "9p"), {"all_pungs", "pure_one_suit"}),
        (("1111222233334s", "4s"), {"seven_pairs", "luxury_seven_pairs", "pure_one_suit"}),
        (BEGGED, {"melded_hand"}),
        (("9s", "9s", *[pung(f"{n}{n}{n}m") for n in range(1, 5)]), {"melded_hand", "all_pungs"}),
        (
            ("9m", "9m", pung("111m"), chow("345m"), chow("678m"), pung("222m")),
            {"melded_hand", "pure_one_suit"},
        ),
        (
            ("2m", "8s", pung("555m"), pung("222p"), pung("888p"), kong("5555s", "added")),
            {"melded_hand", "all_258"},
        ),
    ],
    ids=case_id,
)
@pytest.mark.parametrize("how", [{}, {"source": 3}], ids=["drawn", "discarded"])
def test_elements_by_the_tiles(hand: Any, elements: set[str], how: Data) -> None:
    assert worth(changsha(*hand, **how)) == elements


@pytest.mark.parametrize(
    "hand",
    [
        NINES,
        ("123456m78p34511s", "9p"),
        ("9s", "9s", chow("345m"), pung("777m"), kong("6666p"), chow("123s")),
        ("22588m2588p2559s", "5p"),
        ("2m", "8s", pung("555m"), pung("222p"), pung("888p"), pung("777s")),
        ("1133m5577p991s24s", "3s"),
        ("147m258p369s1478p", "1m"),
    ],
    ids=case_id,
)
def test_tiles_that_are_no_hand(hand: Any) -> None:
    assert refusal(changsha(*hand)) == NOT_A_WIN


def test_seven_pairs_have_no_sets_laid_down() -> None:
    assert refusal(changsha("1133m557799p", "9s", kong("4444s"))) == NOT_A_WIN


@pytest.mark.parametrize(
    ("marks", "how", "elements"),
    [
        (("last_tile",), {}, {"last_tile"}),
        (("last_tile",), {"source": 3}, {"common_win"}),
        (("last_discard",), {"source": 3}, {"last_discard"}),
        (("last_discard",), {}, {"common_win"}),
        (("first_discard",), {"source": 0}, {"earthly_hand"}),
        (("first_discard",), {"source": 3}, {"common_win"}),
        (("dealt",), {}, {"common_win"}),
        (("dealt",), {"winner": 0}, {"heavenly_hand"}),
        (("kong_discard",), {"source": 3}, {"kong_cannon"}),
        (("kong_discard", "last_discard"), {"source": 3}, {"kong_cannon"}),
        (("kong_discard",), {}, {"common_win"}),
        (("first_draw", "flower_draw"), {}, {"common_win"}),
    ],
    ids=case_id,
)
def test_elements_by_what_happened(marks: Any, how: Data, elements: set[str]) -> None:
    assert worth(changsha(*PLAIN, marks=marks, **how)) == elements


KONG_HAND = ("678m34p55m789s", "2p", kong("3333s"))


@pytest.mark.parametrize(
    ("facts", "elements"),
    [
        ({}, {"kong_draw"}),
        ({"supplement": "dice"}, {"kong_draw"}),
        ({"supplement": "tail"}, {"common_win"}),
    ],
    ids=case_id,
)
def test_only_a_supplement_by_dice_is_a_bloom(facts: Data, elements: set[str]) -> None:
    assert worth(changsha(*KONG_HAND, marks=("kong_draw",), facts=facts)) == elements


@pytest.mark.parametrize("supplement", ["dice", "tail"])
def test_a_supplement_is_never_the_last_tile(supplement: str) -> None:
    data = changsha(*KONG_HAND, marks=("kong_draw", "last_tile"), facts={"supplement": supplement})
    assert "last_tile" not in worth(data)


@pytest.mark.parametrize("mark", ["last_tile", "kong_draw"])
def test_what_happened_leaves_the_pair_to_the_shape(mark: str) -> None:
    data = changsha(*NINES, marks=(mark,))
    assert refusal(data) == NOT_A_WIN
    assert worth({**data, **options(big_pair_free=True)}) == {mark}
    assert worth(changsha(*PUNGS, marks=(mark,))) == {"all_pungs", mark}


def test_the_option_does_not_free_the_pair_of_a_small_win() -> None:
    assert refusal(changsha(*NINES, **options(big_pair_free=True))) == NOT_A_WIN


def test_robbing_a_kong_leaves_the_pair_to_the_shape() -> None:
    around = {2: {"melds": [kong("6666m", "added") | {"from": 3}]}}
    eyes = changsha("45m789p22345678s", "6m", source=2, by="robbed_kong", around=around)
    nines = changsha("45m789p34567899s", "6m", source=2, by="robbed_kong", around=around)
    assert worth(eyes) == {"robbing_the_kong"}
    assert refusal(nines) == NOT_A_WIN
    pung_only = {2: {"melds": [pung("666m") | {"from": 3}]}}
    alike = changsha("45m789p22345678s", "6m", source=2, by="robbed_kong", around=pung_only)
    assert worth(alike) == {"robbing_the_kong"}


def test_a_robbed_tile_may_complete_a_begged_hand_without_sets() -> None:
    data = changsha(
        "2m",
        "8s",
        pung("555m"),
        pung("222p"),
        pung("888p"),
        pung("555s"),
        source=3,
        by="robbed_kong",
        around={3: {"melds": [kong("8888s", "added") | {"from": 2}]}},
    )
    assert worth(data) == {"melded_hand", "all_258", "robbing_the_kong"}


def test_a_begged_hand_may_need_its_pair() -> None:
    needs = options(melded_hand_pair="258")
    assert refusal(changsha(*BEGGED, **needs)) == NOT_A_WIN
    assert worth(changsha("8s", "8s", *BEGGED[2:], **needs)) == {"melded_hand"}
    pungs = [pung(f"{n}{n}{n}m") for n in range(1, 5)]
    assert worth(changsha("9s", "9s", *pungs, **needs)) == {"melded_hand", "all_pungs"}
    both = options(melded_hand_pair="258", big_pair_free=True)
    assert worth(changsha(*BEGGED, **both)) == {"melded_hand"}


def test_the_reading_that_yields_most_counts() -> None:
    """Sixes and nines three times each: chows and pairs are less than all pungs."""
    assert worth(changsha("222333444p1199s", "1s")) == {"all_pungs"}
    answer = settle(changsha("1122334455667s", "7s"))
    assert answer["wins"][0]["reading"] == [[f"{n}{n}s" for n in range(1, 8)], []]


def test_the_small_win_does_not_count_beside_a_big_one() -> None:
    data = changsha(*PLAIN, marks=("last_tile",))
    assert score(data) == 3


@pytest.mark.parametrize(
    ("hand", "elements"),
    [
        ("1279m3333p15689s", {"dealt_quad"}),
        ("1279m333p145689s", set()),
        (NO_258, {"dealt_no_258"}),
        ("134679m1344779s", {"dealt_no_258", "dealt_void_suit"}),
        ("122358m1245789p", {"dealt_void_suit"}),
        ("1222p34446m1358s", {"dealt_two_triplets"}),
        ("1222p34445m1358s", {"dealt_two_triplets"}),
        ("1222p33m445569s1p", set()),
        ("222p3333m144589s", {"dealt_quad", "dealt_two_triplets"}),
        ("2222p3333m14459s", {"dealt_quad", "dealt_two_triplets"}),
        (
            "1111333366699m",
            {"dealt_quad", "dealt_no_258", "dealt_void_suit", "dealt_two_triplets"},
        ),
    ],
    ids=case_id,
)
def test_patterns_of_the_dealt_tiles(hand: str, elements: set[str]) -> None:
    data = win_on_deal(hand)
    if not elements:
        assert refusal(data) == NOT_A_WIN
    else:
        assert worth(data) == elements


def test_the_pattern_of_the_banker_is_in_fourteen_tiles() -> None:
    assert worth(win_on_deal("1279m33p156899s3p3p", winner=0)) == {"dealt_quad"}
    assert refusal(win_on_deal("1279m3333p15689s", winner=0)) == ("bad_tiles", "seats[0].hand")
    assert refusal(win_on_deal("1279m33p156899s33p")) == ("bad_tiles", "seats[1].hand")


def test_a_dealt_pattern_is_no_heavenly_hand() -> None:
    assert worth(win_on_deal("111133m444666p99s", winner=0)) == {
        "dealt_quad",
        "dealt_no_258",
        "dealt_two_triplets",
    }
