"""What the generations of old Shanghai rules share: tiles, claims, the shape and one winner.

shanghai-laoshi.md, shanghai-liuxing.md, shanghai-xinshi.md and shanghai-1980s.md, "Equipment
and table", "Special tiles", "Play", "Winning".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import Problem
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.hands.waits import way
from rules.record.claims import flowers_lie_out, indicators_turned, sole_claim
from rules.ruleset import Ruleset, full_set
from rules.scoring import kinds as elements
from rules.scoring.won_hand import HONOR_SUIT, SETS, won_hand
from rules.settle.settlement import Item, NextHand, Scored, Settlement, rotate
from rules.tiles import FLOWERS, HONORS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from rules.hands.reading import Reading
    from rules.record.values import Record, Win
    from rules.scoring.won_hand import Won
    from rules.settle.settlement import Payment
    from rules.tiles import Tile


class OldShanghai(Ruleset):
    """Thirteen tiles, flowers that are laid out, one winner, any four sets and a pair."""

    family = "shanghai"
    tiles = full_set(flowers=True)
    marks = ("kong_draw", "flower_draw")
    unit = "points"
    shapes = f"{SETS} sets and a pair"
    """What wins, in words."""

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, and tiles that do not lie where they must."""
        yield from indicators_turned(record)
        yield from flowers_lie_out(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from sole_claim(record, place)
            if not self.is_won(won_hand(record, win)):
                message = f"the tiles do not form {self.shapes}"
                yield Problem("not_a_win", message, where)

    def is_won(self, won: Won) -> bool:
        """Return whether the tiles have a shape that wins."""
        return completes(pack(won.concealed), SETS - len(won.melds))

    def choices(self, won: Won) -> Iterable[Choice]:
        """Return the ways to read a hand that wins."""
        raise NotImplementedError

    def losers(self, record: Record, win: Win) -> tuple[Scored, ...]:  # noqa: ARG002 -- hook
        """Return the losers' hands where the game counts them."""
        return ()

    def bill(self, won: Won, winner: Scored, losers: tuple[Scored, ...]) -> tuple[Payment, ...]:
        """Return who pays what."""
        raise NotImplementedError

    def next_hand(self, record: Record, win: Win) -> NextHand:
        """Return the next hand: the banker stays after his own win only."""
        return rotate(record.state, record.players, stays=win.seat == record.state.banker)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most."""
        (win,) = record.wins
        won = won_hand(record, win)
        best = max(self.choices(won), key=lambda choice: choice.rank)
        winner = Scored(win.seat, best.score, self.unit, best.items, best.reading.rows())
        losers = self.losers(record, win)
        payments = self.bill(won, winner, losers)
        after = self.next_hand(record, win)
        return Settlement(self.id, record.players, payments, after, (winner,), losers)


SUPPLEMENTS: Final = frozenset(("kong_draw", "flower_draw"))
"""Marks of a win on a tile from the tail."""


Found = dict[str, int]
"""Elements with how often they hold."""

OF_HANDS: Final[Mapping[str, Callable[[Won], bool]]] = {
    "self_draw": lambda won: won.win.is_self_draw,
    "mixed_one_suit": lambda won: len(won.suits) == 2 and HONOR_SUIT in won.suits,
    "pure_one_suit": lambda won: len(won.suits) == 1 and HONOR_SUIT not in won.suits,
    "kong_draw": lambda won: won.win.is_self_draw and not SUPPLEMENTS.isdisjoint(won.win.marks),
    "robbing_the_kong": lambda won: won.win.by == "robbed_kong",
    "single_wait_on_four_melds": lambda won: len(won.melds) == SETS,
}
"""Elements that no division changes."""

WAITS: Final = {"closed": "closed_wait", "edge": "edge_wait", "pair": "pair_wait"}
"""The element of each narrow way to complete a part."""


def of_the_hand(won: Won) -> Found:
    """Return the elements that no division changes."""
    return {name: 1 for name, judge in OF_HANDS.items() if judge(won)}


def of_the_reading(won: Won, reading: Reading) -> Found:
    """Return the elements of pungs and of the wait in one reading."""
    pungs = [item.kind for item in reading.parts if item.is_triplet]
    return {
        "dragon_pung": sum(kind in elements.DRAGONS for kind in pungs),
        "seat_wind_pung": won.seat_wind in pungs,
        "round_wind_pung": won.round_wind in pungs,
        "all_pungs": len(pungs) == SETS,
        **wait(won, reading),
    }


def wait(won: Won, reading: Reading) -> Found:
    """Return the element of a closed, edge or pair wait, if the reading is one."""
    assert reading.completed is not None
    name = WAITS.get(way(reading.completed, won.tile))
    return {} if name is None else {name: 1}


def is_all_sequences(reading: Reading, scoring: Collection[int]) -> bool:
    """Return whether there are four runs and a pair of no *scoring* kind (平和)."""
    assert reading.pair is not None
    return elements.all_sequences(reading.parts) and reading.pair.kind not in scoring


def of_flowers(wind: int, flowers: Collection[Tile]) -> Found:
    """Return own flowers outside full groups, and full groups, for the seat with *wind*."""
    if not flowers:
        return {}
    groups = elements.full_flower_groups(flowers)
    loose = set(flowers).difference(*groups)
    own = [flower for flower in loose if (flower - FLOWERS) % len(elements.WINDS) == wind - HONORS]
    return {"seat_flower": len(own), "flower_set": len(groups)}


def items(found: Mapping[str, int], values: Mapping[str, int]) -> tuple[Item, ...]:
    """Return what the game counts of the elements *found*, in the order of its *values*."""
    return tuple([Item(name, found[name] * values[name]) for name in values if found.get(name)])


class Choice(NamedTuple):
    """One reading of a won hand, and what it is worth."""

    rank: tuple[int, ...]
    """Of several readings the one with the highest counts, the first of equals."""
    score: int
    items: tuple[Item, ...]
    reading: Reading


def wait_rank(found: Collection[str], values: Mapping[str, int]) -> int:
    """Return the rank of a reading by its wait: the one first in the table of *values* wins."""
    order = list(values)
    return max(
        (-order.index(name) for name in WAITS.values() if name in found), default=-len(order)
    )
