"""What may be done in Changsha: changsha.md, "Walls, dice, deal", "Play", "Winning", "Draw"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.games import play_of
from rules.play.actions import (
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    ThrowDice,
    Win,
)
from rules.play.course import Course, begin
from rules.tiles import TILES, Tile, parse
from rules.value import evolve
from tests.rules.play.stacked import (
    codes,
    discard,
    draw_out,
    pass_all,
    second_from_tail,
    stack_wall,
    with_tail,
)

PLAY = play_of("changsha")
READY = "4444m456p789p111s5s"
"""Fourteen tiles that leave a wait for 5s behind the kong of 4m."""
WAITING = "123456m234p55s78s"
"""Thirteen tiles that wait for 6s and 9s."""


def deal(
    *hands: str, live: str = "", stack: str = "", dice: Sequence[int] = (1, 1), **options: Any
) -> Course:
    """Return a hand in which everybody has let dealt patterns go.

    *stack* lies second from the tail, where the *dice* point that are thrown later.
    """
    wall = second_from_tail(stack_wall(PLAY, hands, live, options), stack)
    course = begin(PLAY, wall, [[1, 2], *([list(dice)] if dice else [])], {}, options)
    while course.at.stage == "opening":
        course = course.after(Pass(course.at.turn))
    return course


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def lay_kong(*others: str, **options: Any) -> Course:
    """Return a hand in which seat 0 is ready and has just laid a kong of 4m."""
    return deal(READY, *others, **options).after(Kong(0, "kong_concealed", parse("4444m")))


def by_dice(course: Course) -> Course:
    """Return the course once seat 0 has drawn what the dice chose."""
    course = course.after(ThrowDice(0, 2))
    while course.at.stage == "draw":
        course = course.after(DrawReplacement(0))
    return course


def discards(course: Course, seat: int) -> list[Tile]:
    return [one.tile for one in course.legal(seat) if isinstance(one, Discard)]


def test_a_pattern_in_the_dealt_tiles_wins_at_once_for_all_who_show_it() -> None:
    wall = stack_wall(PLAY, ["", "111m333p1479s13m9p", "1111p3m6m9m3s6s9s469p"], "", {})
    course = begin(PLAY, wall, [[1, 2]])
    for seat in (1, 2):
        while course.at.turn != seat:
            course = course.after(Pass(course.at.turn))
        course = course.after(Win(seat, "declared"))
    while not course.is_over:
        course = course.after(Pass(course.at.turn))
    assert [one["seat"] for one in course.record()["wins"]] == [1, 2]
    assert len(course.record()["deal"]["hidden_indicators"]) == 1


def test_nobody_wins_with_dealt_tiles_that_show_no_pattern() -> None:
    course = begin(PLAY, stack_wall(PLAY, ["12345678m1234p12s"], "", {}), [[1, 2]])
    assert message(course, Win(0, "declared")) != ""


def test_who_is_ready_after_a_kong_may_choose_the_supplement_by_dice() -> None:
    assert lay_kong().legal(0) == (ThrowDice(0, 2), DrawReplacement(0))


def test_who_is_not_ready_draws_from_the_tail() -> None:
    course = deal("4444m135p79p1358s3m").after(Kong(0, "kong_concealed", parse("4444m")))
    assert course.legal(0) == (DrawReplacement(0),)
    assert message(course, ThrowDice(0, 2)) == (
        "only who is ready may choose the supplement by dice"
    )


def test_without_a_kong_dice_are_not_thrown_by_who_is_ready_either() -> None:
    course = pass_all(discard(deal("9s", WAITING), 0, "9s"))
    assert message(course, ThrowDice(1, 2)) == "dice only say where a supplement is taken"


def test_dice_count_the_stacks_from_the_tail_and_take_the_upper_tile() -> None:
    course = by_dice(lay_kong(stack="9m8m"))
    assert course.at.drawn == TILES["9m"]
    assert course.at.dice == ((1, 2), (1, 1))


def test_with_few_stacks_left_one_die_may_be_thrown_and_with_fewer_it_must() -> None:
    assert (
        message(lay_kong(), ThrowDice(0, 1)) == "one die is thrown with fewer than 12 stacks left"
    )
    at = lay_kong().at
    few = {stacks: evolve(at, wall=evolve(at.wall, head=108 - 2 * stacks)) for stacks in (11, 5)}
    legal = {stacks: Course(PLAY, at).legal(0) for stacks, at in few.items()}
    assert [one for one in legal[11] if isinstance(one, ThrowDice)] == [
        ThrowDice(0, 2),
        ThrowDice(0, 1),
    ]
    assert [one for one in legal[5] if isinstance(one, ThrowDice)] == [ThrowDice(0, 1)]


def test_dice_that_point_past_the_wall_take_the_stack_farthest_from_the_tail() -> None:
    at = lay_kong(dice=(6, 6)).at
    course = Course(PLAY, evolve(at, wall=evolve(at.wall, head=108 - 2 * 8)))
    course = by_dice(course)
    assert course.at.drawn == at.wall.tiles[108 - 2 * 8]


def test_a_tile_chosen_by_dice_that_wins_is_a_kong_bloom() -> None:
    course = by_dice(lay_kong(stack="5s")).after(Win(0, "self_draw", TILES["5s"]))
    assert [item.id for item in course.settlement().wins[0].items] == ["kong_draw"]


def test_a_supplement_from_the_tail_that_wins_is_a_plain_self_draw() -> None:
    wall = with_tail(stack_wall(PLAY, [READY], "", {}), "5s")
    course = begin(PLAY, wall, [[1, 2]]).after(Pass(0))
    course = course.after(Kong(0, "kong_concealed", parse("4444m"))).after(DrawReplacement(0))
    course = course.after(Win(0, "self_draw", TILES["5s"]))
    assert [item.id for item in course.settlement().wins[0].items] == ["common_win"]


def test_after_a_supplement_from_the_tail_the_hand_may_be_changed() -> None:
    assert len(discards(lay_kong().after(DrawReplacement(0)), 0)) > 5


def test_after_dice_the_hand_is_frozen_to_the_end() -> None:
    course = by_dice(lay_kong("9m", stack="9m"))
    assert discards(course, 0) == [TILES["9m"]]
    assert message(course, Discard(0, TILES["4p"])) == (
        "after dice the hand is not changed any more: the tile drawn is discarded"
    )
    course = discard(pass_all(discard(course, 0, "9m")).after(Draw(1)), 1, "9m")
    assert not course.legal(0)


def test_who_wins_on_a_discarded_supplement_by_dice_has_a_kong_cannon() -> None:
    course = discard(by_dice(lay_kong("123567m78m234p55s", stack="9m")), 0, "9m")
    course = pass_all(course.after(Win(1, "discard", TILES["9m"], 0)))
    assert [item.id for item in course.settlement().wins[0].items] == ["kong_cannon"]


@pytest.mark.parametrize(("double", "tiles"), [(False, 1), (True, 2)])
def test_by_option_the_dice_take_both_tiles_of_the_stack(double: bool, tiles: int) -> None:
    course = by_dice(lay_kong(stack="9m8m", double_kong=double))
    course = course.after(Discard(0, course.at.drawn or TILES["1m"]))
    assert set(course.at.seats[0].river) == set(parse("9m8m"[: 2 * tiles]))


def test_two_tiles_by_dice_that_both_win_are_paid_twice() -> None:
    score = {}
    for stack in ("5s5s", "5s1m", "1m5s"):
        course = by_dice(lay_kong(stack=stack, double_kong=True))
        course = course.after(Win(0, "self_draw", course.at.drawn))
        score[stack] = course.settlement().wins[0].score
    assert score == {"5s5s": 6, "5s1m": 3, "1m5s": 3}


def test_of_two_tiles_discarded_together_either_can_be_won_on_but_none_claimed() -> None:
    course = by_dice(lay_kong("123567m78m234p55s", "88899m", stack="9m1m", double_kong=True))
    course = course.after(Discard(0, course.at.drawn or TILES["1m"]))
    assert [one for one in course.legal(1) if isinstance(one, Win)]
    assert not [one for one in course.legal(2) if isinstance(one, Pung)]


def test_dice_that_nobody_gave_before_are_told_with_the_throw() -> None:
    course = lay_kong(dice=())
    assert ThrowDice(0, 2, (3, 4)) in course.legal(0)
    assert message(course, ThrowDice(0, 2)) == "what the dice show must be said"
    assert message(course, ThrowDice(0, 2, (3, 7))) == "2 dice show as many numbers from 1 to 6"


def test_dice_that_were_given_show_what_they_show() -> None:
    assert message(lay_kong(), ThrowDice(0, 2, (6, 6))) == "the dice show 1-1"


def test_the_last_tile_is_offered_round_and_refused_by_all() -> None:
    course = draw_out(deal(), left=1)
    first = course.at.turn
    for _ in range(4):
        assert Draw(course.at.turn) in course.legal(course.at.turn)
        course = course.after(Pass(course.at.turn))
    facts = [seat.get("facts") for seat in course.record()["seats"]]
    assert facts[first] == {"last_tile": "offered_first"}
    assert course.settlement().next.banker == first


def test_no_other_tile_than_the_last_is_refused() -> None:
    course = draw_out(deal(), left=2)
    assert message(course, Pass(course.at.turn)) == "the next tile of the wall is drawn"


def test_who_draws_the_last_tile_and_cannot_win_discards_it() -> None:
    course = draw_out(deal(), left=1)
    seat = course.at.turn
    course = course.after(Draw(seat))
    assert {one.tile for one in course.legal(seat) if isinstance(one, Discard)} == {course.at.drawn}
    course = pass_all(discard(course, seat, codes([course.at.drawn or 0])[0]))
    assert course.record()["seats"][seat]["facts"] == {"last_tile": "taken"}


def test_a_tile_let_go_wins_only_after_ones_next_turn() -> None:
    course = discard(deal("9s", "13m", WAITING, live="9s9s"), 0, "9s")
    assert any(isinstance(one, Win) for one in course.legal(2))
    course = discard(pass_all(course).after(Draw(1)), 1, "9s")
    assert not any(isinstance(one, Win) for one in course.legal(2))
    assert "before one's next turn" in message(course, Win(2, "discard", TILES["9s"], 1))


def test_two_win_on_one_tile() -> None:
    course = discard(deal("9s", WAITING, "789m123p567p88s78s"), 0, "9s")
    for seat in (1, 2):
        course = course.after(Win(seat, "discard", TILES["9s"], 0))
    assert [one.win.seat for one in pass_all(course).at.wins] == [1, 2]


def test_the_last_discard_is_claimed_for_nothing_but_a_win() -> None:
    course = draw_out(deal(), left=1)
    course = course.after(Draw(course.at.turn))
    course = course.after(Discard(course.at.turn, course.at.drawn or 0))
    claims = [one for seat in course.to_act for one in course.legal(seat)]
    assert not [one for one in claims if isinstance(one, (Chow, Pung, Kong))]
