"""What a winner's hand is worth in its best reading: riichi.md, "Fu", "Payment"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Final

from rules.game import Options
from rules.games.riichi import yaku
from rules.games.riichi.hand import (
    DORA_OF,
    FOUR_WINDS,
    SETS,
    THREE_DRAGONS,
    Hand,
    Values,
    Winner,
    count_dora,
    of_sets,
    pairs_and_orphans,
    waits_without_sets,
    winner_of,
)
from rules.games.riichi.points import (
    MANGAN,
    OF_BANKER,
    OF_DISCARDER,
    OF_DISCARDER_TO_BANKER,
    SINGLE,
    YAKUMAN,
    Portion,
    Share,
    basic_points,
    paid_by_han,
)
from rules.games.riichi.yaku import Chance, Form, Shape, Yaku, form_of
from rules.hands.covers import waits
from rules.hands.keys import pack
from rules.hands.shapes import Part
from rules.record.values import Deal, Record, Win
from rules.ruleset import Ruleset
from rules.scoring import note_exclusions
from rules.settle.settlement import Item, value_of
from rules.settle.terms import add
from rules.tiles import HONORS, KIND, Tile
from rules.value import NOTHING, value

RIICHI: Final = frozenset(("riichi", "double_riichi"))
VALUES: Final = tuple(
    tuple(Values((own,), (of_round,), THREE_DRAGONS) for of_round in FOUR_WINDS)
    for own in FOUR_WINDS
)
"""The honors of value by own wind and wind of the round."""


@value
class RiichiScore:
    """A hand as it is judged in one reading."""

    winner: Winner
    hand: Hand | None
    """Nothing where people say what it is worth, in place of its tiles."""
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


# Fu, each with its reason

BASE: Final = Item("base", 20)
SEVEN_PAIRS: Final = Item("seven_pairs", 25)
CONCEALED_DISCARD: Final = Item("concealed_hand", 10)
SELF_DRAW: Final = Item("self_draw", 2)
OPEN_MINIMUM: Final = Item("open_minimum", 10)
PAIR_WAIT: Final = Item("pair_wait", 2)
RUN_WAIT: Final = Item("edge_or_closed_wait", 2)
TEN: Final = 10
LARGER: Final = {5: "kin", 6: "kun", 7: "ken", 8: "kon", 9: "san"}
"""What sets of more than four equal tiles are called (檎 桾 検 根 サン): zero-rule.md."""
ROUNDING: Final = tuple(Item("rounding", fu) for fu in range(TEN))


def fu_items(hand: Hand, self_draw: Item | None = SELF_DRAW) -> tuple[Item, ...]:
    """Return what brings the fu of a *hand*, *self_draw* if it was drawn.

    Rounding is one of the reasons, so they add up to its fu. A concealed hand whose sets, pair
    and wait bring none is pinfu, which gets none for the self-draw either.
    """
    if yaku.is_seven_pairs(hand):
        return (SEVEN_PAIRS,)
    merits = _merits(hand)
    items = [BASE]
    if hand.winner.source is not None:
        if hand.winner.is_closed:
            items.append(CONCEALED_DISCARD)
    elif self_draw and (merits or not hand.winner.is_closed):
        items.append(self_draw)
    items += merits
    fu = value_of(items)
    if fu % TEN:
        items.append(ROUNDING[TEN - fu % TEN])
    elif len(items) == 1 and not hand.winner.is_closed:
        items.append(OPEN_MINIMUM)
    return tuple(items)


def _merits(hand: Hand) -> list[Item]:
    """Return the fu of the sets, of the pair and of the wait."""
    items = [set_fu(item) for item in hand.parts if item.is_triplet] if hand.pungs else []
    if hand.pair >= HONORS:
        items += pair_fu(hand)
    if hand.completed.is_pair:
        items.append(PAIR_WAIT)
    elif hand.completed.is_run and not yaku.is_two_sided(hand):
        items.append(RUN_WAIT)
    return items


@cache
def set_fu(item: Part) -> Item:
    """Return the fu of a pung or kong.

    2, four times it for a kong, twice for each tile beyond four and each other merit.
    """
    is_major = item.is_honor or item.has_terminal
    tiles = len(item.kinds)
    doublings = tiles - 2 if item.is_kong else 0
    worth = 2 << (doublings + is_major + (not item.exposed))
    grade = "open" if item.exposed else "concealed"
    rank = "major" if is_major else "minor"
    return Item(f"{grade}_{rank}_{LARGER.get(tiles, item.shape)}", worth)


def pair_fu(hand: Hand) -> tuple[Item, ...]:
    """Return the fu of a pair of dragons or of a wind that counts."""
    winner, pair = hand.winner, hand.pair
    if pair in winner.values.dragons:
        return (Item("dragon_pair", 2),)
    own, of_round = pair in winner.values.seat_winds, pair in winner.values.round_winds
    if own and of_round:
        return (Item("double_wind_pair", winner.options["double_wind_pair_fu"]),)
    if own or of_round:
        return (Item("seat_wind_pair" if own else "round_wind_pair", 2),)
    return ()


# Which yaku a hand has

YakuCount = tuple["Callable[[Hand], int] | None", Item, bool]
"""How often a hand has a yaku (nothing: once), what it adds, and whether it is special."""

KnownYaku = tuple[list[Item], bool]
"""What the yaku of a hand add, and whether one of them is special."""


def is_special(row: Yaku) -> bool:
    """Return whether *row* is more than han beside others; most hands have none such."""
    return row.rank != "han" or bool(row.excludes)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The rows of a game as some options play them, each with what it adds.

    For concealed hands or for open ones.
    """

    chances: tuple[tuple[Chance, Item], ...]
    shapes: tuple[tuple[Shape, Item], ...]
    rows: Mapping[str, Yaku]
    """All of them by id."""


