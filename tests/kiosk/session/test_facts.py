"""One-tap values of facts: in every game each is one that the rules do not refuse there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import rules
from hw_sim.players import HandSpec, winning_record
from kiosk.errors import Refused
from kiosk.session import Draft, Part, Session, Standing
from kiosk.session import commands as c
from kiosk.session.corrections import correct
from kiosk.session.draft import Place
from kiosk.session.events import PlayerId
from kiosk.session.facts import Choice, Spot, choices, format_fact, late_facts, parse
from kiosk.session.record import draft_of
from kiosk.session.settle import answer, settle_draft
from kiosk.session.vocabulary import check_words
from rules.game import Fact, FactKind
from rules.ruleset import Ruleset
from tests.ids import case_id

GAMES = [name for name in rules.rulesets() if isinstance(rules.ruleset(name), Ruleset)]


def win_hand(name: str, seed: int) -> tuple[Session, Draft]:
    """Return a won hand of this game at review, and the session it belongs to."""
    game = rules.ruleset(name)
    assert isinstance(game, Ruleset)
    seats = min(game.seat_choices(game.defaults), key=lambda count: abs(count - 4))
    totals = (game.start_score_for(game.defaults),) * seats
    state = {"banker": 0, "round": 1, "repeats": 0, "scores": list(totals), "carry": {}}
    record = fill_in(winning_record(game, random.Random(seed), HandSpec(state=state)))
    players = tuple(PlayerId(f"p{seat}") for seat in range(seats))
    standing = Standing(0, 1, 0, totals, 0, 0, {})
    return Session(1, name, record["options"], players, 0, standing), draft_of(record)


def fill_in(record: dict[str, Any]) -> dict[str, Any]:
    """Return *record* as the kiosk writes it, with all that players leave out as empty."""
    deal = {"indicators": [], "hidden_indicators": [], "dice": [], **record.get("deal", {})}
    seats = [{**EMPTY, **seat} for seat in record["seats"]]
    wins = [{"marks": [], "facts": {}, **win} for win in record["wins"]]
    empty = {"options": {}, "incidents": []}
    return {**empty, **record, "deal": deal, "seats": seats, "wins": wins}


EMPTY: dict[str, Any] = {
    "hand": None,
    "melds": [],
    "flowers": "",
    "aside": "",
    "declared": [],
    "facts": {},
}


def spots(name: str, draft: Draft) -> Iterator[tuple[Spot, Fact]]:
    """Yield every fact that is more than yes or no, of each win and each seat."""
    game = rules.ruleset(name)
    for win in draft.wins:
        yield from ((Spot(win.seat, win), one) for one in game.win_facts if one.kind != "bool")
    for seat in range(len(draft.seats)):
        yield from ((Spot(seat), one) for one in game.seat_facts if one.kind != "bool")


def is_refused(session: Session, draft: Draft, spot: Spot, fact: Fact, one: Choice) -> bool:
    """Return whether the rules refuse the value of *one* at the place of *fact*."""
    next_draft = correct(draft, spot.tap(fact.id, one.then))
    error = answer(session, next_draft, rules).get("error", {})
    return any(
        problem["where"].startswith(spot.place(draft, fact))
        for problem in error.get("problems", ())
    )


@pytest.mark.parametrize("name", GAMES, ids=case_id)
def test_no_value_is_offered_that_the_rules_refuse(name: str) -> None:
    for seed in range(3):
        session, draft = win_hand(name, seed)
        for spot, fact in spots(name, draft):
            for one in choices(session, draft, rules, spot, fact):
                assert not is_refused(session, draft, spot, fact, one), (fact, one)


def find_choices(
    name: str, fact: Fact, value: Any = None, seed: int = 0
) -> dict[tuple[Any, int | None], Choice]:
    """Return the choices for a seat's *fact* whose value is *value*, by what they are about."""
    session, draft = win_hand(name, seed)
    spot = Spot(0)
    if value is not None:
        draft = correct(draft, spot.tap(fact.id, value))
    offers = choices(session, draft, rules, spot, fact)
    return {(about(one), None if one.meld is None else one.number): one for one in offers}


def about(one: Choice) -> Any:
    """Return what is tapped."""
    of_set = one.number if one.meld is None else one.meld
    return one.tile or one.word or (of_set if one.seat is None else one.seat)


def test_numbers_below_what_the_sheet_allows_are_not_offered() -> None:
    fact = Fact("migi_turn", "int")
    assert [about for about, _ in find_choices("taiwan-common", fact)] == list(range(1, 10))


def test_a_number_that_is_said_is_taken_back_by_the_same_tap() -> None:
    fact = Fact("migi_turn", "int")
    choice = find_choices("taiwan-common", fact, 4)[4, None]
    assert (choice.is_on, choice.then) == (True, None)


def test_a_choice_of_tiles_grows_and_shrinks_tile_by_tile() -> None:
    offers = find_choices("changsha", Fact("missed", "tiles"), "1m2m")
    assert (offers["1m", None].then, offers["3p", None].then) == ("2m", "1m2m3p")


def test_each_set_is_given_the_number_of_wins_before_it() -> None:
    fact = Fact("made_after", "ints", numbers="wins_before")
    for seed in range(40):
        _, draft = win_hand("yichang", seed)
        if draft.seats[0].melds:
            break
    offers = find_choices("yichang", fact, None, seed)
    assert offers
    assert all(one.then[place] == count for (place, count), one in offers.items())


