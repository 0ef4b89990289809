"""Japanese riichi mahjong, the common base (リーチ麻雀): riichi.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason, RecordError
from rules.games.riichi import club, han_fu, payment, refusals, yaku
from rules.games.riichi.hand import winner_without_tiles
from rules.games.riichi.payment import Course, Liability
from rules.games.riichi.result import Parts, bust_prizes, final_parts, in_total, return_points
from rules.games.riichi.scoring import RiichiScore, RiichiScoring
from rules.reasons import as_problem
from rules.record.values import Record, Win
from rules.ruleset import RIVALS, Fact, Figure, Option, choice, full_set, number, switch
from rules.settle.settlement import Bill, NextHand, ScoredHand, Settlement
from rules.tiles import COPIES, KIND
from rules.value import NOTHING
from rules.walls import Break, Indicator, Throws, break_at

STACKS: Final = 17
DEAD: Final = 14
"""Tiles of the dead wall, indicators among them."""
SEAT: Final[Callable[[Win], int]] = attrgetter("seat")
PLACES: Final = tuple(f"wins[{place}]" for place in range(9))
RED_FIVES: Final[Mapping[int, Mapping[str, int]]] = {
    0: {},
    3: {"0m": 1, "0p": 1, "0s": 1},
    4: {"0m": 1, "0p": 2, "0s": 1},
}


UMA: Final[Mapping[str, tuple[int, ...]]] = {
    "none": (0, 0, 0, 0),
    "5_10": (10, 5, -5, -10),
    "10_20": (20, 10, -10, -20),
    "10_30": (30, 10, -10, -30),
    "20_30": (30, 20, -20, -30),
}
"""What the ranks bring in thousands, from first to last (ウマ)."""


@cache
def tiles_with(red_fives: int) -> Mapping[str, int]:
    """Return the 136 tiles, *red_fives* of them red."""
    tiles = dict(full_set())
    for code, copies in RED_FIVES[red_fives].items():
        tiles["5" + code[1]] -= copies
        tiles[code] = copies
    return MappingProxyType(tiles)


@lru_cache(maxsize=1 << 10)
def counters(honba: int | None, deposits: int) -> Mapping[str, int]:
    """Return the counters of the next hand; the same ones come again."""
    carry = {"deposits": deposits}
    return MappingProxyType(carry if honba is None else {"honba": honba, **carry})


class Riichi(RiichiScoring):
    """The ordinary four-player game; other riichi games change a few of its attributes."""

    id = "riichi"
    native = "リーチ麻雀"
    name = "Riichi"
    family = "japan"
    dead_wall: ClassVar[int | None] = DEAD
    tiles = tiles_with(3)
    options: ClassVar[tuple[Option, ...]] = (
        switch("open_tanyao", True),
        choice("red_fives", 0, 3, 4, default=3),
        switch("ura_dora", True),
        switch("ippatsu", True),
        switch("kiriage"),
        switch("counted_yakuman", True),
        switch("double_yakuman"),
        choice("double_wind_pair_fu", 2, 4, default=4),
        choice("human_hand", "none", "mangan", "yakuman"),
        choice("multiple_wins", "all", "two", "nearest"),
        number("honba_value", 300, 0, multiple_of=300),
        choice("honba_to", "nearest", "all"),
        choice("liability", "per_yakuman", "none", "whole_hand"),
        switch("nagashi_mangan", True),
        choice("dealer_stays", "win_or_ready", "win"),
        choice("rounds", 1, 2, 4, default=2),
        switch("bust_ends", True),
        switch("last_dealer_stops", True),
        number("start_points", 25000, 0, multiple_of=100),
        number("return_points", 25000, 0, multiple_of=100),
        choice("uma", *UMA),
        number("bust_prize", 0, 0, multiple_of=1000),
        switch("west_entry"),
        *club.CHIPS,
        number("yakitori", 0, 0, multiple_of=3000),
    )
    elements = yaku.ELEMENTS
    marks: ClassVar[tuple[str, ...]] = (
        "ippatsu",
        "dealt",
        "first_draw",
        "before_first_draw",
        "kong_draw",
        "last_tile",
        "last_discard",
    )
    win_facts: ClassVar[tuple[Fact, ...]] = (Fact("furiten"), RIVALS)
    seat_facts: ClassVar[tuple[Fact, ...]] = (Fact("ready"), Fact("nagashi"))
    declared = ("riichi", "double_riichi")
    stick = payment.STICK
    incidents: ClassVar[tuple[str, ...]] = (
        "nine_terminals",
        "four_winds",
        "four_riichi",
        "four_kongs",
        "three_wins",
        "chombo",
    )
    carry = MappingProxyType({"honba": 0, "deposits": 0})
    indicators = 1
    start_score = 25000
    base_and_power = ("fu", "han")
    counted_limits = ("yakuman",)

    needs_tiles: ClassVar[tuple[str, ...]] = ("big_three_dragons", "big_four_winds")
    fu_figure: ClassVar[Figure] = han_fu.FU
    yakuman_figure: ClassVar[Figure] = han_fu.YAKUMAN
    has_open_pinfu: ClassVar[bool] = False
    """Whether open runs alone are 20 fu, however they were won."""

    uma: ClassVar[Mapping[str, tuple[int, ...]]] = UMA
    ready_pool: ClassVar[int] = 3000
    """Points that pass to those ready at a draw."""
    kong_indicators: ClassVar[int] = 4
    """For how many kongs one more dora indicator is turned up."""

    def figures(self, options: Mapping[str, Any]) -> tuple[Figure, ...]:  # noqa: ARG002 -- hook
        """Return han and fu, the limits by name, yakuman, and chips where a house may give them."""
        figures = (han_fu.HAN, self.fu_figure, han_fu.LIMIT, self.yakuman_figure)
        return (*figures, han_fu.CHIPS) if club.UNIT in self.by_option else figures

    def figures_after(
        self, answers: Mapping[str, Any], by: str, options: Mapping[str, Any]
    ) -> tuple[Figure, ...]:
        """Return what is still to be told: below a limit, the fu beside the han; then chips."""
        house = han_fu.House(self.has_open_pinfu, club.has_chips(options))
        return han_fu.figures_after(self.figures(options), answers, by, house)

    def has_hidden_indicators(self, options: Mapping[str, Any]) -> bool:
        """Return whether the tiles below the indicators count."""
        return bool(options.get("ura_dora"))

    def prize_unit(self, options: Mapping[str, Any]) -> str:
        """Return that chips are given beside the points, if they are."""
        return club.UNIT if club.has_chips(options) else ""

    def counts_winners(self, options: Mapping[str, Any]) -> bool:
        """Return whether it costs something to win no hand at all (焼き鳥)."""
        return club.has_yakitori(options)

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the tiles with the red fives of the option."""
        return tiles_with(options["red_fives"])

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return what everyone has before the first hand: the option's points, if there is one."""
        if "start_points" not in self.by_option:  # other games have riichi's as it plays alone
            return self.start_score
        points: int = options.get("start_points", self.start_score)
        return points

    def turned_for_kongs(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return for how many kongs one more dora indicator is turned up."""
        return self.kong_indicators

    def copies(self, record: Record) -> int:  # noqa: ARG002 -- hook
        """Return how many tiles there are of each kind."""
        return COPIES

    def honba_value(self, record: Record) -> int:
        """Return the points of one counter."""
        points: int = record.options["honba_value"]
        return points

    # What is refused

    def entered_problems(self, record: Record) -> Iterable[Problem]:
        """Return nothing: `score_winners` judges the winners, whatever tells their hands."""
        return self.problems(record)

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record`."""
        problems = refusals.form_problems(record)
        if record.incidents or record.outcome == "abort":
            problems += self.incident_problems(record)
        return problems

    def incident_problems(self, record: Record) -> Iterable[Problem]:
        """Return what is wrong with the incidents of a record."""
        return refusals.incidents(record)

    def win_problems(
        self, record: Record, win: Win, score: RiichiScore | None, where: str
    ) -> list[Problem]:
        """Return why a win is none."""
        if score is None:
            return [as_problem(Reason("riichi_shape"), "not_a_win", where)]
        problems = []
        if win.by != "self_draw" and self.is_furiten(record, win):
            problems.append(as_problem(Reason("furiten"), where=where))
        if refusals.robs_concealed(record, win):
            bar = self.concealed_kong_problem(score)
            problems += [] if bar is None else [as_problem(bar, where=where)]
        if not score.items:
            problems.append(as_problem(Reason("no_yaku"), "below_minimum", where))
        return problems

    def is_furiten(self, record: Record, win: Win) -> bool:
        """Return whether the winner may not win on another's tile (振聴)."""
        answer: bool | None = win.facts.get("furiten")
        if answer is not None:
            return answer
        seat = record.seats[win.seat]
        if not seat.discards or seat.hand is None:
            return False
        waits = self.waits(seat.hand, len(seat.melds))
        return any(KIND[tile] in waits for tile in seat.discards)

    def concealed_kong_problem(self, score: RiichiScore) -> Reason | None:
        """Return why the hand may not rob a concealed kong, or nothing."""
        if score.hand is None or yaku.is_orphans(score.hand):
            return None
        return Reason("concealed_kong_by_thirteen")

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*; raise `RecordError` for a win that is none."""
        settlement = super().settle(record)
        if club.has_chips(record.options) or club.has_yakitori(record.options):
            return club.with_club_rules(self, record, settlement)
        return settlement

    # A won hand

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand."""
        scores = self.score_winners(record)
        bill = Bill()
        entries = self.pay_winners(record, scores, bill)
        stays = record.state.banker in map(SEAT, record.wins)
        honba = record.state.carry.get("honba", 0) + 1 if stays else 0
        return self.settlement(record, bill, Course(stays, honba, 0, stays), entries)

    def score_winners(self, record: Record) -> list[RiichiScore]:
        """Return every winner's score; raise `RecordError` if one of them has not won."""
        problems: list[Problem] = []
        if record.options["multiple_wins"] != "all":
            problems += refusals.too_many_winners(record)
        scores = []
        for place, win in enumerate(record.wins):
            score = self.score(record, win)
            problems += self.win_problems(record, win, score, PLACES[place])
            if score is not None:
                scores.append(score)
        if problems:
            raise RecordError(problems)
        return scores

    def score(self, record: Record, win: Win) -> RiichiScore | None:
        """Return what a hand is worth: by its tiles, or as people say; nothing if it is none."""
        if win.value is None:
            return self.best(record, self.winner(record, win))
        winner = winner_without_tiles(record, win, self.values(record, win.seat))
        return han_fu.score(winner, win.value, self.yakuman_points)

    def liability(self, record: Record, score: RiichiScore) -> Liability | None:
        """Return who answers for what of a hand, if anybody."""
        return payment.liability(record, score)

    def pay_winners(
        self, record: Record, scores: list[RiichiScore], bill: Bill
    ) -> list[ScoredHand]:
        """Write what the winners get, honba and sticks too, and return their entries."""
        entries = [self._pay_hand(record, score, bill) for score in scores]
        nearest = payment.nearest(record, scores)
        if record.state.carry.get("honba"):
            for score in scores if record.options["honba_to"] == "all" else (nearest,):
                self._pay_honba(record, score, bill)
        sticks = self.lay_sticks(record, bill)
        payment.take_sticks(bill, nearest.winner.seat, sticks)
        return entries

    def _pay_hand(self, record: Record, score: RiichiScore, bill: Bill) -> ScoredHand:
        """Write who pays for one winner's hand on *bill* and return its entry."""
        winner = score.winner
        liable = self.liability(record, score)
        if liable is None:
            rows = self.portions(record, score)
        else:
            rows = self.portions(record, liable.rest) if liable.rest else []
            rows += payment.split_liability(self.portions(record, liable.part), winner, liable.seat)
        for seat, amount, terms in rows:
            bill.pay(seat, winner.seat, amount, "win", terms)
        return payment.entry(score, rows)

    def _pay_honba(self, record: Record, score: RiichiScore, bill: Bill) -> None:
        """Write what the counters on the table (本場) add to a winner's hand."""
        winner, often = score.winner, record.state.carry["honba"]
        each = self.honba_value(record)
        if winner.source is not None:
            terms = payment.price_terms("honba", each, often)
            bill.pay(winner.source, winner.seat, each * often, "honba", terms)
            return
        each //= len(record.seats) - 1
        terms = payment.price_terms("honba", each, often)
        for seat in range(len(record.seats)):
            bill.pay(seat, winner.seat, each * often, "honba", terms)
        liable = self.liability(record, score)
        if liable and not liable.rest:
            bill.assign(liable.seat, "honba")

    def lay_sticks(self, record: Record, bill: Bill) -> int:
        """Write what was laid on the table in this hand and return how much lies there then."""
        return payment.lay_sticks(record, bill)

    # A hand that nobody won

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of an exhaustive draw."""
        bill = Bill()
        deposits = self.lay_sticks(record, bill)
        ready = [self.is_ready(record, seat) for seat in range(record.players)]
        nagashi = []
        if record.options["nagashi_mangan"]:
            seats = range(record.players)
            nagashi = [seat for seat in seats if payment.has_nagashi(record, seat)]
        for seat in nagashi:
            payment.pay_mangan(record, seat, bill, "nagashi")
        if not nagashi:
            self.pay_ready(record, ready, bill)
        by_ready = record.options["dealer_stays"] == "win_or_ready"
        stays = by_ready and ready[record.state.banker]
        honba = record.state.carry.get("honba", 0) + 1
        return self.settlement(record, bill, Course(stays, honba, deposits, may_stop=stays))

    def is_ready(self, record: Record, seat: int) -> bool:
        """Return whether *seat* is ready (聴牌): by its shown hand, else by fact or riichi.

        A wait for tiles that the seat holds all copies of itself is none.
        """
        layout = record.seats[seat]
        if layout.hand is None:
            return bool(layout.facts.get("ready", payment.has_declared(record, seat)))
        own = [KIND[tile] for tile in layout.hand]
        own += [KIND[tile] for meld in layout.melds for tile in meld.tiles]
        copies = self.copies(record)
        return any(own.count(kind) < copies for kind in self.waits(layout.hand, len(layout.melds)))

    def pay_ready(self, record: Record, ready: list[bool], bill: Bill) -> None:  # noqa: ARG002 -- hook
        """Write what those not ready pay those ready at a draw."""
        payment.pay_ready(self.ready_pool, ready, bill)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of an abortive draw or a false win."""
        bill = Bill()
        carry = record.state.carry
        offenders = [one.seat for one in record.incidents if one.kind == "chombo"]
        for seat in offenders:
            if seat is not None:
                payment.pay_chombo(record, seat, bill)
        if offenders:
            course = Course(True, carry["honba"], carry["deposits"], is_replayed=True)
        else:
            course = Course(True, carry.get("honba", 0) + 1, payment.lay_sticks(record, bill))
        return self.settlement(record, bill, course)

    # How the table goes on

    def settlement(
        self, record: Record, bill: Bill, course: Course, wins: Sequence[ScoredHand] = ()
    ) -> Settlement:
        """Return the settlement with everything on *bill*."""
        follows = self.next_hand(record, bill, course)
        return Settlement(self.id, len(record.seats), tuple(bill.rows), follows, tuple(wins))

    def next_hand(self, record: Record, bill: Bill, course: Course) -> NextHand:
        """Return the next hand; at the end of the game the leader takes what lies on the table."""
        state, deposits = record.state, course.deposits
        scores = bill.scores(state.scores)
        over = self.is_over(record, scores, course)
        if over and deposits:
            payment.take_sticks(bill, scores.index(max(scores)), deposits)
            scores, deposits = bill.scores(state.scores), 0
        banker, round_, repeats = state.banker, state.round, state.repeats
        if course.stays:
            repeats += not course.is_replayed
        else:
            banker = (banker + 1) % len(record.seats)
            round_, repeats = round_ + (banker == 0), 0
        more = self.results(record, scores) if over else NOTHING
        carry = counters(course.honba, deposits)
        return NextHand(banker, round_, repeats, carry, over, more)

    def results(self, record: Record, scores: list[int]) -> Mapping[str, Any]:
        """Return what the last hand says beside: everybody's result of the game, if it has one."""
        parts = self.final_parts(record, scores)
        return NOTHING if parts is None else in_total(parts)

    def final_parts(self, record: Record, scores: list[int]) -> Parts | None:
        """Return what makes everybody's result of the game; nothing where *scores* say all."""
        options = record.options
        start, target = options["start_points"], return_points(options)
        prize = options["bust_prize"]
        if start == target and options["uma"] == "none" and not prize:
            return None
        parts = final_parts(scores, start, target, self.uma[options["uma"]])
        return {**parts, "bust_prize": bust_prizes(record, scores, prize)}

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:
        """Return whether the game ends with *scores* after the hand."""
        options, state = record.options, record.state
        if min(scores) < 0 and options["bust_ends"]:
            return True
        later = state.round - options["rounds"]
        if options["west_entry"]:
            has_leader = max(scores) >= return_points(options)
            if later > 0 and has_leader:
                return True
            if later == 0 and not has_leader:
                return False
        if later < 0 or state.banker != len(record.seats) - 1:
            return False
        if not course.stays:
            return True
        mine = scores[state.banker]
        leads = all(mine > score for seat, score in enumerate(scores) if seat != state.banker)
        return bool(options["last_dealer_stops"]) and course.may_stop and leads

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: the wall counted to, as many stacks from its right end."""
        total = throws.total()
        wall, after = break_at(throws.seat_at(total), total, STACKS)
        return Break(wall, after, Indicator(3, "top", "tail"))


GAME: Final = Riichi()
