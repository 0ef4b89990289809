"""Games in which play goes on after a win: wins are noted one after another, the wall ends it."""

from __future__ import annotations

import pytest

import rules
from kiosk.errors import Refused
from kiosk.session import Draft, Stage
from kiosk.session import commands as c
from kiosk.session.record import join_reading
from tests.kiosk.plain_game import HAND, OPEN, EndlessGame, Sitting, hand_of
from vision.types import SeatReading, TableReading, TileReading

BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def say_win(seat: int, giver: int | None = None, *others: int) -> c.SayWho:
    """Return the tap that *seat*, and *others* on the same tile, won."""
    by = "self_draw" if giver is None else "discard"
    return c.SayWho(tuple(c.Claim(one, by, giver) for one in (seat, *others)))


def at_play(*taps: c.Command) -> Sitting:
    """Return a table at which a hand is being played, after *taps*."""
    sitting = Sitting(EndlessGame)
    sitting.do(OPEN, c.StartPlay(), *taps)
    return sitting


def draft_of(sitting: Sitting) -> Draft:
    """Return the hand at work."""
    assert sitting.state.draft is not None
    return sitting.state.draft


def seats_of(sitting: Sitting) -> list[int]:
    """Return who has won, in order."""
    return [win.seat for win in draft_of(sitting).wins]


def test_play_goes_on_after_a_win_until_the_wall_is_used_up() -> None:
    sitting = at_play(say_win(2), c.CallWin(1), say_win(1, 0), say_win(2, 3))
    assert sitting.state.stage is Stage.PLAYING
    assert seats_of(sitting) == [2, 1, 2]
    sitting.do(c.UseUpWall())
    assert sitting.state.stage is Stage.READING


def test_every_win_of_a_seat_is_paid() -> None:
    sitting = at_play(
        say_win(2), say_win(2, 3), c.UseUpWall(), c.EnterByHand(), c.WriteRow(hand_of(2), HAND)
    )
    first, second = draft_of(sitting).wins
    sitting.do(c.WinOn(2, "2z", first.number), c.WinOn(2, "1z", second.number), c.Settle())
    sitting.do(c.ConfirmHand())
    assert sitting.totals() == (90, 90, 140, 80)


def test_a_call_that_was_no_win_leaves_the_others_noted() -> None:
    sitting = at_play(say_win(2), c.CallWin(1), c.GoBack(Stage.PLAYING))
    assert seats_of(sitting) == [2]


def test_a_noted_win_is_taken_back() -> None:
    sitting = at_play(say_win(2), say_win(1, 0), say_win(3))
    sitting.do(c.ForgetWin(draft_of(sitting).wins[1].number))
    assert seats_of(sitting) == [2, 3]


def test_at_review_the_last_win_taken_back_leaves_a_drawn_hand() -> None:
    sitting = at_play(say_win(2), c.UseUpWall(), c.EnterByHand())
    sitting.do(c.ForgetWin(draft_of(sitting).wins[0].number))
    assert (draft_of(sitting).outcome, sitting.state.stage) == ("draw", Stage.REVIEW)


def test_back_in_play_wins_and_their_tiles_are_still_there() -> None:
    sitting = at_play(say_win(2), c.WinOn(2, "5p"), c.UseUpWall(), c.EnterByHand())
    sitting.do(c.GoBack(Stage.PLAYING), say_win(0, 1))
    assert seats_of(sitting) == [2, 0]
    tile = draft_of(sitting).wins[0].tile
    assert tile is not None
    assert tile.code == "5p"


def test_wins_stay_beside_a_void_hand_that_is_taken_back() -> None:
    sitting = at_play(say_win(2), c.CallAbort())
    assert draft_of(sitting).outcome == "abort"
    sitting.do(c.GoBack(Stage.PLAYING))
    assert seats_of(sitting) == [2]


def test_who_won_on_one_tile_shares_it() -> None:
    sitting = at_play(say_win(2, 0, 3), c.WinOn(2, "7s"))
    codes = [win.tile and win.tile.code for win in draft_of(sitting).wins]
    assert codes == ["7s", "7s"]


def test_a_second_call_on_the_same_giver_is_another_tile() -> None:
    sitting = at_play(say_win(2, 0), c.WinOn(2, "7s"), say_win(3, 0))
    first, second = draft_of(sitting).wins
    assert second.tile is None
    assert (first.facts, second.facts) == ({}, {"separate": True})


