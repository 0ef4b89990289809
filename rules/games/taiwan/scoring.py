"""What a won hand is worth in tai: taiwan.md, "Scoring elements", "Waits", "Reading".

Elements are claims about the hand or about one reading of it, and give how often
they hold. What excludes what stands in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from rules import elements
from rules.games.sixteen import SETS
from rules.games.taiwan.table import EXCLUDES, ORDER, TAI, VALUE_OPTIONS
from rules.readings.divide import divisions
from rules.readings.hand import Reading
from rules.readings.keys import pack
from rules.readings.waiting import Waits, waits_with_ways, way
from rules.settlement import Item
from rules.tiles import FLOWERS, HONORS, KIND

if TYPE_CHECKING:
    from rules.readings.parts import Part
    from rules.record import Record, Win

COPIES: Final = 4
HONOR_SUIT: Final = 3
CONCEALED_WITH_EARLY_READY: Final = 2
"""門清自摸 without the 門清 that 地聴 and 天聴 shut out."""

NARROW: Final = ("pair", "closed", "edge")
"""Ways of waiting that count when nothing else is waited for, the first to count first (D9)."""


class Won(NamedTuple):
    """A hand of five sets and a pair, with all that its elements ask about."""

    record: Record
    win: Win
    melds: tuple[Part, ...]
    kinds: tuple[int, ...]
    """All tiles, the winning one too."""
    suits: frozenset[int]
    """The suits 0–2 and honors (3) that they are of."""
    is_concealed: bool
    """Whether nothing was claimed."""
    flowers: tuple[int, ...]
    declared: frozenset[str]
    round_wind: int
    seat_wind: int
    """The kinds of the two winds that the winner's pungs may be of."""
    waits: Waits

    @property
    def kind(self) -> int:
        """Return the kind of the winning tile."""
        assert self.win.tile is not None
        return KIND[self.win.tile]

    @property
    def is_early_ready(self) -> bool:
        """Return whether ready was declared with the first discard, or before."""
        return not self.declared.isdisjoint(("earthly_ready", "heavenly_ready"))


def won_hand(record: Record, win: Win, east: int) -> Won:
    """Return the hand of *win* as it is judged when the seat *east* is East."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    melds = tuple(meld.part() for meld in seat.melds)
    hand = tuple(KIND[tile] for tile in seat.hand)
    laid = tuple(kind for meld in melds for kind in meld.kinds)
    held = hand + laid
    kinds = (*held, KIND[win.tile])
    return Won(
        record,
        win,
        melds,
        kinds,
        elements.suits(kinds),
        not any(meld.exposed for meld in melds),
        seat.flowers,
        seat.declared,
        HONORS + record.state.round - 1,
        HONORS + (win.seat - east) % record.players,
        {
            kind: ways
            for kind, ways in waits_with_ways(pack(hand)).items()
            if held.count(kind) < COPIES
        },
    )


def own_flowers(won: Won) -> int:
    """Return how many flowers of the winner's wind lie outside a full group."""
    own = won.seat_wind - HONORS
    full = elements.full_flower_groups(won.flowers)
    return sum(
        (flower - FLOWERS) % COPIES == own and not any(flower in group for group in full)
        for flower in won.flowers
    )


def is_all_claimed(won: Won) -> bool:
    """Return whether all five sets were claimed and the last tile was too (全求人)."""
    claimed = sum(meld.exposed for meld in won.melds)
    return won.win.is_taken and claimed == SETS


def is_earthly(won: Won) -> bool:
    """Return whether the win is on the banker's first discard."""
    banker_discarded = won.win.by == "discard" and won.win.source == won.record.state.banker
    return banker_discarded and "first_discard" in won.win.marks


def is_heavenly(won: Won) -> bool:
    """Return whether the banker's dealt hand wins."""
    banker_drew = won.win.is_self_draw and won.win.seat == won.record.state.banker
    return banker_drew and "dealt" in won.win.marks


