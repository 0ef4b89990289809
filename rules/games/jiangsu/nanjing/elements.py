"""Nanjing's elements, and what they are worth: nanjing.md, "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from rules.scoring import SETS, Row, Table, WonHand, elements
from rules.tiles import WINDS

COPIES: Final = 4
SUITS: Final = 3
SOFT: Final = 2
"""Points of one soft or hard flower (砸2)."""

AUTO: Final = "auto"
"""Points as the schedule has them."""


def is_seven_pairs(hand: WonHand) -> bool:
    """Return whether the hand was read as seven pairs."""
    return not hand.melds and not (hand.pungs or hand.runs)


def is_concealed(hand: WonHand) -> bool:
    """Return whether nothing was punged; a kong of a discard comes from a concealed triplet."""
    melds = hand.record.seats[hand.win.seat].melds
    return all(meld.kind in ("kong_concealed", "kong_discard") for meld in melds)


def heavenly_hand(hand: WonHand) -> bool:
    """天胡: the banker's dealt hand, nothing laid down."""
    return elements.heavenly_hand(hand) and not hand.melds


def earthly_hand(hand: WonHand) -> bool:
    """地胡: ready as dealt, and nobody has laid anything down."""
    is_untouched = not any(seat.melds for seat in hand.record.seats)
    return "dealt_ready" in hand.marks and is_untouched and not heavenly_hand(hand)


def flower_draw(hand: WonHand) -> bool:
    """小槓開花: on a flower's supplement, unless a kong's or the deal counts."""
    is_drawn = hand.win.is_self_draw and "flower_draw" in hand.marks
    return is_drawn and "kong_draw" not in hand.marks and not heavenly_hand(hand)


def closed_wait(hand: WonHand) -> bool:
    """圧档: the middle of a run; the dealt hand waited for nothing."""
    return elements.closed_wait(hand) and not heavenly_hand(hand)


def edge_wait(hand: WonHand) -> bool:
    """辺枝: the 3 of 123 or the 7 of 789."""
    return elements.edge_wait(hand) and not heavenly_hand(hand)


def pair_wait(hand: WonHand) -> bool:
    """独占: half of a pair, always so in seven pairs (D3)."""
    return (elements.pair_wait(hand) or is_seven_pairs(hand)) and not heavenly_hand(hand)


def closed_wait_on_pung(hand: WonHand) -> bool:
    """圧絶: a closed wait for a kind of which a pung lies before anybody."""
    record = hand.record
    melds = (meld for seat in range(record.players) for meld in record.melds_after_robbing(seat))
    return closed_wait(hand) and any(
        meld.kind == "pung" and meld.tiles[0] == hand.tile for meld in melds
    )


def wind_kong(hand: WonHand, *, is_exposed: bool) -> int:
    """Return how many kongs of winds are exposed, or are not if *is_exposed* is off."""
    return sum(
        part.is_kong and part.exposed == is_exposed and part.kind in WINDS for part in hand.melds
    )


def wind_pung(hand: WonHand) -> int:
    """Return how many pungs of winds there are, kongs not counted."""
    return sum(part.shape == "pung" and part.kind in WINDS for part in hand.parts)


def pairs(grade: int, house: str) -> Callable[[WonHand], bool]:
    """Return whether seven pairs are of *grade*, counted as the *house* does.

    Luxury is how often four equal tiles are among them; doubled is that the last tile was a fourth.
    """

    def holds(hand: WonHand) -> bool:
        if not is_seven_pairs(hand) or hand.options["seven_pairs_extra"] != house:
            return False
        counts = Counter(hand.concealed)
        fours = sum(count == COPIES for count in counts.values())
        return grade == (fours if house == "luxury" else counts[hand.tile] == COPIES)

    return holds


def row(name: str, native: str, english: str, points: tuple[int, int],
        holds: Callable[[WonHand], int]) -> Row:  # fmt: skip
    """Return an element worth *points* by the schedules of the city and of the north."""
    city, north = points
    value = city if city == north else f"{city}, north {north}"

    def worth(hand: WonHand) -> int:
        return north if hand.options["schedule"] == "north" else city

    return Row(name, native, english, value, holds, worth=worth)


