"""Hands that players play by rule: from the walls that stand there to what lies there in the end.

What may be done `rules.play` knows; what is done, its plain players choose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import rules
from hw_sim.camera.rivers import RIICHI_POINTS
from hw_sim.camera.scene import Discard, Scene, SeatTiles
from hw_sim.machine.tiles import Stack, Tier
from hw_sim.players.players import HandSpec
from rules.games import play_of
from rules.play.actions import Action, Chow, Kong, Pung, Win
from rules.play.actions import Discard as Discarded
from rules.play.course import Course, begin
from rules.play.plain import played_on
from rules.play.play_rules import PlayRules
from rules.play.views import lies_open
from rules.play.wall import Stacks, from_stacks, stacks_in_order, throw_dice
from rules.tiles import CODES, TILES, Tile, parse, write
from rules.value import value
from rules.walls import Break, Throws

HONBA_POINTS: Final = 100
TIERS: Final = (Tier.TOP, Tier.BOTTOM)

Json = dict[str, Any]


@value
class TableHand:
    """A hand at one moment, and the walls from which it is drawn."""

    course: Course
    walls: Stacks
    """As they were built."""
    broken: Break

    def to_the_end(self) -> TableHand:
        """Return the hand once the plain players have played it to its end."""
        *_, last = self.follow()
        return last

    def follow(self) -> Iterator[TableHand]:
        """Yield the hand after each action of the plain players; itself where it is over."""
        if self.course.is_over:
            yield self
        for course in played_on(self.course):
            yield TableHand(course, self.walls, self.broken)

    def record(self) -> Json:
        """Return the record of the hand that is over, as people show it.

        Discards are not told, a robbed kong is the pung that it stays, and hands that change
        nothing stay closed.
        """
        record = self.course.record()
        for number, seat in enumerate(record["seats"]):
            del seat["discards"]
            seat["melds"] = [_shown_meld(meld, number, record) for meld in seat["melds"]]
        expected = rules.settle_json(record)
        winners = {win["seat"] for win in record["wins"]}
        for number, seat in enumerate(record["seats"]):
            hand = seat["hand"]
            if number in winners or hand is None or lies_open(self.course, number):
                continue
            seat["hand"] = None
            if rules.settle_json(record) != expected:
                seat["hand"] = hand
        return record

    def scene(self, record: Json) -> Scene:
        """Return what lies on the table once the hand of *record*, which is this one, is over."""
        game = self.course.at.game
        scene = Scene.from_record(record, game.hand_size)
        seats = [
            replace(place, river=river, wall=wall)
            for place, river, wall in zip(scene.seats, self.rivers(), self.heights(), strict=False)
        ]
        if "deposits" in game.carry:
            seats = list(_with_sticks(seats, self.course))
        return replace(
            scene,
            seats=tuple(seats),
            indicators=tuple([CODES[self.course.at.wall.tiles[at]] for at in self._turned_up()]),
            in_disorder=game.hides_order,
        )

    def rivers(self) -> list[tuple[Discard, ...]]:
        """Return what each seat discarded in order, without what lies in its own area."""
        course = self.course
        rivers: list[list[Discard]] = [[] for _ in course.at.seats]
        last: tuple[int, Discard] | None = None
        for action in course.at.log:
            if isinstance(action, Discarded):
                last = None
                if not course.play.lies_aside(course.at, action.tile):
                    last = action.seat, Discard(CODES[action.tile], bool(action.declares))
                    rivers[action.seat].append(last[1])
            elif last is not None and _takes(action, course):
                rivers[last[0]][-1] = replace(last[1], is_claimed=True)
        return [tuple(river) for river in rivers]

    def places_gone(self) -> list[tuple[int, int, Tier]]:
        """Return wall, stack and tier of each tile that stands there no more, top before bottom."""
        left = self._standing()
        return [where for at, where in enumerate(self._places()) if at not in left]

    def heights(self) -> list[tuple[int, ...]]:
        """Return how many tiles high each stack of each wall is, from its right-hand end."""
        heights = [[0] * len(wall) for wall in self.walls]
        places = self._places()
        for at in self._standing():
            side, stack, _ = places[at]
            heights[side][stack] += 1
        return [tuple(wall) for wall in heights]

    def _places(self) -> list[tuple[int, int, Tier]]:
        """Return wall, stack and tier of each place of the play's wall."""
        order = stacks_in_order(self.walls, self.broken)
        return [
            (side, stack, tier)
            for side, stack in order
            for tier in TIERS[-len(self.walls[side][stack]) :]
        ]

    def _turned_up(self) -> tuple[int, ...]:
        """Return the places of the indicators that nobody has drawn."""
        wall = self.course.at.wall
        left = set(wall.places_left)
        return (*wall.turned, *(place for place in wall.live_indicators if place in left))

    def _standing(self) -> set[int]:
        """Return the places whose tiles stand in the walls: none that lies in the middle."""
        at = self.course.at
        standing = set(at.wall.places_left) - set(self._turned_up())
        for tile in self.course.play.hidden_indicators(at, at.wins):
            same = [place for place in sorted(standing) if at.wall.tiles[place] == tile]
            below = [place for place in same if place - 1 in at.wall.turned]
            standing.discard((*below, *same)[0])
        return standing


