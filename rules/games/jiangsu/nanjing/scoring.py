"""The winner's best reading: nanjing.md, "Winning", "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.jiangsu.nanjing.table import AUTO, BIG, ELEMENTS, LUXURY, SCHEDULES, SEVEN_PAIRS
from rules.hands.reading import Reading
from rules.hands.special import seven_pairs
from rules.hands.waits import way
from rules.scoring import kinds as elements
from rules.scoring.won_hand import HONOR_SUIT, SETS, of_sets
from rules.settle.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.record.values import Options
    from rules.scoring.won_hand import Won

FLOWERS_TO_WIN: Final = 4
"""Hard flowers that allow a win without anything else."""

SUITS: Final = 3
TILES_OF_A_SUIT_KIND: Final = 4

OF_WINDS: Final = {
    "pung": "wind_pung",
    "kong_discard": "wind_open_kong",
    "kong_added": "wind_open_kong",
    "kong_concealed": "wind_concealed_kong",
}
"""What a set of winds is, by how it lies; in hand it is a pung."""

OF_WAITS: Final = {"closed": "closed_wait", "edge": "edge_wait", "pair": "pair_wait"}
WAITS: Final = tuple(OF_WAITS.values())
"""Of readings with equal points the one with the wait that comes first here counts."""


class Score(NamedTuple):
    """A win in one reading."""

    items: tuple[Item, ...]
    reading: Reading

    @property
    def points(self) -> int:
        """Return the points, not multiplied."""
        return sum(item.value for item in self.items)

    @property
    def names(self) -> frozenset[str]:
        """Return the elements that counted."""
        return frozenset([item.id for item in self.items])

    @property
    def is_big(self) -> bool:
        """Return whether it is a big hand (大胡)."""
        return not self.names.isdisjoint(BIG)

    @property
    def rank(self) -> tuple[int, int]:
        """Return how good the reading is: its points, then its wait."""
        names = self.names
        waits = [place for place, name in enumerate(WAITS) if name in names]
        return self.points, -min(waits, default=len(WAITS))


def best(won: Won) -> Score | None:
    """Return the score with most points, or nothing where the tiles form no hand."""
    return max(_scores(won), key=lambda score: score.rank, default=None)


def may_win(won: Won, score: Score) -> bool:
    """Return whether the hand is big, concealed, or has flowers enough."""
    return score.is_big or is_concealed(won) or len(won.flowers) >= FLOWERS_TO_WIN


def is_concealed(won: Won) -> bool:
    """Return whether nothing was punged; a kong of a discard comes from a concealed triplet."""
    melds = won.record.seats[won.win.seat].melds
    return all(meld.kind in ("kong_concealed", "kong_discard") for meld in melds)


def is_seven_pairs(won: Won) -> bool:
    """Return whether the tiles are seven pairs."""
    return not won.melds and bool(seven_pairs(won.concealed))


def worth(options: Options) -> Mapping[str, int]:
    """Return the points of every element in the house with *options*."""
    schedule = SCHEDULES[options["schedule"]]
    pairs = options["seven_pairs_points"]
    if pairs == AUTO:
        pairs = schedule["seven_pairs"]
    return {**schedule, **{name: times * pairs for name, times in SEVEN_PAIRS.items()}}


def _scores(won: Won) -> Iterator[Score]:
    """Yield the score of every reading."""
    values, common = worth(won.record.options), _of_the_hand(won)
    if is_seven_pairs(won):
        found = common + Counter(_of_pairs(won))
        reading = Reading(seven_pairs(won.concealed))
        yield Score(_items(found, values), reading)
    concealed = Counter(["concealed_hand"] if is_concealed(won) else [])
    for reading in of_sets(won):
        found = common + concealed + Counter(_of_reading(won, reading, is_heavenly=is_dealt(won)))
        yield Score(_items(found, values), reading)


def _items(found: Mapping[str, int], values: Mapping[str, int]) -> tuple[Item, ...]:
    """Return the items of the elements *found* so often, in the order of the sheet's table."""
    return tuple(
        [Item(item.id, values[item.id] * found[item.id]) for item in ELEMENTS if found.get(item.id)]
    )


def is_dealt(won: Won) -> bool:
    """Return whether the banker won with the dealt tiles (天胡)."""
    win = won.win
    is_bankers = win.is_self_draw and win.seat == won.record.state.banker
    return is_bankers and "dealt" in win.marks and not won.melds


def _of_the_hand(won: Won) -> Counter[str]:
    """Return how often the elements occur that no division changes."""
    suits = won.suits - {HONOR_SUIT}
    has_winds = HONOR_SUIT in won.suits
    claims = {
        "base": True,
        "missing_suit": len(suits) < SUITS,
        "mixed_one_suit": len(suits) == 1 and has_winds,
        "pure_one_suit": len(suits) == 1 and not has_winds,
        "single_wait_on_four_melds": len(won.melds) == SETS,
        "no_flowers": not won.flowers and is_concealed(won),
        **_of_the_time(won),
    }
    found = Counter([name for name, holds in claims.items() if holds])
    melds = won.record.seats[won.win.seat].melds
    found.update([OF_WINDS[meld.kind] for meld in melds if meld.tiles[0] in elements.WINDS])
    return found + Counter({"flower": len(won.flowers)})


def _of_the_time(won: Won) -> Mapping[str, bool]:
    """Return which elements hold by when the hand was won."""
    win, is_heavenly = won.win, is_dealt(won)
    has_kong = "kong_draw" in win.marks
    is_untouched = not any(seat.melds for seat in won.record.seats)
    return {
        "kong_draw": win.is_self_draw and has_kong,
        "flower_draw": win.is_self_draw
        and "flower_draw" in win.marks
        and not (has_kong or is_heavenly),
        "heavenly_hand": is_heavenly,
        "earthly_hand": "dealt_ready" in win.marks and is_untouched and not is_heavenly,
    }


def _of_pairs(won: Won) -> Iterator[str]:
    """Yield the elements that seven pairs are; the wait is always for half of a pair (D3)."""
    counted = Counter(won.concealed)
    fours = sum(count == TILES_OF_A_SUIT_KIND for count in counted.values())
    if won.record.options["seven_pairs_extra"] == "luxury":
        yield LUXURY[fours]
    else:
        has_fourth = counted[won.tile] == TILES_OF_A_SUIT_KIND
        yield "double_seven_pairs" if has_fourth else "seven_pairs"
    if not is_dealt(won):
        yield "pair_wait"


def _of_reading(won: Won, reading: Reading, *, is_heavenly: bool) -> Iterator[str]:
    """Yield the elements of one division with one place of the winning tile."""
    for part in reading.concealed:
        if part.is_triplet and part.kind in elements.WINDS:
            yield "wind_pung"
    if len(won.melds) < SETS and elements.all_pungs(reading.parts):
        yield "all_pungs"
    assert reading.completed is not None
    wait = OF_WAITS.get(way(reading.completed, won.tile))
    if wait is None or is_heavenly:
        return
    yield wait
    if wait == "closed_wait" and _is_punged(won):
        yield "closed_wait_on_pung"


def _is_punged(won: Won) -> bool:
    """Return whether the winning tile's kind lies in a pung before anybody (圧絶)."""
    seats = range(won.record.players)
    laid = (meld for seat in seats for meld in won.record.melds_after_robbing(seat))
    return any(meld.kind == "pung" and meld.tiles[0] == won.tile for meld in laid)
