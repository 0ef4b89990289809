"""What cannot be in a record of Mushi: mushi.md, "Record: `play`", errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.cards.hanafuda.cards import (
    COPIES,
    PACK,
    RAINS,
    are_one_flower,
    by_flower,
    cards_of,
    whole_flowers,
)
from rules.games.cards.hanafuda.checking import card_problems, missing_problems
from rules.games.cards.mushi.capturing import BUNDLE, DEVIL
from rules.games.cards.mushi.sharing import rain_heir

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from rules.games.cards.hanafuda.cards import Card, Pile
    from rules.games.cards.mushi.sharing import Play, Redeal
    from rules.play.game import Played

LEFT_OUT: Final = frozenset(("06", "07"))
"""Peony and bush clover, which this pack has not."""
MUSHI_PACK: Final = frozenset(card for card in PACK if card[:2] not in LEFT_OUT)
"""The forty cards of the game (虫札)."""

TABLE_REASONS: Final = ("table_four", "table_three_rain")
"""Redeals for what was dealt to the table; each is an option by the same name."""
REASONS: Final = ("hand_four", *TABLE_REASONS)


def problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield what is wrong with the cards, sets and left-over cards of *played*.

    What follows is only looked for where what comes before is sound.
    """
    for stage in (_tiles, _redeal_sets, _barred, _dealt, _left_over):
        found = tuple(stage(played))
        yield from found
        if found:
            return


def _tiles(played: Played[Play]) -> Iterator[Problem]:
    """Yield cards that are not in the pack or come twice, and what is missing of the forty."""
    play = played.play
    lying = [(f"play.captured[{seat}]", pile) for seat, pile in enumerate(play.captured)]
    lying.append(("play.table", play.table))
    yield from card_problems(lying, MUSHI_PACK)
    if played.is_played_out:
        yield from missing_problems([card for _, pile in lying for card in pile], MUSHI_PACK)
    yield from card_problems([("play.deal_table", play.deal_table or ())], MUSHI_PACK)
    if play.redeal is not None:
        yield from card_problems([("play.redeal.cards", play.redeal.cards)], MUSHI_PACK)


def _redeal_sets(played: Played[Play]) -> Iterator[Problem]:
    """Yield cards for which nobody deals again."""
    redeal = played.play.redeal
    if redeal is None:
        return
    if redeal.reason == "table_three_rain":
        if set(redeal.cards) != RAINS:
            message = "three rains are the rain cards without the devil (鬼札)"
            yield Problem("bad_meld", message, "play.redeal.cards")
    elif not are_one_flower(redeal.cards):
        message = f"{redeal.reason} means the four cards of one flower"
        yield Problem("bad_meld", message, "play.redeal.cards")


def _barred(played: Played[Play]) -> Iterator[Problem]:
    """Yield a redeal that the options do not give, and a hand that should have been one."""
    options, redeal = played.options, played.play.redeal
    if redeal is not None and _is_kept(redeal, options):
        kept = options[redeal.reason]
        message = f"by the option {redeal.reason} = {kept} nobody deals again for that"
        yield Problem("barred", message, "play.redeal.reason")
    if played.is_played_out:
        for reason, cards in _dealt_sets(played.play):
            if options[reason] == "redeal":
                message = f"{', '.join(sorted(cards))} on the table: thrown in and dealt again"
                yield Problem("barred", message, "play.deal_table")


def _is_kept(redeal: Redeal, options: Mapping[str, Any]) -> bool:
    """Return whether the cards of *redeal* would have stayed in the game."""
    return redeal.reason in TABLE_REASONS and options[redeal.reason] != "redeal"


def _dealt_sets(play: Play) -> Iterator[tuple[str, frozenset[Card]]]:
    """Yield the sets on the dealt table that are captured or thrown in, with the option for each.

    With the devil among them the rain cards are four of a flower, not three rains (D4).
    """
    dealt = set(play.deal_table or ())
    for number in whole_flowers(dealt):
        yield "table_four", cards_of(number)
    if dealt >= RAINS and DEVIL not in dealt:
        yield "table_three_rain", RAINS


def _dealt(played: Played[Play]) -> Iterator[Problem]:
    """Yield sets on the dealt table that do not lie with whom the options give them to."""
    if not played.is_played_out:
        return
    play = played.play
    for reason, cards in _dealt_sets(play):
        if played.options[reason] == "devil_taker":
            lie_right = cards <= {*play.table, *_devils_pile(play)}
            whose = "whoever takes the devil (鬼札)"
        else:
            lie_right = cards <= set(play.captured[played.state.banker])
            whose = "the elder"
        if not lie_right:
            message = f"{', '.join(sorted(cards))} were dealt to the table for {whose}"
            yield Problem("bad_record", message, "play.deal_table")


def _devils_pile(play: Play) -> Pile:
    """Return the pile in which the devil lies, if it lies in one."""
    holder = play.holder(DEVIL)
    return () if holder is None else play.captured[holder]


def _left_over(played: Played[Play]) -> Iterator[Problem]:
    """Yield cards on the table that cannot have been left over."""
    if played.is_played_out:
        for message in (*_last_devil(played), *_rains(played), *_others(played.play)):
            yield Problem("bad_record", message, "play.table")


def _last_devil(played: Played[Play]) -> Iterator[str]:
    """Yield where the devil cannot be: who turns the last card of the stock is the younger."""
    play = played.play
    if play.devil_last and play.holder(DEVIL) != 1 - played.state.banker:
        yield "the devil as last card of the stock is the younger's, who turns that card"


def _rains(played: Played[Play]) -> Iterator[str]:
    """Yield rain cards that cannot be left over, or that nobody has a claim to."""
    play, options = played.play, played.options
    left = play.rains_left
    if DEVIL in play.table and (len(left) != 1 or play.others_left):
        yield "a devil that was never taken lies beside exactly one rain card"
    elif len(left) not in (0, 1, BUNDLE):
        yield "two rain cards would have taken one another"
    if len(left) == BUNDLE and options["table_three_rain"] != "devil_taker":
        yield "three rains are left lying by the option table_three_rain = devil_taker only"
    if len(left) == 1 and rain_heir(play, options) is None:
        yield "the other two rain cards must lie in one pile: one of them took the other"


def _others(play: Play) -> Iterator[str]:
    """Yield cards of other flowers that cannot be left over."""
    counts = by_flower(play.others_left)
    if len(counts) > 1:
        yield "the devil leaves cards of one other flower at most"
    for number, copies in sorted(counts.items()):
        if copies in (2, COPIES):
            yield f"{copies} cards of flower {number} would have taken one another"
    if counts and play.holder(DEVIL) is None:
        yield "a card of another flower is left over only if the devil took its mate"
    if counts and play.devil_last:
        yield "the devil as last card of the stock takes no mate of another flower's card"
