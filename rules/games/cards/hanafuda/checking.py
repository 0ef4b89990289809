"""Are these cards possible? What every flower-card record is checked for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.games.cards.hanafuda.cards import Card, Pile


def card_problems(lying: Sequence[tuple[str, Pile]], pack: frozenset[Card]) -> Iterator[Problem]:
    """Yield the cards that are not in the *pack*, and those that lie there twice.

    *lying* holds piles with their places in the record.
    """
    for where, pile in lying:
        for place, card in enumerate(pile):
            if card not in pack:
                yield Problem("bad_tiles", f"{card} is no card of this pack", f"{where}[{place}]")
    seen = Counter([card for _, pile in lying for card in pile])
    for card, copies in seen.items():
        if copies > 1:
            where = next(where for where, pile in reversed(lying) if card in pile)
            yield Problem("bad_tiles", f"{card} lies there {copies} times", where)


def missing_problems(cards: Iterable[Card], pack: frozenset[Card]) -> Iterator[Problem]:
    """Yield which cards of the whole *pack* are not among *cards*, if any."""
    if missing := sorted(pack.difference(cards)):
        words = f"all {len(pack)} cards must lie there; missing: {', '.join(missing)}"
        yield Problem("bad_tiles", words, "play")
