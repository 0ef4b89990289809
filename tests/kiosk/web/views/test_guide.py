"""What people are led through: seats by tiles, the exchange, a kong's dice, flowers."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rules
from kiosk.session import Stage
from kiosk.session.commands import NoteDice
from kiosk.session.repairs import RollFor
from kiosk.table.port import HAND_JOBS, Link
from rules.guides import Exchange, FlowerOrder, SeatTiles, SupplementDice
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


def names(parlour: Parlour) -> tuple[str, ...]:
    """Return who sits where."""
    return tuple(parlour.service.view().names)


def dice(parlour: Parlour) -> tuple[tuple[int, ...], ...]:
    """Return the throws of the hand."""
    draft = parlour.service.view().draft
    assert draft is not None
    return draft.dice


def after_the_deal(parlour: Parlour) -> Visitor:
    """Return someone who has begun a hand of Yichang whose wall was broken with a 4."""
    someone = parlour.sit_down("yichang")
    parlour.service.submit(NoteDice((4,)), "the-break-of-it")
    return someone.go("/").tap("Skip the machine")


# The exchange


def test_a_hand_of_yichang_begins_with_the_exchange(parlour: Parlour) -> None:
    someone = after_the_deal(parlour)
    assert someone.sees("Everyone lays 3 tiles of one suit face down.")
    assert someone.sees("Aiko rolls one die.")


@pytest.mark.parametrize(
    ("die", "words", "giver"),
    [("2", "on your right", "Bo"), ("3", "opposite", "Chie"), ("6", "on your left", "Dana")],
)
def test_the_die_says_whose_tiles_everybody_takes(
    parlour: Parlour, die: str, words: str, giver: str
) -> None:
    someone = after_the_deal(parlour).tap(die)
    assert someone.sees(words)
    assert someone.page.text.split("Take the tiles")[1].split("takes the tiles of")[1].split()[
        1
    ] == (giver)


def test_the_die_is_kept_with_the_hand_and_not_asked_for_again(parlour: Parlour) -> None:
    someone = after_the_deal(parlour).tap("5")
    assert dice(parlour) == ((4,), (5,))
    assert someone.go("/guide/exchange").sees("on your left")
    someone.tap("Done")
    assert parlour.service.view().stage is Stage.PLAYING


def test_without_the_throw_for_the_wall_the_die_is_not_taken_for_it(parlour: Parlour) -> None:
    someone = parlour.sit_down("yichang").tap("Skip the machine", "1")
    assert someone.sees("on your right")
    assert dice(parlour) == ()


def test_the_exchange_is_left_with_one_tap(parlour: Parlour) -> None:
    after_the_deal(parlour).tap("Skip")
    assert parlour.service.view().stage is Stage.PLAYING


# Seats by tiles


def test_the_highest_tile_sits_east_and_equal_ones_are_drawn_again(parlour: Parlour) -> None:
    someone = parlour.sit_down("wuhan").tap("Seats by tiles")
    assert someone.sees("Which tile did Aiko take?")
    someone.go("/guide/seats?tile=3s&tile=1z&tile=9m&tile=1z")
    assert someone.sees("Same tile: Bo takes again.")
    path = "/guide/seats?tile=3s&tile=1z&tile=9m&tile=1z&tile=5z&tile=6z"
    someone.go(path).tap("We sit like this")
    assert names(parlour) == ("Chie", "Aiko", "Dana", "Bo")


def test_of_equal_numbers_circles_come_first_and_honors_last(parlour: Parlour) -> None:
    someone = parlour.sit_down("wuhan").go("/guide/seats?tile=5z&tile=5m&tile=5s&tile=5p")
    someone.tap("We sit like this")
    assert names(parlour) == ("Dana", "Chie", "Bo", "Aiko")


def test_a_tile_that_is_none_is_refused(parlour: Parlour) -> None:
    parlour.sit_down("wuhan")
    assert parlour.app.test_client().get("/guide/seats?tile=1f").status_code == 400


def test_seats_are_not_drawn_any_more_once_a_hand_counts(parlour: Parlour) -> None:
    someone = parlour.count_hand().go("/guide/seats")
    assert not someone.sees("Which tile")


# A kong's dice


def test_dice_count_the_stacks_from_the_tail(parlour: Parlour) -> None:
    someone = parlour.sit_down("changsha").tap("Skip the machine", "Kong by dice", "3", "5")
    assert someone.sees("Count 8 stacks clockwise from the tail.")
    assert someone.sees("From now on this hand stays as it is.")


# The machine's dice


def with_machine(parlour: Parlour, game: str) -> Visitor:
    """Return someone in the first hand of *game*, whose walls and throw the machine has made."""
    someone = parlour.sit_down(game)
    parlour.machine.finish(walls_up=True)
    parlour.machine.finish(dice=(4,) if game == "yichang" else (3, 4))
    return someone.go("/").tap("Start the hand")


def roll(parlour: Parlour, someone: Visitor, guide: str, *dice: int) -> Visitor:
    """Return *someone* at *guide* after the machine has thrown *dice*."""
    assert parlour.machine.orders[-1][0] == "roll_dice"
    assert parlour.machine.orders[-1][1].dice == len(dice)
    parlour.machine.finish(dice=dice)
    return someone.go(f"/guide/{guide}")


def test_the_machine_rolls_for_the_exchange(parlour: Parlour) -> None:
    someone = with_machine(parlour, "yichang").tap("Roll one die")
    assert someone.sees("Roll the dice")
    assert roll(parlour, someone, "exchange", 6).sees("on your left")
    assert dice(parlour) == ((4,), (6,))


def test_the_machine_rolls_for_a_kong_as_many_dice_as_people_want(parlour: Parlour) -> None:
    someone = with_machine(parlour, "changsha").tap("Kong by dice", "Roll two dice")
    assert roll(parlour, someone, "supplement", 3, 5).sees(
        "Count 8 stacks clockwise from the tail."
    )
    someone.tap("Roll one die")
    assert roll(parlour, someone, "supplement", 2).sees("Count 2 stacks clockwise")
    assert dice(parlour) == ((3, 4),)
    assert someone.tap("Start again", "6").sees("Count 6 stacks clockwise")


def test_every_throw_for_a_guide_is_kept_for_the_proof_of_the_dice(parlour: Parlour) -> None:
    someone = with_machine(parlour, "changsha").tap("Kong by dice", "Roll two dice")
    roll(parlour, someone, "supplement", 3, 5)
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.throws[-1] == {
        "pips": [3, 5],
        "source": "motor_sensor",
        "guide": "supplement",
    }


def test_where_the_machine_throws_nothing_people_say_what_they_threw(parlour: Parlour) -> None:
    someone = with_machine(parlour, "changsha")
    parlour.machine.now = replace(parlour.machine.now, offers=frozenset({"next_hand"}))
    assert not someone.tap("Kong by dice").sees("Roll two dice")
    parlour.machine.now = replace(parlour.machine.now, offers=HAND_JOBS, link=Link.LOST)
    assert not someone.go("/guide/supplement").sees("Roll two dice")
    assert someone.tap("3", "5").sees("Count 8 stacks clockwise from the tail.")


def test_nobody_rolls_for_a_guide_that_the_game_has_not(parlour: Parlour) -> None:
    with_machine(parlour, "changsha")
    for guide, dice_of_it in (("exchange", 1), ("supplement", 3), ("flowers", 1)):
        assert not parlour.service.can(RollFor(guide, dice_of_it))


# Flowers after the deal


@pytest.mark.parametrize(
    ("game", "words"),
    [("taiwan", "lays it out at once"), ("fuzhou", "keeps it until the next turn")],
)
def test_flowers_go_round_from_the_banker(parlour: Parlour, game: str, words: str) -> None:
    someone = parlour.sit_down(game).tap("Skip the machine", "Flowers first")
    assert someone.sees("One after another, Aiko first.")
    assert someone.sees(words)


def test_a_game_without_a_guide_has_no_such_page(parlour: Parlour) -> None:
    parlour.sit_down("riichi").tap("Skip the machine")
    assert parlour.app.test_client().get("/guide/flowers").status_code == 404


# What the games declare


def test_the_games_declare_what_their_sheets_say() -> None:
    guides = {one: {type(g) for g in rules.ruleset(one).guides} for one in rules.rulesets()}
    assert [one for one in guides if Exchange in guides[one]] == ["yichang"]
    assert [one for one in guides if SupplementDice in guides[one]] == ["changsha"]
    assert sorted(one for one in guides if SeatTiles in guides[one]) == ["wuhan", "wuhan-3p"]
    with_flowers = {one for one in guides if FlowerOrder in guides[one]}
    for one in with_flowers:
        game = rules.ruleset(one)
        assert game.flower_tiles(game.defaults)
