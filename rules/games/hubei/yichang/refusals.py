"""What yichang.md refuses: sets after a win, wins that are none, hands that are not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import Problem
from rules.games.hubei.yichang.position import around_kong, before_win, first_wins, made_after
from rules.games.hubei.yichang.scoring import best_form, further_form, is_won
from rules.record.claims import indicators_turned, nothing_apart, robbing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield what cannot be in a record of this game."""
    yield from indicators_turned(record)
    yield from nothing_apart(record)
    for number, seat in enumerate(record.seats):
        if seat.hand is None and record.outcome != "abort":
            message = "all hands are shown at the end, for who is not ready pays"
            yield Problem("bad_record", message, f"seats[{number}].hand")
        told = seat.facts.get("made_after", ())
        where = f"seats[{number}].facts.made_after"
        if len(told) > len(seat.melds):
            message = f"says {len(told)} sets were made, there are {len(seat.melds)}"
            yield Problem("bad_record", message, where)
        if any(count > len(record.wins) for count in told):
            message = f"counts the wins before each set, and there were {len(record.wins)}"
            yield Problem("bad_record", message, where)


def problems(record: Record) -> Iterator[Problem]:
    """Yield sets that were not allowed any more, then wins that are none or forbidden."""
    for seat, first in first_wins(record.wins).items():
        yield from _late_sets(record, seat, first)
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from robbing(record, win, where)
        if "dealt" in win.marks:
            message = "the banker discards a tile before anybody wins"
            yield Problem("barred", message, f"{where}.marks")
        yield from _no_win(record, place)


def _late_sets(record: Record, seat: int, first: int) -> Iterator[Problem]:
    """Yield sets that *seat* made after its *first* win though its hand was frozen (D9)."""
    made = made_after(record, seat)
    for place, meld in enumerate(record.seats[seat].melds):
        where = f"seats[{seat}].melds[{place}]"
        if made[place] <= first or meld.kind == "kong_added":
            continue
        if meld.is_exposed:
            yield Problem("bad_meld", "after a win its owner claims no more sets", where)
            continue
        before, after = around_kong(record, seat, place)
        if before.waits() != after.waits():
            message = "after a win a concealed kong may not change what its owner waits for"
            yield Problem("bad_meld", message, where)


def _no_win(record: Record, place: int) -> Iterator[Problem]:
    """Yield that the win at *place* is none, or does not contain the seat's first one."""
    win, where = record.wins[place], f"wins[{place}]"
    assert win.tile is not None
    held = before_win(record, win.seat, place)
    if not is_won(held, win.tile):
        message = "the tiles do not form four sets and a pair of at most two suits"
        yield Problem("not_a_win", message, where)
        return
    at = first_wins(record.wins)[win.seat]
    opening = record.wins[at]
    assert opening.tile is not None
    first = best_form(before_win(record, win.seat, at), opening.tile, record.options)
    if first is None:
        return
    if further_form(held, win.tile, record.options, first.element) is None:
        message = f"a further win must contain the {first.element} of the first one"
        yield Problem("barred", message, where)
