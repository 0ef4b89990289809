"""Claims about one reading of a hand: what the yaku of riichi.md ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.riichi.hand import DRAGONS, HONOR_BITS, WINDS, bits_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.games.riichi.hand import Hand

WIND_BITS: Final = bits_of(WINDS)
DRAGON_BITS: Final = bits_of(DRAGONS)
RANKS: Final = 9
LAST_RUN: Final = 6
"""The rank, from 0, at which 789 begins."""


def counts_simples(hand: Hand) -> bool:
    """Return whether a hand of 2 to 8 may count as such: open ones by option (喰いタン)."""
    return hand.winner.is_closed or hand.winner.options["open_tanyao"]


def is_two_sided(hand: Hand) -> bool:
    """Return whether the last tile completed a run from either end."""
    completed, kind = hand.completed, hand.winner.tile
    if not completed.is_run:
        return False
    low = completed.kind
    if kind == low:
        return low % 9 != LAST_RUN
    return kind == low + 2 and low % 9 != 0


def all_sequences(hand: Hand) -> bool:
    """Return whether, beside four runs, the pair is worthless and the wait two-sided (平和)."""
    values, pair = hand.winner.values, hand.pair
    return (
        pair not in values.dragons
        and pair not in values.seat_winds
        and pair not in values.round_winds
        and is_two_sided(hand)
    )


def equal_runs(hand: Hand) -> int:
    """Return how many times two runs are equal, no run taken twice."""
    runs = [item for item in hand.parts if item.is_run]
    return sum([runs.count(run) // 2 for run in set(runs)])


def pungs_of(hand: Hand, kinds: Iterable[int]) -> int:
    """Return how many pungs and kongs are of *kinds*, one named twice counting twice."""
    count = 0
    for kind in kinds:
        count += hand.triplet_bits >> kind & 1
    return count


def sets_and_pair(hand: Hand, bits: int, sets: int) -> bool:
    """Return whether *sets* of the kinds in *bits* have pungs or kongs, another one the pair."""
    return (
        (hand.triplet_bits & bits).bit_count() == sets
        and hand.pair >= 0
        and (bits & ~hand.triplet_bits) >> hand.pair & 1 == 1
    )


def all_sets(hand: Hand, bits: int) -> bool:
    """Return whether each of the kinds in *bits* has its pung or kong."""
    return hand.triplet_bits & bits == bits


def only(hand: Hand, bits: int) -> bool:
    """Return whether every tile is of a kind in *bits*."""
    return not hand.mask & ~bits


def four_concealed(hand: Hand, *, pair_last: bool) -> bool:
    """Return whether four pungs are concealed, the pair having come last or not."""
    return hand.hidden_triplets == 4 and hand.completed.is_pair == pair_last


def nine_gates(hand: Hand, *, pure: bool) -> bool:
    """Return whether the hand is 1112345678999 of a suit and one more tile of it.

    *pure*: whether it was that before the winning tile came.
    """
    if hand.mask.bit_count() != RANKS or hand.winner.melds or hand.mask & HONOR_BITS:
        return False
    kinds = hand.winner.concealed
    low = hand.parts[0].suit * 9
    more = [kinds.count(low + rank) - (3 if rank in (0, 8) else 1) for rank in range(RANKS)]
    return min(more) == 0 and (more[hand.winner.tile - low] == 1) == pure
