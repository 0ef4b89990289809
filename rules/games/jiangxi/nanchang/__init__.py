"""Nanchang mahjong (南昌麻将): nanchang.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.errors import Problem, Reason
from rules.games.jiangxi.nanchang.elements import (
    ELEMENTS,
    Jings,
    due_terms,
    dues,
    jing_points,
    jings,
    judge,
    score_terms,
    tiles_of,
)
from rules.reasons import as_problem
from rules.record import claims
from rules.record.values import OPEN_KONGS, Meld, Record
from rules.ruleset import RIVALS, Fact, Ruleset, choice, full_set, switch
from rules.settle.settlement import Bill, ScoredHand, Settlement, rotate
from rules.settle.terms import Terms, add
from rules.tiles import CODES, Tile
from rules.walls import Break, Indicator, Throws, break_at


class SeatLayout(NamedTuple):
    """One seat's sets, a robbed kong standing as a pung, and all of its tiles."""

    melds: tuple[Meld, ...]
    tiles: tuple[Tile, ...]
    """Those in hand, in the sets, and for the winner the winning one (D8)."""


class Position(NamedTuple):
    """The table at the end of the hand."""

    record: Record
    jings: Jings
    layouts: tuple[SeatLayout, ...]

    @property
    def jing_terms(self) -> tuple[Terms, ...]:
        """Return the jing points of each seat before they are multiplied."""
        return tuple([self.jings.points(layout.tiles) for layout in self.layouts])

    @property
    def same_first_discards(self) -> bool:
        """Return whether all first discards were equal (抄荘): told, or seen in the discards."""
        if self.record.incidents:
            return True
        return bool(claims.equal_go_rounds([seat.discards or () for seat in self.record.seats]))


def position(record: Record) -> Position:
    """Return what lies on the table of *record*, all of whose hands are shown."""
    last = {win.seat: (win.tile,) for win in record.wins if win.tile is not None}
    layouts = [
        SeatLayout(record.melds_after_robbing(seat), (*tiles_of(record, seat), *last.get(seat, ())))
        for seat in range(record.players)
    ]
    return Position(record, jings(record.deal.indicators[0]), tuple(layouts))


STACKS: Final = 17
"""Stacks of one wall."""

OPEN_KONG: Final = 1
CONCEALED_KONG: Final = 2
JING_KONG: Final = 10
BANKER_PAYS: Final = 5
"""What the banker gives each other seat for equal first discards, or for a drawn hand."""

SAME_FIRST: Final = "same_first_discards"


