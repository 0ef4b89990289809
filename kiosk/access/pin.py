"""The lock of the operator's pages: a PIN opens it for ten minutes, and each use for ten more.

Wrong tries are counted on disk before the PIN is compared, so that no restart gives new ones, and
time is measured by the clock that nobody can set.
"""

from __future__ import annotations

import secrets
import threading
from typing import Final

from werkzeug.security import check_password_hash, generate_password_hash

from kiosk.access.secrets import Secrets
from kiosk.clock import Clock
from kiosk.errors import Refused

FREE_TRIES: Final = 5
FIRST_WAIT_S: Final = 30
LONGEST_WAIT_S: Final = 15 * 60
OPEN_S: Final = 10 * 60
PIN_DIGITS: Final = (4, 12)
"""Fewest and most digits of a PIN."""
DRAWN_DIGITS: Final = 6
"""Of the PIN that a new kiosk draws for itself."""
MAX_OPEN: Final = 32
"""Screens with an open door; the one that was used longest ago is shut for a new one."""


class PinLock:
    """The lock of one running kiosk; safe to use from any thread."""

    def __init__(self, store: Secrets, clock: Clock) -> None:
        """Begin with every screen shut; after many wrong tries, with the whole wait."""
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._open: dict[str, tuple[int, str]] = {}
        self._shut_until_ms = clock.mono_ms() + 1000 * wait_after(store.read().failures)

    @property
    def has_pin(self) -> bool:
        """Return whether a PIN was ever chosen."""
        return bool(self._store.read().pin)

    @property
    def wait_s(self) -> int:
        """Return how many seconds no PIN is taken."""
        if not self._store.read().failures:  # `jantaku pin` has set a new one
            return 0
        return max(0, -(-(self._shut_until_ms - self._clock.mono_ms()) // 1000))

    def choose(self, pin: str) -> None:
        """Take *pin* from now on; who is inside has to come in again."""
        self._store.put_pin(pin_digest(pin))

    def draw_first(self) -> str:
        """Return a PIN drawn by chance that holds from now on; empty where there is one already."""
        if self.has_pin:
            return ""
        pin = f"{secrets.randbelow(10**DRAWN_DIGITS):0{DRAWN_DIGITS}}"
        self.choose(pin)
        return pin

    def enter(self, pin: str) -> str:
        """Return the name of an open door, to be kept in the screen's cookie.

        Raise `Refused`: `no_pin`, `pin_wait`, `wrong_pin`.
        """
        with self._lock:
            contents = self._store.read()
            if not contents.pin:
                raise Refused("no_pin", "no PIN was chosen yet: `jantaku pin` does", where="pin")
            if self.wait_s:
                raise Refused("pin_wait", f"wait {self.wait_s} s before the next try", where="pin")
            self._store.count_failures(contents.failures + 1)
            if not check_password_hash(contents.pin, pin):
                wait_s = wait_after(contents.failures + 1)
                self._shut_until_ms = self._clock.mono_ms() + 1000 * wait_s
                raise Refused("wrong_pin", "that is not the PIN", where="pin")
            self._store.count_failures(0)
            name = secrets.token_urlsafe(16)
            self._open[name] = (self._clock.mono_ms() + 1000 * OPEN_S, contents.pin)
            while len(self._open) > MAX_OPEN:
                del self._open[min(self._open, key=lambda one: self._open[one][0])]
            return name

    def is_open(self, name: str) -> bool:
        """Return whether the door *name* is open, and keep it open for ten minutes more."""
        with self._lock:
            until_ms, pin = self._open.get(name, (0, ""))
            now_ms = self._clock.mono_ms()
            if now_ms >= until_ms or pin != self._store.read().pin:
                self._open.pop(name, None)
                return False
            self._open[name] = (now_ms + 1000 * OPEN_S, pin)
            return True

    def leave(self, name: str) -> None:
        """Shut the door *name*."""
        with self._lock:
            self._open.pop(name, None)


def wait_after(failures: int) -> int:
    """Return how many seconds to wait after *failures* wrong tries: 0, then 30, 60, … 900."""
    if failures < FREE_TRIES:
        return 0
    return min(LONGEST_WAIT_S, FIRST_WAIT_S << min(failures - FREE_TRIES, 10))


def pin_digest(pin: str) -> str:
    """Return what is kept of *pin*; raise `Refused` where it is no PIN."""
    fewest, most = PIN_DIGITS
    if not (pin.isascii() and pin.isdecimal() and fewest <= len(pin) <= most):
        raise Refused("bad_pin", f"a PIN has {fewest} to {most} digits", where="pin")
    return generate_password_hash(pin, "scrypt")
