"""What won hands are worth: the hand, the elements that games share, and the search for the best.

What one game alone knows (its table of elements, prices, payment) is in `rules.games`; how
tiles divide into sets is in `rules.hands`.

A game of tile hands scores in four steps:

1. `won_hand(record, win, wild, size=…, east=…)` makes a `WonHand` of a win, not read yet. What
   no reading changes can be asked at once: `is_concealed`, `marks`, `flowers`, `wilds`,
   `waits`, and `is_complete`, the quick answer to whether the tiles make sets and a pair.
2. `readings(hand)` gives the same hand in every division with every place of the winning
   tile, and with everything a wild tile may stand for; `divide_hand(hand)` without a place.
   A reading has `parts`, `pungs`, `runs`, `pair`, `suits`, `wait`. Shapes without sets are
   made with `hand.read(Reading(seven_pairs(hand.concealed)))` and the like, and chained to
   the others; readings that may not win are filtered out. Where runs count nothing an
   `equivalence` of `rules.hands.profiles` keeps their number small.
3. The table: one `Row` for each element, in the sheet's order: id, native and English name,
   value (a number, or words that begin with one: "2 hu each"), the predicate, what it
   excludes, and, where the house or the hand decides, what it is worth. Predicates are those
   of `rules.scoring.elements`, or the game's own, which take a `WonHand` and say whether or
   how often. An element that is no row (the banker's, say) is a plain `Element` among them.

       ELEMENTS: Final = (
           Row("dragon_pung", "三元牌", "dragon pung", 1, elements.dragon_pung),
           Row("big_three_dragons", "大三元", "big three dragons", 8,
               elements.big_three_dragons, excludes=("dragon_pung",)),
           Row("all_honors", "字一色", "all honours", 8, elements.all_honors,
               worth=lambda hand: hand.options["all_honors_tai"]),
       )
       TABLE: Final = Table(ELEMENTS, limit=10)

4. `best(TABLE, readings(hand), rank)` is the `Score`: the hand in its best reading, its value
   and items. Without a rank the most valuable reading counts, of equals the first; `by_names`,
   `by_order` and `by_count` are the usual ties, and any function of a `Score` is one.

Games that count otherwise use a part of it: `apart=` lists what holds twice as two items;
`total=` makes of the items what they are together (a product of factors, hu doubled by tai);
a house whose exclusions differ has a table of its own, made once for its options; a game that
needs a claim's due (what losers pay) to rank gives a rank that works it out; one that only
asks whether an element holds calls the predicate. `set_points` has the points of sets and
pairs (胡) that losers count too, `kinds` what is said of bare kinds that are no won hand.
"""

from __future__ import annotations

from rules.scoring.best import (
    Row,
    Score,
    Table,
    best,
    by_count,
    by_names,
    by_order,
    note_exclusions,
)
from rules.scoring.won_hand import (
    SETS,
    WonHand,
    divide_hand,
    place_winning_tile,
    readings,
    round_wind,
    seat_wind,
    won_hand,
)

__all__ = [
    "SETS",
    "Row",
    "Score",
    "Table",
    "WonHand",
    "best",
    "by_count",
    "by_names",
    "by_order",
    "divide_hand",
    "note_exclusions",
    "place_winning_tile",
    "readings",
    "round_wind",
    "seat_wind",
    "won_hand",
]
