"""Whether a hand with typed payments was the last: told, or as the game's own rules find it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from hw_sim.players import HandSpec, NoHandError, winning_record
from kiosk.session import Stage, Standing
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.settle import EMPTY_SEAT, is_last, told_next, typed_settlement
from rules.ruleset import Ruleset
from tests.ids import plainly
from tests.kiosk.plain_game import OPEN, Sitting, win

Json = dict[str, Any]
GAMES = [name for name in rules.rulesets() if isinstance(rules.ruleset(name), Ruleset)]
HANDS = 12


def won_hands(game: Ruleset, hands: int) -> list[tuple[Json, Json]]:
    """Return won hands of this game, many of them at the end of a round, with what they pay."""
    seats = min(game.seat_choices(game.defaults), key=lambda count: abs(count - 4))
    scores = [game.start_score_for(game.defaults)] * seats
    found = []
    for seed in range(hands):
        rng = random.Random(seed)
        banker, round_ = rng.choice((0, seats - 1, seats - 1)), rng.choice((1, 2, 4, seats))
        state = {"banker": banker, "round": round_, "repeats": 0, "scores": scores, "carry": {}}
        try:
            record = winning_record(game, rng, HandSpec(state=state))
        except NoHandError:  # in this round the session is over already
            continue
        found.append((record, rules.settle_json(record)))
    return found


@pytest.mark.parametrize("name", GAMES, ids=plainly)
def test_the_last_hand_is_the_one_that_the_game_s_rules_call_so(name: str) -> None:
    game = rules.ruleset(name)
    assert isinstance(game, Ruleset)
    hands = won_hands(game, HANDS)
    assert hands
    for record, told in hands:
        assert found_last(record, told) == told["next"]["over"]


@pytest.mark.parametrize("name", GAMES, ids=plainly)
def test_the_next_hand_is_as_the_rules_tell_it_though_the_payments_are_typed(name: str) -> None:
    game = rules.ruleset(name)
    assert isinstance(game, Ruleset)
    kept = ("banker", "round", "repeats", "carry")
    for record, told in won_hands(game, HANDS):
        state = record["state"]
        before = Standing(
            state["banker"], state["round"], 0, tuple(state["scores"]), 0, 0, state["carry"]
        )
        typed = {"net": list(told["net"]), "pot": 0, "banker": told["next"]["banker"], "carry": {}}
        found = typed_settlement(record, before, typed, rules)["next"]
        assert [found[key] for key in kept] == [told["next"][key] for key in kept]


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
    told = told_next(riichi_draw(), 0, rules)
    assert (told["banker"], told["round"]) == (0, 2)
    assert told["carry"] == {"honba": 2, "deposits": 2}


def test_a_banker_whom_the_rules_do_not_know_of_leaves_all_to_the_table() -> None:
    assert told_next(riichi_draw(), 2, rules) == {}


def test_a_hand_that_the_rules_refuse_says_nothing_of_the_next() -> None:
    win: Json = {"seat": 1, "by": "discard", "from": 0, "tile": "1m", "marks": [], "facts": {}}
    assert told_next(riichi_draw(outcome="win", wins=[win]), None, rules) == {}


def found_last(record: Json, told: Json) -> bool:
    """Return what is said of this hand where people type just what it pays."""
    state = record["state"]
    scores = [sum(pair) for pair in zip(state["scores"], told["net"], strict=True)]
    seats, banker = len(scores), state["banker"]
    following = told["next"]
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
