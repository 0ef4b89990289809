"""Wuhan "red, wild and kong" mahjong (红中赖子杠): wuhan.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from rules.errors import Problem, RecordError
from rules.games.hubei.wuhan.scoring import (
    AUTO,
    Limits,
    Position,
    Variant,
    WuhanScore,
    judge,
    position,
)
from rules.games.hubei.wuhan.shapes import Special, find_special
from rules.guides import SeatTiles
from rules.record.claims import check_robbed_kong, check_single_tile
from rules.record.values import Meld, Record, Win
from rules.ruleset import RIVALS, Element, Fact, Option, Ruleset, choice, full_set, switch
from rules.settle.settlement import Bill, NextHand, ScoredHand, Settlement, rotate
from rules.tiles import CODES, TILES, Tile
from rules.walls import Break, Indicator, Throws

THIRD: Final = 3


def liable(variant: Variant, position: Position, score: WuhanScore) -> int | None:
    """Return the seat that pays for everyone, if any; who gave the winning tile comes first."""
    win = score.win
    if win.by == "robbed_kong":
        return win.source
    if "melded_hand" in score.majors and not _discarder_was_ready(variant, position, win):
        return win.source
    if "pure_one_suit" in score.majors:
        return _third_set_giver(position, win.seat)
    return None


def _third_set_giver(position: Position, winner: int) -> int | None:
    sources = [meld.source for meld in position.layouts[winner].melds if meld.is_exposed]
    return sources[THIRD - 1] if len(sources) >= THIRD else None


def _discarder_was_ready(variant: Variant, position: Position, win: Win) -> bool:
    """Return whether the discarder waited for a valid win; yes where nothing shows it (D12)."""
    answer = win.facts.get("discarder_ready")
    if answer is not None or win.source is None:
        return bool(answer)
    hand = position.record.seats[win.source].hand
    if hand is None:
        return True
    return any(
        isinstance(judge(variant, position, chance, hand), WuhanScore)
        for chance in _chances(position, win.source)
    )


def _chances(position: Position, seat: int) -> Iterator[Win]:
    """Yield every win that *seat* could hope for, without marks: each kind, drawn or claimed."""
    for kind in position.special.usable:
        yield Win(seat, "self_draw", Tile(kind))
        for other in range(position.record.players):
            if other != seat:
                yield Win(seat, "discard", Tile(kind), other)


ROUNDS: Final = 4


def _is_limits(value: Any) -> bool:
    if type(value) is not list:
        return bool(value == AUTO)
    whole = len(value) == len(Limits._fields) and all(type(one) is int and one > 0 for one in value)
    return whole and value == sorted(value)


BY_HEIGHT: Final = (
    *(f"{rank}{suit}" for rank in range(9, 0, -1) for suit in "psm"),
    *("1z", "2z", "3z", "4z", "7z", "6z", "5z"),
)
"""The tiles by which seats are drawn, the highest first."""


class Wuhan(Ruleset):
    """Wuhan mahjong for four; what the three-player version changes is an attribute here."""

    id = "wuhan"
    native = "武汉麻将"
    name = "Wuhan mahjong"
    family = "hubei"
    hides_order = True
    dead_wall = None
    first_banker = "count"
    rounds = 4
    minimum = ("every_loser", "minimum_points")
    guides = (SeatTiles(BY_HEIGHT),)
    tiles = full_set()
    options: ClassVar[tuple[Option, ...]] = (
        choice("kong_tiles", "red", "red_green", "peel"),
        switch("double_per_open_set"),
        choice("minimum_points", 0, 8, 16, 32, default=8),
        choice("divide_by", 1, 10, 20),
        choice("major_base", "sum", "exponential"),
        Option("limits", AUTO, (), _is_limits, '"auto" or [limit, golden, radiant, trinity]'),
    )
    contains: ClassVar = {"kong_draw": ("self_draw",), "last_tile": ("self_draw",)}
    elements: ClassVar[tuple[Element, ...]] = (
        Element("common_win", "平胡", "minor win", 1),
        Element("pure_one_suit", "清一色", "pure one suit", 10),
        Element("all_honors", "风一色", "all honors", 10),
        Element("all_eyes", "将一色", "all eyes", 10),
        Element("all_pungs", "碰碰胡", "all pung", 10),
        Element("melded_hand", "全求人", "all claimed", 10),
        Element("last_tile", "海底捞", "bottom tile", 10),
        Element("kong_draw", "杠上开", "kong bloom", 10),
        Element("robbing_the_kong", "抢杠", "robbing a kong", 10),
        Element("open_sets", "开口", "open", "1 double, or 1 for each open set"),
        Element("open_kong", "明杠", "open kong", "1 double each"),
        Element("kong_tile", "红中杠", "kong of a kong tile", "1 double each"),
        Element("concealed_kong", "暗杠", "closed kong", "2 doubles each"),
        Element("wild_kong", "赖子杠", "wild kong", "2 doubles each"),
        Element("banker", "庄家", "banker", "1 double in a minor win"),
        Element("no_wild", "硬牌", "hard win", "1 double"),
        Element("self_draw", "自摸", "own tile", "1 double in a minor win, half of one in a major"),
    )
    laid_counts_after = ("win",)
    marks: ClassVar[tuple[str, ...]] = ("kong_draw", "last_tile")
    win_facts = (RIVALS, Fact("discarder_ready"))
    indicators = 1
    uses_aside = True

    circle: ClassVar[tuple[Tile, ...]] = tuple(
        TILES[code] for code in ("1z", "2z", "3z", "4z", "7z", "6z", "5z")
    )
    """The honors in the order in which a wild tile follows its indicator."""
    absent_suits: ClassVar[int] = 0
    """How many suits, from the characters on, the game is played without."""
    variant: ClassVar[Variant] = Variant()
    indicator: ClassVar[Indicator] = Indicator(27, "bottom", "head")

    def special(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> Special | None:
        """Return the wild and kong tiles of the hand; `None` where no indicator fixes them."""
        if len(indicators) != 1 or CODES[indicators[0]] not in self.tiles:
            return None
        return self._special(indicators[0], options)

    def _special(self, indicator: Tile, options: Mapping[str, Any]) -> Special:
        kong_tiles = options.get("kong_tiles", "red")
        return find_special(indicator, kong_tiles, self.circle, self.absent_suits * 9)

    def wild_tiles(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> frozenset[int]:
        """Return the kind that follows the indicator."""
        special = self.special(indicators, options)
        return frozenset() if special is None else frozenset((special.wild,))

    def aside_tiles(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> frozenset[int]:
        """Return the kong tiles."""
        special = self.special(indicators, options)
        return frozenset() if special is None else special.kong

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return the concealed tiles that may be shown; nobody discards in the bottom stage."""
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        winners = {win.seat for win in record.wins}
        bottom = record.outcome == "draw" or any("last_tile" in win.marks for win in record.wins)
        may_hold_more = record.outcome == "abort" or (self.variant.has_bottom_stage and bottom)
        return (rest, rest + 1) if may_hold_more and seat not in winners else (rest,)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild or a kong tile is in the set."""
        special = self.special(record.deal.indicators, record.options)
        if special is None:
            return None
        for tile in meld.tiles:
            if tile == special.wild:
                return f"{CODES[tile]} is wild and cannot be in a set laid down"
            if tile in special.kong:
                return f"{CODES[tile]} is a kong tile and cannot be in a set"
        return None

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicator, winners and single tiles."""
        count = len(record.deal.indicators)
        if count > 1 or (record.outcome == "win" and not count):
            message = f"one indicator is turned up, here are {count}"
            yield Problem("bad_record", message, "deal.indicators")
        yield from check_single_tile(record)
        for place, win in enumerate(record.wins):
            yield from self._mark_problems(win, f"wins[{place}].marks")
        special = self.special(record.deal.indicators, record.options)
        for seat, layout in enumerate(record.seats):
            if layout.flowers:
                yield Problem("bad_tiles", "this game has no flowers", f"seats[{seat}].flowers")
            if layout.aside and special is not None:
                yield from _single_problems(layout.aside, special, f"seats[{seat}].aside")

    def _mark_problems(self, win: Win, where: str) -> Iterator[Problem]:
        if self.variant.has_bottom_stage and "last_tile" in win.marks:
            if not win.is_self_draw:
                message = "in the bottom stage nobody discards or kongs: last_tile is an own tile"
                yield Problem("bad_record", message, where)
            if "kong_draw" in win.marks:
                message = "no kong is made in the bottom stage: kong_draw and last_tile never meet"
                yield Problem("bad_record", message, where)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield a robbed kong that was none."""
        for place, win in enumerate(record.wins):
            yield from check_robbed_kong(record, win, f"wins[{place}]")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        win = min(record.wins, key=lambda one: _turn(record, one))
        (indicator,) = record.deal.indicators
        hand, _ = record.hand_and_tile(win)
        table = position(record, self._special(indicator, record.options))
        verdict = judge(self.variant, table, win, hand)
        if isinstance(verdict, list):
            raise RecordError(verdict)
        return Settlement(
            self.id,
            record.players,
            self._bill(table, verdict),
            self._next(record, win.seat),
            (_winner(verdict),),
            tuple(
                ScoredHand(
                    seat,
                    verdict.dues[seat],
                    "points",
                    items,
                    terms=verdict.due_terms(seat, record.options["divide_by"]),
                )
                for seat, items in verdict.losers.items()
            ),
        )

    def _bill(self, table: Position, score: WuhanScore) -> tuple[Any, ...]:
        bill = Bill()
        for seat, due in score.dues.items():
            terms = score.due_terms(seat, table.record.options["divide_by"])
            bill.pay(seat, score.win.seat, due, terms=terms)
        who = liable(self.variant, table, score)
        if who is not None:
            bill.assign(who)
        return tuple(bill.rows)

    def _next(self, record: Record, winner: int) -> NextHand:
        """Return the next hand: the banker stays after his own win; four rounds are a session."""
        stays = winner == record.state.banker
        after = rotate(record.state, record.players, stays=stays)
        return after if stays or after.round <= ROUNDS else replace(after, over=True)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says."""
        return Break(throws.seat_at(throws.total()), min(throws.dice[0]), self.indicator)


def _turn(record: Record, win: Win) -> int:
    return 0 if win.source is None else record.distance(win.source, win.seat)


def _single_problems(aside: Iterable[Tile], special: Special, where: str) -> Iterator[Problem]:
    for tile in aside:
        if tile != special.wild and tile not in special.kong:
            message = f"{CODES[tile]} is neither wild nor a kong tile and cannot lie aside"
            yield Problem("bad_tiles", message, where)


def _winner(score: WuhanScore) -> ScoredHand:
    reading = score.shape.reading.rows()
    return ScoredHand(
        score.win.seat, score.base, "points", score.items, reading, terms=score.base_terms()
    )


GAME: Final = Wuhan()
