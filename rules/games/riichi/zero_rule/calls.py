"""What may be claimed, and from how far: zero-rule.md, "Play"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.record.values import Meld, Record

REACH: Final = (0, 0, 1, 1, 1, 2, 2, 2, 2, 3)
"""From how many seats before its own a seat claims a chow, by the number of players."""

LIMITED_FROM: Final = 6
"""From so many players on calls may be limited."""


def are_limited(options: Mapping[str, Any]) -> bool:
    """Return whether calls are restricted under *options*."""
    return bool(options["calls"] == "limited" and options["players"] >= LIMITED_FROM)


def chow_reach(options: Mapping[str, Any]) -> int:
    """Return from how many seats before its own a seat may claim a chow."""
    return 1 if are_limited(options) else REACH[options["players"]]


def reach(meld: Meld) -> int:
    """Return from how far a set of equal tiles is claimed where calls are restricted.

    Each tile beyond three reaches a seat further. A kong added to was a pung, or the
    kong one tile shorter.
    """
    tiles = len(meld.tiles)
    if meld.kind == "kong_added":
        return max(2, tiles - 2)
    return tiles - 1


def from_too_far(record: Record) -> Iterator[Problem]:
    """Yield sets of equal tiles claimed from further than restricted calling lets."""
    if not are_limited(record.options):
        return
    for number, seat in enumerate(record.seats):
        for place, meld in enumerate(seat.melds):
            if meld.source is None or meld.kind == "chow":
                continue
            far = (number - meld.source) % record.players
            if far > reach(meld):
                message = f"calls are limited: this set from at most {reach(meld)} seats before"
                yield Problem("bad_meld", message, f"seats[{number}].melds[{place}]")
