"""What hands are worth with one to nine copies of each tile: zero-rule.md, "Scoring elements"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.riichi.hands import fu, yaku
from tests.rules.games.zero_rule.hands import ORPHANS, PINFU
from tests.rules.games.zero_rule.hands import win as win_in
from tests.rules.records import Data, chow, code, kong, pung, score, settle

NAMES = {4: "kong", 5: "kin", 6: "kun", 7: "ken", 8: "kon", 9: "san"}


def win(hand: str, tile: str, *melds: Data, **how: Any) -> Data:
    return win_in("zero-rule", hand, tile, *melds, **how)


@pytest.mark.parametrize("size", NAMES, ids=case_id)
@pytest.mark.parametrize(
    ("tile", "kind", "name", "times"),
    [
        ("5p", "discard", "open_minor", 1),
        ("5p", "added", "open_minor", 1),
        ("9p", "discard", "open_major", 2),
        ("7z", "added", "open_major", 2),
        ("5p", "concealed", "concealed_minor", 2),
        ("1p", "concealed", "concealed_major", 4),
    ],
    ids=case_id,
)
def test_each_tile_more_doubles_the_fu(
    size: int, tile: str, kind: str, name: str, times: int
) -> None:
    meld = kong(tile[0] * size + tile[1], kind)
    hand = win("234m45688s67m", "8m", meld, players=9, source=0, marks=["last_discard"])
    assert fu(hand)[f"{name}_{NAMES[size]}"] == 2 ** (size - 1) * times


def test_larger_sets_count_as_kongs() -> None:
    melds = (kong("55555p"), kong("666666s", "discard"), kong("7777m", "added"))
    assert "three_kongs" in yaku(win("34m88p", "5m", *melds, players=6, source=0))
    four = win("8p", "8p", *melds, kong("22222m"), players=6, source=0)
    assert yaku(four) == {"four_kongs": 1}


def test_equal_tiles_in_hand_are_split_at_will() -> None:
    hand = win("88m22p666666s", "8m", pung("333m"), players=7, source=2)
    assert set(yaku(hand)) == {"all_pungs", "all_simples"}
    five = win("55555p234m66m789s", "9s", players=5, riichi=True, source=0)
    assert code(five) == "not_a_win"
    pair = win("55555p234m67m345s", "8m", players=5, riichi=True, source=0)
    assert set(yaku(pair)) == {"riichi", "all_simples"}


def test_more_than_three_in_hand_bring_what_they_are_read_as() -> None:
    hand = win("55555p234m67m345s", "8m", players=5, riichi=True, source=0)
    assert fu(hand) == {"base": 20, "concealed_hand": 10, "concealed_minor_pung": 4, "rounding": 6}


def test_two_pungs_of_one_dragon_count_twice() -> None:
    hand = win("777777z88m67p345s", "8p", players=8, source=0)
    items = settle(hand)["wins"][0]["items"]
    assert [item["id"] for item in items].count("dragon_pung") == 2


def test_two_pungs_of_the_own_wind_count_twice() -> None:
    hand = win("222222z88m67p345s", "8p", players=7, source=0)
    items = settle(hand)["wins"][0]["items"]
    assert [item["id"] for item in items].count("seat_wind_pung") == 2


WINDS = {
    2: "12",
    3: "123",
    4: "1234",
    5: "12345",
    6: "123456",
    7: "1234567",
    8: "11223344",
    9: "112233445",
}
DRAGONS = {3: "567", 4: "567", 5: "67", 6: "7", 7: "", 8: "567", 9: "67"}


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 9], ids=case_id)
def test_every_honor_is_of_value_to_whom_the_table_says(players: int) -> None:
    for seat in range(players):
        for honor in "1234567":
            expected = set()
            if WINDS[players][seat] == honor:
                expected.add("seat_wind_pung")
            if honor == "2":
                expected.add("round_wind_pung")
            if honor in DRAGONS[players]:
                expected.add("dragon_pung")
            if players == 3 and honor == "4":
                expected.add("north_pung")
            hand = win(
                "345m678p88s45s",
                "3s",
                pung(honor * 3 + "z"),
                winner=seat,
                players=players,
                state={"round": 2},
                marks=["last_tile"],
            )
            assert set(yaku(hand)) == {*expected, "last_tile"}


@pytest.mark.parametrize(
    ("players", "winds"),
    [(2, "12"), (3, "123"), (5, "12345"), (6, "123456"), (7, "1234567"), (8, "1234"), (9, "1234")],
    ids=case_id,
)
def test_the_winds_of_the_rounds_come_again(players: int, winds: str) -> None:
    for number in range(1, 12):
        wind = winds[(number - 1) % len(winds)]
        own = WINDS[players][1]
        hand = f"345m678p{wind * 2}z45678s"
        state = {"round": number}
        pair = win(hand, "3s", players=players, source=0, riichi=True, state=state)
        names = {"double_wind_pair"} if wind == own else {"round_wind_pair"}
        assert names <= fu(pair).keys()


def test_north_is_of_value_to_all_of_three_as_a_pair_too() -> None:
    hand = win("345m678p44z45678s", "3s", players=3, source=0, riichi=True)
    assert fu(hand)["north_pair"] == 2
    assert "all_sequences" not in yaku(hand)
    of_four = win("345m678p44z45678s", "3s", players=4, source=0, riichi=True)
    assert "all_sequences" in yaku(of_four)


def test_a_wind_that_is_not_ones_own_is_worthless_as_a_pair() -> None:
    hand = win("345m678p66z45678s", "3s", players=6, source=0, riichi=True)
    assert "all_sequences" in yaku(hand)
    dragon = win("345m678p77z45678s", "3s", players=6, source=0, riichi=True)
    assert fu(dragon)["dragon_pair"] == 2


@pytest.mark.parametrize(
    ("players", "are_dragons"),
    [(3, True), (4, True), (5, False), (6, False), (7, False), (8, True), (9, False)],
    ids=case_id,
)
def test_three_dragons_count_where_all_are_dragons(players: int, are_dragons: bool) -> None:
    big = win(
        "345m8s",
        "8s",
        pung("555z"),
        pung("666z"),
        pung("777z"),
        players=players,
        source=0,
        marks=["last_discard"],
    )
    assert ("big_three_dragons" in yaku(big)) == are_dragons
    little = win(
        "345m789p7z",
        "7z",
        pung("555z"),
        pung("666z"),
        players=players,
        source=0,
        marks=["last_discard"],
    )
    assert ("little_three_dragons" in yaku(little)) == are_dragons


def test_a_pair_of_the_same_dragon_makes_no_little_three_dragons() -> None:
    hand = win("345m789p5z", "5z", pung("555z"), pung("666z"), players=8, source=0)
    assert "little_three_dragons" not in yaku(hand)


def test_little_four_winds_are_of_the_four_winds_with_any_number() -> None:
    melds = (pung("111z"), pung("222z"), pung("333z"))
    for players in (3, 4, 5, 9):
        assert yaku(win("345m4z", "4z", *melds, players=players, source=0)) == {
            "little_four_winds": 1
        }
    same = win("345m3z", "3z", *melds, players=5, source=0)
    assert "little_four_winds" not in yaku(same)
    assert yaku(win("5m", "5m", *melds, pung("444z"), players=7, source=0)) == {"big_four_winds": 1}


def test_two_players_have_no_pungs_and_win_with_runs() -> None:
    assert set(yaku(win(*PINFU, players=2, source=0))) == {"all_sequences", "all_simples"}
    assert code(win("234m567m345p88s7z", "7z", pung("888s"), players=2)) == "bad_tiles"


def test_seven_pairs_are_seven_kinds() -> None:
    assert "seven_pairs" in yaku(win("1122m3344p5566s7z", "7z", players=2, source=0))
    assert code(win("1111m3344p5566s7z", "7z", players=5, source=0)) == "not_a_win"


@pytest.mark.parametrize("players", [2, 3, 5, 9], ids=case_id)
def test_thirteen_orphans_are_those_of_riichi(players: int) -> None:
    assert yaku(win(ORPHANS + "1m", "7z", players=players, source=0)) == {"thirteen_orphans": 1}
    thirteen = win(ORPHANS + "7z", "7z", players=players, source=0)
    assert yaku(thirteen) == {"thirteen_orphans_13_wait": 1}
    thirteen["options"]["double_yakuman"] = True
    assert yaku(thirteen) == {"thirteen_orphans_13_wait": 2}


def test_a_fifth_tile_wins_where_there_are_five() -> None:
    hand = win("345m678p999m8888s", "8s", players=5, source=0, marks=["last_discard"])
    assert set(yaku(hand)) == {"last_discard"}
    hand["options"]["players"] = 4
    assert code({**hand, "seats": hand["seats"][:4]}) == "bad_tiles"


def test_the_limit_of_a_mangan_holds_for_many_fu() -> None:
    hand = win("234m34p55678s", "2p", kong("9999999p"), players=7, source=0, riichi=True)
    assert score(hand) == 8000
    assert sum(fu(hand).values()) == 290


def test_ura_dora_count_by_option() -> None:
    deal = {"indicators": ["9s"], "hidden_indicators": ["2m"]}
    assert score(win(*PINFU, source=0, riichi=True, deal=deal)) == 3900
    assert score(win(*PINFU, source=0, riichi=True, deal=deal, options={"ura_dora": True})) == 7700


def test_kong_draw_and_last_tile_come_together() -> None:
    hand = win("34p55m678s", "5p", kong("77777z"), chow("234m"), marks=["kong_draw", "last_tile"])
    assert {"kong_draw", "last_tile"} <= yaku(hand).keys()


def test_open_hands_of_simples_count_by_option() -> None:
    hand = win("34p55m678s", "5p", chow("234m"), chow("678s"), source=0)
    assert score(hand) == 1000
    hand["options"]["open_tanyao"] = False
    assert code(hand) == "below_minimum"


def test_a_robbed_fifth_tile_is_one_of_a_kong() -> None:
    hand = win("34p55m678s", "2p", chow("234m"), chow("678s"), by="robbed_kong", source=3)
    for kind, tiles in (
        ("kong_added", "22222p"),
        ("kong_added", "2222p"),
        ("kong_discard", "2222p"),
    ):
        hand["seats"][3] = {"melds": [{"kind": kind, "tiles": tiles, "from": 0}]}
        assert set(yaku(hand)) == {"robbing_the_kong", "all_simples"}
    hand["seats"][3] = {"melds": [{"kind": "kong_concealed", "tiles": "22222p"}]}
    assert code(hand) == "barred"


def test_thirteen_orphans_rob_a_concealed_kin() -> None:
    hand = win(ORPHANS + "1m", "7z", by="robbed_kong", source=3)
    hand["seats"][3] = {"melds": [{"kind": "kong_concealed", "tiles": "77777z"}]}
    assert yaku(hand) == {"thirteen_orphans": 1}


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "expected"),
    [
        ("1112345678999m", "5m", (), {"players": 9}, {"pure_nine_gates": 1}),
        ("1123456789999m", "1m", (), {"players": 5}, {"nine_gates": 1}),
        ("1111234567899m", "9m", (), {"players": 5}, {"nine_gates": 1}),
        ("222222s6688s666z", "8s", (), {"players": 6}, {"all_green": 1}),
        ("123m79p111s99s", "8p", (pung("222z"),), {"players": 5}, {"outside_hand": 1}),
        ("234m567m34588p67s", "8s", (), {"marks": ["first_draw"]}, {"earthly_hand": 1}),
        ("234m567m34588p67s", "8s", (), {"marks": ["dealt"], "winner": 0}, {"heavenly_hand": 1}),
    ],
    ids=case_id,
)
def test_rare_hands_are_those_of_riichi(
    hand: str, tile: str, melds: tuple[Data, ...], how: Data, expected: Data
) -> None:
    elements = yaku(win(hand, tile, *melds, **{"source": None, **how}))
    assert {name: value for name, value in elements.items() if name in expected} == expected


def test_who_let_a_winning_tile_go_wins_by_self_draw_only() -> None:
    discarded = {"discards": ["5s"]}
    assert code(win(*PINFU, source=0, before=discarded)) == "barred"
    assert code(win(*PINFU, source=0, facts={"furiten": True})) == "barred"
    assert "all_sequences" in yaku(win(*PINFU, before=discarded))
    assert "all_sequences" in yaku(win(*PINFU, source=0, before={"discards": ["6s"]}))
