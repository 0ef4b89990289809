"""Power cuts at every moment of a ledger's life (`kiosk.md` §3, L2), its first start included.

A writer runs under strace, which tells every write, sync and answer in order. Each disk that a cut
may leave (`tests.soak.disk`) is opened, and must have every answered hand.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy.exc import DBAPIError

from kiosk.errors import Refused
from kiosk.ledger.backup import Backups
from kiosk.ledger.rows import BrokenChainError, Change, Place, rows_of
from kiosk.ledger.safekeeping import Places, Safekeeping, open_kept
from kiosk.ledger.sqlite import connect, settle
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.tape import NAME, Tape
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import OPENED, TickingClock
from tests.soak.cores import ROOM, count_all
from tests.soak.disk import WAYS, Disk, read_output, traced

Figures = dict[str, Any]

WRITER: Final = """
import os, sys
from pathlib import Path
from kiosk.ledger import sqlite as files
files.WRITER_PRAGMAS = (*files.WRITER_PRAGMAS, "wal_autocheckpoint=10", *sys.argv[3:])
from kiosk.ledger.rows import Change
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand
book = open_ledger(Path(sys.argv[1]) / "ledger.sqlite")
os.write(1, b"begin")
for seq in range(int(sys.argv[2])):
    book.commit(Change(f"op-{seq}", seq, settle_hand(1) if seq else OPENED))
    os.write(1, b"ack %d" % (seq + 1))
os._exit(0)
"""
"""Writes a number of events; each is told once it was answered."""
FIRST_START: Final = """
import os, sys
from pathlib import Path
from kiosk.settings import Settings
from kiosk.wiring import Devices, open_service
os.write(1, b"begin")
open_service(Settings(data_dir=Path(sys.argv[1])), Devices())
os._exit(0)
"""
KEPT: Final = """
import os, sys
from pathlib import Path
from kiosk.ledger.rows import Change
from tests.kiosk.ledger.stores import OPENED, settle_hand
from kiosk.ledger.safekeeping import repair
from tests.soak.power_cuts import open_ledger, places_on
store, safekeeping = open_ledger(Path(sys.argv[1]))
def play(hands):
    for seq in range(store.head().seq, store.head().seq + hands):
        told = {"seq": seq + 1, "stage": "table"}
        store.commit(Change(f"op-{seq}", seq, settle_hand(1) if seq else OPENED, answer=told))
        yield seq + 1
"""
COPIES: Final = (
    KEPT
    + """
os.write(1, b"begin")
for seq in play(5):
    os.write(1, b"ack %d" % seq)
safekeeping.back_up()
os.write(1, b"ack 105")
os._exit(0)
"""
)
"""Writes some events, and then a copy, which is told by one hundred more."""
RESTORES: Final = (
    KEPT
    + """
list(play(4))
safekeeping.back_up()
list(play(2))
safekeeping.close()
store.close()
with store.path.open("wb") as file:
    file.write(b"no ledger" * 1000)
    file.flush()
    os.fsync(file.fileno())
os.write(1, b"begin")
repair(places_on(Path(sys.argv[1])), "table-1", 1)
os.write(1, b"ack 6")
os._exit(0)
"""
)
"""Damages a ledger of six events, and has it restored."""
TEXTS: Final = """
import os, sys
from pathlib import Path
from kiosk.files import write_whole
Path(sys.argv[1]).mkdir()
for number in range(3):
    write_whole(Path(sys.argv[1]) / "text", "%04d\\n" % number * 500)
    os.write(1, b"begin" if not number else b"ack %d" % number)
os._exit(0)
"""
Moment = tuple[int, Disk]
"""How many events were answered, and the disk."""
Judge = Callable[[Path, int], str]
"""Says what became of the disk in a folder; takes the number of events that were answered."""


def power_cuts(states: int, hands: int = 60, *pragmas: str, seed: int = 1) -> Figures:
    """Return how many of *states* disks after a power cut had lost or broken something."""
    return {"hands": hands, **_cut(states, _whole, (WRITER, str(hands), *pragmas), seed)}


def first_starts(states: int, seed: int = 1) -> Figures:
    """Return after how many of *states* cuts of its very first start a kiosk cannot be used."""
    return _cut(states, _starts, (FIRST_START,), seed)


def copies(states: int, seed: int = 1) -> Figures:
    """Return after how many of *states* cuts tape or backup lack what they were told to have."""
    return _cut(states, _copied, (COPIES,), seed)


def restores(states: int, seed: int = 1) -> Figures:
    """Return after how many of *states* cuts of a restore a ledger has lost an event."""
    return _cut(states, _restored, (RESTORES,), seed)


def texts(states: int, seed: int = 1) -> Figures:
    """Return after how many of *states* cuts a rewritten text is neither old nor new."""
    return _cut(states, _text, (TEXTS,), seed)


def _cut(states: int, judge: Judge, program: Sequence[str], seed: int) -> Figures:
    """Cut *program* at all its moments, and have *judge* look at each disk that is left."""
    if shutil.which("strace") is None:
        return {"not_run": "no strace: `apt-get install -y --no-install-recommends strace`"}
    with tempfile.TemporaryDirectory(prefix="jantaku-power-") as name:
        root = Path(name, "run").resolve()
        moments = list(_moments(str(root), traced(program[0], root, *program[1:])))
    each, apart = max(1, -(-states // len(moments))), max(1, len(moments) // states)
    cuts = _Cuts(moments, judge, each, seed)
    cut_points = [at for at in range(len(moments)) if at % apart == 0 or cuts.is_answer(at)]
    counts = count_all(cuts, cut_points, alone=SHORT)
    return {name: counts[name] for name in ("states", *HARMS)}


OFTEN: Final = 2 * WAYS
"""Cuts at a moment in which something was answered: what was promised is due from then on."""
SHORT: Final = 150
"""Moments of a life that is tried in one process."""
HARMS: Final = ("lost", "doubled", "broken")


@dataclass(frozen=True, slots=True)
class _Cuts:
    """*each* cuts at each of the moments of a ledger's life."""

    moments: Sequence[Moment]
    judge: Judge
    each: int
    seed: int

    def is_answer(self, at: int) -> bool:
        """Return whether something was answered at moment number *at*."""
        return at > 0 and self.moments[at - 1][0] != self.moments[at][0]

    def __call__(self, at: int) -> Counter[str]:
        """Return what the disks show that are left by the cuts at moment number *at*."""
        chance = random.Random(f"{self.seed} {at}")
        acknowledged, disk = self.moments[at]
        states = max(self.each, OFTEN) if self.is_answer(at) else self.each
        counts: Counter[str] = Counter(states=states)
        for number in range(states):
            with tempfile.TemporaryDirectory(prefix="jantaku-power-", dir=ROOM) as name:
                _lay_down(Path(name), disk.left((at + number) % WAYS, chance))
                counts[self.judge(Path(name), acknowledged)] += 1
        return counts


