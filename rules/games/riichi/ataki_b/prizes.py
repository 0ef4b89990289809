"""Prizes beside the points (祝儀) and who answers for a hand: ataki-b.md, "Prizes", "Liability"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.games.riichi.ataki_b import fouls
from rules.games.riichi.hand import SETS, THREE_DRAGONS, Winner, count_dora
from rules.games.riichi.payment import Liability, price_terms
from rules.games.riichi.scoring import RIICHI, RiichiScore, RiichiScoring
from rules.record.claims import supplemented_kong
from rules.record.values import Meld, Record, Win
from rules.settle.settlement import Bill, Payment
from rules.tiles import KIND

IPPATSU: Final = 5000
URA_DORA: Final = 5000
BUST: Final = 10000
YAKUMAN: Final = 30000
KNOCKOUT: Final = 10000
TOP: Final = 50000


def is_top(record: Record, score: int) -> bool:
    """Return whether *score* ends the game as the top (テッペン)."""
    return score > TOP or (score == TOP and record.options["top_limit"] == "reach")


class PaidHand(NamedTuple):
    """A hand that was paid."""

    record: Record
    wins: Sequence[RiichiScore]
    ready: Sequence[bool]
    """Who was ready at a draw."""
    before: Sequence[int]
    """Everyone's points with the sticks and fines on the table, nothing else paid."""
    after: Sequence[int]

    @property
    def winners(self) -> list[int]:
        """Return who won."""
        return [score.winner.seat for score in self.wins]

    def others(self, *seats: int) -> list[int]:
        """Return everybody but *seats*."""
        return [seat for seat in range(len(self.after)) if seat not in seats]


def prizes(game: RiichiScoring, hand: PaidHand) -> tuple[Payment, ...]:
    """Return who gives whom what beside the points."""
    bill = Bill()
    if hand.record.options["prizes"]:
        for score in hand.wins:
            _for_luck(game, hand, score.winner, bill)
        _for_busts(hand, bill)
        _for_yakuman(hand, bill)
        if _has_knocked_out(hand):
            for seat in hand.others(0):
                bill.pay(seat, 0, KNOCKOUT, "east_one_knockout")
    return tuple(bill.rows)


def _for_luck(game: RiichiScoring, hand: PaidHand, winner: Winner, bill: Bill) -> None:
    """Write the prizes for ippatsu and ura dora, from the discarder or from all."""
    hidden = hand.record.deal.hidden_indicators
    has_ura = not RIICHI.isdisjoint(winner.words)
    count = count_dora(winner, hidden, game.dora_of) if has_ura else 0
    payers = hand.others(winner.seat) if winner.source is None else [winner.source]
    for seat in payers:
        bill.pay(seat, winner.seat, IPPATSU if "ippatsu" in winner.words else 0, "ippatsu")
        bill.charge(seat, winner.seat, price_terms("ura_dora", URA_DORA, count), "ura_dora")


def _for_busts(hand: PaidHand, bill: Bill) -> None:
    for seat, points in enumerate(hand.after):
        if points < 0:
            for taker in _who_bust(hand, seat):
                bill.pay(seat, taker, BUST, "bust")


def _who_bust(hand: PaidHand, seat: int) -> list[int]:
    """Return who gets the prize of *seat*, which is below 0 (D14)."""
    if _is_bust_by_fines(hand, seat):
        return [hand.after.index(max(hand.after))]
    if hand.wins:
        return hand.winners
    if seat in fouls.barred_seats(hand.record):
        return hand.others(seat)
    return [taker for taker, is_ready in enumerate(hand.ready) if is_ready]


def _is_bust_by_fines(hand: PaidHand, seat: int) -> bool:
    """Return whether fines on the table had *seat* below 0 before the hand was settled."""
    return hand.before[seat] < 0 and seat in fouls.seats_of(hand.record, fouls.FINED)


def _for_yakuman(hand: PaidHand, bill: Bill) -> None:
    """Write the prizes for yakuman; between two who have one they cancel out."""
    takers = [score.winner.seat for score in hand.wins if score.is_yakuman]
    for taker in takers:
        for seat in hand.others(*takers):
            bill.pay(seat, taker, YAKUMAN, "yakuman")


def _has_knocked_out(hand: PaidHand) -> bool:
    """Return whether the first banker is at the top in East 1, or his win busts another (D15)."""
    state = hand.record.state
    if state.round != 1 or state.banker != 0:
        return False
    if is_top(hand.record, hand.after[0]):
        return True
    return 0 in hand.winners and any(
        hand.after[seat] < 0 and not _is_bust_by_fines(hand, seat) for seat in hand.others(0)
    )


# Who answers for a hand that he fed, whatever its yaku


def liability(record: Record, score: RiichiScore) -> Liability | None:
    """Return who answers for the whole hand, if anybody; what came last counts (D8)."""
    seat = score.winner.seat
    win = next(win for win in record.wins if win.seat == seat)
    melds = record.seats[seat].melds
    for feeder in (_of_kong_draw(record, win), _of_naked_wait(melds), _of_dragons(melds)):
        if feeder is not None:
            return Liability(feeder, score)
    return None


def _of_kong_draw(record: Record, win: Win) -> int | None:
    """Return who fed the claimed kong with which the turn began that ended on a supplement."""
    if "kong_draw" not in win.marks:
        return None
    melds = record.seats[win.seat].melds
    last = supplemented_kong(record, win)
    turn = [melds[place] for place in win.facts.get("kong_chain", ())] or [last]
    return next((one.source for one in turn if one and one.kind == "kong_discard"), None)


def _of_naked_wait(melds: Sequence[Meld]) -> int | None:
    """Return who fed the fourth set, which left one tile in hand; nobody a concealed kong."""
    return melds[-1].source if len(melds) == SETS else None


def _of_dragons(melds: Sequence[Meld]) -> int | None:
    """Return who fed the third set of dragons; nobody a concealed kong."""
    sets = [meld for meld in melds if KIND[meld.tiles[0]] in THREE_DRAGONS]
    return sets[-1].source if len(sets) == len(THREE_DRAGONS) else None
