"""What is played for beside the points of the hands: riichi.md, "Chips", "Yakitori"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.game import Option, choice, number, switch
from rules.games.riichi.hand import Winner, count_dora
from rules.games.riichi.payment import price_terms
from rules.games.riichi.result import Parts, in_total
from rules.games.riichi.scoring import RIICHI, RiichiScoring
from rules.record.values import Record, Win
from rules.settle.settlement import Bill, NextHand, Payment, ScoredHand, Settlement, value_of

UNIT: Final = "chips"

CHIPS: Final[tuple[Option, ...]] = (
    choice("chips", "none", "apart", "points"),
    number("chip_value", 2000, 0, multiple_of=100),
    number("chips_ippatsu", 1, 0),
    number("chips_red_five", 1, 0),
    number("chips_ura_dora", 1, 0),
    number("chips_yakuman", 10, 0),
    number("chips_drawn_yakuman", 5, 0),
    switch("chips_open_hand"),
)


def has_chips(options: Mapping[str, Any]) -> bool:
    """Return whether chips are given under *options*, of any game of riichi."""
    return bool(options.get("chips", "none") != "none")


def has_yakitori(options: Mapping[str, Any]) -> bool:
    """Return whether it costs something to win no hand at all."""
    return bool(options.get("yakitori"))


def with_club_rules(game: RiichiScoring, record: Record, settlement: Settlement) -> Settlement:
    """Return *settlement* with chips, with who has won by then and what both bring in the end."""
    options = record.options
    after = replace(settlement, prizes=(), prize_unit=UNIT) if has_chips(options) else settlement
    if after.prizes is not None:
        bill = Bill()
        for win, entry in zip(record.wins, settlement.wins, strict=True):
            _give_chips(game, record, (win, entry), bill)
        after = replace(after, prizes=tuple(bill.rows))
    winners = sorted({*record.state.winners, *(win.seat for win in record.wins)})
    follows = after.next
    if has_yakitori(options):
        follows = replace(follows, more={"winners": winners, **follows.more})
    if follows.over:
        follows = _with_result(record, after, follows, winners)
    return replace(after, next=follows)


def _give_chips(
    game: RiichiScoring, record: Record, pair: tuple[Win, ScoredHand], bill: Bill
) -> None:
    """Write what each payer gives for a hand: who dealt in alone, else everybody."""
    win, entry = pair
    others = [seat for seat in range(record.players) if seat != win.seat]
    for payer in others if win.source is None else [win.source]:
        for reason, each, often in _find_chips(game, record, win, entry):
            bill.charge(payer, win.seat, price_terms(reason, each, often), reason)


def _find_chips(
    game: RiichiScoring, record: Record, win: Win, entry: ScoredHand
) -> Iterator[tuple[str, int, int]]:
    """Yield what brings chips, how many each time, and how often."""
    options = record.options
    if win.value is None:
        winner = game.winner(record, win)
        for name, often in _luck(game, record, winner):
            yield name, options[f"chips_{name}"], often
    else:
        yield "entered", 1, win.value.get(UNIT, 0)
    if entry.more["limit"] == "yakuman":
        each = "chips_yakuman" if win.is_taken else "chips_drawn_yakuman"
        yield "yakuman", options[each], value_of(entry.items)


def _luck(game: RiichiScoring, record: Record, winner: Winner) -> Iterator[tuple[str, int]]:
    """Yield how often a hand has what chance brings: one-shot, red fives, ura dora."""
    options = record.options
    yield "ippatsu", int(options["ippatsu"] and "ippatsu" in winner.words)
    if winner.is_closed or options["chips_open_hand"]:
        yield "red_five", winner.red_fives
    if options["ura_dora"] and not RIICHI.isdisjoint(winner.words):
        yield "ura_dora", count_dora(winner, record.deal.hidden_indicators, game.dora_of)


def _with_result(
    record: Record, settlement: Settlement, follows: NextHand, winners: Collection[int]
) -> NextHand:
    """Return the end of a game with what chips and the hands never won bring everybody."""
    options = record.options
    more: Parts = {}
    if options["chips"] == "points":
        chips = chips_after(record, settlement.prizes or ())
        more = {UNIT: [options["chip_value"] * count for count in chips]}
    if has_yakitori(options):
        more = {**more, "yakitori": yakitori(options["yakitori"], winners, record.players)}
    if not more:
        return follows
    parts: Parts | None = follows.more.get("final_parts")
    if parts is None:
        bill = Bill()
        bill.rows.extend(settlement.payments)
        start = options["start_points"]
        parts = {"points": [score - start for score in bill.scores(record.state.scores)]}
    return replace(follows, more={**follows.more, **in_total({**parts, **more})})


def chips_after(record: Record, rows: Sequence[Payment]) -> list[int]:
    """Return how many chips each seat has more than at the start, *rows* given."""
    bill = Bill()
    bill.rows.extend(rows)
    return bill.scores(record.state.prizes or (0,) * record.players)


def yakitori(amount: int, winners: Collection[int], players: int) -> list[int]:
    """Return what who never won a hand pays (焼き鳥): *amount*, shared by those who did."""
    losers = players - len(winners)
    if not winners or not losers:
        return [0] * players
    share = amount * losers // len(winners)
    return [share if seat in winners else -amount for seat in range(players)]
