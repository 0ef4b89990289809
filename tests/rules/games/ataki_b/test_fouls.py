"""Fouls of four classes: ataki-b.md, "Fouls"."""

from __future__ import annotations

import pytest

from rules.games.riichi.ataki_b.fouls import BARRING, ENDING, FINED, FREE
from tests.ids import case_id
from tests.rules.games.ataki_b.hands import ataki, fouls, prizes, show_hands, unwon
from tests.rules.games.riichi.hands import NOT_READY, PINFU, READY
from tests.rules.records import Data, net, pung, refusal, seat, settle

FALSE_WIN = ("false_win", 2)


@pytest.mark.parametrize("kind", FREE)
def test_some_fouls_cost_nothing(kind: str) -> None:
    assert net(ataki(*PINFU, source=3, incidents=fouls((kind, 3)))) == [0, 1000, 0, -1000]
    assert net(unwon(incidents=[{"kind": kind}])) == [0, 0, 0, 0]


@pytest.mark.parametrize("kind", FINED)
def test_some_fouls_lay_a_thousand_on_the_table(kind: str) -> None:
    win = ataki(*PINFU, source=3, incidents=fouls((kind, 2), (kind, 2)))
    assert net(win) == [0, 3000, -2000, -1000]
    draw = settle(unwon(incidents=fouls((kind, 0))))
    assert draw["net"] == [-1000, 0, 0, 0]
    assert draw["next"]["carry"] == {"honba": 1, "deposits": 1}
    assert not draw["next"]["may_continue"]


def test_a_winner_takes_back_his_own_fine() -> None:
    assert net(ataki(*PINFU, source=3, incidents=fouls(("tile_shown", 1)))) == [0, 1000, 0, -1000]


@pytest.mark.parametrize("kind", BARRING)
def test_some_fouls_cost_a_mangan_when_the_hand_ends_without_a_win(kind: str) -> None:
    draw = settle(unwon(incidents=fouls((kind, 2))))
    assert draw["net"] == [4000, 2000, -8000, 2000]
    assert (draw["next"]["banker"], draw["next"]["may_continue"]) == (0, True)
    by_banker = settle(unwon(incidents=fouls((kind, 0))))
    assert by_banker["net"] == [-12000, 4000, 4000, 4000]
    assert (by_banker["next"]["banker"], by_banker["next"]["may_continue"]) == (1, False)


@pytest.mark.parametrize("kind", [*BARRING, "false_win"])
def test_a_win_of_another_forgives_fouls(kind: str) -> None:
    data = ataki(*PINFU, source=3, incidents=fouls((kind, 2), (kind, 3)))
    assert net(data) == [0, 1000, 0, -1000]


@pytest.mark.parametrize("kind", [*BARRING, *ENDING])
def test_who_committed_a_grave_foul_cannot_win(kind: str) -> None:
    assert refusal(ataki(*PINFU, source=3, incidents=fouls((kind, 1)))) == ("barred", "wins[0]")


def test_fouls_add_up_and_offenders_are_paid_by_each_other() -> None:
    twice = unwon(incidents=fouls(("wrong_call", 2), ("too_few_tiles", 2)))
    assert net(twice) == [8000, 4000, -16000, 4000]
    both = unwon(incidents=fouls(("wrong_call", 2), ("too_few_tiles", 3)))
    assert net(both) == [8000, 4000, -6000, -6000]


def test_who_committed_a_grave_foul_is_not_ready() -> None:
    data = show_hands(unwon(incidents=fouls(("wrong_call", 2))), s1=READY, s2=READY)
    assert net(data) == [3000, 5000, -9000, 1000]


@pytest.mark.parametrize("kind", ENDING)
def test_some_fouls_end_the_hand_for_a_mangan_at_least(kind: str) -> None:
    ended = settle(unwon("abort", incidents=fouls((kind, 2))))
    assert ended["net"] == [4000, 2000, -8000, 2000]
    assert ended["next"]["carry"] == {"honba": 1, "deposits": 0}
    assert (ended["next"]["banker"], ended["next"]["may_continue"]) == (0, True)
    by_banker = settle(unwon("abort", incidents=fouls((kind, 0))))
    assert by_banker["net"] == [-12000, 4000, 4000, 4000]
    assert (by_banker["next"]["banker"], by_banker["next"]["may_continue"]) == (1, False)


BIG = "1122334455667z"
FLUSH = "1223344556678m"


@pytest.mark.parametrize(
    ("hands", "offender", "gains"),
    [
        ({"s1": NOT_READY}, 2, [4000, 2000, -8000, 2000]),
        ({"s1": BIG}, 2, [16000, 8000, -32000, 8000]),
        ({"s0": BIG}, 2, [24000, 12000, -48000, 12000]),
        ({"s1": BIG}, 0, [-32100, 10700, 10700, 10700]),
        ({"s2": BIG}, 2, [4000, 2000, -8000, 2000]),
        ({"s1": FLUSH}, 2, [6000, 3000, -12000, 3000]),
        ({"s1": FLUSH, "s3": BIG}, 2, [16000, 8000, -32000, 8000]),
        ({"s1": "123m456p789p22s33z"}, 2, [4000, 2000, -8000, 2000]),
    ],
    ids=case_id,
)
def test_the_best_hand_that_another_is_ready_for_is_the_fine(
    hands: dict[str, str], offender: int, gains: list[int]
) -> None:
    data = show_hands(unwon("abort", incidents=fouls(("false_win", offender))), **hands)
    assert net(data) == gains


