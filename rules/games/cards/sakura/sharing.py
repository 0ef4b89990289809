"""What a record of Sakura says about the cards, and who gets those left over: sakura.md, "Play"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.games.cards.hanafuda.cards import RAIN, RAINS, Card, Pile, cards_of, flower, of_flower
from rules.games.cards.sakura.capturing import GAJI

if TYPE_CHECKING:
    from collections.abc import Sequence


class Pull(NamedTuple):
    """Four cards of one flower that were captured out of turn (引き)."""

    seat: int
    cards: Pile


class Play(NamedTuple):
    """The cards at the end of a hand."""

    captured: tuple[Pile, ...] = ()
    table: Pile = ()
    """The cards left over."""
    deal_table: Pile | None = None
    pulls: tuple[Pull, ...] = ()


def gaji_taker(captured: Sequence[Pile]) -> int | None:
    """Return the seat that captured the gaji; nothing if nobody did."""
    return next((seat for seat, pile in enumerate(captured) if GAJI in pile), None)


def left_by_gaji(play: Play) -> Pile:
    """Return the cards of the table that have no mate because the gaji took another flower.

    The three rain cards are among them only where somebody captured the gaji.
    """
    taken = {card for pile in play.captured for card in pile}
    left = [card for card in play.table if cards_of(flower(card)) - {card} <= taken]
    if GAJI in taken and set(play.table) >= RAINS:
        left += of_flower(RAIN, play.table)
    return tuple(left)


def shared_out(play: Play) -> tuple[Pile, ...]:
    """Return the piles with what the gaji left over in them; other cards stay nobody's (D2).

    The play must be one that can occur (`refusals.problems`).
    """
    piles = list(play.captured)
    if left := left_by_gaji(play):
        taker = gaji_taker(play.captured)
        assert taker is not None
        piles[taker] += left
    return tuple(piles)


def all_cards(captured: Sequence[Pile], seats: Sequence[int]) -> frozenset[Card]:
    """Return what *seats* captured together."""
    return frozenset(card for seat in seats for card in captured[seat])
