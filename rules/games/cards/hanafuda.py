"""Flower cards (花札): mushi.md and sakura.md, "Equipment and table".

A card is its code: the number of its flower, a hyphen and its picture, such as
`03-bright`; a digit tells equal pictures of one flower apart. No card comes twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from rules.errors import Problem

Card = str
"""The code of a card."""
Pile = tuple[Card, ...]
"""Cards that lie together, such as those that one player captured."""

PICTURES: Final[Mapping[str, tuple[str, ...]]] = {
    "01": ("bright", "ribbon", "junk1", "junk2"),  # pine 松, crane
    "02": ("animal", "ribbon", "junk1", "junk2"),  # plum 梅, nightingale
    "03": ("bright", "ribbon", "junk1", "junk2"),  # cherry 桜, curtain
    "04": ("animal", "ribbon", "junk1", "junk2"),  # wisteria 藤, cuckoo
    "05": ("animal", "ribbon", "junk1", "junk2"),  # iris 菖蒲, bridge
    "06": ("animal", "ribbon", "junk1", "junk2"),  # peony 牡丹, butterflies
    "07": ("animal", "ribbon", "junk1", "junk2"),  # bush clover 萩, boar
    "08": ("bright", "animal", "junk1", "junk2"),  # grass ススキ, moon and geese
    "09": ("animal", "ribbon", "junk1", "junk2"),  # chrysanthemum 菊, cup
    "10": ("animal", "ribbon", "junk1", "junk2"),  # maple 紅葉, deer
    "11": ("bright", "animal", "ribbon", "junk"),  # rain 雨, man and swallow
    "12": ("bright", "junk1", "junk2", "junk3"),  # paulownia 桐, phoenix; junk1 is yellow
}
"""The four pictures of each flower, by its number."""

DECK: Final = "hanafuda"
PACK: Final[Pile] = tuple(
    f"{number}-{picture}" for number, pictures in PICTURES.items() for picture in pictures
)
"""All 48 cards, in the order of the months."""

COPIES: Final = 4
"""Cards of one flower."""

RAIN: Final = "11"
RAIN_JUNK: Final = "11-junk"
"""The card that takes other flowers: the devil (鬼札) of Mushi, the gaji (ガジ) of Sakura."""
RAINS: Final = frozenset(("11-bright", "11-animal", "11-ribbon"))
"""The rain cards that take rain only."""


def flower(card: Card) -> str:
    """Return the number of the card's flower: `01` … `12`."""
    return card[:2]


def picture(card: Card) -> str:
    """Return what the card shows: `bright`, `animal`, `ribbon` or `junk`."""
    return card[3:].rstrip("123")


def of_flower(number: str, cards: Iterable[Card]) -> Pile:
    """Return those of *cards* that show the flower *number*, in their order."""
    return tuple([card for card in cards if card[:2] == number])


def by_flower(cards: Iterable[Card]) -> Mapping[str, int]:
    """Return how many of *cards* each flower has."""
    return Counter([card[:2] for card in cards])


def whole_flowers(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the flowers that have all four of their cards among *cards*, in order."""
    return tuple(sorted(one for one, copies in by_flower(cards).items() if copies == COPIES))


def cards_of(number: str) -> frozenset[Card]:
    """Return the four cards of the flower *number*."""
    return frozenset(f"{number}-{picture}" for picture in PICTURES[number])


def are_one_flower(cards: Collection[Card]) -> bool:
    """Return whether *cards* are the four cards of one flower."""
    return len(cards) == COPIES and len(whole_flowers(set(cards))) == 1


class Combination(NamedTuple):
    """Cards that are worth something together."""

    id: str
    """Its id among the game's elements."""
    cards: frozenset[Card]
    value: int
    """Points that the others give for it."""


def combinations_of(value: int, **cards: str) -> tuple[Combination, ...]:
    """Return combinations that all are worth *value*, by their ids, with blanks between *cards*."""
    return tuple([Combination(id_, frozenset(text.split()), value) for id_, text in cards.items()])


def combinations_in(
    cards: Iterable[Card], combinations: Iterable[Combination]
) -> tuple[Combination, ...]:
    """Return those of *combinations* that lie whole among *cards*; one card may serve several."""
    pile: Set[Card] = frozenset(cards)
    return tuple([one for one in combinations if one.cards <= pile])


def cards_by_id(combinations: Iterable[Combination]) -> Mapping[str, Pile]:
    """Return the cards of each combination, in the order of the pack."""
    return {one.id: tuple(sorted(one.cards, key=PACK.index)) for one in combinations}


def card_problems(lying: Sequence[tuple[str, Pile]], pack: frozenset[Card]) -> Iterator[Problem]:
    """Yield the cards that are not in the *pack*, and those that lie there twice.

    *lying* holds piles with their places in the record.
    """
    for where, pile in lying:
        for place, card in enumerate(pile):
            if card not in pack:
                yield Problem("bad_tiles", f"{card} is no card of this pack", f"{where}[{place}]")
    counts = Counter([card for _, pile in lying for card in pile])
    for card, copies in counts.items():
        if copies > 1:
            where = next(where for where, pile in reversed(lying) if card in pile)
            yield Problem("bad_tiles", f"{card} lies there {copies} times", where)


def missing_problems(cards: Iterable[Card], pack: frozenset[Card]) -> Iterator[Problem]:
    """Yield which cards of the whole *pack* are not among *cards*, if any."""
    if missing := sorted(pack.difference(cards)):
        words = f"all {len(pack)} cards must lie there; missing: {', '.join(missing)}"
        yield Problem("bad_tiles", words, "play")
