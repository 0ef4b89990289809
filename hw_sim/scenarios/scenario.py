"""Stories as data (`scenarios/*.toml`): what happens to a table, what is asked, what must come.

A story has a timeline (by time, movement, stage or chance), a host that gives orders one
after the other, and expectations. On a real port its timeline runs, and whoever is connected
plays the host; the tests play it whole in virtual time, and judge it.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from random import Random
from typing import Any, Final

import rules
from firmware_bridge.wire.codes import Stage
from hw_sim.scenarios.actions import ACTIONS, act
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
        simulation.device.machine.on_move = self._on_move

    def add(self, rule: Rule) -> None:
        """Let *rule* hold from now on."""
        self._rules.append((rule, self._movement, [0]))

    def clear(self) -> None:
        """Let no rule hold any more."""
        self._rules.clear()

    def _on_move(self, stage: Stage, percent: int) -> None:
        self._movement += 1
        for rule, since, counter in list(self._rules):
            spent = rule.times and counter[0] >= rule.times
            if spent or not rule.is_due(self._movement - since, stage, percent, self._rng):
                continue
            counter[0] += 1
            self.done.append((rule.action, stage))
            self._stand.attempt(partial(act, self._stand, rule.action, rule.values))


_RULE: Final = ("stage", "percent", "nth", "rate", "times")
_WHEN: Final = (*_RULE, "action")
_ORDERS: Final = ("job", "clear", "wait_s", "gear", "estop", "ask", "update")


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line of the timeline: an action at a time, or by a rule."""

    action: str
    values: Mapping[str, Any]
    at_s: float | None = None
    rule: Rule | None = None

    @classmethod
    def from_toml(cls, row: Mapping[str, Any]) -> TimelineEntry:
        """Return the line in *row*; raise `ValueError` where it is none."""
        if "at_s" in row:
            values = {name: row[name] for name in row if name not in ("at_s", "action")}
            return cls(row["action"], values, at_s=float(row["at_s"]))
        values = {name: row[name] for name in row if name not in _WHEN}
        when = {name: row[name] for name in _RULE if name in row}
        if "stage" in when:
            when["stage"] = Stage[str(when["stage"]).upper()]
        return cls(row["action"], values, rule=Rule(row["action"], values, **when))


@dataclass(frozen=True, slots=True)
class Scenario:
    """A story."""

    name: str
    title: str
    seed: int = 1
    profile: str = "four_port"
    game: str = "riichi"
    firmware: str = "present"
    timeline: tuple[TimelineEntry, ...] = ()
    orders: tuple[Mapping[str, Any], ...] = ()
    expect: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for order in self.orders:
            if sum(name in order for name in _ORDERS) != 1:
                raise ValueError(f"{self.name}: order {dict(order)}: one of {', '.join(_ORDERS)}")

    def simulation(self) -> Simulation:
        """Return the table at which it plays."""
        simulation = Simulation(rules.ruleset(self.game).tiles, self.seed, profile=self.profile)
        self.prepare(simulation)
        return simulation

    def prepare(self, simulation: Simulation) -> None:
        """Put its firmware on the board of *simulation*."""
        if self.firmware != "present":
            act(simulation, "flash", {"name": self.firmware})

    def set_up(self, simulation: Simulation) -> None:
        """Let its timeline begin now on *simulation*, whoever the host is."""
        chance = random.Random(self.seed)  # noqa: S311  # mishaps, repeatable
        injector = Injector(simulation, chance)
        for line in self.timeline:
            if line.rule is not None:
                injector.add(line.rule)
            elif line.at_s is not None:
                simulation.plan(simulation.now + line.at_s, _later(simulation, line))


def names() -> list[str]:
    """Return the names of the stories that there are."""
    folder = resources.files("hw_sim") / "scenarios"
    files = (file.name for file in folder.iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def load(name: str) -> Scenario:
    """Return the story called *name*; raise `ValueError` naming those that there are."""
    if name not in names():
        raise ValueError(f"no scenario {name!r}: choose from {', '.join(names())}")
    file = resources.files("hw_sim") / "scenarios" / f"{name}.toml"
    return from_toml(name, tomllib.loads(file.read_text(encoding="utf-8")))


def from_toml(name: str, raw: dict[str, Any]) -> Scenario:
    """Return the story that *raw* tells; raise `ValueError` where it makes no sense."""
    timeline = tuple(TimelineEntry.from_toml(row) for row in raw.pop("timeline", ()))
    orders = tuple(raw.pop("orders", ()))
    try:
        return Scenario(name, timeline=timeline, orders=orders, **raw)
    except TypeError as problem:
        raise ValueError(f"scenario {name}: {problem}") from problem


def _later(simulation: Simulation, line: TimelineEntry) -> Any:
    return lambda: act(simulation, line.action, line.values)