@lru_cache(maxsize=1 << 8)
def sheet_of(rows: RiichiScoring, options: Options, is_closed: bool) -> Sheet:
    """Return the rows that count; the same sheet for options that differ in none of them."""
    return _sheet(rows, tuple([options[name] for name in _settings(rows)]), is_closed)


@cache
def _settings(game: RiichiScoring) -> tuple[str, ...]:
    """Return the options on which it depends what the rows of *game* add."""
    names = {row.setting[0] for row in game.rows if row.setting}
    names |= {row.open_by for row in game.rows if row.open_by}
    if any(row.is_double for row in game.rows):
        names.add("double_yakuman")
    return tuple(sorted(names))


@lru_cache(maxsize=1 << 8)
def _sheet(game: RiichiScoring, values: tuple[Any, ...], is_closed: bool) -> Sheet:
    """Return the rows that count where the options of `_settings` have these *values*."""
    options = dict(zip(_settings(game), values, strict=True))
    luck, shapes = [], []
    for row in game.rows:
        item = row.item(options, is_closed=is_closed)
        if item is not None and isinstance(row, Chance):
            luck.append((row, item))
        elif item is not None and isinstance(row, Shape):
            shapes.append((row, item))
    shapes.sort(key=lambda shape: not shape[0].leads)
    rows = {row.id: row for row, _ in (*luck, *shapes)}
    return Sheet(tuple(luck), tuple(shapes), rows)


@lru_cache(maxsize=1 << 10)
def chances(sheet: Sheet, words: frozenset[str]) -> KnownYaku:
    """Return the yaku that the words of the record bring."""
    rows = [(row, item) for row, item in sheet.chances if row.word in words]
    return [item for _, item in rows], any(is_special(row) for row, _ in rows)


@lru_cache(maxsize=1 << 12)
def shapes_among(sheet: Sheet, form: Form) -> list[YakuCount]:
    """Return the yaku that a reading of this *form* has or may have."""
    return [(row.holds, item, is_special(row)) for row, item in sheet.shapes if row.among(form)]


