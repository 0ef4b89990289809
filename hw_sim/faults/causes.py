"""What a person, wear or chance does to a table so that it comes to each fault of the catalogue.

`put` changes a condition of tiles, motors, sensors, dice, switches or supply; the board
then senses it in the movement where it matters, and never hears the code from here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from firmware_bridge.wire.codes import NO_SIDE, ResetCause
from hw_sim.board.device import Device
from hw_sim.machine.peripherals import FIRM, JAM, SIDED, Part, Sensor, Spot
from hw_sim.machine.tiles import Flaw, SimTile

Act = Callable[["Device", int], None]

COOL_S: Final = 120.0
"""So long a hot motor takes to cool down."""
_PART: Final = {code: part for part, code in JAM.items()}
_ON_A_SIDE: Final = frozenset({305, 401, 402, 404})


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that can be done to a table, and undone."""

    what: str
    put: Act
    remove: Act


def put(device: Device, code: int, side: int = NO_SIDE) -> None:
    """Bring about the cause of fault *code* at *side*; raise `ValueError` for an unknown one."""
    cause(code).put(device, _side(code, side))


def remove(device: Device, code: int, side: int = NO_SIDE) -> None:
    """Let a person take the cause of fault *code* at *side* away again."""
    cause(code).remove(device, _side(code, side))


def cause(code: int) -> Cause:
    """Return what brings about fault *code*; raise `ValueError` for an unknown one."""
    causes = CAUSES | OWN
    if code not in causes:
        raise ValueError(f"no cause of fault {code}: choose from {sorted(causes)}")
    return causes[code]


def _side(code: int, side: int) -> int:
    """Return *side*, or side 0 where the cause has to be at one and none was said."""
    is_sided = code in _ON_A_SIDE or _PART.get(code) in SIDED
    return 0 if side == NO_SIDE and is_sided else side


def _drive(name: str, wrong: Any, right: Any, part: Part | None = None) -> tuple[Act, Act]:
    """Return the acts that set and reset a condition of a motor: the tray's, or a conveyor's."""

    def change(value: Any) -> Act:
        def act(device: Device, side: int) -> None:
            motor = part or (Part.TRAY if side == NO_SIDE else Part.CONVEYOR)
            setattr(device.machine.peripherals.drive(motor, side), name, value)

        return act

    return change(wrong), change(right)


def _sensor(spot: Spot, **wrong: Any) -> tuple[Act, Act]:
    def spoil(device: Device, side: int) -> None:
        device.machine.peripherals.sensors[spot, side] = Sensor(**wrong)

    def mend(device: Device, side: int) -> None:
        device.machine.peripherals.sensors.pop((spot, side), None)

    return spoil, mend


def _switch(name: str) -> tuple[Act, Act]:
    def change(value: bool) -> Act:
        return lambda device, _: setattr(device.machine.peripherals, name, value)

    return change(value=True), change(value=False)


def _dice(name: str, wrong: Any, right: Any) -> tuple[Act, Act]:
    def change(value: Any) -> Act:
        return lambda device, _: setattr(device.machine.dice, name, value)

    return change(wrong), change(right)


def _reset(reason: ResetCause) -> tuple[Act, Act]:
    """Return the act that restarts the board; nothing has to be undone."""
    return lambda device, _: device.reset(reason), lambda *_: None


def _spoil_tile(flaw: Flaw) -> tuple[Act, Act]:
    """Return the acts that spoil a tile within the machine, and set all tiles right."""

    def spoil(device: Device, _: int) -> None:
        device.places.flaws[device.places.next_below()] = flaw

    return spoil, lambda device, _: device.places.flaws.clear()


def _add_spare(*, same_back: bool) -> tuple[Act, Act]:
    """Return the acts that drop a spare tile in, and let people take out what does not belong.

    Its back is like those of the set that the machine has or awaits, or is not; a tile of the
    other set that fell in goes back to the table top.
    """

    def odd(device: Device) -> list[SimTile]:
        expected = device.machine.sets.expected
        return [tile for tile in device.places.spares if (tile.back == expected) is same_back]

    def add(device: Device, _: int) -> None:
        left = [tile for tile in odd(device) if tile in device.places.outside]
        if not left:
            raise ValueError("no spare tile is left: all of them are in the machine")
        device.places.drop(left[0])

    def take(device: Device, _: int) -> None:
        for tile in device.places.spares:
            if tile not in device.places.outside:
                device.places.take_out(tile)
        _return_strays(device)

    return add, take


def _return_strays(device: Device) -> None:
    places, expected = device.places, device.machine.sets.expected
    way = chain(places.belts, places.heads)
    for tile in [*places.tray, *chain.from_iterable(way)]:
        if tile.back != expected:
            places.give_back(tile)


def _lose_tile(device: Device, _: int) -> None:
    device.places.take_out(device.places.next_below())


