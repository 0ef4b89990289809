"""What a won hand is worth in tai: singapore.md, "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.singapore.singapore.bonus import ALL_FLOWERS, tai_of_bonus
from rules.games.singapore.singapore.table import LIMIT, LIMITS, TAI
from rules.hands.reading import Reading
from rules.hands.special import ORPHANS, thirteen_orphans
from rules.hands.waits import way
from rules.scoring import kinds as elements
from rules.scoring.won_hand import HONOR_SUIT, SETS, of_sets
from rules.settle.settlement import Item
from rules.tiles import is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rules.record.values import Meld, Options, Record, Win
    from rules.scoring.won_hand import Won

Found = dict[str, int]
"""Elements with how often they hold."""

NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
"""How many tiles of each rank wait for all nine."""
RANKS: Final = 9
PUNG: Final = 3


class Score(NamedTuple):
    """What a hand counts in one reading."""

    tai: int
    found: Mapping[str, int]
    """Every element that holds with how often it does, those absorbed by a limit too."""
    items: tuple[Item, ...]
    reading: Reading | None = None
    """Nothing where the win looks at no hand."""

    @property
    def rank(self) -> tuple[int, bool, int]:
        """Return the order of preference: most tai, then limit elements, then most beyond them."""
        values = [item.value for item in self.items]
        return self.tai, LIMIT in values, sum(values)


def score_of(found: Mapping[str, int], options: Options, reading: Reading | None = None) -> Score:
    """Return what the elements *found* count: limit elements absorb all others (D6)."""
    values = {**TAI, "mixed_terminals": options["mixed_terminals_tai"]}
    names = [name for name in TAI if found.get(name)]
    counted = [name for name in names if name in LIMITS] or names
    items = tuple([Item(name, values[name]) for name in counted for _ in range(found[name])])
    return Score(min(LIMIT, sum(item.value for item in items)), found, items, reading)


def judge(won: Won) -> Score | None:
    """Return the best reading of a hand that is looked at; nothing if it does not win."""
    scores = [score_of(found, won.record.options, reading) for found, reading in _readings(won)]
    return max(scores, key=lambda score: score.rank, default=None)


def _readings(won: Won) -> Iterator[tuple[Found, Reading]]:
    """Yield every reading with the elements that hold in it."""
    common = {name: 1 for name, holds in OF_HANDS.items() if holds(won)}
    common |= tai_of_bonus(won.flowers, won.seat_wind)
    for reading in of_sets(won):
        yield {**common, **_of_reading(won, reading)}, reading
    if (parts := thirteen_orphans(won.concealed)) and not won.melds:
        yield {**common, "thirteen_orphans": 1}, Reading(parts)


def is_thirteen_orphans(record: Record, seat: int, win: Win) -> bool:
    """Return whether *seat* shows thirteen orphans with the tile of *win*."""
    held = record.seats[seat]
    if held.hand is None or held.melds or win.tile is None:
        return False
    return bool(thirteen_orphans((*held.hand, win.tile)))


def _is_human(won: Won) -> bool:
    """Return whether a non-banker wins before his first draw, and nothing was claimed (人胡)."""
    is_early = won.win.by == "discard" and "before_first_draw" in won.win.marks
    claimed = any(meld.is_exposed for seat in won.record.seats for meld in seat.melds)
    is_banker = won.win.seat == won.record.state.banker
    return is_early and not is_banker and not claimed and bool(won.record.options["human_hand"])


def _is_nine_gates(won: Won) -> bool:
    """Return whether the thirteen tiles held wait for all nine of their suit."""
    if won.melds or len(won.suits) > 1 or HONOR_SUIT in won.suits:
        return False
    held = [kind % RANKS for kind in won.concealed[:-1]]
    return tuple([held.count(rank) for rank in range(RANKS)]) == NINE_GATES


def _has_mark(won: Won, *marks: str) -> bool:
    """Return whether the tile was drawn and the win has one of *marks*."""
    return won.win.is_self_draw and not won.win.marks.isdisjoint(marks)


OF_HANDS: Final[Mapping[str, Callable[[Won], bool]]] = {
    "kong_draw": lambda won: _has_mark(won, "kong_draw", "flower_draw"),
    "last_tile": lambda won: _has_mark(won, "last_tile"),
    "robbing_the_kong": lambda won: won.win.by == "robbed_kong",
    "concealed_hand": lambda won: (
        won.is_concealed and bool(won.record.options["concealed_hand_tai"])
    ),
    "self_draw": lambda won: won.win.is_self_draw and bool(won.record.options["self_draw_tai"]),
    "mixed_one_suit": lambda won: len(won.suits) == 2 and HONOR_SUIT in won.suits,
    "mixed_terminals": lambda won: (
        ORPHANS.issuperset(won.kinds) and HONOR_SUIT in won.suits and len(won.suits) > 1
    ),
    "pure_one_suit": lambda won: elements.pure_one_suit(won.kinds),
    "all_terminals": lambda won: all(is_terminal(kind) for kind in won.kinds),
    "double_kong_draw": lambda won: _has_mark(won, "double_kong_draw"),
    "all_flowers": lambda won: won.win.is_self_draw and ALL_FLOWERS.issubset(won.flowers),
    "all_honors": lambda won: won.suits == {HONOR_SUIT},
    "four_kongs": lambda won: sum(item.is_kong for item in won.melds) == SETS,
    "heavenly_hand": lambda won: (
        _has_mark(won, "dealt") and won.win.seat == won.record.state.banker
    ),
    "earthly_hand": lambda won: (
        won.win.by == "discard"
        and won.win.source == won.record.state.banker
        and "first_discard" in won.win.marks
    ),
    "human_hand": _is_human,
    "nine_gates": _is_nine_gates,
}
"""Elements that no division changes."""


def _of_reading(won: Won, reading: Reading) -> Found:
    """Return the elements of one division and place of the last tile."""
    pungs = {item.kind for item in reading.parts if item.is_triplet}
    assert reading.pair is not None
    pair = reading.pair.kind
    sequences = _is_all_sequences(won, reading)
    return {
        "all_sequences": sequences and bool(won.flowers),
        "all_sequences_no_flowers": sequences and not won.flowers,
        "dragon_pung": len(elements.DRAGONS & pungs),
        "round_wind_pung": won.round_wind in pungs,
        "seat_wind_pung": won.seat_wind in pungs,
        "little_three_dragons": _is_little(elements.DRAGONS, pungs, pair),
        "little_four_winds": _is_little(elements.WINDS, pungs, pair),
        "big_three_dragons": pungs >= elements.DRAGONS,
        "big_four_winds": pungs >= elements.WINDS,
        "all_pungs": len(pungs) == SETS,
        "four_concealed_pungs": _has_four_concealed(won, reading),
    }


def _is_little(kinds: frozenset[int], pungs: set[int], pair: int) -> bool:
    """Return whether one of *kinds* is the *pair* and the others are pungs (小三元, 小四喜)."""
    return pair in kinds and kinds <= pungs | {pair}


def _is_all_sequences(won: Won, reading: Reading) -> bool:
    """Return whether this is 平胡: four runs, a pair that brings nothing, an open wait."""
    assert reading.pair is not None
    assert reading.completed is not None
    if not elements.all_sequences(reading.parts):
        return False
    if reading.pair.kind in (won.seat_wind, won.round_wind, *elements.DRAGONS):
        return False
    if won.win.is_taken:
        return way(reading.completed, won.tile) == "open"
    return len(won.melds) < SETS


def _has_four_concealed(won: Won, reading: Reading) -> bool:
    """Return whether four concealed pungs were completed by a self-draw that the house takes."""
    assert reading.completed is not None
    house = won.record.options["four_concealed_pungs"]
    drawn = won.win.is_self_draw and (house == "self_draw" or reading.completed.is_pair)
    return drawn and elements.concealed_triplets(reading.parts) == SETS


def honor_limits(melds: Iterable[Meld], hand: tuple[int, ...]) -> Found:
    """Return which of the two great honor hands have all their sets, whatever else is there."""
    sets: set[int] = {meld.tiles[0] for meld in melds if meld.kind != "chow"}
    sets |= {kind for kind in hand if hand.count(kind) >= PUNG}
    found = {
        "big_three_dragons": sets >= elements.DRAGONS,
        "big_four_winds": sets >= elements.WINDS,
    }
    return {name: 1 for name, holds in found.items() if holds}


def declared_win(record: Record, win: Win) -> Found:
    """Return what wins without a last tile: eight flowers, or the sets of a great honor hand."""
    seat = record.seats[win.seat]
    if ALL_FLOWERS.issubset(seat.flowers):
        return {"all_flowers": 1}
    return honor_limits(seat.melds, seat.hand or ())


def flower_robbery(record: Record, win: Win) -> Found:
    """Return the element of seven flowers that take the eighth from who drew it."""
    assert win.tile is not None
    flowers = ALL_FLOWERS.intersection(record.seats[win.seat].flowers)
    is_eighth = win.tile in ALL_FLOWERS - flowers and len(flowers) == len(ALL_FLOWERS) - 1
    return {"seven_robs_one": 1} if is_eighth else {}
