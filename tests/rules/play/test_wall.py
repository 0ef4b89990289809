"""A wall is taken from at both ends, and what is turned up stays."""

from __future__ import annotations

from rules.play.wall import Wall, from_stacks
from rules.tiles import TILES, Tile, parse
from rules.walls import Break, Indicator

EIGHT = Wall(parse("12345678m"))


def draw_tiles(wall: Wall, count: int) -> list[Tile]:
    tiles = []
    for _ in range(count):
        tile, wall = wall.draw()
        tiles.append(tile)
    return tiles


def from_tail(wall: Wall, count: int) -> list[Tile]:
    tiles = []
    for _ in range(count):
        tile, wall = wall.draw_from_tail()
        tiles.append(tile)
    return tiles


def test_supplements_come_from_the_tail_the_top_tile_of_a_stack_first() -> None:
    assert from_tail(EIGHT, 4) == list(parse("7856m"))


def test_a_tile_turned_up_is_drawn_by_nobody() -> None:
    wall = EIGHT.turn_up(1)
    assert draw_tiles(wall, 3) == list(parse("134m"))
    assert wall.left == 7
    assert wall.indicators == (TILES["2m"],)


def test_a_tile_that_is_only_shown_is_drawn_when_its_turn_comes() -> None:
    wall = EIGHT.show(1)
    assert draw_tiles(wall, 3) == list(parse("123m"))
    assert wall.left == 8
    assert wall.draw()[1].indicators == (TILES["2m"],)


def test_the_last_stack_without_its_top_tile_is_drawn_to_its_bottom() -> None:
    _, wall = EIGHT.draw_from_tail()
    assert draw_tiles(wall, wall.left) == list(parse("1234568m"))


def test_the_last_supplement_is_the_lower_tile_where_the_upper_one_was_drawn() -> None:
    wall = EIGHT
    for _ in range(7):
        _, wall = wall.draw()
    assert from_tail(wall, 1) == list(parse("8m"))


def test_the_wall_before_the_seats_opens_where_the_dice_break_it() -> None:
    stacks = [[(TILES[f"{seat + 1}{suit}"],) * 2 for suit in "mps"] for seat in range(4)]
    wall = from_stacks(stacks, Break(wall=1, after=2))
    assert wall.tiles[:4] == parse("2s2s1m1m")  # on to the left-hand neighbour's wall
    assert wall.tiles[-2:] == parse("2p2p")


def test_an_indicator_is_counted_from_the_right_hand_end_of_the_wall_that_is_named() -> None:
    stacks = [[(TILES[f"{seat + 1}{suit}"],) * 2 for suit in "mps"] for seat in range(4)]
    for after in range(3):
        broken = Break(1, after, Indicator(2, "top", wall=3))
        wall = from_stacks(stacks, broken)
        assert wall.turn_up(wall.place_of(broken, 4)).indicators == (TILES["4p"],)
