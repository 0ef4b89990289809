"""The banker's choice, bust and top, the last hand and what bars a win: ataki-b.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.ataki_b.hands import ataki, prizes, show_hands, unwon
from tests.rules.games.riichi.hands import NOT_READY, PINFU, READY
from tests.rules.records import Data, chow, items, kong, net, pung, refusal, seat, settle

STOP = {"facts": {"continues": False}}
SOUTH_4 = {"round": 2, "banker": 3}


def follows(data: Data) -> Any:
    """Return what the settlement says of the next hand."""
    return settle(data)["next"]


def course(data: Data) -> tuple[int, int, int, bool]:
    """Return next banker, repeats and honba, and whether the banker might choose."""
    after = follows(data)
    return after["banker"], after["repeats"], after["carry"]["honba"], after["may_continue"]


REPEATED = {"repeats": 1, "carry": {"honba": 2}}


@pytest.mark.parametrize(
    ("data", "goes_on"),
    [
        (ataki(*PINFU, winner=0, source=3, state=REPEATED), (0, 2, 3, True)),
        (ataki(*PINFU, winner=0, source=3, state=REPEATED, before=STOP), (1, 0, 0, True)),
        (ataki(*PINFU, source=3, state=REPEATED), (1, 0, 0, False)),
        (show_hands(unwon(state=REPEATED), s0=READY), (0, 2, 3, True)),
        (show_hands(unwon(state=REPEATED), s0=NOT_READY), (1, 0, 3, False)),
        (unwon(state=REPEATED), (1, 0, 3, False)),
    ],
    ids=case_id,
)
def test_the_banker_with_the_right_chooses_to_go_on(
    data: Data, goes_on: tuple[int, int, int, bool]
) -> None:
    assert course(data) == goes_on


def test_a_ready_banker_may_stop_and_the_honba_still_grows() -> None:
    data = show_hands(unwon(state=REPEATED), s0=READY)
    data["seats"][0] |= STOP
    assert course(data) == (1, 0, 3, True)


def test_the_choice_of_a_banker_without_the_right_is_ignored() -> None:
    data = ataki(*PINFU, source=3)
    data["seats"][0] = {"facts": {"continues": True}}
    assert course(data) == (1, 0, 0, False)


def test_a_banker_who_wins_as_a_farther_one_of_two_may_go_on() -> None:
    data = ataki("234m678p45699s45p", "6p", source=2)
    data["seats"][0] = {"hand": "123456789m99s45p"}
    data["wins"].append({"seat": 0, "tile": "6p", "by": "discard", "from": 2})
    assert course(data) == (0, 1, 1, True)


def test_the_post_goes_round_and_the_round_grows() -> None:
    after = follows(ataki(*PINFU, source=2, state={"banker": 3}))
    assert (after["banker"], after["round"], after["over"]) == (0, 2, False)


def test_a_riichi_stick_stays_after_a_draw() -> None:
    data = show_hands(unwon(state={"carry": {"deposits": 1}}), s1=READY)
    data["seats"][1]["declared"] = ["riichi"]
    assert follows(data)["carry"] == {"honba": 1, "deposits": 2}
    assert net(data) == [-1000, 2000, -1000, -1000]


@pytest.mark.parametrize(
    ("seats", "gains"),
    [
        ({"s1": READY}, [-1000, 3000, -1000, -1000]),
        ({"s1": READY, "s2": READY}, [-1500, 1500, 1500, -1500]),
        ({"s1": READY, "s2": NOT_READY}, [-1000, 3000, -1000, -1000]),
        ({"s1": "1111z234m456p789s"}, [-1000, 3000, -1000, -1000]),
        ({"s1": "1111m3377p2288s3z"}, [-1000, 3000, -1000, -1000]),
        ({"s1": "1111m3333p2222s3z"}, [-1000, 3000, -1000, -1000]),
        ({"s1": "1111m333p2288s33z"}, [-1000, 3000, -1000, -1000]),
        ({"s1": "1111m333p222s123z"}, [0, 0, 0, 0]),
        ({"s1": "19m19p19s1234567z"}, [-1000, 3000, -1000, -1000]),
    ],
    ids=case_id,
)
def test_ready_is_judged_by_the_tiles_alone(seats: dict[str, str], gains: list[int]) -> None:
    assert net(show_hands(unwon(), **seats)) == gains


def test_who_does_not_show_is_ready_by_fact_or_riichi() -> None:
    data = unwon()
    data["seats"][1] = {"facts": {"ready": True}}
    data["seats"][2] = {"declared": ["riichi"]}
    assert net(data) == [-1500, 1500, 500, -1500]


def test_there_is_no_nagashi_mangan() -> None:
    data = unwon()
    data["seats"][1] = {"discards": ["1m", "9m", "1z"]}
    assert net(data) == [0, 0, 0, 0]
    data["seats"][1] = {"facts": {"nagashi": True}}
    assert refusal(data)[0] == "bad_record"


BUST = {"state": {"scores": [30000, 33000, 900, 36100]}}


@pytest.mark.parametrize(
    ("points", "options", "is_over"),
    [
        ([25000, 25000, 1000, 49000], {}, False),
        ([25000, 25000, 999, 49001], {}, True),
        ([25000, 49000, 1000, 25000], {}, False),
        ([25000, 49000, 1000, 25000], {"top_limit": "reach"}, True),
        ([25000, 49100, 900, 25000], {}, True),
        ([25000, 49001, 25000, 999], {}, True),
    ],
    ids=case_id,
)
def test_bust_and_top_end_the_game(points: list[int], options: Data, is_over: bool) -> None:
    data = ataki(*PINFU, source=2, state={"scores": points}, options=options)
    after = follows(data)
    assert after["over"] is is_over
    assert ("final" in after) is is_over


def test_a_ready_payment_can_bust_and_a_fine_too() -> None:
    draw = show_hands(unwon(state={"scores": [40000, 40000, 19100, 900]}), s1=READY)
    assert follows(draw)["over"]
    fined = unwon(
        state={"scores": [40000, 40000, 19100, 900]}, incidents=[{"kind": "tile_shown", "seat": 3}]
    )
    assert follows(fined)["over"]


def test_results_are_counted_from_the_return_with_a_bonus_for_the_leader() -> None:
    after = follows(ataki(*PINFU, source=2, **BUST))
    assert after["final"] == [0, 4000, -30100, 26100]
    assert sum(after["final"]) == 0


def test_the_next_hand_of_a_game_that_is_over_is_as_if_it_went_on() -> None:
    after = follows(ataki(*PINFU, winner=0, source=2, **BUST))
    assert (after["banker"], after["repeats"], after["carry"]["honba"]) == (0, 1, 1)


def test_what_lies_on_the_table_at_the_end_goes_to_the_leader() -> None:
    state = {**SOUTH_4, "scores": [30000, 30000, 20000, 20000], "carry": {"deposits": 2}}
    data = unwon(state=state)
    assert net(data) == [2000, 0, 0, 0]
    assert follows(data)["final"] == [22000, 0, -10000, -10000]
    assert settle(data)["payments"] == [{"from": "pot", "to": 0, "amount": 2000, "for": "deposit"}]


@pytest.mark.parametrize(
    ("data", "is_over"),
    [
        (unwon(state={"round": 2, "banker": 2}), False),
        (unwon(state=SOUTH_4), True),
        (show_hands(unwon(state=SOUTH_4), s3=READY), False),
        (ataki(*PINFU, winner=3, source=1, state=SOUTH_4), False),
        (ataki(*PINFU, winner=3, source=1, state=SOUTH_4, before=STOP), True),
        (ataki(*PINFU, winner=1, source=3, state=SOUTH_4), True),
    ],
    ids=case_id,
)
def test_the_game_ends_after_south_4_unless_the_banker_goes_on(data: Data, is_over: bool) -> None:
    assert follows(data)["over"] is is_over


def test_the_last_banker_may_stop_as_leader_only() -> None:
    state = {**SOUTH_4, "scores": [40000, 20000, 25000, 15000]}
    data = ataki(*PINFU, winner=3, source=1, state=state, before=STOP)
    assert refusal(data) == ("bad_record", "seats[3].facts.continues")
    draw = show_hands(unwon(state=state), s3=READY)
    draw["seats"][3] |= STOP
    assert refusal(draw) == ("bad_record", "seats[3].facts.continues")
    del draw["seats"][3]["hand"]
    assert follows(draw)["over"]


SETS = (pung("666z") | {"from": 0}, chow("123s"))


def open_win(*scores: int, winner: int = 1, hand: str = "22m34578p", **how: Any) -> Data:
    """Return seat 3's discard in South 4 that *winner* takes with an open hand of 1000 points."""
    state = {**SOUTH_4, "scores": list(scores)}
    deal = {"indicators": ["7m"]}
    return ataki(
        hand, "6p", *SETS, winner=winner, **{"source": 3, "state": state, "deal": deal, **how}
    )


