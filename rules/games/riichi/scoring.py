"""What a winner's hand is worth in its best reading: riichi.md, "Scoring elements", "Payment"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from rules.games.riichi.hand import count_dora
from rules.games.riichi.points import MANGAN
from rules.games.riichi.yaku import Chance, Shape
from rules.settle.settlement import Item, value_of
from rules.value import value

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.game import Options
    from rules.games.riichi import Riichi
    from rules.games.riichi.hand import Hand, Winner
    from rules.games.riichi.yaku import Yaku
    from rules.record.values import Deal, Record

RIICHI: Final = frozenset(("riichi", "double_riichi"))


@value
class Score:
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

Asked = tuple["Callable[[Hand], int]", Held, bool]
"""How often a hand has a yaku, the yaku, and whether it is plain."""

Known = tuple[list[Held], bool]
"""Yaku that a hand has for certain, and whether all of them are plain."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The rows of a game as some options play them, for concealed hands or for open ones."""

    chances: tuple[tuple[str, Held], ...]
    """The word that brings a yaku, and the yaku."""
    shapes: tuple[tuple[int, Callable[[Hand], int] | None, Held], ...]
    """What each needs and asks, and the yaku."""


def best(game: Riichi, record: Record, winner: Winner) -> Score | None:
    """Return the score in the reading that pays most, or nothing if the tiles form no hand.

    Of equal pay a yakuman comes before counted han; then more han, then more fu, then the first.
    """
    found = game.hands(winner)
    if not found:
        return None
    sheet = sheet_of(game, winner.options, winner.is_closed)
    luck = chances(sheet, winner.words)
    dora = dora_items(game, winner, record.deal)
    if len(found) == 1:
        return judge(game, sheet, found[0], luck, dora)
    scores = []
    for hand in found:
        scores.append(judge(game, sheet, hand, luck, dora))
    return _richest(game, record, winner, scores)


def _richest(game: Riichi, record: Record, winner: Winner, scores: list[Score]) -> Score:
    """Return which of the *scores* in several readings pays most."""

    def rank(score: Score) -> tuple[int, bool, int, int]:
        paid = sum([amount for _, amount in game.portions(record, winner, score.basic)])
        return paid, score.is_yakuman, score.han or 0, score.fu or 0

    return max(scores, key=rank)


@lru_cache(maxsize=1 << 8)
def sheet_of(game: Riichi, options: Options, is_closed: bool) -> Sheet:
    """Return the rows that count; the same sheet for options that differ in none of them."""
    return _sheet(game, tuple([options[name] for name in _settings(game)]), is_closed)


@cache
def _settings(game: Riichi) -> tuple[str, ...]:
    """Return the options on which it depends what the rows of *game* add."""
    names = {row.setting[0] for row in game.rows if row.setting}
    if any(row.is_double for row in game.rows):
        names.add("double_yakuman")
    return tuple(sorted(names))


@lru_cache(maxsize=1 << 8)
def _sheet(game: Riichi, chosen: tuple[Any, ...], is_closed: bool) -> Sheet:
    """Return the rows that count where the options of `_settings` are *chosen*."""
    options = dict(zip(_settings(game), chosen, strict=True))
    luck, shapes = [], []
    for row in game.rows:
        item = row.item(options, is_closed=is_closed)
        if item is not None and isinstance(row, Chance):
            luck.append((row.word, (row, item)))
        elif item is not None and isinstance(row, Shape):
            shapes.append((row.needs, row.holds, (row, item)))
    return Sheet(tuple(luck), tuple(shapes))


@lru_cache(maxsize=1 << 10)
def chances(sheet: Sheet, words: frozenset[str]) -> Known:
    """Return the yaku that the words of the record bring."""
    held = [one for word, one in sheet.chances if word in words]
    return held, all(row.is_plain for row, _ in held)


@lru_cache(maxsize=1 << 12)
def shapes_of(sheet: Sheet, features: int) -> tuple[Known, list[Asked]]:
    """Return the yaku that a reading with *features* has, and those that it may have."""
    certain: list[Held] = []
    asked: list[Asked] = []
    lacking = ~features
    for needs, holds, held in sheet.shapes:
        if not needs & lacking:
            if holds:
                asked.append((holds, held, held[0].is_plain))
            else:
                certain.append(held)
    return (certain, all(row.is_plain for row, _ in certain)), asked


def judge(game: Riichi, sheet: Sheet, hand: Hand, luck: Known, dora: list[Item]) -> Score:
    """Return what one reading is worth with the yaku of the deal and the draw *luck*."""
    (held, is_plain), (known, asked) = luck, shapes_of(sheet, hand.features)
    held = held + known[0]
    is_plain = is_plain and known[1]
    for holds, one, plain in asked:
        if times := holds(hand):
            held += [one] * times
            is_plain = is_plain and plain
    if is_plain:
        return _ordinary(game, hand, [item for _, item in held], dora)
    return total(game, hand, held, dora)


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
    return Score(hand, tuple(items), basic, limit, han, fu, reasons)


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
