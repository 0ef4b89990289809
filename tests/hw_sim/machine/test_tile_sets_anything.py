"""Whatever keys, faults and resets come, both sets stay whole and nothing runs twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.wire.codes import JobKind, JobState, ResetCause, Stage
from hw_sim.faults import causes
from hw_sim.scenarios.actions import act
from tests.hw_sim.machine.two_set_bench import TILES, Bench
from tests.soak import two_sets

FAULTS = (101, 102, 103, 104, 203, 205, 301, 402, 602, 702, 703, 704)
DEEDS = ("hand", "build", "roll", "drop", "lower", "raise", "cancel", "pause", "lift", "dice")


class Life(Bench):
    """A table with two sets on which jobs are asked for while things happen."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.load()
        self.ops: list[int] = []
        self.began: Counter[int] = Counter()
        """How often each op was seen to begin to move."""
        self._last: dict[bool, int] = {}
        self.machine.on_move = self._on_move

    def ask(self, kind: JobKind, **args: int) -> None:
        """Ask for a job; a refusal is as good as any answer."""
        op = self.host.begin(kind, **args)
        if op > 1000:
            self.ops.append(op)

    def do(self, deed: str) -> None:
        """Let people or the host do something."""
        jobs: dict[str, tuple[JobKind, dict[str, int]]] = {
            "hand": (JobKind.NEXT_HAND, {"tiles": 0}),
            "build": (JobKind.BUILD, {"tiles": 0, "set": self.machine.sets.other}),
            "roll": (JobKind.ROLL, {"dice": 2}),
            "drop": (JobKind.DROP, {"set": self.machine.sets.other}),
            "lower": (JobKind.LOWER, {}),
            "raise": (JobKind.RAISE, {}),
        }
        keys = {"pause": "both_lifts", "lift": "lift", "dice": "dice"}
        if deed in jobs:
            kind, args = jobs[deed]
            self.ask(kind, **args)
        elif deed in keys:
            act(self.simulation, "press", {"key": keys[deed]})
        elif self.ops:
            self.host.cancel(self.ops[-1])

    def whole(self) -> None:
        """Assert that no tile is lost and that no wall holds two colours."""
        self.places.check()
        for walls in (self.places.walls, self.places.slots):
            assert len({tile.back for wall in walls for stack in wall for tile in stack}) <= 1

    def put_right(self) -> None:
        """Let people take every cause away, and clear what is told."""
        for code in FAULTS:
            for side in (0xFF, *range(4)):
                causes.remove(self.device, code, side)
        self.host.wait_up()
        if self.machine.is_paused:
            act(self.simulation, "press", {"key": "lift"})
        self.recover()
        self.host.run(lambda: not self.machine.builds_beside and self.machine.kind is None, 900)

    def _on_move(self, stage: Stage, percent: int) -> None:
        """Count each op once when it makes its first movement."""
        del stage, percent
        for beside in (False, True):
            op = self.device.board.ops.at_work(beside=beside)
            if op is not None and self._last.get(beside) != op.op_id:
                self._last[beside] = op.op_id
                self.began[op.op_id] += 1


@settings(max_examples=settings().max_examples // 4)
@given(
    st.integers(0, 10_000),
    st.lists(
        st.one_of(
            st.sampled_from(DEEDS),
            st.tuples(st.sampled_from(FAULTS), st.integers(0, 3)),
            st.sampled_from(list(ResetCause)),
        ),
        max_size=14,
    ),
)
def test_both_sets_stay_whole_and_no_motion_runs_twice(
    seed: int, deeds: list[str | tuple[int, int] | ResetCause]
) -> None:
    life, rng = Life(seed), random.Random(seed)
    for deed in deeds:
        if isinstance(deed, str):
            life.do(deed)
        elif isinstance(deed, ResetCause):
            life.device.reset(deed)
        else:
            life.simulation.attempt(lambda cause=deed: causes.put(life.device, *cause))
        life.pass_s(rng.uniform(0, 30))
        life.whole()
        life.host.wait_up()
    life.put_right()
    assert max(life.began.values(), default=0) <= 1
    assert life.hand().state is JobState.DONE
    life.whole()
    assert life.places.in_walls() == TILES


@pytest.mark.parametrize("profile", ["four_port", "jp_deal"])
def test_hands_with_faults_are_all_explained_while_both_sets_are_at_work(profile: str) -> None:
    figures = two_sets.measure(hands=25, seed=7, rate=0.04, profile=profile)
    assert figures["stops_explained"] > 5
    assert figures["stops_of_builds_beside"] > 0
    assert figures["changes_of_set"] > 15
    assert figures["run_twice"] == 0
