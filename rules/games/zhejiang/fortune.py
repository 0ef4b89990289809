"""Fortune tiles (財神) of Zhejiang: what Yiwu and Wenzhou share.

The three other tiles like the indicator are wild, and the whites take its place:
yiwu.md and wenzhou.md, "Walls, dice, deal", "Special tiles", "Play", "Winning".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.hands.covers import completes_sets
from rules.hands.keys import pack
from rules.reasons import as_problem
from rules.record.claims import (
    check_indicators,
    check_nothing_aside,
    check_robbed_kong,
    wild_set_problem,
)
from rules.record.values import Meld, Record, Win
from rules.ruleset import NO_SUBSTITUTES, Ruleset, full_set
from rules.scoring import WonHand, won_hand
from rules.tiles import TILES, Tile
from rules.walls import Break, Indicator, Throws, break_at

STACKS: Final = 17
WHITE: Final = TILES["5z"]


class FortuneTiles(Ruleset):
    """Wild tiles like the indicator, whites in its place, and two throws of two dice."""

    family = "zhejiang"
    tiles = full_set()
    indicators = 1

    def wild_tiles(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> frozenset[int]:  # noqa: ARG002 -- hook
        """Return the kind of the indicator."""
        return frozenset(indicators) if len(indicators) == 1 else frozenset()

    def substitutes(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> Mapping[Tile, Tile]:
        """Return that whites are the indicator's tile, unless they are the wild ones themselves."""
        return whites_are(indicators[0]) if len(indicators) == 1 else NO_SUBSTITUTES

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a fortune tile is in the set."""
        return wild_set_problem(meld, self.wild_in(record), "a fortune tile (財神)")

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicator, rivals and tiles that lie apart."""
        yield from check_indicators(record)
        yield from check_nothing_aside(record)
        for place, win in enumerate(record.wins):
            if not {win.seat, win.source}.isdisjoint(win.facts.get("rivals", ())):
                message = "a rival is neither the winner nor who gave him the tile"
                yield Problem("bad_record", message, f"wins[{place}].facts.rivals")

    def hand_of(self, record: Record, win: Win) -> WonHand:
        """Return the hand of *win*, fortune tiles wild and whites what they stand for."""
        (indicator,) = record.deal.indicators
        hand = won_hand(record, win, {indicator}, size=self.hand_size // 3)
        stands_for = whites_are(indicator)
        if not stands_for:
            return hand
        melds = []
        for meld in record.seats[win.seat].melds:
            tiles = tuple([stands_for.get(tile, tile) for tile in meld.tiles])
            melds.append(replace(meld, tiles=tiles).part())
        naturals = tuple([indicator if kind == WHITE else kind for kind in hand.hand])
        tile = indicator if hand.tile == WHITE else hand.tile
        return replace(hand, hand=naturals, tile=tile, melds=tuple(melds))

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return the banker and the seat that his throw counts to."""
        return throws.banker, throws.seat_at(throws.total()) if throws.dice else None

    def break_wall(self, throws: Throws) -> Break:
        """Return the break in the counted seat's wall; the first throw's stack is turned up."""
        first = throws.total()
        seat = throws.seat_at(first)
        wall, after = break_at(seat, first + throws.total(1), STACKS)
        return Break(wall, after, Indicator(first, "top", wall=seat))


@cache
def whites_are(indicator: Tile) -> Mapping[Tile, Tile]:
    """Return what the whites stand for when *indicator* was turned up."""
    return NO_SUBSTITUTES if indicator == WHITE else MappingProxyType({WHITE: indicator})


def waits_with_a_lone_wild(hand: WonHand) -> bool:
    """Return whether, before the last tile, sets are made and one wild waits for its pair."""
    has_wild = hand.wilds > hand.is_last_wild
    return has_wild and completes_sets(pack(hand.hand), hand.size - len(hand.melds))


def claim_problems(record: Record) -> Iterator[Problem]:
    """Yield winners after the first, and a robbed kong that was none."""
    for place, win in enumerate(record.wins):
        if place:
            yield as_problem(Reason("one_winner"), where=f"wins[{place}]")
        yield from check_robbed_kong(record, win, f"wins[{place}]")
