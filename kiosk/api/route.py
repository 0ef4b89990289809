"""A call of the interface: where it is, what it asks for, who answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one address below `/api/v1`."""

    method: str
    path: str
    view: Callable[..., ResponseReturnValue]
