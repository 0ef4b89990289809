"""What the tiles may be read as, and the tables of hands: ataki-b.md, "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.games.riichi import hand as riichi
from rules.games.riichi import yaku
from rules.games.riichi.hand import PAIRS_OF_A_HAND, SETS, Hand, Winner, mask_of
from rules.games.riichi.yaku import Chance, Yaku, without_sets
from rules.hands.covers import completes, completes_sets
from rules.hands.divide import natural_divisions
from rules.hands.keys import pack
from rules.hands.shapes import PAIRS, PUNGS, Part
from rules.ruleset import Element
from rules.scoring import elements
from rules.tiles import COPIES, HONORS, KIND, KINDS, Tile

YAKUMAN: Final = 4
BIG_YAKUMAN: Final = 6
FURTHER_YAKUMAN: Final = 2
"""Mangans that the highest yakuman of a hand brings, and every further one."""

SEVEN_PAIRS: Final = (
    "seven_pairs",
    "luxury_seven_pairs",
    "double_luxury_seven_pairs",
    "triple_luxury_seven_pairs",
)
"""By how many kinds are there four times."""


def _as_riichi(id_: str, native: str = "", **changes: Any) -> Yaku:
    """Return the row of riichi.md, by the source's name and with *changes*."""
    row = next(row for row in yaku.ROWS if row.id == id_)
    return replace(row, native=native or row.native, **changes)


def _fours(count: int) -> Callable[[Hand], bool]:
    """Return whether *count* kinds of seven pairs are there four times."""
    return lambda hand: yaku.is_seven_pairs(hand) and len({*hand.kinds}) == PAIRS_OF_A_HAND - count


def _pairs(names: yaku.Names, han: int, holds: Callable[[Hand], int], **how: Any) -> yaku.Shape:
    def both(hand: Hand) -> bool:
        return yaku.is_seven_pairs(hand) and bool(holds(hand))

    return yaku.han(names, (han, 0), without_sets, both, **how)


CHANCES: Final = (
    _as_riichi("fully_concealed_self_draw", "門前清摸和"),
    _as_riichi("riichi"),
    _as_riichi("double_riichi", "ダブル立直"),
    _as_riichi("ippatsu", setting=None),
    _as_riichi("kong_draw"),
    _as_riichi("robbing_the_kong"),
    _as_riichi("last_tile"),
    _as_riichi("last_discard"),
    Chance("human_hand", "人和", "human hand", 4, 0, word="before_first_draw"),
)

SHAPES: Final = (
    _as_riichi("dragon_pung", "飜牌"),
    _as_riichi("seat_wind_pung", "飜牌"),
    _as_riichi("round_wind_pung", "飜牌"),
    _as_riichi("all_sequences"),
    _as_riichi("all_simples", "断么九", open_by="", leads=True),
    _as_riichi("pure_double_sequence", "一盃口"),
    _as_riichi("outside_hand", "混全帯么"),
    _as_riichi("three_similar_sequences"),
    _as_riichi("straight"),
    _as_riichi("three_similar_pungs"),
    _as_riichi("three_concealed_pungs"),
    _as_riichi("three_kongs"),
    _as_riichi("little_three_dragons"),
    _as_riichi("all_pungs", "対々和"),
    _as_riichi("seven_pairs", holds=_fours(0), leads=False),
    _as_riichi("two_pure_double_sequences", "二盃口"),
    _as_riichi("mixed_one_suit"),
    _as_riichi("terminals_in_all_sets", "純全帯么"),
    _pairs(("luxury_seven_pairs", "セット七対", "set seven pairs"), 3, _fours(1)),
    _pairs(
        ("double_luxury_seven_pairs", "セット七対 2セット", "set seven pairs, two sets"),
        4,
        _fours(2),
    ),
    _pairs(
        ("triple_luxury_seven_pairs", "セット七対 3セット", "set seven pairs, three sets"),
        5,
        _fours(3),
    ),
    _as_riichi("pure_one_suit"),
    _pairs(
        ("little_wheels", "小車輪", "little wheels"),
        6,
        elements.mixed_one_suit,
        excludes=(*SEVEN_PAIRS, "mixed_one_suit"),
        leads=True,
    ),
    _pairs(
        ("reverse_wheels", "逆車輪", "reverse wheels"),
        6,
        lambda hand: elements.SIMPLES.isdisjoint(hand.kinds),
        excludes=SEVEN_PAIRS,
        leads=True,
    ),
    yaku.han(
        ("mixed_terminals", "混老対々和", "terminals and honours, all pungs"),
        (6, 6),
        lambda form: form.pungs == SETS and not form.has_simples,
        excludes=("all_pungs",),
        leads=True,
    ),
)


def _yakuman(id_: str, native: str = "", mangans: int = YAKUMAN, **changes: Any) -> Yaku:
    """Return a yakuman of riichi.md that is worth *mangans*, never two yakuman."""
    row = _as_riichi(id_, native, is_double=False, **changes)
    return replace(row, closed=mangans, open=mangans if row.open else 0)


