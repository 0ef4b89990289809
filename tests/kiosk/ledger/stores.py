"""Small ledgers to test with: a clock that ticks, events that are sound."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kiosk.ledger.codec import body_of, canonical, chain_hash
from kiosk.ledger.rows import EventRow, Replay
from kiosk.ledger.sqlite import connect, prepare
from kiosk.ledger.store import LedgerStore
from kiosk.session.events import HandSettled, LedgerEvent, PlayerId, SessionOpened, kind_of
from kiosk.session.shapes import Json


class TickingClock:
    """A clock that moves on by a millisecond whenever someone looks."""

    def __init__(self) -> None:
        self.now = 0

    def wall_ms(self) -> int:
        """Return the next millisecond after one million."""
        return 1_000_000 + self.mono_ms()

    def mono_ms(self) -> int:
        """Return the next millisecond."""
        self.now += 1
        return self.now


OPENED = SessionOpened("plain", {}, tuple(PlayerId(f"p{seat}") for seat in range(4)), 100, "1")


def settle_hand(number: int) -> HandSettled:
    """Return a hand in which seat 0 lays 1 in the pot and seat 1 pays seat 2 the stake of 10."""
    payments = [
        {"from": 0, "to": "pot", "amount": 1, "for": "ready"},
        {"from": 1, "to": 2, "amount": 10, "for": "win"},
    ]
    settlement = {
        "ruleset": "plain",
        "net": [-1, -10, 10, 0],
        "payments": payments,
        "wins": [],
        "next": {"banker": 1, "round": 1, "repeats": 0, "carry": {"pot": 1}, "over": False},
    }
    return HandSettled(number, {"ruleset": "plain", "outcome": "win"}, settlement)


def open_ledger(path: Path) -> LedgerStore:
    """Return the ledger at *path*, made if there is none."""
    return LedgerStore(path, TickingClock(), boot_id="boot-1")


def write_unchecked(path: Path, events: Iterable[LedgerEvent | tuple[str, Json | str]]) -> None:
    """Write *events*, or kinds with bodies, to the ledger at *path* as another program might.

    A body that is text is written as it is.
    """
    engine = connect(path)
    with engine.begin() as connection:
        prepare(connection)
        replay = Replay(connection, "table-1")
        for event in events:
            if isinstance(event, tuple):
                kind, content = event
                body = content if isinstance(content, str) else canonical(content)
            else:
                kind, body = kind_of(event), body_of(event)
            seq = replay.place.seq + 1
            header = ("table-1", seq, f"foreign-{seq}", kind, 1_000_000, "boot-1", seq, "other", 0)
            digest = chain_hash(replay.place.hash, header, body)
            replay.add([EventRow(*header, body, digest)])
    engine.dispose()
