"""Who has taken which seat by phone before a session begins: names on a list, no more than that.

The seats page of a game opens the list and shows its code; whoever knows the code may write and
move names, as on a sheet of paper on the table. The list ends with the ledger's next event, which
is the session's opening, or when nobody has looked at the seats page for a while.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final

from kiosk.clock import Clock
from kiosk.errors import Refused

SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a code: none looks like another where it has to be typed."""
LENGTH: Final = 10
"""Of a code: one guess in 8 × 10¹⁴ is right."""
LASTS_MS: Final = 10 * 60 * 1000
"""After so long without a look at the seats page its code means nothing any more."""


@dataclass(frozen=True, slots=True)
class SeatList:
    """The seats of a game that is about to begin."""

    code: str
    ruleset: str
    seq: int
    """The ledger's last event when it was opened."""
    seats: int
    looked_ms: int
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def free(self) -> tuple[int, ...]:
        """Return the seats that nobody has taken."""
        return tuple(seat for seat in range(self.seats) if seat not in self.names)

    def seat_of(self, name: str) -> int | None:
        """Return where *name* sits, `None` for nowhere."""
        seats = (seat for seat, one in self.names.items() if one == name and seat < self.seats)
        return next(seats, None)

    def take(self, seat: int, name: str) -> SeatList:
        """Return the list with *name* at *seat* and nowhere else; raise `Refused` where taken."""
        if not 0 <= seat < self.seats:
            raise Refused("no_such_seat", f"there is no seat {seat}", where="seat")
        if self.names.get(seat, name) != name:
            raise Refused("seat_taken", f"somebody sits at seat {seat}", where="seat")
        return replace(self, names={**self.leave(name).names, seat: name})

    def leave(self, name: str) -> SeatList:
        """Return the list without *name*."""
        return replace(self, names={at: one for at, one in self.names.items() if one != name})

    def fill_seats(self, guests: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names by seat, those of *guests* where nobody has one."""
        return tuple(self.names.get(seat, guest) for seat, guest in enumerate(guests))


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


class SeatLists:
    """The lists of one kiosk, one a game at most."""

    def __init__(self, clock: Clock, code: Callable[[], str] = new_code) -> None:
        self._clock = clock
        self._code = code
        self._lock = Lock()
        self._lists: dict[str, SeatList] = {}

    def look(self, ruleset: str, seats: int, seq: int) -> SeatList:
        """Return the list of the seats page that is looked at, opened now where none is open."""
        now = self._clock.mono_ms()
        with self._lock:
            seat_list = self._lists.get(ruleset)
            if seat_list is None or not self._lasts(seat_list, seq):
                seat_list = SeatList(self._code(), ruleset, seq, seats, now)
            self._lists[ruleset] = replace(seat_list, seats=seats, looked_ms=now)
            return self._lists[ruleset]

    def of(self, ruleset: str, seq: int) -> SeatList | None:
        """Return the open list of a game, `None` where none is."""
        with self._lock:
            seat_list = self._lists.get(ruleset)
            return seat_list if seat_list is not None and self._lasts(seat_list, seq) else None

    def find(self, code: str, seq: int) -> SeatList | None:
        """Return the open list of this *code*, `None` where there is none (any more)."""
        with self._lock:
            return self._find(code, seq)

    def change(self, code: str, seq: int, change: Callable[[SeatList], SeatList]) -> SeatList:
        """Keep what *change* makes of the list of this *code*; raise `Refused` where it is over."""
        with self._lock:
            seat_list = self._find(code, seq)
            if seat_list is None:
                raise Refused("seat_list_over", "this code has run out", where="code")
            self._lists[seat_list.ruleset] = new_list = change(seat_list)
            return new_list

    def _find(self, code: str, seq: int) -> SeatList | None:
        for seat_list in self._lists.values():
            if secrets.compare_digest(seat_list.code.encode(), code.encode()):
                return seat_list if self._lasts(seat_list, seq) else None
        return None

    def _lasts(self, seat_list: SeatList, seq: int) -> bool:
        return seat_list.seq == seq and self._clock.mono_ms() - seat_list.looked_ms < LASTS_MS
