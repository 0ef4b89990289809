"""Rules that let things go wrong while the machine works: by rate, by ordinal, by stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from firmware_bridge.wire.codes import Stage
from hw_sim.scenarios.actions import ACTIONS, act

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from hw_sim.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Rule:
    """What happens when: exactly one of *rate*, *nth* and *stage* says when."""

    action: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rate: float = 0.0
    """The chance at each movement."""
    nth: int = 0
    """At the so-many-th movement from now, counted from 1."""
    stage: Stage = Stage.NONE
    percent: int = 0
    """In *stage*, as soon as so much of the job is done."""
    times: int = 1
    """How often at most; 0 for any number."""

    def __post_init__(self) -> None:
        if self.action not in ACTIONS:
            raise ValueError(f"no action {self.action!r}: choose from {', '.join(sorted(ACTIONS))}")
        if sum((self.rate > 0, self.nth > 0, self.stage is not Stage.NONE)) != 1:
            raise ValueError(f"rule for {self.action}: give one of rate, nth and stage")
        if not 0 <= self.rate <= 1 or self.times < 0:
            raise ValueError("a rate is between 0 and 1, a number of times not negative")

    def is_due(self, movement: int, stage: Stage, percent: int, rng: Random) -> bool:
        """Return whether it happens at this *movement*."""
        if self.rate:
            return rng.random() < self.rate
        if self.nth:
            return movement == self.nth
        return stage is self.stage and percent >= self.percent


class Injector:
    """Rules at work on a stand."""

    def __init__(self, simulation: Simulation, rng: Random) -> None:
        """Listen to the machine's movements; there is one injector to a stand."""
        self.done: list[tuple[str, Stage]] = []
        """What happened so far, and in which stage."""
        self._stand = simulation
        self._rng = rng
        self._rules: list[tuple[Rule, int, list[int]]] = []
        self._movement = 0
        simulation.device.machine.on_move = self._moved

    def add(self, rule: Rule) -> None:
        """Let *rule* hold from now on."""
        self._rules.append((rule, self._movement, [0]))

    def clear(self) -> None:
        """Let no rule hold any more."""
        self._rules.clear()

    def _moved(self, stage: Stage, percent: int) -> None:
        self._movement += 1
        for rule, since, fired in list(self._rules):
            spent = rule.times and fired[0] >= rule.times
            if spent or not rule.is_due(self._movement - since, stage, percent, self._rng):
                continue
            fired[0] += 1
            self.done.append((rule.action, stage))
            self._stand.attempt(partial(act, self._stand, rule.action, rule.values))
