"""What holds for every hand of every game of cards or dominoes, and what each sheet lets one do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import rules
from rules.errors import RecordError
from rules.games import card_play_of, play_of
from rules.play.actions import Abort, Pass
from rules.play.cards import (
    CardCourse,
    Lay,
    Pull,
    Take,
    begin_cards,
    choose,
)
from tests.conftest import TIMES
from tests.rules.play.card_hands import GAMES, by_chance, hands, lying, new_hand, plainly, tries

HANDS = 12 * TIMES


class Stacked:
    """A pack that lies in a certain order."""

    def __init__(self, first: Sequence[str], last: Sequence[str] = ()) -> None:
        self.first, self.last = list(first), list(last)

    def shuffle(self, x: list[str], /) -> None:
        for card in (*self.first, *self.last):
            x.remove(card)
        x[:] = [*self.first, *x, *self.last]


@pytest.mark.parametrize("name", GAMES)
def test_no_card_is_lost_or_doubled_and_the_record_settles(name: str) -> None:
    pack = card_play_of(name).pack()
    for seed in range(HANDS):
        for course in hands(name, seed, choose if seed % 3 == 0 else by_chance(seed)):
            assert lying(course) == Counter(pack)
        assert tuple(rules.settle(course.record()).net) == tuple(course.settlement().net)


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_done_is_what_nothing_is_said_against(name: str) -> None:
    chance = random.Random(5)
    for course in hands(name, 5, by_chance(5)):
        legal = {one for seat in course.to_act for one in course.legal(seat)}
        plain = {plainly(one) for one in legal}
        assert bool(legal) != course.is_over
        for action in tries(course, chance):
            refusal = course.refusal(action)
            assert refusal is None or action not in legal, (action, refusal)
            assert refusal is not None or plainly(action) in plain, action
            assert refusal is None or refusal.reason is not None


@pytest.mark.parametrize("name", GAMES)
def test_what_may_not_be_done_changes_nothing_and_says_why(name: str) -> None:
    course = new_hand(name, 1)
    while course.is_over:
        course = new_hand(name, 2)
    wrong = Lay(course.to_act[0], ("no card",))
    with pytest.raises(RecordError) as error:
        course.after(wrong)
    assert error.value.first == course.refusal(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_cards_is_not_played_from_a_wall(name: str) -> None:
    with pytest.raises(RecordError, match="with cards or dominoes, not from a wall"):
        play_of(name)


def test_a_game_of_tiles_is_none_of_cards() -> None:
    with pytest.raises(RecordError, match="'wuhan' is no game of cards"):
        card_play_of("wuhan")


def test_so_many_as_do_not_play_a_game_are_refused() -> None:
    with pytest.raises(RecordError, match="5 do not play this"):
        begin_cards(card_play_of("sakura"), random.Random(1), {"scores": [0] * 5})


# Tien Gow


def dominoes(*hands: str) -> CardCourse[Any]:
    """Return a hand of Tien Gow in which the first seats were dealt these dominoes."""
    first = [tile for hand in hands for tile in hand.split()]
    return begin_cards(card_play_of("tien-gow"), Stacked(first), {})


EIGHT = "6-6 6-6 3-6 4-5 1-1 1-3 2-4 5-5"


def test_a_trick_is_led_with_a_combination_and_followed_with_as_many_tiles() -> None:
    course = dominoes(EIGHT)
    assert Lay(0, ("3-6", "6-6")) in course.legal(0)
    assert course.refusal(Lay(0, ("1-1", "6-6"))) is not None
    course = course.after(Lay(0, ("3-6", "6-6")))
    assert {len(one.cards) for one in course.legal(1)} == {2}


def test_what_does_not_beat_is_laid_face_down() -> None:
    course = dominoes("6-6 1-1 4-4 3-3 2-2 5-6 4-6 1-6", "6-6 1-1 4-4 3-3 2-2 5-6 4-6 1-6")
    course = course.after(Lay(0, ("6-6",)))
    assert all(one.is_down for one in course.legal(1))
    assert course.refusal(Lay(1, ("1-1",))).message == "this does not beat 6-6"


def test_the_last_tile_of_a_seat_without_a_pile_lies_face_down() -> None:
    course = next(
        one
        for seed in range(40)
        for one in hands("tien-gow", seed, by_chance(seed))
        if not one.is_over and one.table.left == 1 and not one.table.piles[one.table.turn]
    )
    assert all(one.is_down for one in course.legal(course.table.turn))


# Shuangkou


def test_who_leads_does_not_pass_and_others_beat_or_pass() -> None:
    course = new_hand("shuangkou", 3)
    seat = course.to_act[0]
    assert Pass(seat) not in course.legal(seat)
    assert course.refusal(Pass(seat)).message == "who leads does not pass"
    course = course.after(course.legal(seat)[0])
    assert Pass(course.to_act[0]) in course.legal(course.to_act[0])


def test_when_all_others_have_passed_the_partner_leads() -> None:
    course = new_hand("shuangkou", 3)
    seat = course.to_act[0]
    course = course.after(course.legal(seat)[0])
    for _ in range(3):
        course = course.after(Pass(course.to_act[0]))
    assert course.to_act == ((seat + 2) % 4,)


@pytest.mark.parametrize(("direction", "step"), [("counterclockwise", 1), ("clockwise", -1)])
def test_the_turn_goes_round_as_agreed(direction: str, step: int) -> None:
    play = card_play_of("shuangkou")
    course = begin_cards(play, random.Random(1), {}, {"direction": direction})
    course = course.after(course.legal(0)[0])
    assert course.to_act == (step % 4,)


# Flower cards

YOUNGER = ("01-ribbon", "02-ribbon", "03-ribbon", "04-ribbon")
ELDER = ("01-bright", "02-animal", "03-bright", "11-junk")
ON_TABLE = ("01-junk1", "02-junk1", "08-bright", "12-bright")


def flowers(*first: str, last: Sequence[str] = (), **house: Any) -> CardCourse[Any]:
    """Return a hand of Mushi of which these cards are dealt first: younger, elder, table."""
    cards = first or (*YOUNGER, *ELDER, *ON_TABLE)
    return begin_cards(card_play_of("mushi"), Stacked(cards, last), {"scores": [0, 0]}, house)


def takes(course: CardCourse[Any], seat: int) -> set[tuple[str, ...]]:
    return {one.cards for one in course.legal(seat) if isinstance(one, Take)}


def test_a_card_that_matches_has_to_capture() -> None:
    course = flowers().after(Lay(0, ("01-bright",)))
    assert ("01-junk1",) in takes(course, 0)
    assert () not in takes(course, 0)
    assert "where it can, it has to" in course.refusal(Take(0, ())).message


def test_the_devil_takes_any_flower_but_rain_or_stays() -> None:
    course = flowers().after(Lay(0, ("11-junk",)))
    assert {(), ("01-junk1",), ("08-bright",)} <= takes(course, 0)
    assert not any(cards and cards[0].startswith("11") for cards in takes(course, 0))


@pytest.mark.parametrize(("by_option", "outcome"), [("redeal", "abort"), ("elder", "win")])
def test_four_of_a_flower_on_the_table_are_dealt_again_or_the_elders(
    by_option: str, outcome: str
) -> None:
    four = ("05-animal", "05-ribbon", "05-junk1", "05-junk2")
    course = flowers(*YOUNGER, *ELDER, *four, table_four=by_option)
    assert (course.is_over, by_option) in ((True, "redeal"), (False, "elder"))
    while not course.is_over:
        course = course.after(choose(course, course.to_act[0]))
    assert course.record()["outcome"] == outcome


def test_four_of_a_flower_in_a_hand_may_be_shown_for_a_new_deal() -> None:
    four = ("05-animal", "05-ribbon", "05-junk1", "05-junk2")
    course = flowers(*YOUNGER, *four, *ON_TABLE)
    assert course.legal(0) == (Abort(0, "hand_four"), Pass(0))
    redeal = course.after(Abort(0, "hand_four"))
    assert redeal.record()["play"]["redeal"] == {
        "reason": "hand_four",
        "cards": sorted(four),
        "seat": 0,
    }
    assert Lay(0, ("05-animal",)) in course.after(Pass(0)).legal(0)


def test_the_devil_as_last_card_of_the_stock_goes_to_who_turns_it() -> None:
    course = flowers(*YOUNGER, "05-animal", *ELDER[:3], *ON_TABLE, last=("11-junk",))
    while not course.is_over:
        course = course.after(choose(course, course.to_act[0]))
    assert course.record()["play"]["devil_last"]
    assert "11-junk" in course.table.captured[1]


def pulling() -> CardCourse[Any]:
    """Return a hand of Sakura for three in which seat 1 may pull the irises once one lies there."""
    first = [
        "01-bright",
        "02-animal",
        "03-bright",
        "06-animal",
        "07-animal",
        "09-animal",
        "05-junk2",
    ]
    second = [
        "05-animal",
        "05-ribbon",
        "05-junk1",
        "06-ribbon",
        "07-ribbon",
        "09-ribbon",
        "10-animal",
    ]
    third = [
        "01-ribbon",
        "02-ribbon",
        "03-ribbon",
        "04-ribbon",
        "08-animal",
        "10-ribbon",
        "12-junk1",
    ]
    table = ["01-junk1", "02-junk1", "03-junk1", "04-junk1", "08-bright", "12-bright"]
    stacked = Stacked([*first, *second, *third, *table])
    return begin_cards(card_play_of("sakura"), stacked, {"scores": [0, 0, 0]})


def test_others_do_not_learn_who_might_have_shown_or_pulled_something() -> None:
    course = pulling().after(Lay(0, ("05-junk2",)))
    assert course.to_act == (1,)
    assert course.play.turn_seen(course.table) == (0,)
    assert course.after(Pass(1)).is_silent
    four = ("05-animal", "05-ribbon", "05-junk1", "05-junk2")
    assert flowers(*YOUNGER, *four, *ON_TABLE).after(Pass(0)).is_silent


def test_a_flower_on_table_and_hand_is_pulled_out_of_turn() -> None:
    course = pulling().after(Lay(0, ("05-junk2",)))
    irises = ("05-animal", "05-junk1", "05-junk2", "05-ribbon")
    assert course.legal(1) == (Pull(1, irises), Pass(1))
    course = course.after(Pull(1, irises))
    assert set(irises) <= set(course.table.captured[1])
    assert len(course.table.hands[1]) == 4


def test_a_pull_let_be_is_offered_again_at_the_next_card() -> None:
    course = pulling().after(Lay(0, ("05-junk2",))).after(Pass(1))
    assert course.to_act != (1,) or not any(isinstance(one, Pull) for one in course.legal(1))
    course = course.after(choose(course, course.to_act[0]))
    assert any(isinstance(one, Pull) for one in course.legal(1))


def test_who_has_pulled_may_turn_the_stock_without_laying() -> None:
    course = pulling().after(Lay(0, ("05-junk2",)))
    course = course.after(next(one for one in course.legal(1) if isinstance(one, Pull)))
    while course.table.turn != 1 or course.table.phase != "hand":
        course = course.after(choose(course, course.to_act[0]))
    assert Pass(1) in course.legal(1)
