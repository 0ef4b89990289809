"""Changsha mahjong (湖南長沙麻雀): changsha.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.game import Scope
from rules.games.hunan.changsha.elements import (
    ELEMENTS,
    SMALL,
    Worth,
    dealt_patterns,
    find_birds,
    further_tiles,
    is_missed,
    is_on_last_tile,
    judge,
    make_entry,
    may_have_two_tiles,
    price_elements,
    tiles_on_offer,
    worth,
)
from rules.guides import SupplementDice
from rules.questions import DRAW, TAKEN, WINNER
from rules.reasons import as_problem
from rules.record.claims import check_named_kong, check_nothing_aside, check_robbed_kong
from rules.record.values import Record, Win
from rules.ruleset import Fact, Figure, Ruleset, choice, full_set, switch
from rules.settle.settlement import ENTERED, Bill, Item, NextHand, ScoredHand, Settlement
from rules.settle.terms import compute, times
from rules.tiles import Tile, write
from rules.walls import Break, Throws


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield what is wrong with the bird, tiles apart, facts, dealt wins and several winners."""
    if record.deal.indicators:
        message = "this game turns no tile up at the deal"
        yield Problem("bad_record", message, "deal.indicators")
    yield from check_nothing_aside(record)
    yield from _last_tile_problems(record)
    yield from _bird_problems(record)
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from _other_tile_problems(record, win, where)
        if win.value is None and (win.by == "declared" or _is_heavenly(record, win)):
            yield from _dealt_problems(record, win, where)
    if len(record.wins) > 1:
        yield from _several_problems(record)


def problems(record: Record) -> Iterator[Problem]:
    """Yield wins that a rule forbids, and tiles that are no hand."""
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from check_robbed_kong(record, win, where)
        yield from check_named_kong(record, win, where)
        if win.by == "declared":
            if not dealt_patterns(record.seats[win.seat].hand or ()):
                yield as_problem(Reason("dealt_pattern_needed"), "not_a_win", where)
        elif all(is_missed(record, win, tile) for tile in tiles_on_offer(record, win)):
            yield as_problem(Reason("missed_tile_until_turn"), where=f"{where}.tile")
        elif judge(record, win) is None:
            yield as_problem(Reason("changsha_shape"), "not_a_win", where)


def _is_heavenly(record: Record, win: Win) -> bool:
    return win.is_self_draw and "dealt" in win.marks and win.seat == record.state.banker


def _last_tile_problems(record: Record) -> Iterator[Problem]:
    having = [number for number, seat in enumerate(record.seats) if "last_tile" in seat.facts]
    for number in having[1:]:
        message = f"seat {having[0]} has this fact already, and only one can"
        yield Problem("bad_record", message, f"seats[{number}].facts.last_tile")


def _bird_problems(record: Record) -> Iterator[Problem]:
    birds = record.deal.hidden_indicators
    most = record.ruleset.turned_after_win(record.options)
    where = "deal.hidden_indicators"
    if len(birds) > most:
        yield Problem("bad_record", f"{most} turned up after a win, not {len(birds)}", where)
    if birds and record.outcome == "draw":
        yield Problem("bad_record", "no bird is turned up without a win", where)
    if is_on_last_tile(record) and any(tile != record.wins[0].tile for tile in birds):
        message = "the last tile itself is the bird, there is no other to turn up"
        yield Problem("bad_record", message, where)
    dealt_win_count = sum(win.by == "declared" for win in record.wins)
    if dealt_win_count > 1 and not birds:
        message = "of several dealt wins the bird decides the next banker: give the tile"
        yield Problem("bad_record", message, where)


def _other_tile_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    other = win.facts.get("other_tile")
    if other is None or not record.options["double_kong"]:
        return
    where = f"{where}.facts.other_tile"
    if len(other) != 1:
        yield Problem("bad_tiles", "must be one tile", where)
    if not may_have_two_tiles(record, win):
        message = "only dice take two tiles: a win with kong_draw or kong_discard"
        yield Problem("bad_record", message, where)


def _dealt_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    seat = record.seats[win.seat]
    if seat.melds:
        message = "who wins with the dealt tiles has no sets laid down"
        yield Problem("bad_record", message, f"seats[{win.seat}].melds")
    if win.by != "declared":
        return
    if win.tile is not None or win.source is not None:
        message = "a dealt pattern wins without a last tile: tile must be null, from absent"
        yield Problem("bad_record", message, f"{where}.tile")
    if seat.hand is None:
        message = "the winner's hand must be shown"
        yield Problem("bad_record", message, f"seats[{win.seat}].hand")


def _several_problems(record: Record) -> Iterator[Problem]:
    wins = record.wins
    if len({win.seat for win in wins}) < len(wins):
        yield Problem("bad_record", "a seat wins once", "wins")
    if any(win.is_self_draw for win in wins):
        yield Problem("bad_record", "an own tile has one winner", "wins")
        return
    offers = {(win.by, win.source, _offer(record, win)) for win in wins}
    if len(offers) > 1:
        message = "several winners claim the same tile, or were all dealt a winning pattern"
        yield Problem("bad_record", message, "wins")


def _offer(record: Record, win: Win) -> tuple[int, ...]:
    return () if win.tile is None else tuple(sorted(tiles_on_offer(record, win)))


