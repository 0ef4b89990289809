"""Shanghai's popular form (流行式): shanghai-liuxing.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rules.games.shanghai.family import (
    Choice,
    OldShanghai,
    is_all_sequences,
    items,
    of_flowers,
    of_the_hand,
    of_the_reading,
    wait_rank,
)
from rules.ruleset import Element, number
from rules.scoring.kinds import DRAGONS
from rules.scoring.won_hand import of_sets
from rules.settle.settlement import Bill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules.games.shanghai.family import Found
    from rules.hands.reading import Reading
    from rules.scoring.won_hand import Won
    from rules.settle.settlement import Item, Payment, Scored

EXPOSED_SETS: Final = 3
"""So many sets of a suit on the table warn everyone of the pure one suit."""


def tai_of(elements: Iterable[Element]) -> Mapping[str, int]:
    """Return what each of *elements* is worth, in their order."""
    return {item.id: item.value for item in elements if isinstance(item.value, int)}


class Liuxing(OldShanghai):
    """A fixed number of points for the winner, doubled by each tai; one pays double."""

    id = "shanghai-liuxing"
    native = "上海の古い麻雀ルール: 流行式"
    name = "Old Shanghai, popular form"
    options = (number("base_points", 1, at_least=1),)
    elements: ClassVar[tuple[Element, ...]] = (
        Element("dragon_pung", "中發白の刻子", "pung or kong of dragons", 1),
        Element("all_sequences", "平和", "all sequences", 1),
        Element("all_pungs", "対対和", "all pungs", 2),
        Element("mixed_one_suit", "混一色", "mixed one suit", 2),
        Element("pure_one_suit", "清一色", "pure one suit", 4),
        Element("edge_wait", "辺張", "edge wait", 1),
        Element("closed_wait", "嵌張", "closed wait", 1),
        Element("pair_wait", "単釣", "pair wait", 1),
        Element("seat_wind_pung", "坐風", "pung or kong of the seat wind", 1),
        Element("round_wind_pung", "圏風", "pung or kong of the round wind", 1),
        Element("seat_flower", "坐花", "own flower", 1),
        Element("flower_set", "四只花", "four flowers", 2),
        Element("kong_draw", "槓頭開花", "win on a supplement", 1),
        Element("robbing_the_kong", "搶槓和", "robbing the kong", 1),
    )
    tai: ClassVar[Mapping[str, int]] = tai_of(elements)
    """What each element is worth once."""

    def choices(self, won: Won) -> Iterator[Choice]:
        """Yield the readings: most tai first, then the wait listed first."""
        common = {**of_the_hand(won), **of_flowers(won.seat_wind, won.flowers)}
        for reading in of_sets(won):
            found = {**common, **of_one_reading(won, reading)}
            counted = items(found, self.tai)
            tai = sum(item.value for item in counted)
            yield Choice((tai, wait_rank(found, self.tai)), score(won, counted), counted, reading)

    def bill(self, won: Won, winner: Scored, losers: tuple[Scored, ...]) -> tuple[Payment, ...]:  # noqa: ARG002 -- hook
        """Return what all pay the winner: the discarder, or everyone for a self-draw, double."""
        made = Bill()
        for seat in range(won.record.players):
            is_double = won.win.is_self_draw or seat == won.win.source
            made.pay(seat, winner.seat, winner.score << is_double)
        if won.win.by == "discard" and feeds_pure_suit(won):
            assert won.win.source is not None
            made.assign(won.win.source)
        return tuple(made.rows)


def of_one_reading(won: Won, reading: Reading) -> Found:
    """Return the elements of one reading of sets."""
    scoring = DRAGONS | {won.seat_wind, won.round_wind}
    found = of_the_reading(won, reading)
    return {**found, "all_sequences": is_all_sequences(reading, scoring)}


def score(won: Won, counted: Iterable[Item]) -> int:
    """Return the fixed points doubled by each tai of the items *counted*."""
    points: int = won.record.options["base_points"]
    return points << sum(item.value for item in counted)


def feeds_pure_suit(won: Won) -> bool:
    """Return whether three sets lie exposed in a hand of one suit: "Liability", D6."""
    is_pure = "pure_one_suit" in of_the_hand(won)
    return is_pure and sum(item.exposed for item in won.melds) >= EXPOSED_SETS


GAME: Final = Liuxing()
