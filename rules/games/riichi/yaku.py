"""The yaku of riichi as a table: riichi.md, "Scoring elements"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from rules.games.riichi.hand import SETS, SUIT_MASKS, Hand, mask_of
from rules.ruleset import Element
from rules.scoring import elements
from rules.settle.settlement import Item
from rules.tiles import HONORS, is_terminal

Rank = Literal["han", "mangan", "yakuman"]
"""What a row brings: han; a mangan on its own; a yakuman, beside which no han count."""


class Form(NamedTuple):
    """What a reading is made of. It decides which yaku are asked of it at all.

    That spares five of six questions, a third of the time that a settlement takes.
    """

    runs: int
    honor_pungs: int
    """How many pungs and kongs are of honors; all others of those not runs are of suits."""
    suits: int
    """Of how many suits the tiles are, honors not counted."""
    has_simples: bool
    has_orphans: bool
    has_sets: bool = True
    has_equal_runs: bool = False
    is_outside: bool = False

    @property
    def pungs(self) -> int:
        """Return how many pungs and kongs there are."""
        return SETS - self.runs if self.has_sets else 0


def form_of(hand: Hand) -> Form:
    """Return what *hand* is made of."""
    runs, pungs, kinds = len(hand.runs), hand.pungs, hand.mask
    honor_pungs = 0
    for kind in pungs:
        honor_pungs += kind >= HONORS
    suits = (kinds & SUIT_MASKS[0] > 0) + (kinds & SUIT_MASKS[1] > 0) + (kinds & SUIT_MASKS[2] > 0)
    simples = kinds & SIMPLE_KINDS
    has_equal = len({*hand.runs}) < runs
    has_sets = bool(runs or pungs)
    return Form(
        runs,
        honor_pungs,
        suits,
        simples > 0,
        simples < kinds,
        has_sets,
        has_equal,
        hand.is_outside,
    )


SIMPLE_KINDS: Final = mask_of(elements.SIMPLES)
GREEN: Final = frozenset((19, 20, 21, 23, 25, 32))
RANKS: Final = 9
LAST_RUN: Final = 6
"""The rank, from 0, at which 789 begins."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """A row of the sheet's tables."""

    id: str
    native: str
    name: str
    closed: int
    """Value of a concealed hand, in han or, of a yakuman, in yakuman."""
    open: int
    """Value of an open hand; 0 where it does not count."""
    excludes: tuple[str, ...] = ()
    """What is not counted beside it."""
    rank: Rank = "han"
    is_double: bool = False
    """Whether it is two yakuman under the option `double_yakuman`."""
    setting: tuple[str, object] | None = None
    """The option and the value with which it is played; nothing where it always is."""

    def item(self, options: Mapping[str, Any], *, is_closed: bool) -> Item | None:
        """Return what it adds to a hand, nothing where it does not count."""
        if self.setting and options[self.setting[0]] != self.setting[1]:
            return None
        value = self.closed if is_closed else self.open
        if self.is_double and options["double_yakuman"]:
            value = 2
        return Item(self.id, value) if value else None

    @property
    def element(self) -> Element:
        """Return the row for the catalogue."""
        value: int | str = self.closed
        if self.rank == "yakuman":
            value = "1 (2) yakuman" if self.is_double else "1 yakuman"
        elif self.closed != self.open:
            value = f"{self.closed} / {self.open or '–'}"
        return Element(self.id, self.native, self.name, value)


