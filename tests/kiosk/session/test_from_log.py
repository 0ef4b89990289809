"""What the log of a hand fills in at review, and what stays as people have said it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal
from kiosk.session.draft import Draft, DraftWin, Stage, draft_from_json, draft_to_keep, fresh_draft
from kiosk.session.from_log import MOST_LOG, TakeLog, matching_record, seat_key, win_key, with_log

SEAT: dict[str, Any] = {"declared": [], "facts": {}}
RECORD: dict[str, Any] = {
    "outcome": "win",
    "seats": [SEAT, {"declared": ["riichi"], "facts": {"nagashi": True}}, SEAT, SEAT],
    "wins": [
        {"seat": 1, "by": "self_draw", "marks": ["kong_draw"], "kong": 2, "facts": {"rivals": [3]}}
    ],
    "incidents": [{"kind": "foul", "seat": 0}],
}
LOG = TakeLog(RECORD, ('{"log": 1}', '{"do": "draw"}'))
WIN = DraftWin(1, "self_draw", number=7)
DRAFT = replace(fresh_draft(4), stage=Stage.REVIEW, outcome="win", wins=(WIN,))


@pytest.fixture(scope="module")
def hand() -> TableHand:
    """Return a hand of riichi that was won."""
    hands = (deal("riichi", None, random.Random(seed), HandSpec()) for seed in range(1, 20))
    return next(one for one in (hand.to_the_end() for hand in hands) if one.course.at.wins)


def call_end(hand: TableHand) -> Draft:
    """Return the draft of the end of *hand* as people call it out."""
    wins = hand.course.record()["wins"]
    draft_wins = [DraftWin(win["seat"], win["by"], win.get("from")) for win in wins]
    return replace(DRAFT, wins=tuple(draft_wins))


def test_marks_facts_and_the_kong_of_a_win_are_filled_in() -> None:
    (win,) = with_log(DRAFT, LOG).wins
    assert (win.marks, win.facts, win.kong) == (("kong_draw",), {"rivals": [3]}, 2)


def test_announcements_facts_and_incidents_are_filled_in() -> None:
    draft = with_log(DRAFT, LOG)
    assert draft.seats[1].declared == ("riichi",)
    assert draft.seats[1].facts == {"nagashi": True}
    assert draft.incidents == ({"kind": "foul", "seat": 0},)


def test_it_is_remembered_what_the_log_has_filled_in() -> None:
    draft = with_log(DRAFT, LOG)
    assert set(draft.from_log or ()) == {
        seat_key(1, "riichi"),
        seat_key(1, "nagashi"),
        win_key(7, "kong_draw"),
        win_key(7, "rivals"),
    }
    assert draft_from_json(draft_to_keep(draft)) == draft


def test_what_people_have_said_stays() -> None:
    seat = replace(DRAFT.seats[1], declared=("riichi",), facts={"nagashi": False})
    before = replace(DRAFT, seats=(DRAFT.seats[0], seat, *DRAFT.seats[2:]))
    draft = with_log(before, LOG)
    assert draft.seats[1] == seat
    assert seat_key(1, "nagashi") not in (draft.from_log or ())


def test_a_win_that_the_log_does_not_know_gets_nothing() -> None:
    other = DraftWin(2, "self_draw", number=3)
    assert with_log(replace(DRAFT, wins=(other,)), LOG).wins == (other,)


def test_the_log_speaks_once_the_hand_has_ended_so_as_people_say(hand: TableHand) -> None:
    assert matching_record(hand.course, call_end(hand)) == hand.course.record()


def test_another_end_than_people_say_fills_nothing_in(hand: TableHand) -> None:
    assert matching_record(hand.course, replace(DRAFT, outcome="draw", wins=())) is None


def test_a_hand_that_goes_on_fills_nothing_in() -> None:
    hand = deal("riichi", None, random.Random(1), HandSpec())
    assert matching_record(hand.course, DRAFT) is None
    assert matching_record(None, DRAFT) is None


def test_the_log_itself_is_kept_for_the_ledger() -> None:
    draft = with_log(DRAFT, LOG)
    assert draft.log == LOG.lines
    assert draft_from_json(draft_to_keep(draft)).log == LOG.lines


def test_a_log_longer_than_any_hand_is_not_kept() -> None:
    draft = with_log(DRAFT, TakeLog(RECORD, ("x" * (MOST_LOG + 1),)))
    assert draft.log == ()
    assert draft.from_log
