"""Makes a port that can only be read by waiting look like one that wakes its reader."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from firmware_bridge.errors import LostError
from firmware_bridge.prompt import be_prompt
from firmware_bridge.transport.memory import pair

if TYPE_CHECKING:
    from collections.abc import Callable


class Pump:
    """A thread that reads a port and hands on what came through a socket pair."""

    def __init__(self, name: str, source: Callable[[], bytes]) -> None:
        """Read *source* on and on; it waits for at most a tenth of a second each time.

        It raises `LostError` once the port is gone; then so does `read`.
        """
        self._near, self._far = pair(name)
        self._source = source
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"pump {name}", daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._near.fileno()

    def read(self) -> bytes:
        """Return what has come; raise `LostError` when the port is gone."""
        return self._near.read()

    def close(self) -> None:
        """End the thread; may be called again."""
        self._stopping = True
        self._near.close()
        self._thread.join()

    def _run(self) -> None:
        be_prompt()
        try:
            while not self._stopping:
                data = self._source()
                if data:
                    self._far.write(data)
        except LostError:
            return  # what was read is still read; then the closed end tells
        finally:
            self._far.close()
