"""The look at a ledger before it is opened: whether it is whole, and the tape no longer.

Where a mark says how far it was found whole before, only what came later is read, and the session
that the screens show; the rest is left to a look beside the play.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from kiosk.ledger.mark import Mark
from kiosk.ledger.progress import ROWS_AT_ONCE, Progress, StoppedError, ignore_progress
from kiosk.ledger.rows import BEGINNING, Place, head_of, last_opening, place_of, rows_of
from kiosk.ledger.sqlite import reading, settle
from kiosk.ledger.tape import Tape


@dataclass(frozen=True, slots=True)
class Look:
    """What was found."""

    damage: str = ""
    """Why the ledger cannot be used as it is, in words for the log; empty where it can."""
    place: Place = BEGINNING
    """How far the chain goes, where it is whole."""
    is_all: bool = True
    """Whether everything was read, and not only what came after a mark."""


def look_at(
    ledger: Path,
    table_id: str,
    tape: Tape,
    mark: Mark | None = None,
    progress: Progress = ignore_progress,
) -> Look:
    """Return what SQLite's quick check, the chain and the tape say of *ledger*."""
    if not ledger.exists():
        return Look("the file is gone" if next(tape.rows(), None) is not None else "")
    settle(ledger)
    start = mark if mark is not None and _counts(mark, ledger, table_id, tape) else Mark()
    hashes = {start.tape.seq: start.tape.hash}
    rows = tape.rows(start.tape, start.tape_bytes, lambda part: progress(part / 2))
    with suppress(OSError):
        hashes |= {row.seq: row.hash for row in rows}
    try:
        with reading(ledger) as database:
            begin = _begin(database, table_id, start)
            place = _chain_end(database, table_id, begin, progress)
    except StoppedError:
        raise
    except Exception as error:
        return Look(str(error) or type(error).__name__)
    ends = max(hashes)
    is_ours = not place.seq or hashes.get(place.seq) == place.hash
    if is_ours and ends > place.seq:
        return Look(f"ends at event {place.seq}, the tape at {ends}")
    return Look("", place, is_all=not begin.seq)


def _counts(mark: Mark, ledger: Path, table_id: str, tape: Tape) -> bool:
    """Return whether *mark* tells of this ledger and this tape."""
    with suppress(Exception), reading(ledger) as database:  # what is damaged has no mark
        is_ours = all(
            place_of(database, table_id, one.seq) == one for one in (mark.ledger, mark.tape)
        )
        return is_ours and (not mark.tape_bytes or tape.begins_with(mark.tape, mark.tape_bytes))
    return False


def _begin(database: Connection, table_id: str, mark: Mark) -> Place:
    """Return after which event to read: the session that the screens show is read as a whole."""
    before_opening = last_opening(database, table_id) - 1
    return place_of(database, table_id, min(mark.ledger.seq, before_opening))


def _chain_end(database: Connection, table_id: str, begin: Place, progress: Progress) -> Place:
    """Return how far the chain goes on from *begin*; raise where it is broken."""
    lines = database.exec_driver_sql("PRAGMA quick_check").scalars().all()
    if lines != ["ok"]:
        raise ValueError("; ".join(lines))
    place, head = begin, head_of(database, table_id)
    for row in rows_of(database, table_id, begin.seq):
        place = row.follow(place)
        if place.seq % ROWS_AT_ONCE == 0:
            progress((1 + (place.seq - begin.seq) / (head.seq - begin.seq)) / 2)
    return place
