"""Everything that can be done to a simulated table, by name: people, mishaps, faults.

The control socket, scenarios and fault rules all speak these names. Each action takes the
`Simulation` and named values; what does not fit is a `ValueError` with words for people.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from firmware_bridge.wall_plan import WallPlan, layout_for
from firmware_bridge.wire.codes import ANY_SET, SETS, Key, ResetCause
from hw_sim.board.firmware import firmware
from hw_sim.faults import causes
from hw_sim.faults.wire import WireFaults
from hw_sim.machine.peripherals import Sensor, Spot
from hw_sim.machine.tiles import Area
from hw_sim.simulation import Simulation

E = TypeVar("E", Key, ResetCause)
Action = Callable[..., None]
NO_SIDE: Final = 0xFF

_KINDS: Final[dict[str, Any]] = {
    "str": str,
    "int": int,
    "float": (int, float),
    "bool": bool,
    "list": list,
}
_AILS: Final = {
    "stuck": "bool",
    "late": "bool",
    "off": "int",
    "weights": "list",
    "magnet": "int",
    "cocked": "int",
    "restless": "int",
    "muffled": "bool",
}
"""Kinds of what can ail sensors and dice; anything else is a number."""
_COUNTS: Final = frozenset(
    {"seconds", "held_s", "boots", "events", "tiles", "after", "signal", "gain", "pulses", "slot"}
)


def act(simulation: Simulation, name: str, values: Mapping[str, Any]) -> None:
    """Do action *name* with *values*; raise `ValueError` where that is no action."""
    action = ACTIONS.get(name)
    if action is None:
        raise ValueError(f"no action {name!r}: choose from {', '.join(sorted(ACTIONS))}")
    signature = inspect.signature(action)
    try:
        signature.bind(simulation, **values)
    except TypeError as problem:
        raise ValueError(f"{name}: {problem}") from problem
    for word, value in values.items():
        parameter = signature.parameters.get(word)
        kind = _AILS.get(word, "float") if parameter is None else str(parameter.annotation)
        _check(word, value, kind)
    action(simulation, **values)


def _check(word: str, value: Any, kind: str) -> None:
    """Raise `ValueError` unless *value* is of *kind*, and one that *word* can have."""
    if not isinstance(value, _KINDS[kind]):
        raise ValueError(f"{word}: {value!r} is no {kind}")
    if word in ("side", "other") and value not in (0, 1, 2, 3, NO_SIDE):
        raise ValueError(f"{word}: sides are 0 to 3")
    if word == "which" and value not in (*range(SETS), ANY_SET):
        raise ValueError("which: sets are 0 and 1")
    if word in _COUNTS and value < 0:
        raise ValueError(f"{word}: {value} is less than nothing")


def _member(kind: type[E], name: str) -> E:
    if name.upper() not in kind.__members__:
        raise ValueError(f"{name!r}: choose from {', '.join(kind.__members__).lower()}")
    return kind[name.upper()]


def press(simulation: Simulation, key: str, held_s: float = 0.1) -> None:
    """Press a console key (`lift`, `dice`, `both_lifts`) for so long."""
    simulation.device.board.press(_member(Key, key), held_s)


def put(simulation: Simulation, fault: int, side: int = NO_SIDE) -> None:
    """Bring about what leads to a fault of groups 1xx to 7xx."""
    causes.put(simulation.device, fault, side)


def mend(simulation: Simulation, fault: int, side: int = NO_SIDE) -> None:
    """Take that cause away again."""
    causes.remove(simulation.device, fault, side)


def hand(simulation: Simulation, side: int = NO_SIDE, *, there: bool = True) -> None:
    """Put a hand to the lifter of a side (without one: to the lid), or take it away."""
    (causes.put if there else causes.remove)(simulation.device, 702, side)


def carry_off(simulation: Simulation, tiles: int = 1, which: int = ANY_SET) -> None:
    """Take *tiles* tiles (of one set) away from the table top, or out of the tray."""
    places = simulation.device.places
    lying = [tile for seat in range(4) for area in Area for tile in places.tops[seat, area]]
    lying = [tile for tile in lying if which in (ANY_SET, tile.back)]
    for tile in lying[:tiles]:
        places.carry_off(tile)
    loose = [tile for tile in places.tray if which in (ANY_SET, tile.back)]
    for tile in loose[: max(0, tiles - len(lying))]:
        places.take_out(tile)


def bring(simulation: Simulation) -> None:
    """Put every tile that was carried off back where its set is: machine, box or table top."""
    causes.remove(simulation.device, 101)


def put_in(simulation: Simulation, which: int = 1) -> None:
    """Let people pour a whole set out of its box into the open hole."""
    if not simulation.device.machine.hole_open:
        raise ValueError("the hole is closed: drop the set, or open the hole first")
    if not simulation.device.places.put_in(which):
        raise ValueError(f"set {which} is not in its box")


def stray(simulation: Simulation, tiles: int = 1) -> None:
    """Let *tiles* tiles that lie on the table top fall into the open hole."""
    places = simulation.device.places
    if not simulation.device.machine.hole_open:
        raise ValueError("the hole is closed: nothing can fall in")
    lying = [tile for seat in range(4) for area in Area for tile in places.tops[seat, area]]
    for tile in lying[:tiles]:
        places.stray(tile)


def add_spare(simulation: Simulation, tiles: int = 1, *, same_back: bool = False) -> None:
    """Drop spare tiles in: with a back of the other colour (two sets mixed), or of the same."""
    for _ in range(tiles):
        causes.put(simulation.device, 102 if same_back else 103)


def sweep(simulation: Simulation) -> None:
    """Push everything on the table top into the open hole."""
    if not simulation.device.machine.hole_open:
        raise ValueError("the hole is closed: start the next hand or open it first")
    simulation.device.places.sweep()


def gear(simulation: Simulation, tiles: int, players: int = 4, deal: int = 0) -> None:
    """Turn the gear switch: it takes effect at the next build."""
    simulation.device.machine.turn_plan_switch(
        WallPlan(tiles, players, layout_for(tiles, players, deal), deal)
    )


def reset(simulation: Simulation, cause: str = "power") -> None:
    """Restart the board: `power`, `brown_out`, `watchdog` or `host`."""
    simulation.device.reset(_member(ResetCause, cause))


def hang(simulation: Simulation, *, watchdog: bool = True) -> None:
    """Let the board's loop stand still, with or without a watchdog that notices."""
    simulation.device.hang(with_watchdog=watchdog)


