"""Riichi for five with 140 tiles, the flowers being a fifth wind (五人麻雀).

five-player-1.md: banker and others score alike, the post moves after every hand.
five-player-2.md: the banker's privileges are back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.games.riichi import yaku
from rules.games.riichi.hand import (
    DORA_OF,
    FIFTH_WIND,
    FOUR_WINDS,
    ORPHAN_KINDS,
    SETS,
    THREE_DRAGONS,
    Hand,
    Values,
    Winner,
    hands,
    mask_of,
    waits_without_sets,
)
from rules.games.riichi.many_seats import ManySeats
from rules.games.riichi.payment import Course
from rules.games.riichi.points import (
    OF_BANKER,
    OF_DISCARDER,
    OF_DISCARDER_TO_BANKER,
    SINGLE,
    Share,
    among,
    share,
)
from rules.games.riichi.result import Parts, final_parts
from rules.games.riichi.scoring import RiichiScore
from rules.games.riichi.yaku import Shape
from rules.hands import unbounded
from rules.hands.shapes import part
from rules.record.values import Meld, Record, Seat
from rules.ruleset import Element, Fact, choice, full_set, switch
from rules.scoring import elements
from rules.settle.settlement import Settlement
from rules.settle.terms import times
from rules.tiles import CODES, KIND, KINDS, Tile, write
from rules.walls import Break, Indicator, Throws

# Equipment: the four seasons are one kind, the flower; within the rules it is the kind
# after the dragons, and every season is taken for the spring

FLOWER: Final = Tile(FIFTH_WIND)
SEASONS: Final[Mapping[Tile, Tile]] = {Tile(FLOWER + place): FLOWER for place in range(4)}
"""What each season is: the flower."""
KIND_OF: Final = tuple(
    [FIFTH_WIND if Tile(tile) in SEASONS else kind for tile, kind in enumerate(KIND)]
)
TILES_OF_FIVE: Final = MappingProxyType({**full_set(), "1f": 1, "2f": 1, "3f": 1, "4f": 1})
FIVE_WINDS: Final = (*FOUR_WINDS, FIFTH_WIND)
FOURTEEN: Final = (*ORPHAN_KINDS, FIFTH_WIND)
"""The terminals and honors (十四幺九)."""
WIND_CODES: Final = tuple(CODES[kind] for kind in FIVE_WINDS)
VALUES: Final = tuple(
    tuple(Values((own,), (of_round,), THREE_DRAGONS) for of_round in FIVE_WINDS)
    for own in FIVE_WINDS
)
"""The honors of value by own wind and wind of the round."""
DORA: Final[Mapping[int, int]] = {**DORA_OF, FOUR_WINDS[-1]: FIFTH_WIND, FIFTH_WIND: FOUR_WINDS[0]}
"""The dora of each indicator: after north comes flower, after flower east (D3)."""

# Scoring elements

MANGAN_HAN: Final = 5
CHANGED: Final = frozenset(
    (
        "human_hand",
        "thirteen_orphans",
        "thirteen_orphans_13_wait",
        "little_four_winds",
        "big_four_winds",
        "all_honors",
    )
)
"""Rows of riichi.md that are not played or are played otherwise."""
KEPT: Final = tuple(row for row in yaku.ROWS if row.id not in CHANGED)


def has_five_winds(hand: Hand) -> bool:
    """Return whether the hand is sets of four winds and a pair of the fifth (五喜和)."""
    return len(hand.pungs) == SETS and {*hand.pungs, hand.pair} == {*FIVE_WINDS}


def is_fourteen(hand: Hand) -> bool:
    """Return whether the hand is one each of the fourteen."""
    return len(hand.parts) == len(FOURTEEN)


def _change_row(row_id: str, **how: Any) -> Shape:
    row = next(row for row in yaku.ROWS if row.id == row_id and isinstance(row, Shape))
    return replace(row, **how)


def _twice(row: Shape) -> tuple[Shape, ...]:
    return tuple(
        replace(row, closed=value, open=value * row.open, setting=("big_yakuman", value == 2))
        for value in (1, 2)
    )


OF_FIVE: Final = (
    *_twice(
        yaku.yakuman(("five_winds", "五喜和", "five winds"), yaku.has_honor_pungs, has_five_winds)
    ),
    *_twice(
        yaku.yakuman(
            ("fourteen_orphans", "国士無双 (十四幺九)", "fourteen orphans"),
            yaku.without_sets,
            is_fourteen,
            open=0,
        )
    ),
    _change_row(
        "thirteen_orphans",
        native="十三幺九",
        closed=MANGAN_HAN,
        excludes=tuple(row.id for row in KEPT if row.rank == "han"),
        rank="mangan",
        holds=lambda hand: yaku.is_orphans(hand) and not is_fourteen(hand),
    ),
    _change_row("little_four_winds", closed=MANGAN_HAN, open=MANGAN_HAN, rank="mangan"),
    _change_row(
        "big_four_winds",
        holds=lambda hand: elements.big_four_winds(hand) and hand.pair != FIFTH_WIND,
    ),
    _change_row(
        "all_honors",
        holds=lambda hand: not has_five_winds(hand),
    ),
)
"""The rows that are played otherwise, or here only."""

ELEMENTS: Final = (
    *(row.element for row in KEPT),
    *(element for element in yaku.DORA if element.id != "red_five"),
    Element("five_winds", "五喜和", "five winds", "1 (2) yakuman"),
    Element("fourteen_orphans", "国士無双 (十四幺九)", "fourteen orphans", "1 (2) yakuman"),
    Element("thirteen_orphans", "十三幺九", "thirteen orphans", "mangan"),
    Element("little_four_winds", "小四喜", "little four winds", "mangan"),
    *(row.element for row in OF_FIVE if row.id in ("big_four_winds", "all_honors")),
)


class FivePlayerFirst(ManySeats):
    """Five players, nobody counting as banker."""

    id = "five-player-1"
    native = "五人麻雀第1ルール"
    name = "Five-player riichi, rule 1"
    seats = (5,)
    tiles = TILES_OF_FIVE
    set_kinds = KINDS + 1
    kind_of = KIND_OF
    options = (
        *ManySeats.options,
        switch("big_yakuman"),
        choice("rounds", 5, 3, 2),
    )
    elements = ELEMENTS
    contains: ClassVar = {
        "five_winds": ("big_four_winds", "all_honors"),
        "fourteen_orphans": ("thirteen_orphans",),
    }
    rows = (*KEPT, *OF_FIVE)
    incidents = ("four_same_wind", "four_wins", "five_riichi")
    carry = MappingProxyType({"deposits": 0})
    ready_pool = 2400
    dora_of = DORA

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:  # noqa: ARG002 -- hook
        """Return nothing: flowers stay in the hand."""
        return frozenset()

    def substitutes(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> Mapping[Tile, Tile]:
        """Return what the seasons are: one kind."""
        return SEASONS

    def seat_winds(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- hook
        """Return the code of each seat's wind, the banker's first."""
        return WIND_CODES

    def round_winds(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- hook
        """Return the codes of the winds of the rounds."""
        return WIND_CODES

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*, its seasons taken for flowers."""
        return with_seasons(super().settle(as_flowers(record)), record)

    def values(self, record: Record, seat: int) -> Values:
        """Return own wind, wind of the round and dragons; the flower is the fifth wind."""
        own = (seat - record.state.banker) % len(VALUES)
        return VALUES[own][(record.state.round - 1) % len(VALUES)]

    def hands(self, winner: Winner) -> list[Hand]:
        """Return every reading: sets and a pair, seven pairs, thirteen or fourteen orphans."""
        if FIFTH_WIND not in winner.concealed:
            return hands(winner)
        sets = SETS - len(winner.melds)
        return hands(winner, unbounded.divisions(winner.concealed, sets)) + _fourteen(winner)

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
        kinds = [KIND_OF[tile] for tile in hand]
        wait_kinds = frozenset(unbounded.waits(kinds, SETS - melds, range(KINDS + 1)))
        wait_kinds |= waits_without_sets(kinds, melds)
        missing = set(FOURTEEN) - set(kinds)
        return wait_kinds | missing if not melds and len(missing) == 1 else wait_kinds

    def concealed_kong_problem(self, score: RiichiScore) -> Reason | None:
        """Return why the hand may not rob a concealed kong, or nothing."""
        is_fourteen = any(item.id == "fourteen_orphans" for item in score.items)
        if score.hand is None or is_fourteen:
            return None
        return Reason("concealed_kong_by_fourteen")

    def shares(self, record: Record, winner: Winner) -> list[tuple[int, Share]]:
        """Return who pays which share: the discarder all, or everybody the same."""
        if winner.source is not None:
            return [(winner.source, OF_DISCARDER)]
        return [(seat, SINGLE) for seat in range(record.players) if seat != winner.seat]

    def course(self, record: Record, course: Course) -> Course:  # noqa: ARG002 -- hook
        """Return how the table goes on: the post moves, and no counters are laid."""
        return Course(False, None, course.deposits)

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:  # noqa: ARG002 -- hook
        """Return whether the last round is over."""
        is_last_seat = record.state.banker == record.players - 1
        return is_last_seat and record.state.round >= record.options["rounds"]

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: the wall counted to, as many stacks from its right end."""
        total = throws.total()
        return Break(throws.seat_at(total), total, Indicator(1, "top", "tail"))


def _fourteen(winner: Winner) -> list[Hand]:
    """Return the reading as one each of all terminals and honors, if it is one."""
    if sorted(winner.concealed) != list(FOURTEEN):
        return []
    parts = tuple([part("single", (kind,)) for kind in FOURTEEN])
    last_part = parts[FOURTEEN.index(winner.tile)]
    return [Hand(winner, parts, parts, last_part, mask_of(FOURTEEN))]


# Seasons as flowers and back


def as_flowers(record: Record) -> Record:
    """Return *record* with every season told as the flower that it is."""
    deal = record.deal
    deal = replace(
        deal,
        indicators=_flowers(deal.indicators),
        hidden_indicators=_flowers(deal.hidden_indicators),
    )
    wins = tuple(
        win if win.tile is None else replace(win, tile=SEASONS.get(win.tile, win.tile))
        for win in record.wins
    )
    return replace(record, deal=deal, seats=tuple(map(_seat, record.seats)), wins=wins)


def with_seasons(settlement: Settlement, record: Record) -> Settlement:
    """Return *settlement* with the seasons of *record* as they are printed in its readings."""
    wins = []
    for entry, win in zip(settlement.wins, record.wins, strict=True):
        if not entry.reading:
            wins.append(entry)
            continue
        seat = record.seats[win.seat]
        tiles = (*(seat.hand or ()), *(() if win.tile is None else (win.tile,)))
        meld_tiles = [tile for meld in seat.melds for tile in meld.tiles]
        concealed, melds = entry.reading
        reading = (_print_seasons(concealed, tiles), _print_seasons(melds, meld_tiles))
        wins.append(replace(entry, reading=reading))
    return replace(settlement, wins=tuple(wins))


def _print_seasons(rows: Sequence[str], tiles: Sequence[Tile]) -> tuple[str, ...]:
    """Return *rows* of sets with the seasons among *tiles* in place of flowers."""
    seasons = iter([tile for tile in tiles if tile in SEASONS])
    return tuple(write(islice(seasons, len(row) - 1)) if row.endswith("f") else row for row in rows)


def _flowers(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple([SEASONS.get(tile, tile) for tile in tiles])


def _seat(seat: Seat) -> Seat:
    return replace(
        seat,
        hand=None if seat.hand is None else _flowers(seat.hand),
        melds=tuple(map(_meld, seat.melds)),
        discards=None if seat.discards is None else _flowers(seat.discards),
    )


def _meld(meld: Meld) -> Meld:
    return replace(meld, tiles=_flowers(meld.tiles))


# Rule 2

ROUNDS: Final = 2
RETURN: Final = 30000
"""What everyone's points are compared with at the end."""
HONBA: Final = 400
POOL: Final = 3600
PLACEMENTS: Final = {"none": (0, 0, 0, 0, 0), "10_5_-3_-5_-7": (10, 5, -3, -5, -7)}
"""Placement points in thousands, from first to fifth (ウマ)."""


