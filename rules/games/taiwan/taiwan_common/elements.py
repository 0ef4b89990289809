"""What a won hand is worth in tai: taiwan-common.md, "Scoring elements", "Waits", "Reading"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules.game import Options
from rules.games.taiwan.sixteen import NARROW
from rules.hands.shapes import PAIRS, PUNGS, Part, Reading
from rules.hands.waits import Waits
from rules.record.values import Record, Seat, Win
from rules.ruleset import Element
from rules.scoring import Row, Score, Table, WonHand, best, elements, readings
from rules.settle.settlement import Item, value_of
from rules.tiles import FLOWERS, HONORS, KIND, WINDS

WITHOUT_CONCEALED: Final = 2
"""不求人 where the 門清 in it is shut out (D3)."""

WIND_OF_FLOWER: Final = (0, 1, 2, 3, 0, 1, 3, 2)
"""Whose flower each of `1f`–`8f` is: the bamboo is West's here, the chrysanthemum North's."""

WHOLE_HAND: Final = 17
PARTS: Final = 8
"""Seven pairs and a pung."""
COPIES: Final = 4
PUNG: Final = 3
ALL_HONORS_ALONE: Final = 16
"""What all honors must be worth to absorb all pungs."""


# Seven pairs and a pung (嚦咕嚦咕): "Winning" and D13


def is_pairs_and_pung(kinds: Sequence[int]) -> bool:
    """Return whether *kinds* are seven pairs and a pung; four alike are two of the pairs."""
    if len(kinds) != WHOLE_HAND:
        return False
    counts = list(Counter(kinds).values())
    return counts.count(PUNG) == 1 and 1 not in counts


def has_pairs(hand: WonHand) -> bool:
    """Return whether the house plays that shape and nothing is laid down."""
    return bool(hand.options["seven_pairs_and_pung"]) and not hand.melds


def pair_readings(hand: WonHand) -> Iterator[WonHand]:
    """Yield *hand* as pairs and a pung, with every place of the winning tile."""
    parts: list[Part] = []
    for kind, count in sorted(Counter(hand.concealed).items()):
        parts += [PUNGS[kind]] if count == PUNG else [PAIRS[kind]] * (count // 2)
    for reading in Reading(tuple(parts)).placements(hand.tile, is_taken=hand.win.is_taken):
        yield hand.read(reading, hand.tile)


def all_readings(hand: WonHand) -> Iterator[WonHand]:
    """Yield every way to read the hand, with every place of the winning tile."""
    yield from readings(hand)
    if has_pairs(hand) and is_pairs_and_pung(hand.concealed):
        yield from pair_readings(hand)


def waits(hand: WonHand) -> Waits:
    """Return what completes the hand; with 嚦咕嚦咕 it may wait for pairs and a pung as well."""
    if not has_pairs(hand):
        return hand.waits
    more: Waits = {
        kind: frozenset(("pung" if count == PUNG - 1 else "pair",))
        for kind, count in Counter(hand.hand).items()
        if count < COPIES and is_pairs_and_pung((*hand.hand, kind))
    }
    return {**more, **hand.waits}


# The game's own elements


def migi_stands(options: Mapping[str, Any], seat: Seat) -> bool:
    """Return whether *seat* declared MIGI, and no later than the house allows (D3)."""
    return "migi" in seat.declared and seat.facts.get("migi_turn", 1) <= options["migi_turns"]


def migi(hand: WonHand) -> bool:
    """Return whether the winner's MIGI stands."""
    return migi_stands(hand.options, hand.record.seats[hand.win.seat])


def seat_flower(hand: WonHand) -> int:
    """Return how many flowers of the winner's wind were laid out."""
    wind = hand.seat_wind - HONORS
    return sum(WIND_OF_FLOWER[flower - FLOWERS] == wind for flower in hand.flowers)


def is_untouched(hand: WonHand) -> bool:
    """Return whether nobody had claimed anything or made a kong."""
    return not any(seat.melds for seat in hand.record.seats)


def human_hand(hand: WonHand) -> bool:
    """Return whether another than the banker wins on a discard before his first draw."""
    is_early = hand.win.by == "discard" and "before_first_draw" in hand.marks
    return is_early and not hand.is_banker and is_untouched(hand)


def earthly_hand(hand: WonHand) -> bool:
    """Return whether another than the banker wins on his first draw."""
    is_first = hand.win.is_self_draw and "first_draw" in hand.marks
    return is_first and not hand.is_banker and is_untouched(hand)


def only_wait(hand: WonHand) -> bool:
    """Return whether this is 独聴; the south looks at the place of the last tile as well."""
    if len(waits(hand)) == 1:
        return True
    return hand.options["only_wait"] == "south" and hand.wait in NARROW


