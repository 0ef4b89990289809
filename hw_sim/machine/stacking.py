"""The way of the tiles from tray to wall: ring, conveyor, head, pusher, chute, in rounds.

All sides work at once, as on the machine; in each round a pusher empties its head, the
conveyor fills the head, and the ring fills the conveyor. A table with one head serves
the sides in turn through its chain rod.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire.codes import NO_SIDE, Stage
from hw_sim.machine.motion import Hardware, MachineStop, Procedure, Step, look, move
from hw_sim.machine.peripherals import Part, Spot
from hw_sim.machine.places import Places
from hw_sim.machine.tiles import SIDES, Flaw, SimTile

PAIR: Final = 2
ROUND: Final = (Part.CONVEYOR, Part.HEAD, Part.PUSHER)
"""What moves on every side in a round."""
MAX_ROUNDS: Final = 400
"""More than any table needs for its tiles: a build that does not end is our mistake."""

_UNPICKABLE: Final = {Flaw.FACE_UP: 104, Flaw.WEAK_MAGNET: 107}
_ON_BELT: Final = {Flaw.STUCK: 105, Flaw.WRONG_SIZE: 107}


def tile_fault(places: Places, code: int, back: int) -> bool:
    """Return whether the tiles within the machine still show fault *code* (1xx).

    *back* is the colour that their backs should have.
    """
    below = [*places.tray, *(tile for lane in (*places.belts, *places.heads) for tile in lane)]
    if code == 103:
        return any(tile.back != back for tile in below)
    if code == 106:
        return bool(places.foreign)
    flaws = {**_UNPICKABLE, **_ON_BELT}
    return any(flaws.get(places.flaws[tile]) == code for tile in below if tile in places.flaws)


def stack_all(hw: Hardware, start: int, end: int) -> Procedure:
    """Deal where the plan says so, then build the walls: from *start* to *end* percent."""
    for _, side in hw.peripherals.weak_spots():
        hw.warn(403, side)
    if hw.peripherals.dust_box_full:
        hw.warn(1002)
    for side in range(SIDES):
        if hw.peripherals.sees(
            Spot.PASSAGE, side, bool(hw.places.heads[hw.peripherals.sensor_side(side)])
        ):
            raise MachineStop(401, side)
    total = hw.wall_plan.count
    for _ in range(MAX_ROUNDS):
        lacks = [_count_lack(hw, side) for side in range(SIDES)]
        sides = [side for side in range(SIDES) if lacks[side]]
        if not sides:
            break
        at = start + (end - start) * (total - sum(lacks)) // total
        yield from _round(hw, sides, min(end, at))
    else:
        raise AssertionError("a build of this plan has an end")
    if hw.places.tray:
        raise MachineStop(102)
    return b""


def _count_lack(hw: Hardware, side: int) -> int:
    to_wall = wall_tiles(hw.wall_plan, side) - sum(map(len, hw.places.slots[side]))
    to_deal = _deal_size(hw, side) - len(hw.places.chutes[side])
    return (to_wall if to_wall > 0 else 0) + (to_deal if to_deal > 0 else 0)


def wall_tiles(plan: WallPlan, side: int) -> int:
    """Return how many tiles *plan* gives a wall; an odd rest makes half a stack."""
    tiles = 2 * plan.layout[side]
    is_odd = (plan.count - plan.deal * plan.players) % 2
    return tiles - 1 if is_odd and tiles and not any(plan.layout[side + 1 :]) else tiles


def _deal_size(hw: Hardware, side: int) -> int:
    return hw.wall_plan.deal if side < hw.wall_plan.players else 0


def _round(hw: Hardware, sides: list[int], percent: int) -> Procedure:
    """Let every one of *sides*, which still want tiles, do one movement of each of its parts."""
    if hw.profile.heads == 1:
        sides = sides[:1]
        yield from move(hw, Part.CHAIN, Step(Stage.BUILD, percent, hw.profile.times.stack / 3))
    drives = hw.peripherals.drives
    slowest = max([drives[part, side].slowness for part in ROUND for side in sides])
    yield Step(Stage.BUILD, percent, hw.profile.times.stack * slowest)
    for side in sides:
        if _is_paired(hw, side):
            yield from _push(hw, side, percent)
        if hw.places.belts[side]:
            yield from _feed(hw, side, percent)
    for side in sides:
        lacks = _room(hw, side)
        if lacks > 0:
            yield from _pick(hw, side, lacks, percent)
    return b""


def _is_paired(hw: Hardware, side: int) -> bool:
    """Return whether the head holds a stack: two tiles, or the one that ends an odd wall."""
    count = len(hw.places.heads[side])
    if count != 1:
        return count == PAIR
    return wall_tiles(hw.wall_plan, side) - sum(map(len, hw.places.slots[side])) == 1


def _room(hw: Hardware, side: int) -> int:
    belt = len(hw.places.belts[side])
    free = PAIR - belt
    return min(free, _count_lack(hw, side) - belt - len(hw.places.heads[side])) if free > 0 else 0


def _push(hw: Hardware, side: int, percent: int) -> Procedure:
    yield from look(hw, Part.PUSHER, side, percent)
    has_tiles = bool(hw.places.heads[hw.peripherals.sensor_side(side)])
    if not hw.peripherals.sees(Spot.PASSAGE, side, has_tiles):
        raise MachineStop(402, side)  # the pusher works against something that nobody sees
    hw.places.push_stack(side)
    return b""


def _feed(hw: Hardware, side: int, percent: int) -> Procedure:
    places = hw.places
    yield from look(hw, Part.CONVEYOR, side, percent)
    for tile in places.belts[side]:
        _inspect(hw, tile, side)
    while places.belts[side] and len(places.chutes[side]) < _deal_size(hw, side):
        yield from look(hw, Part.CHUTE, side, percent)
        places.deal_one(side)
    if places.belts[side]:
        yield from look(hw, Part.HEAD, side, percent)
        places.feed(side, PAIR - len(places.heads[side]))
        if hw.peripherals.sensor(Spot.PASSAGE, side).late:
            raise MachineStop(404, side)  # the head tells of a tile after the pusher has met it
    return b""


def _inspect(hw: Hardware, tile: SimTile, side: int) -> None:
    """Look at a tile on the conveyor: colour of its back, thickness and length."""
    if hw.places.foreign:
        raise MachineStop(106, side)
    if tile.back != hw.sets.building:
        raise MachineStop(103, side)
    flaw = hw.places.flaws.get(tile)
    if flaw in _ON_BELT:
        raise MachineStop(_ON_BELT[flaw], side)


def _pick(hw: Hardware, side: int, lacks: int, percent: int) -> Procedure:
    places = hw.places
    for _ in range(lacks):
        tile = _next_tile(places)
        if tile is None:
            yield Step(Stage.BUILD, percent, hw.profile.times.starved)
            tile = _next_tile(places)
        if tile is None:
            raise MachineStop(_why_starved(places), NO_SIDE)
        places.pick(tile, side)
    return b""


def _next_tile(places: Places) -> SimTile | None:
    if not places.flaws:
        return places.tray[0] if places.tray else None
    pickable = (tile for tile in places.tray if places.flaws.get(tile) not in _UNPICKABLE)
    return next(pickable, None)


def _why_starved(places: Places) -> int:
    """Return the fault: what is left in the tray, if anything, shows face or pulls too little."""
    codes = [_UNPICKABLE[places.flaws[tile]] for tile in places.tray]
    return codes[0] if codes else 101
