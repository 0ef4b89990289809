"""Many hands on a table with two sets where something goes wrong all the time.

One set is played with while the other one is built: dice are thrown, keys pressed, builds called
off, the board restarted meanwhile. Whatever stops hand or build must be explained and cleared, no
tile is lost, and the sets are never mixed in one wall.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.wire.codes import JobKind, JobState, Key, SetState, Stage
from tests.hw_sim.virtual_host import End
from tests.soak.hands import RATE, Soak, UnexplainedStopError

CALLED_OFF: Final = 0.05
"""The share of builds that somebody calls off."""
PAUSED: Final = 0.1
"""The share of moments in which somebody pauses the build by the keys."""
UNPLUGGED: Final = 0.05
"""The share of moments in which the cable comes off."""
LEFT: Final = 0.2
"""The share of failed builds that are left to the next hand."""
PLAYS_S: Final = 40.0
"""A hand is played for so long at most before the next one is asked for."""


@dataclass(slots=True)
class TwoSetSoak(Soak):
    """One table, both of its sets, and everything that has happened to them."""

    builds_beside: int = 0
    stops_beside: int = 0
    raised: int = 0
    """How often the walls that came up were of the other set."""
    run_twice: int = 0
    """How often an order moved anything that had been carried out before."""
    _moved: dict[bool, int] = field(default_factory=dict)
    """The newest order that moved something, of the hand and beside it."""

    def hand(self) -> None:
        """Bring one hand to the table, and have the other set built while it is played."""
        before = self._in_play()
        self.play()
        self.raised += self._in_play() != before
        walls = self.simulation.device.places.walls
        if len({tile.back for wall in walls for stack in wall for tile in stack}) > 1:
            raise UnexplainedStopError(f"seed {self.seed}: two sets in one wall")
        if self._state() is SetState.OUT:
            self._settle(self.host.do(JobKind.DROP, set=1 - self._in_play()))
        if self._state() is SetState.LOOSE:
            self._build()

    def _build(self) -> None:
        """Have the other set built beside the hand, once more where it failed."""
        op = self.host.begin(JobKind.BUILD, tiles=0, set=1 - self._in_play())
        if op < 1000:
            return  # the last mishap is not cleared yet: the next hand builds
        self.builds_beside += 1
        before = self.stops.copy()
        until = self.host.now + self._rng.uniform(0, PLAYS_S)
        while self.host.now < until and self.simulation.device.machine.builds_beside:
            self._live_on(op)
        if self._rng.random() < 0.5:
            return  # the hand is over before the build is: the next one waits for it
        end = self.host.end_of(op)
        if end.state is JobState.DONE:
            return
        self.stops_beside += 1
        if end.fault == 0 or self.stops[end.fault] == before[end.fault]:
            self._settle(end)  # else it stopped the dice as well, and was explained there
        if end.state is not JobState.CANCELLED and self._rng.random() > LEFT:
            self._build()

    def _live_on(self, op: int) -> None:
        """Let players and passers-by do something while a set is built."""
        chance = self._rng.random()
        if chance < PAUSED:
            self.simulation.device.board.press(Key.BOTH_LIFTS)
            self.host.run(lambda: False, self._rng.uniform(0, 5))
            self.simulation.device.board.press(Key.LIFT)
        elif chance < PAUSED + CALLED_OFF:
            self.host.cancel(op)
        elif chance < PAUSED + CALLED_OFF + UNPLUGGED:
            self.simulation.unplug()
            self.simulation.plan(
                self.simulation.now + 10 ** self._rng.uniform(-1, 1.3), self.simulation.plug_in
            )
        elif chance < 0.5:
            self._settle(self.host.do(JobKind.ROLL, dice=2))
        self.host.run(lambda: False, self._rng.uniform(0, 10))

    def _settle(self, end: End) -> None:
        """Explain how a job ended, and have everything put right again."""
        if end.state is JobState.DONE or end.refused:
            return
        if end.state is not JobState.CANCELLED:
            self._explain(end.fault or self._ask_fault())
        self._repair()
        self._recover()

    def _mishap(self, stage: Stage, percent: int) -> None:
        """Now and then bring a cause about; note which orders move anything."""
        for beside in (False, True):
            op = self.simulation.device.board.ops.at_work(beside=beside)
            if op is not None and op.op_id != self._moved.get(beside, 0):
                self.run_twice += op.op_id < self._moved.get(beside, 0)
                self._moved[beside] = op.op_id
        Soak._mishap(self, stage, percent)  # the class of `super` is another one under slots

    def _in_play(self) -> int:
        return self.simulation.device.machine.sets.in_play

    def _state(self) -> SetState:
        """Return where the set is that is not in play."""
        return self.simulation.device.machine.sets.states()[1 - self._in_play()]


def measure(
    hands: int = 10_000, seed: int = 1, rate: float = RATE, profile: str = "four_port"
) -> Mapping[str, int | float]:
    """Return the figures of *hands* hands; raise `UnexplainedStopError` where one is not."""
    soak = TwoSetSoak(seed, rate, profile)
    for _ in range(hands):
        soak.hand()
    return {
        "hands": hands,
        "changes_of_set": soak.raised,
        "run_twice": soak.run_twice,
        "builds_beside_the_hand": soak.builds_beside,
        "causes_brought_about": soak.brought.total(),
        "stops_explained": soak.stops.total(),
        "stops_of_builds_beside": soak.stops_beside,
        "different_stops": len(soak.stops),
        "board_restarts_seen": soak.host.restarts,
        "virtual_hours": round(soak.host.now / 3600, 1),
    }
