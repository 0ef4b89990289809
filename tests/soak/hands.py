"""Many hands on a table where something goes wrong all the time, and every stop explained.

Each movement brings, with a certain chance, a random cause of a fault; the cable spoils
frames as well. Whatever stops the machine must be one of the causes that were brought
about, must be told to the host, and must be cleared once a person has put it right.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.faults import FAULTS, Action
from firmware_bridge.wall_plan import layout_for
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState, Stage, TableState
from hw_sim.faults import causes
from hw_sim.faults.wire import WireFaults
from hw_sim.simulation import Simulation
from tests.hw_sim.virtual_host import VirtualHost

RATE: Final = 0.01
"""The chance at each movement that something goes wrong."""
CABLE: Final = WireFaults(flip=0.01)
DEALT: Final = 13
"""Tiles that a dealing table lifts before each player."""
ATTEMPTS: Final = 25
"""A hand that has not come after this number of stops is a deadlock."""
FACES: Final = {f"{rank}{suit}": 4 for suit in "mps" for rank in range(1, 10)} | {
    f"{rank}z": 4 for rank in range(1, 8)
}

_SIDED: Final = (202, 203, 204, 205, 207, 305, 401, 402, 404, 702)
_BY_CHANCE: Final = tuple(code for code in causes.CAUSES if not 600 <= code <= 701 and code != 706)
_POWER: Final = frozenset({501, 502, 503})
_SPARE: Final = frozenset({102, 103})


class UnexplainedStopError(AssertionError):
    """The machine stopped and nothing that was done to it says why: a mistake in the program."""


@dataclass(slots=True)
class Soak:
    """One table and everything that has happened to it."""

    seed: int
    rate: float = RATE
    profile: str = "four_port"
    simulation: Simulation = field(init=False)
    host: VirtualHost = field(init=False)
    put: list[tuple[int, int]] = field(default_factory=list)
    """Causes that are there now: fault code and side."""
    stops: Counter[int] = field(default_factory=Counter)
    brought: Counter[int] = field(default_factory=Counter)
    _rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)  # mishaps, repeatable
        self.simulation = Simulation(FACES, self.seed, profile=self.profile)
        for wire in self.simulation.wires():
            wire.faults = CABLE
        self.simulation.device.machine.on_move = self._mishap
        self.host = VirtualHost(self.simulation, self.seed)
        deal = min(DEALT, self.simulation.device.machine.profile.deal)
        layout = bytes(layout_for(len(self.simulation.device.places), 4, deal))
        self.host.ask(
            lambda tag: m.SetGear(tag, len(self.simulation.device.places), 4, deal, layout)
        )

    def play(self) -> None:
        """Bring one hand to the table, through every stop; raise where one is not explained."""
        for _ in range(ATTEMPTS):
            end = self.host.do(JobKind.NEXT_HAND, tiles=0)
            self.simulation.device.places.check()
            if end.state is JobState.DONE:
                self._repair()
                return
            self._explain(end.fault or self._ask_fault())
            self._repair()
            self._recover()
        raise UnexplainedStopError(f"seed {self.seed}: no hand after {ATTEMPTS} stops")

    def _mishap(self, stage: Stage, percent: int) -> None:
        """Now and then bring a cause about."""
        del stage, percent
        if self._rng.random() >= self.rate:
            return
        code = self._rng.choice(_BY_CHANCE)
        side = self._rng.randrange(4) if code in _SIDED else 0xFF
        if (code, side) in self.put:
            return
        self.put.append((code, side))
        self.brought[code] += 1
        causes.put(self.simulation.device, code, side)

    def _explain(self, code: int) -> None:
        """Note a stop; raise unless it was brought about and people are told what to do."""
        causes = {cause for cause, _ in self.put}
        if causes & _SPARE:
            causes |= _SPARE  # one that fell in last is one too many; its colour may be the other's
        if causes & _POWER:
            causes |= _POWER  # one reset may be met by another
        if code not in causes:
            raise UnexplainedStopError(f"seed {self.seed}: fault {code}, but done was {self.put}")
        if FAULTS[code].action is Action.NONE:
            raise UnexplainedStopError(f"fault {code} does not say what to do")
        self.stops[code] += 1

    def _ask_fault(self) -> int:
        """Return the fault that the table tells when it is asked."""
        status = self.host.ask(m.GetStatus)
        return status.fault if isinstance(status, m.Status) else 0

    def _repair(self) -> None:
        """Let people put everything right again."""
        for code, side in self.put:
            causes.remove(self.simulation.device, code, side)
        self.put.clear()

    def _recover(self) -> None:
        """Clear what the table still tells until it rests."""
        machine = self.simulation.device.machine
        quiet, self.rate = self.rate, 0.0
        for _ in range(ATTEMPTS):
            for fault in (self._ask_fault(), machine.beside_fault[0]):
                if fault:
                    self.host.clear(fault)
            self.host.run(lambda: machine.kind is None, 60.0)
            if not (machine.fault[0] or machine.beside_fault[0]) and machine.state in _REST:
                break
        else:
            raise UnexplainedStopError(f"seed {self.seed}: {machine.fault} cannot be cleared")
        self.rate = quiet


_REST: Final = frozenset({TableState.IDLE, TableState.READY, TableState.PLAY, TableState.HOLE_OPEN})


def measure(
    builds: int = 10_000, seed: int = 1, rate: float = RATE, profile: str = "four_port"
) -> Mapping[str, int | float]:
    """Return the figures of *builds* builds; raise `UnexplainedStopError` where one is not."""
    soak = Soak(seed, rate, profile)
    for _ in range(builds):
        soak.play()
    return {
        "builds": builds,
        "causes_brought_about": soak.brought.total(),
        "stops_explained": soak.stops.total(),
        "different_stops": len(soak.stops),
        "board_restarts_seen": soak.host.restarts,
        "frames": sum(wire.carried for wire in soak.simulation.wires()),
        "frames_damaged": sum(wire.damaged for wire in soak.simulation.wires()),
        "virtual_hours": round(soak.host.now / 3600, 1),
    }