def _bring_tiles(device: Device, _: int) -> None:
    """Put every tile that was carried off back where its set is: machine, box or table top."""
    places, sets = device.places, device.machine.sets
    for tile in places.tiles:
        if tile not in places.outside:
            continue
        if tile.back in {one.back for one in places.box}:
            places.put_away(tile)
        elif sets.is_played(tile.back):
            places.bring_back(tile)
        else:
            places.drop(tile)


def _heat(device: Device, side: int) -> None:
    part = Part.TRAY if side == NO_SIDE else Part.CONVEYOR
    device.machine.peripherals.drive(part, side).hot_until = device.machine.now + COOL_S


def _wear_out(device: Device, _: int) -> None:
    device.ruin_memory()


def _press_stop(device: Device, _: int) -> None:
    device.machine.stop_motors(device.machine.now)


def _release_stop(device: Device, _: int) -> None:
    device.machine.estop = False


def _lock(device: Device, _: int) -> None:
    device.machine.lock_for_service(device.machine.now)


_COOL: Final = _drive("hot_until", 0.0, 0.0)[1]

CAUSES: Final[dict[int, Cause]] = {
    101: Cause("a tile lies on the floor", _lose_tile, _bring_tiles),
    102: Cause(
        "a tile of another set with the same back was dropped in", *_add_spare(same_back=True)
    ),
    103: Cause("a tile with another back was dropped in", *_add_spare(same_back=False)),
    104: Cause("a tile lies face up and never flips", *_spoil_tile(Flaw.FACE_UP)),
    105: Cause("two tiles stick together", *_spoil_tile(Flaw.STUCK)),
    106: Cause(
        "a coin fell into the tray",
        lambda device, _: device.places.foreign.append("coin"),
        lambda device, _: device.places.foreign.clear(),
    ),
    107: Cause("a tile has lost its magnet", *_spoil_tile(Flaw.WEAK_MAGNET)),
    **{
        code: Cause(f"something blocks the {part}", *_drive("grip", FIRM, 0, part))
        for code, part in _PART.items()
    },
    301: Cause("a bearing is stuck", *_drive("seized", wrong=True, right=False)),
    302: Cause("the plug of a motor is off", *_drive("dead", wrong=True, right=False)),
    303: Cause("a motor has run hot", _heat, _COOL),
    304: Cause("a mechanism runs slowly", *_drive("slowness", 2.0, 1.0)),
    305: Cause("a wall lifter stays behind", *_drive("lag_mm", 12.0, 0.0, Part.LIFTER)),
    401: Cause("dirt covers the sensor of a head", *_sensor(Spot.PASSAGE, stuck=True)),
    402: Cause("the sensor of a head is blind", *_sensor(Spot.PASSAGE, stuck=False)),
    403: Cause("a sensor is dusty", *_sensor(Spot.PASSAGE, signal=0.3)),
    404: Cause("a sensor tells late what it saw", *_sensor(Spot.PASSAGE, late=True)),
    405: Cause("the home switch is broken", *_sensor(Spot.HOME, stuck=False)),
    406: Cause("a counter at the hole counts double", *_sensor(Spot.INTAKE_A, off=1)),
    501: Cause("the supply sags", *_reset(ResetCause.BROWN_OUT)),
    502: Cause("the board hangs", lambda device, _: device.hang(), lambda *_: None),
    503: Cause("someone pulls the plug", *_reset(ResetCause.POWER)),
    504: Cause("the memory cells are worn", _wear_out, lambda *_: None),
    505: Cause("a fuse has blown", *_switch("rail_down")),
    601: Cause("the dice motor is dead", *_drive("dead", wrong=True, right=False, part=Part.DICE)),
    602: Cause("the dice go on turning", *_dice("restless", 9, 0)),
    603: Cause("a die leans", *_dice("cocked", 3, 0)),
    604: Cause("a dice sensor misreads", *_sensor(Spot.DICE_A, off=1)),
    605: Cause("the dice motor is muffled", *_dice("muffled", wrong=True, right=False)),
    606: Cause("a magnet draws one face up", *_dice("magnet", 6, 0)),
    701: Cause("someone hits the stop", _press_stop, _release_stop),
    702: Cause(
        "a hand is at the lifter",
        lambda device, side: device.machine.peripherals.hands.add(side),
        lambda device, side: device.machine.peripherals.hands.discard(side),
    ),
    703: Cause("the cover is open", *_switch("cover_open")),
    704: Cause("the table is pushed", *_switch("moved")),
    705: Cause("the cable of the console is off", *_switch("cable_off")),
    706: Cause("someone holds both lift keys for ten seconds", _lock, lambda *_: None),
}
"""By fault code: every fault of groups 1xx to 7xx."""

OWN: Final[dict[int, Cause]] = {
    1001: Cause("the fan of the control box stands still", *_switch("fan_stopped")),
    1002: Cause("the dust box is full", *_switch("dust_box_full")),
}
"""Of the simulated maker's own faults."""
