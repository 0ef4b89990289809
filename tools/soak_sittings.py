"""Whole sittings by their seed (`kiosk.md` §3, L8), compared with a reckoning of their own.

Kiosk, session and ledger are real, on a clock that nobody waits for; the machine obeys or has lost
its line. Taps come twice or from old pages, the kiosk dies between any two of them, hands are
undone. The same seed is the same sitting: `python -m tools.soak_sittings SEED`.
"""

from __future__ import annotations

import random
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiosk.errors import Refused
from kiosk.ledger.keeper import Places, open_kept
from kiosk.ledger.verify import verify
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import commands as c
from kiosk.session.draft import Stage
from kiosk.table import Link, TableStatus
from tests.kiosk.ledger.books import TickingClock
from tests.kiosk.plain_game import OPEN, PlainEngine, draw, win
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera

if TYPE_CHECKING:
    from kiosk.session.commands import Command

SEATS: Final = 4
STAKE: Final = 10
START: Final = 100
HANDS: Final = 50
ROOM: Final = "/dev/shm"  # noqa: S108 -- no disk is tried here, so none is waited for


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
    """One kiosk through one seed."""

    def __init__(self, place: Path, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 -- players, not secrets
        self._places = Places(place / "ledger.sqlite", place / "backups", place)
        self._clock = TickingClock()
        self._taps = 0
        self.crashes = 0
        self.paper = Reckoning()
        self._open()

    def play(self, hands: int) -> None:
        """Play so many hands; raise `AssertionError` where kiosk and paper disagree."""
        for _ in range(hands):
            self._hand()
            session = self.service.view().session
            assert session is not None
            assert list(session.standing.totals) == self.paper.totals
            assert session.standing.pot == self.paper.pot
            if session.standing.over or len(self.paper.before) > 30:
                self.tap(c.CloseSession())

    def close(self) -> None:
        """End, and look at the ledger as a whole."""
        self.service.close()
        report = verify(self._places.ledger)
        assert report.is_whole, report.damage

    def tap(self, command: Command) -> None:
        """Carry *command* out, with what people, lines and power do meanwhile."""
        self._taps += 1
        op = f"tap-{self._taps:06}"
        trouble = self._chance.random()
        before = self.service.view().seq
        if trouble < 0.02:
            self._machine.now = TableStatus(link=self._chance.choice(tuple(Link)))
        if trouble < 0.03 and before:
            self._expect_stale(command, before - 1)
        answer = self.service.submit(command, op, before)
        if trouble > 0.97:
            self._crash()
        if trouble > 0.9:
            again = self.service.submit(command, op, before)
            assert (again.seq, again.is_repeat) == (answer.seq, True)
            assert self.service.view().seq == answer.seq

    def _hand(self) -> None:
        """Play one hand, or undo the last one."""
        if self.service.view().stage is Stage.LOBBY:
            self.paper = Reckoning()
            self.tap(OPEN)
        session = self.service.view().session
        assert session is not None
        if session.last_hand is not None and self._chance.random() < 0.1:
            self.tap(c.VoidHand(session.last_hand.seq))
            self.paper.undo()
            return
        winner, giver, ready = self._outcome()
        taps = draw(*ready) if winner is None else win(winner, giver)
        for command in taps:
            self.tap(command)
        self.paper.note(winner, giver, ready)

    def _outcome(self) -> tuple[int | None, int | None, tuple[int, ...]]:
        if self._chance.random() < 0.2:
            ready = tuple(seat for seat in range(SEATS) if self._chance.random() < 0.4)
            return None, None, ready
        winner = self._chance.randrange(SEATS)
        giver = (winner + self._chance.randrange(SEATS)) % SEATS
        return winner, None if giver == winner else giver, ()

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
        self.crashes += 1
        before = self.service.view()
        self.service.close()
        self._open()
        after = self.service.view()
        assert (after.stage, after.seq, after.draft) == (before.stage, before.seq, before.draft)

    def _open(self) -> None:
        self._machine = HandTurnedMachine()
        boot = f"boot-{self._taps}"
        store, keeper = open_kept(self._places, self._clock, boot, "table-1")
        self.service = Service(store, self._machine, LoadedCamera(), LiveBoard(), PlainEngine())
        self.service.keeper = keeper


def sittings(seeds: int, hands: int = HANDS, first: int = 1) -> dict[str, Any]:
    """Play the sittings of so many seeds; a disagreement is told with its seed."""
    crashes = 0
    for seed in range(first, first + seeds):
        with tempfile.TemporaryDirectory(dir=ROOM if Path(ROOM).is_dir() else None) as name:
            sitting = Sitting(Path(name), seed)
            try:
                sitting.play(hands)
            except Exception as error:
                error.add_note(f"the sitting of this seed: python -m tools.soak_sittings {seed}")
                raise
            finally:
                sitting.close()
            crashes += sitting.crashes
    return {"seeds": seeds, "hands": seeds * hands, "crashes": crashes, "disagreements": 0}


if __name__ == "__main__":
    print(sittings(1, first=int(sys.argv[1])))
