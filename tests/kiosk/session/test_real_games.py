"""The games themselves, entered on the kiosk's screens: every public case, tap by tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from kiosk.errors import Refused
from kiosk.session import Draft, Part, Place, Session, Stage, Standing, State, apply, step
from kiosk.session import commands as c
from kiosk.session.answers import SayReady
from kiosk.session.draft import fresh_draft
from kiosk.session.endings import calls
from kiosk.session.events import PlayerId
from rules.questions import READY, asks_ready
from tests.rules.cases import Case, cases

UNKNOWN_TO_THE_KIOSK = ("discards",)
"""What no screen asks for: a furiten is tapped as a fact instead."""


def can_be_entered(case: Case) -> bool:
    """Return whether a screen asks for everything in the record, and it has the usual form."""
    record = case.data.get("record")
    if case.data["kind"] != "settle" or "net" not in case.data["expect"]:
        return False
    if "play" in record:
        return True
    return not any(seat.get(field) for seat in record["seats"] for field in UNKNOWN_TO_THE_KIOSK)


ENTRY_CASES = [case for game in rules.rulesets() for case in cases(game) if can_be_entered(case)]
ALL = [
    case
    for game in rules.rulesets()
    for case in cases(game)
    if case.data["kind"] == "settle" and "net" in case.data["expect"]
]


def open_table(record: dict[str, Any]) -> State:
    """Return a table that stands where *record* begins."""
    game = rules.ruleset(record["ruleset"])
    before = record.get("state", {})
    seats = len(before.get("scores") or record.get("seats", ())) or game.seats[0]
    players = tuple(PlayerId(f"p{seat}") for seat in range(seats))
    totals = tuple(before.get("scores", [game.start_score] * len(players)))
    standing = Standing(
        before.get("banker", 0),
        before.get("round", 1),
        before.get("repeats", 0),
        totals,
        pot=0,
        bank=0,
        carry=before.get("carry", {}),
    )
    options = record.get("options", {})
    session = Session(1, game.id, options, players, game.start_score, standing)
    return State(session, fresh_draft(len(players)))


def taps(record: dict[str, Any]) -> Iterator[c.Command]:
    """Yield what people tap for this hand of tiles, from the dice to the settlement."""
    deal = record.get("deal", {})
    for throw in deal.get("dice", []):
        yield c.NoteDice(tuple(throw))
    yield c.StartPlay()
    if "east" in deal:
        yield c.SayEast(deal["east"])
    wins = record.get("wins", [])
    yield from end_taps(record)
    for number, seat in enumerate(record["seats"]):
        yield from seat_taps(number, seat)
    for number, win in enumerate(wins, start=1):
        yield from win_taps(win, number)
    for part in (Part.INDICATORS, Part.HIDDEN_INDICATORS):
        yield c.WriteRow(Place(part), "".join(deal.get(part, [])))
    for incident in record.get("incidents", []):
        details = {key: value for key, value in incident.items() if key not in ("kind", "seat")}
        yield c.NoteIncident(incident["kind"], incident.get("seat"), details)
    yield last_tap(record)


def last_tap(record: dict[str, Any]) -> c.Command:
    """Return what settles the hand: the answer who was ready, where a draw asks for it."""
    game = rules.ruleset(record["ruleset"])
    if not asks_ready(game, record["outcome"]):
        return c.Settle()
    return SayReady(
        tuple(
            number
            for number, seat in enumerate(record["seats"])
            if seat.get("facts", {}).get(READY, bool(seat.get("declared")))
        )
    )


def play_taps(record: dict[str, Any]) -> Iterator[c.Command]:
    """Yield what is tapped for a hand of cards or dominoes."""
    yield c.StartPlay()
    yield c.EndPlay() if record["outcome"] == "win" else c.CallAbort()
    yield c.SayPlay(record["play"])
    yield c.Settle()


def end_taps(record: dict[str, Any]) -> Iterator[c.Command]:
    """Yield how the hand ended: who won, or that nobody did."""
    game = rules.ruleset(record["ruleset"])
    if record["outcome"] != "win":
        yield c.CallDraw() if record["outcome"] == "draw" else c.CallAbort()
        return
    for claims in calls(record, game):
        yield c.SayWho(claims)
    if game.plays_on:
        yield c.UseUpWall()
    yield c.EnterByHand()


def seat_taps(number: int, seat: dict[str, Any]) -> Iterator[c.Command]:
    """Yield what is tapped for one seat."""
    for part in (Part.HAND, Part.FLOWERS, Part.ASIDE):
        yield c.WriteRow(Place(part, number), seat.get(part) or "")
    for meld in seat.get("melds", []):
        claimed_code, giver = meld.get("claimed", ""), meld.get("from")
        yield c.LayMeld(number, meld["kind"], meld["tiles"], claimed_code, giver)
    for word in seat.get("declared", []):
        yield c.Declare(number, word)
    for fact, value in seat.get("facts", {}).items():
        yield c.SeatFact(number, fact, value)


def win_taps(win: dict[str, Any], number: int) -> Iterator[c.Command]:
    """Yield what is tapped for win *number*, its way and giver being said already."""
    if win.get("tile") is not None:
        yield c.WinOn(win["seat"], win["tile"], number)
    if "kong" in win:
        yield c.WinKong(win["seat"], win["kong"], number)
    for mark in win.get("marks", []):
        yield c.Mark(win["seat"], mark, win=number)
    for fact, value in win.get("facts", {}).items():
        yield c.WinFact(win["seat"], fact, value, number)


def enter_record(record: dict[str, Any]) -> Draft:
    """Return the draft after all taps."""
    state = open_table(record)
    for tap in play_taps(record) if "play" in record else taps(record):
        for event in step(state, tap, rules):
            state = apply(state, event, 1)
    assert state.draft is not None
    return state.draft


@pytest.mark.parametrize("case", ENTRY_CASES, ids=lambda case: case.id)
def test_a_public_case_tapped_in_pays_what_it_must(case: Case) -> None:
    draft = enter_record(case.data["record"])
    assert draft.problems == ()
    assert draft.stage is Stage.SETTLEMENT
    assert draft.settlement["net"] == case.data["expect"]["net"]


def test_nearly_every_case_can_be_entered() -> None:
    assert len(ENTRY_CASES) >= 0.95 * len(ALL)


@pytest.mark.parametrize("game", rules.rulesets())
def test_every_option_of_a_game_can_be_chosen_at_the_start(game: str) -> None:
    ruleset = rules.ruleset(game)
    for option in ruleset.options:
        for value in option.values or (option.default,):
            seats = ruleset.seat_choices({**ruleset.defaults, option.name: value})[0]
            players = tuple(PlayerId(f"p{seat}") for seat in range(seats))
            step(State(), c.OpenSession(game, players, {option.name: value}), rules)
        with pytest.raises(Refused):
            step(State(), c.OpenSession(game, players, {option.name: "never"}), rules)