FIFTH: Final = share(times("whole", 4), *among("parts", 5))


def banker_shares(record: Record, winner: Winner, five_parts: bool) -> list[tuple[int, Share]]:
    """Return who pays which share of a hand where the banker wins and loses more.

    *five_parts*: whether another's self-draw is its normal value, shared 2 : 1 : 1 : 1.
    """
    if winner.source is not None:
        return [(winner.source, OF_DISCARDER_TO_BANKER if winner.is_banker else OF_DISCARDER)]
    banker = record.state.banker
    if winner.is_banker:
        single = share(times("banker", 6), *among("payers", record.players - 1))
    else:
        single = FIFTH if five_parts else SINGLE
    double = share(*single.terms, *OF_BANKER.terms)
    return [
        (seat, double if seat == banker else single)
        for seat in range(record.players)
        if seat != winner.seat
    ]


def stays_by_winning(record: Record, course: Course) -> Course:
    """Return *course* with the banker staying after his own win only."""
    return replace(course, stays=course.stays and record.outcome == "win")


class FivePlayerSecond(FivePlayerFirst):
    """Five players with a banker, an East and a South round."""

    id = "five-player-2"
    native = "五人麻雀第2ルール"
    name = "Five-player riichi, rule 2"
    options = (
        *(option for option in FivePlayerFirst.options if option.name != "rounds"),
        choice("child_self_draw", "fifth_more", "five_parts"),
        switch("bust_ends"),
        choice("placement", *PLACEMENTS),
    )
    seat_facts = (*FivePlayerFirst.seat_facts, Fact("continues"))
    carry = MappingProxyType({"honba": 0, "deposits": 0})
    start_score = 27000
    ready_pool = POOL

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record`."""
        problems = super().form_problems(record)
        if record.state.round > ROUNDS:
            message = f"a game is {ROUNDS} rounds, this would be round {record.state.round}"
            problems.append(Problem("bad_record", message, "state.round"))
        return problems

    def shares(self, record: Record, winner: Winner) -> list[tuple[int, Share]]:
        """Return who pays which share of a hand."""
        five_parts = record.options["child_self_draw"] == "five_parts"
        return banker_shares(record, winner, five_parts)

    def honba_value(self, record: Record) -> int:  # noqa: ARG002 -- hook
        """Return the points of one counter."""
        return HONBA

    def course(self, record: Record, course: Course) -> Course:
        """Return how the table goes on: the banker stays after his own win only."""
        return stays_by_winning(record, course)

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:
        """Return whether the game ends: someone is bust, or the last banker goes or stops."""
        if min(scores) < 0 and record.options["bust_ends"]:
            return True
        banker = record.state.banker
        if record.state.round < ROUNDS or banker != record.players - 1:
            return False
        return not (course.stays and record.seats[banker].facts.get("continues", True))

    def final_parts(self, record: Record, scores: list[int]) -> Parts:
        """Return the points of the game: against the return, with first prize and placement."""
        placement = PLACEMENTS[record.options["placement"]]
        return final_parts(scores, self.start_score, RETURN, placement)


FIRST: Final = FivePlayerFirst()
SECOND: Final = FivePlayerSecond()
