"""What the table refuses, and that a hand which cannot be settled stays on the screen."""

from __future__ import annotations

import dataclasses

import pytest

from kiosk.errors import Refused
from kiosk.session import Part, Place, Stage, can
from kiosk.session import commands as c
from kiosk.session.steps import STAGES
from tests.kiosk.plain_game import OPEN, PLAYERS, Sitting, hand_of, win


def refusal(sitting: Sitting, command: c.Command) -> Refused:
    """Return the refusal that *command* meets; the button must have said so too."""
    before = sitting.state
    assert not can(before, command, sitting.engine)
    with pytest.raises(Refused) as error:
        sitting.do(command)
    assert sitting.state == before
    return error.value


@pytest.fixture
def sitting() -> Sitting:
    table = Sitting()
    table.do(OPEN)
    return table


@pytest.fixture
def review(sitting: Sitting) -> Sitting:
    sitting.do(*win(2, giver=1)[:4])
    return sitting


@pytest.mark.parametrize(
    ("command", "code", "where"),
    [
        (c.OpenSession("chess", PLAYERS), "unknown_ruleset", "ruleset"),
        (c.OpenSession("plain", PLAYERS[:3]), "bad_seats", "players"),
        (c.OpenSession("plain", (*PLAYERS[:3], PLAYERS[0])), "same_player_twice", "players"),
        (c.OpenSession("plain", PLAYERS, {"stake": 15}), "unknown_option", "options.stake"),
        (c.OpenSession("plain", PLAYERS, {"ante": 1}), "unknown_option", "options.ante"),
    ],
)
def test_a_game_cannot_be_opened_against_its_rules(
    command: c.OpenSession, code: str, where: str
) -> None:
    error = refusal(Sitting(), command)
    assert (error.code, error.where) == (code, where)


def test_every_wrong_option_is_told_at_once() -> None:
    error = refusal(Sitting(), c.OpenSession("plain", PLAYERS, {"stake": 15, "ante": 1}))
    assert [problem.where for problem in error.problems] == ["options.stake", "options.ante"]


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ((), "no_winner"),
        ((c.Claim(4, "self_draw"),), "no_such_seat"),
        ((c.Claim(1, "discard"),), "no_giver"),
        ((c.Claim(1, "discard", 1),), "bad_giver"),
        ((c.Claim(1, "self_draw", 2),), "bad_giver"),
        ((c.Claim(1, "discard", 9),), "no_such_seat"),
        ((c.Claim(1, "discard", 0), c.Claim(1, "discard", 0)), "same_winner_twice"),
    ],
)
def test_an_impossible_winner_is_refused(
    sitting: Sitting, claims: tuple[c.Claim, ...], code: str
) -> None:
    sitting.do(c.StartPlay())
    assert refusal(sitting, c.SayWho(claims)).code == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.CorrectTile(999, "1m"), "no_such_tile"),
        (c.RemoveTile(999), "no_such_tile"),
        (c.RemoveMeld(999), "no_such_meld"),
        (c.WriteRow(Place(Part.HAND, 2), "12x"), "bad_tiles"),
        (c.WriteRow(Place(Part.HAND, 2), "0m"), "bad_tiles"),
        (c.WriteRow(Place(Part.HAND, 2), "1" * 61 + "m"), "bad_tiles"),
        (c.AddTiles(Place(Part.HAND, 5), "1m"), "no_such_seat"),
        (c.WinOn(2, "1f"), "bad_tiles"),
        (c.WinOn(3, "1m"), "no_such_win"),
        (c.Mark(0, "last_tile"), "no_such_win"),
        (c.Mark(2, "luck"), "no_such_word"),
        (c.WinFact(2, "luck", 1), "no_such_word"),
        (c.SeatFact(2, "luck", 1), "no_such_word"),
        (c.NoteIncident("luck", 2), "no_such_word"),
        (c.NoteIncident("false_win", 2, {"seat": 99}), "no_such_word"),
        (c.Declare(2, "luck"), "no_such_word"),
        (c.LayMeld(0, "pung", "111z", giver=9), "no_such_seat"),
        (c.ForgetIncident(0), "no_such_incident"),
        (c.Declare(7, "ready"), "no_such_seat"),
        (c.LayMeld(0, "pung", "111q"), "bad_tiles"),
    ],
)
def test_a_correction_of_something_that_is_not_there_changes_nothing(
    review: Sitting, command: c.Command, code: str
) -> None:
    assert refusal(review, command).code == code


@pytest.mark.parametrize("pips", [(), (0, 3), (7, 1), (1, 2, 3, 4, 5)])
def test_no_dice_fall_like_that(sitting: Sitting, pips: tuple[int, ...]) -> None:
    assert refusal(sitting, c.NoteDice(pips)).code == "bad_dice"


def test_every_command_but_a_correction_names_its_stages() -> None:
    names = {kind.__name__ for kind in STAGES}
    assert {"OpenSession", "Settle", "ConfirmHand", "VoidHand", "GoBack"} <= names
    assert all(dataclasses.is_dataclass(kind) for kind in STAGES)


@pytest.mark.parametrize(
    "command", [c.StartPlay(), c.CallDraw(), c.Settle(), c.ConfirmHand(), c.EnterByHand()]
)
def test_in_the_lobby_only_a_game_can_be_opened(command: c.Command) -> None:
    assert refusal(Sitting(), command).code == "not_now"


def test_a_hand_that_cannot_be_settled_stays_with_every_problem_marked(review: Sitting) -> None:
    review.do(c.WriteRow(hand_of(2), "123m"), c.Settle())
    draft = review.state.draft
    assert draft is not None
    assert draft.stage is Stage.REVIEW
    assert [(each.code, each.where) for each in draft.problems] == [("bad_tiles", "seats[2].hand")]


def test_the_next_correction_clears_the_marks(review: Sitting) -> None:
    review.do(c.WriteRow(hand_of(2), "123m"), c.Settle(), c.WinOn(2, "2z"))
    assert review.state.draft.problems == ()


def test_a_bug_in_the_rules_loses_no_tile(review: Sitting) -> None:
    review.do(c.WriteRow(hand_of(2), "123m456p789s1122z"))
    before = review.state.draft
    review.engine.failing = True
    review.do(c.Settle())
    after = review.state.draft
    assert before is not None
    assert after is not None
    assert [problem.code for problem in after.problems] == ["engine_failed"]
    assert dataclasses.replace(after, problems=()) == before


def test_payments_that_do_not_add_up_to_the_net_are_never_shown(review: Sitting) -> None:
    honest = review.engine.settle_json
    review.engine.settle_json = lambda data: {**honest(data), "net": [0, -11, 11, 0]}
    review.do(c.WriteRow(hand_of(2), "123m456p789s1122z"), c.Settle())
    draft = review.state.draft
    assert draft is not None
    assert [problem.code for problem in draft.problems] == ["engine_failed"]
    assert draft.settlement == {}


def test_going_back_keeps_what_was_entered(review: Sitting) -> None:
    review.do(c.WriteRow(hand_of(2), "123m"), c.GoBack(Stage.OUTCOME))
    review.do(c.SayWho((c.Claim(2, "self_draw"),)), c.EnterByHand())
    hand = review.state.draft.seats[2].hand
    assert [tile.code for tile in hand or ()] == ["1m", "2m", "3m"]


def test_nobody_goes_forward_by_going_back(review: Sitting) -> None:
    assert refusal(review, c.GoBack(Stage.SETTLEMENT)).code == "not_now"
