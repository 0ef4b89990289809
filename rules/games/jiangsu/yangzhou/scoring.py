"""What a won hand is worth: yangzhou.md, "Scoring elements".

Elements are claims about the hand, about one reading of it, or about the reading's
runs, and give how often they hold. What excludes what stands in the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.jiangsu.yangzhou.runs import of_runs
from rules.games.jiangsu.yangzhou.table import COMPOUNDS_IN, EXCLUDES, ORDER, PARTS, VALUES
from rules.hands.reading import is_edge_wait, is_middle_wait
from rules.scoring import kinds as elements
from rules.scoring.won_hand import HONOR_SUIT, SETS, of_sets
from rules.settle.settlement import Item
from rules.tiles import HONORS, is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rules.hands.reading import Reading
    from rules.hands.shapes import Part
    from rules.scoring.won_hand import Won

WAITS: Final = ("edge_wait", "closed_wait", "pair_wait")
"""Of readings worth the same the one with the last of these counts."""


def is_pure(won: Won) -> bool:
    """Return whether the hand is of one suit and nothing else."""
    return len(won.suits) == 1 and not has_honors(won)


def has_honors(won: Won) -> bool:
    """Return whether a wind or dragon is in the hand."""
    return HONOR_SUIT in won.suits


OF_THE_HAND: Final[Mapping[str, Callable[[Won], int]]] = {
    "self_draw": lambda won: won.win.is_self_draw,
    "concealed_hand": lambda won: won.is_concealed,
    "two_suits": lambda won: len(won.suits) == 2 and not has_honors(won),
    "all_simples": lambda won: all(
        kind < HONORS and not is_terminal(kind) for kind in set(won.kinds)
    ),
    "open_kong": lambda won: sum(item.is_kong and item.exposed for item in won.melds),
    "concealed_kong": lambda won: sum(not item.exposed for item in won.melds),
    "mixed_one_suit": lambda won: len(won.suits) == 2 and has_honors(won),
    "pure_one_suit": is_pure,
    "all_honors": lambda won: len(won.suits) == 1 and has_honors(won),
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
    if not has_honors(won) and is_terminal(reading.pair.kind):
        found["terminal_pair"] = 1
    if has_honors(won) and won.record.options["all_sequences_no_honors"]:
        found.pop("all_sequences", None)
    return found


def best(won: Won) -> tuple[tuple[Item, ...], Reading]:
    """Return the items and reading worth most; of equals pair wait, closed wait, edge wait.

    If that does not decide either, the division with the lowest sets first counts.
    """
    common = of_the_hand(won)
    choices = [(items_of(won, common, reading), reading) for reading in of_sets(won)]
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
