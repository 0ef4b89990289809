"""Watching how long jobs stay in each stage, and telling how long they still have."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_bridge.wire.codes import JobState, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.jobs.progress import LearnedTimes, Outlook
    from firmware_bridge.wire.codes import JobKind

_BY_PEOPLE = frozenset({Stage.DROP})
"""Stages that last as long as people like."""


@dataclass(slots=True)
class _Watched:
    """The stage that a job is in."""

    stage: Stage
    since: float
    is_whole: bool
    """Whether we saw it begin."""


class History:
    """The stages of the jobs that run now; safe to use from any thread."""

    def __init__(self, times: LearnedTimes, clock: Callable[[], float]) -> None:
        """Learn into *times* by *clock*."""
        self._times = times
        self._clock = clock
        self._watched: dict[int, _Watched] = {}
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
                self._watched[op_id] = _Watched(stage, now, is_whole=before is not None)

    def forget_pace(self) -> None:
        """Let the stages that run now teach nothing: the line broke or someone paused."""
        with self._lock:
            for watched in self._watched.values():
                watched.is_whole = False

    def outlook(self, op_id: int, kind: JobKind) -> Outlook | None:
        """Return how long op *op_id* will still take, `None` where nobody knows."""
        with self._lock:
            watched = self._watched.get(op_id)
            if watched is None:
                return None
            elapsed = self._clock() - watched.since
        return self._times.outlook(kind, watched.stage, elapsed)

    def _learn(self, kind: JobKind, stage: Stage, seconds: float) -> None:
        if stage not in _BY_PEOPLE and stage is not Stage.NONE:
            self._times.learn(kind, stage, seconds)
