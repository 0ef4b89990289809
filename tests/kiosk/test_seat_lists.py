"""Seats taken by phone before a session begins: one name a seat, until the list is over."""

from __future__ import annotations

from itertools import count

import pytest

from kiosk.errors import Refused
from kiosk.seat_lists import LASTS_MS, LENGTH, SIGNS, SeatList, SeatLists, new_code
from tests.kiosk.access.clocks import SetClock

SEQ = 7


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def lists(clock: SetClock) -> SeatLists:
    codes = count(1)
    return SeatLists(clock, lambda: f"code{next(codes)}")


def test_a_seat_has_one_name_and_a_name_one_seat(lists: SeatLists) -> None:
    seat_list = lists.look("riichi", 4, SEQ).take(2, "Aiko").take(0, "Bo").take(3, "Aiko")
    assert seat_list.names == {0: "Bo", 3: "Aiko"}
    assert seat_list.free == (1, 2)
    assert seat_list.seat_of("Aiko") == 3
    assert seat_list.leave("Bo").fill_seats(("A", "B", "C", "D")) == ("A", "B", "C", "Aiko")


@pytest.mark.parametrize(("seat", "code"), [(0, "seat_taken"), (4, "no_such_seat")])
def test_a_seat_that_is_taken_or_none_is_refused(lists: SeatLists, seat: int, code: str) -> None:
    seat_list = lists.look("riichi", 4, SEQ).take(0, "Bo")
    with pytest.raises(Refused) as refused:
        seat_list.take(seat, "Aiko")
    assert refused.value.code == code


def test_looking_again_keeps_code_and_names(lists: SeatLists) -> None:
    code = lists.look("riichi", 4, SEQ).code
    lists.change(code, SEQ, lambda seat_list: seat_list.take(3, "Aiko"))
    again = lists.look("riichi", 3, SEQ)
    assert (again.code, again.seats, again.seat_of("Aiko")) == (code, 3, None)
    assert lists.look("riichi", 4, SEQ).seat_of("Aiko") == 3


def test_games_have_lists_of_their_own(lists: SeatLists) -> None:
    codes = {lists.look(game, 4, SEQ).code for game in ("riichi", "wuhan", "riichi")}
    assert codes == {"code1", "code2"}


def test_a_list_ends_when_nobody_looks_at_the_seats_for_long(
    lists: SeatLists, clock: SetClock
) -> None:
    code = lists.look("riichi", 4, SEQ).code
    clock.pass_s(LASTS_MS / 1000 - 1)
    assert lists.look("riichi", 4, SEQ).code == code
    clock.pass_s(LASTS_MS / 1000)
    assert lists.find(code, SEQ) is None
    assert lists.look("riichi", 4, SEQ).code != code


def test_a_list_ends_with_the_next_event_of_the_ledger(lists: SeatLists) -> None:
    code = lists.look("riichi", 4, SEQ).code
    assert lists.of("riichi", SEQ) == lists.find(code, SEQ)
    assert lists.of("riichi", SEQ + 1) is None
    with pytest.raises(Refused) as refused:
        lists.change(code, SEQ + 1, lambda seat_list: seat_list.take(0, "Aiko"))
    assert refused.value.code == "seat_list_over"


def test_no_other_code_opens_a_list(lists: SeatLists) -> None:
    lists.look("riichi", 4, SEQ)
    assert lists.find("cödé", SEQ) is None
    assert lists.find("", SEQ) is None


def test_codes_are_long_and_differ() -> None:
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == LENGTH and set(code) <= set(SIGNS) for code in codes)


def test_a_list_is_a_plain_value() -> None:
    assert SeatList("c", "riichi", 1, 4, 0) == SeatList("c", "riichi", 1, 4, 0, {})
