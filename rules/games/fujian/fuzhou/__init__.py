"""Fuzhou mahjong, sixteen tiles with golds (福州麻将): fuzhou.md."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem
from rules.games.fujian.fuzhou.scoring import holding, score
from rules.record.claims import nearest
from rules.ruleset import RIVALS, Element, Fact, Ruleset, choice, full_set, number, switch
from rules.settle.settlement import Bill, Item, Scored, Settlement, rotate
from rules.tiles import CODES, HONORS, KINDS, TILES, Tile
from rules.walls import Break, Indicator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.record.values import Meld, Record, Win
    from rules.walls import Throws


FROM_OTHERS: Final = frozenset(("discard", "robbed_kong"))
"""Ways of winning that are closed to who has discarded a gold (D10)."""


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield an indicator that is none, flowers in the wrong place, and wins told wrongly."""
    yield from _indicator_problems(record)
    for place, seat in enumerate(record.seats):
        for tile in seat.hand or ():
            if tile >= HONORS:
                message = f"{CODES[tile]} is a flower tile, which is laid out and replaced"
                yield Problem("bad_tiles", message, f"seats[{place}].hand")
        for tile in seat.flowers:
            if tile < HONORS:
                message = f"{CODES[tile]} is no flower tile"
                yield Problem("bad_tiles", message, f"seats[{place}].flowers")
        if seat.aside:
            message = "this game lays no single tiles aside"
            yield Problem("bad_tiles", message, f"seats[{place}].aside")
    for place, win in enumerate(record.wins):
        yield from _win_form(record, win, f"wins[{place}]")


def _indicator_problems(record: Record) -> Iterator[Problem]:
    """Yield that not just one suit tile stayed turned up; a void hand may lack it (D3)."""
    turned = record.deal.indicators
    if len(turned) > 1 or (not turned and record.outcome != "abort"):
        message = f"one tile stays turned up for the gold, here are {len(turned)}"
        yield Problem("bad_tiles", message, "deal.indicators")
    for tile in turned:
        if tile >= HONORS:
            message = f"{CODES[tile]} is a flower tile, laid out by the banker and turned up again"
            yield Problem("bad_tiles", message, "deal.indicators")
    if record.deal.hidden_indicators:
        message = "this game has no hidden indicators"
        yield Problem("bad_tiles", message, "deal.hidden_indicators")


def _win_form(record: Record, win: Win, where: str) -> Iterator[Problem]:
    if win.tile is not None and win.tile >= HONORS:
        message = f"{CODES[win.tile]} is a flower tile and completes nothing"
        yield Problem("bad_tiles", message, f"{where}.tile")
    if win.by == "declared":
        if win.tile is not None or win.source is not None:
            message = "a declared win takes no tile, from nobody"
            yield Problem("bad_record", message, where)
        if record.seats[win.seat].hand is None:
            message = "the winner's hand must be shown"
            yield Problem("bad_record", message, f"seats[{win.seat}].hand")
    elif "robbing_the_gold" in win.marks:
        message = "the gold is robbed by declaring, without a tile"
        yield Problem("bad_record", message, f"{where}.marks")


def win_problems(record: Record) -> Iterator[Problem]:
    """Yield wins that are none, or that a rule forbids."""
    for place in range(1, len(record.wins)):
        yield Problem("barred", "only one seat wins a hand", f"wins[{place}]")
    win = record.wins[0]
    held = holding(record, win, win.seat)
    if not held.wins:
        message = "the tiles do not form 5 sets and a pair, nor are they all three golds"
        if held.imagined:
            message = "no gold completes the hand; three golds win without the mark"
        yield Problem("not_a_win", message, "wins[0]")
    if win.by in FROM_OTHERS:
        yield from _taken_problems(record, win)
    if win.by == "declared" and "robbing_the_gold" in win.marks:
        yield from _robbing_problems(record, win)


def _taken_problems(record: Record, win: Win) -> Iterator[Problem]:
    assert win.source is not None
    if win.tile in record.deal.indicators:
        yield Problem("barred", "nobody wins on a discarded gold", "wins[0].tile")
    if has_discarded_gold(record, win.seat):
        message = "who has discarded a gold wins by self-draw only"
        yield Problem("barred", message, f"seats[{win.seat}].facts.discarded_gold")
    if win.by == "robbed_kong" and any(
        meld.kind == "kong_concealed" and win.tile in meld.tiles
        for meld in record.seats[win.source].melds
    ):
        yield Problem("barred", "only an added kong can be robbed", "wins[0].tile")
    if any(comes_before(record, win, rival) for rival in win.facts.get("rivals", ())):
        message = "a golden pair goes before all others, then the nearest after the discarder"
        yield Problem("barred", message, "wins[0].facts.rivals")


def has_discarded_gold(record: Record, seat: int) -> bool:
    """Return whether *seat* has discarded a gold, as told or as its discards show."""
    laid = record.seats[seat]
    told = laid.facts.get("discarded_gold")
    if told is not None:
        return bool(told)
    return any(tile in record.deal.indicators for tile in laid.discards or ())


def comes_before(record: Record, win: Win, rival: int) -> bool:
    """Return whether *rival*, who declared on the same tile, goes before the winner (D18)."""
    if has_discarded_gold(record, rival):
        return False
    is_golden = False
    if record.seats[rival].hand is not None:
        held = holding(record, win, rival)
        if not held.wins:
            return False
        is_golden = held.is_complete and held.has_golden_pair
    winners = holding(record, win, win.seat)
    if is_golden != (winners.is_complete and winners.has_golden_pair):
        return is_golden
    return not nearest(record, replace(win, facts={"rivals": [rival]}))