YAKUMAN_ROWS: Final = (
    _yakuman("earthly_hand"),
    _yakuman(
        "four_concealed_pungs",
        holds=elements.four_concealed_pungs,
    ),
    _yakuman("big_three_dragons"),
    _yakuman("thirteen_orphans", holds=yaku.is_orphans, leads=True),
    _yakuman(
        "all_green",
        holds=lambda hand: yaku.all_green(hand) and not yaku.is_seven_pairs(hand),
        leads=False,
    ),
    _yakuman("little_four_winds"),
    _yakuman("all_honors"),
    _yakuman("all_terminals"),
    _pairs(
        ("big_wheels", "大車輪", "big wheels"),
        YAKUMAN,
        elements.pure_one_suit,
        rank="yakuman",
        leads=True,
    ),
    _yakuman("heavenly_hand", mangans=BIG_YAKUMAN),
    _yakuman("big_four_winds", mangans=BIG_YAKUMAN),
    _yakuman(
        "nine_gates",
        "九連宝灯",
        BIG_YAKUMAN,
        holds=lambda hand: any(yaku.nine_gates(hand, pure=pure) for pure in (False, True)),
    ),
    _yakuman("four_kongs", mangans=BIG_YAKUMAN),
)
"""They replace everything else."""

ROWS: Final = (*CHANCES, *SHAPES, *YAKUMAN_ROWS)
ELEMENTS: Final = (
    *(row.element for row in CHANCES + SHAPES),
    Element("dora", "ドラ", "dora", "1 each"),
    Element("red_five", "赤牌", "red fives", "1 each"),
    Element("ura_dora", "裏ドラ", "ura dora", "1 each"),
    *(
        replace(row.element, value="yakuman" if row.closed == YAKUMAN else "big yakuman")
        for row in YAKUMAN_ROWS
    ),
)


# What the tiles may be read as: pairs with four equal tiles, a fifth tile that only counts

TILES_OF_PAIRS: Final = 14


def hands(winner: Winner) -> list[Hand]:
    """Return every reading of a winner's tiles; four equal ones may be two pairs."""
    counts = Counter(winner.concealed)
    if counts[winner.tile] > COPIES:
        return riichi.hands(winner, _with_a_fifth(winner))
    readings = riichi.hands(winner)
    if len(winner.concealed) == TILES_OF_PAIRS and _is_pairs(counts) and COPIES in counts.values():
        parts = tuple(PAIRS[kind] for kind in sorted(counts) for _ in range(counts[kind] // 2))
        last_part = PAIRS[winner.tile]
        readings.append(Hand(winner, parts, parts, last_part, mask_of(winner.kinds)))
    return readings


def _is_pairs(counts: Counter[int]) -> bool:
    return all(count % 2 == 0 for count in counts.values())


def further_waits(tiles: Sequence[Tile], melds: int, plain: frozenset[int]) -> frozenset[int]:
    """Return the kinds that complete the concealed *tiles* beside *melds* sets laid down.

    Beside the *plain* ones those of which no tile is left, because all four are among them.
    """
    counts = Counter(KIND[tile] for tile in tiles)
    kinds = {*plain}
    odd = [kind for kind, count in counts.items() if count % 2]
    if not melds and len(tiles) == TILES_OF_PAIRS - 1 and len(odd) == 1:
        kinds.update(odd)
    kinds.update(
        kind
        for kind, count in counts.items()
        if count == COPIES and _takes_a_fifth(counts, kind, SETS - melds)
    )
    return frozenset(kinds)


def _takes_a_fifth(counts: Counter[int], kind: int, sets: int) -> bool:
    """Return whether a fifth tile of *kind* would complete the tiles.

    Five equal tiles hold a pung or a pair, as runs have room for four of them.
    """
    with_pung, with_pair = counts - Counter({kind: 2}), counts - Counter({kind: 1})
    return completes(pack(with_pung.elements()), sets - 1) or completes_sets(
        pack(with_pair.elements()), sets
    )


def _with_a_fifth(winner: Winner) -> Iterator[tuple[Part, ...]]:
    """Yield the divisions of tiles of which five are equal.

    Nobody can win so; what a hand that waits for it would be worth is asked for a fine.
    """
    kind, sets = winner.tile, SETS - len(winner.melds)
    counts = Counter(winner.concealed)
    pung, pair = PUNGS[kind], PAIRS[kind]
    rest = counts - Counter({kind: 3})
    for parts in natural_divisions(pack(rest.elements()), sets - 1):
        yield (pung, *parts)
    # Sets without a pair are a division with one that nothing else can take, but for that.
    lone = next(one for one in range(HONORS, KINDS) if one != kind and not counts[one])
    rest = counts - Counter({kind: 2}) + Counter({lone: 2})
    for parts in natural_divisions(pack(rest.elements()), sets):
        if pung not in parts:
            yield (*(one for one in parts if one is not PAIRS[lone]), pair)
