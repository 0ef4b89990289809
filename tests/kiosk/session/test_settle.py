"""What a hand pays when people type it, and what follows a hand then."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import rules
from hw_sim.players import HandSpec, NoHandError, winning_record
from kiosk.errors import Refused
from kiosk.session import Stage, Standing
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.settle import EMPTY_SEAT, even_out, is_last, next_by_rules, typed_settlement
from rules.ruleset import Ruleset
from tests.ids import case_id
from tests.kiosk.plain_game import HAND, OPEN, Sitting, draw, hand_of, win

PAYMENTS = r.TypePayments((30, -10, -10, -10), why="house_rule", note=" heavenly ")


@pytest.fixture
def review() -> Sitting:
    """Return a table at the review of a hand that seat 2 has won by self-draw."""
    sitting = Sitting()
    sitting.do(OPEN, *win(2)[:-2])
    return sitting


def find_refusal(sitting: Sitting, command: c.Command) -> str:
    """Return why *command* is refused."""
    before = sitting.state
    with pytest.raises(Refused) as error:
        sitting.do(command)
    assert sitting.state == before
    return error.value.code


def test_a_hand_that_breaks_the_rules_engine_is_counted_as_typed(review: Sitting) -> None:
    review.engine.failing = True
    review.do(c.Settle(), PAYMENTS, c.ConfirmHand())
    assert review.totals() == (130, 90, 90, 90)
    assert review.state.stage is Stage.TABLE


def test_what_was_typed_says_so_in_the_ledger(review: Sitting) -> None:
    (event,) = review.do(PAYMENTS, c.ConfirmHand())
    entry = event.settlement["typed"]  # type: ignore[union-attr]
    assert (entry["why"], entry["note"]) == ("house_rule", "heavenly")
    assert event.record["wins"][0]["seat"] == 2  # type: ignore[union-attr]


def test_nothing_counts_before_confirm(review: Sitting) -> None:
    review.do(PAYMENTS)
    assert review.state.stage is Stage.SETTLEMENT
    assert review.totals() == (100, 100, 100, 100)


def test_settling_by_the_rules_forgets_what_was_typed(review: Sitting) -> None:
    review.do(PAYMENTS, c.GoBack(Stage.REVIEW), c.Settle(), c.ConfirmHand())
    assert review.totals() == (90, 90, 130, 90)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (r.TypePayments((30, -10, -10, -11)), "not_balanced"),
        (r.TypePayments((30, -10, -10)), "bad_payments"),
        (r.TypePayments((30_000_000, -30_000_000, 0, 0)), "bad_payments"),
        (r.TypePayments((0, 0, 0, 0), banker=4), "no_such_seat"),
        (r.TypePayments((0, 0, 0, 0), note="x" * 61), "bad_payments"),
        (r.TypePayments((0, 0, 0, 0), carry={"pot": 1}), "bad_payments"),
    ],
    ids=["not zero", "a seat short", "far too much", "nobody's seat", "long note", "no counter"],
)
def test_what_cannot_be_is_refused(review: Sitting, command: c.Command, code: str) -> None:
    assert find_refusal(review, command) == code


def test_points_may_go_to_the_pot(review: Sitting) -> None:
    review.do(r.TypePayments((-5, 0, 0, 0), pot=5), c.ConfirmHand())
    assert review.state.session is not None
    assert review.state.session.standing.pot == 5
    assert review.totals() == (95, 100, 100, 100)


@pytest.mark.parametrize(
    ("banker", "then"),
    [(None, (1, 1, 0)), (0, (0, 1, 1)), (1, (1, 1, 0)), (3, (3, 1, 0))],
)
def test_the_next_banker_is_the_one_who_was_named(
    review: Sitting, banker: int | None, then: tuple[int, int, int]
) -> None:
    review.do(dataclasses.replace(PAYMENTS, banker=banker), c.ConfirmHand())
    assert review.state.session is not None
    standing = review.state.session.standing
    assert (standing.banker, standing.round, standing.repeats) == then


def test_the_banker_stays_where_nobody_names_one_and_the_rules_know_nothing(
    review: Sitting,
) -> None:
    review.engine.failing = True
    review.do(dataclasses.replace(PAYMENTS, banker=None), c.ConfirmHand())
    assert review.state.session is not None
    assert (review.state.session.standing.banker, review.state.session.standing.repeats) == (0, 1)


def test_the_post_that_comes_round_begins_a_round() -> None:
    sitting = Sitting()
    sitting.do(OPEN)
    for winner in (1, 2, 3):
        sitting.do(*win(winner))
    sitting.do(*win(1)[:-2], r.TypePayments((0, 0, 0, 0), banker=0), c.ConfirmHand())
    assert sitting.state.session is not None
    assert sitting.state.session.standing.round == 2


def test_a_typed_hand_is_undone_like_any_other(review: Sitting) -> None:
    review.do(PAYMENTS, c.ConfirmHand(), c.VoidHand(2))
    assert review.totals() == (100, 100, 100, 100)


def test_an_undone_typed_hand_comes_back_with_what_was_typed(review: Sitting) -> None:
    review.do(PAYMENTS, c.ConfirmHand(), c.VoidHand(2, fix=True))
    assert review.state.draft is not None
    assert review.state.draft.typed["net"] == [30, -10, -10, -10]


def test_an_older_hand_is_fixed_under_one_that_was_typed() -> None:
    sitting = Sitting()
    sitting.do(OPEN, *win(1, giver=0), *win(2)[:-2], PAYMENTS, c.ConfirmHand())
    assert sitting.totals() == (120, 100, 90, 90)
    sitting.do(r.AmendHand(2), c.SayHow(c.Claim(1, "discard", 3)), c.Settle(), c.ConfirmHand())
    assert sitting.totals() == (130, 100, 90, 80)


def test_an_older_hand_is_put_right_by_typing() -> None:
    sitting = Sitting()
    sitting.do(OPEN, *win(1, giver=0), *draw())
    sitting.do(r.AmendHand(2), PAYMENTS, c.ConfirmHand())
    assert sitting.totals() == (130, 90, 90, 90)
    assert sitting.state.session is not None
    assert len(sitting.state.session.hands[0].earlier) == 1


def test_payments_are_few_and_bring_everyone_what_is_owed() -> None:
    rows = even_out([30, -10, -25, 0, 5], ["a", "b", "c", "d", "e"], "typed")
    gains = dict.fromkeys("abcde", 0)
    for row in rows:
        gains[row["from"]] -= row["amount"]
        gains[row["to"]] += row["amount"]
    assert list(gains.values()) == [30, -10, -25, 0, 5]
    assert len(rows) <= 3


def test_the_rules_settle_again_after_a_word_at_the_settlement() -> None:
    sitting = Sitting()
    sitting.do(OPEN, *win(2)[:-1])
    sitting.do(c.Declare(2, "ready"))
    assert sitting.state.stage is Stage.SETTLEMENT
    assert sitting.state.draft is not None
    assert sitting.state.draft.settlement["net"] == [-10, -10, 30, -10]
    assert {"from": 2, "to": "pot", "amount": 1, "for": "ready"} in sitting.state.draft.settlement[
        "payments"
    ]
    sitting.do(c.ConfirmHand())
    assert sitting.totals() == (90, 90, 130, 90)


def test_a_word_that_would_spoil_the_settlement_is_refused() -> None:
    sitting = Sitting()
    sitting.do(OPEN, *win(2)[:-1])
    sitting.engine.failing = True
    assert find_refusal(sitting, c.Declare(2, "ready")) == "does_not_fit"


def test_tiles_are_not_changed_behind_the_settlement() -> None:
    sitting = Sitting()
    sitting.do(OPEN, *win(2)[:-1])
    assert find_refusal(sitting, c.WriteRow(hand_of(2), HAND)) == "not_now"


Json = dict[str, Any]
GAMES = [name for name in rules.rulesets() if isinstance(rules.ruleset(name), Ruleset)]
HANDS = 12


def deal_wins(game: Ruleset, hands: int) -> list[tuple[Json, Json]]:
    """Return won hands of this game, many of them at the end of a round, with what they pay."""
    seats = min(game.seat_choices(game.defaults), key=lambda count: abs(count - 4))
    scores = [game.start_score_for(game.defaults)] * seats
    wins = []
    for seed in range(hands):
        rng = random.Random(seed)
        banker, round_ = rng.choice((0, seats - 1, seats - 1)), rng.choice((1, 2, 4, seats))
        state = {"banker": banker, "round": round_, "repeats": 0, "scores": scores, "carry": {}}
        try:
            record = winning_record(game, rng, HandSpec(state=state))
        except NoHandError:  # in this round the session is over already
            continue
        wins.append((record, rules.settle_json(record)))
    return wins


@pytest.mark.parametrize("name", GAMES, ids=case_id)
def test_the_last_hand_is_the_one_that_the_game_s_rules_call_so(name: str) -> None:
    game = rules.ruleset(name)
    assert isinstance(game, Ruleset)
    hands = deal_wins(game, HANDS)
    assert hands
    for record, settlement in hands:
        assert is_last_when_typed(record, settlement) == settlement["next"]["over"]


@pytest.mark.parametrize("name", GAMES, ids=case_id)
def test_the_next_hand_is_as_the_rules_tell_it_though_the_payments_are_typed(name: str) -> None:
    game = rules.ruleset(name)
    assert isinstance(game, Ruleset)
    keys = ("banker", "round", "repeats", "carry")
    for record, settlement in deal_wins(game, HANDS):
        state = record["state"]
        before = Standing(
            state["banker"], state["round"], 0, tuple(state["scores"]), 0, 0, state["carry"]
        )
        typed_payments = {
            "net": list(settlement["net"]),
            "pot": 0,
            "banker": settlement["next"]["banker"],
            "carry": {},
        }
        next_hand = typed_settlement(record, before, typed_payments, rules)["next"]
        assert [next_hand[key] for key in keys] == [settlement["next"][key] for key in keys]


def riichi_draw(**more: Any) -> Json:
    """Return a draw of riichi whose hands were not read, with honba and deposits on the table."""
    state = {
        "banker": 3,
        "round": 1,
        "repeats": 1,
        "scores": [25_000] * 4,
        "carry": {"honba": 1, "deposits": 2},
    }
    seats = [dict(EMPTY_SEAT) for _ in range(4)]
    deal: Json = {"indicators": [], "hidden_indicators": [], "dice": []}
    hand = {"deal": deal, "seats": seats, "outcome": "draw", "wins": [], "incidents": []}
    return {"ruleset": "riichi", "options": {}, "state": state, **hand, **more}


def test_a_typed_draw_leaves_honba_and_deposits_to_the_next_hand() -> None:
    next_hand = next_by_rules(riichi_draw(), 0, rules)
    assert (next_hand["banker"], next_hand["round"]) == (0, 2)
    assert next_hand["carry"] == {"honba": 2, "deposits": 2}


def test_a_banker_whom_the_rules_do_not_know_of_leaves_all_to_the_table() -> None:
    assert next_by_rules(riichi_draw(), 2, rules) == {}


def test_a_hand_that_the_rules_refuse_says_nothing_of_the_next() -> None:
    win: Json = {"seat": 1, "by": "discard", "from": 0, "tile": "1m", "marks": [], "facts": {}}
    assert next_by_rules(riichi_draw(outcome="win", wins=[win]), None, rules) == {}


def is_last_when_typed(record: Json, settlement: Json) -> bool:
    """Return whether this hand is the last one when people type exactly what it pays."""
    state = record["state"]
    scores = [sum(pair) for pair in zip(state["scores"], settlement["net"], strict=True)]
    seats, banker = len(scores), state["banker"]
    following = settlement["next"]
    if following["over"]:  # what it says of the next hand means nothing then
        next_one = (banker + 1) % seats
        following = {"banker": next_one, "round": state["round"] + (next_one == 0)}
    table = {"ruleset": record["ruleset"], "options": record["options"]}
    return is_last({**table, "state": {**state, "scores": scores}}, following, rules)


def at_review() -> Sitting:
    """Return a table at the review of the last hand of the first round."""
    sitting = Sitting()
    sitting.do(OPEN)
    for winner in (1, 2, 3, 0):
        sitting.do(*win(winner))
    sitting.do(c.VoidHand(sitting.state.session.last_hand.seq, fix=True))  # type: ignore[union-attr]
    return sitting


NOTHING = (0, 0, 0, 0)


def test_people_say_that_it_was_the_last_hand() -> None:
    sitting = at_review()
    sitting.do(r.TypePayments(NOTHING, banker=0, over=True), c.ConfirmHand())
    assert sitting.state.stage is Stage.OVER


def test_a_session_that_ended_by_typing_goes_on_when_the_hand_is_undone() -> None:
    sitting = at_review()
    sitting.do(r.TypePayments(NOTHING, banker=0, over=True), c.ConfirmHand())
    sitting.do(c.VoidHand(sitting.state.session.last_hand.seq))  # type: ignore[union-attr]
    assert sitting.state.stage is Stage.TABLE
