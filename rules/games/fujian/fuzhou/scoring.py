"""What a seat holds when it says that it wins, and how that can be read: fuzhou.md, "Winning"."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.covers import completes, completes_sets
from rules.hands.divide import divisions
from rules.hands.keys import LANE, count, pack
from rules.hands.shapes import PAIRS, PUNGS, Reading
from rules.record.values import OPEN_KONGS
from rules.scoring.kinds import full_flower_groups
from rules.settle.settlement import Item
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rules.hands.divide import Division
    from rules.hands.keys import Key
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win
    from rules.tiles import Tile


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
        wilds = self.golds - PAIR + self.imagined
        key, placed = _placed(self.key, self.sets, wilds, completes_sets)
        ways = divisions(key + PAIR * LANE[NO_HONOR.kind], self.sets, wilds - len(placed))
        found = next(one for one in ways if NO_HONOR in one.parts)
        parts = tuple(item for item in found.parts if item is not NO_HONOR)
        return self._read(
            found._replace(parts=parts), PAIRS[self.gold], (*placed, *self._own(PAIR))
        )

    def _own(self, golds: int) -> tuple[int, ...]:
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


BONUSES: Final = {
    "one_flower": 15,
    "no_flowers": 30,
    "robbing_the_gold": 30,
    "earthly_hand": 30,
    "heavenly_hand": 30,
    "three_wilds": 40,
    "golden_pair": 60,
    "golden_dragon": 120,
}
"""Method 1: what is added for the dearest of them, in the order of the sheet's table."""

FACTORS: Final = {
    "self_draw": 2,
    "robbing_the_kong": 2,
    "three_wilds": 3,
    "golden_pair": 4,
    "robbing_the_gold": 5,
    "golden_dragon": 6,
}
"""Method 2: by what the points are multiplied, the dearest of them only."""

TWOFOLD: Final = ("self_draw", "robbing_the_kong")
"""What doubles the points in method 1."""

SET: Final = 4
CONCEALED_KONG: Final = 2
FLOWER_SET: Final = 2


class Score(NamedTuple):
    """A win, repeats left out."""

    points: tuple[Item, ...]
    """The winner's flowers, golds and kongs."""
    factors: tuple[Item, ...]
    bonus: tuple[Item, ...]

    def due(self, base: int) -> int:
        """Return what a payer owes on *base*, his share of the banker's repeats included."""
        times = self.factors[0].value if self.factors else 1
        extra = self.bonus[0].value if self.bonus else 0
        return (base + sum(item.value for item in self.points)) * times + extra


def score(record: Record, win: Win, held: Holding) -> Score:
    """Return what *win* with the tiles *held* is worth."""
    points = tuple(item for item in flower_points(record, win, held) if item.value)
    special = frozenset(_special(record, win, held))
    own = _own(win, held)
    if record.options["method"] == 2:
        return Score(points, _dearest(special | own, FACTORS), ())
    doubling = tuple(Item(name, FACTORS[name]) for name in TWOFOLD if name in own)
    return Score(points, doubling, _dearest(special | _lacking(record, win, held), BONUSES))


def flower_points(record: Record, win: Win, held: Holding) -> Iterator[Item]:
    """Yield the winner's flowers (花): tiles laid out, golds in hand, kongs, flower sets."""
    seat = record.seats[win.seat]
    kongs = Counter(meld.kind for meld in seat.melds if meld.is_kong)
    yield Item("flower", len(seat.flowers))
    yield Item("gold_tile", held.golds)
    yield Item("open_kong", sum(kongs[kind] for kind in OPEN_KONGS))
    yield Item("concealed_kong", CONCEALED_KONG * kongs["kong_concealed"])
    yield Item("flower_set", FLOWER_SET * flower_sets(seat.flowers))


def flower_sets(flowers: Iterable[Tile]) -> int:
    """Return how many sets *flowers* hold: four equal honors, four seasons, four plants."""
    counts = Counter(flowers)
    return list(counts.values()).count(SET) + len(full_flower_groups(counts))


def _dearest(names: Iterable[str], values: dict[str, int]) -> tuple[Item, ...]:
    """Return the item of the highest of *values* among *names*; of equals the lowest row (D7)."""
    found = [Item(name, value) for name, value in values.items() if name in names]
    return (max(reversed(found), key=lambda item: item.value),) if found else ()


def _own(win: Win, held: Holding) -> frozenset[str]:
    """Return by what the win counts as a self-draw, if it does (D11)."""
    if win.by == "robbed_kong":
        return frozenset(("robbing_the_kong",))
    if win.by == "discard" and held.golds < GOLDS:
        return frozenset()
    return frozenset(("self_draw",))


def _special(record: Record, win: Win, held: Holding) -> Iterator[str]:
    if held.golds == GOLDS:
        yield "three_wilds"
    if not held.is_complete:
        return
    if "robbing_the_gold" in win.marks:
        yield "robbing_the_gold"
    if held.has_golden_pair:
        yield "golden_pair"
    if record.options["golden_dragon"] and held.has_golden_dragon:
        yield "golden_dragon"


def _lacking(record: Record, win: Win, held: Holding) -> frozenset[str]:
    """Return the special wins that only method 1 knows: few flowers, or very early."""
    found = set()
    seat, banker = record.seats[win.seat], record.state.banker
    if not any(meld.is_kong for meld in seat.melds):
        flowers = len(seat.flowers) + held.golds
        found |= {
            name for name, count in (("no_flowers", 0), ("one_flower", 1)) if flowers == count
        }
    if held.is_complete and win.is_self_draw and "dealt" in win.marks and win.seat == banker:
        found.add("heavenly_hand")
    if win.by == "discard" and "first_discard" in win.marks and win.source == banker:
        found.add("earthly_hand")
    return frozenset(found)