@pytest.mark.parametrize(
    ("data", "is_barred"),
    [
        (open_win(40000, 20000, 30000, 10000), True),
        (open_win(40000, 20000, 20500, 19500), False),
        (open_win(40000, 20000, 21000, 19000), False),
        (open_win(40000, 20000, 21001, 18999), True),
        (open_win(20000, 40000, 30000, 10000), False),
        (open_win(40000, 20000, 30000, 10000, state={**SOUTH_4, "round": 1}), False),
        (open_win(40000, 20000, 30000, 10000, state={**SOUTH_4, "banker": 2}), False),
        (open_win(40000, 20000, 30000, 10000, winner=2), True),
        (ataki(*PINFU, source=3, state={**SOUTH_4, "scores": [40000, 20000, 30000, 10000]}),
         False),
    ],
    ids=case_id,
)  # fmt: skip
def test_an_open_win_in_south_4_must_change_the_rank(data: Data, is_barred: bool) -> None:
    if is_barred:
        assert refusal(data) == ("barred", "wins[0]")
    else:
        assert settle(data)


def test_the_last_banker_wins_as_he_likes() -> None:
    state = {**SOUTH_4, "scores": [40000, 20000, 30000, 10000]}
    data = ataki("22m34578p", "6p", *SETS, winner=3, source=0, state=state)
    data["seats"][3]["melds"][0]["from"] = 1
    assert settle(data)