@dataclass(frozen=True, slots=True)
class Chance(Yaku):
    """A yaku that a word of the record brings: a mark, an announcement or the way of winning."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Shape(Yaku):
    """A yaku of the tiles."""

    holds: Callable[[Hand], int] = lambda _: True
    """Whether, or how many times, a reading has it."""
    among: Callable[[Form], bool] = lambda _: True
    """Of which readings it is asked; all that have it are among them."""
    leads: bool = False
    """Whether a settlement names it before the others, as the ledgers have it."""


Names = tuple[str, str, str]
"""Id, native and English name."""


def han(names: Names, value: tuple[int, int], holds: Callable[[Hand], int], **how: Any) -> Shape:
    """Return a yaku of the tiles, worth as many han to a concealed and to an open hand."""
    return Shape(*names, *value, holds=holds, **how)


def yakuman(
    names: Names, holds: Callable[[Hand], int], *, is_open: bool = True, **how: Any
) -> Shape:
    """Return a yakuman of the tiles, of concealed hands only unless it *is_open*."""
    return Shape(*names, 1, int(is_open), rank="yakuman", holds=holds, **how)


# Claims about one reading


def is_two_sided(hand: Hand) -> bool:
    """Return whether the last tile completed a run from either end."""
    completed, kind = hand.completed, hand.winner.tile
    if not completed.is_run:
        return False
    low = completed.kind
    if kind == low:
        return low % 9 != LAST_RUN
    return kind == low + 2 and low % 9 != 0


def has_pinfu_form(hand: Hand) -> bool:
    """Return whether there are four runs, a worthless pair and a two-sided wait."""
    values, pair = hand.winner.values, hand.pair
    return (
        len(hand.runs) == hand.size
        and pair not in values.dragons
        and pair not in values.seat_winds
        and pair not in values.round_winds
        and is_two_sided(hand)
    )


def all_sequences(hand: Hand) -> bool:
    """Return whether a concealed hand has that form (平和)."""
    return hand.is_closed and has_pinfu_form(hand)


def all_simples(hand: Hand) -> bool:
    """Return whether all tiles are 2 to 8 (断幺九); open hands by option (喰いタン)."""
    may_count = hand.is_closed or hand.winner.options["open_tanyao"]
    return may_count and elements.all_simples(hand)


def equal_runs(hand: Hand) -> int:
    """Return how many times two runs are equal in a concealed hand, no run taken twice."""
    different = {*hand.runs}
    if len(different) == len(hand.runs) or not hand.winner.is_closed:
        return 0
    return sum([hand.runs.count(run) // 2 for run in different])


def pungs_of(hand: Hand, kinds: Collection[int]) -> int:
    """Return how many pungs and kongs are of *kinds*."""
    count = 0
    for kind in hand.pungs:
        count += kind in kinds
    return count


def concealed_pungs(hand: Hand) -> int:
    """Return how many pungs and kongs were completed without another's tile (暗刻)."""
    return elements.concealed_pungs(hand)


def four_concealed(hand: Hand, *, pair_last: bool) -> bool:
    """Return whether four pungs are concealed, the pair having come last or not."""
    return concealed_pungs(hand) == 4 and hand.completed.is_pair == pair_last


def similar_pungs(hand: Hand) -> bool:
    """Return whether there are pungs of one rank in all suits (三色同刻)."""
    pungs = {*hand.pungs}
    return any(kind < RANKS and {kind + RANKS, kind + 2 * RANKS} <= pungs for kind in pungs)


def outside_hand(hand: Hand) -> bool:
    """Return whether each part has a terminal or an honor, and there are runs and honors."""
    return hand.is_outside and bool(hand.runs) and elements.has_honors(hand)


def terminals_in_all_sets(hand: Hand) -> bool:
    """Return whether each part has a terminal, and there are runs (純全帯幺九)."""
    return hand.is_outside and bool(hand.runs) and not elements.has_honors(hand)


def is_seven_pairs(hand: Hand) -> bool:
    """Return whether the hand is seven pairs."""
    return len(hand.parts) == 7


def is_orphans(hand: Hand) -> bool:
    """Return whether the hand is orphans one by one."""
    return len(hand.parts) > 7


def all_green(hand: Hand) -> bool:
    """Return whether nothing but green tiles is in the hand (緑一色)."""
    return GREEN.issuperset(hand.kinds)


def nine_gates(hand: Hand, *, pure: bool) -> bool:
    """Return whether the hand is 1112345678999 of a suit and one more tile of it.

    *pure*: whether it was that before the winning tile came.
    """
    kinds, low = hand.winner.concealed, hand.parts[0].suit * 9
    if hand.winner.melds or low >= HONORS or not elements.pure_one_suit(hand):
        return False
    more = [kinds.count(low + rank) - (3 if rank in (0, 8) else 1) for rank in range(RANKS)]
    return min(more) == 0 and (more[hand.winner.tile - low] == 1) == pure


# The tables


def without_sets(form: Form) -> bool:
    """Return whether the hand is of pairs or lone tiles."""
    return not form.has_sets


def might_be_gates(form: Form) -> bool:
    """Return whether the hand may be nine gates: of one suit, with ends and runs."""
    return form.suits < 2 and form.runs > 0 and form.has_orphans and not form.honor_pungs


