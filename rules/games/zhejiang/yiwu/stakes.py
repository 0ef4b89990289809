"""Extra stakes laid between Yiwu hands: yiwu.md, "Extra stakes", "Carried counters" (D8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules.errors import Problem
from rules.record.values import Record
from rules.settle.terms import Terms, add

BASE: Final = 5
BASE_WITH_THE_BANKER: Final = 7
RAISE: Final = 2
"""What a purchase adds to the base, and each of a stake's counters."""


class Stakes(NamedTuple):
    """What is at stake in one hand."""

    banker: int
    bought: tuple[bool, ...]
    """Who bought (買子)."""
    stakes: tuple[int, ...]
    """What each seat has laid against the banker (下子)."""

    def unit(self, one: int, other: int) -> Terms:
        """Return how what passes between two seats comes about before it is multiplied."""
        purchases = [add("bought", RAISE, seat=seat) for seat in (one, other) if self.bought[seat]]
        if self.banker not in (one, other):
            return (add("base", BASE), *purchases)
        amount = self.stakes[other if one == self.banker else one]
        stake = [add("stake", RAISE, amount)] if amount else []
        return (add("base", BASE_WITH_THE_BANKER), *purchases, *stake)


def stakes(record: Record) -> Stakes:
    """Return what is at stake in *record*: its facts, else what was carried on."""
    carry, seats = record.state.carry, range(record.players)
    purchases = carry["bought"] or (False,) * record.players
    facts = [seat.facts for seat in record.seats]
    return Stakes(
        record.state.banker,
        tuple([facts[seat].get("bought", purchases[seat]) for seat in seats]),
        tuple([facts[seat].get("stake", carry["stakes"][seat]) for seat in seats]),
    )


def problems(record: Record) -> Iterator[Problem]:
    """Yield stakes that cannot have been laid, and purchases that could not be changed."""
    now, carry = stakes(record), record.state.carry
    for seat in range(record.players):
        where = f"seats[{seat}].facts"
        for message in _stake_problems(record, seat, now.stakes[seat]):
            yield Problem("bad_record", message, f"{where}.stake")
        purchases = carry["bought"]
        if record.state.repeats and purchases is not None and purchases[seat] != now.bought[seat]:
            message = "while the banker goes on nobody buys or takes a purchase back (買子)"
            yield Problem("bad_record", message, f"{where}.bought")


def _stake_problems(record: Record, seat: int, stake: int) -> Iterator[str]:
    state = record.state
    standing, size = state.carry["stakes"][seat], state.carry["stake_size"]
    if stake and seat == state.banker:
        yield "the banker lays no stake against himself (下子)"
    if stake and not state.repeats:
        yield "a new banker's first hand has no stakes (下子)"
    if standing and stake != standing:
        yield f"the standing stake of {standing} stays as it is while the banker goes on (下子)"
    if stake and not standing and size is not None and stake != size:
        rule = f"a new stake is {size}" if size else "no new stake may be laid"
        yield f"{rule} after the last hand (下子)"


def counter_problem(name: str, value: object) -> str | None:
    """Return why *value* is none for the counter *name*; unknown ones may be null."""
    if name == "stake_size":
        is_valid = value is None or (type(value) is int and value >= 0)
        return None if is_valid else "must be a whole number from 0"
    if name == "stakes":
        is_valid = _is_row(value, int) and all(stake >= 0 for stake in value)  # type: ignore[attr-defined]
        return None if is_valid else "must be four whole numbers from 0, one for each seat"
    is_valid = value is None or _is_row(value, bool)
    return None if is_valid else "must be true or false four times, once for each seat"


def _is_row(value: object, kind: type) -> bool:
    return type(value) is list and len(value) == 4 and all(type(one) is kind for one in value)


def after_the_bankers_win(now: Stakes, size: int, *, doubles: bool) -> Mapping[str, Any]:
    """Return the counters after a win that lets stakes of *size* be laid (D3)."""
    amounts = [2 * stake if doubles else size if stake else 0 for stake in now.stakes]
    return _carry(now, size, amounts)


def after_a_draw(now: Stakes, *, doubles: bool) -> Mapping[str, Any]:
    """Return the counters after a draw: no new stake may be laid (D16)."""
    return _carry(now, 0, [2 * stake if doubles else stake for stake in now.stakes])


def after_the_banker(now: Stakes) -> Mapping[str, Any]:
    """Return the counters for a new banker: stakes are off, purchases stand."""
    return _carry(now, 0, [0] * len(now.stakes))


def _carry(now: Stakes, size: int, amounts: list[int]) -> Mapping[str, Any]:
    return {"stake_size": size, "stakes": amounts, "bought": list(now.bought)}


def as_before(record: Record) -> Mapping[str, Any]:
    """Return the counters with which the hand began, those not told at their start."""
    carry = record.state.carry
    return {
        "stake_size": carry["stake_size"] or 0,
        "stakes": list(carry["stakes"]),
        "bought": list(carry["bought"] or (False,) * record.players),
    }
