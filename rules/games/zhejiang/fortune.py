"""Fortune tiles (財神) of Zhejiang: what Yiwu and Wenzhou share.

The three other tiles like the indicator are wild, and the whites take its place:
yiwu.md and wenzhou.md, "Walls, dice, deal", "Special tiles", "Play", "Winning".
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import Problem
from rules.hands.covers import completes, completes_sets
from rules.hands.keys import Key, pack
from rules.record.claims import indicators_turned, nothing_apart, robbing, wild_set
from rules.ruleset import NO_SUBSTITUTES, Ruleset, full_set
from rules.tiles import TILES, Tile
from rules.walls import Break, Indicator, break_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from rules.hands.shapes import Part
    from rules.record.values import Meld, Record, Win
    from rules.walls import Throws

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
        return wild_set(meld, self.wild_in(record), "a fortune tile (財神)")

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicator, rivals and tiles that lie apart."""
        yield from indicators_turned(record)
        yield from nothing_apart(record)
        for place, win in enumerate(record.wins):
            if not {win.seat, win.source}.isdisjoint(win.facts.get("rivals", ())):
                message = "a rival is neither the winner nor who gave him the tile"
                yield Problem("bad_record", message, f"wins[{place}].facts.rivals")

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return the banker and the seat that his throw counts to."""
        return throws.banker, throws.counted(throws.total()) if throws.dice else None

    def break_wall(self, throws: Throws) -> Break:
        """Return the break in the counted seat's wall; the first throw's stack is turned up."""
        first = throws.total()
        seat = throws.counted(first)
        wall, after = break_at(seat, first + throws.total(1), STACKS)
        return Break(wall, after, Indicator(first, "top", wall=seat))


@cache
def whites_are(indicator: Tile) -> Mapping[Tile, Tile]:
    """Return what the whites stand for when *indicator* was turned up."""
    return NO_SUBSTITUTES if indicator == WHITE else MappingProxyType({WHITE: indicator})


class Hand(NamedTuple):
    """One player's tiles as they are judged: whites as what they are, fortune tiles apart."""

    wild: int
    """The kind of the fortune tiles."""
    naturals: tuple[int, ...]
    """The kinds of the concealed tiles that are not wild."""
    wilds: int
    """How many concealed tiles are wild."""
    melds: tuple[Part, ...]
    sets: int
    """How many sets the concealed tiles have to form."""

    @property
    def key(self) -> Key:
        """Return the naturals as one number."""
        return pack(self.naturals)

    @property
    def is_complete(self) -> bool:
        """Return whether the tiles form the sets and a pair."""
        return completes(self.key, self.sets)

    @property
    def waits_with_a_lone_wild(self) -> bool:
        """Return whether, before the last tile, sets are made and one wild waits for its pair."""
        return self.wilds > 0 and completes_sets(self.key, self.sets)

    def with_tile(self, tile: Tile) -> Hand:
        """Return the hand with one more tile."""
        if tile == self.wild:
            return self._replace(wilds=self.wilds + 1)
        natural = whites_are(Tile(self.wild)).get(tile, tile)
        return self._replace(naturals=(*self.naturals, natural))


def hand(record: Record, seat: int) -> Hand:
    """Return what *seat*, whose hand is shown, holds without the winning tile."""
    laid = record.seats[seat]
    (indicator,) = record.deal.indicators
    stands_for = whites_are(indicator)
    melds = []
    for meld in laid.melds:
        tiles = tuple([stands_for.get(tile, tile) for tile in meld.tiles])
        melds.append(replace(meld, tiles=tiles).part())
    held = laid.hand or ()
    naturals = tuple([stands_for.get(tile, tile) for tile in held if tile != indicator])
    sets = record.ruleset.hand_size // 3 - len(melds)
    return Hand(indicator, naturals, len(held) - len(naturals), tuple(melds), sets)


class Claim(NamedTuple):
    """A win that somebody declares, or could have."""

    record: Record
    win: Win
    held: Hand
    """The tiles before the last one came."""
    full: Hand
    """The tiles with the last one."""


def claim(record: Record, win: Win) -> Claim:
    """Return the claim of *win*; its hand and tile are known."""
    assert win.tile is not None
    held = hand(record, win.seat)
    return Claim(record, win, held, held.with_tile(win.tile))


def claim_problems(record: Record) -> Iterator[Problem]:
    """Yield winners after the first, and a robbed kong that was none."""
    for place, win in enumerate(record.wins):
        if place:
            yield Problem("barred", "only one wins a hand", f"wins[{place}]")
        yield from robbing(record, win, f"wins[{place}]")