CHANCES: Final = (
    Chance("riichi", "立直", "riichi", 1, 0, word="riichi"),
    Chance("double_riichi", "両立直", "double riichi", 2, 0, ("riichi",), word="double_riichi"),
    Chance("ippatsu", "一発", "one-shot", 1, 0, setting=("ippatsu", True), word="ippatsu"),
    Chance("fully_concealed_self_draw", "門前清自摸和", "concealed self-draw", 1, 0,
           word="self_draw"),
    Chance("kong_draw", "嶺上開花", "kong draw", 1, 1, word="kong_draw"),
    Chance("robbing_the_kong", "搶槓", "robbing a kong", 1, 1, word="robbed_kong"),
    Chance("last_tile", "海底摸月", "last tile", 1, 1, word="last_tile"),
    Chance("last_discard", "河底撈魚", "last discard", 1, 1, word="last_discard"),
)  # fmt: skip
"""Yaku of the deal, the draw and the announcements."""

SHAPES: Final = (
    han(("all_sequences", "平和", "pinfu"), (1, 0), all_sequences,
        among=lambda form: form.runs == 4),
    han(("all_simples", "断幺九", "all simples"), (1, 1), all_simples,
        among=lambda form: not form.has_orphans),
    han(("pure_double_sequence", "一盃口", "two equal runs"), (1, 0),
        lambda hand: equal_runs(hand) == 1, among=lambda form: form.has_equal_runs),
    han(("dragon_pung", "役牌 三元牌", "dragons"), (1, 1),
        lambda hand: pungs_of(hand, hand.winner.values.dragons),
        among=lambda form: form.honor_pungs > 0),
    han(("seat_wind_pung", "自風", "own wind"), (1, 1),
        lambda hand: pungs_of(hand, hand.winner.values.seat_winds),
        among=lambda form: form.honor_pungs > 0),
    han(("round_wind_pung", "場風", "round wind"), (1, 1),
        lambda hand: pungs_of(hand, hand.winner.values.round_winds),
        among=lambda form: form.honor_pungs > 0),
    han(("three_similar_sequences", "三色同順", "three-coloured runs"), (2, 1),
        elements.three_similar_sequences, among=lambda form: form.runs > 2 and form.suits > 2,
        leads=True),
    han(("straight", "一気通貫", "straight"), (2, 1), elements.straight,
        among=lambda form: form.runs > 2, leads=True),
    han(("outside_hand", "混全帯幺九", "outside hand"), (2, 1), outside_hand,
        among=lambda form: form.is_outside, leads=True),
    han(("seven_pairs", "七対子", "seven pairs"), (2, 0), is_seven_pairs, among=without_sets,
        leads=True),
    han(("all_pungs", "対々和", "all pungs"), (2, 2), elements.all_pungs,
        among=lambda form: form.pungs == 4, leads=True),
    han(("three_concealed_pungs", "三暗刻", "three concealed pungs"), (2, 2),
        lambda hand: concealed_pungs(hand) == 3, among=lambda form: form.pungs > 2),
    han(("three_kongs", "三槓子", "three kongs"), (2, 2), lambda hand: hand.kongs == 3,
        among=lambda form: form.pungs > 2),
    han(("three_similar_pungs", "三色同刻", "three-coloured pungs"), (2, 2), similar_pungs,
        among=lambda form: form.pungs > 2 and form.suits > 2, leads=True),
    han(("mixed_terminals", "混老頭", "terminals and honours"), (2, 2),
        lambda hand: elements.SIMPLES.isdisjoint(hand.kinds),
        among=lambda form: not form.has_simples, leads=True),
    han(("little_three_dragons", "小三元", "little three dragons"), (2, 2),
        elements.little_three_dragons, among=lambda form: form.honor_pungs > 1),
    han(("two_pure_double_sequences", "二盃口", "twice two equal runs"), (3, 0),
        lambda hand: equal_runs(hand) == 2, among=lambda form: form.has_equal_runs,
        excludes=("pure_double_sequence",)),
    han(("mixed_one_suit", "混一色", "half flush"), (3, 2),
        lambda hand: len(hand.suits) < 3 and elements.has_honors(hand),
        among=lambda form: form.suits < 2, leads=True),
    han(("terminals_in_all_sets", "純全帯幺九", "terminals in all sets"), (3, 2),
        terminals_in_all_sets, among=lambda form: form.is_outside,
        excludes=("outside_hand",),
        leads=True),
    han(("pure_one_suit", "清一色", "full flush"), (6, 5), elements.pure_one_suit,
        among=lambda form: form.suits < 2, excludes=("mixed_one_suit",), leads=True),
)  # fmt: skip
"""Yaku of the tiles. Half flush holds beside all honors and full flush, which shut it out."""

