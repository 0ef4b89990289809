"""What was special about a win, and the tiles turned up after it: changsha.md.

"Play", "Walls, dice, deal" (kong supplement, last tile) and "Payment" (bird).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rules.tiles import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rules.record.values import Record, Win
    from rules.tiles import Tile

RANKS: Final = 9


def has_last_tile(_record: Record, win: Win) -> bool:
    """Return whether the winner drew the last tile; a kong's supplement never counts as one."""
    return win.is_self_draw and "last_tile" in win.marks and "kong_draw" not in win.marks


def is_last_discard(_record: Record, win: Win) -> bool:
    """Return whether the last tile was discarded; a kong's supplement never counts as one."""
    return win.by == "discard" and "last_discard" in win.marks and "kong_discard" not in win.marks


def is_kong_bloom(_record: Record, win: Win) -> bool:
    """Return whether the winner drew a supplement that dice chose."""
    by_dice = win.facts.get("supplement") != "tail"
    return win.is_self_draw and "kong_draw" in win.marks and by_dice


def is_kong_cannon(_record: Record, win: Win) -> bool:
    """Return whether a supplement that dice chose was discarded."""
    return win.by == "discard" and "kong_discard" in win.marks


def is_heavenly(record: Record, win: Win) -> bool:
    """Return whether the banker's dealt fourteen tiles win."""
    return win.is_self_draw and "dealt" in win.marks and win.seat == record.state.banker


def is_earthly(record: Record, win: Win) -> bool:
    """Return whether the banker's first discard wins."""
    first = win.by == "discard" and "first_discard" in win.marks
    return first and win.source == record.state.banker


SITUATIONS: Final[Mapping[str, Callable[[Record, Win], bool]]] = {
    "last_tile": has_last_tile,
    "last_discard": is_last_discard,
    "kong_draw": is_kong_bloom,
    "kong_cannon": is_kong_cannon,
    "robbing_the_kong": lambda _, win: win.by == "robbed_kong",
    "heavenly_hand": is_heavenly,
    "earthly_hand": is_earthly,
}
"""The elements that the tiles do not show."""


def is_on_last_tile(record: Record) -> bool:
    """Return whether the hand was won with the last tile of the wall."""
    return any(has_last_tile(record, win) or is_last_discard(record, win) for win in record.wins)


def may_have_two_tiles(record: Record, win: Win) -> bool:
    """Return whether dice took both tiles of a stack for the one that *win* was on (双槓)."""
    by_dice = is_kong_bloom(record, win) or is_kong_cannon(record, win)
    return bool(record.options["double_kong"]) and by_dice


def tiles_on_offer(record: Record, win: Win) -> tuple[Tile, ...]:
    """Return the winning tile and, with a double kong, the other one of its stack."""
    assert win.tile is not None
    other = win.facts.get("other_tile", ()) if may_have_two_tiles(record, win) else ()
    return (win.tile, *other)


def further_tiles(record: Record) -> tuple[Tile, ...]:
    """Return the tiles of a double kong that no win names as its tile."""
    if not record.wins or record.wins[0].tile is None:
        return ()
    named = {win.tile for win in record.wins}
    rest = Counter(tiles_on_offer(record, record.wins[0]))
    rest.subtract(tile for tile in named if tile is not None)
    return tuple((+rest).elements())


def birds(record: Record) -> tuple[int, ...]:
    """Return the seats that a bird (扎鳥) hits: what they pay and receive is doubled.

    With the last tile this one tile sends every bird.
    """
    turned = record.deal.hidden_indicators
    if is_on_last_tile(record):
        tile = record.wins[0].tile
        assert tile is not None
        turned = (tile,) * record.ruleset.turned_after_win(record.options)
    banker, players = record.state.banker, record.players
    return tuple([(banker + KIND[tile] % RANKS) % players for tile in turned])
