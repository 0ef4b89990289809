"""Gears: stacks a side for every game, and what a table cannot build (`table-link.md` §3.3)."""

from __future__ import annotations

import pytest

from firmware_bridge.gears import Gear, Help, layout_for, supports


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
        (102, 3, (17, 17, 17, 0)),
    ],
)
def test_stacks_on_each_side(count: int, players: int, layout: tuple[int, ...]) -> None:
    assert layout_for(count, players) == layout


@pytest.mark.parametrize("count", [34, 68, 108, 136, 144, 148, 152])
def test_a_usual_table_builds_these(count: int) -> None:
    assert supports(count).help is Help.AUTO


@pytest.mark.parametrize("count", [170, 204, 306])
def test_sets_for_many_players_do_not_fit(count: int) -> None:
    support = supports(count, players=5)
    assert support.help is Help.NONE
    assert "build by hand" in support.reason


def test_a_large_table_takes_160() -> None:
    assert supports(160).help is Help.NONE
    assert supports(160, max_stacks=20).help is Help.AUTO


def test_an_odd_tile_does_not_make_a_stack() -> None:
    assert supports(137).help is Help.NONE
    with pytest.raises(ValueError, match="whole stacks"):
        layout_for(137)


def test_a_table_that_cannot_deal_still_builds_the_walls() -> None:
    assert supports(136, deal=13).help is Help.ASSISTED
    assert supports(136, deal=13, deals=True).help is Help.AUTO


@pytest.mark.parametrize(
    ("players", "layout"), [(4, (17, 17, 17)), (4, (17, 17, 17, 16)), (0, (17, 17, 17, 17))]
)
def test_a_gear_that_does_not_add_up_is_refused(players: int, layout: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"layout|players"):
        Gear(136, players, layout)
