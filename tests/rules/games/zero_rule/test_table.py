"""Claims, payments, draws, the post and refusals for one to nine: zero-rule.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.zero_rule.hands import CHEAP, NOT_READY, PINFU, READY, ended, make_draw, of
from tests.rules.games.zero_rule.hands import win as win_in
from tests.rules.records import Data, chow, code, kong, net, pung, refusal, score, settle

ZERO = "zero-rule"
MANY = (2, 3, 4, 5, 6, 7, 8, 9)


def win(hand: str, tile: str, *melds: Data, **how: Any) -> Data:
    return win_in(ZERO, hand, tile, *melds, **how)


def claim_from(meld: Data, distance: int, players: int, **options: Any) -> Data:
    """Return a hand of seat 4, or of the last, with *meld* from the seat *distance* before."""
    winner = min(4, players - 1)
    claim = {**meld, "from": (winner - distance) % players}
    how: Data = {"marks": ["last_tile"], "winner": winner, "players": players}
    return win("345m678p4588s", "3s", claim, options=options, **how)


@pytest.mark.parametrize(
    ("players", "reach"),
    [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 2), (9, 3)],
    ids=case_id,
)
def test_chows_come_from_the_seats_just_before(players: int, reach: int) -> None:
    for distance in range(1, players):
        hand = claim_from(chow("234m"), distance, players)
        if distance <= reach:
            assert score(hand)
        else:
            assert code(hand) == "bad_meld"


def test_equal_tiles_are_claimed_from_anyone() -> None:
    for distance in range(1, 9):
        assert score(claim_from(pung("222m"), distance, 9))
        assert score(claim_from(kong("222222222m", "discard"), distance, 9))


@pytest.mark.parametrize(
    ("meld", "reach"),
    [
        (chow("234m"), 1),
        (pung("222m"), 2),
        (kong("2222m", "discard"), 3),
        (kong("22222m", "discard"), 4),
        (kong("222222m", "discard"), 5),
        (kong("2222222m", "discard"), 6),
        (kong("22222222m", "discard"), 7),
        (kong("2222m", "added"), 2),
        (kong("22222m", "added"), 3),
        (kong("222222m", "added"), 4),
        (kong("22222222m", "added"), 6),
    ],
    ids=lambda value: case_id(value) if isinstance(value, int) else value["kind"] + value["tiles"],
)
def test_limited_calls_reach_further_for_more_tiles(meld: Data, reach: int) -> None:
    for distance in range(1, 8):
        hand = claim_from(meld, distance, 8, calls="limited")
        if distance <= reach:
            assert score(hand)
        else:
            assert code(hand) == "bad_meld"


def test_calls_are_not_limited_with_five() -> None:
    assert score(claim_from(pung("222m"), 4, 5, calls="limited"))
    assert score(claim_from(chow("234m"), 2, 5, calls="limited"))


@pytest.mark.parametrize(
    ("players", "meld"),
    [(2, pung("222m")), (3, kong("2222m")), (4, kong("22222m")), (8, kong("222222222m"))],
    ids=lambda value: case_id(value) if isinstance(value, int) else value["tiles"],
)
def test_a_set_of_more_tiles_than_there_are_is_refused_for_its_tiles(
    players: int, meld: Data
) -> None:
    claim = meld if meld["kind"] == "kong_concealed" else {**meld, "from": 0}
    assert code(win("345m678p4588s", "3s", claim, players=players)) == "bad_tiles"


def test_ten_equal_tiles_are_no_set() -> None:
    meld = kong("2222222222m")
    assert code(win("345m678p4588s", "3s", meld, players=9)) == "bad_tiles"


@pytest.mark.parametrize("players", MANY, ids=case_id)
def test_the_discarder_pays_four_parts_and_six_to_a_banker_of_up_to_four(players: int) -> None:
    other = net(win(*PINFU, players=players, source=0))
    assert other == [-2000, 2000, *[0] * (players - 2)]
    banker = net(win(*PINFU, players=players, winner=0, source=1))
    worth = 2900 if players <= 4 else 2000
    assert banker == [worth, -worth, *[0] * (players - 2)]


@pytest.mark.parametrize(
    ("players", "other", "banker"),
    [
        (2, [-5200, 5200], [7700, -7700]),
        (3, [-2600, 5200, -2600], [7800, -3900, -3900]),
        (4, [-2600, 5200, -1300, -1300], [7800, -2600, -2600, -2600]),
        (5, [-1300, 5200, -1300, -1300, -1300], [5200, -1300, -1300, -1300, -1300]),
        (6, [-1100, 5500, *[-1100] * 4], [5500, *[-1100] * 5]),
        (7, [-900, 5400, *[-900] * 5], [5400, *[-900] * 6]),
        (8, [-800, 5600, *[-800] * 6], [5600, *[-800] * 7]),
        (9, [-700, 5600, *[-700] * 7], [5600, *[-700] * 8]),
    ],
    ids=case_id,
)
def test_a_self_draw_is_paid_by_all(players: int, other: list[int], banker: list[int]) -> None:
    """20 fu 4 han: concealed self-draw, pinfu, all simples and a dora."""
    deal = {"indicators": ["1m"]}
    assert net(win(*PINFU, players=players, deal=deal)) == other
    assert net(win(*PINFU, players=players, deal=deal, winner=0)) == banker


@pytest.mark.parametrize(
    ("players", "discard", "draw"),
    [(2, 200, [-200]), (3, 200, [-100, -100]), (4, 300, [-100, -100, -100])],
    ids=case_id,
)
def test_counters_add_by_the_number_of_players(players: int, discard: int, draw: list[int]) -> None:
    state = {"carry": {"honba": 1}}
    ways: tuple[tuple[Data, list[int]], ...] = (({"source": 0}, [-discard]), ({}, draw))
    for how, extra in ways:
        with_one = net(win(*PINFU, players=players, state=state, **how))
        without = net(win(*PINFU, players=players, **how))
        changes = [a - b for a, b in zip(with_one, without, strict=True) if a < b]
        assert changes == extra


@pytest.mark.parametrize("players", [5, 6, 9], ids=case_id)
def test_larger_tables_lay_no_counters(players: int) -> None:
    state = {"carry": {"honba": 1}}
    assert refusal(make_draw(ZERO, 0, players=players, state=state)) == (
        "bad_record",
        "state.carry.honba",
    )
    assert ended(make_draw(ZERO, 0, players=players), "carry") == ({"deposits": 0},)


@pytest.mark.parametrize(
    ("players", "ready", "gains"),
    [
        (2, (1,), [-2000, 2000]),
        (3, (1,), [-1500, 3000, -1500]),
        (3, (1, 2), [-3000, 1500, 1500]),
        (4, (1,), [-1000, 3000, -1000, -1000]),
        (5, (1,), [-600, 2400, -600, -600, -600]),
        (5, (1, 2), [-800, 1200, 1200, -800, -800]),
        (6, (1,), [-600, 3000, -600, -600, -600, -600]),
        (6, (1, 2), [-760, 1520, 1520, -760, -760, -760]),
        (9, (1,), [-600, 4800, *[-600] * 7]),
        (4, (), [0] * 4),
        (4, (0, 1, 2, 3), [0] * 4),
    ],
    ids=case_id,
)
def test_those_not_ready_pay_those_ready(
    players: int, ready: tuple[int, ...], gains: list[int]
) -> None:
    assert net(make_draw(ZERO, *ready, players=players)) == gains


@pytest.mark.parametrize(
    ("pool", "gains"), [(0, [0] * 4), (1000, [-340, 1020, -340, -340])], ids=case_id
)
def test_the_points_of_a_draw_are_an_option(pool: int, gains: list[int]) -> None:
    assert net(make_draw(ZERO, 1, players=4, options={"draw_pool": pool})) == gains


@pytest.mark.parametrize("pool", [-1, True, "1000", 1.5], ids=case_id)
def test_the_points_of_a_draw_are_a_whole_number(pool: object) -> None:
    assert code(make_draw(ZERO, 1, options={"draw_pool": pool})) == "unknown_option"


def test_the_usual_points_of_a_draw_may_be_asked_for() -> None:
    assert net(make_draw(ZERO, 1, players=2, options={"draw_pool": None})) == [-2000, 2000]


@pytest.mark.parametrize(
    ("players", "hand", "is_ready"),
    [
        (4, READY, True),
        (4, NOT_READY, False),
        (2, "123m456p789s55m33z", False),  # there is no third of either
        (3, "123m456p789s11p33z", True),
        (4, "123m456p789s7777z", False),
        (5, "123m456p789s7777z", True),  # for the fifth
        (5, "33333m456p789s12m", False),  # it holds all five itself
    ],
    ids=case_id,
)
def test_readiness_needs_a_tile_that_exists(players: int, hand: str, is_ready: bool) -> None:
    seats: list[Data] = [{"hand": hand}, *({"facts": {"ready": False}} for _ in range(players - 1))]
    gain = net(of(ZERO, players, outcome="draw", seats=seats))[0]
    assert (gain > 0) == is_ready


@pytest.mark.parametrize("players", MANY, ids=case_id)
def test_the_banker_stays_with_up_to_four_and_moves_on_with_more(players: int) -> None:
    stays = players <= 4
    won_by_banker = win(*PINFU, players=players, winner=0, source=1)
    for hand in (
        won_by_banker,
        make_draw(ZERO, 0, players=players),
        of(ZERO, players, outcome="abort"),
    ):
        banker, repeats, carry = ended(hand, "banker", "repeats", "carry")
        assert (banker, repeats) == ((0, 1) if stays else (1, 0))
        assert carry == ({"honba": 1, "deposits": 0} if stays else {"deposits": 0})


@pytest.mark.parametrize("players", [2, 3, 4], ids=case_id)
def test_the_banker_goes_when_another_wins_or_he_is_not_ready(players: int) -> None:
    state = {"carry": {"honba": 3}}
    assert ended(win(*PINFU, players=players, source=0, state=state), "banker", "carry") == (
        1,
        {"honba": 0, "deposits": 0},
    )
    assert ended(make_draw(ZERO, 1, players=players, state=state), "banker", "carry") == (
        1,
        {"honba": 4, "deposits": 0},
    )


@pytest.mark.parametrize("players", MANY, ids=case_id)
def test_the_game_has_no_end(players: int) -> None:
    state = {"banker": players - 1, "round": 9, "scores": [-9000] * players}
    hand = make_draw(ZERO, players=players, state=state)
    assert ended(hand, "banker", "round", "over") == (0, 10, False)


@pytest.mark.parametrize(
    ("players", "kinds"),
    [
        (1, {"winds_in_a_row", "all_riichi"}),
        (2, {"winds_in_a_row"}),
        (3, {"winds_in_a_row", "all_riichi", "all_but_one_win"}),
        (9, {"winds_in_a_row", "all_riichi", "all_but_one_win"}),
    ],
    ids=lambda value: case_id(value) if isinstance(value, int) else str(len(value)),
)
def test_hands_are_broken_off_for_the_reasons_of_the_table(players: int, kinds: set[str]) -> None:
    for kind in ("winds_in_a_row", "all_riichi", "all_but_one_win", "chombo"):
        hand = of(ZERO, players, outcome="abort", incidents=[{"kind": kind}])
        if kind in kinds:
            assert net(hand) == [0] * players
        else:
            assert code(hand) == "bad_record"


@pytest.mark.parametrize("option", ["nearest", "all"], ids=case_id)
@pytest.mark.parametrize("players", [3, 4, 6], ids=case_id)
def test_all_but_one_claiming_end_the_hand_without_a_win(players: int, option: str) -> None:
    options = {"multiple_wins": option}
    rivals = list(range(2, players))
    hand = win(*PINFU, players=players, source=0, facts={"rivals": rivals}, options=options)
    assert code(hand) == "barred"
    hand["wins"][0]["facts"] = {"rivals": rivals[1:]}
    assert score(hand)


def test_a_nearer_rival_wins() -> None:
    assert code(win(*PINFU, players=7, source=4, facts={"rivals": [6]})) == "barred"
    assert score(win(*PINFU, players=7, source=0, facts={"rivals": [6]}))


def test_two_players_need_no_third_for_a_discard() -> None:
    assert score(win(*PINFU, players=2, source=0)) == 2000


def test_several_are_paid_by_option_counters_and_sticks_to_the_nearest() -> None:
    hand = win(*CHEAP, players=4, source=2, options={"multiple_wins": "all"})
    other = win("34p66m345s", "5p", chow("234s"), chow("678m"), winner=3, source=2, players=4)
    hand["seats"][3] = other["seats"][3]
    hand["wins"] += other["wins"]
    hand["state"] = {"carry": {"honba": 1, "deposits": 2}}
    assert net(hand) == [0, 1000, -2300, 3300]
    del hand["options"]["multiple_wins"]
    assert code(hand) == "barred"


def test_rule_two_brings_the_bankers_privileges_back_to_five() -> None:
    options = {"five_scoring": "rule_2"}
    state = {"carry": {"honba": 1}}
    banker = win(*CHEAP, winner=0, options=options, state=state)
    assert net(banker) == [2000, -500, -500, -500, -500]
    assert ended(banker, "banker", "repeats", "carry") == (0, 1, {"honba": 2, "deposits": 0})
    other = win(*CHEAP, options=options, state=state)
    assert net(other) == [-600, 1800, -400, -400, -400]
    discard = win(*CHEAP, source=2, options=options, state=state)
    assert net(discard) == [0, 1400, -1400, 0, 0]
    draw = make_draw(ZERO, 0, options=options, state=state)
    assert net(draw) == [3600, -900, -900, -900, -900]
    assert ended(draw, "banker", "carry") == (1, {"honba": 2, "deposits": 0})
    last = make_draw(ZERO, 4, options=options, state={"banker": 4, "round": 2})
    assert ended(last, "over") == (False,)


def test_rule_two_is_for_five_only() -> None:
    options = {"five_scoring": "rule_2"}
    assert net(win(*CHEAP, winner=0, players=6, options=options)) == net(
        win(*CHEAP, winner=0, players=6)
    )


def test_there_are_as_many_seats_as_players() -> None:
    hand = make_draw(ZERO, 0, players=5)
    assert refusal({**hand, "options": {"players": 6}}) == ("bad_record", "seats")
    assert refusal({**hand, "options": {"players": 10}}) == ("unknown_option", "options.players")
    assert refusal({**hand, "seats": [{}] * 10}) == ("bad_record", "seats")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"deal": {"indicators": ["1m", "2m"]}}, "bad_record"),
        ({"deal": {"indicators": ["1f"]}}, "bad_tiles"),
        ({"deal": {"indicators": ["0m"]}}, "bad_tiles"),
        ({"options": {"players": 5, "dead_wall": 13}}, "unknown_option"),
        ({"options": {"players": 5, "rounds": 2}}, "unknown_option"),
    ],
    ids=case_id,
)
def test_what_is_not_played_is_refused(change: Data, error: str) -> None:
    assert code({**of(ZERO, outcome="draw"), **change}) == error


def test_kong_dora_are_an_option() -> None:
    deal = {"indicators": ["1m", "1m", "1m", "1m", "1m"]}
    hand = win(*PINFU, source=0, riichi=True, deal=deal, players=7)
    assert code(hand) == "bad_record"
    hand["options"]["kong_dora"] = True
    assert settle(hand)["wins"][0]["han"] == 8
    hand["deal"] = {"indicators": ["1m"] * 6}
    assert code(hand) == "bad_record"


@pytest.mark.parametrize("players", range(1, 10), ids=case_id)
def test_there_is_a_copy_of_each_tile_for_every_player(players: int) -> None:
    game = rules.ruleset(ZERO)
    tiles = game.tiles_for({**game.defaults, "players": players})
    assert (sum(tiles.values()), set(tiles.values())) == (34 * players, {players})
