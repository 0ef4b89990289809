"""What a won hand is worth: fuzhou.md, "Scoring elements" and "Payment"."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.fujian.fuzhou.holding import GOLDS, Holding
from rules.record.values import OPEN_KONGS
from rules.scoring.kinds import full_flower_groups
from rules.settle.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.record.values import Record, Win
    from rules.tiles import Tile

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
    """Yield the special wins that both methods know."""
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
