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
    """What a reading is made of. It decides most yaku, and of which others is asked at all.

    As hands of one form are many, that spares nine of ten questions: a quarter of the time that
    a settlement takes.
    """

    runs: int
    pungs: int
    """How many pungs and kongs there are."""
    honor_pungs: int
    suits: int
    """Of how many suits the tiles are, honors not counted."""
    has_simples: bool
    has_terminals: bool
    has_honors: bool
    equal_runs: int
    """How many times two runs are equal, no run taken twice."""
    is_outside: bool
    """Whether a terminal or an honor is in each set and the pair."""

    @property
    def has_sets(self) -> bool:
        """Return whether the tiles are neither pairs nor orphans."""
        return self.runs + self.pungs > 0


def form_of(hand: Hand) -> Form:
    """Return what *hand* is made of."""
    runs, pungs, kinds = hand.runs, hand.pungs, hand.mask
    honor_pungs = 0
    for kind in pungs:
        honor_pungs += kind >= HONORS
    different = {*runs}
    equal = 0
    if len(different) < len(runs):
        equal = sum([runs.count(run) // 2 for run in different])
    return Form(
        len(runs),
        len(pungs),
        honor_pungs,
        (kinds & SUIT_MASKS[0] > 0) + (kinds & SUIT_MASKS[1] > 0) + (kinds & SUIT_MASKS[2] > 0),
        kinds & SIMPLE_KINDS > 0,
        kinds & TERMINAL_KINDS > 0,
        kinds >> HONORS > 0,
        equal,
        hand.is_outside,
    )


SIMPLE_KINDS: Final = mask_of(elements.SIMPLES)
TERMINAL_KINDS: Final = mask_of(kind for kind in range(HONORS) if is_terminal(kind))
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
    open_by: str = ""
    """The option without which it does not count in open hands; empty where none says so."""

    def item(self, options: Mapping[str, Any], *, is_closed: bool) -> Item | None:
        """Return what it adds to a hand, nothing where it does not count."""
        if self.setting and options[self.setting[0]] != self.setting[1]:
            return None
        if self.open_by and not (is_closed or options[self.open_by]):
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

    among: Callable[[Form], bool] = lambda _: True
    """Which forms have it, or where *holds* is there, may have it."""
    holds: Callable[[Hand], int] | None = None
    """Whether, or how many times, a reading among them has it; nothing where all have it once."""
    leads: bool = False
    """Whether a settlement names it before the others, as the ledgers have it."""


Names = tuple[str, str, str]
"""Id, native and English name."""


def han(
    names: Names,
    value: tuple[int, int],
    among: Callable[[Form], bool],
    holds: Callable[[Hand], int] | None = None,
    **how: Any,
) -> Shape:
    """Return a yaku of the tiles, worth as many han to a concealed and to an open hand."""
    return Shape(*names, *value, among=among, holds=holds, **how)


def yakuman(
    names: Names,
    among: Callable[[Form], bool],
    holds: Callable[[Hand], int] | None = None,
    **how: Any,
) -> Shape:
    """Return a yakuman of the tiles, of open hands, too, unless *how* says otherwise."""
    return Shape(*names, 1, **{"open": 1, **how}, rank="yakuman", among=among, holds=holds)


# Claims about one reading


def is_two_sided(hand: Hand) -> bool:
    """Return whether the last tile completed a run from either end."""
    last_part, kind = hand.completed, hand.winner.tile
    if not last_part.is_run:
        return False
    low = last_part.kind
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


def pungs_of(hand: Hand, kinds: Collection[int]) -> int:
    """Return how many pungs and kongs are of *kinds*."""
    count = 0
    for kind in hand.pungs:
        count += kind in kinds
    return count


def four_concealed(hand: Hand, *, pair_last: bool) -> bool:
    """Return whether four pungs are concealed, the pair having come last or not."""
    return elements.four_concealed_pungs(hand) and hand.completed.is_pair == pair_last


def similar_pungs(hand: Hand) -> bool:
    """Return whether there are pungs of one rank in all suits (三色同刻)."""
    pungs = {*hand.pungs}
    return any(kind < RANKS and {kind + RANKS, kind + 2 * RANKS} <= pungs for kind in pungs)


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
    """Return whether a hand of one suit is its 1112345678999 and one more tile of it.

    *pure*: whether it was that before the winning tile came.
    """
    kinds, low = hand.winner.concealed, hand.parts[0].suit * 9
    if hand.winner.melds:
        return False
    more = [kinds.count(low + rank) - (3 if rank in (0, 8) else 1) for rank in range(RANKS)]
    return min(more) == 0 and (more[hand.winner.tile - low] == 1) == pure


# The tables


def without_sets(form: Form) -> bool:
    """Return whether the hand is of pairs or lone tiles."""
    return not form.has_sets


def has_honor_pungs(form: Form) -> bool:
    """Return whether sets of honors are in the hand."""
    return form.honor_pungs > 0


def has_three_pungs(form: Form) -> bool:
    """Return whether there are three pungs or kongs at least."""
    return form.pungs > 2


def might_be_gates(form: Form) -> bool:
    """Return whether the hand may be nine gates: of one suit, with ends and runs."""
    return form.suits == 1 and form.runs > 0 and form.has_terminals and not form.has_honors


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
    han(("all_sequences", "平和", "pinfu"), (1, 0), lambda form: form.runs == SETS,
        all_sequences),
    han(("all_simples", "断幺九", "all simples"), (1, 1),
        lambda form: not (form.has_terminals or form.has_honors), open_by="open_tanyao"),
    han(("pure_double_sequence", "一盃口", "two equal runs"), (1, 0),
        lambda form: form.equal_runs == 1),
    han(("dragon_pung", "役牌 三元牌", "dragons"), (1, 1), has_honor_pungs,
        lambda hand: pungs_of(hand, hand.winner.values.dragons)),
    han(("seat_wind_pung", "自風", "own wind"), (1, 1), has_honor_pungs,
        lambda hand: pungs_of(hand, hand.winner.values.seat_winds)),
    han(("round_wind_pung", "場風", "round wind"), (1, 1), has_honor_pungs,
        lambda hand: pungs_of(hand, hand.winner.values.round_winds)),
    han(("three_similar_sequences", "三色同順", "three-coloured runs"), (2, 1),
        lambda form: form.runs > 2 and form.suits > 2, elements.three_similar_sequences,
        leads=True),
    han(("straight", "一気通貫", "straight"), (2, 1),
        lambda form: form.runs > 2 and form.has_terminals, elements.straight, leads=True),
    han(("outside_hand", "混全帯幺九", "outside hand"), (2, 1),
        lambda form: form.is_outside and form.runs > 0 and form.has_honors, leads=True),
    han(("seven_pairs", "七対子", "seven pairs"), (2, 0), without_sets, is_seven_pairs,
        leads=True),
    han(("all_pungs", "対々和", "all pungs"), (2, 2), lambda form: form.pungs == SETS,
        leads=True),
    han(("three_concealed_pungs", "三暗刻", "three concealed pungs"), (2, 2), has_three_pungs,
        elements.three_concealed_pungs),
    han(("three_kongs", "三槓子", "three kongs"), (2, 2), has_three_pungs,
        lambda hand: hand.kongs == 3),
    han(("three_similar_pungs", "三色同刻", "three-coloured pungs"), (2, 2),
        lambda form: form.pungs > 2 and form.suits > 2, similar_pungs, leads=True),
    han(("mixed_terminals", "混老頭", "terminals and honours"), (2, 2),
        lambda form: not form.has_simples, leads=True),
    han(("little_three_dragons", "小三元", "little three dragons"), (2, 2),
        lambda form: form.honor_pungs > 1, elements.little_three_dragons),
    han(("two_pure_double_sequences", "二盃口", "twice two equal runs"), (3, 0),
        lambda form: form.equal_runs == 2),
    han(("mixed_one_suit", "混一色", "half flush"), (3, 2),
        lambda form: form.suits < 2 and form.has_honors, leads=True),
    han(("terminals_in_all_sets", "純全帯幺九", "terminals in all sets"), (3, 2),
        lambda form: form.is_outside and form.runs > 0 and not form.has_honors, leads=True),
    han(("pure_one_suit", "清一色", "full flush"), (6, 5),
        lambda form: form.suits == 1 and not form.has_honors, leads=True),
)  # fmt: skip
"""Yaku of the tiles. Half flush holds beside all honors, which shuts it out."""

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
    yakuman(("thirteen_orphans", "国士無双", "thirteen orphans"), without_sets,
            lambda hand: is_orphans(hand) and not hand.completed.is_pair, open=0),
    yakuman(("thirteen_orphans_13_wait", "国士無双十三面", "thirteen orphans with 13 waits"),
            without_sets, lambda hand: is_orphans(hand) and hand.completed.is_pair,
            is_double=True, open=0),
    yakuman(("four_concealed_pungs", "四暗刻", "four concealed pungs"),
            lambda form: form.pungs == SETS,
            lambda hand: four_concealed(hand, pair_last=False), open=0),
    yakuman(("four_concealed_pungs_pair_wait", "四暗刻単騎",
             "four concealed pungs, waiting for the pair"), lambda form: form.pungs == SETS,
            lambda hand: four_concealed(hand, pair_last=True), is_double=True, open=0),
    yakuman(("big_three_dragons", "大三元", "big three dragons"),
            lambda form: form.honor_pungs > 2, elements.big_three_dragons),
    yakuman(("little_four_winds", "小四喜", "little four winds"),
            lambda form: form.honor_pungs > 2, elements.little_four_winds),
    yakuman(("big_four_winds", "大四喜", "big four winds"),
            lambda form: form.honor_pungs > 3, elements.big_four_winds, is_double=True),
    yakuman(("all_honors", "字一色", "all honours"),
            lambda form: not (form.has_simples or form.has_terminals)),
    yakuman(("all_terminals", "清老頭", "all terminals"),
            lambda form: not (form.has_simples or form.has_honors)),
    yakuman(("all_green", "緑一色", "all green"),
            lambda form: form.suits < 2 and not form.has_terminals, all_green, leads=True),
    yakuman(("nine_gates", "九蓮宝燈", "nine gates"), might_be_gates,
            lambda hand: nine_gates(hand, pure=False), open=0),
    yakuman(("pure_nine_gates", "純正九蓮宝燈", "nine gates with nine waits"), might_be_gates,
            lambda hand: nine_gates(hand, pure=True), is_double=True, open=0),
    yakuman(("four_kongs", "四槓子", "four kongs"), has_three_pungs,
            lambda hand: hand.kongs == SETS),
)  # fmt: skip
"""They replace everything above."""

ROWS: Final = (*CHANCES, *SHAPES, *HUMAN_HAND, *YAKUMAN_CHANCES, *YAKUMAN)
ELEMENTS: Final = (
    *(row.element for row in CHANCES + SHAPES),
    *DORA,
    Element("human_hand", "人和", "human hand", "mangan or yakuman, by option"),
    *(row.element for row in YAKUMAN_CHANCES + YAKUMAN),
)