def test_concealed_kongs_do_not_open_a_hand_in_south_4() -> None:
    state = {**SOUTH_4, "scores": [40000, 20000, 30000, 10000]}
    data = ataki("22m34578p456s", "6p", kong("6666z"), source=3, state=state)
    assert settle(data)


def test_the_payments_of_all_winners_count_for_the_rank() -> None:
    data = open_win(40000, 24000, 24500, 11500)
    assert settle(data)
    data["seats"][2] = {"hand": "123456789m99s45p"}
    data["wins"].append({"seat": 2, "tile": "6p", "by": "discard", "from": 3})
    assert refusal(data) == ("barred", "wins[0]")


@pytest.mark.parametrize(
    ("facts", "by", "is_barred"),
    [
        ({"furiten": True}, "discard", True),
        ({"furiten": True}, "self_draw", False),
        ({"missed": True}, "discard", True),
        ({"missed": True}, "robbed_kong", True),
        ({"missed": True}, "self_draw", False),
        ({"missed": True, "pung_since_turn": True}, "discard", False),
        ({"missed": False}, "discard", False),
    ],
    ids=case_id,
)
def test_who_let_a_tile_go_may_not_take_anothers(facts: Data, by: str, is_barred: bool) -> None:
    source = {} if by == "self_draw" else {"source": 3}
    data = ataki(*PINFU, by=by, facts=facts, **source)
    if is_barred:
        assert refusal(data) == ("barred", "wins[0]")
    else:
        assert settle(data)


