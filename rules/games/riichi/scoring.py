"""What a winner's hand is worth in its best reading: riichi.md, "Scoring elements", "Payment"."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.riichi.hand import CLOSED, count_dora
from rules.games.riichi.points import MANGAN
from rules.games.riichi.yaku import Chance, Shape
from rules.record import of_fields
from rules.settlement import Item, value_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.riichi import Riichi
    from rules.games.riichi.hand import Hand, Winner
    from rules.games.riichi.yaku import Yaku
    from rules.record import Deal, Options, Record

RIICHI: Final = frozenset(("riichi", "double_riichi"))


class Score(NamedTuple):
    """A hand as it is judged in one reading."""

    hand: Hand
    items: tuple[Item, ...]
    """Empty where no yaku holds."""
    basic: int
    """Basic points, before banker, payers and rounding."""
    limit: str | None = None
    han: int | None = None
    """`None` for yakuman, as is *fu*."""
    fu: int | None = None
    fu_items: tuple[Item, ...] = ()

    @property
    def is_yakuman(self) -> bool:
        """Return whether the items are yakuman."""
        return self.limit == "yakuman"


Held = tuple["Yaku", Item]
"""A yaku that a hand has, and what it adds."""

Asked = tuple["Callable[[Hand], int]", Held]
"""How often a hand has a yaku, and the yaku."""


class Luck(NamedTuple):
    """What the deal, the draw and the dora bring, in whatever reading."""

    held: list[Held]
    dora: list[Item]


def best(game: Riichi, record: Record, winner: Winner) -> Score | None:
    """Return the score in the reading that pays most, or nothing if the tiles form no hand.

    Of equal pay a yakuman comes before counted han; then more han, then more fu, then the first.
    """
    found = game.hands(winner)
    if not found:
        return None
    held = chances(game, winner.options, winner.words, winner.is_closed)
    luck = of_fields(Luck, (held, dora_items(game, winner, record.deal)))
    if len(found) == 1:
        return judge(game, found[0], luck)

    def rank(score: Score) -> tuple[int, bool, int, int]:
        paid = sum([amount for _, amount in game.portions(record, winner, score.basic)])
        return paid, score.is_yakuman, score.han or 0, score.fu or 0

    return max([judge(game, hand, luck) for hand in found], key=rank)


@lru_cache(maxsize=1 << 10)
def chances(game: Riichi, options: Options, words: frozenset[str], is_closed: bool) -> list[Held]:
    """Return the yaku that the words of the record bring."""
    held: list[Held] = []
    for row in game.rows:
        if isinstance(row, Chance) and row.word in words:
            item = row.item(options, is_closed=is_closed)
            if item is not None:
                held.append((row, item))
    return held


def judge(game: Riichi, hand: Hand, luck: Luck) -> Score:
    """Return what one reading is worth."""
    winner = hand.winner
    certain, asked = shapes_of(game, winner.options, hand.features)
    held = luck.held + certain
    for holds, one in asked:
        if times := holds(hand):
            held += [one] * times
    return total(game, hand, held, luck.dora)


def total(game: Riichi, hand: Hand, held: list[Held], dora: list[Item]) -> Score:
    """Return what a reading that has the yaku *held* is worth."""
    yaku: list[Item] = []
    limits: list[Item] = []
    yakuman: list[Item] = []
    excluded: tuple[str, ...] = ()
    for row, item in held:
        if row.rank == "han":
            yaku.append(item)
        else:
            (yakuman if row.rank == "yakuman" else limits).append(item)
        if row.excludes:
            excluded += row.excludes
    if yakuman:
        items = game.yakuman_items(yakuman)
        return Score(hand, items, game.yakuman_points * value_of(items), "yakuman")
    if excluded:
        yaku = [item for item in yaku if item.id not in excluded]
    score = _ordinary(game, hand, yaku, dora)
    if limits and score.basic <= MANGAN:
        return Score(hand, tuple(limits), MANGAN, "mangan", 5, score.fu, score.fu_items)
    return score


def _ordinary(game: Riichi, hand: Hand, yaku: list[Item], dora: list[Item]) -> Score:
    """Return the score of a hand by han and fu; dora alone are no win."""
    if not yaku:
        return Score(hand, (), 0)
    items = yaku + dora
    han = value_of(items)
    reasons = game.fu_items(hand, items)
    fu = value_of(reasons)
    basic, limit = game.basic_points(han, fu, hand.winner.options)
    return of_fields(Score, (hand, tuple(items), basic, limit, han, fu, reasons))


def dora_items(game: Riichi, winner: Winner, deal: Deal) -> list[Item]:
    """Return the dora of every sort, one item each."""
    items = []
    if count := count_dora(winner, deal.indicators, game.dora_of):
        items.append(_dora("dora", count))
    if winner.red_fives:
        items.append(_dora("red_five", winner.red_fives))
    has_ura = winner.options["ura_dora"] and not RIICHI.isdisjoint(winner.words)
    if has_ura and (count := count_dora(winner, deal.hidden_indicators, game.dora_of)):
        items.append(_dora("ura_dora", count))
    return items


_dora: Final = cache(Item)
"""The item of so many dora, made once."""


@lru_cache(maxsize=1 << 12)
def shapes_of(game: Riichi, options: Options, features: int) -> tuple[list[Held], list[Asked]]:
    """Return the yaku that a reading with *features* has, and those that it may have."""
    certain: list[Held] = []
    asked: list[Asked] = []
    lacking = ~features
    for needs, holds, held in shapes(game, options, bool(features & CLOSED)):
        if not needs & lacking:
            if holds:
                asked.append((holds, held))
            else:
                certain.append(held)
    return certain, asked


@lru_cache(maxsize=1 << 7)
def shapes(
    game: Riichi, options: Options, is_closed: bool
) -> list[tuple[int, Callable[[Hand], int] | None, Held]]:
    """Return the yaku of the tiles that count in a hand, with what each needs and asks."""
    found: list[tuple[int, Callable[[Hand], int] | None, Held]] = []
    for row in game.rows:
        if isinstance(row, Shape):
            item = row.item(options, is_closed=is_closed)
            if item is not None:
                found.append((row.needs, row.holds, (row, item)))
    return found
