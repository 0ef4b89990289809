"""How fast a host's emergency stop reaches the motors, in virtual time: the same every run."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, TableState
from hw_sim.faults.wire import WireFaults
from hw_sim.scenarios.actions import act
from hw_sim.simulation import Simulation
from tests.hw_sim.virtual_host import VirtualHost
from tests.soak.hands import FACES

QUEUED: Final = 8
"""Questions that are on their way when the stop is asked for: as many as the window holds."""
DELAY_S: Final = 0.01
"""How late each frame comes at most, as through the buffers of an adapter."""


class Stops:
    """A table that is stopped again and again in the middle of a build."""

    def __init__(self, seed: int = 1) -> None:
        """Set the table up on a cable with some delay."""
        self.simulation = Simulation(FACES, seed)
        self.host = VirtualHost(self.simulation, seed)
        for wire in self.simulation.wires():
            wire.faults = WireFaults(delay_s=DELAY_S)
        self.rng = random.Random(seed)  # when to stop, repeatable

    def stop(self) -> float:
        """Stop a build under full traffic; return how many seconds the motors ran on."""
        host, machine = self.host, self.simulation.device.machine
        host.wait_up()
        host.begin(JobKind.NEXT_HAND, tiles=0)
        for _ in range(self.rng.randrange(5, 60)):
            host.ask(m.GetStatus)
            host.turn()
        host.run(lambda: machine.kind is not None, 30)
        for _ in range(QUEUED):
            host.session.tell(m.GetStatus(0))
        begin = host.now
        host.stop_motors()
        host.run(lambda: machine.estop, 5)
        took = machine.stopped_at - begin
        assert machine.state is TableState.SAFETY
        assert took >= 0
        self._release()
        return took

    def _release(self) -> None:
        """Let people release the stop, and the table come to rest."""
        self.host.run(lambda: False, 1.0)  # the stop is sent three times
        act(self.simulation, "mend", {"fault": 701})
        assert self.host.clear(701) == 0
        self.host.run(lambda: self.simulation.device.machine.kind is None, 30)


def measure(count: int, seed: int = 1) -> Mapping[str, int | float]:
    """Return how fast *count* stops were obeyed, in virtual milliseconds."""
    bench = Stops(seed)
    times = sorted(bench.stop() for _ in range(count))
    return {
        "stops": count,
        "p50_ms": round(1000 * times[count // 2], 1),
        "worst_ms": round(1000 * times[-1], 1),
    }
