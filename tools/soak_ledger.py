"""The ledger's long trials (`kiosk.md` §3): kills, damage, crowds, database crashes, many hands.

Each function takes how long, and returns what was counted. `make soak` runs them at full length,
`make bench` and the tests in short.
"""

from __future__ import annotations

import http.client
import json
import random
import shutil
import tempfile
import threading
import time
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiosk.errors import Refused
from kiosk.ledger.keeper import Places, mend
from kiosk.ledger.parlour import Parlour
from kiosk.ledger.sqlite import SqliteStore
from kiosk.ledger.store import Change, RepeatedError, StaleError
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.books import OPENED, TickingClock, settled
from tests.parlour.kiosks import Kiosk as Table
from tests.parlour.line import Line, Way
from tests.postgres import Server, programs
from tools.bench_kiosk import HAND, Kiosk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Figures = dict[str, Any]

DRAWN: Final[tuple[dict[str, Any], ...]] = (
    {"do": "start_play"},
    {"do": "call_draw"},
    {"do": "settle"},
    {"do": "confirm_hand"},
)
"""The shortest hand, for trials of the ledger and not of the rules."""
PAGES: Final = ("/", "/ledger/")
SECTOR: Final = 512
SESSION: Final = 16
"""Hands that people play before they end."""


class Caller(Kiosk):
    """A kiosk's process whose operations have names, and that can be killed."""

    def __init__(self, place: Path, life: int = 0) -> None:
        super().__init__(place)
        self._names = (f"life-{life:05}-{number:07}" for number in count(1))

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """End it as a power cut would end a program."""
        self._process.kill()

    def tap(self, command: dict[str, Any]) -> str:
        """Carry *command* out and return the operation's name once it was answered."""
        op = next(self._names)
        self.call("POST", "/api/v1/commands", {"op": op, "command": command})
        return op


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="jantaku-soak-") as name:
        yield Path(name)


def kills(times: int, seed: int = 1) -> Figures:
    """Kill the serving kiosk at random moments while hands are posted over HTTP (L1)."""
    chance = random.Random(seed)  # noqa: S311 -- trials, not secrets
    ready: list[float] = []
    lost = doubled = hands = 0
    with folder() as place:
        acknowledged: set[str] = set()
        for life in range(times):
            begin = time.perf_counter()
            kiosk = Caller(place, life)
            kiosk.call("GET", "/")
            ready.append(time.perf_counter() - begin)
            if not life:
                kiosk.sit_down()
            acknowledged |= _played_till_killed(kiosk, chance.uniform(0.01, 0.4))
            found = _ops_of(place / "ledger.sqlite")
            doubled += len(found) - len(set(found))
            lost += len(acknowledged - set(found))
            hands = len(found)
        whole = verify(place / "ledger.sqlite").is_whole
    return {
        "kills": times,
        "events": hands,
        "lost": lost,
        "doubled": doubled,
        "ledgers_not_whole": int(not whole),
        "ready_worst_s": max(ready),
    }


def _played_till_killed(kiosk: Caller, after_s: float) -> set[str]:
    """Play until the kiosk is killed; return the operations that were answered as confirmed."""
    killer = threading.Timer(after_s, kiosk.kill)
    killer.start()
    confirmed: set[str] = set()
    try:
        while True:
            stage = json.loads(kiosk.call("GET", "/api/v1/state")[1])["stage"]
            ops = [kiosk.tap(command) for command in DRAWN[STEPS.get(stage, 0) :]]
            confirmed.add(ops[-1])
    except (OSError, http.client.HTTPException):
        killer.join()
    kiosk.close()
    return confirmed


STEPS: Final = {"table": 0, "playing": 1, "outcome": 2, "review": 2, "settlement": 3}
"""Which command of the shortest hand comes next at each stage."""


def _ops_of(ledger: Path) -> list[str]:
    store = SqliteStore(ledger, TickingClock(), boot_id="look")
    try:
        return [entry.id for entry in store.entries()]
    finally:
        store.close()


