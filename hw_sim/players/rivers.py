"""Plausible discards, walls and sticks for a hand that was laid out and not played.

As many discards as a hand of its kind has turns, of tiles that nobody shows; the walls hold the
rest. Which walls are left follows from a throw of the dice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import rules
from hw_sim.camera.rivers import RIICHI_POINTS
from hw_sim.camera.scene import BACK, Discard, LaidMeld, Scene, SeatTiles
from rules.games import PLAYS, play_of
from rules.ruleset import Ruleset
from rules.tiles import KIND, TILES

HONBA_POINTS: Final = 100
_TURNS: Final = (4, 15)
"""A hand that is won takes at least and at most so many turns."""
_ALL: Final = 24
"""No hand takes more turns."""
_LAST: Final = {"last_tile", "last_discard"}
_KEPT: Final = 14
"""So many tiles nobody draws."""
_LONGEST: Final = 20
"""Stacks of the longest wall that a table builds."""

Json = Mapping[str, Any]


def with_rivers(scene: Scene, record: Json, rng: random.Random) -> Scene:
    """Return *scene*, which shows the end of the hand of *record*, with what play left there.

    Equal states of *rng* give equal scenes.
    """
    game = rules.ruleset(record["ruleset"])
    assert isinstance(game, Ruleset)
    copies = game.tiles_for({**game.defaults, **record.get("options", {})})
    unseen = Counter(copies) - Counter(_faces(scene))
    rivers = _rivers(scene, record, _discardable(game, scene, record, unseen), rng)
    left = unseen.total() - sum(code == BACK for code in _faces(scene))
    left -= sum(not discard.is_claimed for river in rivers for discard in river)
    walls = _walls(left, sum(copies.values()), len(rivers), rng)
    seats = [
        replace(laid, river=river, wall=wall)
        for laid, river, wall in zip(scene.seats, rivers, walls, strict=True)
    ]
    if "deposits" in game.carry:
        seats = list(_with_sticks(seats, record["state"]))
    in_disorder = game.id in PLAYS and play_of(game.id).hides_order
    return replace(scene, seats=tuple(seats), in_disorder=in_disorder)


def _faces(scene: Scene) -> Iterator[str]:
    """Yield the code of every tile of *scene*, those of hidden hands as backs."""
    for laid in scene.seats:
        yield from (*laid.hand, *laid.flowers, *laid.aside, *laid.won_again)
        yield from (code for meld in laid.melds for code in meld.tiles)
        if laid.winning is not None:
            yield laid.winning
    yield from (*scene.indicators, *scene.hidden_indicators)


def _discardable(game: Ruleset, scene: Scene, record: Json, unseen: Mapping[str, int]) -> list[str]:
    """Return the tiles nobody shows that people discard: no flowers, nothing wild."""
    options = {**game.defaults, **record.get("options", {})}
    turned_up = [TILES[code] for code in scene.indicators]
    wild = game.wild_tiles(turned_up, options)
    kept = {*game.flower_tiles(options), *wild}
    return [
        code
        for code, count in unseen.items()
        for _ in range(count)
        if TILES[code] not in kept and KIND[TILES[code]] not in wild
    ]


def _rivers(
    scene: Scene, record: Json, pool: list[str], rng: random.Random
) -> list[tuple[Discard, ...]]:
    """Return what each seat discarded, claimed tiles among it, out of *pool*."""
    rng.shuffle(pool)
    wins = record.get("wins") or []
    seats = len(scene.seats)
    most = (len(pool) - sum(code == BACK for code in _faces(scene)) - _KEPT) // seats
    turns = max(0, min(_turns(wins, rng), most))
    rivers = []
    for seat in range(seats):
        count = max(0, turns - rng.randrange(3)) if turns > 1 else turns
        river = [Discard(pool.pop()) for _ in range(count)]
        for meld, owner in _claims(scene):
            if (owner + (meld.from_offset or 0)) % seats == seat:
                river.insert(rng.randrange(len(river) + 1), _claimed(meld.claimed or meld.tiles[0]))
        taken = {win["tile"] for win in wins if win.get("by") == "discard" and win["from"] == seat}
        if record["seats"][seat].get("declared") and river:
            place = rng.randrange(len(river))
            river[place] = replace(river[place], sideways=True)
        rivers.append((*river, *(_claimed(code) for code in sorted(taken))))
    return rivers


def _turns(wins: Sequence[Json], rng: random.Random) -> int:
    """Return how many turns the hand took: as many as there are tiles where nobody won."""
    marks = {mark for win in wins for mark in win.get("marks", ())}
    if not wins or marks & _LAST:
        return _ALL
    return 1 if any("first" in mark for mark in marks) else rng.randint(*_TURNS)


def _claims(scene: Scene) -> Iterator[tuple[LaidMeld, int]]:
    """Yield every set with a tile from another seat, and who owns it."""
    for seat, laid in enumerate(scene.seats):
        yield from ((meld, seat) for meld in laid.melds if meld.from_offset is not None)


def _claimed(code: str) -> Discard:
    return Discard(code, is_claimed=True)


def _walls(left: int, total: int, sides: int, rng: random.Random) -> list[tuple[int, ...]]:
    """Return the heights of the stacks before each of *sides* seats, *left* of *total* tiles.

    A wall is used up from its owner's right, then the left-hand neighbour's; what stands right of
    the break comes last.
    """
    length = min(-(-total // 2 // sides), _LONGEST)
    side, start = rng.randrange(sides), rng.randrange(length)
    order = [(side, stack) for stack in range(start, length)]
    order += [((side - on) % sides, stack) for on in range(1, sides) for stack in range(length)]
    order += [(side, stack) for stack in range(start)]
    walls = [[0] * length for _ in range(sides)]
    for place, stack in reversed(order):
        high = min(left, 2)
        walls[place][stack] = high
        left -= high
    return [tuple(wall) for wall in walls]


def _with_sticks(seats: Sequence[SeatTiles], state: Json) -> Iterator[SeatTiles]:
    """Yield *seats* with the sticks of who is ready, and the banker with those of the counters."""
    carry = state.get("carry", {})
    counters = (HONBA_POINTS,) * carry.get("honba", 0)
    counters += (RIICHI_POINTS,) * carry.get("deposits", 0)
    for seat, laid in enumerate(seats):
        is_ready = any(discard.sideways for discard in laid.river)
        sticks = counters if seat == state.get("banker") else ()
        yield replace(laid, has_stick=is_ready, sticks=sticks)
