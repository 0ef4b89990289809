"""Who may claim a tile, and what may lie apart: checks that many games share.

Unlike those of `rules.checks` they do not hold for every game, so a game asks for
what its sheet says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import Problem
from rules.tiles import KIND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record import Record, Win


def nothing_apart(record: Record) -> Iterator[Problem]:
    """Yield tiles that lie apart in a game that has neither flowers nor single tiles."""
    for number, seat in enumerate(record.seats):
        if seat.flowers:
            yield Problem("bad_tiles", "this game has no flowers", f"seats[{number}].flowers")
        if seat.aside:
            message = "this game lays no single tiles aside"
            yield Problem("bad_tiles", message, f"seats[{number}].aside")


def indicators_turned(record: Record) -> Iterator[Problem]:
    """Yield more or fewer indicators than the game turns up; a void hand may lack them."""
    wanted = record.ruleset.indicators
    turned = len(record.deal.indicators)
    if turned > wanted or (turned < wanted and record.outcome != "abort"):
        message = f"{wanted} turned up at the deal in this game, here are {turned}"
        yield Problem("bad_record", message, "deal.indicators")
    if record.deal.hidden_indicators:
        message = "this game has no hidden indicators"
        yield Problem("bad_record", message, "deal.hidden_indicators")


def one_tile(record: Record) -> Iterator[Problem]:
    """Yield winners that cannot stand side by side: several only claim one and the same tile."""
    if len(record.wins) > 1:
        if any(win.is_self_draw for win in record.wins):
            yield Problem("bad_record", "an own tile has one winner", "wins")
        elif len({(win.by, win.tile, win.source) for win in record.wins}) > 1:
            yield Problem("bad_record", "several winners claim the same tile", "wins")
        elif len({win.seat for win in record.wins}) < len(record.wins):
            yield Problem("bad_record", "a seat wins once", "wins")


def robbing(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that what *win* robbed is no tile about to be added to a pung.

    The sets of *record* must be sound.
    """
    if win.by != "robbed_kong" or win.source is None or win.tile is None:
        return
    kind = KIND[win.tile]
    kinds = {
        meld.kind
        for meld in record.seats[win.source].melds
        if meld.kind != "chow" and KIND[meld.tiles[0]] == kind
    }
    if "kong_concealed" in kinds:
        yield Problem("barred", "only a tile added to a pung can be robbed", where)
    elif not kinds & {"pung", "kong_added"}:
        message = f"seat {win.source} has no pung that the robbed tile could be added to"
        yield Problem("bad_record", message, f"{where}.tile")
