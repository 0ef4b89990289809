"""Wakes a thread that waits for descriptors, from any other thread."""

from __future__ import annotations

import os


class Waker:
    """A pipe: who waits for `handle` wakes when someone calls `wake`."""

    def __init__(self) -> None:
        """Open the pipe."""
        self.handle, self._button = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def wake(self) -> None:
        """Make `handle` readable."""
        try:
            os.write(self._button, b"w")
        except BlockingIOError:
            return  # a full pipe wakes as well

    def rest(self) -> None:
        """Let `handle` be silent again, after it has become readable."""
        os.read(self.handle, 4096)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self.handle)
        os.close(self._button)
