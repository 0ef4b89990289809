"""What the machine does, movement by movement: one generator per job.

Each `Step` that a procedure yields is a movement with its duration; the tiles move
when it resumes. A mechanism that cannot go on raises `MachineStop`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from firmware_bridge.wire.codes import ANY_SET, NO_SIDE, DiceSource, JobKind, Stage
from hw_sim.machine.motion import LIFT_MM, Hardware, MachineStop, Procedure, Step, free, move
from hw_sim.machine.peripherals import PART_OF, SIDED, Part, Spot
from hw_sim.machine.stacking import stack_all
from hw_sim.machine.tiles import SIDES, SimTile
from hw_sim.profile import Profile

ALL_SIDES: Final = tuple(range(SIDES))
THROWS: Final = 3
"""Times that the dice are thrown again before people are called."""


def procedure_for(kind: JobKind, hardware: Hardware) -> Procedure:
    """Return the procedure of *kind* on *hardware*."""
    return _PROCEDURES[kind](hardware)


def open_hole(hw: Hardware, percent: int = 0) -> Procedure:
    """Raise the centre and open the lid."""
    yield from move(hw, Part.LID, Step(Stage.OPEN_HOLE, percent, hw.profile.times.hole))
    yield from move(hw, Part.CENTRE, Step(Stage.OPEN_HOLE, percent, 0.0))
    hw.hole_open = True
    return b""


def close_hole(hw: Hardware, percent: int = 0, *, taken_in: bool = False) -> Procedure:
    """Close the lid; where a hand was *taken in*, the lifters go down with what is left on them."""
    yield from move(hw, Part.LID, Step(Stage.CLOSE_HOLE, percent, hw.profile.times.hole))
    yield from move(hw, Part.CENTRE, Step(Stage.CLOSE_HOLE, percent, 0.0))
    hw.hole_open = False
    if taken_in:
        hw.places.return_walls()
    if not hw.places.in_walls():
        hw.walls_up, hw.lift_mm = False, 0.0
    return b""


def drop(hw: Hardware) -> Procedure:
    """Open the hole, take tiles in until all are counted or a key is pressed, close it.

    That is the set in play, or the other one out of its box: then the walls stay as they are.
    """
    which = hw.sets.to_drop(hw.args.get("set", ANY_SET))
    is_played = which == hw.sets.in_play
    yield from open_hole(hw)
    yield from take_in(hw, which, 20)
    yield from close_hole(hw, 80, taken_in=is_played)
    return b""


def build(hw: Hardware) -> Procedure:
    """Mix a set and build its walls below the table top."""
    yield from _build_set(hw, hw.sets.to_build(hw.args.get("set", ANY_SET)), 0, 100)
    return bytes(hw.wall_plan.layout)


def raise_walls(hw: Hardware, percent: int = 0) -> Procedure:
    """Lift the four walls to the table top, all at the same pace."""
    if not hw.places.in_walls():
        hw.places.lay_on_lifters()
    step = Step(Stage.RAISE, percent, hw.profile.times.raise_)
    yield from move(hw, Part.LIFTER, step, ALL_SIDES)
    side = hw.peripherals.uneven_side()
    if side is not None:
        raise MachineStop(305, side)
    hw.walls_up, hw.lift_mm = True, LIFT_MM
    return bytes(hw.wall_plan.layout)


def lower_walls(hw: Hardware) -> Procedure:
    """Let whole walls down again."""
    yield from move(hw, Part.LIFTER, Step(Stage.LOWER, 0, hw.profile.times.lower), ALL_SIDES)
    hw.walls_up, hw.lift_mm = False, 0.0
    return b""


def next_hand(hw: Hardware) -> Procedure:
    """Take the tiles of the last hand in and raise the next walls: one op.

    With one set in the machine these are mixed and built first; with two, the other set stands
    ready, or is made ready before the hole opens: one tray cannot keep two sets apart.
    """
    if hw.sets.are_two and (hw.builds_beside or hw.sets.is_inside(hw.sets.other)):
        return (yield from _change_sets(hw))
    which = hw.sets.in_play
    yield from give_back(hw, 0)
    yield from open_hole(hw, 5)
    yield from take_in(hw, which, 10)
    yield from close_hole(hw, 20, taken_in=True)
    yield from _build_set(hw, which, 25, 90)
    return (yield from _raise_and_deal(hw, 90))


def _change_sets(hw: Hardware) -> Procedure:
    if hw.places.in_walls() and (not hw.walls_up or hw.sets.count_dealt(hw.sets.in_play)):
        is_fresh = hw.sets.is_whole()
        if not hw.walls_up:
            yield from raise_walls(hw, 0)
        if hw.sets.count_dealt(hw.sets.in_play):
            yield from _hand_out(hw, 5, hw.wall_plan.players)
        if is_fresh:
            return bytes(hw.wall_plan.layout)  # nobody has played with these yet
    yield from _await_build(hw, 5)
    other = hw.sets.other
    if not hw.sets.is_ready(other):
        yield from _complete(hw, other, 5)
        yield from _build_set(hw, other, 10, 60)
    if hw.walls_up:
        previous = hw.sets.in_play
        yield from open_hole(hw, 60)
        yield from take_in(hw, previous, 65)
        yield from close_hole(hw, 75, taken_in=True)
    return (yield from _raise_and_deal(hw, 85))


def _await_build(hw: Hardware, percent: int) -> Procedure:
    """Wait for the set that is being built beside the hand; what stopped it stops this too."""
    while hw.builds_beside:
        yield Step(Stage.BUILD, percent, hw.profile.times.drop_poll)
    (code, side), hw.beside_fault = hw.beside_fault, (0, NO_SIDE)
    if code:
        raise MachineStop(code, side)
    return b""


def _complete(hw: Hardware, which: int, percent: int) -> Procedure:
    if sum(1 for _ in hw.places.below()) >= hw.wall_plan.count:
        return b""
    yield from open_hole(hw, percent)
    yield from take_in(hw, which, percent)
    yield from close_hole(hw, percent)
    return b""


def _build_set(hw: Hardware, which: int, start: int, end: int) -> Procedure:
    """Take set *which* back into the tray, mix it and build its walls beside the lifters.

    After a lockout the machine counts first: it has to see again which set is where.
    """
    hw.sets.building = which
    try:
        if hw.sets.must_count:
            yield Step(Stage.CENSUS, start, hw.profile.times.census)
            hw.sets.must_count = False
        yield from give_back(hw, start)
        yield from shuffle(hw, start + (end - start) // 10)
        yield from stack_all(hw, start + (end - start) // 4, end)
    finally:
        hw.sets.building = None
    return b""


def _raise_and_deal(hw: Hardware, percent: int) -> Procedure:
    """Raise the walls, and lift what was dealt before its players."""
    layout = yield from raise_walls(hw, percent)
    if hw.places.in_chutes():
        yield from _hand_out(hw, percent + 5, hw.wall_plan.players)
    return layout


def deal(hw: Hardware) -> Procedure:
    """Lift the dealt tiles before their players."""
    yield from _hand_out(hw, 0, hw.args["seats"])
    return bytes([hw.args["tiles"]] * hw.args["seats"])


def roll(hw: Hardware) -> Procedure:
    """Rattle the dice, let them settle, read them twice; the two readings must agree."""
    code, confidence = 603, 99
    for _ in range(THROWS):
        rattle_ms = yield from rattle(hw)
        if hw.profile.dice_source == "none":
            return bytes([DiceSource.NONE, 0]) + rattle_ms
        readings = hw.dice.read(hw.peripherals)
        if readings is not None and readings[0] == readings[1]:
            if hw.dice.note(readings[0]):
                hw.warn(606)
            source = DiceSource[hw.profile.dice_source.upper()]
            return bytes([source, confidence, *readings[0], *readings[1]]) + rattle_ms
        code = 603 if readings is None else 604
        confidence -= 20
        hw.warn(code)
    raise MachineStop(code)


def home(hw: Hardware) -> Procedure:
    """Bring every mechanism to its home position: the lid closes, walls stay as they are."""
    yield Step(Stage.HOME, 0, hw.profile.times.home)
    if not hw.peripherals.sees(Spot.HOME, NO_SIDE, truth=True):
        raise MachineStop(405)
    hw.hole_open = False
    return b""


def census(hw: Hardware) -> Procedure:
    """Count the tiles in the machine, place by place."""
    yield Step(Stage.CENSUS, 0, hw.profile.times.census)
    wish = hw.args.get("set", ANY_SET)
    counts = hw.places.counts(None if wish == ANY_SET else wish, with_walls=not hw.walls_up)
    return b"".join(count.to_bytes(2, "little") for count in (sum(counts), *counts))


def jam_clear(hw: Hardware) -> Procedure:
    """Turn a blocked part back and forth, under the eyes of the host."""
    part, side = _part(hw)
    before = hw.peripherals.drive(part, side).diagnose(part, hw.now)
    code = yield from free(hw, part, side, 0)
    if before and code:
        raise MachineStop(code, side)
    return b""


def self_test(hw: Hardware) -> Procedure:
    """Move every part a little, or the one numbered; the result has a byte for each."""
    test = hw.args["test"]
    parts = [part for part in Part if not test or PART_OF.get(test - 1) is part]
    failures = bytearray()
    for number, part in enumerate(parts):
        yield Step(Stage.TEST, 100 * number // len(parts), hw.profile.times.test)
        sides = ALL_SIDES if part in SIDED else (NO_SIDE,)
        failures.append(
            any(hw.peripherals.drive(part, side).diagnose(part, hw.now) for side in sides)
        )
    return bytes(failures)


def jog(hw: Hardware) -> Procedure:
    """Move one part by the distance asked for, in millimetres."""
    part, side = _part(hw)
    seconds = abs(hw.args["distance"]) / hw.profile.times.jog_mm_s
    yield from move(hw, part, Step(Stage.JOG, 0, seconds), (side,))
    return b""


def _part(hw: Hardware) -> tuple[Part, int]:
    part = PART_OF[hw.args["mechanism"]]
    return part, hw.args["side"] if part in SIDED else NO_SIDE


def take_in(hw: Hardware, which: int, percent: int) -> Procedure:
    """Let set *which* fall in until all of it is counted, or people say that they are done."""
    times, before = hw.profile.times, len(hw.places.tray)
    wait_s, has_warned = 0.0, False
    hw.close_pressed = False
    hw.sets.dropping = which
    while True:
        hw.people()
        is_full = hw.profile.counts_in and len(hw.places.tray) >= hw.wall_plan.count
        if is_full or hw.close_pressed:
            tile_count = len(hw.places.tray) - before
            counts = [
                hw.peripherals.counts(spot, tile_count) for spot in (Spot.INTAKE_A, Spot.INTAKE_B)
            ]
            if counts[0] != counts[1]:
                raise MachineStop(406)
            return b""
        if wait_s >= times.drop_limit:
            raise MachineStop(101)
        if wait_s >= times.drop_warn and not has_warned:
            hw.warn(101)
            has_warned = True
        yield Step(Stage.DROP, percent, times.drop_poll)
        wait_s += times.drop_poll


def give_back(hw: Hardware, percent: int) -> Procedure:
    """Push what stands below the table top back into the tray, but not the hand beside a build."""
    places = hw.places
    is_beside = hw.sets.building not in (None, hw.sets.in_play)
    walls = 0 if hw.walls_up or is_beside else places.in_walls()
    if walls + places.in_slots() + places.in_path() + places.in_chutes():
        step = Step(Stage.RETURN, percent, hw.profile.times.return_)
        yield from move(hw, Part.PUSHER, step, ALL_SIDES)
        places.return_path()
        places.return_slots()
        if walls:
            places.return_walls()
    return b""


def shuffle(hw: Hardware, percent: int) -> Procedure:
    """Mix what is in the tray."""
    yield from move(hw, Part.TRAY, Step(Stage.SHUFFLE, percent, hw.profile.times.shuffle))
    mix(hw.places.tray, hw.profile, hw.rng)
    return b""


def _hand_out(hw: Hardware, percent: int, seats: int) -> Procedure:
    step = Step(Stage.DEAL, percent, hw.profile.times.deal)
    yield from move(hw, Part.CHUTE, step, ALL_SIDES[:seats])
    for seat in range(seats):
        hw.places.hand_out(seat)
    return b""


def rattle(hw: Hardware) -> Procedure:
    """Throw the dice once and wait until they rest; return the milliseconds of the rattle."""
    times, rattle_s = hw.profile.times, 0.0
    if hw.profile.dice_source != "rng":
        rattle_s = hw.dice.rattle_s(*times.roll)
        yield from move(hw, Part.DICE, Step(Stage.ROLL, 0, rattle_s))
        if rattle_s < times.roll[0]:
            hw.warn(605)
    hw.dice.throw(hw.args["dice"])
    yield Step(Stage.SETTLE, 80, times.settle)
    if not hw.dice.rests():
        yield Step(Stage.SETTLE, 90, times.settle_limit)
        if not hw.dice.rests():
            raise MachineStop(602)
    return round(1000 * rattle_s).to_bytes(2, "little")


def mix(tray: list[SimTile], profile: Profile, rng: random.Random) -> None:
    """Mix *tray* as the profile's mixer does.

    Real tables do not mix evenly (`protocol.md` §3.1): a clustered mixer lets a tile
    travel only so far from the tiles that it fell in with; a layered one leaves tiles
    that fell in first below those that came last.
    """
    if profile.mixer.model == "uniform":
        rng.shuffle(tray)
        return
    reach = profile.mixer.spread * len(tray)
    keys = {tile: place + rng.uniform(-reach, reach) for place, tile in enumerate(tray)}
    cut = rng.randrange(len(tray)) if tray else 0
    tray.sort(key=keys.__getitem__)
    if profile.mixer.model == "clustered":
        tray[:] = tray[cut:] + tray[:cut]


_PROCEDURES: Final[dict[JobKind, Callable[[Hardware], Procedure]]] = {
    JobKind.OPEN_HOLE: open_hole,
    JobKind.CLOSE_HOLE: close_hole,
    JobKind.DROP: drop,
    JobKind.BUILD: build,
    JobKind.RAISE: raise_walls,
    JobKind.LOWER: lower_walls,
    JobKind.NEXT_HAND: next_hand,
    JobKind.ROLL: roll,
    JobKind.HOME: home,
    JobKind.CENSUS: census,
    JobKind.DEAL: deal,
    JobKind.JAM_CLEAR: jam_clear,
    JobKind.SELF_TEST: self_test,
    JobKind.JOG: jog,
}
