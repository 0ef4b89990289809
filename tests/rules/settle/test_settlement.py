from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.record.values import State
from rules.settle.settlement import (
    POT,
    Bill,
    Item,
    NextHand,
    Payment,
    ScoredHand,
    Settlement,
    adds,
    doubles,
    rotate,
    value_of,
)
from rules.settle.terms import Terms, add, compute, instead_of, round_up, times

NEXT = NextHand(0, 1, 0)
accounts = st.one_of(st.integers(0, 3), st.just(POT))


def settlement(bill: Bill) -> Settlement:
    return Settlement("any", 4, tuple(bill.rows), NEXT)


def test_nobody_pays_himself() -> None:
    with pytest.raises(ValueError, match="cannot pay itself"):
        Payment(1, 1, 10, "win")


@pytest.mark.parametrize("amount", [0, -1])
def test_a_payment_is_positive(amount: int) -> None:
    with pytest.raises(ValueError, match=f"payment of {amount}: must be positive"):
        Payment(1, 2, amount, "win")


def test_a_payment_of_one_point_is_one() -> None:
    assert Payment(1, 2, 1, "win").to_json() == {"from": 1, "to": 2, "amount": 1, "for": "win"}


def test_the_pot_is_told_by_its_name() -> None:
    assert Payment(POT, 2, 1, "win").to_json()["from"] == "pot"


def test_nothing_is_written_for_nothing_and_for_what_a_seat_would_pay_itself() -> None:
    bill = Bill()
    bill.pay(1, 0, 0)
    bill.pay(2, 2, 5)
    bill.pay(3, 0, 1)
    assert bill.rows == [Payment(3, 0, 1, "win")]


def test_nobody_is_made_to_pay_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="must not be negative"):
        Bill().pay(1, 0, -1)


def test_a_charge_is_what_its_steps_come_to_and_says_them() -> None:
    terms = (add("base", 5), times("self_draw", 2))
    bill = Bill()
    bill.charge(1, 0, terms)
    bill.charge(2, 0, terms, "kong")
    bill.pay(3, 0, 10, "kong", terms)
    assert bill.rows.pop() == Payment(3, 0, 10, "kong", terms)
    assert bill.rows == [Payment(1, 0, 10, "win", terms), Payment(2, 0, 10, "kong", terms)]


def test_items_are_added_or_doubled_as_often_as_they_count() -> None:
    items = (Item("kong", 3), Item("dragons", 1))
    assert value_of(items) == compute(adds(items)) == 4
    assert adds(items) == (add("kong", 3), add("dragons", 1))
    assert doubles(items) == (times("kong", 2, 3), times("dragons", 2))


def test_running_totals_follow_what_is_written_so_far() -> None:
    bill = Bill()
    bill.pay(1, 0, 8)
    bill.pay(2, POT, 5)
    bill.pay(POT, 3, 2)
    assert bill.scores([100, 100, 100, 100]) == [108, 92, 95, 102]


@given(st.lists(st.tuples(accounts, accounts, st.integers(0, 10_000))))
def test_seats_and_pot_balance(rows: list[tuple[int, int, int]]) -> None:
    bill = Bill()
    for source, target, amount in rows:
        bill.pay(source, target, amount)
    outcome = settlement(bill)
    pot = sum(row.amount for row in bill.rows if row.target == POT) - sum(
        row.amount for row in bill.rows if row.source == POT
    )
    assert sum(outcome.net) + pot == 0


def test_the_liable_seat_pays_for_all() -> None:
    bill = Bill()
    for payer in (1, 2, 3):
        bill.pay(payer, 0, 8)
    bill.pay(3, 0, 5, "kong")
    bill.assign(2)
    assert settlement(bill).net == (29, 0, -24, -5)
    assert bill.rows == [
        Payment(2, 0, 8, "win", (add("win", 8), instead_of(1))),
        Payment(2, 0, 8, "win"),
        Payment(2, 0, 8, "win", (add("win", 8), instead_of(3))),
        Payment(3, 0, 5, "kong"),
    ]


def test_a_seat_is_liable_for_what_it_is_said_to_be() -> None:
    bill = Bill()
    bill.pay(1, 0, 8)
    bill.pay(1, 0, 5, "kong")
    bill.assign(2, "kong")
    assert settlement(bill).net == (13, -8, -5, 0)


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


def test_the_round_stays_while_the_post_is_under_way() -> None:
    assert rotate(State(banker=1, repeats=2), 4, stays=False) == NextHand(2, 1, 0)


def test_the_round_grows_at_the_seat_that_was_banker_first() -> None:
    assert rotate(State(banker=1), 4, stays=False, first=2) == NextHand(2, 2, 0)