def of_pairs(name: str, native: str, english: str, times: int,
             holds: Callable[[WonHand], int]) -> Row:  # fmt: skip
    """Return a form of seven pairs, worth *times* the points of seven pairs."""
    value = "twice seven pairs" if times == 2 else f"{times} times seven pairs"

    def worth(hand: WonHand) -> int:
        points = hand.options["seven_pairs_points"]
        return times * (SEVEN_PAIRS.worth_in(hand) if points == AUTO else int(points))

    return Row(name, native, english, str(SEVEN_PAIRS.value) if times == 1 else value,
               holds, worth=worth)  # fmt: skip


SEVEN_PAIRS: Final = row("seven_pairs", "七対", "seven pairs", (40, 50), is_seven_pairs)
plain_pairs, plain_in_luxury = pairs(0, "double"), pairs(0, "luxury")

ELEMENTS: Final = (
    row("base", "跑20 (底)", "base", (20, 10), lambda _: 1),
    Row("flower", "硬花", "hard flowers", "2 each", lambda hand: len(hand.flowers)),
    Row("wind_pung", "風牌の刻子", "pung of winds", "2 each", wind_pung),
    Row("wind_open_kong", "風牌の明槓", "open kong of winds", "4 each",
         lambda hand: wind_kong(hand, is_exposed=True)),
    Row("wind_concealed_kong", "風牌の暗槓", "concealed kong of winds", "6 each",
         lambda hand: wind_kong(hand, is_exposed=False)),
    Row("closed_wait", "圧档", "closed wait", SOFT, closed_wait),
    Row("edge_wait", "辺枝", "edge wait", SOFT, edge_wait),
    Row("pair_wait", "独占", "pair wait", SOFT, pair_wait),
    Row("missing_suit", "欠門", "a suit missing", SOFT,
        lambda hand: len(hand.suits & elements.SUITS) < SUITS),
    row("concealed_hand", "門清", "concealed hand", (20, 10),
        lambda hand: is_concealed(hand) and not is_seven_pairs(hand)),
    row("mixed_one_suit", "混一色", "mixed one suit", (20, 30), elements.mixed_one_suit),
    row("pure_one_suit", "清一色", "pure one suit", (40, 40), elements.pure_one_suit),
    row("all_pungs", "対対胡", "all pungs", (40, 30),
        lambda hand: elements.all_pungs(hand) and len(hand.melds) < SETS),
    row("single_wait_on_four_melds", "全球独釣", "naked single", (60, 40),
        elements.single_wait_on_four_melds),
    of_pairs("seven_pairs", "七対", "seven pairs", 1,
             lambda hand: plain_pairs(hand) or plain_in_luxury(hand)),
    of_pairs("double_seven_pairs", "双七対", "double seven pairs", 2,
             pairs(1, "double")),
    of_pairs("luxury_seven_pairs", "豪華七対", "luxury seven pairs", 2,
             pairs(1, "luxury")),
    of_pairs("double_luxury_seven_pairs", "超豪華七対 (両豪華)", "double luxury",
             3, pairs(2, "luxury")),
    of_pairs("triple_luxury_seven_pairs", "超超豪華七対 (三豪華)", "triple luxury",
             4, pairs(3, "luxury")),
    row("closed_wait_on_pung", "圧絶", "closed wait for a punged tile", (40, 30),
        closed_wait_on_pung),
    row("no_flowers", "無花果", "no flowers", (40, 40),
        lambda hand: not hand.flowers and is_concealed(hand)),
    row("flower_draw", "小槓開花", "win on a flower's supplement", (20, 10), flower_draw),
    row("kong_draw", "大槓開花", "win on a kong's supplement", (40, 20), elements.kong_draw),
    row("heavenly_hand", "天胡", "heavenly hand", (320, 50), heavenly_hand),
    row("earthly_hand", "地胡", "earthly hand", (280, 30), earthly_hand),
)  # fmt: skip

TABLE: Final = Table(ELEMENTS)
BIG: Final = frozenset(item.id for item in ELEMENTS[10:])
"""Elements that make a big hand (大胡): all after the concealed hand."""
