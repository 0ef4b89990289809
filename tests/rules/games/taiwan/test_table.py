"""Taiwan's payments, winds, session, wall and refusals: taiwan.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, tai, taiwan
from tests.rules.records import Data, chow, items, kong, pung, record, seat, settle, steps

THIRD_HAND = {"banker": 0, "repeats": 2}


def over(**state: Any) -> Data:
    """Return `next` after seat 1 won on seat 3's discard."""
    return settle(taiwan(*PLAIN, source=3, state=state))["next"]


@pytest.mark.parametrize(
    ("how", "net"),
    [
        ({"source": 3}, [0, 50, 0, -50]),
        ({"source": 0}, [-70, 70, 0, 0]),
        ({"source": 0, "state": THIRD_HAND}, [-150, 150, 0, 0]),
        ({"source": 3, "state": THIRD_HAND}, [0, 50, 0, -50]),
        ({}, [-90, 230, -70, -70]),
        ({"state": THIRD_HAND}, [-170, 310, -70, -70]),
        ({"state": {"banker": 1}, "source": 3}, [0, 70, 0, -70]),
        ({"state": {"banker": 1, "repeats": 1}}, [-130, 390, -130, -130]),
        ({"source": 3, "options": {"base": 0}}, [0, 0, 0, 0]),
        ({"options": {"base": 100, "tai_value": 30}}, [-160, 420, -130, -130]),
        ({"by": "robbed_kong", "source": 3}, [0, 70, 0, -70]),
    ],
    ids=case_id,
)
def test_who_pays_how_much(how: Data, net: list[int]) -> None:
    assert settle(taiwan(*PLAIN, **how))["net"] == net


def test_the_banker_of_a_third_hand_draws_a_concealed_hand_with_a_flower() -> None:
    data = taiwan("234678m34578p55678s", "9p", winner=0, state=THIRD_HAND, before={"flowers": "1f"})
    answer = settle(data)
    assert answer["net"] == [690, -230, -230, -230]
    assert answer["wins"][0]["score"] == 4
    assert items(answer)["banker"] == 1
    assert items(answer)["repeats"] == 4
    assert steps(answer) == (
        "fully_concealed_self_draw +3, seat_flower +1, banker +1, repeats +4, "
        "tai_value ×20, base +50"
    )


def test_banker_is_listed_only_where_somebody_pays_for_it() -> None:
    state = {"repeats": 1}
    children = settle(taiwan(*PLAIN, source=3, state=state))
    banker = settle(taiwan(*PLAIN, source=0, state=state))
    assert items(children) == {}
    assert items(banker) == {"banker": 1, "repeats": 2}


@pytest.mark.parametrize(
    ("how", "net"),
    [
        ({"tile": "8f", "by": "robbed_flower", "source": 3}, [0, 210, 0, -210]),
        ({"tile": "8f", "by": "robbed_flower", "source": 0}, [-230, 230, 0, 0]),
        ({"tile": None, "by": "declared", "before": {"flowers": "12345678f"}},
         [-230, 650, -210, -210]),
    ],
)  # fmt: skip
def test_who_pays_eight_flowers(how: Data, net: list[int]) -> None:
    how = {"before": {"flowers": "1234567f"}, **how}
    assert settle(taiwan(None, how.pop("tile"), **how))["net"] == net


@pytest.mark.parametrize(
    ("how", "wind"),
    [
        ({"deal": {"dice": [[3, 4, 2]]}}, 2),  # 9: the banker is East
        ({"deal": {"dice": [[5, 5, 4]]}}, 1),  # 14: his right-hand neighbour is
        ({"deal": {"dice": [[1, 1, 1]]}}, 4),
        ({"deal": {"dice": [[6, 6, 6], [5, 5, 4]]}}, 1),  # the last throw counts
        ({"deal": {"dice": [[5, 5, 4]], "east": 2}}, 4),
        ({"deal": {"dice": [[5, 5, 4]], "east": 2}, "options": {"banker_is_east": True}}, 2),
        ({"deal": {}, "options": {"banker_is_east": True}, "state": {"banker": 3}}, 3),
        ({"deal": {"dice": [[3, 4, 2]]}, "state": {"banker": 3}}, 3),
    ],
    ids=case_id,
)
def test_seat_winds_follow_the_dice(how: Data, wind: int) -> None:
    how = {"state": {"banker": 0, "round": 1}, **how}
    own = taiwan("345p45667s88m", "8s", chow("234m"), pung(f"{wind}{wind}{wind}z"), **how)
    assert "seat_wind_pung" in tai(own)


