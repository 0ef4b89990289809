"""Stories as data (`scenarios/*.toml`): what happens to a table, what is asked, what must come.

A story has a timeline (by time, movement, stage or chance), a host that gives orders one
after the other, and expectations. In virtual time it is played whole and judged; on a
real port only its timeline runs, and whoever is connected plays the host.
"""

from __future__ import annotations

import random
import tomllib
import zlib
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import rules
from firmware_bridge.console import PROGRAM_CHUNK
from firmware_bridge.wall_plan import layout_for
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, Stage
from hw_sim.board.firmware import Image
from hw_sim.scenarios.actions import act
from hw_sim.scenarios.injection import Injector, Rule
from hw_sim.scenarios.virtual_host import VirtualHost
from hw_sim.simulation import Simulation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware_bridge.link.session import Ask

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
class Outcome:
    """What came of a story, as the host has seen it."""

    ends: list[str]
    """How each order ended: a state of a job, `refused N`, `cleared`, an answer."""
    faults: list[int]
    state: str
    restarts: int
    strange: bool
    virtual_s: float

    def differs(self, expected: Mapping[str, Any]) -> list[str]:
        """Return in words what is not as *expected*."""
        found = {name: getattr(self, name) for name in expected}
        return [
            f"{name}: {found[name]}, not {value}"
            for name, value in expected.items()
            if found[name] != value
        ]


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

    def play(self) -> Outcome:
        """Return what comes of it in virtual time; raise `ValueError` where it cannot be played."""
        simulation = self.simulation()
        host = VirtualHost(simulation, self.seed)
        host.wait_up()
        self.set_up(simulation)
        ends = [_order(host, order) for order in self.orders]
        simulation.device.places.check()
        if simulation.impossible:
            raise ValueError(f"{self.name}: {'; '.join(simulation.impossible)}")
        return Outcome(
            ends=ends,
            faults=host.faults(),
            state="" if host.state is None else host.state.name.lower(),
            restarts=host.restarts,
            strange=bool(host.strange),
            virtual_s=round(host.now, 1),
        )


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


def _order(host: VirtualHost, order: Mapping[str, Any]) -> str:
    """Carry one order out; return in a word what came of it."""
    match dict(order):
        case {"job": str(job), **args}:
            end = host.do(JobKind[job.upper()], **args)
            return f"refused {end.refused}" if end.refused else end.state.name.lower()
        case {"clear": int(code)}:
            refused = host.clear(code)
            kind = host.simulation.device.machine
            host.run(lambda: kind.kind is None, 60.0)
            return f"refused {refused}" if refused else "cleared"
        case {"wait_s": seconds}:
            host.run(lambda: False, float(seconds))
            return "waited"
        case {"gear": int(tiles), **more}:
            players, deal = int(more.get("players", 4)), int(more.get("deal", 0))
            layout = bytes(layout_for(tiles, players, deal))
            answer = host.ask(lambda tag: m.SetGear(tag, tiles, players, deal, layout))
            return _said(answer)
        case {"update": str(version), **more}:
            return _updated(host, Image(version, bool(more.get("starts", True))))
        case {"ask": str(what)}:
            return _said(host.ask(_QUESTIONS[what]))
        case _:
            host.stop_motors()
            host.run(lambda: False, 1.0)
            return "stopped"


def _updated(host: VirtualHost, image: Image) -> str:
    """Give the board *image*; return which program runs in the end, or why it was refused."""
    data = image.to_bytes(500)
    asks: list[Ask] = [lambda tag: m.UpdateBegin(tag, len(data), zlib.crc32(data))]
    for at in range(0, len(data), PROGRAM_CHUNK):
        asks.append(lambda tag, at=at: m.UpdateData(tag, at, data[at : at + PROGRAM_CHUNK]))  # type: ignore[misc]  # bound at once
    for ask in (*asks, m.UpdateFinish):
        answer = host.ask(ask)
        if isinstance(answer, m.Refused):
            return f"refused {answer.code}"
    before = host.restarts
    host.run(lambda: host.restarts > before, 60.0)
    return f"runs {host.simulation.device.flash.image.version}"


def _said(answer: m.Message | None) -> str:
    if isinstance(answer, m.Refused):
        return f"refused {answer.code}"
    return "no answer" if answer is None else type(answer).__name__.lower()


_QUESTIONS: Final = {
    "status": m.GetStatus,
    "stats": m.GetStats,
    "log": lambda tag: m.GetLog(tag, 0),
    "lights": lambda tag: m.Lights(tag, 1, 0, b"\x20\x40\x60", 1),
    "dora": lambda tag: m.FlipDora(tag, 1, 1),
}