def careless(states: int, hands: int = 20) -> Figures:
    """Return whether the trial notices ledgers that wait less for their disk, or not at all."""
    figures: Figures = {"states": 0, "unnoticed": 0}
    for care in ("NORMAL", "OFF"):
        one = power_cuts(states // 2, hands, f"synchronous={care}")
        if "not_run" in one:
            return one
        harmed = one["lost"] + one["broken"]
        figures["states"] += one["states"]
        figures[f"harmed_with_{care.lower()}"] = harmed
        figures["unnoticed"] += not harmed
    return figures


def _moments(root: str, lines: Iterator[str]) -> Iterator[Moment]:
    """Yield after every call how many events were answered, and a copy of the disk."""
    disk = Disk(root)
    acknowledged = -1
    for line in lines:
        text = read_output(line)
        acknowledged = 0 if text == "begin" else acknowledged
        acknowledged = int(text[4:]) if text.startswith("ack ") else acknowledged
        if (disk.note(line) or text) and acknowledged >= 0:
            yield acknowledged, disk.copy()


def _lay_down(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _whole(disk: Path, acknowledged: int) -> str:
    """Return what opening the ledger shows: `whole`, `lost`, `doubled` or `broken`."""
    engine = connect(disk / "ledger.sqlite")
    try:
        with engine.begin() as connection:
            check = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
            place = Place()
            for row in rows_of(connection, "table-1"):
                place = row.follow(place)
    except (BrokenChainError, DBAPIError, sqlite3.Error, UnicodeDecodeError):
        return "broken"
    finally:
        engine.dispose()
    if check != ["ok"]:
        return "broken"
    if place.seq < acknowledged:
        return "lost"
    return "whole" if place.seq <= acknowledged + 1 else "doubled"


def _starts(disk: Path, _: int) -> str:
    """Return whether a kiosk starts on this disk and takes a hand: `whole` or `broken`."""
    try:
        store, safekeeping = open_kept(places_on(disk, ""), TickingClock(), "boot", "table-1")
    except Refused:
        return "broken"
    store.commit(Change("open", 0, OPENED))
    safekeeping.close()
    store.close()
    return "whole" if verify(store.path).events == 1 else "broken"


def places_on(disk: Path, tape: str = "tape") -> Places:
    """Return where a ledger lies on *disk*, its *tape* in a folder of its own or beside it."""
    return Places(disk / "ledger.sqlite", disk / "backups", disk / tape)


def open_ledger(disk: Path) -> tuple[LedgerStore, Safekeeping]:
    """Open the ledger of *disk*."""
    return open_kept(places_on(disk), TickingClock(), "boot", "table-1")


def _copied(disk: Path, acknowledged: int) -> str:
    """Return whether tape and backups have what was answered, and each backup is whole."""
    backups = Backups(disk / "backups").all()
    if any(verify(one.path).events != one.seq for one in backups):
        return "broken"
    told_backups, told_events = divmod(acknowledged, 100)
    on_tape = sum(1 for _ in Tape(disk / "tape" / NAME).rows())
    return "lost" if on_tape < told_events or len(backups) < told_backups else "whole"


def _text(disk: Path, acknowledged: int) -> str:
    """Return whether there is a whole text, and not one from before the last that was answered."""
    lines = (disk / "text").read_text("utf-8").splitlines() if (disk / "text").exists() else []
    if len(lines) != 500 or len(set(lines)) != 1:
        return "broken"
    return "whole" if int(lines[0]) >= acknowledged else "lost"


def _restored(disk: Path, acknowledged: int) -> str:
    """Return whether all six events are there, after the restore at once, before it by another."""
    if not acknowledged:
        try:
            store, safekeeping = open_ledger(disk)
        except Refused:
            return "broken"
        safekeeping.close()
        store.close()
    settle(disk / "ledger.sqlite")
    return "whole" if verify(disk / "ledger.sqlite").events == 6 else "lost"
