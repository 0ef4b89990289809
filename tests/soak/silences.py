"""How soon a table that dies without a word is missed, and how soon one is back; virtual time."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from firmware_bridge.wire.codes import ResetCause
from hw_sim.faults.wire import WireFaults
from hw_sim.scenarios.actions import act
from hw_sim.simulation import Simulation
from tests.hw_sim.virtual_host import VirtualHost
from tests.soak.hands import FACES

LONGEST_S: Final = 30.0
"""A link that is not missed, or not back, by then never is."""

DELAY_S: Final = 0.01
"""How late each frame comes at most, as through the buffers of an adapter."""


class Deaths:
    """A table whose cable is cut through, or whose board restarts, again and again."""

    def __init__(self, seed: int = 1, profile: str = "four_port") -> None:
        """Set the table up on a cable with some delay."""
        self.simulation = Simulation(FACES, seed, profile=profile)
        for wire in self.simulation.wires():
            wire.faults = WireFaults(delay_s=DELAY_S)
        self.host = VirtualHost(self.simulation, seed)
        self.rng = random.Random(seed)  # when, repeatable
        assert self.host.wait_up()

    def fall_silent(self) -> tuple[float, float]:
        """Cut the cable through, later join it; return the seconds until each was noticed."""
        self._play_on()
        died = self.host.now
        act(self.simulation, "cut", {})
        self._run_until_up(is_up=False)
        missed = self.host.now - died
        self._play_on()
        joined = self.host.now
        act(self.simulation, "cut", {"through": False})
        self._run_until_up(is_up=True)
        return missed, self.host.now - joined

    def restart(self) -> float:
        """Restart the board; return the seconds until orders reach it again."""
        self._play_on()
        died, boots = self.host.now, self.host.restarts
        self.simulation.device.reset(ResetCause.POWER)
        is_back = self.host.run(lambda: self.host.restarts > boots and self.host.is_up, LONGEST_S)
        assert is_back, "a board that is there again is found"
        return self.host.now - died

    def _play_on(self) -> None:
        """Let some time go by."""
        self.host.run(lambda: False, self.rng.uniform(0.0, 5.0))

    def _run_until_up(self, *, is_up: bool) -> None:
        assert self.host.run(lambda: self.host.is_up is is_up, LONGEST_S), "seen at all"


def measure(count: int, seed: int = 1) -> Mapping[str, int | float]:
    """Return how soon *count* silences were missed and over, and as many restarts."""
    deaths = Deaths(seed)
    missed, joined, restarts = [], [], []
    for _ in range(count):
        silent = deaths.fall_silent()
        missed.append(silent[0])
        joined.append(silent[1])
        restarts.append(deaths.restart())
    return {
        "silences": count,
        "missed_worst_ms": round(1000 * max(missed)),
        "usable_worst_ms": round(1000 * max(joined)),
        "restarts": count,
        "usable_after_restart_worst_ms": round(1000 * max(restarts)),
    }