def _takes(action: Action, course: Course) -> bool:
    """Return whether *action* takes what was discarded last, for a set or a win that counts."""
    if isinstance(action, Win):
        return action.by == "discard" and bool(course.at.wins)
    return isinstance(action, Chow | Pung | Kong) and action.source is not None


def _shown_meld(meld: Json, owner: int, record: Json) -> Json:
    """Return *meld* as it lies there: without the tile by which it was robbed."""
    for win in record["wins"]:
        is_robbed = win["by"] == "robbed_kong" and win["from"] == owner
        if is_robbed and meld["kind"] == "kong_added":
            tiles = list(parse(meld["tiles"]))
            if TILES[win["tile"]] in tiles:
                tiles.remove(TILES[win["tile"]])
                return {**meld, "kind": "pung", "tiles": write(tiles)}
    return meld


def deal(name: str, walls: Stacks | None, rng: random.Random, spec: HandSpec) -> TableHand:
    """Return the hand of the game *name* as it is dealt from *walls*, broken by the dice of *spec*.

    Without *walls*, people build and shuffle them by hand; without dice they throw them. Raise
    `RecordError` where the walls have other tiles than the game.
    """
    play = play_of(name)
    options = {**play.game.defaults, **spec.options}
    players = play.game.players(options)
    state = {"banker": rng.randrange(players)} if spec.state is None else spec.state
    banker = state.get("banker") or 0
    throws = throw_dice(play.game, banker, options, rng, play.later_throws)
    dice = throws if spec.dice is None else [*spec.dice, *throws[len(spec.dice) :]]
    walls = built_by_hand(play, options, rng) if walls is None else walls
    roll = Throws(banker, tuple(tuple(throw) for throw in dice), players, options)
    broken = play.game.break_wall(roll)
    if not isinstance(broken, Break):
        broken = Break(banker, 0)
    course = begin(play, from_stacks(walls, broken), dice, state, spec.options)
    return TableHand(course, walls, broken)


def built_by_hand(play: PlayRules, options: Mapping[str, Any], rng: random.Random) -> Stacks:
    """Return walls of all tiles before those who play, as equally long as can be."""
    copies = play.game.tiles_for(options)
    tiles: list[Tile] = [TILES[code] for code, count in copies.items() for _ in range(count)]
    rng.shuffle(tiles)
    stacks = [tuple(tiles[at : at + 2]) for at in range(0, len(tiles), 2)]
    players = play.game.players(options)
    length = -(-len(stacks) // players)
    return [stacks[side * length : (side + 1) * length] for side in range(players)]


def stacks_of(walls: Sequence[Sequence[Stack]]) -> Stacks:
    """Return the walls that a machine has built, by the faces of their tiles."""
    return [
        [tuple([TILES[tile.face] for tile in stack if tile is not None]) for stack in wall]
        for wall in walls
    ]


def _with_sticks(seats: Sequence[SeatTiles], course: Course) -> Iterator[SeatTiles]:
    """Yield *seats* with the sticks of who is ready, and the banker with those of the counters."""
    state = course.at.state
    counters = (HONBA_POINTS,) * state.carry.get("honba", 0)
    counters += (RIICHI_POINTS,) * state.carry.get("deposits", 0)
    for seat, seat_tiles in enumerate(seats):
        is_ready = bool(course.at.seats[seat].declared)
        sticks = counters if seat == state.banker else ()
        yield replace(seat_tiles, has_stick=is_ready, sticks=sticks)
