"""What any hand counts, and the losers' best use of their tiles: jinshan.md, "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.shanghai.jinshan.table import HU, PAIR_WAITS, TAI, WILDS
from rules.hands.shapes import PAIRS, PUNGS
from rules.scoring.kinds import DRAGONS, FLOWER_GROUPS
from rules.scoring.set_points import held, named
from rules.scoring.won_hand import seat_wind
from rules.settle.settlement import Item, Scored
from rules.tiles import FLOWERS, HONORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules.hands.shapes import Part
    from rules.record.values import Record
    from rules.tiles import Tile

SEASONS: Final = FLOWER_GROUPS[0]
VALUES: Final = {**HU, **TAI}
UNIT: Final = "points"


def of_flowers(flowers: Iterable[Tile], wind: int) -> Counter[str]:
    """Return the elements of the *flowers* laid out by the seat with *wind*."""
    laid = set(flowers)
    own = wind - HONORS + FLOWERS
    found = Counter({"flower": len(laid)})
    if laid == SEASONS:
        found["flower_set"] = 1
    elif own in laid:
        found["seat_flower"] = 1
    return found


def entry(found: Mapping[str, int]) -> tuple[Item, ...]:
    """Return the items of the elements *found* so often, in the order of the sheet's table."""
    return tuple(
        [
            Item("pair_wait" if name in PAIR_WAITS else name, VALUES[name] * found[name])
            for name in VALUES
            if found.get(name)
        ]
    )


def worth(names: Iterable[str]) -> tuple[int, int]:
    """Return the hu and the tai of the elements *names*, which may come more than once."""
    hu = tai = 0
    for name in names:
        if name in HU:
            hu += HU[name]
        else:
            tai += TAI[name]
    return hu, tai


def loser(record: Record, seat: int) -> Scored:
    """Return the entry of a seat that did not win; a hand not shown holds nothing (D7)."""
    laid, wind = record.seats[seat], seat_wind(record, seat)
    table = Counter(named([meld.part() for meld in record.melds_after_robbing(seat)], wind))
    table += of_flowers(laid.flowers, wind)
    hand = [tile for tile in laid.hand or () if tile not in WILDS]
    wilds = len(laid.hand or ()) - len(hand)
    choices = _with_wilds(hand, wilds, wind) if wilds else (tuple(held(hand)),)
    hu, tai = worth(table.elements())

    def points(parts: Iterable[Part]) -> int:
        more, doubles = worth(named(parts, wind))
        return hu + more << tai + doubles

    best = max(choices, key=points)
    items = entry(table + Counter(named(best, wind)))
    return Scored(seat, points(best), UNIT, items)


class _Use(NamedTuple):
    """What some kinds of a loser's hand count, and how many wild tiles they take for it."""

    wilds: int
    hu: int
    tai: int


def _with_wilds(hand: list[Tile], wilds: int, wind: int) -> Iterable[tuple[Part, ...]]:
    """Return ways to make pungs and scoring pairs of *hand* and *wilds* wild tiles (D13).

    Of ways that count the same and take as many wild tiles only the first is kept.
    """
    pairing = DRAGONS | {wind}
    counted: Counter[int] = Counter(hand)
    uses: dict[_Use, tuple[Part, ...]] = {_Use(0, 0, 0): ()}
    for kind in sorted({*hand, *pairing}):
        ways = list(_ways(kind, counted[kind], wilds, is_pairing=kind in pairing))
        grown: dict[_Use, tuple[Part, ...]] = {}
        for (use, so_far), (spent, parts) in product(uses.items(), ways):
            if use.wilds + spent <= wilds:
                hu, tai = worth(named(parts, wind))
                now = _Use(use.wilds + spent, use.hu + hu, use.tai + tai)
                grown.setdefault(now, so_far + parts)
        uses = grown
    return uses.values()


def _ways(
    kind: int, count: int, wilds: int, *, is_pairing: bool
) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Yield what *count* tiles of *kind* and up to *wilds* wild ones are, and how many they take.

    Pairs count only where *is_pairing*.
    """
    for spent in range(wilds + 1):
        tiles = count + spent
        for pungs in range(tiles // 3 + 1):
            pairs = (tiles - 3 * pungs) // 2 if is_pairing else 0
            yield spent, (PUNGS[kind],) * pungs + (PAIRS[kind],) * pairs
