"""The paid time of one table as it runs: bought by coins, given by staff, used by the minute."""

from __future__ import annotations

import logging
import math
import threading
from collections import deque
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Final, Literal

from kiosk.clock import Clock
from kiosk.errors import Refused
from kiosk.files import describe_os_error
from kiosk.paid_time.account import MINUTE_MS, MOST_MINUTES, Account, Entry
from kiosk.paid_time.log import EntryLog

log = logging.getLogger(__name__)

SOON_S: Final = 5 * 60
"""From here on people are told that the time comes to its end."""
KEPT_S: Final = 60
"""Seconds between writes of the time used; a power cut gives people back this much at most."""
MOST_ENTRIES: Final = 50
"""Entries that staff can look at."""


class PaidTime:
    """The account and its clock; safe to use from any thread.

    It runs by the monotonic clock and only while the kiosk does: neither a power cut nor a clock
    that is set takes from anybody what was paid for.
    """

    def __init__(self, folder: Path | None, clock: Clock) -> None:
        """Read what is kept in *folder*; without one all is forgotten with the process."""
        self._clock = clock
        self._log = EntryLog(folder)
        self._lock = threading.RLock()
        entries = self._log.read()
        self._account = reduce(Account.after, entries, Account())
        self._entries = deque(filter(_is_news, entries), maxlen=MOST_ENTRIES)
        self._backlog: tuple[Entry, ...] = ()
        """What the disk did not take yet; it counts all the same."""
        self._since = clock.mono_ms()
        self._listeners: list[Callable[[], None]] = []
        self._turn = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def account(self) -> Account:
        """The account as it stands now."""
        with self._lock:
            return self._account.after(self._usage())

    @property
    def is_on(self) -> bool:
        """Whether the table is paid for by time."""
        return self._account.pulse_ms is not None

    @property
    def left_s(self) -> int:
        """Seconds that are left, the one that has begun counted."""
        return math.ceil(self.account.left_ms / 1000)

    @property
    def is_over(self) -> bool:
        """Whether it is counted and used up."""
        return self.is_on and self.left_s == 0

    def entries(self) -> tuple[Entry, ...]:
        """Return what changed the account lately but by running, the newest first."""
        with self._lock:
            return tuple(reversed(self._entries))

    def set_price(self, minutes: int | None) -> None:
        """Set how many *minutes* a pulse buys from now on; `None`: time is not counted.

        What is left stays, and stands still while it is not counted. Raise `Refused` for more
        than `MOST_MINUTES` or less than 0, and where it cannot be written.
        """
        self._change("price", minutes, least=0)

    def give(self, minutes: int) -> None:
        """Add *minutes*; raise `Refused` as `set_price` does, and where time is not counted."""
        self._check_on()
        self._change("given", minutes, least=1)

    def end(self) -> None:
        """Let nothing be left; raise `Refused` where time is not counted."""
        self._check_on()
        self._change("ended", None)

    def count(self, table: str, count: int, pulses: int = 0) -> None:
        """Take in the pulse *count* of *table*, *pulses* of it just now (`Account.coins`).

        What the disk does not take counts all the same and is written later.
        """
        with self._lock:
            entry = self._account.coins(table, count, pulses, self._clock.wall_ms())
            if entry is None:
                return
            self._put(entry)
        self._tell()

    def has_time_for(self, hand: int) -> bool:
        """Return whether the walls of *hand* may be built (`begin_hand`)."""
        return not self.is_over or hand == self._account.hand

    def begin_hand(self, hand: int) -> None:
        """Let the walls of *hand* be built; raise `Refused` where the time is over.

        A hand whose walls were asked for in time is not stopped half built, nor by a restart
        between a jam and the rebuilding of the walls.
        """
        if not self.has_time_for(hand):
            raise Refused("paid_time_over", "no time is left: insert a coin", where="table")
        with self._lock:
            if self.is_on and hand != self._account.hand:
                self._put(Entry("hand", self._clock.wall_ms(), count=hand))

    def keep(self) -> None:
        """Write down what was used since the last time."""
        with self._lock:
            usage = self._usage()
            if usage.ms or self._backlog:
                self._put()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call *listener*, from any thread, where the account or what is told of it changes."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Write down what is used, and tell at the last minutes and at the end, until `close`."""
        self._thread = threading.Thread(target=self._run, name="paid time", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End, and write down what was used."""
        thread, self._thread = self._thread, None
        self._turn.set()
        if thread is not None:
            thread.join()
        self.keep()

    def wait_s(self) -> float | None:
        """Return after how many seconds there is something to tell or to write; `None`: nothing."""
        account = self.account
        if account.pulse_ms is None or not account.left_ms:
            return None
        left_s = account.left_ms / 1000
        return min(KEPT_S, left_s, left_s - SOON_S if left_s > SOON_S else math.inf)

    def _run(self) -> None:
        while self._thread is not None:
            before = self._notice()
            self._turn.wait(self.wait_s())
            self._turn.clear()
            self.keep()
            if self._notice() != before:
                self._tell()

    def _notice(self) -> int:
        """Return what people are told: 0 nothing, 1 that it comes to its end, 2 that it is over."""
        return self.is_on * ((self.left_s <= SOON_S) + self.is_over)

    def _check_on(self) -> None:
        if not self.is_on:
            raise Refused("paid_time_off", "time is not counted at this table", where="table")

    def _change(
        self, kind: Literal["price", "given", "ended"], minutes: int | None, least: int = 0
    ) -> None:
        if minutes is not None and not least <= minutes <= MOST_MINUTES:
            message = f"{minutes} minutes: {least} to {MOST_MINUTES}"
            raise Refused("bad_minutes", message, where="minutes")
        ms = None if minutes is None else minutes * MINUTE_MS
        with self._lock:
            self._put(Entry(kind, self._clock.wall_ms(), ms), is_asked=True)
        self._tell()

    def _usage(self) -> Entry:
        """Return what was used since it was written down last."""
        runs = self.is_on and self._account.left_ms
        past = self._clock.mono_ms() - self._since if runs else 0
        return Entry("used", self._clock.wall_ms(), min(past, self._account.left_ms))

    def _put(self, *entries: Entry, is_asked: bool = False) -> None:
        """Write down what was used until now and then *entries*, and let them count.

        Where the disk takes nothing, what somebody has asked for is refused.
        """
        usage = self._usage()
        new = (usage, *entries) if usage.ms else entries
        try:
            self._log.append((*self._backlog, *new))
            self._backlog = ()
        except OSError as error:
            if is_asked:
                why = describe_os_error(error) or str(error)
                raise Refused("paid_time_unwritten", why, where="disk") from error
            log.warning("the paid time was not written: %s", error.strerror)
            self._backlog = (*self._backlog, *new)
        self._account = reduce(Account.after, new, self._account)
        self._entries.extend(filter(_is_news, entries))
        self._since = self._clock.mono_ms()

    def _tell(self) -> None:
        self._turn.set()
        for listener in self._listeners:
            listener()


def _is_news(entry: Entry) -> bool:
    """Return whether staff look at *entry*: not at time that runs, hands, nor coins of before."""
    return entry.kind not in ("used", "hand") and (entry.kind != "coins" or entry.pulses > 0)
