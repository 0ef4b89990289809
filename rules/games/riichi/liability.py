"""Who must answer for a big hand that he fed: riichi.md, "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.riichi.hand import DRAGONS, WINDS
from rules.games.riichi.points import YAKUMAN
from rules.tiles import KIND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.riichi.scoring import Score
    from rules.record.values import Meld, Record

FED: Final = {"big_three_dragons": DRAGONS, "big_four_winds": WINDS}
"""The yakuman whose last exposed set makes its feeder liable, and the kinds of their sets."""


class Liability(NamedTuple):
    """Part of a hand for which one seat answers."""

    seat: int
    basic: int
    """Basic points of the part."""
    is_whole: bool
    """Whether it is the whole hand."""


def liability(record: Record, score: Score) -> Liability | None:
    """Return who answers for what of a winner's yakuman, if anybody."""
    scope = record.options["liability"]
    if scope == "none":
        return None
    melds = record.seats[score.hand.winner.seat].melds
    for item in score.items:
        seat = _feeder(melds, FED.get(item.id, ()))
        if seat is not None:
            basic = score.basic if scope == "whole_hand" else YAKUMAN * item.value
            return Liability(seat, basic, basic == score.basic)
    return None


def _feeder(melds: Sequence[Meld], kinds: Sequence[int]) -> int | None:
    """Return whose discard was claimed for the last of the sets of *kinds*, all of them laid down.

    A concealed kong counts as laid down, but nobody has fed it.
    """
    sets = [meld for meld in melds if KIND[meld.tiles[0]] in kinds]
    if not kinds or len(sets) < len(kinds):
        return None
    return sets[-1].source
