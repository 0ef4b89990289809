"""Whole sittings by their seed (`kiosk.md` §3, L8), compared with a reckoning of their own.

Kiosk, session, ledger and bridge are real, the machine is its simulation, and nobody waits for the
clock. Taps come twice or from old pages, the kiosk dies between any two of them, the machine jams,
the cable comes off, the camera misreads, the clock is set, hands are undone. The ledger's disk is
memory: what a disk may do stands in L1 to L4. The same seed is the same sitting:
`python -m tests.soak.sittings SEED`.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from firmware_bridge.errors import BridgeError
from kiosk.errors import Refused
from kiosk.jobs import Job
from kiosk.ledger.safekeeping import Places, open_kept
from kiosk.ledger.verify import verify
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import commands as c
from kiosk.session.commands import Command
from kiosk.session.draft import Draft, Part, Place, Stage
from kiosk.table.bridge import MachineTable
from rules.tiles import parse, write
from tests.kiosk.plain_game import OPEN, PLAYERS, PlainEngine
from tests.soak.cores import ROOM, counted
from tests.soak.virtual_client import VirtualClient
from tests.soak.whole_table import JUMPS, AtOnce, Eye, Table, TableClock

SEATS: Final = 4
STAKE: Final = 10
START: Final = 100
HANDS: Final = 50
SITTING: Final = 30
"""Hands after which people stand up."""
TRIES: Final = 6
"""So often the machine is asked for one thing; then people do it by hand."""
JOB_S: Final = 600.0
LINK_S: Final = 60.0
SEE_S: Final = 3.0


@dataclass
class Reckoning:
    """What four people would write on paper."""

    totals: list[int] = field(default_factory=lambda: [START] * SEATS)
    pot: int = 0
    before: list[tuple[list[int], int]] = field(default_factory=list)

    def note(self, winner: int | None, giver: int | None, ready: tuple[int, ...]) -> None:
        """Write one hand down."""
        self.before.append((self.totals[:], self.pot))
        for seat in ready:
            self.totals[seat] -= 1
            self.pot += 1
        if winner is None:
            return
        payers = [seat for seat in range(SEATS) if seat != winner] if giver is None else [giver]
        for seat in payers:
            self.totals[seat] -= STAKE
        self.totals[winner] += STAKE * len(payers) + self.pot
        self.pot = 0

    def undo(self) -> None:
        """Strike the last hand out."""
        self.totals, self.pot = self.before.pop()


class Sitting:
    """One kiosk at one table through one seed."""

    def __init__(self, place: Path, seed: int) -> None:
        self._chance = random.Random(seed)
        self._seed = seed
        self._place = place
        self._places = Places(place / "ledger.sqlite", place / "backups", place)
        self._table = Table(seed, self._chance)
        self._clock = TableClock(self._table.simulation)
        self._eye = Eye(random.Random(~seed))
        self._taps = self._seq = 0
        self.counted: Counter[str] = Counter()
        self.paper = Reckoning()
        self._open()

    def play(self, hands: int) -> None:
        """Play so many hands; raise `AssertionError` where kiosk, paper or table disagree."""
        for _ in range(hands):
            self._hand()
            session = self.service.state.session
            assert session is not None
            assert list(session.standing.totals) == self.paper.totals
            assert session.standing.pot == self.paper.pot
            self._table.simulation.device.places.check()
            if session.standing.over or len(self.paper.before) > SITTING:
                self.tap(c.CloseSession())

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

    def _hand(self) -> None:
        """Play one hand, or undo the last one."""
        if self.service.state.stage is Stage.LOBBY:
            self.paper = Reckoning()
            for name in PLAYERS:
                self.service.enrol(name)
            self.tap(OPEN)
        session = self.service.state.session
        assert session is not None
        if session.last_hand is not None and self._chance.random() < 0.1:
            self.tap(c.VoidHand(session.last_hand.seq))
            self.paper.undo()
            self.counted["hands undone"] += 1
            return
        self._deal()
        winner, giver, ready = self._outcome()
        self.tap(c.StartPlay())
        for seat in ready:
            self.tap(c.Declare(seat, "ready"))
        if winner is None:
            self.tap(c.CallDraw())
        else:
            self._win(winner, giver)
        self.tap(c.Settle())
        self.tap(c.ConfirmHand())
        self.paper.note(winner, giver, ready)

    def _outcome(self) -> tuple[int | None, int | None, tuple[int, ...]]:
        if self._chance.random() < 0.2:
            ready = tuple(seat for seat in range(SEATS) if self._chance.random() < 0.4)
            return None, None, ready
        winner = self._chance.randrange(SEATS)
        giver = (winner + self._chance.randrange(SEATS)) % SEATS
        return winner, None if giver == winner else giver, ()

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

    def _win(self, winner: int, giver: int | None) -> None:
        """Lay a hand open, let it be read, and put right what was read wrongly."""
        tiles = self._chance.sample(DECK, 14)
        hand, won = tuple(tiles[:13]), tiles[13]
        self._eye.lies = {winner: (hand, won)}
        self.tap(c.CallWin(winner))
        self.tap(c.SayWho((c.Claim(winner, "self_draw" if giver is None else "discard", giver),)))
        self.tap(c.ReadTable())
        if self._draft.stage is Stage.REVIEW:
            self._correct(winner, hand)
        else:
            self.counted["hands told by touch"] += 1
            self.tap(c.EnterByHand())
            self.tap(c.WriteRow(Place(Part.HAND, winner), write(parse("".join(hand)))))
        tile = self._draft.wins[0].tile
        if tile is None or tile.code != won:
            self.tap(c.WinOn(winner, won))
        held = Counter(one.code for one in self._draft.seats[winner].hand or ())
        assert held == Counter(hand), (held, hand)

    def _correct(self, seat: int, hand: tuple[str, ...]) -> None:
        """Tap until the draft shows what lies there."""
        left = Counter(hand)
        strange = []
        for tile in self._draft.seats[seat].hand or ():
            if left[tile.code]:
                left[tile.code] -= 1
            else:
                strange.append(tile.number)
        missing = list(left.elements())
        for number in strange:
            if missing:
                self.tap(c.CorrectTile(number, missing.pop()))
            else:
                self.tap(c.RemoveTile(number))
        if missing:
            self.tap(c.AddTiles(Place(Part.HAND, seat), "".join(missing)))
        self.counted["readings corrected"] += bool(strange or missing)

    def _expect_stale(self, command: Command, seq: int) -> None:
        """Tap a page that is older than the table's state."""
        try:
            self.service.submit(command, f"old-{self._taps:06}", seq)
        except Refused as refused:
            told = refused.code
        else:
            told = "obeyed"
        assert told == "stale"

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
        self.service = Service(store, self._machine, self._eye, LiveBoard(), PlainEngine())
        self.service.safekeeping = safekeeping
        self.service.camera_worker.eyes = AtOnce()
        self._seq = self.service.view().seq


DECK: Final = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)] + [
    f"{rank}z" for rank in range(1, 8) for _ in range(4)
]


def sitting(seed: int, hands: int = HANDS) -> Counter[str]:
    """Play the sitting of *seed*; an error tells how to play it again."""
    with tempfile.TemporaryDirectory(dir=ROOM) as name:
        one = Sitting(Path(name), seed)
        try:
            one.play(hands)
            one.look_back()
        except Exception as error:
            error.add_note(f"the sitting of this seed: python -m tests.soak.sittings {seed}")
            raise
        finally:
            one.close()
        return one.counted


def sittings(seeds: int, hands: int = HANDS, first: int = 1) -> dict[str, Any]:
    """Play the sittings of so many seeds; a disagreement ends them and tells its seed."""
    begin = time.perf_counter()
    told = counted(partial(sitting, hands=hands), range(first, first + seeds))
    took = {"minutes": (time.perf_counter() - begin) / 60}
    shown = {name.replace(" ", "_"): number for name, number in sorted(told.items())}
    return {"seeds": seeds, "hands": seeds * hands, **shown, "disagreements": 0, **took}


if __name__ == "__main__":
    print(sittings(1, first=int(sys.argv[1])))