def ready_for(hand: str, **seat_has: object) -> Data:
    """Return a hand that seat 2's false win ended, the banker being ready with *hand*."""
    data = unwon("abort", incidents=fouls(FALSE_WIN), deal={"indicators": ["1m"]})
    data["seats"][0] = {"hand": hand, **seat_has}
    return data


def test_the_sources_example_of_a_fine() -> None:
    data = ready_for("234567m34588p67s", declared=["riichi"])
    assert net(data) == [4800, 2900, -11600, 2900]


def test_ura_dora_and_chances_do_not_count_for_a_fine() -> None:
    data = ready_for("234567m34588p67s", declared=["riichi"])
    data["deal"] = {"indicators": ["1m"], "hidden_indicators": ["7p"]}
    assert net(data) == [4800, 2900, -11600, 2900]


def test_double_riichi_counts_for_a_fine() -> None:
    data = ready_for("234567m34588p67s", declared=["double_riichi"])
    assert net(data) == [5000, 3000, -12000, 3000]


def test_a_drawn_tile_may_still_be_in_the_hand() -> None:
    data = ready_for("234567m34588p67s9s", declared=["riichi"])
    assert net(data) == [4800, 2900, -11600, 2900]


def test_a_wait_for_a_fifth_tile_is_worth_its_hand() -> None:
    assert net(ready_for("2222789m345p888s")) == [4000, 2000, -8000, 2000]
    assert net(ready_for("1239999m123p789s")) == [6000, 3000, -12000, 3000]
    declared = ready_for("1239999m123p789s", declared=["double_riichi"])
    assert net(declared) == [9000 - 1000, 4500, -18000, 4500]


def test_open_hands_are_valued_with_their_sets() -> None:
    data = unwon("abort", incidents=fouls(FALSE_WIN))
    sets = (pung("555z") | {"from": 0}, pung("666z") | {"from": 0}, pung("777z") | {"from": 0})
    data["seats"][1] = seat(1, 4, "23m99s", *sets)
    assert net(data) == [16000, 8000, -32000, 8000]


def test_two_who_end_the_hand_pay_each_by_himself() -> None:
    data = unwon("abort", incidents=fouls(FALSE_WIN, ("riichi_not_ready", 3)))
    data["seats"][3] = {"hand": BIG}
    assert net(data) == [8000, 4000, -6000, -6000]


def test_lesser_fouls_are_paid_too_when_another_ends_the_hand() -> None:
    data = unwon("abort", incidents=fouls(FALSE_WIN, ("wrong_call", 1)))
    assert net(data) == [8000, -6000, -6000, 4000]


def test_sticks_stay_on_the_table_when_a_foul_ends_the_hand() -> None:
    state = {"carry": {"honba": 2, "deposits": 1}}
    data = unwon("abort", incidents=fouls(FALSE_WIN, ("tile_shown", 3)), state=state)
    data["seats"][1] = {"declared": ["riichi"]}
    follows = settle(data)["next"]
    assert net(data) == [4000, 1000, -8000, 1000]
    assert follows["carry"] == {"honba": 3, "deposits": 3}


def test_a_banker_may_decline_to_go_on_after_anothers_foul() -> None:
    data = unwon("abort", incidents=fouls(FALSE_WIN))
    data["seats"][0] = {"facts": {"continues": False}}
    follows = settle(data)["next"]
    assert (follows["banker"], follows["may_continue"]) == (1, True)
    assert follows["carry"]["honba"] == 1


@pytest.mark.parametrize(
    ("incidents", "outcome", "where"),
    [
        ([], "abort", "outcome"),
        (fouls(("wrong_call", 1)), "abort", "outcome"),
        (fouls(("false_win", 1)), "draw", "incidents[0]"),
        ([{"kind": "false_win"}], "abort", "incidents[0].seat"),
        ([{"kind": "tile_shown"}], "draw", "incidents[0].seat"),
        ([{"kind": "chombo", "seat": 1}], "abort", "incidents[0].kind"),
        ([{"kind": "nine_terminals", "seat": 1}], "abort", "incidents[0].kind"),
    ],
    ids=case_id,
)
def test_fouls_must_go_with_the_end_of_the_hand(
    incidents: list[Data], outcome: str, where: str
) -> None:
    assert refusal(unwon(outcome, incidents=incidents)) == ("bad_record", where)


def test_ready_payments_are_dropped_where_they_and_the_fines_would_each_bust_somebody() -> None:
    def make_draw(*scores: int) -> Data:
        state = {"scores": list(scores)}
        data = unwon(incidents=fouls(("wrong_call", 2)), state=state)
        return show_hands(data, s0=READY, s1=READY)

    assert net(make_draw(40000, 40000, 7000, 13000)) == [4000 + 1500, 2000 + 1500, -9500, 500]
    assert net(make_draw(40000, 40000, 1000, 19000)) == [4000, 2000, -8000, 2000]
    assert net(make_draw(40000, 40000, 19000, 1000)) == [4000 + 1500, 2000 + 1500, -9500, 500]
    assert prizes(make_draw(40000, 40000, 1000, 19000)) == [10000, 10000, -30000, 10000]


@pytest.mark.parametrize("kind", ["too_many_tiles", "too_few_tiles"])
def test_a_wrong_number_of_tiles_can_be_shown_where_it_is_the_foul(kind: str) -> None:
    tiles = "123m456p45789s33z1m" if kind == "too_many_tiles" else "123m456p4578s33z"
    data = show_hands(unwon(incidents=fouls((kind, 2))), s2=tiles)
    assert net(data) == [4000, 2000, -8000, 2000]
    del data["incidents"]
    assert refusal(data) == ("bad_tiles", "seats[2].hand")