@pytest.mark.parametrize(
    ("hand", "tile", "discards", "is_barred"),
    [
        (*PINFU, ["5s"], True),
        (*PINFU, ["6s"], False),
        ("1111m3377p2288s3z", "3z", ["3z"], True),
        ("1111m333p2288s33z", "3p", ["3p"], True),
        ("19m19p19s1234567z", "9p", ["1z"], True),
    ],
)
def test_furiten_is_seen_in_the_discards(
    hand: str, tile: str, discards: list[str], is_barred: bool
) -> None:
    data = ataki(hand, tile, source=3, before={"discards": discards})
    if is_barred:
        assert refusal(data) == ("barred", "wins[0]")
    else:
        assert settle(data)


def test_nobody_robs_a_concealed_kong() -> None:
    data = ataki("19m19p19s1234566z", "7z", by="robbed_kong", source=3)
    data["seats"][3] = {"melds": [kong("7777z")]}
    assert refusal(data) == ("barred", "wins[0]")
    data["seats"][3] = seat(3, 4, None, kong("7777z", "added"))
    assert items(settle(data)) == {"thirteen_orphans": 4}


def test_riichi_takes_a_thousand_points() -> None:
    scores = [40000, 1000, 30000, 29000]
    assert settle(ataki(*PINFU, riichi=True, source=3, state={"scores": scores}))
    scores[1] = 999
    data = ataki(*PINFU, riichi=True, source=3, state={"scores": scores})
    assert refusal(data) == ("bad_record", "seats[1].declared")


@pytest.mark.parametrize("number", [3, 4])
def test_there_is_no_west_round(number: int) -> None:
    assert refusal(unwon(state={"round": number})) == ("bad_record", "state.round")


def test_a_hand_has_four_kongs_at_most() -> None:
    data = unwon()
    data["seats"][0] = seat(0, 4, None, kong("1111m"), kong("2222m", "added"))
    data["seats"][1] = seat(1, 4, None, kong("6666p"), kong("7777p", "discard"))
    assert settle(data)
    data["seats"][2] = seat(2, 4, None, kong("1111s"))
    assert refusal(data)[0] == "bad_meld"


def test_a_robbed_kong_is_none() -> None:
    data = ataki("1123456799m34s", "5s", by="robbed_kong", source=3)
    del data["seats"][1]["melds"]
    data["seats"][1]["hand"] = "123m456m789m99m34s"
    data["seats"][0] = seat(0, 4, None, kong("1111z"), kong("2222z"))
    data["seats"][2] = seat(2, 4, None, kong("3333z"), kong("4444z"))
    data["seats"][3] = seat(3, 4, None, kong("5555s", "added"))
    assert "robbing_the_kong" in items(settle(data))


@pytest.mark.parametrize("name", ["open_tanyao", "kiriage", "rounds", "honba_value", "liability"])
def test_riichis_own_options_are_not_chosen_here(name: str) -> None:
    data = ataki(*PINFU, source=3, options={name: True})
    assert refusal(data)[0] == "unknown_option"


@pytest.mark.parametrize(
    ("option", "value"), [("red_fives", 4), ("prizes", 1), ("top_limit", "at")]
)
def test_an_option_has_its_values(option: str, value: object) -> None:
    assert refusal(ataki(*PINFU, source=3, options={option: value}))[0] == "unknown_option"


def test_without_prizes_there_are_none() -> None:
    data = ataki(*PINFU, riichi=True, marks=("ippatsu",), source=3)
    assert prizes(data) == [0, 5000, 0, -5000]
    data["options"] = {"prizes": False}
    assert settle(data)["prizes"] == []
    assert prizes(data) == [0, 0, 0, 0]
