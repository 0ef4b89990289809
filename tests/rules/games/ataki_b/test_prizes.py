"""Prizes beside the points: ataki-b.md, "Prizes"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.ataki_b.hands import ataki, fouls, prizes, show_hands, unwon
from tests.rules.games.riichi.hands import PINFU, READY
from tests.rules.records import Data, kong, pung, settle

ORPHANS = ("19m19p19s1234567z", "9p")
SOUTH = {"state": {"round": 2}}
"""A round in which no knockout prize is won."""


def rows(data: Data) -> list[tuple[Any, ...]]:
    """Return what is given for what."""
    return [(row["from"], row["to"], row["amount"], row["for"]) for row in settle(data)["prizes"]]


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({"source": 3}, [0, 0, 0, 0]),
        ({"source": 3, "riichi": True}, [0, 0, 0, 0]),
        ({"source": 3, "riichi": True, "marks": ("ippatsu",)}, [0, 5000, 0, -5000]),
        ({"source": 3, "riichi": True, "marks": ("ippatsu",), "by": "robbed_kong"},
         [0, 5000, 0, -5000]),
        ({"riichi": True, "marks": ("ippatsu",)}, [-5000, 15000, -5000, -5000]),
        ({"before": {"declared": ["double_riichi"]}, "marks": ("ippatsu",), "source": 3},
         [0, 5000, 0, -5000]),
    ],
    ids=case_id,
)  # fmt: skip
def test_ippatsu_has_its_prize(how: Data, gains: list[int]) -> None:
    assert prizes(ataki(*PINFU, **how)) == gains


@pytest.mark.parametrize(
    ("hidden", "riichi", "count"),
    [(["8p"], True, 2), (["8p"], False, 0), (["8p", "1m"], True, 3), (["8p", "8p"], True, 4),
     (["7z"], True, 0)],
)  # fmt: skip
def test_every_tile_that_is_ura_dora_has_its_prize(
    hidden: list[str], riichi: bool, count: int
) -> None:
    deal = {"indicators": ["7z", "6z"], "hidden_indicators": hidden}
    data = ataki(*PINFU, riichi=riichi, deal=deal, source=3, **SOUTH)
    assert prizes(data) == [0, 5000 * count, 0, -5000 * count]


def test_prizes_of_riichi_come_with_a_yakuman_too() -> None:
    deal = {"indicators": ["7z"], "hidden_indicators": ["4p"]}
    data = ataki("222p333m555888s7m", "7m", riichi=True, deal=deal, marks=("ippatsu",), **SOUTH)
    assert prizes(data) == [-35000, 105000, -35000, -35000]
    deal["hidden_indicators"] = ["1p"]
    assert prizes(data) == [-50000, 150000, -50000, -50000]


def test_a_yakuman_is_paid_by_all_on_a_discard_too() -> None:
    scores = {"state": {"round": 2, "scores": [20000, 20000, 20000, 40000]}}
    assert prizes(ataki(*ORPHANS, source=3, **scores)) == [-30000, 90000, -30000, -30000]


def test_several_yakuman_in_a_hand_have_one_prize() -> None:
    data = ataki("1112223334455z", "4z", state={"round": 2, "scores": [45000, 0, 25000, 30000]})
    assert prizes(data) == [-30000, 90000, -30000, -30000]


def test_liability_moves_no_prize() -> None:
    sets = (pung("555z"), pung("777z"), pung("666z") | {"from": 2})
    data = ataki("23m99s", "1m", *sets, state={"round": 2, "scores": [0, 0, 40000, 0]})
    assert prizes(data) == [-30000, 90000, -30000, -30000]


def two(first: str, second: str, tile: str, **how: Any) -> Data:
    """Return a hand that seats 1 and 3 win on the discard of seat 0."""
    data = ataki(first, tile, source=0, **how)
    data["seats"][3] = {"hand": second}
    data["wins"].append({"seat": 3, "tile": tile, "by": "discard", "from": 0})
    return data


RICH = {"state": {"round": 2, "scores": [70000, 10000, 10000, 10000]}}


def test_two_yakuman_cancel_out_between_their_winners() -> None:
    data = two("9m19p19s12345677z", "1m222333p555888s", "1m", **RICH)
    assert prizes(data) == [-60000, 60000, -60000, 60000]
    assert all(row[0] in (0, 2) for row in rows(data))


def test_a_winner_without_a_yakuman_pays_the_other_his_prize() -> None:
    data = two("9m19p19s12345677z", "23m456p789s11p678s", "1m", **RICH)
    assert prizes(data) == [-30000, 90000, -30000, -30000]


def test_who_busts_another_gets_a_prize() -> None:
    state = {"round": 2, "scores": [30000, 33000, 900, 36100]}
    assert rows(ataki(*PINFU, source=2, state=state)) == [(2, 1, 10000, "bust")]
    state["scores"][2] = 1000
    assert rows(ataki(*PINFU, source=2, state=state)) == []


def test_a_self_draw_may_bust_several() -> None:
    state = {"round": 2, "scores": [600, 60000, 399, 39001]}
    assert rows(ataki(*PINFU, state=state)) == [(0, 1, 10000, "bust"), (2, 1, 10000, "bust")]


def test_every_winner_gets_the_prize_for_a_bust() -> None:
    data = two("9m19p19s12345677z", "1m222333p555888s", "1m",
               state={"round": 2, "scores": [25000] * 4})  # fmt: skip
    assert [row for row in rows(data) if row[3] == "bust"] == [
        (0, 1, 10000, "bust"),
        (0, 3, 10000, "bust"),
    ]


def test_a_liable_seat_is_bust_like_a_discarder() -> None:
    sets = (kong("6666z", "discard") | {"from": 3},)
    state = {"round": 2, "scores": [30000, 30000, 38000, 2000]}
    data = ataki("234567m99p78s", "9s", *sets, marks=("kong_draw",), state=state,
                 deal={"indicators": ["7z"]})  # fmt: skip
    assert rows(data) == [(3, 1, 10000, "bust")]


def test_ready_players_get_the_prize_for_a_bust_by_their_payment() -> None:
    state = {"round": 2, "scores": [40000, 30000, 28800, 1200]}
    data = show_hands(unwon(state=state), s1=READY, s2="345678m22567p34s")
    assert rows(data) == [(3, 1, 10000, "bust"), (3, 2, 10000, "bust")]


@pytest.mark.parametrize("outcome", ["draw", "abort"])
def test_an_offender_who_is_bust_owes_the_three_others(outcome: str) -> None:
    kind = "wrong_call" if outcome == "draw" else "false_win"
    state = {"round": 2, "scores": [40000, 30000, 7900, 22100]}
    data = unwon(outcome, incidents=fouls((kind, 2)), state=state)
    assert prizes(data) == [10000, 10000, -30000, 10000]


def test_an_offender_bust_by_the_ready_payment_owes_the_three_others_too() -> None:
    state = {"round": 2, "scores": [40000, 30000, 8500, 21500]}
    data = show_hands(unwon(incidents=fouls(("wrong_call", 2)), state=state), s1=READY)
    assert prizes(data) == [10000, 10000, -30000, 10000]


@pytest.mark.parametrize(
    ("data", "leader"),
    [
        (unwon(incidents=fouls(("tile_shown", 2))), 0),
        (ataki(*PINFU, source=3, incidents=fouls(("tile_shown", 2))), 0),
        (ataki(*PINFU, source=2, incidents=fouls(("tile_shown", 2))), 0),
        (unwon("abort", incidents=fouls(("tile_shown", 2), ("false_win", 3))), None),
        (unwon("abort", incidents=fouls(("tile_shown", 2), ("false_win", 2))), 0),
    ],
    ids=case_id,
)
def test_the_leader_gets_the_prize_of_who_is_bust_by_fines(data: Data, leader: int | None) -> None:
    data["state"] = {"round": 2, "scores": [40000, 30000, 900, 29100]}
    assert rows(data) == ([(2, leader, 10000, "bust")] if leader is not None else [])


def test_who_climbs_back_is_not_bust() -> None:
    state = {"round": 2, "scores": [40000, 900, 30000, 29100]}
    data = ataki(*PINFU, source=3, incidents=fouls(("tile_shown", 1)), state=state)
    assert rows(data) == []


KNOCKOUT = [(1, 0, 10000), (2, 0, 10000), (3, 0, 10000)]


def knockouts(data: Data) -> list[tuple[Any, ...]]:
    """Return the rows of the knockout prize."""
    return [row[:3] for row in rows(data) if row[3] == "east_one_knockout"]


def east(*scores: int, **more: Any) -> Data:
    """Return the first banker's win on seat 2's discard, 1500 points."""
    state = {"scores": list(scores), **more.pop("state", {})}
    return ataki(*PINFU, **{"winner": 0, "source": 2, "state": state, **more})


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (east(30000, 30000, 1400, 38600), KNOCKOUT),
        (east(30000, 30000, 1500, 38500), []),
        (east(48501, 20000, 11499, 20000), KNOCKOUT),
        (east(48500, 20000, 11500, 20000), []),
        (east(48500, 20000, 11500, 20000, options={"top_limit": "reach"}), KNOCKOUT),
        (east(30000, 30000, 1400, 38600, state={"repeats": 2}), KNOCKOUT),
        (east(30000, 30000, 1400, 38600, state={"round": 2}), []),
        (east(30000, 30000, 1400, 38600, state={"banker": 1}), []),
        (east(30000, 30000, 900, 39100, winner=1), []),
        (east(30000, 30000, 900, 39100, incidents=fouls(("tile_shown", 2))), []),
    ],
    ids=case_id,
)
def test_the_first_banker_is_paid_for_a_knockout_in_east_1(data: Data, rows: list[Any]) -> None:
    assert knockouts(data) == rows


def test_a_payment_for_being_ready_may_bring_the_top_but_knocks_nobody_out() -> None:
    state = {"scores": [49000, 25000, 25000, 1000]}
    assert knockouts(show_hands(unwon(state=state), s0=READY)) == KNOCKOUT
    state = {"scores": [45000, 25000, 29100, 900]}
    data = show_hands(unwon(state=state), s0=READY)
    assert rows(data) == [(3, 0, 10000, "bust")]


def test_a_non_bankers_yakuman_in_east_1_is_no_knockout() -> None:
    assert knockouts(ataki(*ORPHANS, source=0)) == []


def test_prizes_change_neither_points_nor_ranks() -> None:
    data = ataki(*PINFU, riichi=True, marks=("ippatsu",), source=3)
    bare = {**data, "options": {"prizes": False}}
    assert settle(data)["net"] == settle(bare)["net"]
    assert settle(data)["next"] == settle(bare)["next"]
