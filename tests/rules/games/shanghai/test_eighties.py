"""The late 1980s: chips and fan, the limit, and who is liable for whom: shanghai-1980s.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.shanghai.hands import PLAIN, read_items, shanghai, worth
from tests.rules.records import Data, chow, kong, pung, settle, steps

TAKE: Data = {"source": 3}

HANDS: list[Any] = [
    (*PLAIN, [], {}, "", 3),
    (*PLAIN, [], TAKE, "", 3),
    (*PLAIN, [], TAKE | {"flowers": "1f"}, "flower", 4),
    (*PLAIN, [], TAKE | {"flowers": "12345678f"}, "flower=8", 11),
    (*PLAIN, [], TAKE | {"options": {"base_chips": 1}}, "", 1),
    (*PLAIN, [], {"marks": ("kong_draw",)}, "kong_draw", 6),
    (*PLAIN, [], {"marks": ("flower_draw", "kong_draw"), "flowers": "5f"}, "flower kong_draw", 8),
    (*PLAIN, [], TAKE | {"marks": ("kong_draw",)}, "", 3),
    (*PLAIN, [], {"marks": ("last_tile", "dealt")}, "", 3),
    # dragons and winds give nothing
    ("45m88s234m", "6m", [pung("555z"), pung("222z")], TAKE, "", 3),
    # suits
    ("1234577m", "6m", [chow("789m"), pung("111z")], TAKE, "mixed_one_suit=2", 12),
    ("2345556m", "7m", [chow("789m"), pung("111m")], TAKE, "pure_one_suit=4", 40),
    ("2345556m", "7m", [chow("789m"), pung("111m")], TAKE | {"options": {"base_chips": 2}},
     "pure_one_suit=4", 32),
    ("2345556m", "7m", [chow("789m"), pung("111p")], TAKE, "", 3),
    # pungs
    ("22m99p333s", "2m", [pung("555p"), pung("888p")], TAKE, "all_pungs=2", 12),
    ("222333444m9p", "9p", [pung("888p")], TAKE, "all_pungs=2", 12),
    ("22m99p345s", "2m", [pung("555p"), pung("888p")], TAKE, "", 3),
    ("4z", "4z", [pung("111z"), pung("222z"), pung("777z"), pung("555z")], TAKE,
     "all_pungs=2 single_wait_on_four_melds", 24),
    # a naked single
    ("9p", "9p", [chow("123m"), pung("888p"), kong("2222s"), pung("333s")], TAKE,
     "single_wait_on_four_melds", 6),
    ("9p", "9p", [chow("123m"), pung("888p"), kong("2222s"), pung("333s")],
     {"marks": ("kong_draw",)}, "single_wait_on_four_melds kong_draw", 12),
    ("9p", "9p", [pung("111m"), pung("888p"), kong("2222s"), pung("333s")], {},
     "all_pungs=2 single_wait_on_four_melds", 24),
    ("3339p", "9p", [pung("111m"), pung("888p"), kong("2222s")], TAKE, "all_pungs=2", 12),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names", "chips"), HANDS)
def test_chips_are_doubled_by_each_fan_up_to_forty(
    hand: str, tile: str, melds: list[Data], how: Data, names: str, chips: int
) -> None:
    data = shanghai("1980s", hand, tile, *melds, **how)
    assert worth(data) == (read_items(names), chips)


@pytest.mark.parametrize(
    ("flowers", "chips"), [("", 24), ("5f", 32), ("56f", 40), ("567f", 40), ("5678f", 40)]
)
def test_forty_is_the_limit_of_each_share(flowers: str, chips: int) -> None:
    sets = (pung("111z"), pung("222z"), pung("777z"), pung("555z"))
    for meld, source in zip(sets, (0, 2, 0, 2), strict=True):
        meld["from"] = source
    data = shanghai("1980s", "4z", "4z", *sets, flowers=flowers)
    assert settle(data)["net"] == [-chips, 3 * chips, -chips, -chips]


def test_a_robbed_kong_has_no_fan_and_is_paid_by_the_robbed_player() -> None:
    how: Data = {"source": 2, "by": "robbed_kong", "around": {2: (None, kong("6666m", "added"))}}
    data = shanghai("1980s", *PLAIN, **how)
    assert worth(data) == ({}, 3)
    assert settle(data)["net"] == [0, 3, -3, 0]


def test_only_the_discarder_pays() -> None:
    assert settle(shanghai("1980s", *PLAIN, source=0))["net"] == [-3, 3, 0, 0]


def test_the_winner_is_the_next_banker_and_the_round_stays() -> None:
    state = {"banker": 3, "round": 2, "repeats": 1}
    after = {
        winner: settle(shanghai("1980s", *PLAIN, winner=winner, state=state))["next"]
        for winner in (0, 3)
    }
    same = {"round": 2, "carry": {}, "over": False}
    assert after[0] == {"banker": 0, "repeats": 0, **same}
    assert after[3] == {"banker": 3, "repeats": 2, **same}


def feed(*sources: int, kinds: str = "pppp") -> list[Data]:
    """Return sets claimed from *sources*: pungs, chows, kongs of a discard or added ones."""
    forms = {
        "p": [pung("111p"), pung("333p"), pung("999p"), pung("555p")],
        "c": [chow("123s"), chow("456s"), chow("789s"), chow("345s")],
        "d": [kong(f"{4 * n}p", "discard") for n in "1395"],
        "a": [kong(f"{4 * n}p", "added") for n in "1395"],
    }
    melds = [forms[kind][place] for place, kind in enumerate(kinds[: len(sources)])]
    return [meld | {"from": source} for meld, source in zip(melds, sources, strict=True)]


LIABLE: list[Any] = [
    # winner 1 claimed three sets from one seat
    (feed(0, 0, 0), {}, [-9, 9, 0, 0]),
    (feed(0, 0, 0), {"source": 3}, [-3, 3, 0, 0]),
    (feed(0, 0, 0), {"source": 0}, [-3, 3, 0, 0]),
    (feed(0, 0, 0, kinds="ccc"), {}, [-120, 120, 0, 0]),
    (feed(2, 2, 2, kinds="pda"), {}, [0, 9, -9, 0]),
    (feed(0, 0, 0, kinds="ppp"), {"source": 2, "by": "robbed_kong",
     "around": {2: (None, pung("555s"))}}, [-3, 3, 0, 0]),
    # two are not enough, nor three from different seats
    (feed(0, 0, 2), {}, [-3, 9, -3, -3]),
    (feed(0, 2, 3), {}, [-3, 9, -3, -3]),
    (feed(0, 0, 2), {"source": 3}, [0, 3, 0, -3]),
    ([*feed(0, 0), kong("7777z")], {}, [-3, 9, -3, -3]),
]  # fmt: skip


@pytest.mark.parametrize(("melds", "how", "net"), LIABLE)
def test_who_fed_three_sets_pays_for_all(melds: list[Data], how: Data, net: list[int]) -> None:
    assert settle(shanghai("1980s", "67s88s", "5s", *melds, **how))["net"] == net


def test_four_sets_from_one_seat_make_liable_as_well() -> None:
    net = settle(shanghai("1980s", "8s", "8s", *feed(3, 3, 3, 3)))["net"]
    assert net == [0, 72, 0, -72]


MUTUAL: list[Any] = [
    # the winner fed three sets to seat 3
    ({3: feed(1, 1, 1)}, {}, [0, 9, 0, -9]),
    ({3: feed(1, 1, 1)}, {"source": 0}, [0, 3, 0, -3]),
    ({3: feed(1, 1, 2)}, {}, [-3, 9, -3, -3]),
    ({3: feed(0, 0, 0)}, {}, [-3, 9, -3, -3]),
    # two were fed: the nearer after the winner
    ({3: feed(1, 1, 1), 2: feed(1, 1, 1, kinds="ccc")}, {}, [0, 9, -9, 0]),
    ({3: feed(1, 1, 1), 0: [meld | {"from": 1} for meld in (pung("111s"), pung("222s"),
     pung("999s"))]}, {}, [0, 9, 0, -9]),
]  # fmt: skip


@pytest.mark.parametrize(("melds_by_seat", "how", "net"), MUTUAL)
def test_who_was_fed_pays_for_all_too(
    melds_by_seat: dict[int, list[Data]], how: Data, net: list[int]
) -> None:
    around = {number: (None, *melds) for number, melds in melds_by_seat.items()}
    data = shanghai("1980s", "234m678p456s22z44m", "4m", around=around, **how)
    assert settle(data)["net"] == net


def test_who_fed_the_winner_comes_before_whom_he_fed() -> None:
    around = {2: (None, *feed(1, 1, 1))}
    melds = [meld | {"from": 0} for meld in (pung("111m"), pung("333m"), pung("999m"))]
    data = shanghai("1980s", "67s88s", "5s", *melds, around=around)
    assert settle(data)["net"] == [-9, 9, 0, 0]


def test_what_the_limit_and_liability_make_of_a_share_is_told() -> None:
    data = shanghai("1980s", "8s", "8s", *feed(3, 3, 3, 3), flowers="5f")
    assert steps(settle(data)) == (
        "base +3, flower +1, all_pungs ×2^2, single_wait_on_four_melds ×2, for 0"
    )
