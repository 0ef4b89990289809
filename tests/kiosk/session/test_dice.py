"""Seats and first bankers drawn by dice; the seating is worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.dice import DrawProgress
from kiosk.session.dice import follow_draw as follow_rolls
from kiosk.session.draft import draft_from_json, draft_to_json
from kiosk.session.events import SeatsChanged
from kiosk.session.repairs import Draw
from rules import ruleset, rulesets
from tests.kiosk.plain_game import draw
from tests.kiosk.session.test_repair_events import LedgerSitting


def follow_draw(draw: Draw, game: str, seats: int, rolls: Sequence[Sequence[int]]) -> DrawProgress:
    return follow_rolls(draw, ruleset(game).first_banker, seats, rolls)


@pytest.fixture
def table() -> LedgerSitting:
    return LedgerSitting()


def throws(*pips: tuple[int, ...]) -> tuple[c.NoteDice, ...]:
    return tuple(c.NoteDice(each, "motor_sensor") for each in pips)


ALL_DIFFERENT = throws((1, 2), (6, 5), (2, 2), (4, 4))


def test_the_highest_throw_sits_east_and_the_others_follow(table: LedgerSitting) -> None:
    table.do(r.DrawSeats("seats"), *ALL_DIFFERENT)
    session = table.state.session
    assert session is not None
    assert session.players == ("p2", "p4", "p3", "p1")
    event = table.log[table.seq]
    assert isinstance(event, SeatsChanged)
    assert [throw["thrower"] for throw in event.throws] == [0, 1, 2, 3]
    assert {throw["source"] for throw in event.throws} == {"motor_sensor"}


def test_equal_throws_are_thrown_again_by_those_who_threw_them() -> None:
    first = ((3, 3), (1, 1), (3, 3), (6, 6))
    assert follow_draw("seats", "riichi", 4, first) == DrawProgress((0, 1, 2, 3), 0)
    again = (*first, (1, 2), (2, 2))
    assert follow_draw("seats", "riichi", 4, again) == DrawProgress(
        (0, 1, 2, 3, 0, 2), None, (3, 2, 0, 1)
    )


def test_east_counts_the_first_banker_off_where_the_sheet_says_so() -> None:
    assert follow_draw("banker", "wuhan", 4, ()).next == 0
    assert follow_draw("banker", "wuhan", 4, ((3, 4),)).order == (2, 3, 0, 1)
    assert follow_draw("banker", "taiwan", 4, ((1, 2, 2),)).order == (0, 1, 2, 3)


def test_the_highest_throw_leads_where_the_sheet_is_silent() -> None:
    ties = ((2, 2), (5, 4), (1, 1), (3, 6))
    assert follow_draw("banker", "riichi", 4, ties).next == 1
    assert follow_draw("banker", "riichi", 4, (*ties, (1, 1), (1, 2))).order == (3, 0, 1, 2)


def test_the_highest_throws_once_more_and_counts_in_tien_gow() -> None:
    each = ((1, 1), (6, 6), (1, 2), (2, 2))
    assert follow_draw("banker", "tien-gow", 4, each).next == 1
    assert follow_draw("banker", "tien-gow", 4, (*each, (1, 2))).order == (3, 0, 1, 2)


@given(st.sampled_from(rulesets()), st.integers(2, 9), st.data())
def test_any_throws_seat_everyone_once_or_name_who_throws_next(
    game: str, seats: int, data: st.DataObject
) -> None:
    draws: tuple[Draw, Draw] = ("seats", "banker")
    which = data.draw(st.sampled_from(draws))
    rolls: list[tuple[int, int]] = []
    progress = follow_draw(which, game, seats, rolls)
    while not progress.order and len(rolls) < 40:
        assert progress.next in range(seats)
        rolls.append((data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))))
        progress = follow_draw(which, game, seats, rolls)
        assert len(progress.throwers) == len(rolls)
    if progress.order:
        assert (progress.next, sorted(progress.order)) == (None, list(range(seats)))


def test_the_dice_of_a_draw_do_not_break_the_wall(table: LedgerSitting) -> None:
    table.do(r.DrawSeats("banker"), *throws((1, 1), (2, 2), (1, 2)))
    draft = table.state.draft
    assert draft is not None
    assert (draft.dice, draft.drawn) == ((), ((1, 1), (2, 2), (1, 2)))
    assert draft_from_json(draft_to_json(draft)) == draft


def test_a_draw_can_be_left_and_its_throws_stay_with_the_hand(table: LedgerSitting) -> None:
    table.do(r.DrawSeats("seats"), *throws((1, 2)), r.KeepSeats(), *draw())
    hand = table.state.session.last_hand  # type: ignore[union-attr]
    assert hand is not None
    assert table.state.session.moves == ()  # type: ignore[union-attr]
    assert table.log[table.seq].throws[0]["draw"] == "seats"  # type: ignore[union-attr]


def test_a_draw_is_taken_back_by_sitting_as_before(table: LedgerSitting) -> None:
    before = table.state.session.players  # type: ignore[union-attr]
    table.do(r.DrawSeats("seats"), *ALL_DIFFERENT, r.ChangeSeats((3, 0, 2, 1)))
    assert table.state.session.players == before  # type: ignore[union-attr]
    assert table.accounts() == table.screen_accounts()


def test_seats_are_drawn_before_the_first_hand_only(table: LedgerSitting) -> None:
    table.do(*draw())
    with pytest.raises(Refused) as refusal:
        table.do(r.DrawSeats("seats"))
    assert refusal.value.code == "not_now"


def test_nothing_is_left_where_nothing_is_drawn(table: LedgerSitting) -> None:
    with pytest.raises(Refused) as refusal:
        table.do(r.KeepSeats())
    assert refusal.value.code == "not_now"


def test_everyone_throws_as_many_dice(table: LedgerSitting) -> None:
    table.do(r.DrawSeats("seats"), *throws((1, 2)))
    with pytest.raises(Refused) as refusal:
        table.do(*throws((1, 2, 3)))
    assert refusal.value.code == "bad_dice"
