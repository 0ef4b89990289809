"""What a person can tell the table to put something right that was counted already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from kiosk.session.events import PlayerId

Draw = Literal["seats", "banker"]
"""What dice draw: all seats, or who is first banker."""
Why = Literal["unsettled", "agreed", "house_rule"]
"""Why payments are typed: no rule settles the hand, people agreed so, or a rule of the house."""


@dataclass(frozen=True, slots=True)
class AmendHand:
    """Take an older hand to the review screen (table, over; playing before the first call).

    What is at work is set aside. After Settle the screen shows what every later hand comes to, and
    `ConfirmHand` writes all of it down as one event.
    """

    seq: int


@dataclass(frozen=True, slots=True)
class KeepHand:
    """Leave the hand that is being amended as it was (while one is)."""


@dataclass(frozen=True, slots=True)
class PayPenalty:
    """Let *seat* pay *amount* to each of *payees* (as `AmendHand`)."""

    seat: int
    payees: tuple[int, ...]
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawPenalty:
    """Take a penalty back (as `AmendHand`)."""

    seq: int


@dataclass(frozen=True, slots=True)
class WithdrawEvent:
    """Take back an event that does not follow from those before it (anywhere)."""

    seq: int


@dataclass(frozen=True, slots=True)
class ChangeSeats:
    """Give people other seats (table, over).

    *order* says who sat there till now, for seat 0, 1, … and, after the seats, the places of those
    who sit out; these stay where it ends with the seats. Where *is_mix_up*, people have sat so all
    the time and only the names were wrong.
    """

    order: tuple[int, ...]
    is_mix_up: bool = False


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Let someone else take *seat*, of those who sit out too, with its points (table, over)."""

    seat: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """Play by other house rules, from the first hand on (as `AmendHand`).

    *options* are all that differ from the sheet's defaults. Every hand is settled again; one that
    these rules cannot settle refuses it.
    """

    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReopenSession:
    """Go on with the session that was closed last, within a day (lobby)."""


@dataclass(frozen=True, slots=True)
class DrawSeats:
    """Let dice draw the seats or the first banker (table, before the first hand).

    The throws that are noted from now on are those of the draw; with the last one people sit so.
    """

    draw: Draw


@dataclass(frozen=True, slots=True)
class KeepSeats:
    """Leave a draw unfinished: everyone stays (table)."""


@dataclass(frozen=True, slots=True)
class RollFor:
    """Let the machine throw this number of *dice* for what people are led through (playing)."""

    guide: str
    dice: int


@dataclass(frozen=True, slots=True)
class TypePayments:
    """Say what the hand brings each seat, in place of the rules (review, settlement).

    *net* and *pot* (what is laid there, or less than 0: taken from it) add up to 0, and so do the
    *prizes* of a game that has them. *banker* leads next; `None`: who leads now. *carry* are the
    counters that stand otherwise after it. *over* ends the session or lets it go on; `None`: as
    the rules say of a hand that leads there.
    """

    net: tuple[int, ...]
    pot: int = 0
    banker: int | None = None
    carry: Mapping[str, Any] = field(default_factory=dict)
    why: Why = "agreed"
    note: str = ""
    over: bool | None = None
    prizes: tuple[int, ...] = ()


Repair = (
    AmendHand
    | KeepHand
    | PayPenalty
    | WithdrawPenalty
    | ChangeSeats
    | ReplacePlayer
    | ChangeOptions
)
REPAIRS: Final = get_args(Repair)
"""The same, to ask a command whether it is one."""

Between = Repair | WithdrawEvent | ReopenSession | DrawSeats | KeepSeats
"""Everything that is told between hands."""
