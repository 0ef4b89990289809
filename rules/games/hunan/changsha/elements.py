"""Changsha's elements, the tiles of a win, and the birds turned up after it: changsha.md.

"Play", "Walls, dice, deal" (kong supplement, last tile), "Scoring elements", "Payment" (bird).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from rules.game import Options
from rules.hands.shapes import SINGLES, Reading
from rules.hands.special import seven_pairs
from rules.record.values import Record, Win
from rules.ruleset import Element
from rules.scoring import Row, Score, Table, WonHand, best, divide_hand, elements, won_hand
from rules.scoring.kinds import suits
from rules.settle.settlement import Item, ScoredHand
from rules.settle.terms import Terms, add, compute, times
from rules.tiles import EYES, KIND, Tile

RANKS: Final = 9
SUITS: Final = 3
FOUR: Final = 4
TRIPLET: Final = 3

SMALL: Final = 1
SELF_DRAW: Final = 3
TAKEN: Final = 6
"""What an element is worth between two who are not banker: small, big drawn, big taken."""


# The moment of the win


def has_last_tile(win: Win) -> bool:
    """Return whether the winner drew the last tile; a kong's supplement never counts as one."""
    return win.is_self_draw and "last_tile" in win.marks and "kong_draw" not in win.marks


def is_last_discard(win: Win) -> bool:
    """Return whether the last tile was discarded; a kong's supplement never counts as one."""
    return win.by == "discard" and "last_discard" in win.marks and "kong_discard" not in win.marks


def is_kong_bloom(win: Win) -> bool:
    """Return whether the winner drew a supplement that dice chose."""
    by_dice = win.facts.get("supplement") != "tail"
    return win.is_self_draw and "kong_draw" in win.marks and by_dice


def is_kong_cannon(win: Win) -> bool:
    """Return whether a supplement that dice chose was discarded."""
    return win.by == "discard" and "kong_discard" in win.marks


def is_on_last_tile(record: Record) -> bool:
    """Return whether the hand was won with the last tile of the wall."""
    return any(has_last_tile(win) or is_last_discard(win) for win in record.wins)


def may_have_two_tiles(record: Record, win: Win) -> bool:
    """Return whether dice took both tiles of a stack for the one that *win* was on (双槓)."""
    by_dice = is_kong_bloom(win) or is_kong_cannon(win)
    return bool(record.options["double_kong"]) and by_dice


def tiles_on_offer(record: Record, win: Win) -> tuple[Tile, ...]:
    """Return the winning tile and, with a double kong, the other one of its stack."""
    other = win.facts.get("other_tile", ()) if may_have_two_tiles(record, win) else ()
    return () if win.tile is None else (win.tile, *other)


def further_tiles(record: Record) -> tuple[Tile, ...]:
    """Return the tiles of a double kong that no win names as its tile."""
    if not record.wins or record.wins[0].tile is None:
        return ()
    win_tiles = {win.tile for win in record.wins}
    rest = Counter(tiles_on_offer(record, record.wins[0]))
    rest.subtract(tile for tile in win_tiles if tile is not None)
    return tuple((+rest).elements())


def find_birds(record: Record) -> tuple[int, ...]:
    """Return the seats that a bird (扎鳥) hits: what they pay and receive is doubled.

    With the last tile this one tile sends every bird.
    """
    tiles = record.deal.hidden_indicators
    tile = record.wins[0].tile
    if is_on_last_tile(record) and tile is not None:
        tiles = (tile,) * record.ruleset.turned_after_win(record.options)
    banker, players = record.state.banker, record.players
    return tuple([(banker + KIND[tile] % RANKS) % players for tile in tiles])


# Elements


def is_of_sets(hand: WonHand) -> bool:
    """Return whether the hand is read as four sets and a pair."""
    return hand.pair is not None and len(hand.pungs) + len(hand.runs) == hand.size


def is_of_pairs(hand: WonHand) -> bool:
    """Return whether the hand is read as seven pairs."""
    return hand.pair is not None and not (hand.pungs or hand.runs)


def luxury_seven_pairs(hand: WonHand) -> bool:
    """豪華七小対: four alike among the pairs."""
    parts = hand.reading.concealed
    return is_of_pairs(hand) and len({*parts}) < len(parts)


def melded_hand(hand: WonHand) -> bool:
    """全求人: all sets were claimed."""
    return len(hand.melds) == hand.size and all(part.exposed for part in hand.melds)


def big(name: str, native: str, english: str, holds: Callable[[WonHand], int]) -> Row:
    """Return a big element; what it pays hangs on how the tile came."""
    return Row(name, native, english, "big", holds, worth=lambda _: 1)


SITUATIONS: Final = (
    big("last_tile", "海底撈月", "last tile drawn", lambda hand: has_last_tile(hand.win)),
    big("last_discard", "海底炮", "last tile discarded", lambda hand: is_last_discard(hand.win)),
    big("kong_draw", "槓上開花", "kong bloom", lambda hand: is_kong_bloom(hand.win)),
    big("kong_cannon", "槓上炮", "kong cannon", lambda hand: is_kong_cannon(hand.win)),
    big("robbing_the_kong", "搶槓胡", "robbing the kong", elements.robbing_the_kong),
    big("heavenly_hand", "天胡", "heavenly hand", elements.heavenly_hand),
    big("earthly_hand", "地胡", "earthly hand", elements.earthly_hand),
)
"""The elements that the tiles do not show; they leave the pair to the shape of the hand."""

