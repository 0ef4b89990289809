"""Gears: stacks a side for every game, and what a table cannot build (`protocol.md` §3.3)."""

from __future__ import annotations

import pytest

import rules
from firmware_bridge.wall_plan import (
    CARDS,
    DOMINOES,
    Capacity,
    Reason,
    SupportLevel,
    WallPlan,
    layout_for,
    supports,
)


@pytest.mark.parametrize(
    ("count", "players", "layout"),
    [
        (136, 4, (17, 17, 17, 17)),
        (144, 4, (18, 18, 18, 18)),
        (148, 4, (19, 18, 19, 18)),
        (152, 4, (19, 19, 19, 19)),
        (140, 4, (18, 17, 18, 17)),
        (128, 4, (16, 16, 16, 16)),
        (108, 4, (14, 13, 14, 13)),
        (108, 3, (18, 18, 18, 0)),
        (84, 3, (14, 14, 14, 0)),
        (68, 4, (9, 8, 9, 8)),
        (34, 4, (5, 4, 4, 4)),
        (34, 1, (5, 4, 4, 4)),
        (68, 2, (9, 8, 9, 8)),
        (102, 3, (17, 17, 17, 0)),
    ],
)
def test_stacks_on_each_side(count: int, players: int, layout: tuple[int, ...]) -> None:
    assert layout_for(count, players) == layout


@pytest.mark.parametrize("count", [34, 68, 108, 136, 144, 148, 152])
def test_a_usual_table_builds_these(count: int) -> None:
    assert supports(count).level is SupportLevel.AUTO


@pytest.mark.parametrize("count", [170, 204, 306])
def test_sets_for_many_players_do_not_fit(count: int) -> None:
    support = supports(count, players=5)
    assert support.level is SupportLevel.NONE
    assert "build by hand" in support.reason


def test_a_large_table_takes_160() -> None:
    assert supports(160).level is SupportLevel.NONE
    assert supports(160, table=Capacity(max_stacks=20)).level is SupportLevel.AUTO


@pytest.mark.parametrize("game", rules.rulesets())
def test_every_game_is_built_by_the_table_or_told_why_not(game: str) -> None:
    ruleset = rules.ruleset(game)
    count = sum(ruleset.tiles.values())
    for players in ruleset.seats:
        support = supports(count, players)
        if count == 0:
            assert (support.level, support.why) == (SupportLevel.NONE, Reason.NO_TILES)
        elif count > 152:
            assert (support.level, support.why) == (SupportLevel.NONE, Reason.TOO_MANY)
        elif players > 4:
            assert (support.level, support.why) == (SupportLevel.NONE, Reason.TOO_MANY_PLAYERS)
        else:
            assert (support.level, support.why) == (SupportLevel.AUTO, Reason.AUTO)
            assert support.wall_plan is not None
            assert support.wall_plan.count == count


@pytest.mark.parametrize("deal", [13, 16])
def test_a_dealing_table_leaves_the_rest_in_the_walls(deal: int) -> None:
    table = Capacity(deals=True)
    gear = supports(136, 4, deal, table).wall_plan
    assert gear is not None
    assert 2 * sum(gear.layout) == 136 - 4 * deal


def test_a_japanese_dealing_table_has_walls_of_ten_and_eleven() -> None:
    assert layout_for(136, 4, 13) == (10, 11, 10, 11)


def test_three_dealt_hands_of_sichuan_leave_half_a_stack() -> None:
    gear = supports(108, 3, 13, Capacity(deals=True)).wall_plan
    assert gear is not None
    assert 2 * sum(gear.layout) == 108 - 39 + 1


@pytest.mark.parametrize("tile_class", [CARDS, DOMINOES])
def test_what_are_no_tiles_is_shuffled_by_hand(tile_class: str) -> None:
    support = supports(48, 2, tile_class=tile_class)
    assert (support.level, support.why) == (SupportLevel.NONE, Reason.NO_TILES)


def test_a_set_of_another_size_is_refused_not_shuffled() -> None:
    table = Capacity(tile_class="No. 45")
    assert supports(136, table=table, tile_class="No. 40").why is Reason.WRONG_SIZE
    assert supports(136, table=table, tile_class="No. 45").level is SupportLevel.AUTO


def test_too_few_tiles_are_not_picked_up() -> None:
    assert supports(32).why is Reason.TOO_FEW


@pytest.mark.parametrize("count", [-2, 1, 135, 137])
def test_a_count_that_makes_no_walls_has_no_gear(count: int) -> None:
    assert supports(count).wall_plan is None


def test_an_odd_tile_does_not_make_a_stack() -> None:
    assert supports(137).level is SupportLevel.NONE
    with pytest.raises(ValueError, match="whole stacks"):
        layout_for(137)


def test_a_table_that_cannot_deal_still_builds_the_walls() -> None:
    assert supports(136, deal=13).level is SupportLevel.ASSISTED
    assert supports(136, deal=13, table=Capacity(deals=True)).level is SupportLevel.AUTO


@pytest.mark.parametrize(
    ("players", "layout"), [(4, (17, 17, 17)), (4, (17, 17, 17, 16)), (0, (17, 17, 17, 17))]
)
def test_a_gear_that_does_not_add_up_is_refused(players: int, layout: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"layout|players"):
        WallPlan(136, players, layout)