HandTable = Mapping[str, Callable[[Won], int]]
"""How to tell how often each element holds."""

OF_EVERY_HAND: Final[HandTable] = {
    "self_draw": lambda won: won.win.is_self_draw,
    "concealed_hand": lambda won: won.is_concealed,
    "fully_concealed_self_draw": lambda won: won.win.is_self_draw and won.is_concealed,
    "robbing_the_kong": lambda won: won.win.by == "robbed_kong",
    "melded_hand": is_all_claimed,
    "mixed_one_suit": lambda won: len(won.suits) == 2 and HONOR_SUIT in won.suits,
    "pure_one_suit": lambda won: len(won.suits) == 1 and HONOR_SUIT not in won.suits,
    "all_honors": lambda won: won.suits == {HONOR_SUIT},
}
OF_DECLARATIONS: Final[HandTable] = {
    "ready_declared": lambda won: "ready" in won.declared,
    "earthly_ready": lambda won: "earthly_ready" in won.declared,
    "heavenly_ready": lambda won: "heavenly_ready" in won.declared,
}
OF_FLOWERS: Final[HandTable] = {
    "seat_flower": own_flowers,
    "flower_set": lambda won: len(elements.full_flower_groups(won.flowers)),
}
OF_MARKS: Final[HandTable] = {
    "kong_draw": lambda won: won.win.is_self_draw and "kong_draw" in won.win.marks,
    "last_tile": lambda won: won.win.is_self_draw and "last_tile" in won.win.marks,
    "last_discard": lambda won: (
        won.win.is_taken and "last_discard" in won.win.marks and won.record.options["last_discard"]
    ),
    "earthly_hand": is_earthly,
    "heavenly_hand": is_heavenly,
}


def of_the_hand(won: Won) -> dict[str, int]:
    """Return the elements that no division changes, with how often they hold."""
    tables = [OF_EVERY_HAND]
    if won.declared:
        tables.append(OF_DECLARATIONS)
    if won.flowers:
        tables.append(OF_FLOWERS)
    if won.win.marks:
        tables.append(OF_MARKS)
    return {name: times for each in tables for name, judge in each.items() if (times := judge(won))}


class Judged(NamedTuple):
    """What the elements ask of one reading, looked up once."""

    reading: Reading
    wait: str
    """In which of the three narrow ways the only wait was filled, or nothing."""
    pungs: tuple[int, ...]
    """The kinds of all pungs and kongs."""
    concealed_pungs: int
    pair: int
    """The kind of the pair."""


def judged(won: Won, reading: Reading) -> Judged:
    """Return *reading* as its elements see it."""
    pungs = [item for item in reading.parts if item.is_triplet]
    assert reading.pair is not None
    return Judged(
        reading,
        narrow_wait(won, reading),
        tuple(item.kind for item in pungs),
        sum(not item.exposed for item in pungs),
        reading.pair.kind,
    )


ReadingTable = Mapping[str, Callable[[Won, Judged], int]]


def narrow_wait(won: Won, reading: Reading) -> str:
    """Return in which of the three ways the only wait was filled, or nothing."""
    if len(won.waits) != 1 or reading.completed is None:
        return ""
    filled = way(reading.completed, won.kind)
    return filled if filled in NARROW else ""


def is_all_sequences(won: Won, seen: Judged) -> bool:
    """Return whether this is 平胡: no waiting kind may be read as pair, closed or edge (D16)."""
    if not won.win.is_taken or won.flowers or seen.pungs or HONOR_SUIT in won.suits:
        return False
    return all(ways.isdisjoint(NARROW) for ways in won.waits.values())


