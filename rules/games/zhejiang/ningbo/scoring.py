"""What a won hand is worth in tai: ningbo.md, "Winning" and "Scoring elements".

Elements are claims about the hand or about one reading of it, and give how often they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import refuse
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.hands.waits import way
from rules.ruleset import Element
from rules.scoring import kinds as elements
from rules.settle.settlement import Item
from rules.tiles import FLOWERS, HONORS, KINDS

if TYPE_CHECKING:
    from rules.hands.divide import Division
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

SETS: Final = 4
MINIMUM: Final = 4
WILDS: Final = 3
WINDS: Final = 4

ELEMENTS: Final = (
    Element("self_draw", "自摸", "self-draw", 1),
    Element("edge_wait", "辺張", "edge wait", 1),
    Element("closed_wait", "嵌張", "closed wait", 1),
    Element("pair_wait", "単吊", "pair wait", 1),
    Element("dual_pung_wait", "対倒", "two pairs waiting", 1),
    Element("dragon_pung", "三元牌の刻子", "dragon pung", 1),
    Element("seat_wind_pung", "自分の風", "seat wind", 1),
    Element("round_wind_pung", "場の風", "round wind", 1),
    Element("seat_flower", "位花", "own flower", 1),
    Element("all_sequences", "平胡", "all sequences", 1),
    Element("single_wait_on_four_melds", "大吊(車)", "single wait on four melds", 1),
    Element("kong_draw", "槓上開花", "win on a kong's supplement", 1),
    Element("last_tile", "海底撈月", "last tile", 1),
    Element("no_wild", "硬胡", "no wild tile", 1),
    Element("wild_as_itself", "硬胡", "wild tiles as themselves", 1),
    Element("all_pungs", "対対胡", "all pungs", 2),
    Element("mixed_one_suit", "混一色", "mixed one suit", 2),
    Element("flower_set", "四花", "four flowers", 2),
    Element("three_wilds", "三搭・三財神", "three wild tiles", 3),
    Element("pure_one_suit", "清一色", "pure one suit", 4),
    Element("all_honors", "字一色", "all honours", 4),
    Element("all_flowers", "八花", "eight flowers", 6),
    Element("earthly_hand", "地胡", "win on the banker's first discard", 6),
    Element("heavenly_hand", "天胡", "banker's dealt hand", 8),
)
TAI: Final = {item.id: item.value for item in ELEMENTS if isinstance(item.value, int)}
ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

UNCOUNTED: Final = frozenset(("three_wilds",))
"""What does not count towards the minimum."""

WAITS: Final = {
    "edge": "edge_wait",
    "closed": "closed_wait",
    "pair": "pair_wait",
    "pung": "dual_pung_wait",
}
"""The element of each way to complete a part, the one first to be taken first."""

PREFERENCE: Final = {name: place for place, name in enumerate((*WAITS, "open"))}


class Won(NamedTuple):
    """A hand of four sets and a pair, with what its elements ask about."""

    record: Record
    win: Win
    melds: tuple[Part, ...]
    hand: tuple[int, ...]
    """The kinds of the natural concealed tiles without the winning one."""
    last: int | None
    """The winning tile's kind; `None` for a wild one."""
    wilds: int
    """How many wild tiles are in the hand, the winning tile included."""
    face: int | None
    """The kind that a wild tile bears; `None` where flowers are wild."""
    flowers: frozenset[int]
    seat_wind: int
    round_wind: int

    @property
    def is_heavenly(self) -> bool:
        """Return whether it is the banker's hand as dealt, which has no last tile."""
        win, banker = self.win, self.record.state.banker
        return win.is_self_draw and win.seat == banker and "dealt" in win.marks


def won_hand(record: Record, win: Win, wild: frozenset[int]) -> Won:
    """Return the hand of *win* as it is judged when the faces *wild* are wild."""
    seat, state = record.seats[win.seat], record.state
    assert seat.hand is not None
    assert win.tile is not None
    hand = tuple([tile for tile in seat.hand if tile not in wild])
    is_wild = win.tile in wild
    return Won(
        record,
        win,
        tuple([meld.part() for meld in seat.melds]),
        hand,
        None if is_wild else win.tile,
        len(seat.hand) - len(hand) + is_wild,
        next((face for face in wild if face < KINDS), None),
        frozenset(seat.flowers),
        HONORS + (win.seat - state.banker) % record.players,
        HONORS + state.round - 1,
    )


def own_flowers(won: Won) -> int:
    """Return how many flowers of the winner's wind lie outside a full group."""
    own = won.seat_wind - HONORS
    full = frozenset[int]().union(*elements.full_flower_groups(won.flowers))
    return sum((flower - FLOWERS) % WINDS == own for flower in won.flowers - full)


def is_earthly(won: Won) -> bool:
    """Return whether the win is on the banker's first discard."""
    win = won.win
    from_banker = win.by == "discard" and win.source == won.record.state.banker
    return from_banker and "first_discard" in win.marks


HandTable = Mapping[str, Callable[[Won], int]]
"""How to tell how often each element holds."""

OF_HANDS: Final[HandTable] = {
    "self_draw": lambda won: won.win.by != "discard",
    "single_wait_on_four_melds": lambda won: len(won.melds) == SETS,
    "no_wild": lambda won: not won.wilds,
    "three_wilds": lambda won: won.wilds == WILDS,
}
OF_FLOWERS: Final[HandTable] = {
    "seat_flower": own_flowers,
    "flower_set": lambda won: len(elements.full_flower_groups(won.flowers)) == 1,
    "all_flowers": lambda won: len(elements.full_flower_groups(won.flowers)) == 2,
}
OF_MARKS: Final[HandTable] = {
    "kong_draw": lambda won: won.win.is_self_draw and "kong_draw" in won.win.marks,
    "last_tile": lambda won: won.win.is_self_draw and "last_tile" in won.win.marks,
    "earthly_hand": is_earthly,
    "heavenly_hand": lambda won: won.is_heavenly,
}