@pytest.mark.parametrize(
    ("state", "east"),
    [
        ({"banker": 2, "carry": {"first_banker": 2}}, 0),
        ({"banker": 2, "carry": {"first_banker": 2}, "repeats": 1}, 2),
        ({"banker": 2, "carry": {"first_banker": 2}, "round": 2}, 2),
        ({"banker": 2}, 2),
    ],
    ids=case_id,
)
def test_seat_0_may_throw_for_the_very_first_wall(state: Data, east: int) -> None:
    house = {"first_break": "provisional_east"}
    data = taiwan(*PLAIN, winner=east, state=state, options=house, before={"flowers": "15f"})
    assert tai(data).get("seat_flower") == 2


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, (1, 1, 0, False)),
        ({"repeats": 4}, (1, 1, 0, False)),
        ({"banker": 3}, (0, 2, 0, False)),
        ({"banker": 1}, (1, 1, 1, False)),
        ({"banker": 2, "carry": {"first_banker": 3}}, (3, 2, 0, False)),
        ({"banker": 3, "carry": {"first_banker": 3}}, (0, 1, 0, False)),
        ({"banker": 1, "round": 4, "repeats": 1}, (1, 4, 2, False)),
    ],
    ids=case_id,
)
def test_the_next_hand(state: Data, expected: tuple[int, int, int, bool]) -> None:
    table = over(**state)
    assert (table["banker"], table["round"], table["repeats"], table["over"]) == expected
    assert table["carry"] == {"first_banker": 0} | state.get("carry", {})


@pytest.mark.parametrize(
    ("state", "is_over"),
    [
        ({"banker": 3, "round": 4}, True),
        ({"banker": 2, "round": 4}, False),
        ({"banker": 3, "round": 3}, False),
        ({"banker": 2, "round": 4, "carry": {"first_banker": 3}}, True),
        ({"banker": 3, "round": 4, "carry": {"first_banker": 3}}, False),
    ],
    ids=case_id,
)
def test_the_session_ends_when_a_fifth_round_would_begin(state: Data, is_over: bool) -> None:
    assert over(**state)["over"] is is_over


def test_a_draw_pays_nothing_and_the_banker_stays() -> None:
    state = {"banker": 3, "round": 4, "repeats": 1, "carry": {"first_banker": 2}}
    answer = settle(record("taiwan", outcome="draw", state=state))
    assert answer["net"] == [0, 0, 0, 0]
    assert answer["next"] == state | {"repeats": 2, "over": False}


@pytest.mark.parametrize("robbed", [kong("8888s", "added"), pung("888s")], ids=["kong", "pung"])
def test_a_robbed_kong_is_the_pung_that_it_was(robbed: Data) -> None:
    data = taiwan(*PLAIN, source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, robbed)
    assert tai(data) == {"robbing_the_kong": 1}


@pytest.mark.parametrize(
    "options",
    [
        {"dead_wall": "plus_kongs"},
        {"dead_wall": "none"},
        {"refuse_last_tile": True},
        {"no_kong_after_claim": True},
        {"no_discard_of_claimed_tile": True},
        {"no_claim_of_own_discard": True},
    ],
    ids=case_id,
)
def test_customs_of_play_change_no_settlement(options: Data) -> None:
    assert settle(taiwan(*PLAIN, options=options)) == settle(taiwan(*PLAIN))
