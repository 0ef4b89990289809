"""Taiwanese sixteen-tile mahjong (台灣十六張麻將): taiwan.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.game import Scope
from rules.games.taiwan.sixteen import (
    FLOWER_WINS,
    NARROW,
    SIZE,
    SixteenTiles,
    banker_tai,
    payers,
    score_terms,
)
from rules.reasons import as_problem
from rules.record.values import Record, Win
from rules.ruleset import RIVALS, Element, Fact, choice, number, switch
from rules.scoring import Row, Table, WonHand, best, by_names, elements, readings, won_hand
from rules.settle.settlement import (
    Bill,
    Item,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
    value_of,
)
from rules.settle.terms import Terms, add, times

EARLY_READY: Final = ("earthly_ready", "heavenly_ready")
WAITS: Final = ("pair_wait", "closed_wait", "edge_wait")
"""The narrow waits, the first to count first (D9)."""
CONCEALED_WITH_EARLY_READY: Final = 2
"""門清自摸 without the 門清 that 地聴 and 天聴 shut out."""


def has_declared(announcement: str) -> Callable[[WonHand], bool]:
    """Return whether the winner made this *announcement*."""
    return lambda hand: announcement in hand.declarations


def narrow(way: str) -> Callable[[WonHand], bool]:
    """Return whether one kind only was awaited, and in this *way*."""
    return lambda hand: hand.wait == way and len(hand.waits) == 1


def tai_of(name: str) -> Callable[[WonHand], int]:
    """Return what the house's option says that the element *name* is worth."""

    def worth(hand: WonHand) -> int:
        value: int = hand.options[f"{name}_tai"]
        return value

    return worth


def concealed_self_draw_tai(hand: WonHand) -> int:
    """Return what 門清自摸 is worth: less beside an early declaration of ready."""
    return 3 if hand.declarations.isdisjoint(EARLY_READY) else CONCEALED_WITH_EARLY_READY


def all_sequences(hand: WonHand) -> bool:
    """Return whether this is 平胡: no waiting kind may be read as pair, closed or edge (D16)."""
    if not hand.win.is_taken or hand.flowers or hand.pungs or elements.has_honors(hand):
        return False
    return all(ways.isdisjoint(NARROW) for ways in hand.waits.values())


def last_discard(hand: WonHand) -> bool:
    """Return whether the last discard won, where the house gives something for it."""
    return elements.last_discard(hand) and bool(hand.options["last_discard"])