def boot_loop(simulation: Simulation, boots: int = 3) -> None:
    """Let *boots* boots in a row end in a reset."""
    simulation.device.loop_boots(boots)


def slow_loop(simulation: Simulation, seconds: float) -> None:
    """Let every turn of the board's loop take so long."""
    simulation.device.health.loop_s = seconds


def drift(simulation: Simulation, rate: float) -> None:
    """Let the board's clock run faster by *rate* (0.02: 2 %), slower below 0."""
    if not -0.1 <= rate <= 0.1:
        raise ValueError(f"drift {rate}: within a tenth")
    simulation.device.clock.change(1 + rate, simulation.now)


def new_board(simulation: Simulation) -> None:
    """Change the board for one that remembers nothing."""
    simulation.device.lose_memory()


def tear_write(simulation: Simulation, after: int = 10) -> None:
    """Cut the power when *after* bytes of the next write to the memory cells are written."""
    simulation.device.eeprom.cut_after = after


def flash(simulation: Simulation, name: str) -> None:
    """Restart the board with other firmware: see `firmware.FIRMWARES`."""
    simulation.device.firmware = firmware(name)
    simulation.device.reset(ResetCause.HOST)


def chatter(simulation: Simulation, events: int = 100) -> None:
    """Let someone play with the dice key *events* times, until the event ring runs over."""
    for _ in range(events):
        simulation.device.board.press(Key.BOTH_LIFTS)


