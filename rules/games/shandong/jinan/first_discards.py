"""Four equal first discards (跟荘): jinan.md, "Side payments, bonuses, fines"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record

REASON: Final = "same_first_discards"
ROUNDS: Final = (1, 2)


def first_discard_problems(record: Record) -> Iterator[Problem]:
    """Yield incidents that say something other than what the banker pays for."""
    for place, incident in enumerate(record.incidents):
        where = f"incidents[{place}]"
        if place:
            message = "equal first discards are told once, with their rounds"
            yield Problem("bad_record", message, where)
        if incident.seat not in (None, record.state.banker):
            message = "the banker pays for equal first discards"
            yield Problem("bad_record", message, f"{where}.seat")
        rounds = incident.facts.get("rounds", 1)
        if type(rounds) is not int or rounds not in ROUNDS:
            yield Problem("bad_record", "must be 1 or 2 go-rounds", f"{where}.rounds")


def rounds_alike(record: Record) -> int:
    """Return in how many go-rounds, 0 to 2, all discarded alike: as told, else by the discards."""
    if record.incidents:
        rounds: int = record.incidents[0].facts.get("rounds", 1)
        return rounds
    rows = [seat.discards or () for seat in record.seats]
    go_rounds = list(zip(*rows, strict=False))[: len(ROUNDS)]
    alike = [len(set(discards)) == 1 for discards in go_rounds]
    return alike.index(False) if False in alike else len(alike)
