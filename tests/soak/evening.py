"""One kiosk at one table in virtual time, with what people, lines and power do meanwhile.

Service, session, ledger and bridge are real, the machine is its simulation, and nobody waits for
the clock. Taps come twice or from old pages, the kiosk dies between any two of them, the machine
jams, the cable comes off, the camera misreads, the clock is set. The ledger's disk is memory: what
a disk may do stands in L1 to L4. The same seed is the same evening.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from firmware_bridge.errors import BridgeError
from kiosk.errors import Refused
from kiosk.jobs import Job
from kiosk.ledger.safekeeping import Places, open_kept
from kiosk.ledger.verify import verify
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import commands as c
from kiosk.session.commands import Command
from kiosk.session.draft import Draft
from kiosk.session.settle import Engine
from kiosk.session.state import Session
from kiosk.table.bridge import MachineTable
from tests.soak.cores import ROOM
from tests.soak.virtual_client import VirtualClient
from tests.soak.whole_table import JUMPS, AtOnce, Eye, Table, TableClock

TRIES: Final = 6
"""Times that the machine is asked for one thing before people do it by hand."""
JOB_S: Final = 600.0
LINK_S: Final = 60.0
SEE_S: Final = 3.0


class Evening:
    """A kiosk at a table with *faces*, whose hands *engine* settles, through one seed."""

    def __init__(self, place: Path, seed: int, engine: Engine, faces: Mapping[str, int]) -> None:
        self._chance = random.Random(seed)
        self._seed = seed
        self._place = place
        self._engine = engine
        self._places = Places(place / "ledger.sqlite", place / "backups", place)
        self._table = Table(seed, self._chance, faces)
        self._clock = TableClock(self._table.simulation)
        self._eye = Eye(random.Random(~seed))
        self._taps = self._seq = 0
        self.counted: Counter[str] = Counter()
        self._open()

    def play(self, hands: int) -> None:
        """Play *hands* hands; raise `AssertionError` where kiosk, paper or table disagree."""
        raise NotImplementedError

    def close(self) -> None:
        """Switch the kiosk off."""
        self.service.close()

    def look_back(self) -> None:
        """Look at the ledger as a whole, and count what happened."""
        report = verify(self._places.ledger)
        assert report.is_whole, report.damage
        self.counted["mishaps of the machine"] = self._table.mishaps
        self.counted["tiles misread"] = self._eye.misread
        self.counted["virtual minutes"] = round(self._table.simulation.now / 60)

    def tap(self, command: Command) -> None:
        """Carry *command* out, with what people, lines and power do meanwhile."""
        self._taps += 1
        op = f"tap-{self._taps:06}"
        trouble = self._chance.random()
        before = self._seq
        if trouble < 0.005:
            self._table.pull_cable()
        elif trouble < 0.01:
            self._clock.skew_ms = self._chance.choice(JUMPS)
            self.counted["clocks set"] += 1
        elif trouble < 0.02 and before:
            self._expect_stale(command, before - 1)
        answer = self.service.submit(command, op, before)
        self._seq = answer.seq
        if trouble > 0.99:
            self._crash()
        if trouble > 0.9:
            again = self.service.submit(command, op, before)
            assert (again.seq, again.is_repeat) == (answer.seq, True)
            assert self.service.view().seq == answer.seq

    @property
    def _draft(self) -> Draft:
        draft = self.service.state.draft
        assert draft is not None
        return draft

    @property
    def _session(self) -> Session:
        session = self.service.state.session
        assert session is not None
        return session

    def _deal(self) -> None:
        """Let the machine build, raise and throw; what it does not do, people do by hand."""
        self._client.run(self._is_at_rest, LINK_S)
        for _ in range(TRIES):
            job = self.service.view().table.next_job
            if job is None:
                break
            if not self._worked(job):
                self._mend()
        self.counted["hands dealt by the machine"] += self._draft.walls_up

    def _worked(self, job: Job) -> bool:
        """Ask the machine for *job*, wait for its end and return whether that went well."""
        try:
            self.tap(c.UseTable(job))
        except Refused as refused:
            if refused.code == "stale":
                raise
            self.counted["jobs refused"] += 1
            return False
        self._client.run(self._is_at_rest, JOB_S)
        outcome = self._machine.status().outcome or "unknown"
        self.counted[f"jobs {outcome}"] += 1
        return outcome == "done"

    def _is_at_rest(self) -> bool:
        """Return whether the machine is known to have ended what it did."""
        return self._machine.is_at_rest

    def _mend(self) -> None:
        """Let people see to the machine, which takes them a while, and tell it that they did."""
        self._client.run(lambda: False, SEE_S)
        self._client.run(self._is_at_rest, LINK_S)
        code = self._table.repair()
        if not code:
            return
        try:
            self._client.clear_fault(code)
        except BridgeError:
            self.counted["faults not cleared at once"] += 1
        self._client.run(self._is_at_rest, JOB_S)

    def _expect_stale(self, command: Command, seq: int) -> None:
        """Tap a page that is older than the table's state."""
        try:
            self.service.submit(command, f"old-{self._taps:06}", seq)
        except Refused as refused:
            outcome = refused.code
        else:
            outcome = "obeyed"
        assert outcome == "stale"

    def _crash(self) -> None:
        """Let the kiosk die and start again; its screen must be the same."""
        self.counted["crashes of the kiosk"] += 1
        before = self.service.view()
        self.service.close()
        self._open()
        after = self.service.view()
        assert (after.stage, after.seq, after.draft) == (before.stage, before.seq, before.draft)

    def _open(self) -> None:
        boot = f"boot-{self._taps}"
        store, safekeeping = open_kept(self._places, self._clock, boot, "table-1")
        journal = self._place / "table-journal.json"
        self._client = VirtualClient(self._table.simulation, journal, self._seed + self._taps)
        self._machine = MachineTable(self._client)
        self.service = Service(store, self._machine, self._eye, LiveBoard(), self._engine)
        self.service.safekeeping = safekeeping
        self.service.camera_worker.eyes = AtOnce()
        self._seq = self.service.view().seq


def through(make: Callable[[Path], Evening], hands: int, again: str) -> Counter[str]:
    """Play *hands* of the evening that *make* begins; an error tells how to play it *again*."""
    with tempfile.TemporaryDirectory(dir=ROOM) as name:
        one = make(Path(name))
        try:
            one.play(hands)
            one.look_back()
        except Exception as error:
            error.add_note(f"the sitting of this seed: {again}")
            raise
        finally:
            one.close()
        return one.counted
