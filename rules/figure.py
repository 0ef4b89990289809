"""In what a winner's hand may be told in place of its tiles: `hand-record.md`, "Value"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_VALUE: Final = 1_000_000
"""No hand is told to be worth more: a slip of the finger."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a winner's hand may be told to be worth, in place of its tiles: 3 han, 5 tai.

    `hand-record.md`, "Value".
    """

    id: str
    """The sheet's unit: `han`, `fu`, `tai`, `points`, …; `limit` for a limit by name."""
    values: tuple[int | str, ...] = ()
    """All that it can be; empty where it is any whole number from *least*."""
    least: int = 0
    is_optional: bool = False
    """Whether it may be left out; what is told of it under other house rules is passed over."""

    def allows(self, value: object) -> bool:
        """Return whether the figure can be *value*; `true` is not 1."""
        if self.values:
            return any(type(value) is type(one) and value == one for one in self.values)
        return type(value) is int and self.least <= value <= MOST_VALUE

    @property
    def expects(self) -> str:
        """Return what the figure can be, in words."""
        if self.values:
            return f"must be one of {', '.join(map(str, self.values))}"
        return f"must be a whole number from {self.least} to {MOST_VALUE}"

    def to_json(self) -> dict[str, object]:
        """Return the figure for the catalogue."""
        choices: dict[str, object] = {"values": list(self.values)}
        return {"id": self.id, **(choices if self.values else {"least": self.least})}