def damage(times: int, seed: int = 1) -> Figures:
    """Harm a ledger in every way while backup and tape are whole, and open it again (L4)."""
    chance = random.Random(seed)  # noqa: S311 -- trials, not secrets
    counted = {"harms": times, "restored": 0, "harmless": 0, "silent": 0, "not_restored": 0}
    with folder() as place:
        rows = _a_ledger(place / "whole")
        for number in range(times):
            spot = place / "harmed"
            shutil.rmtree(spot, ignore_errors=True)
            shutil.copytree(place / "whole", spot)
            harmed = Places(spot / "ledger.sqlite", spot / "backups", spot)
            HARMS[number % len(HARMS)](harmed.ledger, chance)
            counted[_outcome(harmed, rows)] += 1
    return counted


def _a_ledger(place: Path) -> int:
    """Make a ledger with backup and tape, and return how many events it has."""
    table = Table(place, "")
    table.open()
    table.play(40)
    table.keeper.back_up()
    table.play(21)
    table.end()
    return 61


def _outcome(places: Places, events: int) -> str:
    """Return what became of a harmed ledger: whether it was noticed, and all of it came back."""
    try:
        restored = mend(places, "table-1", 1)
    except Refused:
        return "not_restored"
    report = verify(places.ledger)
    if report.is_whole and report.events == events:
        return "restored" if restored is not None else "harmless"
    if restored is None and not report.is_whole:  # a hand reads well; `verify` and backups find it
        mended = _mended_by_force(places)
        return "restored" if mended == events else "not_restored"
    return "silent"


def _mended_by_force(places: Places) -> int:
    """Return the events of a ledger that an operator restores because `verify` found damage."""
    places.ledger.unlink()
    mend(places, "table-1", 2)
    report = verify(places.ledger)
    return report.events if report.is_whole else 0