class Changsha(Ruleset):
    """Suits only; small and big wins, wins on the dealt tiles, and a bird that doubles."""

    id = "changsha"
    native = "长沙麻将"
    name = "Changsha mahjong"
    family = "hunan"
    counts_rounds = False
    first_banker = "count"
    tiles = MappingProxyType(
        {code: copies for code, copies in full_set().items() if not code.endswith("z")}
    )
    options = (
        choice("melded_hand_pair", "free", "258"),
        switch("big_pair_free"),
        switch("double_kong"),
        switch("double_bird"),
        switch("six_seven"),
        switch("six_seven_combine"),
    )
    elements = ELEMENTS
    value_figures = (Figure("big_elements", tuple(range(9))),)
    pays_beside_value = True
    guides = (SupplementDice(12, 6),)
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    marks = (
        "dealt",
        "first_discard",
        "last_tile",
        "last_discard",
        "kong_draw",
        "kong_discard",
    )
    scopes = MappingProxyType({"fact.missed": Scope(TAKEN, WINNER), "fact.last_tile": Scope(DRAW)})
    win_facts = (Fact("supplement", "text", ("dice", "tail")), Fact("other_tile", "tiles"))
    seat_facts = (
        Fact("missed", "tiles"),
        Fact("last_tile", "text", ("taken", "offered_first", "supplement")),
    )
    bars_standing_kongs = True

    def figures(self, options: Mapping[str, Any]) -> tuple[Figure, ...]:
        """Return the number of big elements; nothing where two tiles may win at once."""
        return () if options["double_kong"] else self.value_figures

    def figures_after(
        self, answers: Mapping[str, Any], by: str, options: Mapping[str, Any]
    ) -> tuple[Figure, ...]:
        """Return the number of big elements; the patterns of a dealt win are none."""
        return () if by == "declared" else super().figures_after(answers, by, options)

    def entered_problems(self, record: Record) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return nothing: several may win on one tile."""
        return ()

    def turned_after_win(self, options: Mapping[str, Any]) -> int:
        """Return how many birds there are."""
        return 2 if options["double_bird"] else 1

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many tiles *seat* may show: with a dealt win the banker has fourteen (D2)."""
        winners = [win.seat for win in record.wins if win.by == "declared"]
        if not winners or seat != record.state.banker:
            return super().hand_sizes(record, seat)
        whole = self.hand_size + 1
        return (whole,) if seat in winners else (self.hand_size, whole)

    def visible_indicators(self, record: Record) -> Sequence[Tile]:
        """Return the tiles that lie open apart: birds, and the rest of a double kong.

        When the last tile is the bird it lies in the winner's hand.
        """
        birds = () if is_on_last_tile(record) else record.deal.hidden_indicators
        return (*record.deal.indicators, *birds, *further_tiles(record))

    def form_problems(self, record: Record) -> Iterable[Problem]:
        """Return what is wrong with the bird, facts and winners."""
        return form_problems(record)

    def problems(self, record: Record) -> Iterable[Problem]:
        """Return wins that a rule forbids, and tiles that are no hand."""
        return problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; several winners are each paid by themselves."""
        bill = Bill()
        hit = find_birds(record)
        wins = []
        for win in record.wins:
            entry, price = _score_win(record, win)
            wins.append(entry)
            for payer in _payers(record, win):
                pair = (win.seat, payer)
                terms = price.between(banker=record.state.banker in pair)
                often = sum(seat in pair for seat in hit)
                doubles = (times("bird", 1 + often),) if often else ()
                bill.charge(payer, win.seat, terms + doubles)
        after = _next_hand(record, _winning_banker(record, hit))
        return Settlement(self.id, record.players, tuple(bill.rows), after, tuple(wins))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: whoever had the last tile is banker."""
        having = (number for number, seat in enumerate(record.seats) if "last_tile" in seat.facts)
        return self.unpaid(record, _next_hand(record, next(having, record.state.banker)))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says."""
        return Break(throws.seat_at(throws.total()), min(throws.dice[0]))


def _score_win(record: Record, win: Win) -> tuple[ScoredHand, Worth]:
    if win.by == "declared":
        hand = record.seats[win.seat].hand or ()
        names = dealt_patterns(hand)
        items = tuple([Item(name, SMALL) for name in names])
        entry = ScoredHand(win.seat, len(names) * SMALL, "points", items, ((write(hand),), ()))
        return entry, Worth(names, SMALL, 1)
    if win.value is not None:
        price = price_elements((ENTERED,) * win.worth, win, record.options)
        terms = price.between(banker=False)
        items = (Item(price.names[0], price.each * len(price.names)),)
        return ScoredHand(win.seat, compute(terms), "points", items, terms=terms), price
    verdict = judge(record, win)
    if verdict is None:
        raise ValueError("a hand that wins has a reading")
    price = worth(verdict)
    return make_entry(verdict, price), price


def _payers(record: Record, win: Win) -> tuple[int, ...]:
    if win.is_taken and win.source is not None:
        return (win.source,)
    return tuple([seat for seat in range(record.players) if seat != win.seat])


def _winning_banker(record: Record, hit: Sequence[int]) -> int:
    """Return who is banker after a won hand: winner, giver of several, or whom the bird hit."""
    first = record.wins[0]
    if len(record.wins) == 1:
        return first.seat
    return hit[0] if first.source is None else first.source


def _next_hand(record: Record, banker: int) -> NextHand:
    """Return the next hand with *banker*; rounds are not counted (D10)."""
    state = record.state
    repeats = state.repeats + 1 if banker == state.banker else 0
    return NextHand(banker, state.round, repeats)


GAME: Final = Changsha()
