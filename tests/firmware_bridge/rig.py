"""Both ends of a link over bad wires, in virtual time."""

from __future__ import annotations

import random
from collections.abc import Callable

from firmware_bridge.link.endpoint import (
    Delivered,
    DeviceLink,
    HostLink,
    LinkEvent,
    LinkState,
)
from firmware_bridge.link.window import LinkTiming
from firmware_bridge.wire.messages import PROTOCOL, SyncAnswer
from hw_sim.faults.wire import Wire, WireFaults

LATENCY_S = 0.001


class Rig:
    """A host link and a device link; what each of them got."""

    def __init__(self, faults: WireFaults, seed: int = 1, timing: LinkTiming | None = None) -> None:
        rng = random.Random(seed)
        self.now = 0.0
        self.host = HostLink(0x4242, 0.0, timing)
        self.device = DeviceLink(lambda: SyncAnswer(1, 0, PROTOCOL, 8, 0), timing)
        self.down, self.up = Wire(rng, faults), Wire(rng, faults)
        self.host_got: list[LinkEvent] = []
        self.device_got: list[LinkEvent] = []

    def bodies(self, got: list[LinkEvent]) -> list[bytes]:
        """Return the reliable bodies among *got*."""
        return [event.body for event in got if isinstance(event, Delivered)]

    def turn(self) -> None:
        """Let the bytes cross once, then move time to the next thing that happens."""
        for frame in self.host.frames(self.now):
            self.down.push(frame, self.now + LATENCY_S)
        for frame in self.device.frames(self.now):
            self.up.push(frame, self.now + LATENCY_S)
        ends = (self.host, self.device, self.down, self.up)
        times = [end.deadline() for end in ends]
        due = [at for at in times if at is not None]
        self.now = max(self.now, min(due)) if due else self.now + 1.0
        self.device_got += self.device.receive(self.down.pull(self.now), self.now)
        self.host_got += self.host.receive(self.up.pull(self.now), self.now)

    def run(self, until: Callable[[], bool], limit_s: float) -> None:
        """Turn until *until* holds; fail after *limit_s* of virtual time."""
        end = self.now + limit_s
        while not until():
            assert self.now < end, f"not within {limit_s} s of virtual time"
            self.turn()

    def open(self) -> None:
        """Bring the session up."""
        self.run(lambda: self.host.state is LinkState.OPEN, 5)
