"""What the result needs to be seen happening: signs to write, rows that change places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import sub

from kiosk.i18n import Catalogue
from kiosk.session import Standing
from kiosk.session.shapes import Json


def limit_of(win: Json, settlement: Json, t: Catalogue) -> str:
    """Return the id of the limit that *win* is paid by; empty for none.

    That is what its own entry says, else the last limit among the steps of what it is paid.
    """
    names = [win.get("limit") or "", *reversed([*_set_by(win, settlement)])]
    return next((name for name in names if t.knows(f"sign.{name}")), "")


def limit_sign(win: Json, settlement: Json, t: Catalogue) -> str:
    """Return the name of the limit that *win* is paid by, as it is written; empty for none."""
    limit = limit_of(win, settlement, t)
    return t(f"sign.{limit}") if limit else ""


def _set_by(win: Json, settlement: Json) -> Iterator[str]:
    """Yield what the amounts of *win* are set by, whatever they were before."""
    payments = zip(settlement["payments"], settlement.get("terms", ()), strict=False)
    steps = [terms for row, terms in payments if (row["to"], row["for"]) == (win["seat"], "win")]
    for step in (step for terms in (win.get("terms", ()), *steps) for step in terms):
        if step["op"] == "set":
            yield step["id"]


def end_sign(record: Json, t: Catalogue) -> str:
    """Return how the end of a hand that nobody won is written; empty where somebody has."""
    key = f"sign.{record.get('outcome')}"
    return t(key) if t.knows(key) else ""


@dataclass(frozen=True, slots=True)
class Places:
    """Where each seat stands after a hand, and how it came there."""

    ranks: tuple[int, ...]
    """By the new totals; equal totals share one."""
    climbs: tuple[int, ...]
    """By how many places each seat has gone up; less than 0 where it went down."""
    order: tuple[int, ...]
    """The seats as their rows stand, the highest total first."""
    shifts: tuple[int, ...]
    """How many rows lower each seat stood before."""


def places(before: Sequence[int], after: Sequence[int]) -> Places:
    """Return where the totals *after* a hand put each seat, and those *before* it had put it."""
    now, stood = _rows(after), _rows(before)
    return Places(
        ranks(after),
        tuple(map(sub, ranks(before), ranks(after))),
        now,
        tuple(stood.index(seat) - now.index(seat) for seat in range(len(now))),
    )


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Return each one's place, 1 for the highest; equal totals share the better place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def _rows(totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(totals)), key=lambda seat: -totals[seat]))


def scene_of(before: Standing, settlement: Json) -> str:
    """Return a name of this result: the same for the same hand with the same payments."""
    return f"{before.totals}{settlement['net']}{settlement['next']}"