@pytest.mark.parametrize("name", GAMES, ids=case_id)
def test_every_word_left_at_the_settlement_settles_to_something_else(name: str) -> None:
    session, draft = win_hand(name, 1)
    settled_draft = settle_draft(session, draft, rules)
    for word in late_facts(session, settled_draft, rules):
        again = settle_draft(session, correct(draft, word.tap), rules)
        assert word.is_on or again.settlement["net"] is not None
        assert word.is_on or again.settlement != settled_draft.settlement


def declare_early() -> tuple[Session, Draft, Draft]:
    """Return a won hand of Taiwanese rules in which an early ready counts, and as it settles."""
    for seed in range(60):
        session, draft = win_hand("taiwan-common", seed)
        early = correct(draft, c.Declare(draft.wins[0].seat, "migi"))
        plain, result = settle_draft(session, draft, rules), settle_draft(session, early, rules)
        if result.settlement and result.settlement["net"] != plain.settlement.get("net"):
            return session, early, result
    raise AssertionError("no hand was worth more by an early ready")


def test_a_go_round_is_offered_as_a_number_once_ready_was_declared_early() -> None:
    session, early, settled_draft = declare_early()
    turns = [word for word in late_facts(session, settled_draft, rules) if word.id == "migi_turn"]
    assert {word.choice.number for word in turns if word.choice is not None} >= {3, 4}
    late = settle_draft(session, correct(early, turns[-1].tap), rules)
    assert late.settlement["net"] != settled_draft.settlement["net"]


BEFORE = Fact("flowers_before", "tile_rows")
SET_TAPS = (
    c.LayMeld(0, "pung", "555z", "5z", 1),
    c.LayMeld(0, "kong_concealed", "1111m"),
    c.LayMeld(0, "chow", "234p", "2p", 3),
    c.WriteRow(Place(Part.FLOWERS, 0), "1f2a"),
)


def find_flower_choices(value: list[str] | None) -> dict[Any, Choice]:
    """Return what can be tapped of Singapore's `flowers_before`, standing at *value*."""
    session, draft = win_hand("singapore", 0)
    seats = tuple(replace(seat, melds=(), flowers=(), facts={}) for seat in draft.seats)
    draft = replace(draft, seats=seats)
    for tap in (*SET_TAPS, c.SeatFact(0, BEFORE.id, value)):
        draft = correct(draft, tap)
    return {(one.meld, one.tile): one for one in choices(session, draft, rules, Spot(0), BEFORE)}


def test_every_bonus_tile_lay_out_at_every_claimed_set_unless_somebody_says_otherwise() -> None:
    offers = find_flower_choices(None)
    assert set(offers) == {(0, "1f"), (0, "2a"), (2, "1f"), (2, "2a")}
    assert all(one.is_on for one in offers.values())


def test_a_bonus_tile_that_came_later_is_one_tap_and_a_second_takes_it_back() -> None:
    later = find_flower_choices(None)[0, "2a"].then
    assert later == ["1f", "1f2a", "1f2a"]
    again = find_flower_choices(later)[0, "2a"]
    assert (again.is_on, again.then) == (False, None)


def test_other_sets_keep_what_was_said_of_them() -> None:
    offers = find_flower_choices(["", "1f2a", "1f2a"])
    assert offers[2, "1f"].then == ["", "1f2a", "2a"]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("bool", True),
        ("bool", False),
        ("int", 4),
        ("seats", [0, 3]),
        ("ints", [0, 2, 1]),
        ("tiles", "12a3f"),
        ("tile_rows", ["12a3f", "", "1a"]),
        ("tile_rows", [""]),
        ("text", "fell_on_floor"),
    ],
)
def test_a_fact_comes_back_from_its_form_as_it_was(kind: FactKind, value: Any) -> None:
    assert parse(Fact("fact", kind), format_fact(value)) == value


@pytest.mark.parametrize("kind", ["int", "ints", "seats"])
def test_a_number_is_wanted(kind: FactKind) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        parse(Fact("fact", kind), "many")


def test_an_empty_field_says_nothing() -> None:
    assert parse(Fact("fact", "tile_rows"), "") is None


WRONG: dict[FactKind, tuple[object, ...]] = {
    "bool": (1, "true"),
    "int": ("1", True, -1),
    "ints": (1, ["1"]),
    "seats": (0, [9], ["0"]),
    "tiles": ("xx", "9z", 5, {"1m": 1}),
    "tile_rows": ("1m", ["xx"]),
    "text": (1, ["word"]),
}
"""Values that no fact of this kind has."""


@pytest.mark.parametrize("kind", WRONG, ids=case_id)
def test_a_value_that_a_fact_cannot_have_is_refused(kind: FactKind) -> None:
    games = [rules.ruleset(name) for name in GAMES]
    cases = [
        (game, fact, command_type)
        for game in games
        for facts, command_type in ((game.win_facts, c.WinFact), (game.seat_facts, c.SeatFact))
        for fact in facts
        if fact.kind == kind
    ]
    assert cases
    for game, fact, command_type in cases:
        for value in WRONG[kind]:
            with pytest.raises(Refused) as refusal:
                check_words(command_type(0, fact.id, value), game, game.defaults)
            assert refusal.value.problems[0].where.startswith(f"facts.{fact.id}")
