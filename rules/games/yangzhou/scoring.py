"""What a won hand is worth: yangzhou.md, "Scoring elements".

Elements are claims about the hand, about one reading of it, or about the reading's
runs, and give how often they hold. What excludes what stands in the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules import elements
from rules.games.yangzhou.runs import of_runs
from rules.games.yangzhou.table import COMPOUNDS_IN, EXCLUDES, ORDER, PARTS, VALUES
from rules.readings.divide import divisions
from rules.readings.hand import Reading, is_edge_wait, is_middle_wait
from rules.readings.keys import pack
from rules.settlement import Item
from rules.tiles import HONORS, is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rules.readings.parts import Part
    from rules.record import Meld, Record, Win
    from rules.tiles import Tile

SETS: Final = 4
WINDS: Final = 4
WAITS: Final = ("edge_wait", "closed_wait", "pair_wait")
"""Of readings worth the same the one with the last of these counts."""


class Won(NamedTuple):
    """A hand of four sets and a pair, with all that its elements ask about."""

    record: Record
    win: Win
    laid: tuple[Meld, ...]
    melds: tuple[Part, ...]
    concealed: tuple[Tile, ...]
    """The concealed tiles, the winning one among them."""
    kinds: tuple[int, ...]
    """All tiles."""
    suits: frozenset[int]
    """The suits 0–2 and honors (3) that they are of."""
    tile: Tile
    """The winning tile."""

    @property
    def seat_wind(self) -> int:
        """Return the kind of the winner's wind: East is the banker."""
        return HONORS + (self.win.seat - self.record.state.banker) % WINDS

    @property
    def round_wind(self) -> int:
        """Return the kind of the round's wind; a fifth round is East's again."""
        return HONORS + (self.record.state.round - 1) % WINDS

    @property
    def has_honors(self) -> bool:
        """Return whether a wind or dragon is in the hand."""
        return HONORS // 9 in self.suits

    @property
    def is_pure(self) -> bool:
        """Return whether the hand is of one suit and nothing else."""
        return len(self.suits) == 1 and not self.has_honors


def won_hand(record: Record, win: Win) -> Won:
    """Return the hand of *win* as its elements see it."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    melds = tuple([meld.part() for meld in seat.melds])
    concealed = (*seat.hand, win.tile)
    kinds = concealed + tuple([kind for part in melds for kind in part.kinds])
    suits = elements.suits(kinds)
    return Won(record, win, seat.melds, melds, concealed, kinds, suits, win.tile)


OF_THE_HAND: Final[Mapping[str, Callable[[Won], int]]] = {
    "self_draw": lambda won: won.win.is_self_draw,
    "concealed_hand": lambda won: not any(meld.is_exposed for meld in won.laid),
    "two_suits": lambda won: len(won.suits) == 2 and not won.has_honors,
    "all_simples": lambda won: all(
        kind < HONORS and not is_terminal(kind) for kind in set(won.kinds)
    ),
    "open_kong": lambda won: sum(meld.is_kong and meld.is_exposed for meld in won.laid),
    "concealed_kong": lambda won: sum(not meld.is_exposed for meld in won.laid),
    "mixed_one_suit": lambda won: len(won.suits) == 2 and won.has_honors,
    "pure_one_suit": lambda won: won.is_pure,
    "all_honors": lambda won: len(won.suits) == 1 and won.has_honors,
}
"""Elements that no division changes."""

OF_THE_READING: Final[Mapping[str, Callable[[Won, Reading], int]]] = {
    "seat_wind_pung": lambda won, read: elements.triplets_of(read.parts, {won.seat_wind}),
    "round_wind_pung": lambda won, read: elements.triplets_of(read.parts, {won.round_wind}),
    "dragon_pung": lambda _, read: elements.triplets_of(read.parts, elements.DRAGONS),
    "concealed_pung": lambda _, read: sum(
        part.is_triplet and not part.is_kong and not part.exposed for part in read.parts
    ),
    "all_pungs": lambda _, read: elements.all_pungs(read.parts),
}
OF_THE_WAIT: Final[Mapping[str, Callable[[Part, int], bool]]] = {
    "pair_wait": lambda completed, _: completed.is_pair,
    "closed_wait": is_middle_wait,
    "edge_wait": is_edge_wait,
}


def of_the_hand(won: Won) -> dict[str, int]:
    """Return the elements that no division changes, with how often they hold."""
    return {name: times for name, judge in OF_THE_HAND.items() if (times := int(judge(won)))}


def of_the_reading(won: Won, reading: Reading) -> dict[str, int]:
    """Return the elements of one division and place of the last tile, with how often they hold."""
    assert reading.completed is not None
    assert reading.pair is not None
    runs = tuple(sorted([part.kind for part in reading.parts if part.is_run]))
    found = dict(of_runs(runs))
    for name, judge in OF_THE_WAIT.items():
        if judge(reading.completed, won.tile):
            found[name] = 1
    if len(runs) < SETS:
        for name, count in OF_THE_READING.items():
            if times := int(count(won, reading)):
                found[name] = times
    if not won.has_honors and is_terminal(reading.pair.kind):
        found["terminal_pair"] = 1
    if won.has_honors and won.record.options["all_sequences_no_honors"]:
        found.pop("all_sequences", None)
    return found


def readings(won: Won) -> Iterator[Reading]:
    """Yield every division of the hand with every place of the winning tile."""
    for division in divisions(pack(won.concealed), SETS - len(won.melds)):
        whole = Reading(division.parts, won.melds)
        yield from whole.placements(won.tile, taken=won.win.is_taken)


def best(won: Won) -> tuple[tuple[Item, ...], Reading]:
    """Return the items and reading worth most; of equals pair wait, closed wait, edge wait.

    If that does not decide either, the division with the lowest sets first counts.
    """
    common = of_the_hand(won)
    choices = [(items_of(won, common, reading), reading) for reading in readings(won)]
    return max(choices, key=_worth) if len(choices) > 1 else choices[0]


def _worth(choice: tuple[tuple[Item, ...], Reading]) -> tuple[int, int]:
    """Return the order of preference of items and reading."""
    items, _ = choice
    waits = [WAITS.index(item.id) for item in items if item.id in WAITS]
    return sum(item.value for item in items), max(waits, default=-1)


def items_of(won: Won, common: Mapping[str, int], reading: Reading) -> tuple[Item, ...]:
    """Return what counts in *reading* beside the *common* elements, exclusions made."""
    found = {**common, **of_the_reading(won, reading)}
    schedule = won.record.options["schedule"]
    if schedule == COMPOUNDS_IN:
        found |= {name: 1 for name, parts in PARTS.items() if found.keys() >= set(parts)}
    shut_out = {name for holder in found.keys() & EXCLUDES.keys() for name in EXCLUDES[holder]}
    counted = sorted(found.keys() - shut_out, key=ORDER.__getitem__)
    values = VALUES[schedule]
    return tuple([Item(name, values[name] * found[name]) for name in counted])
