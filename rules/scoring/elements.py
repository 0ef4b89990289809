"""Scoring elements that games share, each once, under the field's usual name.

An element is asked of a `WonHand` and says whether it holds, or how often. What it is
worth, what it excludes and what it is called stands in the game's own table. The first
group needs no reading; all others are asked of a hand that was read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from rules.hands.shapes import Part
from rules.hands.special import ORPHANS
from rules.scoring.kinds import full_flower_groups
from rules.scoring.won_hand import HONOR_SUIT, WonHand
from rules.tiles import ANIMALS, DRAGONS, FLOWERS, HONORS, WINDS, is_terminal

SUITS: Final = frozenset(range(HONOR_SUIT))
RANKS: Final = 9
ONES: Final = (0, RANKS, 2 * RANKS)
SIMPLES: Final = frozenset(range(HONORS)) - ORPHANS
"""2 to 8 of each suit."""
NINE_GATES: Final = [0, 0, *range(RANKS), RANKS - 1, RANKS - 1]
"""The ranks, counted from 0, of the tiles that wait for all nine."""


class DividedHand(Protocol):
    """What elements of sets and tiles ask about: a `WonHand`, or a game's own reading."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """All sets and the pair."""

    @property
    def pungs(self) -> tuple[int, ...]:
        """The kinds of all pungs and kongs."""

    @property
    def runs(self) -> tuple[int, ...]:
        """The lowest kinds of all runs."""

    @property
    def pair(self) -> int | None:
        """The kind of the pair."""

    @property
    def suits(self) -> frozenset[int]:
        """The suits 0–2 and honors (3) that the tiles are of."""

    @property
    def kinds(self) -> Sequence[int]:
        """The kinds of all tiles."""

    @property
    def size(self) -> int:
        """How many sets such a hand has."""


# How and when the hand was won


def self_draw(hand: WonHand) -> bool:
    """自摸: the winner drew the tile himself."""
    return hand.win.is_self_draw


def concealed_hand(hand: WonHand) -> bool:
    """門清: nothing was claimed."""
    return hand.is_concealed


def fully_concealed_self_draw(hand: WonHand) -> bool:
    """不求人, 門清自摸: nothing was claimed, not even the last tile."""
    return hand.win.is_self_draw and hand.is_concealed


def melded_hand(hand: WonHand) -> bool:
    """全求人: every set was claimed, and the last tile too."""
    return hand.win.is_taken and sum(meld.exposed for meld in hand.melds) == hand.size


def single_wait_on_four_melds(hand: WonHand) -> bool:
    """大吊車: all sets lie on the table, claimed or not."""
    return len(hand.melds) == hand.size


def robbing_the_kong(hand: WonHand) -> bool:
    """搶槓: the tile was about to be added to another's pung."""
    return hand.win.by == "robbed_kong"


def kong_draw(hand: WonHand) -> bool:
    """槓上開花: the last tile was a kong's supplement."""
    return hand.win.is_self_draw and "kong_draw" in hand.marks


def supplement_draw(hand: WonHand) -> bool:
    """槓上開花: the last tile was the supplement of a kong or a flower."""
    return hand.win.is_self_draw and not hand.marks.isdisjoint(("kong_draw", "flower_draw"))


def last_tile(hand: WonHand) -> bool:
    """海底撈月: drawn as the last tile of the wall."""
    return hand.win.is_self_draw and "last_tile" in hand.marks


def last_discard(hand: WonHand) -> bool:
    """河底撈魚: taken as the last discard of all."""
    return hand.win.is_taken and "last_discard" in hand.marks


def heavenly_hand(hand: WonHand) -> bool:
    """天胡: the banker won with the tiles dealt."""
    return hand.win.is_self_draw and hand.is_banker and "dealt" in hand.marks


def earthly_hand(hand: WonHand) -> bool:
    """地胡: another won on the banker's first discard."""
    banker = hand.record.state.banker
    return hand.win.by == "discard" and hand.win.source == banker and "first_discard" in hand.marks


def no_wild(hand: WonHand) -> bool:
    """硬胡: there is no wild tile in the hand."""
    return not hand.wilds


