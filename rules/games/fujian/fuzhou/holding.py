"""What a seat holds when it says that it wins, and how that can be read: fuzhou.md, "Winning"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.covers import completes, completes_sets
from rules.hands.divide import divisions
from rules.hands.keys import LANE, count, pack
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, PUNGS
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.hands.divide import Division
    from rules.hands.keys import Key
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

SETS: Final = 5
GOLDS: Final = 3
"""All golds: the fourth tile is the indicator."""
PAIR: Final = 2
COPIES: Final = 4

NO_HONOR: Final = PAIRS[HONORS]
"""A pair that is never in a hand of this game, for honors are flowers: the golds' place."""


class Holding(NamedTuple):
    """The winner's tiles, the winning one among them."""

    key: Key
    """The concealed tiles that are no golds."""
    golds: int
    imagined: int
    """1 where the gold is robbed: a wild tile that is not there (D6), else 0."""
    gold: int
    """The kind of the golds."""
    has_last: bool
    """Whether a winning tile is among them, a real or an imagined one."""
    melds: tuple[Part, ...]

    @property
    def sets(self) -> int:
        """Return how many sets the concealed tiles must make."""
        return SETS - len(self.melds)

    @property
    def is_complete(self) -> bool:
        """Return whether the tiles make five sets and a pair."""
        return self.has_last and completes(self.key, self.sets)

    @property
    def wins(self) -> bool:
        """Return whether the tiles win: a whole hand, or all three golds (三金倒).

        Who robs a gold needs one that completes the hand, whatever golds he holds.
        """
        return self.is_complete or (self.golds == GOLDS and not self.imagined)

    @property
    def has_golden_pair(self) -> bool:
        """Return whether two golds may be the pair (金雀); a robbed one is not there to be it."""
        return self.golds >= PAIR and completes_sets(self.key, self.sets)

    @property
    def has_golden_dragon(self) -> bool:
        """Return whether the golds may be a set beside others and a pair without them (金龍)."""
        return self.golds == GOLDS and self.sets > 0 and completes(self.key, self.sets - 1)

    def reading(self, special: str) -> Reading | None:
        """Return the first reading, its golds as they lie in the win that is called *special*."""
        if special == "golden_dragon":
            rest = next(divisions(self.key, self.sets - 1, self.imagined))
            return self._read(rest, PUNGS[self.gold], self._own(GOLDS))
        if special == "golden_pair":
            return self._golden_pair()
        if not self.is_complete:
            return None
        wilds = self.golds + self.imagined
        key, placed = _placed(self.key, self.sets, wilds, completes)
        whole = next(divisions(key, self.sets, wilds - len(placed)))
        return self._read(whole, None, placed)

    def _golden_pair(self) -> Reading:
        """Return the first reading with two golds as the pair."""
        wilds = self.golds - PAIR + self.imagined
        key, placed = _placed(self.key, self.sets, wilds, completes_sets)
        ways = divisions(key + PAIR * LANE[NO_HONOR.kind], self.sets, wilds - len(placed))
        found = next(one for one in ways if NO_HONOR in one.parts)
        parts = tuple(item for item in found.parts if item is not NO_HONOR)
        return self._read(
            found._replace(parts=parts), PAIRS[self.gold], (*placed, *self._own(PAIR))
        )

    def _own(self, golds: int) -> tuple[int, ...]:
        """Return *golds* golds that stand for themselves."""
        return (self.gold,) * golds

    def _read(self, division: Division, golden: Part | None, placed: tuple[int, ...]) -> Reading:
        """Return the reading of *division* with the part *golden*; golds stand for *placed*."""
        concealed = division.parts if golden is None else (*division.parts, golden)
        return Reading(concealed, self.melds, tuple(sorted((*division.wilds, *placed))))


def _placed(
    key: Key, sets: int, wilds: int, fits: Callable[[Key, int], bool]
) -> tuple[Key, tuple[int, ...]]:
    """Return *key* with its *wilds* golds as the lowest suit tiles that fit, and those kinds.

    A gold that can only be a fifth tile of its kind is left out.
    """
    placed: list[int] = []
    for _ in range(wilds):
        for kind in range(HONORS):
            if count(key, kind) < COPIES and fits(key + LANE[kind], sets):
                key += LANE[kind]
                placed.append(kind)
                break
    return key, tuple(placed)


def holding(record: Record, win: Win, seat: int) -> Holding:
    """Return what *seat*, whose hand is shown, would hold if the win were its own."""
    laid = record.seats[seat]
    assert laid.hand is not None
    (gold,) = record.deal.indicators
    tiles = laid.hand if win.tile is None else (*laid.hand, win.tile)
    return Holding(
        pack(tile for tile in tiles if tile != gold),
        tiles.count(gold),
        int("robbing_the_gold" in win.marks),
        gold,
        win.tile is not None or "robbing_the_gold" in win.marks,
        tuple(meld.part() for meld in laid.melds),
    )
