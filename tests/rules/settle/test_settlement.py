from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.record.values import State
from rules.settle.settlement import POT, Bill, NextHand, Payment, Settlement, rotate

NEXT = NextHand(0, 1, 0)
accounts = st.one_of(st.integers(0, 3), st.just(POT))


def settlement(bill: Bill) -> Settlement:
    return Settlement("any", 4, tuple(bill.rows), NEXT)


def test_nobody_pays_himself() -> None:
    with pytest.raises(ValueError, match="cannot pay itself"):
        Payment(1, 1, 10, "win")


def test_a_payment_is_positive() -> None:
    with pytest.raises(ValueError, match="must be positive"):
        Payment(1, 2, 0, "win")


@given(st.lists(st.tuples(accounts, accounts, st.integers(0, 10_000))))
def test_seats_and_pot_balance(rows: list[tuple[int, int, int]]) -> None:
    bill = Bill()
    for source, target, amount in rows:
        bill.pay(source, target, amount)
    done = settlement(bill)
    pot = sum(row.amount for row in bill.rows if row.target == POT) - sum(
        row.amount for row in bill.rows if row.source == POT
    )
    assert sum(done.net) + pot == 0


def test_the_liable_seat_pays_for_all() -> None:
    bill = Bill()
    for payer in (1, 2, 3):
        bill.pay(payer, 0, 8)
    bill.pay(3, 0, 5, "kong")
    bill.assign(2)
    assert settlement(bill).net == (29, 0, -24, -5)


def test_the_liable_seat_pays_nothing_of_what_the_pot_pays() -> None:
    bill = Bill()
    bill.pay(1, 0, 8)
    bill.pay(POT, 0, 30)
    bill.assign(2)
    assert settlement(bill).net == (38, 0, -8, 0)


def test_the_winner_is_never_liable_to_himself() -> None:
    bill = Bill()
    bill.pay(1, 0, 8)
    bill.assign(0)
    assert settlement(bill).net == (8, -8, 0, 0)


def test_the_post_moves_right_and_the_round_grows_when_it_comes_home() -> None:
    assert rotate(State(banker=3, round=2, repeats=1), 4, stays=False) == NextHand(0, 3, 0)


def test_a_banker_who_stays_repeats() -> None:
    assert rotate(State(banker=2, repeats=1), 4, stays=True) == NextHand(2, 1, 2)