def ready_declared(hand: WonHand) -> bool:
    """聴牌: the winner had announced that he was ready."""
    return "ready" in hand.declarations


# Flowers and kongs


def seat_flower(hand: WonHand) -> int:
    """位花: flowers of the winner's wind, those of full groups left out."""
    own = range(FLOWERS + hand.seat_wind - HONORS, ANIMALS, len(WINDS))
    return sum(flower in hand.flowers for flower in own) - flower_set(hand)


def flower_set(hand: WonHand) -> int:
    """四花, 花槓: groups of four flowers of which none is missing."""
    return len(full_flower_groups(hand.flowers))


def all_flowers(hand: WonHand) -> bool:
    """八花: both groups of flowers are full."""
    return flower_set(hand) == 2


def no_honors_no_flowers(hand: WonHand) -> bool:
    """無字無花: neither winds nor dragons nor flowers."""
    return HONOR_SUIT not in hand.suits and not hand.flowers


def open_kong(hand: WonHand) -> int:
    """明槓: kongs for which a tile was claimed."""
    return sum(meld.is_kong and meld.exposed for meld in hand.melds)


def concealed_kong(hand: WonHand) -> int:
    """暗槓: kongs for which none was."""
    return sum(meld.is_kong and not meld.exposed for meld in hand.melds)


def four_kongs(hand: WonHand) -> bool:
    """四槓: four kongs."""
    return sum(meld.is_kong for meld in hand.melds) == 4


# Which tiles the hand is made of


def has_honors(hand: DividedHand) -> bool:
    """Return whether winds or dragons are among the tiles."""
    return HONOR_SUIT in hand.suits


def mixed_one_suit(hand: DividedHand) -> bool:
    """混一色: one suit and honors."""
    return len(hand.suits) == 2 and HONOR_SUIT in hand.suits


def pure_one_suit(hand: DividedHand) -> bool:
    """清一色: one suit and nothing else."""
    return len(hand.suits) == 1 and HONOR_SUIT not in hand.suits


def all_honors(hand: DividedHand) -> bool:
    """字一色: winds and dragons only."""
    return hand.suits == {HONOR_SUIT}


def two_suits(hand: DividedHand) -> bool:
    """欠一門: two suits without honors."""
    return len(hand.suits) == 2 and HONOR_SUIT not in hand.suits


def all_types(hand: DividedHand) -> bool:
    """五門斉: the three suits, winds and dragons."""
    return (
        SUITS.issubset(hand.suits)
        and not WINDS.isdisjoint(hand.kinds)
        and not DRAGONS.isdisjoint(hand.kinds)
    )


def all_simples(hand: DividedHand) -> bool:
    """断幺九: neither terminals nor honors."""
    return SIMPLES.issuperset(hand.kinds)


def all_terminals(hand: DividedHand) -> bool:
    """清幺九: terminals only."""
    return all(is_terminal(kind) for kind in hand.kinds)


def mixed_terminals(hand: DividedHand) -> bool:
    """混幺九: terminals and honors, both there."""
    return ORPHANS.issuperset(hand.kinds) and HONOR_SUIT in hand.suits and len(hand.suits) > 1


def outside_hand(hand: DividedHand) -> bool:
    """全帯幺: a terminal or an honor in every set and in the pair."""
    return all(item.has_terminal or item.is_honor for item in hand.parts)


def nine_gates(hand: WonHand) -> bool:
    """九蓮宝灯: the thirteen tiles held wait for all nine of their suit."""
    ranks = sorted([kind % RANKS for kind in hand.hand])
    return pure_one_suit(hand) and ranks == NINE_GATES


def wild_as_itself(hand: WonHand) -> bool:
    """硬胡: all wild tiles stand for what they bear."""
    return bool(hand.reading.wilds) and {*hand.reading.wilds} == {hand.face}


# Pungs and kongs


def all_pungs(hand: DividedHand) -> bool:
    """対対胡: every set is a pung or a kong."""
    return len(hand.pungs) == hand.size