def _flip(ledger: Path, chance: random.Random) -> None:
    content = bytearray(ledger.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    ledger.write_bytes(content)


def _truncate(ledger: Path, chance: random.Random) -> None:
    content = ledger.read_bytes()
    ledger.write_bytes(content[: chance.randrange(len(content))])


def _zero_page(ledger: Path, chance: random.Random) -> None:
    content = bytearray(ledger.read_bytes())
    page = 4096 * chance.randrange(len(content) // 4096)
    content[page : page + 4096] = bytes(4096)
    ledger.write_bytes(content)


def _tear(ledger: Path, chance: random.Random) -> None:
    content = bytearray(ledger.read_bytes())
    place = SECTOR * chance.randrange(len(content) // SECTOR)
    content[place : place + SECTOR] = chance.randbytes(SECTOR)
    ledger.write_bytes(content)


HARMS: Final[tuple[Callable[[Path, random.Random], None], ...]] = (
    _flip,
    _flip,
    _flip,
    _truncate,
    _zero_page,
    _tear,
)


def crowd(kiosks: int, hands: int) -> Figures:
    """Let several kiosks write at one table at once (L6)."""
    with folder() as place:
        path = place / "ledger.sqlite"
        books = [SqliteStore(path, TickingClock(), boot_id=f"boot-{n}") for n in range(kiosks)]
        books[0].commit(Change("open", 0, OPENED, answer={}))
        seen: list[float] = []
        writers = [
            threading.Thread(target=_write_in_a_crowd, args=(book, number, hands, seen))
            for number, book in enumerate(books)
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        ids = [entry.id for entry in books[0].entries()]
        for book in books:
            book.close()
        whole = verify(path).is_whole
    return {
        "kiosks": kiosks,
        "hands": len(ids) - 1,
        "lost": kiosks * hands + 1 - len(set(ids)),
        "doubled": len(ids) - len(set(ids)),
        "histories_not_whole": int(not whole),
        "loser_sees_the_new_state_worst_s": max(seen, default=0.0),
    }


def _write_in_a_crowd(book: SqliteStore, number: int, hands: int, seen: list[float]) -> None:
    for hand in range(hands):
        for _ in range(2):  # each tap twice, as on a bad line
            _write_once(book, f"{number}-{hand}", seen)


def _write_once(book: SqliteStore, op_id: str, seen: list[float]) -> None:
    """Write one hand, again after each that somebody else wrote first."""
    seq = 1
    while True:
        try:
            book.commit(Change(op_id, seq, settled(1), answer={}))
        except RepeatedError:
            return
        except StaleError:
            begin = time.perf_counter()
            seq = book.head().seq
            seen.append(time.perf_counter() - begin)
        else:
            return


def database_crashes(times: int, backlog: int) -> Figures:
    """Crash the parlour's PostgreSQL and cut its line under two playing tables (L7)."""
    found = programs()
    if found is None:
        return {"not_run": "no PostgreSQL"}
    server = Server(found)
    try:
        with folder() as place, Line(server.port) as line:
            return _crashed(place, server, line, times, backlog)
    finally:
        server.remove()


def _crashed(place: Path, server: Server, line: Line, times: int, backlog: int) -> Figures:
    ways = (Way.CUT, Way.SILENT, Way.SLOW)
    slowest = 0.0
    tables = [Table(place / name, server.url(line.port), table=name) for name in ("east", "west")]
    for table in tables:
        table.start()
    for number in range(times):
        line.way = ways[number % len(ways)]
        if line.way is Way.CUT:
            line.cut()
        server.crash()
        for table in tables:
            begin = time.perf_counter()
            table.play(3)
            slowest = max(slowest, (time.perf_counter() - begin) / 3)
        server.start()
        line.way = Way.OPEN
    for table in tables:
        table.deliver()
    line.cut()
    tables[0].play(backlog)
    line.way = Way.OPEN
    begin = time.perf_counter()
    tables[0].deliver()
    drained = time.perf_counter() - begin
    lost = doubled = 0
    for table in tables:
        own = [row.id for row in table.store.rows()]
        there = _delivered(table)
        lost += len(set(own) - set(there))
        doubled += len(there) - len(set(there))
        table.end()
    return {
        "crashes": times,
        "lost": lost,
        "doubled": doubled,
        "hand_worst_s": slowest,
        "backlog": backlog,
        "drained_s": drained,
    }


def _delivered(table: Table) -> list[str]:
    """Return the operations that the parlour has of *table*."""
    parlour = Parlour(table.url)
    try:
        return [row.id for row in parlour.rows(table.table)]
    finally:
        parlour.close()


def many_hands(hands: int) -> Figures:
    """Play so many hands over HTTP and watch the process (L9)."""
    with folder() as place:
        kiosk = Caller(place)
        try:
            kiosk.sit_down()
            warm = max(hands // 10, SESSION + 2)  # past the first backup
            took = _played(kiosk, range(warm))
            first = _footprint(kiosk.pid)
            took += _played(kiosk, range(warm, hands))
            last = _footprint(kiosk.pid)
            size = sum(path.stat().st_size for path in place.glob("ledger.sqlite*"))
        finally:
            kiosk.close()
    return {
        "hands": hands,
        "memory_growth_percent": 100 * (last["rss"] / first["rss"] - 1),
        "more_threads": last["threads"] - first["threads"],
        "more_descriptors": last["files"] - first["files"],
        "kb_a_hand": size / hands / 1000,
        "page_p95_ms": sorted(took)[int(0.95 * len(took))],
    }


def _played(kiosk: Caller, numbers: range) -> list[float]:
    """Play hands and return how many ms each of their pages took."""
    took = []
    for number in numbers:
        _one_hand(kiosk, number)
        took += [kiosk.call("GET", page)[0] for page in PAGES]
    return took


def _one_hand(kiosk: Caller, number: int) -> None:
    """Play a hand; people sit down anew from time to time."""
    if number and number % SESSION == 0:
        kiosk.tap({"do": "close_session"})
        kiosk.sit_down()
    for command in HAND:
        kiosk.tap(command)


def _footprint(pid: int) -> Figures:
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return {
        "rss": int(status["VmRSS"].split()[0]),
        "threads": int(status["Threads"]),
        "files": len(list(Path(f"/proc/{pid}/fd").iterdir())),
    }
