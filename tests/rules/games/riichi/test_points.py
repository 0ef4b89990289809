"""Fu with their reasons, limits, dora and what everybody pays: riichi.md, "Fu", "Payment"."""

from __future__ import annotations

import pytest

from tests.ids import case_id
from tests.rules.games.riichi.hands import PINFU, fu, riichi, worth
from tests.rules.records import Data, chow, items, kong, net, pung, seat, settle, steps

TAKEN = {"source": 3}


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "reasons"),
    [
        (*PINFU, [], {}, {"base": 20}),
        (*PINFU, [], TAKEN, {"base": 20, "concealed_hand": 10}),
        ("2244m3377p55668s", "8s", [], {}, {"seven_pairs": 25}),
        ("234m3466p", "5p", [chow("345m"), chow("678s")], TAKEN,
         {"base": 20, "open_minimum": 10}),
        ("234m3466p", "5p", [chow("345m"), chow("678s")], {},
         {"base": 20, "self_draw": 2, "rounding": 8}),
        ("234m4666p", "4p", [chow("345m"), chow("678s")], TAKEN,
         {"base": 20, "concealed_minor_pung": 4, "pair_wait": 2, "rounding": 4}),
        ("234m4466p", "6p", [chow("345m"), chow("678s")], TAKEN,
         {"base": 20, "open_minor_pung": 2, "rounding": 8}),
        ("234m4466p", "6p", [chow("345m"), chow("678s")], {},
         {"base": 20, "self_draw": 2, "concealed_minor_pung": 4, "rounding": 4}),
        ("234m3566p", "4p", [chow("345m"), chow("678s")], TAKEN,
         {"base": 20, "edge_or_closed_wait": 2, "rounding": 8}),
        ("12m55z", "3m", [chow("345m"), chow("678s"), pung("666z")], TAKEN,
         {"base": 20, "open_major_pung": 4, "dragon_pair": 2, "edge_or_closed_wait": 2,
          "rounding": 2}),
        ("23m22z", "1m", [chow("345m"), chow("678s"), pung("666z")], TAKEN,
         {"base": 20, "open_major_pung": 4, "seat_wind_pair": 2, "rounding": 4}),
        ("23m11z", "1m", [chow("345m"), chow("678s"), pung("666z")], TAKEN,
         {"base": 20, "open_major_pung": 4, "round_wind_pair": 2, "rounding": 4}),
        ("23m11z", "1m", [chow("345m"), chow("678s"), pung("666z")], {"winner": 0, **TAKEN},
         {"base": 20, "open_major_pung": 4, "double_wind_pair": 4, "rounding": 2}),
        ("23m11z", "1m", [chow("345m"), chow("678s"), pung("666z")],
         {"winner": 0, "options": {"double_wind_pair_fu": 2}, **TAKEN},
         {"base": 20, "open_major_pung": 4, "double_wind_pair": 2, "rounding": 4}),
        ("123s5z", "5z", [kong("9999p"), kong("6666s", "discard"), kong("7777z", "added")], TAKEN,
         {"base": 20, "concealed_major_kong": 32, "open_minor_kong": 8, "open_major_kong": 16,
          "dragon_pair": 2, "pair_wait": 2}),
        ("234m45699p67s", "8s", [kong("2222p")], {"riichi": True, **TAKEN},
         {"base": 20, "concealed_hand": 10, "concealed_minor_kong": 16, "rounding": 4}),
    ],
)  # fmt: skip
def test_fu_come_from(
    hand: str, tile: str, melds: list[Data], how: Data, reasons: dict[str, int]
) -> None:
    data = riichi(hand, tile, *melds, **how)
    assert fu(data) == reasons
    assert worth(data)[1] == sum(reasons.values())


@pytest.mark.parametrize(
    ("hand", "indicators", "hidden", "dora"),
    [
        ("234567m34599p67s", ["7z"], [], {}),
        ("234567m34599p67s", ["1m"], [], {"dora": 1}),
        ("234567m34599p67s", ["8p"], [], {"dora": 2}),
        ("234567m34599p67s", ["8p", "8p", "1m"], [], {"dora": 5}),
        ("234567m34599p67s", ["7z"], ["8p"], {"ura_dora": 2}),
        ("234067m34099p67s", ["4m"], [], {"dora": 1, "red_five": 2}),
        ("123789m12399p67s", ["9m"], ["9s"], {"dora": 1}),
    ],
)
def test_dora_follow_their_indicators(
    hand: str, indicators: list[str], hidden: list[str], dora: dict[str, int]
) -> None:
    deal = {"indicators": indicators, "hidden_indicators": hidden}
    data = riichi(hand, "8s", riichi=True, source=3, deal=deal)
    elements = items(settle(data))
    assert {name: elements[name] for name in elements if name.endswith(("dora", "five"))} == dora


