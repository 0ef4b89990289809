"""Ataki's B rule, a riichi house rule (アタキの部屋 Bルール): ataki-b.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason, RecordError, refuse
from rules.games.riichi import payment, scoring
from rules.games.riichi import yaku as riichi_yaku
from rules.games.riichi.ataki_b import fouls, prizes, refusals, yaku
from rules.games.riichi.ataki_b.prizes import is_top, liability
from rules.games.riichi.hand import Hand, Winner
from rules.games.riichi.payment import Course, Liability
from rules.games.riichi.points import MANGAN
from rules.games.riichi.result import Parts, final_parts
from rules.games.riichi.riichi import Riichi
from rules.games.riichi.scoring import RiichiScore
from rules.games.riichi.yaku import Yaku
from rules.record.values import Record, Win
from rules.ruleset import Fact, Figure, choice, switch
from rules.settle.settlement import Bill, Item, ScoredHand, Settlement
from rules.tiles import TILES, Tile

RETURN: Final = 30000
NO_PLACEMENT: Final = (0, 0, 0, 0)
"""The leader gets the difference between start and return of all four, nothing else (D3)."""
FROM_SUPPLEMENT: Final = frozenset(("kong_draw", "last_tile"))
"""Draws that bring no self-draw fu."""


class AtakiB(Riichi):
    """A half game in which the banker chooses whether to go on and every foul has its price."""

    id = "ataki-b"
    native = "アタキの部屋 Bルール"
    name = "Ataki's B rule"
    options = (
        choice("red_fives", 0, 3, default=3),
        switch("prizes", True),
        choice("top_limit", "above", "reach"),
    )
    fixed: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {
            "ura_dora": True,
            "kiriage": False,
            "counted_yakuman": False,
            "double_wind_pair_fu": 4,
            "multiple_wins": "all",
            "honba_value": 1500,
            "honba_to": "all",
            "bust_ends": True,
        }
    )
    elements = yaku.ELEMENTS
    win_facts = (
        Fact("furiten"),
        Fact("missed"),
        Fact("pung_since_turn"),
        Fact("kong_chain", "ints", numbers="kongs"),
    )
    seat_facts = (Fact("continues"), Fact("ready"))
    incidents = fouls.KINDS
    rows: ClassVar[tuple[Yaku, ...]] = yaku.ROWS
    yakuman_points = MANGAN
    yakuman_figure = Figure("mangans", (4, 6, 8, 10, 12))
    has_open_pinfu = True
    needs_tiles = ()
    written_as = MappingProxyType({TILES[f"5{suit}"]: TILES[f"0{suit}"] for suit in "mps"})
    """The source does not say how many fives are red (D1): a plain one may be any of the four."""

    def figures(self, options: Mapping[str, Any]) -> tuple[Figure, ...]:
        """Return han and fu and what else riichi has; nothing where tiles bring prizes."""
        return () if options["prizes"] else super().figures(options)

    def prize_unit(self, options: Mapping[str, Any]) -> str:
        """Return that prizes (祝儀) are told in points, where they are played for."""
        return "points" if options["prizes"] else ""

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show; any number after a wrong one."""
        if record.incidents and seat in fouls.seats_of(record, fouls.WRONG_NUMBER):
            return ()
        return super().hand_sizes(record, seat)

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record`, and kongs too many."""
        return [*super().form_problems(record), *refusals.of_form(record)]

    def incident_problems(self, record: Record) -> Iterable[Problem]:
        """Return fouls that do not go with how the hand ended."""
        return refusals.of_incidents(record)

    def win_problems(
        self, record: Record, win: Win, score: RiichiScore | None, where: str
    ) -> list[Problem]:
        """Return why a win is none."""
        problems = super().win_problems(record, win, score, where)
        return [*problems, *refusals.of_win(record, win, where)]

    def concealed_kong_problem(self, score: RiichiScore) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that no hand may rob a concealed kong."""
        return Reason("concealed_kong_not_robbed")

    def hands(self, winner: Winner) -> list[Hand]:
        """Return every reading of a winner's tiles; four equal ones may be two pairs."""
        return yaku.hands(winner)

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete *hand*, also those of which none is left."""
        return yaku.further_waits(hand, melds, super().waits(hand, melds))

    def yakuman_items(self, items: list[Item]) -> tuple[Item, ...]:
        """Return the yakuman with their mangans: the highest in full, two for every further one."""
        highest = max(items, key=lambda item: item.value)
        return tuple(
            item if item is highest else Item(item.id, yaku.FURTHER_YAKUMAN) for item in items
        )

    def fu_items(self, hand: Hand) -> tuple[Item, ...]:
        """Return what brings the fu: 20 for open pinfu form, no self-draw fu on a supplement."""
        if not hand.is_closed and riichi_yaku.has_pinfu_form(hand):
            return (scoring.BASE,)
        is_late = not FROM_SUPPLEMENT.isdisjoint(hand.winner.words)
        return scoring.fu_items(hand, None if is_late else scoring.SELF_DRAW)

    def liability(self, record: Record, score: RiichiScore) -> Liability | None:
        """Return who answers for a hand, if anybody."""
        return liability(record, score)

    def lay_sticks(self, record: Record, bill: Bill) -> int:
        """Write the sticks and fines of this hand and return how many lie on the table then."""
        return payment.lay_sticks(record, bill) + fouls.lay_fines(record, bill)

    def is_ready(self, record: Record, seat: int) -> bool:
        """Return whether *seat* is ready: by its concealed tiles, else by fact or riichi.

        Who has lost the right to win is not (D11).
        """
        layout = record.seats[seat]
        if seat in fouls.barred_seats(record):
            return False
        if layout.hand is None:
            return bool(layout.facts.get("ready", payment.has_declared(record, seat)))
        return bool(self.waits(layout.hand, len(layout.melds)))

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand."""
        scores = self.score_winners(record)
        bill = Bill()
        entries = self.pay_winners(record, scores, bill)
        problems = list(refusals.of_last_hand(record, scores, bill.scores(record.state.scores)))
        if problems:
            raise RecordError(problems)
        right = any(score.winner.is_banker for score in scores)
        goes_on = self.goes_on(record, bill, right=right)
        course = Course(goes_on, record.state.carry["honba"] + 1 if goes_on else 0, 0)
        hand = prizes.PaidHand(record, scores, (), self._scores_before_payment(record), ())
        return self.settlement_with_prizes(hand, bill, (course, right), entries)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: fines for fouls, then what those ready get."""
        bill = Bill()
        deposits = self.lay_sticks(record, bill)
        ready = [self.is_ready(record, seat) for seat in range(record.players)]
        fines, shares = Bill(), Bill()
        fouls.pay_mangans(record, fines)
        payment.pay_ready(self.ready_pool, ready, shares)
        before = bill.scores(record.state.scores)
        bill.rows += fines.rows
        if not (_busts(fines, before) and _busts(shares, before)):
            bill.rows += shares.rows
        return self._unwon(record, bill, deposits, ready)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a hand that a foul ended."""
        bill = Bill()
        deposits = self.lay_sticks(record, bill)
        fouls.pay_mangans(record, bill)
        fouls.pay_enders(self, record, bill)
        return self._unwon(record, bill, deposits, [])

    def _unwon(
        self, record: Record, bill: Bill, deposits: int, ready: Sequence[bool]
    ) -> Settlement:
        """Return the settlement of a hand without a winner, with what has been paid."""
        offenders, banker = fouls.barred_seats(record), record.state.banker
        right = banker not in offenders and bool(offenders or ready[banker])
        goes_on = self.goes_on(record, bill, right=right)
        course = Course(goes_on, record.state.carry["honba"] + 1, deposits)
        hand = prizes.PaidHand(record, (), ready, self._scores_before_payment(record), ())
        return self.settlement_with_prizes(hand, bill, (course, right))

    def _scores_before_payment(self, record: Record) -> list[int]:
        """Return everyone's points when sticks and fines are on the table and nothing is paid."""
        bill = Bill()
        self.lay_sticks(record, bill)
        return bill.scores(record.state.scores)

    def goes_on(self, record: Record, bill: Bill, *, right: bool) -> bool:
        """Return whether the banker goes on, if he has the *right*.

        Raise `RecordError` where he stops the game without leading.
        """
        banker = record.state.banker
        stops = record.seats[banker].facts.get("continues") is False
        if right and stops and refusals.is_last_hand(record):
            scores = bill.scores(record.state.scores)
            if refusals.rank_of(scores, banker):
                message = "in South 4 a banker who does not lead must go on"
                raise refuse("bad_record", message, f"seats[{banker}].facts.continues")
        return right and not stops

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:
        """Return whether the game ends with *scores* after the hand."""
        if min(scores) < 0 or any(is_top(record, score) for score in scores):
            return True
        return refusals.is_last_hand(record) and not course.stays

    def final_parts(self, record: Record, scores: list[int]) -> Parts:  # noqa: ARG002 -- hook
        """Return everybody's points of the game, against the return."""
        return final_parts(scores, self.start_score, RETURN, NO_PLACEMENT)

    def settlement_with_prizes(
        self,
        hand: prizes.PaidHand,
        bill: Bill,
        course: tuple[Course, bool],
        wins: Sequence[ScoredHand] = (),
    ) -> Settlement:
        """Return the settlement with everything on *bill*, by the *course* and who might choose."""
        record = hand.record
        follows = self.next_hand(record, bill, course[0])
        after = bill.scores(record.state.scores)
        prize_rows = prizes.prizes(self, hand._replace(after=after))
        follows = replace(follows, more={"may_continue": course[1], **follows.more})
        rows = tuple(bill.rows)
        return Settlement(self.id, record.players, rows, follows, tuple(wins), prizes=prize_rows)


def _busts(bill: Bill, before: Sequence[int]) -> bool:
    after = bill.scores(before)
    return any(now < 0 <= then for then, now in zip(before, after, strict=True))


GAME: Final = AtakiB()
