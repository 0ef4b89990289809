"""Options, limits, division and liability of wuhan.md."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rules.games.hubei.wuhan import GAME
from rules.games.hubei.wuhan.shapes import find_special, shapes
from rules.hands.shapes import PUNGS as PARTS
from rules.tiles import TILES
from tests.ids import case_id
from tests.rules.games.wuhan.hands import NO_MINIMUM, PLAIN, names, wuhan
from tests.rules.records import Data, chow, code, item_values, kong, net, pung, settle

PUNGS = ("333m777p999m4s", "4s", pung("111m"))
"""A hard major win of 10 points, ×2 for the open set: each loser owes 40 on a discard."""

OPEN = {"melds": [pung("222z") | {"from": 1}]}
CLAIMED = ("8s", "8s", chow("234p"), pung("999m"), pung("666s"), chow("567p"))
PURE = ("5579m", "8m", chow("123m"), pung("888m") | {"from": 2}, chow("456m"))


def reds(number: int, **lying: Any) -> Data:
    """Return what lies before a loser who has laid *number* red dragons."""
    return {"aside": "7" * number + "z", **lying}


def pungs(around: dict[int, Data], **how: Any) -> list[int]:
    """Return who pays what for the all-pungs hand with *around* before the others."""
    return net(wuhan(*PUNGS, source=3, around=around, **how))


def test_a_loser_pays_no_more_than_the_limit() -> None:
    assert pungs({0: {"aside": "1111s"}}) == [-300, 400, -40, -60]


def test_reaching_the_limit_is_enough_for_the_golden_one() -> None:
    # 10 ×2 open ×2 hard ×1.5 own tile = 60; ×8 = 480 and ×4 = 240
    data = wuhan(*PUNGS, around={0: reds(2, **OPEN), 2: {"aside": "1s7z"}, 3: {"aside": "11s"}})
    assert net(data) == [-400, 1400, -500, -500]
    short = wuhan(*PUNGS, around={0: reds(1, **OPEN), 2: {"aside": "1s7z"}, 3: {"aside": "11s"}})
    assert net(short) == [-240, 840, -300, -300]


def test_exactly_the_limit_is_a_hit() -> None:
    around = {0: reds(1, **OPEN), 2: {"aside": "1s7z"}, 3: {"aside": "11s"}}
    limits = {"limits": [240, 300, 400, 500]}
    assert net(wuhan(*PUNGS, around=around, options=limits)) == [-300, 1100, -400, -400]


def test_three_closed_losers_at_the_limit_pay_trinity() -> None:
    around = {seat: {"aside": tiles} for seat, tiles in ((0, "11s"), (2, "1s7z"), (3, "777z"))}
    assert net(wuhan(*PUNGS, around=around)) == [-600, 1800, -600, -600]


def test_a_closed_kong_is_no_open_set_for_the_radiant_limit() -> None:
    around = {0: reds(2, **OPEN), 2: {"melds": [kong("8888s")], "aside": "7z"}, 3: {"aside": "11s"}}
    assert net(wuhan(*PUNGS, around=around)) == [-400, 1400, -500, -500]


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 300),
        ({"kong_tiles": "red_green"}, 400),
        ({"double_per_open_set": True}, 600),
        ({"kong_tiles": "red_green", "double_per_open_set": True}, 800),
        ({"limits": [100, 200, 300, 400]}, 100),
        ({"limits": [100, 200, 300, 400], "double_per_open_set": True}, 100),
        ({"limits": "auto"}, 300),
    ],
)
def test_the_limit_goes_by_the_options(options: Data, most: int) -> None:
    around = {0: {"aside": "1111s", "melds": [kong("8888s")]}}
    assert pungs(around, options=options) == [-most, most + 100, -40, -60]


def test_peel_tables_have_the_higher_limit() -> None:
    around = {0: {"aside": "1111s", "melds": [kong("7777s")]}}
    assert pungs(around, options={"kong_tiles": "peel"}) == [-400, 500, -40, -60]


WRONG_LIMITS: list[Any] = [
    [300],
    [300, 400, 500, "600"],
    [0, 1, 2, 3],
    [400, 300, 500, 600],
    [True] * 4,
    "high",
    None,
    300,
]


@pytest.mark.parametrize("limits", WRONG_LIMITS, ids=case_id)
def test_limits_must_be_four_rising_numbers(limits: Any) -> None:
    assert code(wuhan(*PLAIN, options={"limits": limits})) == "unknown_option"


@pytest.mark.parametrize(
    "option",
    [
        {"kong_tiles": "green"},
        {"double_per_open_set": 1},
        {"minimum_points": 10},
        {"divide_by": 5},
        {"major_base": "product"},
        {"dora": True},
    ],
    ids=case_id,
)
def test_unknown_options(option: Data) -> None:
    assert code(wuhan(*PLAIN, options=option)) == "unknown_option"


@pytest.mark.parametrize(
    ("aside", "unit", "due"),
    [("", 10, 1), ("7z", 10, 2), ("77z", 10, 3), ("777z", 10, 6), ("1s77z", 10, 13), ("", 20, 0),
     ("7z", 20, 1), ("77z", 20, 2), ("11s", 20, 6)],
)  # fmt: skip
def test_dues_are_divided_and_rounded(aside: str, unit: int, due: int) -> None:
    data = wuhan(*PLAIN, around={2: {"aside": aside}}, options={"divide_by": unit})
    assert net(data)[2] == -due


def test_halves_round_up() -> None:
    options = {"limits": [45, 50, 50, 50], "divide_by": 10}
    # 40, 40 and, cut from 60, 45
    assert net(wuhan(*PUNGS, source=3, options=options)) == [-4, 13, -4, -5]


@pytest.mark.parametrize(("way", "base"), [("sum", 30), ("exponential", 40)])
def test_several_major_conditions_add_up_or_double(way: str, base: int) -> None:
    pure_pungs = ("333m777m999m4m", "4m", pung("111m"))
    data = wuhan(*pure_pungs, options={"major_base": way})
    assert settle(data)["wins"][0]["score"] == {"sum": 20, "exponential": 20}[way]
    eyes = ("222m555m888m2s", "2s", pung("222p"))
    three = wuhan(*eyes, marks=("kong_draw",), options={"major_base": way})
    assert settle(three)["wins"][0]["score"] == base
    # ×2 open ×2 hard
    assert net(three)[0] == -4 * base


def test_each_open_set_doubles_where_the_table_plays_so() -> None:
    hand = ("2355s", "4s", chow("123m"), pung("777p"), pung("999m"))
    options = {"double_per_open_set": True}
    around = {2: {"melds": [pung("222z") | {"from": 1}, chow("234p"), kong("8888s")]}}
    around[2]["melds"][1]["from"] = 1
    data = wuhan(*hand, around=around, options=options)
    assert item_values(data)["open_sets"] == 3
    # 8 open ×2 hard ×2 own = 32; banker 64; two open sets and a closed kong ×16
    assert net(data) == [-64, 608, -512, -32]


class TestGreenKongTiles:
    options: ClassVar = {"kong_tiles": "red_green", "minimum_points": 0}

    def test_green_lies_aside_and_doubles(self) -> None:
        data = wuhan(*PLAIN, before={"aside": "67z"}, options=self.options)
        assert item_values(data)["kong_tile"] == 2

    def test_green_forms_no_set_and_no_win(self) -> None:
        meld = wuhan("456m2355s", "4s", chow("123m"), pung("666z"), options=self.options)
        assert code(meld) == "bad_meld"
        hand = wuhan("456m789p23s66z", "4s", chow("123m"), options=self.options)
        assert code(hand) == "not_a_win"

    @pytest.mark.parametrize(
        ("indicator", "wild"), [("4z", "5z"), ("7z", "5z"), ("6z", "5z"), ("5z", "1z")]
    )
    def test_green_is_never_wild(self, indicator: str, wild: str) -> None:
        deal = {"indicators": [indicator]}
        data = wuhan(*PLAIN, before={"aside": wild}, options=self.options, deal=deal)
        assert item_values(data)["wild_kong"] == 2


class TestPeel:
    options: ClassVar = {"kong_tiles": "peel", "minimum_points": 0}

    @pytest.mark.parametrize(
        ("indicator", "peels", "wild"),
        [("5p", "5p4p", "6p"), ("1p", "1p9p", "2p"), ("9p", "9p8p", "1p"), ("1z", "1z5z", "2z"),
         ("4z", "4z3z", "7z"), ("7z", "7z4z", "6z"), ("6z", "6z7z", "5z"), ("5z", "5z6z", "1z")],
    )  # fmt: skip
    def test_peels_and_wild_follow_the_indicator(
        self, indicator: str, peels: str, wild: str
    ) -> None:
        data = wuhan(
            "456m345s2355s", "4s", chow("123m"),
            before={"aside": peels + wild}, options=self.options, deal={"indicators": [indicator]},
        )  # fmt: skip
        assert item_values(data)["kong_tile"] == 2
        assert item_values(data)["wild_kong"] == 2

    def test_only_three_of_the_indicators_kind_are_left(self) -> None:
        deal = {"indicators": ["5p"]}
        fine = wuhan("456m345s2355s", "4s", chow("123m"), before={"aside": "555p"},
                     options=self.options, deal=deal)  # fmt: skip
        assert item_values(fine)["kong_tile"] == 3
        fine["seats"][2]["aside"] = "5p"
        assert code(fine) == "bad_tiles"

    def test_red_is_an_ordinary_tile(self) -> None:
        deal = {"indicators": ["5p"]}
        data = wuhan("456m2355s", "4s", chow("123m"), pung("777z"), options=self.options, deal=deal)
        assert "common_win" in names(data)
        aside = wuhan(
            *PLAIN, before={"aside": "7z"}, options=self.options, deal={"indicators": ["1z"]}
        )
        assert code(aside) == "bad_tiles"

    def test_a_peel_in_hand_is_no_win(self) -> None:
        deal = {"indicators": ["8p"]}
        assert code(wuhan(*PLAIN, options=self.options, deal=deal)) == "not_a_win"


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [("1m", "2m"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("1z", "2z"), ("2z", "3z"),
     ("3z", "4z"), ("4z", "6z"), ("7z", "6z"), ("6z", "5z"), ("5z", "1z")],
)  # fmt: skip
def test_the_wild_tile_follows_the_indicator(indicator: str, wild: str) -> None:
    hand = ("345m345s2355s", "4s", chow("678m"))
    data = wuhan(*hand, before={"aside": wild}, deal={"indicators": [indicator]})
    assert item_values(data)["wild_kong"] == 2


def rob(**lying: Any) -> Data:
    """Return the plain hand winning on a tile that seat 3 wanted to add to his pung."""
    meld = lying.pop("meld", pung("444s"))
    return wuhan(*PLAIN, by="robbed_kong", source=3, around={3: {"melds": [meld | {"from": 0}]}})


def test_the_robbed_player_pays_for_all() -> None:
    # 10 ×2 open ×2 hard = 40, 40 and 80 for the open pung
    assert net(rob()) == [0, 160, 0, -160]
    assert all(row["from"] == 3 for row in settle(rob())["payments"])


def test_a_robbed_kong_counts_as_the_pung_it_stays() -> None:
    assert net(rob(meld=kong("4444s", "added"))) == net(rob())


@pytest.mark.parametrize(
    ("facts", "gains"),
    [
        ({"discarder_ready": True}, [-40, 140, -40, -60]),
        ({"discarder_ready": False}, [0, 140, 0, -140]),
        ({}, [-40, 140, -40, -60]),
    ],
)
def test_an_unready_discarder_pays_for_an_all_claimed_hand(facts: Data, gains: list[int]) -> None:
    assert net(wuhan(*CLAIMED, source=3, facts=facts)) == gains


def test_readiness_does_not_matter_for_other_hands() -> None:
    assert pungs({}, facts={"discarder_ready": False}) == [-40, 140, -40, -60]


WEST = [pung("333z") | {"from": 0}]


@pytest.mark.parametrize(
    ("hand", "melds", "is_ready"),
    [
        ("1456m78p2559s", WEST, False),  # two tiles off
        ("44478m55p111z", WEST, True),  # 6m or 9m: own tile 8
        ("44478m55p111z222z", [], False),  # nothing open
        ("44478m55p11z7z", WEST, False),  # a kong tile in hand
        ("44478m66p111z", WEST, False),  # eyes of 6
        ("444m66p33p111z", WEST, True),  # all pungs: any eyes
        ("2558m58p2588s", [pung("222m") | {"from": 0}], True),  # all eyes
        ("1122444556z", WEST, True),  # all honors
        ("44478m55p11z1s", WEST, False),  # soft: own tile 4
        ("456m55p11z11s2z", WEST, False),  # two wild tiles and nothing major
    ],
)
def test_the_discarders_readiness_is_seen_in_his_hand(
    hand: str, melds: list[Data], is_ready: bool
) -> None:
    gains = net(wuhan(*CLAIMED, source=3, around={3: {"hand": hand, "melds": melds}}))
    assert (gains[0] != 0) is is_ready


def test_readiness_asks_for_the_minimum() -> None:
    # own tile, open and hard: 8 from each; closed players would owe 4 on a discard
    lying = {"hand": "44478m55p111z", "melds": WEST}
    for least, is_ready in ((8, True), (16, False)):
        data = wuhan(*CLAIMED, source=3, around={3: lying}, options={"minimum_points": least})
        assert (net(data)[0] != 0) is is_ready


def test_a_stated_readiness_goes_before_the_shown_hand() -> None:
    lying = {"hand": "44478m55p111z", "melds": WEST}
    data = wuhan(*CLAIMED, source=3, around={3: lying}, facts={"discarder_ready": False})
    assert net(data)[0] == 0


def test_a_wait_is_a_wait_though_its_four_tiles_are_in_the_hand() -> None:
    tiles = find_special(TILES["9s"], "red", GAME.circle)
    fives, parts = (TILES["5m"],) * 5, tuple(PARTS[kind] for kind in (0, 9, 12))
    assert [shape.pungs for shape in shapes(fives, parts, tiles)] == [True]


def test_the_giver_of_the_third_open_set_pays_for_a_pure_one_suit() -> None:
    # the third set is a chow of seat 0
    assert net(wuhan(*PURE))[0] == -net(wuhan(*PURE))[1]


def test_two_open_sets_make_nobody_liable() -> None:
    hand = ("4565579m", "8m", chow("123m"), pung("888m"))
    assert 0 not in net(wuhan(*hand))


@pytest.mark.parametrize(
    ("sets", "payer"),
    [
        ((chow("345m"), pung("888m") | {"from": 2}, kong("1111m", "added") | {"from": 3}), 3),
        ((chow("123m"), kong("8888m"), pung("111m") | {"from": 3}), None),
        ((pung("111m") | {"from": 3}, kong("8888m", "discard") | {"from": 2}, chow("123m")), 0),
    ],
)
def test_whose_tile_made_the_third_open_set(sets: tuple[Data, ...], payer: int | None) -> None:
    gains = net(wuhan("4567m", "7m", *sets, options=NO_MINIMUM))
    payers = {seat for seat, gain in enumerate(gains) if gain < 0}
    assert payers == ({0, 2, 3} if payer is None else {payer})


def test_the_fourth_open_set_does_not_matter() -> None:
    sets = (chow("123m"), pung("888m") | {"from": 2}, chow("456m"), pung("999m") | {"from": 3})
    gains = net(wuhan("5m", "5m", *sets))
    assert [seat for seat, gain in enumerate(gains) if gain < 0] == [0]


def test_the_giver_of_the_tile_goes_before_the_giver_of_the_third_set() -> None:
    sets = (chow("123m"), pung("888m") | {"from": 2}, chow("456m"), pung("999m") | {"from": 2})
    unready = {"discarder_ready": False}
    gains = net(wuhan("5m", "5m", *sets, source=3, facts=unready))
    assert [seat for seat, gain in enumerate(gains) if gain < 0] == [3]
    ready = net(wuhan("5m", "5m", *sets, source=3))
    assert [seat for seat, gain in enumerate(ready) if gain < 0] == [0]


def test_a_liable_player_pays_what_each_would_have_paid_after_rounding() -> None:
    data = rob()
    data["options"] = {"divide_by": 20}
    assert net(data) == [0, 2 + 2 + 4, 0, -8]
