"""The simulated table on a real port: what players, camera, kiosk developers and tests hold.

A thread runs the machine and speaks the protocol on a pseudo-terminal; every public
method may be called from any thread.
"""

from __future__ import annotations

import selectors
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Final, TypeVar

from firmware_bridge.transport.memory import Waker
from firmware_bridge.wall_plan import WallPlan, layout_for
from firmware_bridge.wire.codes import NO_SIDE, ResetCause, Stage, TableState
from hw_sim.faults import causes
from hw_sim.faults.wire import WireFaults
from hw_sim.machine.motion import Trigger
from hw_sim.machine.tiles import SIDES, Area, InWall, OnTop, Place, SimTile, Stack, Tier
from hw_sim.ports import Port
from hw_sim.ports.pty import PtyPort
from hw_sim.simulation import Simulation

T = TypeVar("T")

LIFT_KEY: Final = 0
DICE_KEY: Final = 1
IDLE_S: Final = 60.0
RESTING: Final = frozenset({TableState.IDLE, TableState.READY, TableState.PLAY})


class SimTable(AbstractContextManager["SimTable"]):
    """A table with individual tiles, a port, and people who push the tiles in by themselves.

    Sides and seats are 0–3. Stack 0 of a wall is its right-hand end as its owner sees
    it. Until `close`, also a context manager.
    """

    def __init__(
        self,
        tiles: Mapping[str, int],
        seed: int = 0,
        speed: float = 1.0,
        profile: str = "four_port",
        port: Port | None = None,
    ) -> None:
        """Make a table holding *tiles* (copies by face code), all in its tray.

        The same *seed* gives the same walls and dice. The machine runs *speed* times as
        fast as a real one; the link keeps real time. *port* is a pseudo-terminal unless
        another one is given; it is closed with the table.
        """
        self.simulation = self._simulate(Simulation(tiles, seed, speed, profile))
        """The simulation itself; `act` changes it safely."""
        self._device = self.simulation.device
        self._device.machine.people = self._people
        self.people_sweep = True
        """Whether people push everything into the hole as soon as it opens."""
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self.cable: Port = port or PtyPort()
        """The table's end of its cable."""
        self.simulation.on_plug = self._on_plug
        self.resets_on_open = False
        """Whether opening the port restarts the board, as DTR does on many (§2)."""
        self._closing = threading.Lock()
        self._stopping = False
        self._waker = Waker()
        self._thread = threading.Thread(target=self._run, name="sim table", daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def port(self) -> str:
        """The path or URL to open; it stays the same when the table comes back."""
        return self.cable.name

    @property
    def tiles(self) -> tuple[SimTile, ...]:
        """Every tile of the table."""
        return self._device.places.tiles

    @property
    def in_use(self) -> tuple[SimTile, ...]:
        """Every tile that is on or in the table, in no particular order of places."""
        with self._lock:
            away = {*self._device.places.outside, *self._device.places.box}
            return tuple(tile for tile in self.tiles if tile not in away)

    @property
    def sets(self) -> tuple[dict[str, int], ...]:
        """Copies by face code of each set, wherever its tiles are, without those carried off."""
        with self._lock:
            places = self._device.places
            away = set(places.outside)
            sets = [[tile.face for tile in tiles if tile not in away] for tiles in places.sets]
            return tuple(dict(Counter(faces)) for faces in sets)

    @property
    def set_in_play(self) -> int:
        """Which set is on the table top, or was there last."""
        with self._lock:
            return self._device.machine.sets.in_play

    @property
    def state(self) -> TableState:
        """What the machine is doing."""
        with self._lock:
            return self._device.machine.state

    @property
    def walls(self) -> tuple[list[Stack], ...]:
        """The raised walls: for each side its stacks as `(top, bottom)`, `None` where taken.

        Empty lists while the walls are down.
        """
        with self._lock:
            up = self._device.machine.walls_up
            return tuple(self._device.places.stacks(side) if up else [] for side in range(SIDES))

    @property
    def face_up(self) -> frozenset[SimTile]:
        """Tiles of the walls that were turned over."""
        with self._lock:
            return frozenset(self._device.places.face_up)

    def tile_at(self, side: int, stack: int, tier: Tier | str) -> SimTile:
        """Return the tile there without moving it; raise `ValueError` where there is none."""
        with self._lock:
            return self._device.places.tile_at(self._in_wall(side, stack, tier))

    def take(self, side: int, stack: int, tier: Tier | str, to: OnTop) -> SimTile:
        """Take a tile of the raised walls to a seat's area and return it.

        Raise `ValueError` where there is none, it is covered, or the walls are down.
        """
        with self._lock:
            return self._device.places.take(self._in_wall(side, stack, tier), to)

    def turn_up(self, side: int, stack: int, tier: Tier | str) -> SimTile:
        """Turn a tile of the walls face up where it stands, and return it."""
        with self._lock:
            tile = self._device.places.tile_at(self._in_wall(side, stack, tier))
            self._device.places.face_up.add(tile)
            return tile

    def lay(self, tile: SimTile, seat: int, area: Area) -> None:
        """Move a tile that lies on the table top to *area* of *seat*."""
        with self._lock:
            self._device.places.lay(tile, OnTop(seat, area))

    def area(self, seat: int, area: Area) -> tuple[SimTile, ...]:
        """Return the tiles that lie in *area* of *seat*, in the order laid."""
        with self._lock:
            return tuple(self._device.places.tops[seat, area])

    def where(self, tile: SimTile) -> Place:
        """Return where *tile* is."""
        with self._lock:
            return self._device.places.where(tile)

    def use_set(self, faces: Mapping[str, int]) -> None:
        """Let people put exactly *faces* into the machine, the other tiles aside.

        Raise `ValueError` while the machine moves, or where the table has too few of a face.
        """
        with self._lock:
            machine = self._device.machine
            if machine.state not in RESTING or machine.builds_beside:
                raise ValueError("the machine is at work: wait for it")
            self._device.places.use_set(faces)

    def sweep(self) -> int:
        """Push everything on the table top into the open hole; return how many tiles.

        Raise `ValueError` while the hole is closed.
        """
        with self._lock:
            if not self._device.machine.hole_open:
                raise ValueError("the hole is closed: start the next hand or open it first")
            return self._device.places.sweep()

    def carry_off(self, tile: SimTile) -> None:
        """Take *tile* from the table top away: it is missing at the next build."""
        with self._lock:
            self._device.places.carry_off(tile)

    def drop(self, tile: SimTile) -> None:
        """Put a tile that was carried off back into the machine."""
        with self._lock:
            self._device.places.drop(tile)
            self._waker.wake()

    def press(self, key: int) -> None:
        """Press a console key: `LIFT_KEY` or `DICE_KEY`."""
        self._do(lambda: self._device.board.press(key))

    def turn_gear(self, count: int) -> None:
        """Turn the switch at the table to *count* tiles; it counts from the next build on."""
        plan = WallPlan(count, SIDES, layout_for(count))
        self._do(lambda: self._device.machine.turn_plan_switch(plan))

    def jam(self, code: int, side: int | None = None) -> None:
        """Bring about what leads to fault *code*, such as a stone in the head (203) of *side*."""
        self._do(lambda: causes.put(self._device, code, _at(side)))

    def unjam(self, code: int, side: int | None = None) -> None:
        """Take the cause away again; the fault itself is cleared by the host."""
        self._do(lambda: causes.remove(self._device, code, _at(side)))

    def release_stop(self) -> None:
        """Release the emergency stop by hand."""
        self._do(lambda: setattr(self._device.machine, "estop", False))

    def reset(self, cause: ResetCause = ResetCause.WATCHDOG) -> None:
        """Restart the board in the middle of whatever it does."""
        self._do(lambda: self._device.reset(cause))

    def lose_memory(self) -> None:
        """Change the board for a new one that remembers no op."""
        self._do(self._device.lose_memory)

    def unplug(self) -> None:
        """Pull the cable; the machine goes on."""
        self._do(self.simulation.unplug)

    def plug_in(self) -> None:
        """Put the cable back; the port appears at the same path."""
        self._do(self.simulation.plug_in)

    def at(self, stage: Stage, act: Callable[[], None], percent: int = 0) -> None:
        """Do *act* (`table.unplug`, …) once, when a job reaches *stage* at *percent*."""
        with self._lock:
            self._device.machine.triggers.append(Trigger(stage, percent, act))

    def spoil_wire(self, faults: WireFaults) -> None:
        """Make the cable bad in both directions."""
        with self._lock:
            self.simulation.to_table.faults = self.simulation.to_host.faults = faults

    def act(self, do: Callable[[Simulation], T]) -> T:
        """Return what *do* makes of the simulation, while nothing else touches it."""
        with self._changed:
            result = do(self.simulation)
            self._changed.notify_all()
            self._waker.wake()
            return result

    def wait_for(self, condition: Callable[[SimTable], bool], timeout_s: float = 10.0) -> bool:
        """Wait until *condition* holds; return whether it came to hold in time."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self), timeout_s)

    def close(self) -> None:
        """End the thread and remove the port; may be called again, and by several at once."""
        with self._closing:
            if self._stopping:
                return
            self._stopping = True
            self._waker.wake()
            self._thread.join()
            self.cable.close()
            self._waker.close()

    def _simulate(self, simulation: Simulation) -> Simulation:
        """Return the simulation to run; another table may put another device into it."""
        return simulation

    def _in_wall(self, side: int, stack: int, tier: Tier | str) -> InWall:
        if not self._device.machine.walls_up:
            raise ValueError("the walls are down: raise them first")
        return InWall(side, stack, Tier(tier))

    def _people(self) -> None:
        machine = self._device.machine
        if self.people_sweep:
            machine.push_in()
        if self.people_sweep and machine.profile.counts_in:
            # Someone who sees that nothing is left presses the key even if a tile is missing.
            machine.close_pressed = True

    def _on_plug(self, is_in: bool) -> None:
        if is_in:
            self.cable.plug_in()
        else:
            self.cable.unplug()

    def _do(self, act: Callable[[], object]) -> None:
        with self._changed:
            act()
            self._changed.notify_all()
            self._waker.wake()

    def _run(self) -> None:
        while not self._stopping:
            with self._changed:
                pause = self._turn(time.monotonic())
                self._changed.notify_all()
                handles = [
                    self._waker.handle,
                    *([] if self.simulation.is_deaf else self.cable.handles()),
                    *self._device.handles(),
                ]
            self._wait(handles, pause)

    def _turn(self, now: float) -> float:
        """Carry bytes both ways, move the machine; return for how long to sleep."""
        data = b"" if self.simulation.is_deaf else self.cable.read()
        if self.cable.was_opened() and self.resets_on_open:
            self._device.reset(ResetCause.HOST)
        if self.cable.had_break():
            self._device.stop_now(now)
        self.simulation.host_baud = self.cable.baud
        self.cable.write(self.simulation.turn(data, now))
        due = self.simulation.deadline()
        return IDLE_S if due is None else due - now

    def _wait(self, handles: list[int], pause: float) -> None:
        with selectors.DefaultSelector() as selector:
            try:
                for handle in handles:
                    selector.register(handle, selectors.EVENT_READ)
            except OSError:
                return  # unplugged by another thread since we looked
            ready = selector.select(max(0.0, min(pause, IDLE_S)))
        if any(key.fd == self._waker.handle for key, _ in ready):
            self._waker.rest()


def _at(side: int | None) -> int:
    return NO_SIDE if side is None else side
