"""What was paid for and used, entry by entry, and the account that all entries come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field

MINUTE_MS: Final = 60_000
MOST_MINUTES: Final = 24 * 60
"""That a pulse buys, or that is given at once."""
MOST_MISSED: Final = 500
"""Pulses that a kiosk is taken to have missed; a count that is further ahead is another one."""

Whole = Annotated[int, Field(strict=True, ge=0)]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that changed the account, as one line of its file."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    kind: Literal["price", "coins", "given", "ended", "used", "hand"]
    at_ms: int
    """Milliseconds since 1970 by the kiosk's clock."""
    ms: Whole | None = None
    """Time that was bought, given or used; of a `price` what a pulse buys, where time is counted.
    """
    pulses: Whole = 0
    table: str = ""
    """Serial number of the table whose coins these are."""
    count: Whole = 0
    """Pulses in that table's life with these; of a `hand` which one was begun in time."""


@dataclass(frozen=True, slots=True)
class Account:
    """What is left, and what the next coin brings."""

    pulse_ms: int | None = None
    """Time that a pulse buys; `None` where the table is not paid for by time."""
    left_ms: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    """Pulses in the life of each table as far as they were counted here, by serial number."""
    hand: int | None = None
    """The hand whose walls were asked for last while there was time."""

    def after(self, entry: Entry) -> Account:
        """Return the account with *entry*."""
        ms = entry.ms or 0
        match entry.kind:
            case "price":
                counts = {} if self.pulse_ms is None else self.counts
                return replace(self, pulse_ms=entry.ms, counts=counts)
            case "coins":
                counts = {**self.counts, entry.table: entry.count}
                return replace(self, left_ms=self.left_ms + ms, counts=counts)
            case "given":
                return replace(self, left_ms=self.left_ms + ms)
            case "ended":
                return replace(self, left_ms=0)
            case "used":
                return replace(self, left_ms=max(0, self.left_ms - ms))
            case "hand":
                return replace(self, hand=entry.count)

    def coins(self, table: str, count: int, pulses: int, at_ms: int) -> Entry | None:
        """Return what it means that *table* has counted *count* pulses, *pulses* of them just now.

        Those that this kiosk has missed pay as well. A table that was not counted before, or
        whose count starts over, brings what came just now. `None` where nothing is new.
        """
        if self.pulse_ms is None or self.counts.get(table) == count:
            return None
        fresh = count - self.counts.get(table, count + 1)
        if not 0 < fresh <= MOST_MISSED:
            fresh = pulses
        return Entry("coins", at_ms, fresh * self.pulse_ms, fresh, table, count)
