"""Who answers for a hand that he fed, whatever its yaku: ataki-b.md, "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.riichi.hand import DRAGONS, SETS
from rules.games.riichi.liability import Liability
from rules.record.claims import supplemented_kong
from rules.tiles import KIND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.riichi.scoring import Score
    from rules.record.values import Meld, Record, Win


def liability(record: Record, score: Score) -> Liability | None:
    """Return who answers for the whole hand, if anybody; what came last counts (D8)."""
    seat = score.hand.winner.seat
    win = next(win for win in record.wins if win.seat == seat)
    melds = record.seats[seat].melds
    for feeder in (_of_kong_draw(record, win), _of_naked_wait(melds), _of_dragons(melds)):
        if feeder is not None:
            return Liability(feeder, score.basic, is_whole=True)
    return None


def _of_kong_draw(record: Record, win: Win) -> int | None:
    """Return who fed the claimed kong with which the turn began that ended on a supplement."""
    if "kong_draw" not in win.marks:
        return None
    melds = record.seats[win.seat].melds
    last = supplemented_kong(record, win)
    turn = [melds[place] for place in win.facts.get("kong_chain", ())] or [last]
    return next((one.source for one in turn if one and one.kind == "kong_discard"), None)


def _of_naked_wait(melds: Sequence[Meld]) -> int | None:
    """Return who fed the fourth set, which left one tile in hand; nobody a concealed kong."""
    return melds[-1].source if len(melds) == SETS else None


def _of_dragons(melds: Sequence[Meld]) -> int | None:
    """Return who fed the third set of dragons; nobody a concealed kong."""
    sets = [meld for meld in melds if KIND[meld.tiles[0]] in DRAGONS]
    return sets[-1].source if len(sets) == len(DRAGONS) else None
