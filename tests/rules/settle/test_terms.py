"""Every amount is what its steps come to, in every game."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.errors import RecordError
from rules.settle.settlement import Settlement
from rules.settle.terms import (
    Term,
    Terms,
    add,
    become,
    compute,
    instead_of,
    limit_terms,
    round_down,
    round_half_up,
    round_up,
    steps,
    sum_of,
    times,
    times_more,
    together,
)
from tests.conftest import TIMES
from tests.ids import case_id
from tools.generated_records import case_records, generated_record

GENERATED: Final = 100 * TIMES
"""Records of a game beside its public cases: `EXAMPLES=20` takes the 2,000 of the digests."""


@cache
def settlements(game: str) -> list[Settlement]:
    """Return what the cases of *game* and some generated records settle as."""
    settled = []
    generated = (generated_record(game, place) for place in range(GENERATED))
    for record in (*case_records(game, sound=True), *generated):
        try:
            settled.append(rules.settle(record))
        except RecordError:
            continue
    return settled


@pytest.mark.parametrize("game", rules.rulesets())
def test_the_steps_of_every_amount_come_to_it(game: str) -> None:
    for settled in settlements(game):
        for row in (*settled.payments, *(settled.prizes or ())):
            assert (compute(row.explain()), row.reason) == (row.amount, row.reason), row
        for scored in (*settled.wins, *settled.losers):
            assert compute(scored.explain()) == scored.score, scored


@pytest.mark.parametrize("game", rules.rulesets())
def test_what_a_won_hand_pays_is_explained(game: str) -> None:
    payments = [row for settled in settlements(game) for row in settled.payments]
    assert [row for row in payments if row.reason == "win" and not row.terms] == []


@pytest.mark.parametrize("game", rules.rulesets())
def test_nothing_that_one_pays_for_others_is_a_bare_sum_of_payers(game: str) -> None:
    payments = [row for settled in settlements(game) for row in settled.payments]
    bare = [row for row in payments if row.terms and row.terms[0].id == "payers"]
    assert bare == []


@pytest.mark.parametrize(
    ("terms", "amounts"),
    [
        ([], []),
        ([add("base", 50), add("tai", 20, 3)], [50, 110]),
        ([add("base", 5), times("kong", 2, 3), times("self_draw", 3, divisor=2)], [5, 40, 60]),
        ([add("base", 5), times("half", 1, 2, 2), times("kong", 4)], [5, Fraction(5, 4), 5]),
        ([add("base", 4), times("fan", 2), times_more("fan", 5)], [4, 8, 28]),
        ([add("base", 4), times("fan", 2, 3), times_more("fan", 5, 2)], [4, 32, 72]),
        ([add("base", 480), become("limit", 300)], [480, 300]),
        ([add("basic", 640), times("payers", 4), round_up(100)], [640, 2560, 2600]),
        ([add("hu", 37), round_down(10), times("tai", 2)], [37, 30, 60]),
        ([add("due", 25), times("by", 1, divisor=10), round_half_up(1)], [25, Fraction(5, 2), 3]),
        ([add("win", 8), instead_of(2)], [8, 8]),
        ([add("hu", 20, seat=1), add("hu", -12, seat=2)], [20, 8]),
    ],
)
def test_steps_are_taken_one_after_another(terms: list[Term], amounts: list[Fraction]) -> None:
    assert [*steps(terms)] == [*zip(terms, amounts, strict=True)]
    assert compute(terms) == sum(amounts[-1:])
    assert type(compute(terms)) is int


@given(st.integers(-5_000, 5_000), st.integers(1, 1_000))
def test_rounding_goes_to_the_next_multiple(amount: int, multiple: int) -> None:
    due = add("due", amount)
    up, down, near = (
        compute([due, rounded(multiple)]) for rounded in (round_up, round_down, round_half_up)
    )
    assert {up % multiple, down % multiple, near % multiple} == {0}
    assert 0 <= up - amount < multiple
    assert 0 <= amount - down < multiple
    assert -multiple < 2 * (near - amount) <= multiple


@pytest.mark.parametrize(
    ("term", "step"),
    [
        (Term("add", "base", 50), {"op": "add", "id": "base", "value": 50}),
        (add("hu", 2, 3, seat=0), {"op": "add", "id": "hu", "value": 2, "count": 3, "seat": 0}),
        (
            times("self_draw", 3, divisor=2),
            {"op": "times", "id": "self_draw", "value": 3, "divisor": 2},
        ),
        (times_more("fan", 5), {"op": "times_more", "id": "fan", "value": 5}),
        (become("limit", 300), {"op": "set", "id": "limit", "value": 300}),
        (round_up(100), {"op": "round_up", "id": "rounding", "value": 100}),
        (round_down(10), {"op": "round_down", "id": "rounding", "value": 10}),
        (round_half_up(10), {"op": "round_half_up", "id": "rounding", "value": 10}),
        (instead_of(2), {"op": "instead_of", "id": "liability", "value": 0, "seat": 2}),
    ],
    ids=lambda each: each.op if isinstance(each, Term) else "",
)
def test_a_step_is_written_without_what_goes_without_saying_and_read_as_it_was(
    term: Term, step: dict[str, object]
) -> None:
    assert (term.to_json(), Term.from_json(step)) == (step, term)


@pytest.mark.parametrize(("most", "is_limited"), [(49, True), (50, False), (51, False)])
def test_a_limit_is_a_step_where_it_holds_anything_back(most: int, is_limited: bool) -> None:
    terms = (add("base", 50),)
    assert limit_terms(terms, most) == ((*terms, become("limit", most)) if is_limited else terms)


def test_a_factor_stays_whole_unless_it_is_divided() -> None:
    whole, half = times("tai", 2, 3).factor, times("half", 3, 2, 2).factor
    assert (whole, type(whole), half) == (8, int, Fraction(9, 4))


def test_what_payers_pay_alike_is_one_step_the_largest_first() -> None:
    assert sum_of(10, 30, 10) == (add("payers", 30), add("payers", 10, 2))
    assert sum_of() == ()


FU = add("fu", 30)
BANKER, DISCARDER, UPSTAIRS = (times(name, 2) for name in ("banker", "discarder", "upstairs"))


@pytest.mark.parametrize(
    ("shares", "whole"),
    [
        ([(FU,), (FU,)], (FU, times("payers", 2))),
        ([(FU, BANKER), (FU,), (FU,)], (FU, BANKER, times_more("payers", 2))),
        ([(FU, UPSTAIRS), (FU, BANKER, UPSTAIRS)],
         (FU, times("payers", 1), times_more("banker", 2), UPSTAIRS)),
        ([(FU, BANKER, DISCARDER), (FU,)], (FU, times("payers", 4), times_more("payers", 1))),
        ([(FU, BANKER, round_up(100)), (FU, round_up(100)), (FU, round_up(100))],
         (FU, BANKER, times_more("payers", 2), add("rounding", 40), add("rounding", 70, 2))),
        ([(FU, round_up(100)), (FU, round_up(100))], (FU, round_up(100), times("payers", 2))),
        ([(FU, BANKER), (FU, add("half", 15)), (FU, add("half", 15))],
         (FU, BANKER, times_more("payers", 2), add("half", 15, 2))),
    ],
    ids=case_id,
)  # fmt: skip
def test_shares_come_to_one_amount_with_what_they_have_in_common_once(
    shares: list[Terms], whole: Terms
) -> None:
    assert together(shares) == whole
    assert compute(whole) == sum(map(compute, shares))


def test_a_limit_has_the_name_that_the_game_gives_it() -> None:
    assert limit_terms((add("base", 50),), 20, "cap")[-1] == become("cap", 20)


def test_an_amount_is_whole() -> None:
    for odd in (times("self_draw", 3, divisor=2), times("third", 1, divisor=3)):
        with pytest.raises(ValueError, match="no whole number"):
            compute([add("base", 5), odd])