ELEMENTS: Final = (
    Element("banker", "荘家", "banker", 1),
    Element("repeats", "連荘・拉荘", "repeats", "2 × repeats"),
    Row("ready_declared", "宣告聴牌", "declared ready", 1, elements.ready_declared),
    Row("self_draw", "自摸", "self-draw", 1, elements.self_draw),
    Row("concealed_hand", "門清", "concealed hand", 1, elements.concealed_hand),
    Row("fully_concealed_self_draw", "門清自摸", "concealed self-draw", 3,
        elements.fully_concealed_self_draw, ("self_draw", "concealed_hand"),
        concealed_self_draw_tai),
    Row("dragon_pung", "三元台", "dragon pung", 1, elements.dragon_pung),
    Row("round_wind_pung", "圏風台", "round wind", 1, elements.round_wind_pung),
    Row("seat_wind_pung", "門風台", "seat wind", 1, elements.seat_wind_pung),
    Row("seat_flower", "花牌", "own flower", 1, elements.seat_flower),
    Row("flower_set", "花槓", "set of flowers", 2, elements.flower_set),
    Row("edge_wait", "辺張", "edge wait", 1, narrow("edge")),
    Row("closed_wait", "中洞", "closed wait", 1, narrow("closed")),
    Row("pair_wait", "単吊", "pair wait", 1, narrow("pair")),
    Row("robbing_the_kong", "搶槓", "robbing a kong", 1, elements.robbing_the_kong),
    Row("kong_draw", "槓上開花", "win on a kong's supplement", 1, elements.kong_draw),
    Row("last_tile", "海底撈月", "last tile", 1, elements.last_tile),
    Row("last_discard", "海底撈月", "last discard", 1, last_discard),
    Row("melded_hand", "全求人", "all begged", 2, elements.melded_hand),
    Row("all_sequences", "平胡", "all sequences", 2, all_sequences),
    Row("three_concealed_pungs", "三暗刻", "three concealed pungs", 2,
        elements.three_concealed_pungs, worth=tai_of("three_concealed_pungs")),
    Row("four_concealed_pungs", "四暗刻", "four concealed pungs", 5,
        elements.four_concealed_pungs, worth=tai_of("four_concealed_pungs")),
    Row("five_concealed_pungs", "五暗刻", "five concealed pungs", 8,
        elements.five_concealed_pungs),
    Row("earthly_ready", "地聴", "ready at the first discard", 4, has_declared("earthly_ready"),
        ("ready_declared", "concealed_hand")),
    Row("heavenly_ready", "天聴", "ready as dealt", 8, has_declared("heavenly_ready"),
        ("ready_declared", "concealed_hand", "earthly_ready")),
    Row("all_pungs", "対対胡", "all pungs", 4, elements.all_pungs),
    Row("mixed_one_suit", "混一色", "mixed one suit", 4, elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", 8, elements.pure_one_suit),
    Row("little_three_dragons", "小三元", "little three dragons", 4,
        elements.little_three_dragons, ("dragon_pung",)),
    Row("big_three_dragons", "大三元", "big three dragons", 8,
        elements.big_three_dragons, ("dragon_pung",)),
    Row("little_four_winds", "小四喜", "little four winds", 8,
        elements.little_four_winds, worth=tai_of("little_four_winds")),
    Row("big_four_winds", "大四喜", "big four winds", 16,
        elements.big_four_winds, ("round_wind_pung", "seat_wind_pung"), tai_of("big_four_winds")),
    Row("all_honors", "字一色", "all honours", 8,
        elements.all_honors, ("all_pungs",), tai_of("all_honors")),
    Element("dealt_flower_win", "配牌花胡", "flower win as dealt", 4),
    Element("seven_robs_one", "七搶一", "seven robs one", 8),
    Element("all_flowers", "八仙過海", "all eight flowers", 8),
    Row("earthly_hand", "地胡", "win on the banker's first discard", 16, elements.earthly_hand),
    Row("heavenly_hand", "天胡", "banker's dealt hand", 24,
        elements.heavenly_hand, WAITS, tai_of("heavenly_hand")),
)  # fmt: skip
TABLE: Final = Table(ELEMENTS)
PREFERENCE: Final = by_names(*WAITS)
FLOWER_TAI: Final = {"dealt_flower_win": 4, "seven_robs_one": 8, "all_flowers": 8}


class Taiwan(SixteenTiles):
    """Tai added up, each paid for at a price, and a banker who pays and gets more."""

    id = "taiwan"
    dead_wall = None
    native = "台灣十六張麻將"
    name = "Taiwanese mahjong"
    first_banker = "count"
    rounds = 4
    options = (
        number("base", 50, at_least=0),
        number("tai_value", 20, at_least=1),
        switch("banker_is_east"),
        switch("flowers", default=True),
        choice("three_concealed_pungs_tai", 2, 3),
        choice("four_concealed_pungs_tai", 4, 5, 6, default=5),
        choice("little_four_winds_tai", 4, 8, default=8),
        choice("all_honors_tai", 8, 16),
        choice("big_four_winds_tai", 8, 16, default=16),
        choice("heavenly_hand_tai", 16, 24, default=24),
        switch("last_discard"),
        switch("heavenly_ready"),
        choice("first_break", "banker", "provisional_east"),
        choice("dead_wall", "fixed_16", "plus_kongs", "none"),
        switch("refuse_last_tile"),
        switch("no_kong_after_claim"),
        switch("no_discard_of_claimed_tile"),
        switch("no_claim_of_own_discard"),
        switch("multiple_winners"),
    )
    elements = ELEMENTS
    marks = ("dealt", "first_discard", "kong_draw", "flower_draw", "last_tile", "last_discard")
    scopes = MappingProxyType({"mark.dealt": Scope(("self_draw", "robbed_flower"))})
    win_facts = (Fact("missed_win"), RIVALS)
    declared = ("ready", *EARLY_READY)

    def fixed_east(self, record: Record) -> int | None:
        """Return East's seat where it hangs on no throw: the banker's with `banker_is_east`."""
        if record.options["banker_is_east"]:
            return record.state.banker
        return super().fixed_east(record)

    def thrower(self, record: Record) -> int:
        """Return who threw for the wall: seat 0 for the first one with `first_break` (D3)."""
        state = record.state
        is_first = (state.round, state.repeats, state.banker) == (1, 0, state.carry["first_banker"])
        by_seat_0 = record.options["first_break"] == "provisional_east"
        return 0 if is_first and by_seat_0 else state.banker

    def declaration_problems(self, record: Record) -> Iterator[Problem]:
        """Yield early declarations of ready that the record itself belies."""
        for place, seat in enumerate(record.seats):
            where = f"seats[{place}].declared"
            has_claimed = any(meld.is_exposed for meld in seat.melds)
            if has_claimed and not seat.declared.isdisjoint(EARLY_READY):
                message = "who was ready from the first discard on claims nothing"
                yield Problem("bad_record", message, where)
            if "heavenly_ready" in seat.declared:
                if not record.options["heavenly_ready"]:
                    message = "heavenly_ready needs the house option of that name"
                    yield Problem("bad_record", message, where)
                if place == record.state.banker:
                    message = "the banker cannot be ready before his first draw"
                    yield Problem("bad_record", message, where)

    def win_problems(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield, besides, a win by another's tile after a missed one."""
        yield from super().win_problems(record, win, where)
        if win.facts.get("missed_win") and win.by in ("discard", "robbed_kong"):
            yield as_problem(Reason("missed_win_until_turn"), where=f"{where}.facts.missed_win")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: "Payment"."""
        bill = Bill()
        wins = tuple(self._charge_win(record, win, bill) for win in record.wins)
        stays = any(win.seat == record.state.banker for win in record.wins)
        next_hand = self.next_hand(record, stays=stays)
        return Settlement(self.id, record.players, tuple(bill.rows), next_hand, wins)

    def _charge_win(self, record: Record, win: Win, bill: Bill) -> ScoredHand:
        """Return the entry of one winner and make out what the others pay him."""
        items, reading = self._score_win(record, win)
        banker, extra = record.state.banker, banker_tai(record)
        listed_items = items
        for payer in payers(record, win):
            due_items = items
            if banker in (win.seat, payer):
                due_items += extra
                listed_items = extra + items
            bill.charge(payer, win.seat, due_terms(due_items, record.options))
        terms = score_terms(items, listed_items)
        return ScoredHand(win.seat, value_of(items), "tai", listed_items, reading, terms=terms)

    def _score_win(self, record: Record, win: Win) -> tuple[tuple[Item, ...], Any]:
        """Return what counts for *win* whoever pays, and how its tiles are read."""
        if win.value is not None:
            return itemize_value(win.worth), ()
        if win.by in FLOWER_WINS:
            return flower_win(win), ()
        hand = won_hand(record, win, size=SIZE, east=self.east(record))
        score = best(TABLE, readings(hand), PREFERENCE)
        return (score.items, score.hand.reading.rows()) if score else ((), ())


def due_terms(items: tuple[Item, ...], options: Mapping[str, Any]) -> Terms:
    """Return how what *items* cost comes about: each tai at its price, and the base."""
    tai_terms = (*adds(items), times("tai_value", options["tai_value"])) if items else ()
    return (*tai_terms, add("base", options["base"]))


def flower_win(win: Win) -> tuple[Item, ...]:
    """Return what eight flowers are worth: the hand counts nothing (D6)."""
    name = "all_flowers" if win.by == "declared" else "seven_robs_one"
    names = ("dealt_flower_win", name) if "dealt" in win.marks else (name,)
    return tuple(Item(each, FLOWER_TAI[each]) for each in names)


GAME: Final = Taiwan()