ELEMENTS: Final = (
    Element("common_win", "平胡", "plain win", "small"),
    Element("dealt_quad", "四喜", "dealt four of a kind", "small"),
    Element("dealt_no_258", "板板胡", "no 2, 5, 8 dealt", "small"),
    Element("dealt_void_suit", "欠一色", "dealt without one suit", "small"),
    Element("dealt_two_triplets", "六六順", "dealt two triplets", "small"),
    big("all_pungs", "ポンポン胡", "all pungs",
        lambda hand: is_of_sets(hand) and elements.all_pungs(hand)),
    big("seven_pairs", "七小対", "seven pairs", is_of_pairs),
    big("luxury_seven_pairs", "豪華七小対", "luxury seven pairs", luxury_seven_pairs),
    big("all_258", "将将胡", "all 2, 5, 8", lambda hand: EYES.issuperset(hand.kinds)),
    big("pure_one_suit", "清一色", "pure one suit", elements.pure_one_suit),
    big("melded_hand", "全求人", "melded hand", melded_hand),
    *SITUATIONS,
)  # fmt: skip
TABLE: Final = Table(ELEMENTS)
BY_SHAPE: Final = frozenset(row.id for row in SITUATIONS)
OWN_SHAPE: Final = frozenset(("all_pungs", "seven_pairs", "all_258"))
"""Hands that win with any pair."""

PATTERNS: Final[Mapping[str, Callable[[Counter[Tile]], bool]]] = {
    "dealt_quad": lambda counts: FOUR in counts.values(),
    "dealt_no_258": lambda counts: EYES.isdisjoint(counts),
    "dealt_void_suit": lambda counts: len(suits(counts)) < SUITS,
    "dealt_two_triplets": lambda counts: sum(count >= TRIPLET for count in counts.values()) >= 2,
}
"""What wins in the dealt tiles, whatever the others are."""


def dealt_patterns(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Return the patterns that the dealt *tiles* show (配牌での上がり)."""
    counts = Counter(tiles)
    return tuple([name for name, shows in PATTERNS.items() if shows(counts)])


# The best reading, and what it pays


class Verdict(NamedTuple):
    """The best reading of a win; its value is the number of big elements, 0 for a small win."""

    score: Score
    both: bool
    """Whether both tiles of a double kong win, so that all is paid twice."""


def judge(record: Record, win: Win) -> Verdict | None:
    """Return the reading with most big elements, of equals the one found first.

    Where dice took two tiles (双槓), the better one is the winning tile. Tiles that the
    winner let go since his last turn do not win when they are another's. Return nothing
    for tiles that win on neither.
    """
    tiles = [tile for tile in tiles_on_offer(record, win) if not is_missed(record, win, tile)]
    hands = [won_hand(record, replace(win, tile=tile)) for tile in tiles]
    scores = [score for hand in hands if (score := best(TABLE, _shapes(hand))) is not None]
    if not scores:
        return None
    return Verdict(max(scores, key=lambda score: score.value), len(scores) > 1)


def is_missed(record: Record, win: Win, tile: Tile) -> bool:
    """Return whether the winner let *tile* go and did not have his turn since."""
    return win.is_taken and tile in record.seats[win.seat].facts.get("missed", ())


def _shapes(hand: WonHand) -> Iterator[WonHand]:
    yield from filter(_may_win, divide_hand(hand))
    if not hand.melds and (pairs := seven_pairs(hand.concealed)):
        yield hand.read(Reading(pairs))
    singles = tuple([SINGLES[kind] for kind in sorted(hand.concealed)])
    whole = hand.read(Reading(singles, hand.melds))
    if EYES.issuperset(whole.kinds):
        yield whole


def _may_win(hand: WonHand) -> bool:
    """Return whether the pair is a 2, 5 or 8, or an element frees it."""
    options, names = hand.options, frozenset(TABLE.find_elements(hand))
    free = names if options["big_pair_free"] else names - BY_SHAPE
    if options["melded_hand_pair"] == "258" and not options["big_pair_free"]:
        free -= {"melded_hand"}
    return bool(free) or not OWN_SHAPE.isdisjoint(names) or hand.pair in EYES


class Worth(NamedTuple):
    """What a win is worth to whoever pays it."""

    names: tuple[str, ...]
    """The elements that are paid."""
    each: int
    """What each brings between two who are not banker; one more with the banker."""
    times: int
    """2 where both tiles of a double kong win."""

    def between(self, *, banker: bool) -> Terms:
        """Return how what is paid before birds comes about; whether one of the two is *banker*."""
        more = (add("banker", 1, len(self.names)),) if banker else ()
        both = (times("double_kong", self.times),) if self.times > 1 else ()
        return (*[add(name, self.each) for name in self.names], *more, *both)


def worth(verdict: Verdict) -> Worth:
    """Return what the hand is worth under the options."""
    hand = verdict.score.hand
    names = tuple([item.id for item in verdict.score.items]) if verdict.score.value else ()
    return price_elements(names, hand.win, hand.options, 1 + verdict.both)


def price_elements(names: tuple[str, ...], win: Win, options: Options, often: int = 1) -> Worth:
    """Return what big elements are worth under *options*; without one it is a small win."""
    if not names:
        return Worth(("common_win",), SMALL, often)
    one_price, adds_up = options["six_seven"], options["six_seven_combine"]
    each = SELF_DRAW if win.is_self_draw and not one_price else TAKEN
    return Worth(names if adds_up or not one_price else names[:1], each, often)


def make_entry(verdict: Verdict, worth: Worth) -> ScoredHand:
    """Return the entry of a winner; where one element alone is paid, the others say 0 (D15)."""
    hand, value = verdict.score.hand, worth.each * worth.times
    names = [item.id for item in verdict.score.items] or ["common_win"]
    items = tuple([Item(name, value * (name in worth.names)) for name in names])
    terms = worth.between(banker=False)
    rows = hand.reading.rows()
    return ScoredHand(hand.win.seat, compute(terms), "points", items, rows, terms=terms)