def _robbing_problems(record: Record, win: Win) -> Iterator[Problem]:
    """Yield what forbids robbing the gold: claimed sets, and rivals who go before."""
    banker = record.state.banker
    if any(meld.is_exposed for meld in record.seats[win.seat].melds):
        message = "the gold is robbed with the dealt hand, nothing claimed"
        yield Problem("barred", message, f"seats[{win.seat}].melds")
    rivals = win.facts.get("rivals", ())
    if win.seat == banker:
        is_late = bool(rivals)
    else:
        mine = record.distance(banker, win.seat)
        is_late = any(0 < record.distance(banker, rival) < mine for rival in rivals)
    if is_late:
        message = "the nearest after the banker robs the gold first, the banker last"
        yield Problem("barred", message, "wins[0].facts.rivals")


WITH_BONUS_TILES: Final = full_set(flowers=True)
SMALL_SET: Final = MappingProxyType({code: 4 for code in CODES[:KINDS] if code not in ("5z", "6z")})
"""Four winds and the red dragon beside the suits: 128 tiles (D1)."""

INDICATOR: Final = Indicator(9, "top", "tail")


class Fuzhou(Ruleset):
    """Points for flowers and golds, paid by all three whoever discarded."""

    id = "fuzhou"
    native = "福州麻将"
    name = "Fuzhou mahjong"
    family = "fujian"
    first_banker = "count"
    hand_size = 16
    tiles = SMALL_SET
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    options = (
        choice("tile_set", 128, 144),
        number("base", 1, at_least=1),
        choice("method", 1, 2),
        switch("golden_dragon", default=True),
    )
    elements = (
        Element("flower", "花牌", "flower tiles laid out", "1 each"),
        Element("gold_tile", "金牌", "golds in hand", "1 each"),
        Element("open_kong", "明槓", "open kongs", "1 each"),
        Element("concealed_kong", "暗槓", "concealed kongs", "2 each"),
        Element("flower_set", "同じ花牌4枚", "four equal flowers", "2 each"),
        Element("repeats", "連荘", "extra hands of the banker", "1 each, added to the base"),
        Element("self_draw", "自摸", "self-draw", "×2"),
        Element("robbing_the_kong", "搶槓", "robbing the kong", "×2"),
        Element("one_flower", "花1枚", "one flower only", "+15 (method 1)"),
        Element("no_flowers", "無花", "no flower", "+30 (method 1)"),
        Element("robbing_the_gold", "搶金", "robbing the gold", "+30 (method 1), ×5 (method 2)"),
        Element("earthly_hand", "地胡", "earthly hand", "+30 (method 1)"),
        Element("heavenly_hand", "天胡", "heavenly hand", "+30 (method 1)"),
        Element("three_wilds", "三金倒", "three golds", "+40 (method 1), ×3 (method 2)"),
        Element("golden_pair", "金雀", "golden pair", "+60 (method 1), ×4 (method 2)"),
        Element("golden_dragon", "金龍", "golden dragon", "+120 (method 1), ×6 (method 2)"),
    )
    marks = (
        "dealt",
        "first_discard",
        "robbing_the_gold",
        "kong_draw",
        "flower_draw",
        "last_tile",
    )
    win_facts = (RIVALS,)
    seat_facts = (Fact("discarded_gold"),)
    indicators = 1

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the set: 128 tiles, or 144 with all honors and the eight bonus tiles."""
        return SMALL_SET if options["tile_set"] == 128 else WITH_BONUS_TILES

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the honors and the bonus tiles of the set."""
        return frozenset(TILES[code] for code in self.tiles_for(options) if TILES[code] >= HONORS)

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kind of the golds: the indicator's twins."""
        return frozenset(tile for tile in indicators[:1] if tile < HONORS)

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show.

        With four tiles left everyone draws and nobody discards; when a win is
        declared the banker may not have discarded yet.
        """
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        if any(win.seat == seat for win in record.wins):
            return (rest,)
        declared = any(win.by == "declared" for win in record.wins)
        at_the_end = any("last_tile" in win.marks for win in record.wins)
        may_hold_more = (
            record.outcome != "win" or at_the_end or (declared and seat == record.state.banker)
        )
        return (rest, rest + 1) if may_hold_more else (rest,)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a gold or a flower tile is in the set."""
        for tile in meld.tiles:
            if tile >= HONORS:
                return f"{CODES[tile]} is a flower tile and is never in a set"
            if tile in record.deal.indicators:
                return f"{CODES[tile]} is a gold and is never in a set laid down"
        return None

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicator, flowers and the account of the win."""
        return form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield why a win is none, or may not be."""
        return win_problems(record) if record.wins else iter(())

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: all three others pay, on a discard too."""
        win, base = record.wins[0], record.options["base"]
        banker, repeats = record.state.banker, record.state.repeats
        held = holding(record, win, win.seat)
        worth = score(record, win, held)
        bill = Bill()
        for payer in range(record.players):
            between = banker in (win.seat, payer)
            bill.pay(payer, win.seat, worth.due(base + (repeats if between else 0)))
        extra = (Item("repeats", repeats),) if repeats else ()
        special = (*worth.bonus, *worth.factors)
        reading = held.reading(special[0].id if special else "")
        entry = Scored(
            win.seat,
            worth.due(base),
            "points",
            (*worth.points, *extra, *worth.factors, *worth.bonus),
            () if reading is None else reading.rows(),
        )
        next_hand = rotate(record.state, record.players, stays=win.seat == banker)
        return Settlement(self.id, record.players, tuple(bill.rows), next_hand, (entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid, the banker's post moves on."""
        return self.unpaid(record, rotate(record.state, record.players, stays=False))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: one total fixes the wall and the stacks before it."""
        total = throws.total()
        return Break(throws.counted(total), total, INDICATOR)


GAME: Final = Fuzhou()
