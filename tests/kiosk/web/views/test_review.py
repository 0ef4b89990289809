"""Whatever a game's sheet lets a record say can be said on the pages, without scripts."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

import rules
from kiosk.session import Draft, Part, Session, Stage
from kiosk.session import commands as c
from kiosk.session.draft import Place
from kiosk.session.facts import parse
from rules.game import Fact, Game
from rules.games import tile_games
from rules.questions import DRAW, OFF, paid_marks, scope_of
from tests.ids import case_id
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Form, Visitor

Fields = list[tuple[str, str]]

GAMES = [game.id for game in tile_games() if 4 in game.seats or 3 in game.seats]
GIVER, WINNER, OTHER = 1, 2, 0
SAMPLES = {"int": ("2", 2), "ints": ("1,0", [1, 0]), "bool": ("true", True)}

every_game = pytest.mark.parametrize("name", GAMES, ids=case_id)


@pytest.fixture(scope="module")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    """Yield one kiosk for all games, one after the other: setting one up takes a while."""
    place = Parlour(tmp_path_factory.mktemp("kiosk") / "ledger.sqlite")
    yield place
    place.service.close()


def taps_at(parlour: Parlour, *taps: c.Command) -> None:
    """Carry *taps* out."""
    for tap in taps:
        parlour.service.submit(tap, uuid.uuid4().hex)


def sit_down(parlour: Parlour, name: str) -> Visitor:
    """Return someone who has just begun a session of the game *name*, the last one being over."""
    stage = parlour.service.view().stage
    if stage not in (Stage.LOBBY, Stage.TABLE):
        taps_at(parlour, c.GoBack(Stage.TABLE))
    if stage is not Stage.LOBBY:
        taps_at(parlour, c.CloseSession())
    names = [*NAMES, "Emi"][: rules.ruleset(name).seats[0]]
    return parlour.visitor().go(f"/new/{name}/seats").tap("Start", name=names)


def at_review(parlour: Parlour, name: str) -> Visitor:
    """Return someone who looks at a hand of the game *name* that seat 2 won on seat 1's discard."""
    someone = sit_down(parlour, name)
    ends = (c.UseUpWall(),) if rules.ruleset(name).plays_on else ()
    call = c.SayWho((c.Claim(WINNER, "discard", GIVER),))
    taps_at(parlour, c.StartPlay(), call, *ends, c.EnterByHand())
    if any(fact.kind == "tile_rows" for fact in rules.ruleset(name).seat_facts):
        meld = c.LayMeld(WINNER, "pung", "555z", "5z", GIVER)
        taps_at(parlour, meld, c.WriteRow(Place(Part.FLOWERS, WINNER), "1f2a"))
    return someone.go("/")


def draft_in(parlour: Parlour) -> Draft:
    """Return the hand at work."""
    draft = parlour.service.view().draft
    assert draft is not None
    return draft


def form_with(visitor: Visitor, **fields: str) -> Form:
    """Return the form of the page that sends all *fields*."""
    for form in visitor.page.forms:
        if set(fields.items()) <= set(form.fields):
            return form
    raise AssertionError(f"no form sends {fields}")


def make_value(game: str, fact: Fact) -> tuple[str, Any]:
    """Return what the form of *fact* sends for a value, and the value."""
    first = next(iter(rules.ruleset(game).tiles))
    if fact.words:
        return fact.words[0], fact.words[0]
    match fact.kind:
        case "seat":
            return str(OTHER), OTHER
        case "seats":
            return str(OTHER), [OTHER]
        case "tiles":
            return first, first
        case "tile_rows":
            return "1f", ["1f"]
        case "text":
            return "said", "said"
        case _:
            return SAMPLES[fact.kind]


def has_word(game: Game, word: str) -> bool:
    """Return whether a house that keeps the sheet's options plays with *word*."""
    return game.defaults.get(scope_of(game, word).option, True) not in OFF


def facts_of(name: str) -> Iterator[tuple[str, Fact]]:
    """Yield every fact that the game knows, with whose it is."""
    game = rules.ruleset(name)
    yield from (("win", fact) for fact in game.win_facts)
    yield from (("seat", fact) for fact in game.seat_facts)


def note(visitor: Visitor, fields: Fields) -> None:
    """Send the form for incidents with *fields*, all of which it has."""
    form = next(form for form in visitor.page.forms if form.action == "/review/incident")
    boxes = {field for field, _ in form.fields}
    assert {field for field, _ in fields if field not in ("kind", "seat")} <= boxes
    visitor.send(form, [pair for pair in form.fields if pair[0] in ("op", "seen")] + fields)


WAYS_IN = (
    c.Claim(WINNER, "discard", GIVER),
    c.Claim(WINNER, "self_draw"),
    c.Claim(WINNER, "declared"),
)
"""Ways of winning of which one or another lets every word of a game matter."""


def asking_page(parlour: Parlour, visitor: Visitor, **fields: str) -> Visitor:
    """Return *visitor* on the page of a win or draw that asks for *fields*."""
    for claim in WAYS_IN:
        if claim.by not in rules.ruleset(open_session(parlour).ruleset).ways:
            continue
        taps_at(parlour, c.SayHow(claim))
        if any(set(fields.items()) <= set(one.fields) for one in visitor.go("/").page.forms):
            return visitor
    raise AssertionError(f"no page asks {fields}")