def of_the_hand(won: Won) -> dict[str, int]:
    """Return the elements that no reading changes, with how often they hold."""
    tables = [OF_HANDS]
    if won.flowers:
        tables.append(OF_FLOWERS)
    if won.win.marks:
        tables.append(OF_MARKS)
    return {name: times for each in tables for name, judge in each.items() if (times := judge(won))}


class Judged(NamedTuple):
    """What the elements ask of one division, looked up once."""

    runs: int
    pungs: tuple[int, ...]
    """The kinds of all pungs and kongs; one may come twice with wild tiles."""
    pair: int
    suits: frozenset[int]
    """The suits 0–2 and honors (3) that its parts are of."""
    wilds: tuple[int, ...]


def judged(won: Won, division: Division) -> Judged:
    """Return *division*, with the sets laid down, as its elements see it."""
    parts = (*division.parts, *won.melds)
    return Judged(
        sum(item.is_run for item in parts),
        tuple([item.kind for item in parts if item.is_triplet]),
        next(item.kind for item in division.parts if item.is_pair),
        frozenset([item.suit for item in parts]),
        division.wilds,
    )


def is_all_sequences(won: Won, seen: Judged) -> bool:
    """Return whether there are four runs and a pair that no pung element asks for (平胡)."""
    worth = {*elements.DRAGONS, won.seat_wind, won.round_wind}
    return seen.runs == SETS and seen.pair not in worth


HONOR_SUIT: Final = 3

ReadingTable = Mapping[str, Callable[[Won, Judged], int]]

OF_READINGS: Final[ReadingTable] = {
    "dragon_pung": lambda _, seen: sum(kind in elements.DRAGONS for kind in seen.pungs),
    "seat_wind_pung": lambda won, seen: seen.pungs.count(won.seat_wind),
    "round_wind_pung": lambda won, seen: seen.pungs.count(won.round_wind),
    "all_sequences": is_all_sequences,
    "wild_as_itself": lambda won, seen: bool(seen.wilds) and set(seen.wilds) == {won.face},
    "all_pungs": lambda _, seen: not seen.runs,
    "mixed_one_suit": lambda _, seen: len(seen.suits) == 2 and HONOR_SUIT in seen.suits,
    "pure_one_suit": lambda _, seen: len(seen.suits) == 1 and HONOR_SUIT not in seen.suits,
    "all_honors": lambda _, seen: seen.suits == {HONOR_SUIT},
}


class Choice(NamedTuple):
    """A reading, and what it is worth."""

    items: tuple[Item, ...]
    reading: Reading

    @property
    def tai(self) -> int:
        """Return the sum of all elements."""
        return sum(item.value for item in self.items)

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """Return the order of preference: most tai, then elements that the sheet names first."""
        return self.tai, tuple([-ORDER[item.id] for item in self.items])

    @property
    def counted(self) -> int:
        """Return the tai that count towards the minimum."""
        return sum(item.value for item in self.items if item.id not in UNCOUNTED)


def best(won: Won) -> tuple[tuple[Item, ...], Reading]:
    """Return the items and the reading with most tai.

    Of equals the one whose elements come first in the sheet's table, then the one
    found first. Raise `RecordError` where no reading may win, or none is worth enough.
    """
    common = of_the_hand(won)
    found = list(_choices(won, common))
    if not found:
        message = "a wild tile that waits for its pair wins by self-draw only"
        raise refuse("barred", message, "wins[0]")
    choice = found[0] if len(found) == 1 else max(found, key=lambda one: one.rank)
    if choice.counted < MINIMUM:
        message = (
            f"{choice.counted} tai: a win needs {MINIMUM}, and three_wilds does not count for it"
        )
        raise refuse("below_minimum", message, "wins[0]")
    return choice


def _choices(won: Won, common: Mapping[str, int]) -> Iterator[Choice]:
    """Yield every division that may win, the winning tile where it brings most."""
    tiles = won.hand if won.last is None else (*won.hand, won.last)
    for division in divisions(pack(tiles), SETS - len(won.melds), won.wilds):
        if won.is_heavenly:
            yield _choice(won, common, division, None, "open")
            continue
        places = list(_places(won, division))
        if places:
            filled, item = min(places, key=lambda place: PREFERENCE[place[0]])
            yield _choice(won, common, division, item, filled)


def _places(won: Won, division: Division) -> Iterator[tuple[str, Part]]:
    """Yield how the winning tile may have completed which part.

    A tile of another seat and a wild tile together make no pair.
    """
    kinds = dict.fromkeys(division.wilds) if won.last is None else (won.last,)
    for item, kind in product(division.parts, kinds):
        lacks_half = item.is_pair and kind not in won.hand
        if kind in item.kinds and not (lacks_half and won.win.is_taken):
            yield way(item, kind), item


def _choice(
    won: Won, common: Mapping[str, int], division: Division, completed: Part | None, filled: str
) -> Choice:
    """Return *division* with what it is worth when the winning tile *completed* that part."""
    seen = judged(won, division)
    found = dict(common)
    for name, judge in OF_READINGS.items():
        times = judge(won, seen)
        if times:
            found[name] = times
    if filled in WAITS:
        found[WAITS[filled]] = 1
    items = tuple(
        [Item(name, TAI[name] * found[name]) for name in sorted(found, key=ORDER.__getitem__)]
    )
    return Choice(items, Reading(division.parts, won.melds, division.wilds, completed))