def all_sequences(hand: WonHand) -> bool:
    """Return whether this is 平和: nothing but runs, open, and a last tile at either end."""
    if hand.win.is_self_draw or hand.is_concealed or hand.flowers or elements.has_honors(hand):
        return False
    return not hand.pungs and hand.wait == "open"


def half_melded_hand(hand: WonHand) -> bool:
    """Return whether all sets were claimed and the last tile drawn (半求)."""
    return hand.win.is_self_draw and sum(meld.exposed for meld in hand.melds) == hand.size


def wind_pung(hand: WonHand) -> int:
    """Return how many wind pungs are neither the round's nor the seat's (見風見台)."""
    return len(WINDS.intersection(hand.pungs) - {hand.round_wind, hand.seat_wind})


def concealed_self_draw_tai(hand: WonHand) -> int:
    """Return what 不求人 is worth, once."""
    return WITHOUT_CONCEALED if migi(hand) or len(hand.parts) == PARTS else 3


def where(option: str, holds: Callable[[WonHand], int]) -> Callable[[WonHand], int]:
    """Return the element that *holds* in a house with *option*."""
    return lambda hand: holds(hand) if hand.options[option] else 0


def option_tai(name: str) -> Callable[[WonHand], int]:
    """Return what the house's option says that the element *name* is worth."""

    def worth(hand: WonHand) -> int:
        value: int = hand.options[f"{name}_tai"]
        return value

    return worth


OF_WINDS: Final = ("round_wind_pung", "seat_wind_pung", "wind_pung")
OF_FLOWERS: Final = ("seat_flower", "flower_set", "flower")
DRAWN: Final = ("concealed_hand", "self_draw", "fully_concealed_self_draw", "migi")

ELEMENTS: Final = (
    Element("banker", "莊家", "banker", 1),
    Element("repeats", "連莊・拉莊", "repeats", "2 × repeats"),
    Row("concealed_hand", "門清", "concealed hand", 1, elements.concealed_hand),
    Row("self_draw", "自摸", "self-draw", 1, elements.self_draw),
    Row("fully_concealed_self_draw", "不求人", "begging nobody", 3,
        elements.fully_concealed_self_draw, ("self_draw", "concealed_hand"),
        concealed_self_draw_tai),
    Row("only_wait", "独聴", "only wait", 1, only_wait),
    Row("robbing_the_kong", "搶槓", "robbing a kong", 1, elements.robbing_the_kong),
    Row("kong_draw", "槓上開花", "win on a supplement", 1, elements.supplement_draw),
    Row("last_tile", "海底撈月", "last tile", 1, elements.last_tile),
    Row("last_discard", "河底撈魚", "last discard", 1,
        lambda hand: hand.win.by == "discard" and elements.last_discard(hand)),
    Row("all_sequences", "平和", "all sequences", 2, all_sequences),
    Row("melded_hand", "全求人", "all begged", 3, elements.melded_hand, ("only_wait",)),
    Row("half_melded_hand", "半求", "half begged", 1, where("half_begging", half_melded_hand)),
    Row("all_pungs", "対々和・碰碰胡", "all pungs", 4, elements.all_pungs),
    Row("seven_pairs_and_pung", "嚦咕嚦咕", "seven pairs and a pung", 4,
        lambda hand: len(hand.parts) == PARTS, ("concealed_hand",)),
    Row("mixed_one_suit", "混一色・湊一色", "mixed one suit", 4, elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", 8, elements.pure_one_suit),
    Row("all_honors", "字一色", "all honours", 8,
        elements.all_honors, worth=option_tai("all_honors")),
    Row("three_concealed_pungs", "三暗刻", "three concealed pungs", 2,
        elements.three_concealed_pungs),
    Row("four_concealed_pungs", "四暗刻", "four concealed pungs", 5,
        elements.four_concealed_pungs),
    Row("five_concealed_pungs", "五暗刻", "five concealed pungs", 8,
        elements.five_concealed_pungs),
    Row("dragon_pung", "三元牌", "dragon pung", 1, elements.dragon_pung),
    Row("round_wind_pung", "圏風牌", "round wind", 1, elements.round_wind_pung),
    Row("seat_wind_pung", "門風牌", "seat wind", 1, elements.seat_wind_pung),
    Row("little_three_dragons", "小三元", "little three dragons", 4,
        elements.little_three_dragons, ("dragon_pung",)),
    Row("big_three_dragons", "大三元", "big three dragons", 8,
        elements.big_three_dragons, ("dragon_pung",)),
    Row("little_four_winds", "小四喜", "little four winds", 8,
        elements.little_four_winds, OF_WINDS),
    Row("big_four_winds", "大四喜", "big four winds", 16, elements.big_four_winds, OF_WINDS),
    Row("seat_flower", "正花", "own flower", 1, seat_flower),
    Row("flower_set", "花槓", "set of flowers", 1, elements.flower_set),
    # counted towards the holder of the eighth flower only: `towards_holder`
    Row("seven_robs_one", "七搶一", "seven robs one", 8, lambda _: 0, OF_FLOWERS),
    Row("all_flowers", "八仙過海", "all eight flowers", 16, elements.all_flowers, OF_FLOWERS),
    Row("migi", "MIGI・天聴・地聴", "early ready", 8, migi, ("concealed_hand", "ready_declared")),
    Row("human_hand", "人和", "human hand", 16, human_hand, ("concealed_hand", "migi")),
    Row("earthly_hand", "地和", "earthly hand", 16, earthly_hand, DRAWN),
    Row("heavenly_hand", "天和", "heavenly hand", 16,
        lambda hand: elements.heavenly_hand(hand) and is_untouched(hand),
        (*DRAWN, "only_wait"), option_tai("heavenly_hand")),
    Row("ready_declared", "嗆聽", "declared ready", 1,
        where("ready_bonus", elements.ready_declared)),
    Row("flower", "見花見台", "any flower", 1,
        where("any_flower", lambda hand: len(hand.flowers) - seat_flower(hand))),
    Row("wind_pung", "見風見台", "any wind", 1, where("any_wind", wind_pung)),
    Row("open_kong", "明槓", "open kong", 1, where("kong_tai", elements.open_kong)),
    Row("concealed_kong", "暗槓", "concealed kong", 2,
        where("kong_tai", elements.concealed_kong)),
    Row("no_honors_no_flowers", "無字無花", "no honours, no flowers", 2,
        where("no_honors_no_flowers", elements.no_honors_no_flowers)),
)  # fmt: skip
ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}


