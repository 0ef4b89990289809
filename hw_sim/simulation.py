"""A table with its cable, in anybody's time: the simulation without threads and ports."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware_bridge.wire.frame import BAUD
from hw_sim.board.device import Device
from hw_sim.faults.wire import Wire


@dataclass(order=True, frozen=True, slots=True)
class _Plan:
    """Something that is to happen at a certain time."""

    at_s: float
    number: int
    do: Callable[[], None] = field(compare=False)


class Simulation:
    """A device and both directions of its cable, which can be pulled."""

    def __init__(
        self,
        faces: Mapping[str, int],
        seed: int = 0,
        speed: float = 1.0,
        profile: str = "four_port",
    ) -> None:
        """Set a table up; the same *seed* gives the same walls, dice and faults."""
        self.device = Device(faces, seed, speed, profile)
        noise = random.Random(seed + 1)  # noqa: S311  # repeatable faults
        self.to_table, self.to_host = Wire(noise), Wire(noise)
        self.host_baud = 0
        """The speed that the host's end is set to, 0 where the port has none, as on USB."""
        self.fast_noise = 0.0
        """How often a frame at more than the usual speed is noise: the cable is too long for it."""
        self._hiss = random.Random(seed + 2)  # noqa: S311  # what a wrong speed sounds like
        self.plugged = True
        self.now = 0.0
        self.is_deaf = False
        """Whether a real port takes nothing in, so that its host cannot write on."""
        self.impossible: list[str] = []
        """What was to happen and could not, in words."""
        self._plans: list[_Plan] = []
        self.on_plug: Callable[[bool], None] | None = None
        """What a real port does when the cable is put in or pulled."""

    def wires(self, direction: str = "both") -> list[Wire]:
        """Return the wires of a *direction*: `down` (to the table), `up` (to the host) or both."""
        choices = {"down": [self.to_table], "up": [self.to_host]}
        if direction == "both":
            return [self.to_table, self.to_host]
        if direction not in choices:
            raise ValueError(f"direction {direction!r}: down, up or both")
        return choices[direction]

    def turn(self, data: bytes, now: float) -> bytes:
        """Carry bytes both ways, move the machine; return what comes out for the host."""
        self.now = now
        self._keep_time(now)
        if data:
            self.say(data, now)
        self.device.receive(self.to_table.pull(now), now)
        baud = self.device.uart.baud  # it may go over to another one behind these frames
        for frame in self.device.frames(now):
            if self.plugged:
                self.to_host.push(self._at_baud(frame, baud), now)
        return self.to_host.pull(now)

    def say(self, data: bytes, now: float) -> None:
        """Put what the host says on the cable, if that is in."""
        if self.plugged:
            self.to_table.push(self._at_baud(data, self.device.uart.baud), now)

    def deadline(self) -> float | None:
        """Return when to turn again though nothing arrives."""
        plan_s = self._plans[0].at_s if self._plans else None
        ends = (self.device.deadline(), self.to_table.deadline(), self.to_host.deadline())
        return min([time for time in (plan_s, *ends) if time is not None], default=None)

    def plan(self, at_s: float, do: Callable[[], None]) -> None:
        """Do something *at_s*, in the time that is handed to `turn`."""
        heapq.heappush(self._plans, _Plan(at_s, len(self._plans), do))

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something that may make no sense now; then it is noted and the table goes on."""
        try:
            do()
        except ValueError as problem:
            self.impossible.append(str(problem))

    def unplug(self) -> None:
        """Pull the cable: what is on it is lost, the machine goes on."""
        self._plug(is_in=False)
        self.to_table.clear()
        self.to_host.clear()

    def plug_in(self) -> None:
        """Put the cable back."""
        self._plug(is_in=True)

    def _at_baud(self, data: bytes, board_baud: int) -> bytes:
        """Return what arrives of *data*: noise where the ends run at different speeds."""
        if self.host_baud in (0, board_baud):
            too_fast = self.host_baud > BAUD and self._hiss.random() < self.fast_noise
            return self._hiss.randbytes(len(data)) if too_fast else data
        return self._hiss.randbytes(len(data))

    def _keep_time(self, now: float) -> None:
        while self._plans and self._plans[0].at_s <= now:
            self.attempt(heapq.heappop(self._plans).do)

    def _plug(self, *, is_in: bool) -> None:
        self.plugged = is_in
        if self.on_plug is not None:
            self.on_plug(is_in)
