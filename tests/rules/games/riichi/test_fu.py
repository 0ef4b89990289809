"""Each reason for fu by itself, and hands that just miss it: riichi.md, "Fu"."""

from __future__ import annotations

import pytest

from tests.rules.games.riichi.hands import PINFU, fu, riichi, worth
from tests.rules.records import Data, chow, kong, pung, settle

TAKEN = {"source": 3}
CLOSED = {"riichi": True, **TAKEN}
OPEN = (chow("345m"), pung("666z"))
"""An open hand with a yaku: a run and green dragons."""


def test_every_hand_begins_with_twenty() -> None:
    assert fu(riichi(*PINFU, **TAKEN))["base"] == 20
    assert fu(riichi("34599m67s", "8s", *OPEN))["base"] == 20


def test_a_concealed_hand_has_ten_on_anothers_tile() -> None:
    assert fu(riichi(*PINFU, **CLOSED))["concealed_hand"] == 10
    assert fu(riichi(*PINFU, by="robbed_kong", **TAKEN))["concealed_hand"] == 10
    assert "concealed_hand" not in fu(riichi(*PINFU))
    assert "concealed_hand" not in fu(riichi("34599m67s", "8s", *OPEN, **TAKEN))


def test_a_concealed_kong_leaves_the_hand_concealed() -> None:
    assert fu(riichi("345678m99p67s", "8s", kong("2222p"), **CLOSED))["concealed_hand"] == 10


def test_a_self_draw_has_two_but_not_in_pinfu() -> None:
    assert fu(riichi("34599m67s", "8s", *OPEN))["self_draw"] == 2
    assert "self_draw" not in fu(riichi("34599m67s", "8s", *OPEN, **TAKEN))
    assert "self_draw" not in fu(riichi(*PINFU))


def test_a_draw_from_the_supplement_is_a_self_draw() -> None:
    data = riichi("34599m67s", "8s", chow("345m"), kong("6666z"), marks=("kong_draw",))
    assert fu(data)["self_draw"] == 2


@pytest.mark.parametrize(
    ("hand", "tile", "reason"),
    [
        ("12s99m345p", "3s", "edge_or_closed_wait"),
        ("89s99m345p", "7s", "edge_or_closed_wait"),
        ("13s99m345p", "2s", "edge_or_closed_wait"),
        ("68s99m345p", "7s", "edge_or_closed_wait"),
        ("234s345p9m", "9m", "pair_wait"),
        ("23s99m345p", "1s", None),
        ("23s99m345p", "4s", None),
        ("78s99m345p", "9s", None),
        ("22s99m345p", "2s", None),
    ],
)
def test_a_narrow_wait_has_two(hand: str, tile: str, reason: str | None) -> None:
    reasons = fu(riichi(hand, tile, *OPEN, **TAKEN))
    waits = {name: value for name, value in reasons.items() if name.endswith("wait")}
    assert waits == ({reason: 2} if reason else {})


@pytest.mark.parametrize(
    ("meld", "reason", "value"),
    [
        (pung("444p"), "open_minor_pung", 2),
        (pung("999p"), "open_major_pung", 4),
        (pung("333z"), "open_major_pung", 4),
        (kong("4444p", "discard"), "open_minor_kong", 8),
        (kong("4444p", "added"), "open_minor_kong", 8),
        (kong("1111p", "discard"), "open_major_kong", 16),
        (kong("3333z", "added"), "open_major_kong", 16),
        (kong("4444p"), "concealed_minor_kong", 16),
        (kong("9999p"), "concealed_major_kong", 32),
        (kong("3333z"), "concealed_major_kong", 32),
    ],
    ids=lambda one: str(one.get("tiles")) if isinstance(one, dict) else str(one),
)
def test_a_set_laid_down_has_its_fu(meld: Data, reason: str, value: int) -> None:
    data = riichi("34599m67s", "8s", meld, chow("678m"), marks=("last_discard",),
                  deal={"indicators": ["7z"]}, **TAKEN)  # fmt: skip
    assert fu(data)[reason] == value


