"""What fuzhou.md refuses beside what every game does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.fujian.fuzhou.holding import holding
from rules.record.claims import nearest
from rules.tiles import CODES, HONORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record, Win

FROM_OTHERS: Final = frozenset(("discard", "robbed_kong"))
"""Ways of winning that are closed to who has discarded a gold (D10)."""


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield an indicator that is none, flowers in the wrong place, and wins told wrongly."""
    yield from _indicator_problems(record)
    for number, seat in enumerate(record.seats):
        for tile in seat.hand or ():
            if tile >= HONORS:
                message = f"{CODES[tile]} is a flower tile, which is laid out and replaced"
                yield Problem("bad_tiles", message, f"seats[{number}].hand")
        for tile in seat.flowers:
            if tile < HONORS:
                message = f"{CODES[tile]} is no flower tile"
                yield Problem("bad_tiles", message, f"seats[{number}].flowers")
        if seat.aside:
            message = "this game lays no single tiles aside"
            yield Problem("bad_tiles", message, f"seats[{number}].aside")
    for place, win in enumerate(record.wins):
        yield from _win_form(record, win, f"wins[{place}]")


def _indicator_problems(record: Record) -> Iterator[Problem]:
    """Yield that not just one suit tile stayed turned up; a void hand may lack it (D3)."""
    turned = record.deal.indicators
    if len(turned) > 1 or (not turned and record.outcome != "abort"):
        message = f"one tile stays turned up for the gold, here are {len(turned)}"
        yield Problem("bad_tiles", message, "deal.indicators")
    for tile in turned:
        if tile >= HONORS:
            message = f"{CODES[tile]} is a flower tile, laid out by the banker and turned up again"
            yield Problem("bad_tiles", message, "deal.indicators")
    if record.deal.hidden_indicators:
        message = "this game has no hidden indicators"
        yield Problem("bad_tiles", message, "deal.hidden_indicators")


def _win_form(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield what cannot be in the account of a win."""
    if win.tile is not None and win.tile >= HONORS:
        message = f"{CODES[win.tile]} is a flower tile and completes nothing"
        yield Problem("bad_tiles", message, f"{where}.tile")
    if win.by == "declared":
        if win.tile is not None or win.source is not None:
            message = "a declared win takes no tile, from nobody"
            yield Problem("bad_record", message, where)
        if record.seats[win.seat].hand is None:
            message = "the winner's hand must be shown"
            yield Problem("bad_record", message, f"seats[{win.seat}].hand")
    elif "robbing_the_gold" in win.marks:
        message = "the gold is robbed by declaring, without a tile"
        yield Problem("bad_record", message, f"{where}.marks")


def win_problems(record: Record) -> Iterator[Problem]:
    """Yield wins that are none, or that a rule forbids."""
    for place in range(1, len(record.wins)):
        yield Problem("barred", "only one seat wins a hand", f"wins[{place}]")
    win = record.wins[0]
    held = holding(record, win, win.seat)
    if not held.wins:
        message = "the tiles do not form 5 sets and a pair, nor are they all three golds"
        if held.imagined:
            message = "no gold completes the hand; three golds win without the mark"
        yield Problem("not_a_win", message, "wins[0]")
    if win.by in FROM_OTHERS:
        yield from _taken_problems(record, win)
    if win.by == "declared" and "robbing_the_gold" in win.marks:
        yield from _robbing_problems(record, win)


def _taken_problems(record: Record, win: Win) -> Iterator[Problem]:
    """Yield what forbids a win on another's tile."""
    assert win.source is not None
    if win.tile in record.deal.indicators:
        yield Problem("barred", "nobody wins on a discarded gold", "wins[0].tile")
    if has_discarded_gold(record, win.seat):
        message = "who has discarded a gold wins by self-draw only"
        yield Problem("barred", message, f"seats[{win.seat}].facts.discarded_gold")
    if win.by == "robbed_kong" and any(
        meld.kind == "kong_concealed" and win.tile in meld.tiles
        for meld in record.seats[win.source].melds
    ):
        yield Problem("barred", "only an added kong can be robbed", "wins[0].tile")
    if any(comes_before(record, win, rival) for rival in win.facts.get("rivals", ())):
        message = "a golden pair goes before all others, then the nearest after the discarder"
        yield Problem("barred", message, "wins[0].facts.rivals")


def has_discarded_gold(record: Record, seat: int) -> bool:
    """Return whether *seat* has discarded a gold, as told or as its discards show."""
    laid = record.seats[seat]
    told = laid.facts.get("discarded_gold")
    if told is not None:
        return bool(told)
    return any(tile in record.deal.indicators for tile in laid.discards or ())


def comes_before(record: Record, win: Win, rival: int) -> bool:
    """Return whether *rival*, who declared on the same tile, goes before the winner (D18)."""
    if has_discarded_gold(record, rival):
        return False
    is_golden = False
    if record.seats[rival].hand is not None:
        held = holding(record, win, rival)
        if not held.wins:
            return False
        is_golden = held.is_complete and held.has_golden_pair
    winners = holding(record, win, win.seat)
    if is_golden != (winners.is_complete and winners.has_golden_pair):
        return is_golden
    return not nearest(record, replace(win, facts={"rivals": [rival]}))


def _robbing_problems(record: Record, win: Win) -> Iterator[Problem]:
    """Yield what forbids robbing the gold: claimed sets, and rivals who go before."""
    banker = record.state.banker
    if any(meld.is_exposed for meld in record.seats[win.seat].melds):
        message = "the gold is robbed with the dealt hand, nothing claimed"
        yield Problem("barred", message, f"seats[{win.seat}].melds")
    rivals = win.facts.get("rivals", ())
    if win.seat == banker:
        is_late = bool(rivals)
    else:
        mine = record.distance(banker, win.seat)
        is_late = any(0 < record.distance(banker, rival) < mine for rival in rivals)
    if is_late:
        message = "the nearest after the banker robs the gold first, the banker last"
        yield Problem("barred", message, "wins[0].facts.rivals")
