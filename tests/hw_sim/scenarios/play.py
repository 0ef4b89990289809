"""Plays a scenario whole in virtual time; what came of its orders is judged."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware_bridge.link.session import Ask
from firmware_bridge.update import PROGRAM_CHUNK
from firmware_bridge.wall_plan import layout_for
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind
from hw_sim.board.firmware import Image
from hw_sim.scenarios.scenario import Scenario
from tests.hw_sim.virtual_host import VirtualHost


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
        values = {name: getattr(self, name) for name in expected}
        return [
            f"{name}: {values[name]}, not {value}"
            for name, value in expected.items()
            if values[name] != value
        ]


def play(scenario: Scenario) -> Outcome:
    """Return what comes of *scenario*; raise `ValueError` where it cannot be played."""
    simulation = scenario.simulation()
    host = VirtualHost(simulation, scenario.seed)
    host.wait_up()
    scenario.set_up(simulation)
    ends = [_order(host, order) for order in scenario.orders]
    simulation.device.places.check()
    if simulation.impossible:
        raise ValueError(f"{scenario.name}: {'; '.join(simulation.impossible)}")
    return Outcome(
        ends=ends,
        faults=host.faults(),
        state="" if host.state is None else host.state.name.lower(),
        restarts=host.restarts,
        strange=bool(host.strange),
        virtual_s=round(host.now, 1),
    )


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
            return _name_answer(answer)
        case {"update": str(version), **more}:
            return _updated(host, Image(version, bool(more.get("starts", True))))
        case {"ask": str(what)}:
            return _name_answer(host.ask(_QUESTIONS[what]))
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


def _name_answer(answer: m.Message | None) -> str:
    if isinstance(answer, m.Refused):
        return f"refused {answer.code}"
    return "no answer" if answer is None else type(answer).__name__.lower()


_QUESTIONS = {
    "status": m.GetStatus,
    "stats": m.GetStats,
    "log": lambda tag: m.GetLog(tag, 0),
    "lights": lambda tag: m.Lights(tag, 1, 0, b"\x20\x40\x60", 1),
    "dora": lambda tag: m.FlipDora(tag, 1, 1),
}