@pytest.mark.parametrize(
    ("indicator", "honors", "dora"),
    [
        ("9m", "111z", 1),
        ("9p", "111z", 1),
        ("0s", "111z", 1),
        ("4z", "111z", 3),
        ("1z", "222z", 3),
        ("4z", "555z", None),
        ("5z", "666z", 3),
        ("7z", "555z", 3),
    ],
)
def test_the_dora_is_the_tile_after_the_indicator(
    indicator: str, honors: str, dora: int | None
) -> None:
    hand = f"123m123p6799s{honors}"
    data = riichi(hand, "8s", riichi=True, source=3, deal={"indicators": [indicator]})
    assert items(settle(data)).get("dora") == dora


def test_ura_dora_are_for_those_who_declared_and_where_they_are_played() -> None:
    deal = {"indicators": ["7z"], "hidden_indicators": ["8p"]}
    quiet = riichi(*PINFU, source=3, deal=deal)
    without = riichi(*PINFU, riichi=True, source=3, deal=deal, options={"ura_dora": False})
    assert "ura_dora" not in items(settle(quiet))
    assert "ura_dora" not in items(settle(without))


@pytest.mark.parametrize(
    ("indicators", "options", "han", "limit", "points"),
    [
        (["7z"], {}, 2, None, 2000),
        (["1m"], {}, 3, None, 3900),
        (["8p"], {}, 4, None, 7700),
        (["8p"], {"kiriage": True}, 4, "mangan", 8000),
        (["8p", "1m"], {}, 5, "mangan", 8000),
        (["8p", "8p"], {}, 6, "haneman", 12000),
        (["8p", "8p", "1m"], {}, 7, "haneman", 12000),
        (["8p", "8p", "2p", "1m"], {}, 8, "baiman", 16000),
        (["8p", "8p", "1m", "2m", "3m"], {}, 9, "baiman", 16000),
    ],
)
def test_han_reach_limits(
    indicators: list[str], options: Data, han: int, limit: str | None, points: int
) -> None:
    deal = {"indicators": indicators}
    data = riichi(*PINFU, riichi=True, source=3, deal=deal, options=options)
    assert settle(data)["wins"][0]["limit"] == limit
    assert worth(data) == (han, 30, points)


@pytest.mark.parametrize(
    ("indicators", "options", "han", "limit", "points"),
    [
        (["7z"], {}, 11, "sanbaiman", 24000),
        (["1m"], {}, 13, "counted_yakuman", 32000),
        (["1m"], {"counted_yakuman": False}, 13, "sanbaiman", 24000),
        (["1m", "1m"], {}, 15, "counted_yakuman", 32000),
    ],
)
def test_the_highest_limits(
    indicators: list[str], options: Data, han: int, limit: str, points: int
) -> None:
    deal = {"indicators": indicators}
    data = riichi("2233445566778m", "8m", source=3, deal=deal, options=options)
    assert settle(data)["wins"][0]["limit"] == limit
    assert worth(data)[::2] == (han, points)


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({"source": 3}, [0, 1000, 0, -1000]),
        ({}, [-700, 1500, -400, -400]),
        ({"winner": 0, "source": 3}, [1500, 0, 0, -1500]),
        ({"winner": 0}, [2100, -700, -700, -700]),
        ({"source": 3, "state": {"carry": {"honba": 2}}}, [0, 1600, 0, -1600]),
        ({"state": {"carry": {"honba": 2}}}, [-900, 2100, -600, -600]),
        ({"state": {"carry": {"honba": 1}}, "options": {"honba_value": 1500}},
         [-1200, 3000, -900, -900]),
        ({"state": {"carry": {"deposits": 3}}, "source": 3}, [0, 4000, 0, -1000]),
    ],
    ids=case_id,
)  # fmt: skip
def test_everybody_pays_his_share(how: Data, gains: list[int]) -> None:
    assert net(riichi(*PINFU, **how)) == gains


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({}, "fu +20, han ×2^2, every_hand ×2^2, banker ×2, round_up 100"),
        ({"source": 3}, "fu +30, han ×2, every_hand ×2^2, discarder ×4, round_up 100"),
        ({"source": 3, "riichi": True, "deal": {"indicators": ["8p", "8p"]}},
         "han +6, haneman = 3000, discarder ×4"),
        ({"winner": 0, "source": 3, "riichi": True, "options": {"kiriage": True},
          "deal": {"indicators": ["8p"]}},
         "fu +30, han ×2^4, every_hand ×2^2, mangan = 2000, banker ×6"),
    ],
    ids=case_id,
)  # fmt: skip
def test_what_is_paid_is_said_in_fu_and_han(how: Data, text: str) -> None:
    assert steps(settle(riichi(*PINFU, **how))) == text