DORA: Final = (
    Element("dora", "ドラ", "dora", "1 each"),
    Element("red_five", "赤ドラ", "red fives", "1 each"),
    Element("ura_dora", "裏ドラ", "ura dora", "1 each"),
)
"""Han that are no yaku."""

HUMAN_HAND: Final = (
    Chance("human_hand", "人和", "human hand", 5, 0, rank="mangan",
           setting=("human_hand", "mangan"), word="before_first_draw"),
    Chance("human_hand", "人和", "human hand", 1, 0, rank="yakuman",
           setting=("human_hand", "yakuman"), word="before_first_draw"),
)  # fmt: skip
"""By option a mangan on its own or a yakuman."""

YAKUMAN_CHANCES: Final = (
    Chance("heavenly_hand", "天和", "heavenly hand", 1, 0, rank="yakuman", word="dealt"),
    Chance("earthly_hand", "地和", "earthly hand", 1, 0, rank="yakuman", word="first_draw"),
)

YAKUMAN: Final = (
    yakuman(("thirteen_orphans", "国士無双", "thirteen orphans"),
            lambda hand: is_orphans(hand) and not hand.completed.is_pair, among=without_sets,
            is_open=False),
    yakuman(("thirteen_orphans_13_wait", "国士無双十三面", "thirteen orphans with 13 waits"),
            lambda hand: is_orphans(hand) and hand.completed.is_pair, among=without_sets,
            is_double=True, is_open=False),
    yakuman(("four_concealed_pungs", "四暗刻", "four concealed pungs"),
            lambda hand: four_concealed(hand, pair_last=False), among=lambda form: form.pungs == 4,
            is_open=False),
    yakuman(("four_concealed_pungs_pair_wait", "四暗刻単騎",
             "four concealed pungs, waiting for the pair"),
            lambda hand: four_concealed(hand, pair_last=True), among=lambda form: form.pungs == 4,
            is_double=True, is_open=False),
    yakuman(("big_three_dragons", "大三元", "big three dragons"), elements.big_three_dragons,
            among=lambda form: form.honor_pungs > 2),
    yakuman(("little_four_winds", "小四喜", "little four winds"), elements.little_four_winds,
            among=lambda form: form.honor_pungs > 2),
    yakuman(("big_four_winds", "大四喜", "big four winds"), elements.big_four_winds,
            among=lambda form: form.honor_pungs > 3, is_double=True),
    yakuman(("all_honors", "字一色", "all honours"), elements.all_honors,
            among=lambda form: not form.has_simples),
    yakuman(("all_terminals", "清老頭", "all terminals"),
            lambda hand: all(is_terminal(kind) for kind in hand.kinds),
            among=lambda form: not form.has_simples),
    yakuman(("all_green", "緑一色", "all green"), all_green, among=lambda form: form.suits < 2,
            leads=True),
    yakuman(("nine_gates", "九蓮宝燈", "nine gates"), lambda hand: nine_gates(hand, pure=False),
            among=might_be_gates, is_open=False),
    yakuman(("pure_nine_gates", "純正九蓮宝燈", "nine gates with nine waits"),
            lambda hand: nine_gates(hand, pure=True),
            among=might_be_gates, is_double=True, is_open=False),
    yakuman(("four_kongs", "四槓子", "four kongs"), lambda hand: hand.kongs == 4,
            among=lambda form: form.pungs > 2),
)  # fmt: skip
"""They replace everything above."""

ROWS: Final = (*CHANCES, *SHAPES, *HUMAN_HAND, *YAKUMAN_CHANCES, *YAKUMAN)
ELEMENTS: Final = (
    *(row.element for row in CHANCES + SHAPES),
    *DORA,
    Element("human_hand", "人和", "human hand", "mangan or yakuman, by option"),
    *(row.element for row in YAKUMAN_CHANCES + YAKUMAN),
)
