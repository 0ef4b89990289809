"""What cannot be, and what the rules forbid: changsha.md, "Play", "Winning" and its last sections.

"Carried counters …".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import Problem
from rules.games.hunan.changsha.scoring import best, dealt_patterns, is_missed
from rules.games.hunan.changsha.situation import (
    is_heavenly,
    is_on_last_tile,
    may_have_two_tiles,
    tiles_on_offer,
)
from rules.record.claims import named_kong, nothing_apart, robbing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record, Win


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield what is wrong with the bird, tiles apart, facts, dealt wins and several winners."""
    if record.deal.indicators:
        message = "this game turns no tile up at the deal"
        yield Problem("bad_record", message, "deal.indicators")
    yield from nothing_apart(record)
    yield from _last_tile_problems(record)
    yield from _bird_problems(record)
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from _other_tile_problems(record, win, where)
        if win.by == "declared" or is_heavenly(record, win):
            yield from _dealt_problems(record, win, where)
    if len(record.wins) > 1:
        yield from _several_problems(record)


def problems(record: Record) -> Iterator[Problem]:
    """Yield wins that a rule forbids, and tiles that are no hand."""
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from robbing(record, win, where)
        yield from named_kong(record, win, where)
        if win.by == "declared":
            if not dealt_patterns(record.seats[win.seat].hand or ()):
                message = "the dealt tiles show none of the four patterns"
                yield Problem("not_a_win", message, where)
        elif all(is_missed(record, win, tile) for tile in tiles_on_offer(record, win)):
            message = "who lets a tile go cannot win on another's until his own next turn"
            yield Problem("barred", message, f"{where}.tile")
        elif best(record, win) is None:
            message = (
                "neither four sets and a pair of 2, 5 or 8 (any pair with an element that frees"
                " it), nor seven pairs, nor all 2, 5 and 8"
            )
            yield Problem("not_a_win", message, where)


def _last_tile_problems(record: Record) -> Iterator[Problem]:
    """Yield that several seats had the last tile."""
    having = [number for number, seat in enumerate(record.seats) if "last_tile" in seat.facts]
    for number in having[1:]:
        message = f"seat {having[0]} has this fact already, and only one can"
        yield Problem("bad_record", message, f"seats[{number}].facts.last_tile")


def _bird_problems(record: Record) -> Iterator[Problem]:
    """Yield birds that were not turned up, or were by no win."""
    turned = record.deal.hidden_indicators
    most = record.ruleset.turned_after_win(record.options)
    where = "deal.hidden_indicators"
    if len(turned) > most:
        yield Problem("bad_record", f"{most} turned up after a win, not {len(turned)}", where)
    if turned and record.outcome == "draw":
        yield Problem("bad_record", "no bird is turned up without a win", where)
    if is_on_last_tile(record) and any(tile != record.wins[0].tile for tile in turned):
        message = "the last tile itself is the bird, there is no other to turn up"
        yield Problem("bad_record", message, where)
    dealt = sum(win.by == "declared" for win in record.wins)
    if dealt > 1 and not turned:
        message = "of several dealt wins the bird decides the next banker: give the tile"
        yield Problem("bad_record", message, where)


def _other_tile_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a second tile of a stack that is none."""
    other = win.facts.get("other_tile")
    if other is None or not record.options["double_kong"]:
        return
    where = f"{where}.facts.other_tile"
    if len(other) != 1:
        yield Problem("bad_tiles", "must be one tile", where)
    if not may_have_two_tiles(record, win):
        message = "only dice take two tiles: a win with kong_draw or kong_discard"
        yield Problem("bad_record", message, where)


def _dealt_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield what a win with the dealt tiles cannot have."""
    seat = record.seats[win.seat]
    if seat.melds:
        message = "who wins with the dealt tiles has no sets laid down"
        yield Problem("bad_record", message, f"seats[{win.seat}].melds")
    if win.by != "declared":
        return
    if win.tile is not None or win.source is not None:
        message = "a dealt pattern wins without a last tile: tile must be null, from absent"
        yield Problem("bad_record", message, f"{where}.tile")
    if seat.hand is None:
        message = "the winner's hand must be shown"
        yield Problem("bad_record", message, f"seats[{win.seat}].hand")


def _several_problems(record: Record) -> Iterator[Problem]:
    """Yield winners that cannot stand side by side: they claim one tile, or were dealt a win."""
    wins = record.wins
    if len({win.seat for win in wins}) < len(wins):
        yield Problem("bad_record", "a seat wins once", "wins")
    if any(win.is_self_draw for win in wins):
        yield Problem("bad_record", "an own tile has one winner", "wins")
        return
    offers = {(win.by, win.source, _offer(record, win)) for win in wins}
    if len(offers) > 1:
        message = "several winners claim the same tile, or were all dealt a winning pattern"
        yield Problem("bad_record", message, "wins")


def _offer(record: Record, win: Win) -> tuple[int, ...]:
    """Return the tiles that *win* could be on, in whatever order they are named."""
    return () if win.tile is None else tuple(sorted(tiles_on_offer(record, win)))
