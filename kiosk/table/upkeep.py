"""What service people read and set at the machine: inputs, parameters, the wear of its parts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from firmware_bridge.errors import BridgeError
from kiosk.errors import Refused

if TYPE_CHECKING:
    from firmware_bridge.client import TableClient
    from firmware_bridge.upkeep import ParameterValue, Reading, UsageReport

T = TypeVar("T")


class MachineUpkeep:
    """The service side of one machine; safe to use from any thread.

    Every call raises `Refused` where the machine does not offer it, refuses it, or is away.
    """

    def __init__(self, client: TableClient) -> None:
        """Ask *client*, which somebody else closes."""
        self._client = client
        self._lock = threading.Lock()
        self._before: dict[str, int] = {}

    def inputs(self) -> tuple[Reading, ...]:
        """Return what every input reads now."""
        return _request(self._client.upkeep.inputs)

    def parameters(self) -> tuple[ParameterValue, ...]:
        """Return what every parameter is set to."""
        return _request(self._client.upkeep.parameters)

    def before(self, name: str) -> int | None:
        """Return what parameter *name* was before it was set here last, `None` if it was not."""
        with self._lock:
            return self._before.get(name)

    def set_parameter(self, name: str, value: int) -> None:
        """Set a parameter, which can be taken back."""
        values = {one.parameter.name: one.value for one in self.parameters()}
        _request(lambda: self._client.upkeep.set_parameter(name, value))
        with self._lock:
            if values[name] != value:
                self._before[name] = values[name]

    def usage(self) -> UsageReport:
        """Return how much every mechanism has worked."""
        return _request(self._client.upkeep.usage)

    def mark_serviced(self, number: int) -> None:
        """Note at the machine that mechanism *number* was serviced now."""
        _request(lambda: self._client.upkeep.mark_serviced(number))


def _request(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except BridgeError as error:
        raise Refused(error.code, error.message, where=error.where or "table") from error