def open_session(parlour: Parlour) -> Session:
    """Return the session at work."""
    session = parlour.service.view().session
    assert session is not None
    return session


@every_game
def test_every_fact_of_a_win_can_be_said(parlour: Parlour, name: str) -> None:
    visitor = at_review(parlour, name)
    for of, fact in facts_of(name):
        if scope_of(rules.ruleset(name), f"fact.{fact.id}").endings == DRAW:
            continue
        text, value = make_value(name, fact)
        seat = str(0 if fact.id == "continues" else WINNER)
        visitor = asking_page(parlour, visitor, of=of, fact=fact.id, seat=seat)
        form = form_with(visitor, of=of, fact=fact.id, seat=seat)
        offers = {
            target.sends[1]
            for target in visitor.page.targets
            if target.form is form and target.sends is not None
        }
        if offers and text not in offers:  # this value does not fit here, another one does
            text = min(offers - {""})
            value = parse(fact, text)
        visitor.send(form, [pair for pair in form.fields if pair[0] != "value"] + [("value", text)])
        draft = draft_in(parlour)
        facts = draft.wins[0].facts if of == "win" else draft.seats[int(seat)].facts
        assert facts[fact.id] == value


@every_game
def test_every_mark_and_announcement_can_be_set(parlour: Parlour, name: str) -> None:
    visitor, game = at_review(parlour, name), rules.ruleset(name)
    marks = [one for one in paid_marks(game) if has_word(game, f"mark.{one}")]
    for mark in marks:
        fields = {"mark": mark, "on": "1", "seat": str(WINNER)}
        visitor = asking_page(parlour, visitor, **fields)
        form = form_with(visitor, **fields)
        visitor.send(form, form.fields)
    for word in game.declared:
        form = form_with(visitor, word=word, on="1", seat=str(WINNER))
        visitor.send(form, form.fields)
    draft = draft_in(parlour)
    assert draft.wins[0].marks == tuple(marks)
    assert draft.seats[WINNER].declared == game.declared


@every_game
def test_every_incident_can_be_noted_with_all_its_fields(parlour: Parlour, name: str) -> None:
    visitor, game = at_review(parlour, name), rules.ruleset(name)
    seats = game.seats[0]
    for kind in game.incidents:
        details: dict[str, Any] = {}
        fields: Fields = [("kind", kind), ("seat", str(OTHER))]
        for fact in game.incident_facts.get(kind, ()):
            box = f"{kind}.{fact.id}"
            if fact.kind == "int":
                details[fact.id], boxes = 2, [(box, "2")]
            else:
                details[fact.id] = list(range(seats))
                boxes = [(f"{box}.{seat}", str(seat)) for seat in range(seats)]
            fields += boxes
        note(visitor, fields)
        assert draft_in(parlour).incidents[-1] == {"kind": kind, "seat": OTHER, **details}


@every_game
def test_every_row_of_tiles_that_the_game_uses_can_be_entered(parlour: Parlour, name: str) -> None:
    visitor, game = at_review(parlour, name), rules.ruleset(name)
    links = {target.href for target in visitor.page.targets}
    rows = ["hand", *(["aside"] if game.uses_aside else [])]
    rows += ["flowers"] if game.flower_tiles(game.defaults) else []
    assert {f"/edit/row/{row}?seat={OTHER}" for row in rows} <= links
    assert not game.indicators or "/edit/row/indicators" in links


def test_a_field_left_empty_is_not_said(parlour: Parlour) -> None:
    visitor = at_review(parlour, "taiwan-common")
    note(visitor, [("kind", "false_win"), ("seat", "0"), ("false_win.points", "5")])
    assert draft_in(parlour).incidents == ({"kind": "false_win", "seat": 0, "points": 5},)
    assert visitor.sees("points announced (each payer) 5")


def test_an_incident_that_the_game_does_not_know_is_not_noted(parlour: Parlour) -> None:
    visitor = at_review(parlour, "taiwan-common")
    note(visitor, [("kind", "chombo"), ("seat", "0")])
    assert visitor.status == 400
    assert draft_in(parlour).incidents == ()


def test_a_false_win_of_five_points_goes_into_the_ledger(parlour: Parlour) -> None:
    visitor = sit_down(parlour, "taiwan-common")
    taps_at(parlour, c.NoteDice((1, 2, 3)), c.StartPlay(), c.CallAbort())
    ready = [(f"false_win.ready_points.{seat}", points) for seat, points in enumerate("0070")]
    false_win = [("kind", "false_win"), ("seat", "1"), ("false_win.points", "5")]
    note(visitor.go("/"), [*false_win, *ready])
    visitor.tap("Score it", "Confirm & next hand")
    assert parlour.totals == (5, -17, 7, 5)


def test_of_two_kongs_the_one_whose_supplement_won_is_said(parlour: Parlour) -> None:
    visitor = at_review(parlour, "taiwan-common")
    taps_at(parlour, *(c.LayMeld(WINNER, "kong_concealed", tiles) for tiles in ("1111m", "9999p")))
    taps_at(parlour, c.SayHow(c.Claim(WINNER, "self_draw")), c.Mark(WINNER, "kong_draw"))
    visitor.go("/")
    form = next(form for form in visitor.page.forms if form.action == "/review/kong")
    visitor.send(form, [*form.fields, ("kong", "1")])
    assert draft_in(parlour).wins[0].kong == 1
