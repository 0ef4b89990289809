"""How long each stage of each job takes at this table, and how long a job still has."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware_bridge.wire.codes import JobKind, JobState, Stage

MEMORY: Final = 8
"""The number of latest runs that count; older ones fade."""

LONGEST_S: Final = 900.0
"""Nothing at a table takes longer; what people left open over night is not learned."""


@dataclass(slots=True)
class Mean:
    """A mean that follows slow changes."""

    seconds: float
    runs: int

    def add(self, seconds: float) -> None:
        """Learn from one more run."""
        self.runs = min(self.runs + 1, MEMORY)
        self.seconds += (seconds - self.seconds) / self.runs


@dataclass(frozen=True, slots=True)
class Estimate:
    """How long a job still takes, in seconds, and how long it takes in all."""

    left_s: float
    whole_s: float

    @property
    def fraction(self) -> float:
        """How much of its time is over, 0–1."""
        return 1.0 - self.left_s / self.whole_s if self.whole_s else 1.0


@dataclass(slots=True)
class LearnedTimes:
    """Mean seconds by job and stage, stages in the order in which they run; kept in a file."""

    path: Path
    _means: dict[JobKind, dict[Stage, Mean]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def open(cls, path: Path) -> LearnedTimes:
        """Return what the file at *path* knows; nothing where it is missing or damaged."""
        times = cls(path)
        try:
            for row in json.loads(path.read_text(encoding="utf-8"))["stages"]:
                kind, stage = JobKind[row["job"]], Stage[row["stage"]]
                mean = Mean(float(row["seconds"]), int(row["runs"]))
                times._means.setdefault(kind, {})[stage] = mean
        except (OSError, ValueError, KeyError, TypeError):
            times._means.clear()
        return times

    def learn(self, kind: JobKind, stage: Stage, seconds: float) -> None:
        """Learn that *stage* of a job of *kind* took so long."""
        if not 0 <= seconds <= LONGEST_S:
            return
        with self._lock:
            stages = self._means.setdefault(kind, {})
            if stage in stages:
                stages[stage].add(seconds)
            else:
                stages[stage] = Mean(seconds, 1)

    def estimate(self, kind: JobKind, stage: Stage, elapsed_s: float) -> Estimate | None:
        """Return how long a job of *kind* will still take, *elapsed_s* into *stage*.

        `None` where this was never seen to its end.
        """
        with self._lock:
            stages = self._means.get(kind, {})
            if stage not in stages:
                return None
            order = list(stages)
            later = sum(stages[other].seconds for other in order[order.index(stage) + 1 :])
            left = max(0.0, stages[stage].seconds - elapsed_s) + later
            return Estimate(left, sum(mean.seconds for mean in stages.values()))

    def save(self) -> None:
        """Write the whole file; one that cannot be written is only learned again."""
        with self._lock:
            rows = [
                {
                    "job": kind.name,
                    "stage": stage.name,
                    "seconds": round(mean.seconds, 3),
                    "runs": mean.runs,
                }
                for kind, stages in self._means.items()
                for stage, mean in stages.items()
            ]
        fresh = self.path.with_name(self.path.name + ".new")
        with contextlib.suppress(OSError):
            text = json.dumps({"v": 1, "stages": rows}) + "\n"
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.path)


_UNTIMED = frozenset({Stage.NONE, Stage.DROP})
"""Stages that say nothing about the table: none yet, and the one that people take as long for."""


@dataclass(slots=True)
class _StageRun:
    """The stage that a job is in."""

    stage: Stage
    since: float
    is_whole: bool
    """Whether we saw it begin."""


class StageTimer:
    """The stages of the jobs that run now; safe to use from any thread."""

    def __init__(self, times: LearnedTimes, clock: Callable[[], float]) -> None:
        """Learn into *times* by *clock*."""
        self._times = times
        self._clock = clock
        self._watched: dict[int, _StageRun] = {}
        self._lock = threading.Lock()

    def note(self, op_id: int, kind: JobKind, stage: Stage, state: JobState) -> None:
        """Take note of where op *op_id* is; what broke off teaches nothing."""
        now = self._clock()
        with self._lock:
            before = self._watched.get(op_id)
            if before is not None and before.stage is stage and not state.is_final:
                return
            went_well = not state.is_final or state is JobState.DONE
            if before is not None and before.is_whole and went_well:
                self._learn(kind, before.stage, now - before.since)
            if state.is_final:
                self._watched.pop(op_id, None)
            else:
                self._watched[op_id] = _StageRun(stage, now, is_whole=before is not None)

    def forget_starts(self) -> None:
        """Let the stages that run now teach nothing: the line broke or someone paused."""
        with self._lock:
            for entry in self._watched.values():
                entry.is_whole = False

    def estimate(self, op_id: int, kind: JobKind) -> Estimate | None:
        """Return how long op *op_id* will still take, `None` where nobody knows."""
        with self._lock:
            entry = self._watched.get(op_id)
            if entry is None:
                return None
            elapsed = self._clock() - entry.since
        return self._times.estimate(kind, entry.stage, elapsed)

    def _learn(self, kind: JobKind, stage: Stage, seconds: float) -> None:
        if stage not in _UNTIMED:
            self._times.learn(kind, stage, seconds)
