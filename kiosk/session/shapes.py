"""What the JSON in an event has to look like: what folding it and showing it rely on.

Events of this program always do. Those of a damaged or foreign ledger may hold anything, and what
does not look so is no event (`UnreadableEvent`); so no page trips over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, NotRequired

from pydantic import AfterValidator, Field, TypeAdapter
from typing_extensions import TypedDict

Json = Mapping[str, Any]

MAX_SEATS: Final = 9
LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON holds (RFC 8259 §6)."""

Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Seats = tuple[Seat, ...]


class _Next(TypedDict):
    banker: Seat | None
    round: Count
    repeats: Count
    carry: NotRequired[dict[str, Any]]
    over: NotRequired[bool]
    winners: NotRequired[list[Seat]]
    final: NotRequired[list[Whole]]


_Payment = TypedDict(
    "_Payment", {"from": Seat | str, "to": Seat | str, "amount": Count, "for": str}
)


class _Settlement(TypedDict):
    net: list[Whole]
    payments: list[_Payment]
    next: _Next
    prize_net: NotRequired[list[Whole]]


class _Win(TypedDict):
    seat: Seat


class _Deal(TypedDict):
    dice: NotRequired[list[list[Count]]]


class _Record(TypedDict):
    wins: NotRequired[list[_Win]]
    deal: NotRequired[_Deal]


class _Throw(TypedDict):
    pips: list[Count]
    source: str
    rolled_ms: NotRequired[Count]


class _Reading(TypedDict):
    stills: NotRequired[list[str]]
    readings: NotRequired[Count]
    read: NotRequired[Count]
    corrections: NotRequired[Count]


class _AmendedHand(TypedDict):
    seq: Count
    was: Count
    record: _Record
    settlement: _Settlement
    seats: NotRequired[list[Seat]]


def _as(shape: type) -> AfterValidator:
    """Return the check that JSON is of *shape*; what it has besides is kept."""
    adapter = TypeAdapter[Any](shape)

    def check(value: Json) -> Json:
        adapter.validate_python(value, strict=True)
        return value

    return AfterValidator(check)


Payment = Annotated[Json, _as(_Payment)]
Settlement = Annotated[Json, _as(_Settlement)]
Record = Annotated[Json, _as(_Record)]
"""The rest of a record is the rules' to read, and told where they cannot."""
Throw = Annotated[Json, _as(_Throw)]
Reading = Annotated[Json, _as(_Reading)]
AmendedHand = Annotated[Json, _as(_AmendedHand)]