def concealed_pungs(hand: DividedHand) -> int:
    """暗刻: pungs and concealed kongs completed without another's tile."""
    return sum([item.is_triplet and not item.exposed for item in hand.parts])


def three_concealed_pungs(hand: DividedHand) -> bool:
    """三暗刻."""
    return concealed_pungs(hand) == 3


def four_concealed_pungs(hand: DividedHand) -> bool:
    """四暗刻."""
    return concealed_pungs(hand) == 4


def five_concealed_pungs(hand: DividedHand) -> bool:
    """五暗刻, of sixteen tiles."""
    return concealed_pungs(hand) == 5


def dragon_pung(hand: DividedHand) -> int:
    """三元牌: pungs of dragons."""
    return sum([kind in DRAGONS for kind in hand.pungs])


def seat_wind_pung(hand: WonHand) -> int:
    """門風: pungs of the winner's wind."""
    return hand.pungs.count(hand.seat_wind)


def round_wind_pung(hand: WonHand) -> int:
    """圏風: pungs of the round's wind."""
    return hand.pungs.count(hand.round_wind)


def little_three_dragons(hand: DividedHand) -> bool:
    """小三元: pungs of two dragons and a pair of the third."""
    return hand.pair in DRAGONS and DRAGONS.intersection(hand.pungs) == DRAGONS - {hand.pair}


def big_three_dragons(hand: DividedHand) -> bool:
    """大三元: pungs of all dragons."""
    return DRAGONS.issubset(hand.pungs)


def little_four_winds(hand: DividedHand) -> bool:
    """小四喜: pungs of three winds and a pair of the fourth."""
    return hand.pair in WINDS and WINDS.intersection(hand.pungs) == WINDS - {hand.pair}


def big_four_winds(hand: DividedHand) -> bool:
    """大四喜: pungs of all winds."""
    return WINDS.issubset(hand.pungs)


# Runs


def all_sequences(hand: DividedHand) -> bool:
    """平胡: every set is a run; what else it takes differs from game to game."""
    return len(hand.runs) == hand.size


def times(hand: DividedHand) -> Mapping[int, int]:
    """Return how often each run is there, by its lowest kind."""
    return Counter(hand.runs)


def pure_double_sequence(hand: DividedHand) -> bool:
    """一般高: the same run twice."""
    return len(set(hand.runs)) < len(hand.runs)


def pure_triple_sequence(hand: DividedHand) -> bool:
    """三般高: the same run three times."""
    return any(hand.runs.count(kind) > 2 for kind in hand.runs)


def pure_quadruple_sequence(hand: DividedHand) -> bool:
    """四般高: the same run four times."""
    return any(hand.runs.count(kind) > 3 for kind in hand.runs)


def three_similar_sequences(hand: DividedHand) -> bool:
    """三色同順: the same ranks in all three suits."""
    runs = hand.runs
    return any(kind + RANKS in runs and kind + 2 * RANKS in runs for kind in runs)


def straight(hand: DividedHand) -> bool:
    """一気通貫, 清龍: 123, 456 and 789 of a suit."""
    runs = hand.runs
    return any(first in runs and first + 3 in runs and first + 6 in runs for first in ONES)


def mixed_straight(hand: DividedHand) -> bool:
    """混龍: 123, 456 and 789, one in each suit."""
    suits = [{kind // RANKS for kind in hand.runs if kind % RANKS == rank} for rank in (0, 3, 6)]
    return any(
        first in suits[0] and second in suits[1] and SUITS - {first, second} <= suits[2]
        for first in SUITS
        for second in SUITS - {first}
    )


# The wait: what the winning tile completed


def pair_wait(hand: WonHand) -> bool:
    """単吊: the second tile of the pair."""
    return hand.wait == "pair"


def closed_wait(hand: WonHand) -> bool:
    """嵌張: the middle of a run."""
    return hand.wait == "closed"


def edge_wait(hand: WonHand) -> bool:
    """辺張: the 3 of 123 or the 7 of 789."""
    return hand.wait == "edge"


def dual_pung_wait(hand: WonHand) -> bool:
    """対倒: a pair that became a pung."""
    return hand.wait == "pung"
