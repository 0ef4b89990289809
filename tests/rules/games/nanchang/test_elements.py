"""Every scoring element of nanchang.md, hit and nearly missed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.nanchang.hands import PLAIN, SOFT, names, nanchang
from tests.rules.records import Data, chow, code, items, kong, pung, settle

OWN = {"self_draw"}
VIRTUE = {"no_wild", "double_no_wild"}
WITH_JING = {2: "1s2468m2468p2465z"}
"""Another seat holds a jing: no double virtue."""


def rob(tiles: str) -> dict[int, Data]:
    """Return what lies before the seat 3 whose kong is robbed."""
    return {3: {"melds": [pung(tiles) | {"from": 0}]}}


@pytest.mark.parametrize(
    ("hand", "how", "elements"),
    [
        (PLAIN, {}, OWN | VIRTUE),
        (PLAIN, {"source": 3}, VIRTUE),
        (PLAIN, {"around": WITH_JING}, OWN | {"no_wild"}),
        (SOFT, {}, OWN),
        (SOFT, {"source": 3}, set()),
        # jings as themselves
        (("123456m567p1255s", "3s"), {}, OWN | VIRTUE),
        (("123456m567p7855s", "9s"), {}, OWN | VIRTUE),
        (("123456m567p7855s", "9s"), {"source": 3}, VIRTUE),
        (("123456m567p99s55m", "9s"), {"source": 3}, VIRTUE),
        # one as itself, one wild
        (("12345m567p11255s", "3s"), {}, OWN),
        # honor sequences
        (("123456m12355s56z", "7z"), {}, OWN | VIRTUE),
        (("123456m55s124z56z", "7z"), {}, OWN | VIRTUE),
        (("123456m55s134z12z", "3z"), {}, OWN | VIRTUE),
        (("123456m55s234z24z", "3z"), {}, OWN | VIRTUE),
        (("123456m55s124z56z", "1s"), {}, OWN),
        # ways
        (PLAIN, {"marks": ("kong_draw",)}, OWN | VIRTUE | {"kong_draw"}),
        (PLAIN, {"marks": ("kong_draw",), "source": 3}, VIRTUE),
        (PLAIN, {"marks": ("last_tile", "first_draw")}, OWN | VIRTUE),
        (PLAIN, {"by": "robbed_kong", "source": 3, "around": rob("444s")},
         VIRTUE | {"robbing_the_kong"}),
        (SOFT, {"by": "robbed_kong", "source": 3, "around": rob("444s")}, {"robbing_the_kong"}),
        # all pungs
        (("111m333m777p66s44z", "4z"), {}, OWN | VIRTUE | {"all_pungs"}),
        (("111m333m777p6s44z1s", "4z"), {}, OWN | {"all_pungs"}),
        (("111m33m777p666s4z1s", "4z"), {}, OWN | {"all_pungs"}),
        (("111m333m777p66s12p", "3p"), {}, OWN | VIRTUE),
    ],
)  # fmt: skip
def test_elements_of_a_hand_in_sets(hand: tuple[str, str], how: Any, elements: set[str]) -> None:
    assert names(nanchang(*hand, **how)) == elements


def test_all_pungs_may_be_claimed_and_kongs() -> None:
    sets = (pung("111m"), kong("3333m"), kong("7777p", "added"))
    assert "all_pungs" in names(nanchang("66s44z", "4z", *sets))
    assert "all_pungs" not in names(nanchang("66s44z", "4z", *sets[:2], chow("567p")))
    honors = chow("567z", "6z")
    assert "all_pungs" not in names(nanchang("66s44z", "4z", *sets[:2], honors))


def test_four_natural_alike_and_a_jing_are_a_pung_and_the_pair() -> None:
    data = nanchang("4444m111p333p66s1s", "6s")
    assert names(data) == OWN | {"all_pungs"}


@pytest.mark.parametrize(
    ("hand", "how", "elements"),
    [
        (("1144m2288p33s557z", "7z"), {}, {"seven_pairs", *OWN, *VIRTUE}),
        (("1144m2288p33s557z", "7z"), {"source": 2}, {"seven_pairs", *VIRTUE}),
        (("1111m2288p33s557z", "7z"), {}, {"seven_pairs", *OWN, *VIRTUE}),
        (("1144m2288p99s557z", "7z"), {}, {"seven_pairs", *OWN, *VIRTUE}),
        (("1144m2288p9s5577z", "9s"), {}, {"seven_pairs", "wild_pair_wait", *OWN, *VIRTUE}),
        (("1144m2288p9s5577z", "9s"), {"source": 2}, {"seven_pairs", *VIRTUE}),
        (("1144m2288p9s5577z", "1s"), {}, {"seven_pairs", "wild_pair_wait", *OWN}),
        (("1144m2288p9s5577z", "3m"), {}, {"seven_pairs", "wild_pair_wait", *OWN}),
        (("1144m228p19s5577z", "3p"), {}, {"seven_pairs", "wild_pair_wait", *OWN}),
        (("1144m22p199s5577z", "4p"), {}, {"seven_pairs", "wild_pair_wait", *OWN}),
        (("1144m22p199s5577z", "4m"), {}, {"seven_pairs", "wild_pair_wait", *OWN}),
        (("1144m228p1s55577z", "8p"), {"source": 2}, {"seven_pairs"}),
    ],
)  # fmt: skip
def test_seven_pairs(hand: tuple[str, str], how: Any, elements: set[str]) -> None:
    assert names(nanchang(*hand, **how)) == elements


def test_six_pairs_are_none() -> None:
    assert code(nanchang("1144m2288p33s557z", "6z")) == "not_a_win"


def test_seven_pairs_are_concealed() -> None:
    assert code(nanchang("1144m2288p33s", "7z", kong("5555z"))) == "not_a_win"


@pytest.mark.parametrize(
    ("hand", "how", "elements"),
    [
        (("58m7p269s1234567z", "4p"), {"source": 2},
         {"thirteen_unrelated", "seven_stars", *VIRTUE}),
        (("147m258p369s1234z", "5z"), {}, {"thirteen_unrelated", *OWN, *VIRTUE}),
        (("147m258p36s1234z1s", "5z"), {}, {"thirteen_unrelated", *OWN}),
        (("147m25p36s123456z", "1s"), {}, {"thirteen_unrelated", *OWN}),
        # jings that are honors: as themselves they keep the stars, as others not
        (("147m25p36s123456z", "7z"), {"deal": {"indicators": ["5z"]}},
         {"thirteen_unrelated", "seven_stars", *OWN, *VIRTUE}),
        (("147m2p36s123456z7z", "7z"), {"deal": {"indicators": ["5z"]}},
         {"thirteen_unrelated", "seven_stars", *OWN}),
        (("147m25p36s12346z7z", "7z"), {"deal": {"indicators": ["5z"]}},
         {"thirteen_unrelated", *OWN}),
        # a jing elsewhere, all seven honors natural
        (("147m25p3s1234567z", "9s"), {}, {"thirteen_unrelated", "seven_stars", *OWN, *VIRTUE}),
        (("147m25p9s1234567z", "9s"), {}, {"thirteen_unrelated", "seven_stars", *OWN}),
    ],
)  # fmt: skip
def test_thirteen_unrelated(hand: tuple[str, str], how: Any, elements: set[str]) -> None:
    assert names(nanchang(*hand, **how)) == elements


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("146m258p369s1234z", "5z"),  # 4 and 6 are too near
        ("147m258p369s1134z", "5z"),  # two alike
        ("147m258p369s1234z", "9p"),  # 8 and 9
    ],
)
def test_nearly_unrelated(hand: str, tile: str) -> None:
    assert code(nanchang(hand, tile)) == "not_a_win"


def test_no_room_for_another_unrelated_tile() -> None:
    # 2, 5, 8 leave nothing of their suit: two jings find room among honors only
    assert "thirteen_unrelated" in names(nanchang("258m258p258s123z1s", "9s"))
    assert "thirteen_unrelated" in names(nanchang("258m258p25s12345z", "9s"))


def test_unrelated_tiles_lie_in_hand_all_of_them() -> None:
    data = nanchang("147m258p36s12z", "5z", chow("567z", "6z"))
    assert code(data) == "not_a_win"


@pytest.mark.parametrize(
    ("hand", "tile", "elements"),
    [
        ("123456m567p234s1s", "7z", {"wild_pair_wait", *OWN}),
        ("123456m567p234s1s", "9s", {"wild_pair_wait", *OWN}),
        ("123456m567p234s1s", "1s", {"wild_pair_wait", *OWN, *VIRTUE}),
        ("123456m567p234s9s", "9s", {"wild_pair_wait", *OWN, *VIRTUE}),
        ("111m333m777p666s1s", "7z", {"wild_pair_wait", "all_pungs", *OWN}),
        ("12345m567p234s11s", "7z", {"wild_pair_wait", *OWN}),
        ("12345m567p234s19s", "1s", {"wild_pair_wait", *OWN}),
    ],
)
def test_a_lone_jing_pairs_with_any_own_tile(hand: str, tile: str, elements: set[str]) -> None:
    assert names(nanchang(hand, tile)) == elements


def test_a_jing_in_a_set_is_no_pair_wait() -> None:
    assert "wild_pair_wait" not in names(nanchang(*SOFT))


def test_robbing_with_a_lone_jing_is_no_pair_wait() -> None:
    data = nanchang("123456m567p234s1s", "7z", by="robbed_kong", source=3, around=rob("777z"))
    assert names(data) == {"robbing_the_kong"}


def test_a_heavenly_hand_counts_for_itself() -> None:
    data = nanchang(*PLAIN, winner=0, marks=("dealt", "kong_draw"))
    assert items(settle(data)) == {"heavenly_hand": 20}
    assert settle(data)["wins"][0]["score"] == 20


def test_an_earthly_hand_counts_for_itself() -> None:
    data = nanchang(*PLAIN, winner=2, source=0, marks=("first_discard",))
    assert items(settle(data)) == {"earthly_hand": 20}


@pytest.mark.parametrize(
    "how",
    [
        {"marks": ("dealt",)},
        {"winner": 0, "source": 2, "marks": ("dealt",)},
        {"source": 3, "marks": ("first_discard",)},
        {"winner": 0, "marks": ("first_discard",)},
    ],
)
def test_a_mark_that_cannot_be_counts_nothing(how: Data) -> None:
    assert names(nanchang(*PLAIN, **how)) - OWN == VIRTUE


def test_after_a_kong_no_hand_is_heavenly() -> None:
    data = nanchang("123m567p2355s", "4s", kong("8888p"), winner=0, marks=("dealt", "kong_draw"))
    assert "kong_draw" in names(data)


def test_virtue_looks_at_sets_laid_down_too() -> None:
    data = nanchang("123456m2p", "2p", pung("111s"), chow("789s", "7s"))
    assert names(data) == OWN | VIRTUE
    others = {2: {"melds": [pung("111s") | {"from": 0}]}}
    assert names(nanchang(*PLAIN, around=others)) == OWN | {"no_wild"}


def test_a_discarded_jing_spoils_nobodys_virtue() -> None:
    filler = nanchang(*PLAIN)["seats"][2]
    data = nanchang(*PLAIN, around={2: {**filler, "discards": "19s"}})
    assert names(data) == OWN | VIRTUE


def test_virtue_may_pay_more_than_another_reading() -> None:
    data = nanchang("22233344m99p678s", "4m", deal={"indicators": ["6s"]})
    assert names(data) == OWN | {"no_wild", "double_no_wild"}


def test_the_reading_shows_what_jings_stand_for() -> None:
    concealed, melds = settle(nanchang("123456m567p234s1s", "7z"))["wins"][0]["reading"]
    assert sorted(concealed) == ["123m", "234s", "456m", "567p", "77z"]
    assert melds == []


def test_a_hand_of_runs_that_is_seven_pairs_too_counts_as_what_pays_more() -> None:
    data = nanchang("112233m445566p7z", "7z")
    assert names(data) == OWN | VIRTUE | {"seven_pairs"}
    assert len(settle(data)["wins"][0]["reading"][0]) == 7