@lru_cache(maxsize=64)
def table(options: Options) -> Table:
    """Return the elements with what each shuts out in a house with *options*."""
    excludes: dict[str, tuple[str, ...]] = {}
    if options["little_four_winds_with_winds"]:
        excludes["little_four_winds"] = ()
    if options["all_honors_absorbs_all_pungs"] and options["all_honors_tai"] == ALL_HONORS_ALONE:
        excludes["all_honors"] = ("all_pungs",)
    rows = [row for row in ELEMENTS if isinstance(row, Row)]
    return Table(replace(row, excludes=excludes.get(row.id, row.excludes)) for row in rows)


class Worth(NamedTuple):
    """What a win is worth, whoever the banker is."""

    items: tuple[Item, ...]
    """What counts towards most payers."""
    holder: tuple[Item, ...] = ()
    """What counts towards the holder of the eighth flower that seven robbed."""
    rows: tuple[tuple[str, ...], ...] = ()


def judge(hand: WonHand) -> Worth:
    """Return the reading that pays most; of equals that with most elements, then the first."""

    def rank(score: Score) -> tuple[int, int]:
        return 2 * score.value + value_of(towards_holder(score)), len(score.items)

    score = best(table(hand.options), all_readings(hand), rank)
    if score is None:
        raise ValueError("the tiles are no hand")
    return Worth(score.items, towards_holder(score), score.hand.reading.rows())


def towards_holder(score: Score) -> tuple[Item, ...]:
    """Return what counts towards who holds the eighth flower, if seven robbed it."""
    if not is_robbing(score.hand.win):
        return ()
    return table(score.hand.options).items(score.hand, {**score.elements, "seven_robs_one": 1})


def is_robbing(win: Win) -> bool:
    """Return whether seven flowers robbed the eighth and the supplement won besides."""
    return win.is_self_draw and "seven_robs_one" in win.marks


def flower_win(win: Win) -> tuple[Item, ...]:
    """Return what eight flowers are worth when the supplement does not win (D4)."""
    return (Item("all_flowers", 16) if win.by == "declared" else Item("seven_robs_one", 8),)


def holder(record: Record, win: Win) -> int | None:
    """Return the other seat before which the flower lies that the winner of seven lacks."""
    lacking = set(range(len(WIND_OF_FLOWER))) - {
        KIND[flower] - FLOWERS for flower in record.seats[win.seat].flowers
    }
    return next(
        (
            number
            for number, seat in enumerate(record.seats)
            if number != win.seat and any(KIND[tile] - FLOWERS in lacking for tile in seat.flowers)
        ),
        None,
    )