OF_WAITS: Final[ReadingTable] = {
    "edge_wait": lambda _, seen: seen.wait == "edge",
    "closed_wait": lambda _, seen: seen.wait == "closed",
    "pair_wait": lambda _, seen: seen.wait == "pair",
    "all_sequences": is_all_sequences,
}
OF_PUNGS: Final[ReadingTable] = {
    "dragon_pung": lambda _, seen: len(elements.DRAGONS.intersection(seen.pungs)),
    "round_wind_pung": lambda won, seen: won.round_wind in seen.pungs,
    "seat_wind_pung": lambda won, seen: won.seat_wind in seen.pungs,
    "three_concealed_pungs": lambda _, seen: seen.concealed_pungs == 3,
    "four_concealed_pungs": lambda _, seen: seen.concealed_pungs == 4,
    "five_concealed_pungs": lambda _, seen: seen.concealed_pungs == 5,
    "all_pungs": lambda _, seen: len(seen.pungs) == SETS,
    "little_three_dragons": lambda _, seen: is_little(seen, elements.DRAGONS),
    "big_three_dragons": lambda _, seen: elements.DRAGONS.issubset(seen.pungs),
    "little_four_winds": lambda _, seen: is_little(seen, elements.WINDS),
    "big_four_winds": lambda _, seen: elements.WINDS.issubset(seen.pungs),
}


def is_little(seen: Judged, kinds: frozenset[int]) -> bool:
    """Return whether one of *kinds* is the pair and the others are pungs (小三元, 小四喜)."""
    return seen.pair in kinds and kinds.issubset((*seen.pungs, seen.pair))


def of_the_reading(won: Won, reading: Reading) -> dict[str, int]:
    """Return the elements of one division and place of the last tile, with how often they hold."""
    seen = judged(won, reading)
    tables = (OF_WAITS, OF_PUNGS) if seen.pungs else (OF_WAITS,)
    return {
        name: times
        for each in tables
        for name, judge in each.items()
        if (times := judge(won, seen))
    }


def readings(won: Won) -> Iterator[Reading]:
    """Yield every division of the hand with every place of the winning tile."""
    laid = len(won.melds)
    concealed = won.kinds[: 3 * (SETS - laid) + 1] + won.kinds[-1:]
    for division in divisions(pack(concealed), SETS - laid):
        whole = Reading(division.parts, won.melds)
        yield from whole.placements(won.kind, taken=won.win.is_taken)


def best(won: Won) -> tuple[tuple[Item, ...], Reading]:
    """Return the items and reading with most tai; of equals pair, closed, edge, then the first."""
    common = of_the_hand(won)
    choices = [(items_of(won, common, reading), reading) for reading in readings(won)]
    return max(choices, key=_worth) if len(choices) > 1 else choices[0]


def _worth(choice: tuple[tuple[Item, ...], Reading]) -> tuple[int, int]:
    """Return the order of preference of items and reading."""
    items, _ = choice
    names = {item.id for item in items}
    rank = next((3 - place for place, name in enumerate(NARROW) if f"{name}_wait" in names), 0)
    return sum(item.value for item in items), rank


def items_of(won: Won, common: Mapping[str, int], reading: Reading) -> tuple[Item, ...]:
    """Return what counts in *reading* beside the *common* elements, exclusions made."""
    found = {**common, **of_the_reading(won, reading)}
    shut_out = {name for holder in found.keys() & EXCLUDES.keys() for name in EXCLUDES[holder]}
    counted = sorted(found.keys() - shut_out, key=ORDER.__getitem__)
    return tuple([Item(name, tai(won, name) * found[name]) for name in counted])


def tai(won: Won, name: str) -> int:
    """Return what the element *name* is worth in this house, once."""
    if name == "fully_concealed_self_draw" and won.is_early_ready:
        return CONCEALED_WITH_EARLY_READY
    option = VALUE_OPTIONS.get(name)
    value: int = TAI[name] if option is None else won.record.options[option]
    return value


def flower_win(win: Win) -> tuple[Item, ...]:
    """Return what eight flowers are worth: the hand counts nothing (D6)."""
    name = "all_flowers" if win.by == "declared" else "seven_robs_one"
    names = ("dealt_flower_win", name) if "dealt" in win.marks else (name,)
    return tuple(Item(each, TAI[each]) for each in names)