class Nanchang(Ruleset):
    """Two kinds of wild tiles, runs of honors, and points for what everyone holds."""

    id = "nanchang"
    native = "南昌麻将"
    name = "Nanchang mahjong"
    family = "jiangxi"
    hides_order = True
    dead_wall = None
    first_banker = "count"
    tiles = full_set()
    options = (
        switch("indicator_drawn"),
        choice("dead_wall", "stacks", "tiles"),
        switch("missed_pung_bars_pung"),
        switch("draw_banker_pays"),
    )
    elements = ELEMENTS
    honor_runs = True
    marks = ("dealt", "first_discard", "kong_draw")
    win_facts = (RIVALS, Fact("missed_win"))
    incidents = (SAME_FIRST,)
    indicators = 1
    all_hands_shown = True
    shows_claims = False

    def wild_tiles(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> frozenset[int]:  # noqa: ARG002 -- they change nothing here
        """Return main and sub jing."""
        tiles = [tile for tile in indicators[:1] if CODES[tile] in self.tiles]
        return frozenset(jings(tiles[0])) if tiles else frozenset()

    def visible_indicators(self, record: Record) -> Sequence[Tile]:
        """Return the tile turned up, unless it is drawn as a supplement like any other."""
        is_drawn = record.options["indicator_drawn"]
        return [
            tile for tile in record.deal.indicators if not is_drawn or CODES[tile] not in self.tiles
        ]

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicator, hands, winners and incidents."""
        yield from claims.check_indicators(record)
        yield from claims.check_nothing_aside(record)
        yield from _hidden_hands(record)
        if len(record.wins) > 1:
            yield as_problem(Reason("nearest_claimant_wins"), "barred", "wins[1]")
        yield from claims.check_incident_fields(record)
        yield from _incident_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield a robbed kong that was none."""
        for place, win in enumerate(record.wins):
            yield from claims.check_robbed_kong(record, win, f"wins[{place}]")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        (win,) = record.wins
        table = position(record)
        score = judge(record, win)
        bill = Bill()
        for seat, due in dues(score).items():
            bill.pay(seat, win.seat, due, terms=due_terms(score, seat))
        _pay_aside(table, bill)
        reading = score.hand.reading.rows()
        terms = score_terms(score)
        entry = ScoredHand(win.seat, score.value, "points", score.items, reading, terms=terms)
        stays = win.seat == record.state.banker
        return self._settle(table, bill, stays=stays, wins=(entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: kongs and jings count all the same (D10)."""
        table, bill = position(record), Bill()
        _pay_aside(table, bill)
        if record.options["draw_banker_pays"]:
            _banker_pays(record, bill, "draw")
        return self._settle(table, bill, stays=True)

    def _settle(
        self, table: Position, bill: Bill, *, stays: bool, wins: tuple[ScoredHand, ...] = ()
    ) -> Settlement:
        """Return the settlement; after equal first discards the post always moves on."""
        record = table.record
        stays = stays and not table.same_first_discards
        after = rotate(record.state, record.players, stays=stays)
        return Settlement(self.id, record.players, tuple(bill.rows), after, wins)

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return the banker, the seat that his throw counts to, and the banker again."""
        second_thrower = throws.seat_at(throws.total()) if throws.dice else None
        return throws.banker, second_thrower, throws.banker

    def break_wall(self, throws: Throws) -> Break:
        """Return the break after both throws' stacks, and the jing's indicator at the tail."""
        first, second, third = throws.total(0), throws.total(1), throws.total(2)
        wall, after = break_at(throws.seat_at(first), first + second, STACKS)
        return Break(wall, after, Indicator(third, "top", "tail"))


def _hidden_hands(record: Record) -> Iterator[Problem]:
    """Yield hands that were not shown; the winner's is asked for in every game."""
    winners = {win.seat for win in record.wins}
    for number, seat in enumerate(record.seats):
        if seat.hand is None and number not in winners and record.outcome != "abort":
            message = "all four hands are scored and must be shown"
            yield Problem("bad_record", message, f"seats[{number}].hand")


def _incident_problems(record: Record) -> Iterator[Problem]:
    for place, incident in enumerate(record.incidents):
        where = f"incidents[{place}]"
        if place:
            yield Problem("bad_record", "the first discards are equal once", where)
        if incident.seat not in (None, record.state.banker):
            yield Problem("bad_record", "the banker pays for equal first discards", f"{where}.seat")


def _pay_aside(table: Position, bill: Bill) -> None:
    """Add to *bill* what does not depend on the win: kongs, jings, equal first discards."""
    points = jing_points(table.jing_terms)
    for seat, layout in enumerate(table.layouts):
        for meld in layout.melds:
            if meld.is_kong and meld.tiles[0] in table.jings:
                _collect(table, bill, seat, (add("jing_kong", JING_KONG),), "jing_kong")
            elif meld.is_kong:
                worth = OPEN_KONG if meld.kind in OPEN_KONGS else CONCEALED_KONG
                _collect(table, bill, seat, (add("kong", worth),), "kong")
        _collect(table, bill, seat, points[seat], "jing")
    if table.same_first_discards:
        _banker_pays(table.record, bill, SAME_FIRST)


def _collect(lying: Position, bill: Bill, seat: int, points: Terms, reason: str) -> None:
    for payer in range(lying.record.players):
        bill.charge(payer, seat, points, reason)


def _banker_pays(record: Record, bill: Bill, reason: str) -> None:
    for seat in range(record.players):
        bill.pay(record.state.banker, seat, BANKER_PAYS, reason)


GAME: Final = Nanchang()
