"""One player alone: zero-rule.md, "One player", D9.

All tiles differ, so there is no pair; who is ready waits for one that does not exist. With
the option `solo_head` two near tiles of a run may stand in its place, and one can win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from rules.game import Options
from rules.games.riichi.hand import SETS, Hand, Winner, hands, waits_without_sets
from rules.games.riichi.payment import has_declared
from rules.games.riichi.points import up
from rules.games.riichi.scoring import RiichiScoring
from rules.hands import unbounded
from rules.hands.covers import waits
from rules.hands.keys import pack
from rules.hands.shapes import Part, part
from rules.record.values import Record
from rules.tiles import HONORS, KIND, KINDS, Tile

DISCARD: Final = frozenset(("discard",))
WIDEST: Final = 2
"""How far the two tiles of a partial run lie apart at most."""


def has_heads(options: Options) -> bool:
    """Return whether a partial run may be the head."""
    return bool(options["players"] == 1 and options["solo_head"] == "partial_run")


def readings(winner: Winner) -> list[Hand]:
    """Return every reading of one who plays alone; heads of runs by option."""
    if not has_heads(winner.options):
        return hands(winner)
    return hands(winner) + hands(winner, _with_heads(winner.concealed))


def _with_heads(kinds: Sequence[int]) -> Iterator[tuple[Part, ...]]:
    """Yield four sets and a partial run, in its place the head."""
    for low, high in combinations(sorted(kinds), 2):
        if high < HONORS and low // 9 == high // 9 and 0 < high - low <= WIDEST:
            rest = list(kinds)
            rest.remove(low)
            rest.remove(high)
            for parts in unbounded.sets_only(rest, SETS):
                yield (*parts, part("pair", (low, high)))


def report(game: RiichiScoring, record: Record) -> dict[str, Any]:
    """Return `solo`: whether the hand is ready, after how many draws, and what it is worth."""
    seat = record.seats[0]
    if seat.hand is None:
        wait_kinds: frozenset[int] = frozenset()
        is_ready, kinds = bool(seat.facts.get("ready", has_declared(record, 0))), []
    else:
        kinds = [KIND[tile] for tile in seat.hand]
        wait_kinds = waits_of(seat.hand, record.options)
        is_ready = bool(wait_kinds)
    score = max((_worth(game, record, kinds, kind) for kind in wait_kinds), default=0)
    return {"ready": is_ready, "turns": seat.facts.get("turns"), "score": score}


def waits_of(hand: Sequence[Tile], options: Options) -> frozenset[int]:
    """Return the kinds that would complete the thirteen tiles of *hand*."""
    return _waits([KIND[tile] for tile in hand], with_heads=has_heads(options))


def _waits(kinds: list[int], *, with_heads: bool) -> frozenset[int]:
    """Return the kinds that would complete the hand, though their tiles do not exist."""
    wait_kinds = frozenset(waits(pack(kinds), SETS)) | waits_without_sets(kinds, 0)
    if with_heads:
        missing = set(range(KINDS)) - set(kinds)
        wait_kinds |= {kind for kind in missing if any(_with_heads([*kinds, kind]))}
    return wait_kinds


def _worth(game: RiichiScoring, record: Record, kinds: list[int], kind: int) -> int:
    """Return the points of the hand as a concealed win on *kind* by discard, without riichi."""
    concealed = bytes((*kinds, kind))
    winner = Winner(
        seat=0,
        is_banker=True,
        source=0,
        is_closed=True,
        words=DISCARD,
        tile=kind,
        concealed=concealed,
        melds=(),
        kinds=concealed,
        red_fives=0,
        values=game.values(record, 0),
        options=record.options,
    )
    score = game.best(record, winner)
    return up(6 * score.basic) if score is not None else 0
