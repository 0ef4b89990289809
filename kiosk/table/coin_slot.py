"""The table's coin slot: each pulse counts once, those that fell while nobody listened too."""

from __future__ import annotations

import struct
import threading
from typing import TYPE_CHECKING, Final

from firmware_bridge.errors import BridgeError
from firmware_bridge.wire.codes import EventKind

if TYPE_CHECKING:
    from firmware_bridge.client import TableClient
    from firmware_bridge.state import TableEvent
    from kiosk.paid_time import PaidTime

COIN: Final = EventKind.COIN.name.lower()
DATA: Final = struct.Struct("<HI")
"""Pulses that came, and all in the table's life with them."""


class CoinSlot:
    """Brings the pulses of *client*'s table to the paid time."""

    def __init__(self, client: TableClient, paid_time: PaidTime) -> None:
        """Count from now on, and what came meanwhile; somebody else closes *client*."""
        self._client = client
        self._paid_time = paid_time
        self._lock = threading.RLock()
        self._answer = 0
        """The table's count when it was last asked; events up to it, heard of later, are in it."""
        client.subscribe(self._on_event)
        paid_time.listen(self._catch_up_once)
        self._catch_up()

    @property
    def _serial(self) -> str:
        identity = self._client.identity
        return "" if identity is None else identity.serial

    def _on_event(self, event: TableEvent) -> None:
        if event.topic == COIN and len(event.data) >= DATA.size:
            pulses, count = DATA.unpack_from(event.data)
            with self._lock:
                if count > self._answer:
                    self._paid_time.count(self._serial, count, pulses)
        elif event.topic == "link" and event.phase is not None and event.phase.is_up:
            self._answer = 0  # it may be another table
            self._catch_up()

    def _catch_up_once(self) -> None:
        """Begin to count where time was not counted before."""
        if self._serial not in self._paid_time.account.counts:
            self._catch_up()

    def _catch_up(self) -> None:
        """Ask the table for its count, where time is counted and it keeps one."""
        if not self._paid_time.is_on or not self._client.upkeep.offers("get_usage"):
            return
        with self._lock:
            try:
                self._answer = self._client.upkeep.usage().pulses
            except BridgeError:
                return  # it is asked when it comes back, and tells each coin by itself
            self._paid_time.count(self._serial, self._answer)
