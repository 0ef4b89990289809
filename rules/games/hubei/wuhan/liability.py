"""Who pays for all three losers: wuhan.md, "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.hubei.wuhan.scoring import Score
from rules.games.hubei.wuhan.winning import judge
from rules.record.values import Win
from rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.games.hubei.wuhan import Wuhan
    from rules.games.hubei.wuhan.position import Position

THIRD: Final = 3


def liable(game: Wuhan, position: Position, score: Score) -> int | None:
    """Return the seat that pays for everyone, if any; who gave the winning tile comes first."""
    win = score.win
    if win.by == "robbed_kong":
        return win.source
    if "melded_hand" in score.majors and not _discarder_was_ready(game, position, win):
        return win.source
    if "pure_one_suit" in score.majors:
        return _third_set_giver(position, win.seat)
    return None


def _third_set_giver(position: Position, winner: int) -> int | None:
    """Return whose discard made the winner's third open set, closed kongs not counted."""
    sources = [meld.source for meld in position.laid[winner].melds if meld.is_exposed]
    return sources[THIRD - 1] if len(sources) >= THIRD else None


def _discarder_was_ready(game: Wuhan, position: Position, win: Win) -> bool:
    """Return whether the discarder waited for a valid win; yes where nothing shows it (D12)."""
    known = win.facts.get("discarder_ready")
    if known is not None:
        return bool(known)
    assert win.source is not None
    held = position.record.seats[win.source].hand
    if held is None:
        return True
    return any(
        isinstance(judge(game, position, chance, held), Score)
        for chance in _chances(position, win.source)
    )


def _chances(position: Position, seat: int) -> Iterator[Win]:
    """Yield every win that *seat* could hope for, without marks: each kind, drawn or claimed."""
    for kind in position.special.usable:
        yield Win(seat, "self_draw", Tile(kind))
        for other in range(position.record.players):
            if other != seat:
                yield Win(seat, "discard", Tile(kind), other)
