"""A wall as it is taken from: its head, its tail, what was turned up, what is left.

Places count from the break in the order of drawing, top before bottom, so that places
2k and 2k + 1 are one stack. Chance is handed in: nothing here shuffles by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Protocol

from rules.errors import Problem
from rules.game import Game
from rules.tiles import CODES, TILES, Tile
from rules.value import evolve, value
from rules.walls import Break, Throws

NOWHERE: Final[frozenset[int]] = frozenset()


class Chance(Protocol):
    """What shuffles and throws: a `random.Random` with its seed, or a test's own."""

    def shuffle(self, x: list[Any], /) -> None:
        """Bring the list into a chance order."""

    def randint(self, a: int, b: int, /) -> int:
        """Return a whole number from *a* to *b*."""


@value
class Wall:
    """What lies in the wall; taking a tile gives the next wall."""

    tiles: tuple[Tile, ...]
    """All that were built, from the break on."""
    head: int = 0
    """The place that is drawn next."""
    tail: int = 0
    """How many places were passed from the tail on, the top of each stack first."""
    turned: tuple[int, ...] = ()
    """The places of indicators: their tiles are never drawn."""
    away: frozenset[int] = NOWHERE
    """Turned and taken places that neither head nor tail has passed."""
    taken: int = 0
    live_indicators: tuple[int, ...] = ()
    """The places of indicators that are drawn like any other tile."""

    @property
    def left(self) -> int:
        """Return how many tiles can still be drawn, reserved ones among them."""
        return len(self.tiles) - self.taken - len(self.turned)

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Return the tiles turned up, in order."""
        return tuple([self.tiles[place] for place in (*self.turned, *self.live_indicators)])

    @property
    def places_left(self) -> tuple[int, ...]:
        """Return the places whose tiles lie in the wall face down, or may still be drawn."""
        used_places = {self._tail_place(count) for count in range(self.tail)} | self.away
        return tuple([at for at in range(self.head, len(self.tiles)) if at not in used_places])

    def before_last(self, stacks: int) -> int:
        """Return how many tiles the head draws before only the last *stacks* stacks stand.

        The last stack stands until its lower tile is taken, and while one of it is turned up.
        """
        end = len(self.tiles) - 2 * (self.tail // 2)
        end -= 2 * (stacks - sum(place >= end for place in self.turned))
        return end - self.head - sum(self.head <= place < end for place in self.turned)

    def turn_up(self, place: int) -> Wall:
        """Return the wall whose tile at *place* is turned up."""
        turned_places = (*self.turned, place)
        away = self.away | {place}
        return Wall(
            self.tiles, self.head, self.tail, turned_places, away, self.taken, self.live_indicators
        )

    def show(self, place: int) -> Wall:
        """Return the wall whose tile at *place* is an indicator and stays to be drawn."""
        return evolve(self, live_indicators=(*self.live_indicators, place))

    @property
    def next_tile(self) -> Tile:
        """Return the next tile from the head."""
        return self.tiles[self._next_at_head()]

    def draw(self) -> tuple[Tile, Wall]:
        """Return the next tile from the head, and the wall without it."""
        place = self._next_at_head()
        draws = self.taken + 1
        return self.tiles[place], Wall(
            self.tiles, place + 1, self.tail, self.turned, self.away, draws, self.live_indicators
        )

    def draw_from_tail(self) -> tuple[Tile, Wall]:
        """Return the next tile from the tail, the top of a stack first, and the wall without it."""
        count = self._next_at_tail()
        tile, draws = self.tiles[self._tail_place(count)], self.taken + 1
        return tile, Wall(
            self.tiles, self.head, count + 1, self.turned, self.away, draws, self.live_indicators
        )

    def turn_up_from_tail(self) -> Wall:
        """Return the wall whose next tile from the tail is turned up."""
        return self.turn_up(self._tail_place(self._next_at_tail()))

    def take(self, place: int) -> tuple[Tile, Wall]:
        """Return the tile at *place*, which lies there yet, and the wall without it."""
        away = self.away | {place}
        draws = self.taken + 1
        return self.tiles[place], Wall(
            self.tiles, self.head, self.tail, self.turned, away, draws, self.live_indicators
        )

    def stacks(self) -> list[list[int]]:
        """Return the places that can be drawn yet, stack by stack, the last stack first."""
        by_stack = groupby(self.places_left, lambda place: place // 2)
        return [list(stack) for _, stack in by_stack][::-1]

    def place_of(self, broken: Break, players: int) -> int:
        """Return the place of the indicator of *broken*, counted from head, tail or a wall's end.

        On a wall it is counted among those of as many stacks before each of the *players*.
        """
        indicator = broken.indicator
        assert indicator is not None
        bottom = indicator.tier == "bottom"
        stack = 2 * (indicator.stack - 1)
        if indicator.origin == "tail":
            return len(self.tiles) - 2 - stack + bottom
        if indicator.origin is None and indicator.wall is not None:
            walls = (broken.wall - indicator.wall) % players
            stack += walls * len(self.tiles) // players - 2 * broken.after
        return stack % len(self.tiles) + bottom

    def _next_at_head(self) -> int:
        """Return the place of the next tile from the head."""
        place = self.head
        while self._is_gone(place):
            place += 1
        return place

    def _next_at_tail(self) -> int:
        """Return how many places from the tail on the next tile lies."""
        count = self.tail
        while (place := self._tail_place(count)) < self.head or place in self.away:
            count += 1
        return count

    def _tail_place(self, count: int) -> int:
        return len(self.tiles) - 2 - 2 * (count // 2) + count % 2

    def _is_gone(self, place: int) -> bool:
        """Return whether the tile at *place* is turned up, or was taken before its turn."""
        half_taken = self.tail % 2 and place == self._tail_place(self.tail - 1)
        return bool(half_taken) or place in self.away


def shuffle_wall(copies: Mapping[str, int], chance: Chance) -> Wall:
    """Return a wall of *copies* of each tile code in a chance order."""
    tiles = [TILES[code] for code, count in copies.items() for _ in range(count)]
    chance.shuffle(tiles)
    return Wall(tuple(tiles))


def throw_dice(
    game: Game, banker: int, options: Mapping[str, Any], chance: Chance, later: int = 0
) -> list[list[int]]:
    """Return every throw that breaks the wall of *game*, whose *options* are all there.

    Another *later* throws follow them, for what is decided by dice in the middle of the hand.
    """
    throws = len(game.throwers(Throws(banker, (), game.players(options), options)))
    dice = game.dice_for(options)
    return [[chance.randint(1, 6) for _ in range(dice)] for _ in range(throws + later)]


Stacks = Sequence[Sequence[tuple[Tile, ...]]]
"""Walls as they stand before the seats: stacks from the right-hand end on, top tile first."""


def from_stacks(walls: Stacks, broken: Break) -> Wall:
    """Return the wall that lies before the seats, opened where it is *broken*."""
    order = stacks_in_order(walls, broken)
    return Wall(tuple([tile for side, stack in order for tile in walls[side][stack]]))


def stacks_in_order(walls: Stacks, broken: Break) -> list[tuple[int, int]]:
    """Return wall and stack, from 0, in the order in which tiles are drawn.

    After a wall's last stack comes the right-hand end of the left-hand neighbour's.
    """
    sides = [(broken.wall - step) % len(walls) for step in range(len(walls))]
    order = [(side, stack) for side in sides for stack in range(len(walls[side]))]
    return [*order[broken.after :], *order[: broken.after]]


def wall_problem(tiles: Iterable[Tile], copies: Mapping[str, int]) -> Problem | None:
    """Return which tile of a wall is too many or missing for the game's *copies*, or nothing."""
    there = Counter(CODES[tile] for tile in tiles)
    for code in sorted({*there, *copies}):
        copy_count = copies.get(code, 0)
        if there[code] != copy_count:
            message = f"the wall has {there[code]} of {code}, the game {copy_count}"
            return Problem("bad_tiles", message, "wall")
    return None