def test_what_set_two_wins_apart_goes_with_the_win_between() -> None:
    sitting = at_play(say_win(2, 0), say_win(1), say_win(3, 0))
    assert [dict(win.facts) for win in draft_of(sitting).wins] == [{}, {}, {}]
    sitting.do(c.ForgetWin(draft_of(sitting).wins[1].number))
    assert [dict(win.facts) for win in draft_of(sitting).wins] == [{}, {"separate": True}]


def test_a_win_is_corrected_by_itself() -> None:
    sitting = at_play(say_win(2), say_win(2, 3))
    second = draft_of(sitting).wins[1].number
    sitting.do(c.SayHow(c.Claim(2, "discard", 0), second))
    assert [win.giver for win in draft_of(sitting).wins] == [None, 0]
    with pytest.raises(Refused, match="no such win"):
        sitting.do(c.SayHow(c.Claim(1, "discard", 0), second))


def test_without_a_win_the_end_of_the_wall_is_a_draw() -> None:
    sitting = at_play(c.UseUpWall())
    assert (draft_of(sitting).outcome, sitting.state.stage) == ("draw", Stage.REVIEW)


@pytest.mark.parametrize(
    "tap",
    [c.CallDraw(), c.VoidHand(1), c.ForgetWin(99), c.GoBack(Stage.OUTCOME)],
    ids=["draw", "undo", "unknown win", "asked again"],
)
def test_with_wins_noted_some_taps_are_refused(tap: c.Command) -> None:
    sitting = at_play(say_win(2))
    with pytest.raises(Refused):
        sitting.do(tap)


@pytest.mark.parametrize("tap", [c.UseUpWall(), c.ForgetWin(1)], ids=["end", "forget"])
def test_where_a_win_ends_the_hand_there_is_nothing_to_note(tap: c.Command) -> None:
    sitting = Sitting()
    sitting.do(OPEN, c.StartPlay())
    with pytest.raises(Refused):
        sitting.do(tap)


def test_an_undone_hand_comes_back_with_its_calls() -> None:
    sitting = at_play(say_win(2, 0, 3), say_win(2, 0), c.UseUpWall(), c.EnterByHand())
    sitting.do(*(c.WriteRow(hand_of(seat), HAND) for seat in (2, 3)))
    sitting.do(*(c.WinOn(win.seat, "7s", win.number) for win in draft_of(sitting).wins))
    sitting.do(c.Settle(), c.ConfirmHand())
    session = sitting.state.session
    assert session is not None
    assert session.last_hand is not None
    sitting.do(c.VoidHand(session.last_hand.seq, fix=True))
    assert [win.call for win in draft_of(sitting).wins] == [1, 1, 2]


def test_the_camera_gives_each_win_the_tile_that_lies_apart() -> None:
    sitting = at_play(say_win(2, 0), say_win(3, 0, 2), say_win(2), c.UseUpWall(), c.EnterByHand())
    sitting.do(c.WinOn(2, "9p", draft_of(sitting).wins[0].number))
    reading = TableReading(
        (
            SeatReading(2, read_tiles("1m", "1m", "1m", "9p", "4s"), apart=2),
            SeatReading(3, read_tiles("5s", "5s"), winning=read_tiles("7p")[0]),
        )
    )
    new_draft = join_reading(draft_of(sitting), reading, rules.ruleset("yichang"), {}, afresh=False)
    assert [win.tile and win.tile.code for win in new_draft.wins] == ["9p", "7p", "7p", "4s"]
    assert [tile.code for tile in new_draft.seats[2].hand or ()] == ["1m", "1m", "1m"]


def test_in_other_games_a_gap_in_the_row_parts_nothing() -> None:
    sitting = Sitting()
    sitting.do(OPEN, c.StartPlay(), say_win(2))
    reading = TableReading((SeatReading(2, read_tiles("1m", "1m", "9p", "4s"), apart=2),))
    new_draft = join_reading(draft_of(sitting), reading, rules.ruleset("wuhan"), {}, afresh=False)
    assert len(new_draft.seats[2].hand or ()) == 4


@pytest.mark.parametrize("game", [one for one in rules.rulesets() if rules.ruleset(one).plays_on])
def test_a_game_that_plays_on_can_say_that_a_tile_is_another_one(game: str) -> None:
    assert "separate" in {fact.id for fact in rules.ruleset(game).win_facts}


def read_tiles(*codes: str) -> tuple[TileReading, ...]:
    """Return tiles as the camera sees them."""
    return tuple(TileReading(code, 0.99, BOX) for code in codes)