def test_a_banker_who_stays_repeats() -> None:
    carry = {"pot": 5}
    assert rotate(State(banker=2, repeats=1), 4, stays=True) == NextHand(2, 1, 2)
    assert rotate(State(banker=2), 4, stays=True, carry=carry) == NextHand(2, 1, 1, carry)
    assert rotate(State(banker=2), 4, stays=False, carry=carry) == NextHand(3, 1, 0, carry)


@given(st.integers(2, 9), st.integers(0, 8), st.integers(0, 8))
def test_every_seat_has_the_post_once_a_round(players: int, banker: int, first: int) -> None:
    going = NextHand(banker % players, 1, 0)
    bankers = []
    for _ in range(players):
        bankers.append(going.banker)
        state = State(banker=going.banker or 0, round=going.round)
        going = rotate(state, players, stays=False, first=first % players)
    assert sorted(seat for seat in bankers if seat is not None) == [*range(players)]
    assert (going.banker, going.round) == (banker % players, 2)


def test_only_what_there_is_stands_in_the_answer() -> None:
    bill = Bill()
    bill.pay(1, 0, 8)
    assert settlement(bill).to_json() == {
        "ruleset": "any",
        "net": [8, -8, 0, 0],
        "payments": [{"from": 1, "to": 0, "amount": 8, "for": "win"}],
        "terms": [[{"op": "add", "id": "win", "value": 8}]],
        "wins": [],
        "next": {"banker": 0, "round": 1, "repeats": 0, "carry": {}, "over": False},
    }


def test_losers_prizes_and_hands_not_seen_are_told_where_there_are_any() -> None:
    loser = ScoredHand(1, 3, "hu", (Item("pair", 3), Item("half", 0, "×1.5")), (("11m",),))
    prize = Payment(2, 0, 5, "prize")
    answer = Settlement(
        "any", 4, (), NEXT, losers=(loser,), prizes=(prize,), unseen_hands=(3,)
    ).to_json()
    items = [{"id": "pair", "value": 3}, {"id": "half", "value": 0, "factor": "×1.5"}]
    entry = {"seat": 1, "score": 3, "unit": "hu", "items": items, "reading": [["11m"]]}
    assert (answer["losers"], answer["unseen_hands"]) == ([entry], [3])
    assert (answer["prizes"], answer["prize_net"]) == ([prize.to_json()], [5, 0, -5, 0])
    assert answer["prize_terms"] == [[{"op": "add", "id": "prize", "value": 5}]]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ((), None),
        ((add("pair", 3), add("kong", 8)), None),
        ((add("pair", 3),), [{"op": "add", "id": "pair", "value": 3}]),
        (
            (add("pair", 3), add("kong", 8), round_up(10)),
            [
                {"op": "add", "id": "pair", "value": 3},
                {"op": "add", "id": "kong", "value": 8},
                {"op": "round_up", "id": "rounding", "value": 10},
            ],
        ),
    ],
)
def test_a_score_tells_its_steps_where_it_is_not_the_sum_of_its_items(
    terms: Terms, expected: object
) -> None:
    items = (Item("pair", 3), Item("kong", 8))
    scored = ScoredHand(1, compute(terms or adds(items)), "hu", items, terms=terms)
    assert scored.to_json().get("terms") == expected
    assert compute(scored.explain()) == scored.score


def test_fields_that_a_sheet_adds_stand_beside_the_others() -> None:
    going_on = NextHand(None, 2, 1, {"pot": 5}, over=True, more={"leads": 3})
    answer = Settlement("any", 4, (), going_on, more={"extra": 1}).to_json()
    assert answer == {
        "ruleset": "any",
        "net": [0, 0, 0, 0],
        "payments": [],
        "terms": [],
        "wins": [],
        "next": {
            "banker": None,
            "round": 2,
            "repeats": 1,
            "carry": {"pot": 5},
            "over": True,
            "leads": 3,
        },
        "extra": 1,
    }


def test_winners_are_told_in_their_order() -> None:
    wins = (ScoredHand(2, 3, "hu", ()), ScoredHand(1, 8, "fan", ()))
    rows = Settlement("any", 4, (), NEXT, wins).to_json()["wins"]
    assert rows == [entry.to_json() for entry in wins]
    assert wins[0].to_json() == {"seat": 2, "score": 3, "unit": "hu", "items": [], "reading": []}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((Item("pair", 3),), [{"id": "pair", "value": 3}]),
        (("11m", "22m"), ("11m", "22m")),
        ((Item("pair", 3), 7), (Item("pair", 3), 7)),
        ((), []),
        (7, 7),
    ],
)
def test_a_field_that_a_sheet_adds_is_written_as_it_is_but_for_items(
    value: object, expected: object
) -> None:
    assert ScoredHand(1, 3, "hu", (), more={"added": value}).to_json()["added"] == expected
