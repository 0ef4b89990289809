"""Walls stacked so that the seats are dealt certain tiles and certain ones are drawn first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules.play.actions import Discard, Draw, Kong, Pass, Win
from rules.play.course import Course
from rules.play.play_rules import PlayRules
from rules.play.wall import Wall
from rules.tiles import CODES, TILES, Tile, parse


def stack_wall(
    play: PlayRules, hands: Sequence[str], live: str, options: Mapping[str, Any], banker: int = 0
) -> Wall:
    """Return a wall from which the *hands* are dealt, filled up by chance, then *live* is drawn.

    Flowers that nobody is dealt lie at the tail.
    """
    game = play.game
    house = {**game.defaults, **options}
    players, size = game.players(house), sum(play.blocks)
    left = Counter({TILES[code]: count for code, count in game.tiles_for(house).items()})
    all_hands = [list(parse(hands[seat])) if seat < len(hands) else [] for seat in range(players)]
    coming = list(parse(live))
    for tiles in (*all_hands, coming):
        left.subtract(tiles)
    assert min(left.values()) >= 0, "more of a tile than there are"
    flowers = game.flower_tiles(house)
    plain = [tile for tile in left.elements() if tile not in flowers]
    random.Random(7).shuffle(plain)
    for seat, tiles in enumerate(all_hands):
        while len(tiles) < size + (seat == banker):
            tiles.append(plain.pop())
    rest = [*coming, *plain, *(tile for tile in left.elements() if tile in flowers)]
    return Wall((*_deal(play, all_hands, banker), *rest))


def _deal(play: PlayRules, hands: list[list[Tile]], banker: int) -> list[Tile]:
    """Return the tiles of the hands in the order in which they are dealt."""
    order = [(banker + step) % len(hands) for step in range(len(hands))]
    tiles, start = [], 0
    for block in play.blocks:
        for seat in order:
            tiles += hands[seat][start : start + block]
        start += block
    return [*tiles, hands[banker][start]]


def with_tail(wall: Wall, tail: str) -> Wall:
    """Return the *wall* with the tiles of *tail* as its first supplements, exchanged for others."""
    tiles = list(wall.tiles)
    last = len(tiles)
    places = [last - 2 - 2 * (count // 2) + count % 2 for count in range(len(parse(tail)))]
    for count, tile in enumerate(parse(tail)):
        free = set(range(last)).difference(places[:count])
        source = max(place for place in free if tiles[place] == tile)
        tiles[source], tiles[places[count]] = tiles[places[count]], tile
    return Wall(tuple(tiles))


def pass_all(course: Course) -> Course:
    """Return the course once everybody who may claim has let the tile go."""
    while course.at.window is not None:
        course = course.after(Pass(course.to_act[0]))
    return course


def discard(course: Course, seat: int, tile: str, declares: str = "") -> Course:
    """Return the course after *seat* discarded the tile."""
    return course.after(Discard(seat, TILES[tile], declares))


def go_round(course: Course, tile: str) -> Course:
    """Return the course after seat 0 discarded *tile*, the others what they drew, and it drew."""
    course = pass_all(discard(course, 0, tile))
    for seat in range(1, course.at.players):
        course = course.after(Draw(seat))
        course = pass_all(course.after(Discard(seat, course.at.drawn or 0)))
    return course.after(Draw(0))


def draw_out(course: Course, *, left: int) -> Course:
    """Return the course once only *left* tiles can be drawn: everybody discards what he draws."""
    while not course.is_over and (course.play.live(course.at) > left or course.at.stage != "draw"):
        (seat, *_) = course.to_act
        legal = course.legal(seat)
        forced = [one for one in legal if not isinstance(one, (Discard, Win, Kong))]
        lets_go = [one for one in legal if isinstance(one, Pass)]
        discards = [one for one in legal if one == Discard(seat, course.at.drawn or 0)]
        plain = [one for one in legal if isinstance(one, Discard) and not one.declares]
        course = course.after((lets_go or discards or forced or plain)[0])
    return course


def codes(tiles: Sequence[Tile]) -> list[str]:
    """Return the codes of *tiles*."""
    return [CODES[tile] for tile in tiles]


def second_from_tail(wall: Wall, stack: str) -> Wall:
    """Return the *wall* with the tiles of *stack*, the upper first, in the last stack but one."""
    tiles = list(wall.tiles)
    for place, tile in zip((-4, -3), parse(stack), strict=False):
        source = max(one for one in range(len(tiles) - 4) if tiles[one] == tile)
        tiles[source], tiles[place] = tiles[place], tiles[source]
    return Wall(tuple(tiles))


def lying_at(wall: Wall, place: int, tile: str) -> Wall:
    """Return the *wall* with *tile* at the *place* that counts from its end, 1 being the last.

    It is exchanged for the last one of its kind.
    """
    tiles = list(wall.tiles)
    source = len(tiles) - 1 - tiles[::-1].index(TILES[tile])
    tiles[source], tiles[-place] = tiles[-place], tiles[source]
    return Wall(tuple(tiles))
