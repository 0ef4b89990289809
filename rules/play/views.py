"""What somebody can see of a hand: a seat its own tiles, a bystander and the camera none.

What is not seen is a back. Where players throw their discards in disorder their order
is not shown during the hand either.
"""

from __future__ import annotations

from rules.play.course import Course
from rules.play.position import Place, Stage
from rules.record.values import Meld
from rules.tiles import BACK, Tile
from rules.value import value


@value
class SeatView:
    """What is seen of one seat."""

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    river: tuple[Tile, ...]
    """The discards that lie there: no claimed ones."""
    flowers: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    won: tuple[Tile, ...]
    """The tiles that the seat has won on, where play goes on."""
    declared: tuple[str, ...]


@value
class View:
    """What is seen of a hand."""

    seats: tuple[SeatView, ...]
    indicators: tuple[Tile, ...]
    left: int
    """Tiles that can be drawn yet."""
    stage: Stage
    turn: int


def view(course: Course, seat: int | None = None) -> View:
    """Return what *seat* sees, or without one a bystander or the camera.

    Once the hand is over all tiles and the order of the discards are seen.
    """
    at = course.at
    is_ordered = at.is_over or not at.game.hides_order
    seats = tuple(
        [
            _seat(
                course,
                number,
                is_open=at.is_over or number == seat or lies_open(course, number),
                is_ordered=is_ordered,
            )
            for number in range(at.players)
        ]
    )
    left = course.play.live(at)
    return View(seats, at.wall.indicators, left, at.stage, at.turn)


def lies_open(course: Course, number: int) -> bool:
    """Return whether a seat has laid its hand open by an announcement."""
    return not course.play.laid_open.isdisjoint(course.at.seats[number].declared)


def _seat(course: Course, number: int, *, is_open: bool, is_ordered: bool) -> SeatView:
    place = course.at.seats[number]
    hand = place.hand if is_open else (BACK,) * len(place.hand)
    river = lying_river(course, number)
    river = river if is_ordered else tuple(sorted(river))
    words = tuple(sorted(place.declared))
    winning_tiles = tuple([win.tile for win in place.won if win.tile is not None])
    return SeatView(hand, place.melds, river, place.flowers, place.aside, winning_tiles, words)


def lying_river(course: Course, number: int) -> tuple[Tile, ...]:
    """Return the discards of a seat that nobody claimed and that do not lie aside, in order."""
    place = course.at.seats[number]
    missing = [*_list_claimed_tiles(course.at.seats, number)]
    missing += [tile for tile in place.river if course.play.lies_aside(course.at, tile)]
    lying = list(place.river)
    for tile in missing:
        last = len(lying) - 1 - lying[::-1].index(tile)
        del lying[last]
    return tuple(lying)


def _list_claimed_tiles(seats: tuple[Place, ...], number: int) -> tuple[Tile, ...]:
    melds = [meld for place in seats for meld in place.melds]
    wins = [win for place in seats for win in place.won if win.by == "discard"]
    tiles = [meld.claimed for meld in melds if meld.source == number]
    tiles += [win.tile for win in wins if win.source == number]
    return tuple([tile for tile in tiles if tile is not None])