def sensor(simulation: Simulation, spot: str, side: int = NO_SIDE, **ails: Any) -> None:
    """Set what ails a sensor (`stuck`, `signal`, `late`, `off`, `gain`), or mend it by nothing."""
    if set(ails) - {"stuck", "signal", "late", "off", "gain"}:
        raise ValueError(f"a sensor has no {', '.join(sorted(ails))}")
    simulation.device.machine.peripherals.sensors[Spot(spot), side] = Sensor(**ails)


def coin(simulation: Simulation, slot: int = 0, pulses: int = 1) -> None:
    """Let a coin worth *pulses* pulses fall into *slot*."""
    simulation.device.drop_in_coin(slot, pulses)


def wear_out(simulation: Simulation, *, is_so: bool = True) -> None:
    """Let the board's memory cells take nothing more that is written; or change them."""
    simulation.device.eeprom.is_dead = is_so


def swap(simulation: Simulation, side: int, other: int) -> None:
    """Plug the head sensors of two sides into each other's sockets; the same side: set right."""
    simulation.device.machine.peripherals.swapped = None if side == other else (side, other)


def noise(simulation: Simulation, rate: float) -> None:
    """Let looks through any sensor be wrong at *rate*."""
    simulation.device.machine.peripherals.noise = rate


def dice(simulation: Simulation, **ails: Any) -> None:
    """Set what is wrong with the dice: `weights`, `magnet`, `cocked`, `restless`, `muffled`."""
    unit = simulation.device.machine.dice
    for name, value in ails.items():
        if name not in ("weights", "magnet", "cocked", "restless", "muffled"):
            raise ValueError(f"dice have no {name!r}")
        setattr(unit, name, _weights(value) if name == "weights" else value)


def _weights(value: list[Any]) -> tuple[float, ...]:
    if len(value) != 6 or not all(isinstance(one, int | float) and one >= 0 for one in value):
        raise ValueError("weights: six numbers, none below 0")
    return tuple(value)


def cable(
    simulation: Simulation, direction: str = "both", *, fast_noise: float = 0.0, **rates: Any
) -> None:
    """Set how often each damage happens to a frame (`fast_noise`: to one above 115,200 baud)."""
    if not 0 <= fast_noise <= 1:
        raise ValueError(f"fast_noise {fast_noise}: between 0 and 1")
    simulation.fast_noise = fast_noise
    own = {name: rates.pop(name) for name in ("delay_s",) if name in rates}
    for wire in simulation.wires(direction):
        wire.faults = WireFaults(**own, others=rates)


def damage(simulation: Simulation, name: str, direction: str = "both", nth: int = 1) -> None:
    """Spoil the *nth* frame from now on."""
    for wire in simulation.wires(direction):
        wire.damage_next(name, nth)


def stall(simulation: Simulation, seconds: float, direction: str = "both") -> None:
    """Hold back what is on the cable for so long, as a suspended port does."""
    for wire in simulation.wires(direction):
        wire.stall(simulation.now, seconds)


def cut(simulation: Simulation, direction: str = "both", *, through: bool = True) -> None:
    """Cut a direction of the cable through while the port stays, or join it again."""
    for wire in simulation.wires(direction):
        wire.is_cut = through


def speed(simulation: Simulation, times: float) -> None:
    """Let the machine run at *times* the speed of a real one."""
    simulation.device.pace.change(times, simulation.now)


def deaf(simulation: Simulation, *, is_so: bool = True) -> None:
    """Let the table's port take no more bytes, so that a host's writing blocks; or again."""
    simulation.is_deaf = is_so


def unplug(simulation: Simulation) -> None:
    """Pull the cable."""
    simulation.unplug()


def plug_in(simulation: Simulation) -> None:
    """Put the cable back."""
    simulation.plug_in()


ACTIONS: Final[dict[str, Action]] = {
    action.__name__: action
    for action in (
        press, put, mend, hand, carry_off, bring, put_in, stray, add_spare, sweep, gear, reset,
        hang, boot_loop, slow_loop, drift, new_board, tear_write, flash, chatter, sensor, swap,
        noise, coin, wear_out, dice, cable, damage, stall, cut, speed, deaf, unplug, plug_in,
    )
}  # fmt: skip
"""By name."""