def test_the_sheets_example_is_paid_as_it_says() -> None:
    state = {"carry": {"honba": 1, "deposits": 1}}
    deal = {"indicators": ["2m"], "hidden_indicators": ["9s"]}
    data = riichi(*PINFU, winner=2, riichi=True, state=state, deal=deal)
    answer = settle(data)
    assert answer["net"] == [-2700, -1400, 6500, -1400]
    assert worth(data) == (4, 20, 5200)
    assert answer["payments"][-2:] == [
        {"from": 2, "to": "pot", "amount": 1000, "for": "deposit"},
        {"from": "pot", "to": 2, "amount": 2000, "for": "deposit"},
    ]


def two_winners(**how: Data) -> Data:
    """Return a hand in which seats 1 and 3 win on seat 2's 6p, seat 1 having declared riichi."""
    data = riichi("234m678p45699s45p", "6p", source=2, riichi=True, **how)
    data["seats"][3] = seat(3, 4, "22m34578p", pung("666z"), chow("123s"))
    data["wins"].append({"seat": 3, "tile": "6p", "by": "discard", "from": 2})
    return data


STATE = {"carry": {"honba": 1, "deposits": 1}}


def test_sticks_and_honba_go_to_the_winner_nearest_to_the_discarder() -> None:
    assert net(two_winners(state=STATE)) == [0, 1000, -3300, 3300]


def test_honba_may_go_to_every_winner() -> None:
    assert net(two_winners(state=STATE, options={"honba_to": "all"})) == [0, 1300, -3600, 3300]


def test_the_order_of_the_winners_changes_nothing() -> None:
    data = two_winners(state=STATE)
    data["wins"].reverse()
    assert net(data) == [0, 1000, -3300, 3300]


DRAGONS = ("23m99s", "1m", pung("555z"), pung("777z"), pung("666z") | {"from": 2})
WINDS = ("9s", "9s", pung("111z"), pung("222z"), pung("333z"), pung("444z") | {"from": 2})
BOTH = ("11z22z", "2z", pung("555z"), pung("777z"), pung("666z") | {"from": 2})


@pytest.mark.parametrize(
    ("hand", "how", "gains"),
    [
        (DRAGONS, {}, [0, 32000, -32000, 0]),
        (DRAGONS, {"state": {"carry": {"honba": 1}}}, [0, 32300, -32300, 0]),
        (DRAGONS, {"source": 3}, [0, 32000, -16000, -16000]),
        (DRAGONS, {"source": 3, "state": {"carry": {"honba": 1}}}, [0, 32300, -16000, -16300]),
        (DRAGONS, {"source": 2}, [0, 32000, -32000, 0]),
        (DRAGONS, {"options": {"liability": "none"}}, [-16000, 32000, -8000, -8000]),
        (WINDS, {}, [0, 32000, -32000, 0]),
        (WINDS, {"options": {"double_yakuman": True}}, [0, 64000, -64000, 0]),
        (BOTH, {}, [-16000, 64000, -40000, -8000]),
        (BOTH, {"state": {"carry": {"honba": 1}}}, [-16100, 64300, -40100, -8100]),
        (BOTH, {"options": {"liability": "whole_hand"}}, [0, 64000, -64000, 0]),
        (BOTH, {"source": 3}, [0, 64000, -16000, -48000]),
        (BOTH, {"source": 3, "options": {"liability": "whole_hand"}}, [0, 64000, -32000, -32000]),
    ],
    ids=case_id,
)
def test_who_fed_the_last_set_answers_for_it(
    hand: tuple[Data, ...], how: Data, gains: list[int]
) -> None:
    assert net(riichi(*hand, **how)) == gains


@pytest.mark.parametrize(
    ("hand", "how", "row", "text"),
    [
        (DRAGONS, {}, 0, "big_three_dragons +8000, banker ×2, payers ×+2, for 0, for 3"),
        (DRAGONS, {"source": 3}, 1,
         "big_three_dragons +8000, discarder ×4, payers ×1/2, round_down 100"),
        (BOTH, {}, 0, "all_honors +8000, banker ×2"),
    ],
    ids=case_id,
)  # fmt: skip
def test_for_what_and_in_whose_stead_is_paid(
    hand: tuple[Data, ...], how: Data, row: int, text: str
) -> None:
    assert steps(settle(riichi(*hand, **how)), row) == text


@pytest.mark.parametrize(
    "sets",
    [
        (pung("555z"), pung("777z") | {"from": 2}, kong("6666z")),
        (pung("555z"), pung("777z") | {"from": 2}),
    ],
    ids=["a concealed kong came last", "the third set is in hand"],
)
def test_nobody_answers_when_the_last_set_was_not_fed(sets: tuple[Data, ...]) -> None:
    hand = "23m99s" if len(sets) == 3 else "23m99s666z"
    assert net(riichi(hand, "1m", *sets)) == [-16000, 32000, -8000, -8000]


def test_a_concealed_kong_among_the_first_sets_counts_as_exposed() -> None:
    sets = (kong("5555z"), pung("777z"), kong("6666z", "added") | {"from": 2})
    assert net(riichi("23m99s", "1m", *sets)) == [0, 32000, -32000, 0]
