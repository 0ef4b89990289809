"""What a winner's hand is worth in its best reading: riichi.md, "Scoring elements", "Payment"."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.riichi.hand import count_dora, count_red, hands
from rules.games.riichi.points import MANGAN, YAKUMAN
from rules.games.riichi.yaku import Chance, Shape
from rules.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.games.riichi import Riichi
    from rules.games.riichi.hand import Hand, Winner
    from rules.games.riichi.yaku import Rank, Yaku
    from rules.record import Deal, Record

PINFU: Final = "all_sequences"
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


class Luck(NamedTuple):
    """What the deal, the draw and the dora bring, in whatever reading."""

    chances: tuple[Chance, ...]
    dora: tuple[Item, ...]


def best(game: Riichi, record: Record, winner: Winner) -> Score | None:
    """Return the score in the reading that pays most, or nothing if the tiles form no hand.

    Of equal pay a yakuman comes before counted han; then more han, then more fu, then the first.
    """
    chances = tuple([row for row in chances_of(game) if row.word in winner.words])
    luck = Luck(chances, tuple(dora_items(winner, record.deal)))
    scores = [judge(game, hand, luck) for hand in hands(winner)]
    if len(scores) < 2:
        return scores[0] if scores else None

    def rank(score: Score) -> tuple[int, bool, int, int]:
        paid = sum([amount for _, amount in game.portions(record, winner, score.basic)])
        return paid, score.is_yakuman, score.han or 0, score.fu or 0

    return max(scores, key=rank)


def judge(game: Riichi, hand: Hand, luck: Luck) -> Score:
    """Return what one reading is worth."""
    held: dict[Rank, list[Item]] = {"han": [], "mangan": [], "yakuman": []}
    excluded: set[str] = set()
    options, is_closed = hand.winner.options, hand.winner.is_closed
    found: list[tuple[Yaku, int]] = [(row, 1) for row in luck.chances]
    found += [(row, row.holds(hand)) for row in shapes_of(game, hand.features)]
    for row, times in found:
        if times and (value := row.value(options, is_closed=is_closed)):
            held[row.rank] += [Item(row.id, value)] * times
            excluded.update(row.excludes)
    if excluded:
        held["han"] = [item for item in held["han"] if item.id not in excluded]
    if yakuman := held["yakuman"]:
        basic = YAKUMAN * sum([item.value for item in yakuman])
        return Score(hand, tuple(yakuman), basic, "yakuman")
    score = _ordinary(game, hand, held["han"], luck.dora)
    if held["mangan"] and score.basic <= MANGAN:
        return Score(hand, tuple(held["mangan"]), MANGAN, "mangan", 5, score.fu, score.fu_items)
    return score


def _ordinary(game: Riichi, hand: Hand, yaku: list[Item], dora: tuple[Item, ...]) -> Score:
    """Return the score of a hand by han and fu; dora alone are no win."""
    if not yaku:
        return Score(hand, (), 0)
    items = (*yaku, *dora)
    han = sum([item.value for item in items])
    reasons = game.fu_items(hand, is_pinfu=any(item.id == PINFU for item in yaku))
    fu = sum([item.value for item in reasons])
    basic, limit = game.basic_points(han, fu, hand.winner.options)
    return Score(hand, items, basic, limit, han, fu, reasons)


def dora_items(winner: Winner, deal: Deal) -> Iterable[Item]:
    """Yield the dora of every sort, one item each."""
    if count := count_dora(winner, deal.indicators):
        yield Item("dora", count)
    if count := count_red(winner):
        yield Item("red_five", count)
    has_ura = winner.options["ura_dora"] and winner.words & RIICHI
    if has_ura and (count := count_dora(winner, deal.hidden_indicators)):
        yield Item("ura_dora", count)


@cache
def chances_of(game: Riichi) -> tuple[Chance, ...]:
    """Return the game's yaku that a word brings."""
    return tuple(row for row in game.rows if isinstance(row, Chance))


@cache
def shapes_of(game: Riichi, features: int) -> tuple[Shape, ...]:
    """Return the yaku of the tiles that a reading with *features* may have."""
    return tuple(row for row in game.rows if isinstance(row, Shape) and not row.needs & ~features)
