"""Bombs of Shuangkou that lie spread out before who laid them, as the camera sees them.

At most one before each seat at a time. The suit is never needed (`shuangkou.md`, "On the automatic
table"), so a card counts as read when its rank is sure. Pure: a reading in, bombs out.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from kiosk.errors import Refused
from rules.games.cards.shuangkou.plays import COPIES, JOKERS, SUITS, combination
from vision.photo.overlay import SURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.table.cards import CardReading
    from vision.types import SeenTile

DECK: Final = "cards"
"""The enrolled set, or kit, by which the camera reads them."""
ALL_JOKERS: Final = "J" * len(JOKERS) * COPIES
"""Stands for the bomb of jokers where a rank is asked for."""

Bomb = dict[str, Any]


def bombs_seen(seen: CardReading, noted: Sequence[Bomb]) -> list[Bomb]:
    """Return the bombs in *seen* that are not among those *noted*.

    A bomb of the same size and rank before the same seat is the one that was noted. Raise
    `Refused` with what to do where something else lies there, or cannot be told for sure.
    """
    known = {(bomb["seat"], *form(bomb["cards"])) for bomb in noted}
    found: list[Bomb] = []
    for seat, pile in enumerate(seen.seats):
        cards = _cards(pile)
        if cards and (seat, *form(cards)) not in known:
            found.append({"seat": seat, "cards": _within_pack(cards, [*noted, *found])})
    return found


def _cards(pile: Sequence[SeenTile]) -> list[str]:
    """Return the cards of a bomb, none where none lies there."""
    if not pile:
        return []
    cards = [tile.code for tile in pile]
    if any(_sure_of_rank(tile) < SURE for tile in pile):
        raise Refused("cards_unclear", "lay the bomb flat, its cards apart", where="camera")
    made = combination(cards)
    if made is None or not made.is_bomb:
        raise Refused("no_bomb", f"{' '.join(cards)} is no bomb: lay just one", where="camera")
    return cards


def _sure_of_rank(tile: SeenTile) -> float:
    """Return how likely the rank of *tile* is, whatever its suit."""
    others = (share for code, share in tile.alternatives if _rank(code) == _rank(tile.code))
    return tile.confidence + sum(others)


def _rank(card: str) -> str:
    """Return the rank of *card*; each joker is one of its own."""
    return card if card in JOKERS else card[0]


def form(cards: Sequence[str]) -> tuple[str, int]:
    """Return of which rank *cards* are, a bomb's, and how many they are."""
    return ALL_JOKERS if cards[0] in JOKERS else cards[0][0], len(cards)


def _within_pack(cards: list[str], bombs: Sequence[Bomb]) -> list[str]:
    """Return *cards*, in suits that are left where some were laid in *bombs* already."""
    gone = Counter(card for bomb in bombs for card in bomb["cards"])
    if all(gone[card] + count <= COPIES for card, count in Counter(cards).items()):
        return cards
    left = free_cards(bombs, *form(cards))
    if len(left) < len(cards):
        why = f"not so many {cards[0][0]} are left: look at the bombs noted before"
        raise Refused("cards_unclear", why, where="camera")
    return left


def free_cards(bombs: Sequence[Bomb], rank: str, size: int) -> list[str]:
    """Return *size* cards of *rank* that are in none of *bombs*; suits never matter.

    Fewer where there are not so many left.
    """
    gone = Counter(card for bomb in bombs for card in bomb["cards"])
    codes = JOKERS if rank == ALL_JOKERS else tuple(f"{rank}{suit}" for suit in SUITS)
    free = [card for card in codes for _ in range(COPIES - gone[card])]
    return free[:size]
