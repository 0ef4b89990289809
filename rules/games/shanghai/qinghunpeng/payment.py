"""Who pays whom: qinghunpeng.md, "Payment", "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.shanghai.qinghunpeng.scoring import is_ready
from rules.record.claims import has_fed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.record.values import Record, Win

Shares = dict[int, int]
"""How many times the score each seat pays."""

SELF_DRAW: Final = 3
"""What a self-draw brings in all: a robbed player pays so much, a partner as well."""


def shares(record: Record, win: Win) -> Shares:
    """Return how many times the score every other seat pays *win*."""
    others = [(win.seat + step) % record.players for step in range(1, record.players)]
    if win.by == "declared":
        return dict.fromkeys(others, 1)
    if win.by == "robbed_flower":
        assert win.source is not None
        return {win.source: 1}
    bonds = {seat: count for seat in others if (count := _bonds(record, win.seat, seat))}
    if win.is_self_draw:
        return _self_draw(record, others, bonds)
    if win.by == "robbed_kong":
        assert win.source is not None
        owed = {seat: SELF_DRAW * count for seat, count in bonds.items()}
        return {**owed, win.source: SELF_DRAW}
    return _discard(record, win, bonds)


def _bonds(record: Record, one: int, other: int) -> int:
    """Return how many bonds there are between two seats: one for each that fed the other."""
    return has_fed(record, one, other) + has_fed(record, other, one)


def _self_draw(record: Record, others: list[int], bonds: Mapping[int, int]) -> Shares:
    """Return what each pays for a self-draw: partners for each bond, the others once or not."""
    times = record.options["self_draw_liability"]
    free = 1 if times == SELF_DRAW or not bonds else 0
    return {seat: times * bonds[seat] if seat in bonds else free for seat in others}


def _discard(record: Record, win: Win, bonds: Mapping[int, int]) -> Shares:
    """Return what each pays for a discard (D4)."""
    assert win.source is not None
    own = bonds.get(win.source, 0)
    twice = record.options["own_discard_liability"] == 2
    paid = {win.source: 2 * own if own and twice else 1}
    strange = {seat: count for seat, count in bonds.items() if seat != win.source}
    if not strange:
        return paid
    if record.options["unready_discarder"] == "shared" or _was_ready(record, win, win.source):
        return {**paid, **strange}
    return {win.source: paid[win.source] + sum(strange.values())}


def _was_ready(record: Record, win: Win, discarder: int) -> bool:
    """Return whether the discarder was waiting, as told or by his shown hand (D7)."""
    told: bool | None = win.facts.get("discarder_ready")
    return is_ready(record, discarder) if told is None else told