@pytest.mark.parametrize(
    ("tiles", "reason", "value"),
    [
        ("444p", "concealed_minor_pung", 4),
        ("999p", "concealed_major_pung", 8),
        ("111p", "concealed_major_pung", 8),
        ("333z", "concealed_major_pung", 8),
    ],
)
def test_a_pung_in_hand_has_its_fu(tiles: str, reason: str, value: int) -> None:
    data = riichi(f"34567899m67s{tiles}", "8s", deal={"indicators": ["7z"]}, **CLOSED)
    assert fu(data)[reason] == value


@pytest.mark.parametrize(
    ("how", "reason", "value"),
    [
        (CLOSED, "open_minor_pung", 2),
        ({"riichi": True, "by": "robbed_kong", **TAKEN}, "open_minor_pung", 2),
        ({"riichi": True}, "concealed_minor_pung", 4),
    ],
    ids=["taken", "robbed", "drawn"],
)
def test_a_pung_is_what_its_last_tile_makes_it(how: Data, reason: str, value: int) -> None:
    reasons = fu(riichi("345678m99s44p345s", "4p", **how))
    assert {name: fu for name, fu in reasons.items() if "pung" in name} == {reason: value}


@pytest.mark.parametrize(
    ("pair", "how", "fu_items"),
    [
        ("55z", {}, {"dragon_pair": 2}),
        ("66z", {}, {"dragon_pair": 2}),
        ("77z", {}, {"dragon_pair": 2}),
        ("22z", {}, {"seat_wind_pair": 2}),
        ("11z", {}, {"round_wind_pair": 2}),
        ("22z", {"state": {"round": 3}}, {"seat_wind_pair": 2}),
        ("33z", {"state": {"round": 3}}, {"round_wind_pair": 2}),
        ("22z", {"state": {"round": 2}}, {"double_wind_pair": 4}),
        ("11z", {"winner": 0}, {"double_wind_pair": 4}),
        ("11z", {"winner": 0, "options": {"double_wind_pair_fu": 2}}, {"double_wind_pair": 2}),
        ("33z", {}, {}),
        ("99m", {}, {}),
    ],
)
def test_a_pair_of_value_has_its_fu(pair: str, how: Data, fu_items: dict[str, int]) -> None:
    reasons = fu(riichi(f"345678m345p67s{pair}", "8s", **CLOSED, **how))
    assert {name: value for name, value in reasons.items() if name.endswith("pair")} == fu_items


def test_an_open_hand_that_comes_to_twenty_has_thirty() -> None:
    discard_win = riichi("23466p34s", "5s", chow("345m"), chow("678s"), **TAKEN)
    assert fu(discard_win) == {"base": 20, "open_minimum": 10}
    self_draw = riichi("23466p34s", "5s", chow("345m"), chow("678s"))
    assert fu(self_draw) == {"base": 20, "self_draw": 2, "rounding": 8}


def test_pinfu_has_nothing_beside_the_way_of_winning() -> None:
    assert fu(riichi(*PINFU)) == {"base": 20}
    assert fu(riichi(*PINFU, **TAKEN)) == {"base": 20, "concealed_hand": 10}


@pytest.mark.parametrize("how", [{}, TAKEN, CLOSED], ids=["drawn", "taken", "riichi"])
def test_seven_pairs_have_twenty_five(how: Data) -> None:
    assert fu(riichi("2244m3377p55668s", "8s", **how)) == {"seven_pairs": 25}


@pytest.mark.parametrize(
    ("sets", "rounding", "total"),
    [
        ((pung("666z"), chow("345m")), 6, 30),
        ((kong("6666z", "discard"), chow("345m")), 4, 40),
        ((kong("6666z"), pung("222p")), 6, 60),
        ((kong("6666z"), kong("2222p", "discard")), None, 60),
    ],
)
def test_the_sum_is_rounded_up_to_whole_tens(
    sets: tuple[Data, ...], rounding: int | None, total: int
) -> None:
    data = riichi("34599m67s", "8s", *sets, deal={"indicators": ["7z"]}, **TAKEN)
    assert fu(data).get("rounding") == rounding
    assert sum(fu(data).values()) == worth(data)[1] == total


def test_a_yakuman_counts_no_fu() -> None:
    data = riichi("19m19p19s1234567z", "9p", deal={"indicators": ["2m"]}, **TAKEN)
    assert settle(data)["wins"][0]["fu_items"] == []
    assert worth(data)[1] is None
