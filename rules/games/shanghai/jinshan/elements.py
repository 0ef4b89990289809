"""What any hand counts in Jinshan, and limit hands: jinshan.md, "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.shapes import PAIRS, PUNGS
from rules.ruleset import Element, number, switch
from rules.scoring import kinds as elements
from rules.scoring.kinds import DRAGONS, FLOWER_GROUPS
from rules.scoring.set_points import SETS_AND_PAIRS, TRIPLETS, held, named
from rules.scoring.won_hand import SETS, seat_wind
from rules.settle.settlement import Item, Scored
from rules.tiles import FLOWERS, HONORS, TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules.game import Options
    from rules.hands.reading import Reading
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win
    from rules.tiles import Tile


MINIMUM: Final = 20
"""Hu that a winner needs before doubling."""

LIMIT: Final = 50
"""What one seat hands another at most (辣子)."""

WILDS: Final = frozenset(TILES[code] for code in ("5f", "6f", "7f", "8f"))
"""Plum, orchid, chrysanthemum and bamboo (百搭)."""

PAIR_WAITS: Final = ("minor_pair_wait", "major_pair_wait")
"""The single wait by the kind of its pair; both are the element `pair_wait`."""

OPTIONS: Final = (
    number("base_points", 3, at_least=0),
    switch("four_concealed_self_draw"),
    switch("no_swap_discard"),
)

ELEMENTS: Final = (
    Element("base", "底", "base", "10 hu"),
    Element("flower", "花牌", "flower", "4 hu each"),
    *SETS_AND_PAIRS,
    Element("edge_wait", "ペンチャン", "edge wait", "2 hu"),
    Element("closed_wait", "カンチャン", "closed wait", "2 hu"),
    Element("pair_wait", "単騎", "single wait", "4 hu major, 2 hu minor"),
    Element("self_draw", "自摸", "self-draw", "2 hu"),
    Element("seat_flower", "坐花", "own flower", "1 tai"),
    Element("flower_set", "四花", "four flowers", "2 tai"),
    Element("dragon_pung", "中發白の刻子", "dragon pung", "1 tai each"),
    Element("seat_wind_pung", "坐風の刻子", "own wind pung", "1 tai"),
    Element("kong_draw", "槓開", "kong bloom", "1 tai"),
    Element("flower_draw", "槓開", "flower bloom", "1 tai"),
    Element("robbing_the_kong", "拉槓", "robbing the kong", "1 tai"),
    Element("all_pungs", "対対胡", "all pungs", "1 tai"),
    Element("no_wild", "没百搭", "no wild tile", "1 tai"),
    Element("little_three_dragons", "小三元", "little three dragons", "1 tai"),
    Element("mixed_one_suit", "混一色", "mixed one suit", "1 tai"),
    Element("pure_one_suit", "清一色", "pure one suit", "3 tai"),
    Element("mixed_terminals", "全老頭 (= 混老頭)", "terminals and honours", "limit"),
    Element("four_concealed_pungs", "門門鑑", "four concealed pungs", "limit"),
    Element("big_four_winds", "大四喜", "big four winds", "limit"),
    Element("big_three_dragons", "大三元", "big three dragons", "limit"),
    Element("thirteen_orphans", "十三么", "thirteen orphans", "limit"),
    Element("four_wilds", "四百搭", "four wilds", "limit"),
    Element("three_wild_pung", "三百搭成凱", "three wilds as a pung", "limit"),
    Element("heavenly_hand", "天胡", "heavenly hand", "limit"),
    Element("earthly_hand", "地胡", "earthly hand", "limit"),
)

HU: Final[Mapping[str, int]] = MappingProxyType(
    {
        "base": 10,
        "flower": 4,
        "dragon_pair": 2,
        "seat_wind_pair": 2,
        **TRIPLETS,
        "edge_wait": 2,
        "closed_wait": 2,
        PAIR_WAITS[0]: 2,
        PAIR_WAITS[1]: 4,
        "self_draw": 2,
    }
)
"""Points of each element that is counted (胡頭)."""

TAI: Final[Mapping[str, int]] = MappingProxyType(
    {
        "seat_flower": 1,
        "flower_set": 2,
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "kong_draw": 1,
        "flower_draw": 1,
        "robbing_the_kong": 1,
        "all_pungs": 1,
        "no_wild": 1,
        "little_three_dragons": 1,
        "mixed_one_suit": 1,
        "pure_one_suit": 3,
    }
)
"""How often an element doubles the points (台数)."""


ALL_WILDS: Final = 4
TILES_OF_A_SET: Final = 3


def of_the_hand(record: Record, win: Win, wilds: int) -> Iterator[str]:
    """Yield the limit hands that no reading changes; *wilds* of the tiles are wild."""
    banker = record.state.banker
    if wilds == ALL_WILDS:
        yield "four_wilds"
    if win.seat == banker:
        is_dealt = not record.seats[win.seat].melds and "dealt" in win.marks
        if is_dealt and win.is_self_draw:
            yield "heavenly_hand"
    elif win.by == "discard" and win.source == banker and "first_discard" in win.marks:
        yield "earthly_hand"


def of_the_reading(reading: Reading, win: Win, wind: int, options: Options) -> Iterator[str]:
    """Yield the limit hands that one *reading* is, *wind* being the winner's."""
    triplets = [item for item in reading.parts if item.is_triplet]
    kinds = [item.kind for item in triplets]
    if len(triplets) == SETS and all(_is_major(item) for item in reading.parts):
        yield "mixed_terminals"
    if _is_four_concealed_pungs(reading, win, self_draw_only=options["four_concealed_self_draw"]):
        yield "four_concealed_pungs"
    if elements.WINDS.issubset(kinds):
        yield "big_four_winds"
    if elements.DRAGONS.issubset(kinds):
        yield "big_three_dragons"
    if len(triplets) == 1 and _is_three_wild_pung(reading, triplets[0], win, wind):
        yield "three_wild_pung"


def _is_four_concealed_pungs(reading: Reading, win: Win, *, self_draw_only: bool) -> bool:
    """Return whether four pungs are concealed and the wait was one that the house allows.

    A pung completed by another's tile is not concealed, so a dual wait is self-drawn.
    """
    if elements.concealed_triplets(reading.parts) != SETS:
        return False
    assert reading.completed is not None
    return not self_draw_only or (reading.completed.is_pair and win.is_self_draw)


def _is_major(item: Part) -> bool:
    return item.has_terminal or item.is_honor


def _is_three_wild_pung(reading: Reading, pung: Part, win: Win, wind: int) -> bool:
    """Return whether *pung*, the only one, is of wild tiles, beside a pair that counts (D4)."""
    if pung.melded or reading.wilds.count(pung.kind) < TILES_OF_A_SET:
        return False
    if pung is reading.completed and win.tile == pung.kind:
        return False  # a natural tile made the pung
    assert reading.pair is not None
    return reading.pair.kind in elements.DRAGONS | {wind}


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
