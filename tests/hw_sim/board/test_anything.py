"""Whatever people and mishaps do, in whatever order, the table can be put right again."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState
from hw_sim.faults import causes
from hw_sim.faults.wire import DAMAGE
from hw_sim.scenarios.actions import ACTIONS, act
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import VirtualHost

LIVES = 30
DEEDS = 12
Chance = random.Random

WISHES: dict[str, Callable[[Chance], dict[str, Any]]] = {
    "press": lambda r: {"key": r.choice(("lift", "dice", "both_lifts")), "held_s": r.random() * 9},
    "put": lambda r: {"fault": r.choice([*causes.CAUSES, *causes.OWN]), "side": r.randrange(4)},
    "mend": lambda r: {"fault": r.choice(list(causes.CAUSES)), "side": r.randrange(4)},
    "hand": lambda r: {"side": r.randrange(4), "there": r.random() < 0.5},
    "carry_off": lambda r: {"tiles": r.randrange(4), "which": r.choice((0, 1, 0xFF))},
    "put_in": lambda r: {"which": r.randrange(2)},
    "stray": lambda r: {"tiles": r.randrange(3)},
    "add_spare": lambda r: {"tiles": r.randrange(3), "same_back": r.random() < 0.5},
    "gear": lambda r: {"tiles": r.choice((108, 136)), "players": r.choice((3, 4))},
    "reset": lambda r: {"cause": r.choice(("power", "brown_out", "watchdog", "host"))},
    "hang": lambda r: {"watchdog": r.random() < 0.7},
    "boot_loop": lambda r: {"boots": r.randrange(4)},
    "slow_loop": lambda r: {"seconds": r.choice((0.0, 0.05, 0.4))},
    "drift": lambda r: {"rate": r.uniform(-0.02, 0.02)},
    "tear_write": lambda r: {"after": r.randrange(80)},
    "flash": lambda r: {"name": r.choice(("present", "old", "new", "lying", "stranger"))},
    "chatter": lambda r: {"events": r.randrange(100)},
    "sensor": lambda r: {"spot": "passage", "side": r.randrange(4), "stuck": r.random() < 0.5},
    "coin": lambda r: {"slot": r.randrange(2), "pulses": r.randrange(4)},
    "wear_out": lambda r: {"is_so": r.random() < 0.5},
    "swap": lambda r: {"side": r.randrange(4), "other": r.randrange(4)},
    "noise": lambda r: {"rate": r.random() / 10},
    "dice": lambda r: {"cocked": r.randrange(4), "muffled": r.random() < 0.5},
    "cable": lambda r: {r.choice(list(DAMAGE)): r.random() / 3},
    "damage": lambda r: {"name": r.choice(list(DAMAGE)), "nth": r.randrange(1, 5)},
    "stall": lambda r: {"seconds": r.random() * 5, "direction": r.choice(("up", "down", "both"))},
    "cut": lambda r: {"direction": r.choice(("up", "down")), "through": r.random() < 0.5},
    "speed": lambda r: {"times": r.choice((0.5, 1.0, 10.0))},
    "deaf": lambda r: {"is_so": r.random() < 0.5},
}
"""Plausible values for each action that has any; the others take none."""

RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("cable", {}),
    ("cut", {"through": False}),
    ("deaf", {"is_so": False}),
    ("plug_in", {}),
    ("slow_loop", {"seconds": 0.0}),
    ("drift", {"rate": 0.0}),
    ("speed", {"times": 1.0}),
    ("noise", {"rate": 0.0}),
    ("wear_out", {"is_so": False}),
    ("swap", {"side": 0, "other": 0}),
    ("dice", {"cocked": 0, "muffled": False, "restless": 0, "magnet": 0}),
    ("gear", {"tiles": 136}),
    ("bring", {}),
    *[("sensor", {"spot": "passage", "side": side}) for side in range(4)],
]


class Life:
    """A table to which things happen."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.simulation = Simulation(FACES, seed)
        self.host = VirtualHost(self.simulation, seed)

    def happen(self) -> str:
        """Do something to the table, and let some time pass."""
        name = self.rng.choice(sorted(ACTIONS))
        values = WISHES.get(name, lambda _: {})(self.rng)
        try:
            act(self.simulation, name, values)
        except ValueError:
            return f"{name} was not possible"
        if self.host.is_up and self.rng.random() < 0.4:
            self.host.begin(JobKind.NEXT_HAND, tiles=0)
        self.host.run(lambda: False, self.rng.random() * 20)
        self.simulation.device.places.check()
        return f"{name} {values}"

    def put_right(self) -> None:
        """Let people and a technician undo everything."""
        for code in (*causes.CAUSES, *causes.OWN):
            for side in (0xFF, *range(4)):
                causes.remove(self.simulation.device, code, side)
        for name, values in RIGHT:
            act(self.simulation, name, values)
        self.simulation.device.health.boots_left = 0
        self.simulation.device.eeprom.cut_after = None
        act(self.simulation, "flash", {"name": "present"})
        self.host.run(lambda: False, 10)
        for _ in range(6):
            status = self.host.ask(m.GetStatus)
            if isinstance(status, m.Status) and status.fault:
                self.host.clear(status.fault)
            self.host.run(lambda: self.simulation.device.machine.kind is None, 900)


@pytest.mark.parametrize("seed", range(LIVES))
def test_a_table_can_be_put_right_after_anything(seed: int) -> None:
    life = Life(seed)
    deeds = [life.happen() for _ in range(DEEDS)]
    life.put_right()
    end = life.host.do(JobKind.NEXT_HAND, tiles=0)
    if end.state is JobState.UNKNOWN:  # an order into the session of a board that was changed
        end = life.host.do(JobKind.NEXT_HAND, tiles=0)
    assert end.state is JobState.DONE, f"{end} after {deeds}"
    assert sum(map(len, life.simulation.device.places.walls)) == 68


def test_every_action_can_happen() -> None:
    without_values = {"bring", "new_board", "sweep", "unplug", "plug_in"}
    assert set(WISHES) | without_values == set(ACTIONS)
