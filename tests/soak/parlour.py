"""The parlour's long trials: many kiosks at one table (L6), crashing databases (L7)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from kiosk.errors import Refused
from kiosk.ledger.rows import Change, Place, RepeatedError, StaleError
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.parlour.feed import Parlour
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand
from tests.kiosk.parlour.kiosks import Kiosk as Table
from tests.kiosk.parlour.line import Line, Way
from tests.postgres import Server, find_programs
from tests.soak.ledger import folder

Figures = dict[str, Any]

SIZES: Final = (2, 4, 8)
WITHOUT: Final[Figures] = {"not_run": "no PostgreSQL"}


@contextmanager
def running() -> Iterator[Server | None]:
    """Yield a server that is removed afterwards; none where PostgreSQL is not installed."""
    tools = find_programs()
    if tools is None:
        yield None
        return
    server = Server(tools)
    try:
        yield server
    finally:
        server.remove()


def on_file(hands: int) -> Figures:
    """Let 2, 4 and 8 kiosks write at one table in a file, *hands* each."""
    crowds = []
    for kiosks in SIZES:
        with folder() as place:
            path = place / "ledger.sqlite"
            books = [LedgerStore(path, TickingClock(), boot_id=f"boot-{n}") for n in range(kiosks)]
            crowds.append(crowd(books, hands, lambda path=path: verify(path).is_whole))  # type: ignore[misc]  # bound at once
    return together(crowds)


def crowd(books: list[Any], hands: int, is_whole: Callable[[], bool]) -> Figures:
    """Let the kiosks of these *books* of one table write *hands* each at once; close the books."""
    books[0].commit(Change("open", 0, OPENED, answer={}))
    delays: list[float] = []
    writers = [
        threading.Thread(target=_write_in_a_crowd, args=(book, number, hands, delays))
        for number, book in enumerate(books)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    rows = books[0].rows()
    for book in books:
        book.close()
    ids = [row.id for row in rows]
    return {
        "kiosks": len(books),
        "hands": len(ids) - 1,
        "conflicts": len(delays),
        "lost": len(books) * hands + 1 - len(set(ids)),
        "doubled": len(ids) - len(set(ids)),
        "histories_not_whole": int(not (_is_linear(rows) and is_whole())),
        "loser_sees_the_new_state_worst_s": max(delays, default=0.0),
    }


def together(crowds: list[Figures]) -> Figures:
    """Return the figures of several crowds as one: counts added, the worst of times."""
    worst = "loser_sees_the_new_state_worst_s"
    counts = ("hands", "conflicts", "lost", "doubled", "histories_not_whole")
    added = {name: sum(one[name] for one in crowds) for name in counts}
    sizes = " ".join(str(one["kiosks"]) for one in crowds)
    return {"kiosks": sizes, **added, worst: max(one[worst] for one in crowds)}


def _is_linear(rows: tuple[Any, ...]) -> bool:
    place = Place()
    for row in rows:
        place = row.follow(place)
    return place.seq == len(rows)


def _write_in_a_crowd(book: LedgerStore, number: int, hands: int, delays: list[float]) -> None:
    for hand in range(hands):
        for _ in range(2):  # each tap twice, as on a bad line
            _write_once(book, f"{number}-{hand}", delays)


def _write_once(book: LedgerStore, op_id: str, delays: list[float]) -> None:
    """Write one hand, again after each that somebody else wrote first."""
    seq = 1
    while True:
        try:
            book.commit(Change(op_id, seq, settle_hand(1), answer={}))
        except RepeatedError:
            return
        except StaleError:
            begin = time.perf_counter()
            seq = book.head().seq
            delays.append(time.perf_counter() - begin)
        except Refused as refused:  # who waits too long behind the others taps once more
            if refused.code != "ledger_busy":
                raise
        else:
            return


def database_crashes(times: int, backlog: int) -> Figures:
    """Crash the parlour's PostgreSQL and cut its line under two playing tables (L7)."""
    with running() as server:
        if server is None:
            return WITHOUT
        with folder() as place, Line(server.port) as line:
            return _crashed(place, server, line, times, backlog)


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
    missing = doubled = 0
    for table in tables:
        own = [row.id for row in table.store.rows()]
        there = _delivered(table.url, table.table)
        missing += len(set(own) - set(there))
        doubled += len(there) - len(set(there))
        table.end()
    return {
        "crashes": times,
        "lost": missing,
        "doubled": doubled,
        "hand_worst_s": slowest,
        "backlog": backlog,
        "drained_s": drained,
    }


def _delivered(url: str, table: str) -> list[str]:
    """Return the operations that the parlour has of *table*."""
    parlour = Parlour(url)
    try:
        return [row.id for row in parlour.rows(table)]
    finally:
        parlour.close()