def _find_yaku(sheet: Sheet, hand: Hand, luck: KnownYaku) -> KnownYaku:
    """Return all yaku that hold in a reading, with those of the deal and the draw *luck*."""
    items, special = [*luck[0]], luck[1]
    for holds, item, is_special in shapes_among(sheet, form_of(hand)):
        if times := 1 if holds is None else holds(hand):
            items += [item] * times
            special |= is_special
    return items, special


_dora: Final = cache(Item)
"""The item of a number of dora, made once."""


class RiichiScoring(Ruleset):
    """A riichi game as far as it scores hands; what other riichi games change of it."""

    vocabulary, minimum = "riichi", ("yaku", 1)
    rows: ClassVar[tuple[Yaku, ...]] = yaku.ROWS
    """All yaku."""
    dora_of: ClassVar[Mapping[int, int]] = DORA_OF
    """The dora of each indicator."""
    yakuman_points: ClassVar[int] = YAKUMAN
    """Basic points of a yakuman of value 1."""
    fixed: ClassVar[Mapping[str, Any]] = NOTHING
    """Options of riichi that another game leaves nobody to choose, with how it plays them."""

    @cached_property
    def defaults(self) -> Options:
        """Return every option with its default, and how those are played that are none."""
        return Options({**self.fixed, **super().defaults})

    def values(self, record: Record, seat: int) -> Values:
        """Return the honors that are of value to *seat*: own wind, wind of the round, dragons."""
        own = (seat - record.state.banker) % len(record.seats)
        return VALUES[own][(record.state.round - 1) % len(FOUR_WINDS)]

    def winner(self, record: Record, win: Win) -> Winner:
        """Return what is known of a winner before his tiles are divided."""
        return winner_of(record, win, self.values(record, win.seat))

    def hands(self, winner: Winner) -> list[Hand]:
        """Return the readings of a winner's tiles that may be the best.

        Seven pairs that form sets too are twice two equal runs, which always add a han more.
        """
        return of_sets(winner) or pairs_and_orphans(winner)

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
        kinds = [KIND[tile] for tile in hand]
        return frozenset(waits(pack(kinds), SETS - melds)) | waits_without_sets(kinds, melds)

    def yakuman_items(self, items: list[Item]) -> tuple[Item, ...]:
        """Return the yakuman *items* of a hand with what each adds."""
        return tuple(items)

    def fu_items(self, hand: Hand) -> tuple[Item, ...]:
        """Return what brings the fu of a hand."""
        return fu_items(hand)

    def shares(self, record: Record, winner: Winner) -> list[tuple[int, Share]]:
        """Return who pays which share of a hand."""
        source = winner.source
        if source is not None:
            return [(source, OF_DISCARDER_TO_BANKER if winner.is_banker else OF_DISCARDER)]
        banker = record.state.banker
        single = OF_BANKER if winner.is_banker else SINGLE
        return [
            (seat, OF_BANKER if seat == banker else single)
            for seat in range(len(record.seats))
            if seat != winner.seat
        ]

    def worth(self, record: Record, score: RiichiScore) -> int:
        """Return what a hand is paid by all together."""
        shares = self.shares(record, score.winner)
        return sum([share.of(score.basic) for _, share in shares])

    def portions(self, record: Record, score: RiichiScore) -> list[Portion]:
        """Return who pays how much for a hand."""
        shares, basic = self.shares(record, score.winner), score.basic
        if score.is_yakuman:
            each = self.yakuman_points
            terms = tuple([add(one.id, each, one.value) for one in score.items])
            return [(seat, *one.payment(basic, terms)) for seat, one in shares]
        worth = (score.han or 0, score.fu or 0, basic, score.limit)
        return [(seat, *paid_by_han(*worth, one)) for seat, one in shares]

    def best(self, record: Record, winner: Winner) -> RiichiScore | None:
        """Return the score in the reading that pays most, or nothing if the tiles form no hand.

        Of equal pay a yakuman comes before counted han; then more han, more fu, then the first.
        """
        readings = self.hands(winner)
        if not readings:
            return None
        sheet = sheet_of(self, winner.options, winner.is_closed)
        luck = chances(sheet, winner.words)
        dora = self.dora_items(winner, record.deal)
        scores = [self.judge(sheet, hand, luck, dora) for hand in readings]
        if len(scores) == 1:
            note_exclusions(winner.seat, lambda: self._shut_out(sheet, scores[0], luck))
            return scores[0]

        shares = self.shares(record, winner)

        def rank(score: RiichiScore) -> tuple[int, bool, int, int]:
            amount = sum([share.of(score.basic) for _, share in shares])
            return amount, score.is_yakuman, score.han or 0, score.fu or 0

        best_score = max(scores, key=rank)
        note_exclusions(winner.seat, lambda: self._shut_out(sheet, best_score, luck))
        return best_score

    def _shut_out(self, sheet: Sheet, score: RiichiScore, luck: KnownYaku) -> dict[str, str]:
        """Return the yaku that hold in the reading of *score*, each with what replaces it."""
        assert score.hand is not None  # it has just been read
        rows = [sheet.rows[item.id] for item in _find_yaku(sheet, score.hand, luck)[0]]
        ids = {item.id for item in score.items}
        higher = [row.id for row in rows if row.rank != "han" and row.id in ids]
        replacements = {row.id: higher[0] for row in rows if higher and row.rank == "han"}
        return replacements | {name: row.id for row in rows for name in row.excludes}

    def judge(self, sheet: Sheet, hand: Hand, luck: KnownYaku, dora: list[Item]) -> RiichiScore:
        """Return what one reading is worth with the yaku of the deal and the draw *luck*."""
        items, special = _find_yaku(sheet, hand, luck)
        if special:
            return self._judge_special(hand, [(sheet.rows[item.id], item) for item in items], dora)
        return self._by_han_and_fu(hand, items, dora)

    def _judge_special(
        self, hand: Hand, rows: list[tuple[Yaku, Item]], dora: list[Item]
    ) -> RiichiScore:
        """Return what a reading is worth of which some yaku are more than han beside others."""
        yakuman = [item for row, item in rows if row.rank == "yakuman"]
        if yakuman:
            items = self.yakuman_items(yakuman)
            basic = self.yakuman_points * value_of(items)
            return RiichiScore(hand.winner, hand, items, basic, "yakuman")
        exclusions = {name for row, _ in rows for name in row.excludes}
        plain = [item for row, item in rows if row.rank == "han" and row.id not in exclusions]
        score = self._by_han_and_fu(hand, plain, dora)
        limits = tuple([item for row, item in rows if row.rank == "mangan"])
        if limits and score.basic <= MANGAN:
            return replace(score, items=limits, basic=MANGAN, limit="mangan", han=5)
        return score

    def _by_han_and_fu(self, hand: Hand, yaku: list[Item], dora: list[Item]) -> RiichiScore:
        """Return the score of a hand by han and fu; dora alone are no win."""
        if not yaku:
            return RiichiScore(hand.winner, hand, (), 0)
        items = yaku + dora
        han = value_of(items)
        reasons = self.fu_items(hand)
        fu = value_of(reasons)
        basic, limit = basic_points(han, fu, hand.winner.options)
        return RiichiScore(hand.winner, hand, tuple(items), basic, limit, han, fu, reasons)

    def dora_items(self, winner: Winner, deal: Deal) -> list[Item]:
        """Return the dora of every sort, one item each."""
        items = []
        if count := count_dora(winner, deal.indicators, self.dora_of):
            items.append(_dora("dora", count))
        if winner.red_fives:
            items.append(_dora("red_five", winner.red_fives))
        has_ura = winner.options["ura_dora"] and not RIICHI.isdisjoint(winner.words)
        if has_ura and (count := count_dora(winner, deal.hidden_indicators, self.dora_of)):
            items.append(_dora("ura_dora", count))
        return items
