"""The set of tiles that is not in play: built beside the hand, so that the next walls wait ready.

A machine with two sets takes the played one in and raises the other (`protocol.md` §3.1). As soon
as walls are up, the kiosk has the set that was taken in built; what stops that is shown beside the
hand and stops nothing else. Opening the hole for a set out of its box is left to people's order.
"""

from __future__ import annotations

import logging
import math
import threading
from typing import TYPE_CHECKING

from firmware_bridge.errors import BridgeError
from firmware_bridge.wire.codes import SetState, TableState
from kiosk.errors import Refused
from kiosk.table.port import OtherSet, TableFault

if TYPE_CHECKING:
    from firmware_bridge.client import TableClient
    from firmware_bridge.jobs.job import Job
    from firmware_bridge.state import TileSets

log = logging.getLogger(__name__)


class SecondSet:
    """Keeps the set that is not in play ready, on the client of one machine."""

    def __init__(self, client: TableClient) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._build: Job | None = None
        self._is_wanted = True
        """Whether the set may be built by itself; not once somebody called its build off."""

    def put_in(self) -> Job:
        """Open the hole for the set out of its box; raise `Refused` where there is none to put in.

        Once it is in, `prepare` builds it.
        """
        sets = self._client.status().sets
        which = None if sets is None else sets.waiting
        if sets is None or which is None or sets.state_of(which) is not SetState.OUT:
            raise Refused("no_second_set", "there is no second set to put in now", where="table")
        self._is_wanted = True
        return self._client.drop(which)

    def note_raised(self) -> None:
        """Take note that a hand begins: from now on the other set may be built."""
        self._is_wanted = True

    def prepare(self) -> None:
        """Have the set that is not in play built, where that can be done now."""
        status = self._client.status(fresh=False)
        sets = status.sets
        is_free = status.link.is_up and status.state is TableState.PLAY and not status.paused
        if sets is None or sets.waiting is None or not is_free or sets.fault is not None:
            return
        with self._lock:
            is_at_work = self._build is not None and not self._build.state.is_final
            if is_at_work or not self._is_wanted:
                return
            if sets.state_of(sets.waiting) is SetState.LOOSE:
                self._begin(sets.waiting)

    def call_off(self) -> None:
        """Stop the build, if one is at work: other tiles are wanted."""
        with self._lock:
            self._is_wanted = False
            if self._build is not None and not self._build.state.is_final:
                self._build.cancel()

    def is_about(self, op_id: int) -> bool:
        """Return whether op *op_id* is the build of the other set."""
        with self._lock:
            return self._build is not None and self._build.op_id == op_id

    def view(self) -> OtherSet | None:
        """Return how it stands, `None` where there is no set beside one in play."""
        sets = self._client.status(fresh=False).sets
        if sets is None or sets.waiting is None:
            return None
        with self._lock:
            build = self._build
        return _set_view(sets, sets.waiting, build)

    def _begin(self, which: int) -> None:
        """Ask for the build; a machine that is busy with the hand is asked again later."""
        try:
            self._build = self._client.build(which=which)
        except BridgeError as error:
            log.info("the second set waits code=%s", error.code)


def _set_view(sets: TileSets, which: int, build: Job | None) -> OtherSet:
    """Return how set *which* stands, with how far its *build* has come."""
    state, fault = sets.state_of(which), sets.fault
    is_building = state is SetState.BUILDING
    percent, left = sets.percent, None
    if is_building and build is not None and not build.state.is_final:
        percent, left = round(100 * build.bar), build.remaining_s
    return OtherSet(
        state.name.lower(),
        percent if is_building else 100 * (state is SetState.BUILT),
        None if left is None else math.ceil(left),
        None if fault is None else TableFault(fault.code, fault.side),
    )
