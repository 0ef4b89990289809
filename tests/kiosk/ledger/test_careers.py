"""What people have done over many sessions: places, results, elements, opponents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kiosk.ledger.careers import Record, ranking, records_of
from kiosk.ledger.history import Chronicle
from kiosk.ledger.rows import Change
from kiosk.ledger.sittings import Sitting, Tally
from kiosk.session.events import HandSettled, LedgerEvent, PlayerId, SeatsChanged, SessionClosed
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand

AFTER = (99, 90, 110, 100)
"""Totals after one hand of `settled`."""
WIN = {"seat": 2, "by": "discard", "from": 1}


def hand(number: int = 1, record: dict[str, Any] | None = None, **settlement: Any) -> HandSettled:
    """Return a hand won by seat 2 off seat 1, with *record* and *settlement* changed."""
    plain = settle_hand(number)
    facts = {"ruleset": "plain", "outcome": "win", "wins": [WIN], **(record or {})}
    return replace(plain, record=facts, settlement={**plain.settlement, **settlement})


def records(path: Path, player: str, *events: LedgerEvent) -> tuple[Record, ...]:
    """Return what *events* come to for *player*."""
    book = open_ledger(path / "ledger.sqlite")
    for seq, event in enumerate(events):
        book.commit(Change(f"op-{seq}", seq, event))
    player_records = records_of(PlayerId(player), Chronicle(book).sittings())
    book.close()
    return player_records


def test_places_and_results_are_those_of_finished_sessions(tmp_path: Path) -> None:
    first = [OPENED, settle_hand(1), SessionClosed(AFTER)]
    [record] = records(tmp_path, "p3", *first, *first, OPENED, settle_hand(1))
    assert (record.sessions, record.places, record.results) == (3, (0, 2, 0, 0), (0, 0))
    assert (record.firsts, record.average_place) == (0, 2.0)


def test_nobody_has_a_mean_place_before_a_session_has_ended(tmp_path: Path) -> None:
    [record] = records(tmp_path, "p3", OPENED, settle_hand(1))
    assert (record.average_place, record.places) == (None, (0, 0, 0, 0))


def test_who_was_above_everybody_was_first(tmp_path: Path) -> None:
    [record] = records(tmp_path, "p2", OPENED, settle_hand(1), SessionClosed(AFTER))
    assert (record.firsts, record.places) == (1, (1, 0, 0, 0))


def test_equal_totals_share_the_better_place(tmp_path: Path) -> None:
    [record] = records(tmp_path, "p0", OPENED, *_even(), SessionClosed((100, 100, 100, 100)))
    assert record.places == (1, 0, 0, 0)


def _even() -> list[HandSettled]:
    back = {"net": [0, 0, 0, 0], "payments": []}
    return [hand(**back)]


def test_a_game_with_uma_brings_what_its_last_hand_says(tmp_path: Path) -> None:
    follows = {**settle_hand(1).settlement["next"], "final": [-15, -25, 45, -5], "over": True}
    [record] = records(tmp_path, "p2", OPENED, hand(next=follows), SessionClosed(AFTER))
    assert record.results == (45,)


def test_a_result_goes_with_its_person_who_has_moved(tmp_path: Path) -> None:
    follows = {**settle_hand(1).settlement["next"], "final": [-15, -25, 45, -5], "over": True}
    swap = SeatsChanged((2, 1, 0, 3), is_mix_up=False, payments=_swap())
    end = SessionClosed((110, 90, 99, 100))
    [record] = records(tmp_path, "p2", OPENED, hand(next=follows), swap, end)
    assert (record.results, record.places) == ((45,), (1, 0, 0, 0))


def _swap() -> tuple[dict[str, Any], ...]:
    return ({"from": 2, "to": 0, "amount": 11, "for": "seats"},)


def test_elements_of_the_wins_are_counted_once_a_win(tmp_path: Path) -> None:
    items = [{"id": name, "value": 1} for name in ("riichi", "dora", "dora")]
    wins = [{"seat": 2, "items": items}]
    hands = [hand(1, wins=wins), hand(2, wins=[{"seat": 2, "items": items[:1]}]), hand(3)]
    [record] = records(tmp_path, "p2", OPENED, *hands)
    assert record.elements == (("riichi", 2), ("dora", 1))
    assert (record.won_hands, record.won_points) == (3, 30)


def test_an_announcement_counts_once_a_hand(tmp_path: Path) -> None:
    seats = [{}, {}, {"declared": ["riichi"]}, {}]
    [record] = records(tmp_path, "p2", OPENED, hand(1, {"seats": seats}), hand(2))
    assert (record.declared, record.hands) == (1, 2)


def test_opponents_are_those_met_with_who_won_off_whom(tmp_path: Path) -> None:
    loss = hand(2, {"wins": [{"seat": 1, "by": "discard", "from": 2}]})
    [record] = records(tmp_path, "p2", OPENED, hand(1), loss, OPENED, hand(1))
    rivals = {str(one.player): one for one in record.rivals}
    assert {one.sessions for one in record.rivals} == {2}
    assert (rivals["p1"].won, rivals["p1"].lost, rivals["p1"].difference) == (2, 1, 60)
    assert (rivals["p3"].won, rivals["p3"].lost, rivals["p3"].difference) == (0, 0, 30)


def sitting(**results: tuple[int, int]) -> Sitting:
    """Return a finished session with place and result of each person."""
    players = tuple(PlayerId(name) for name in results)
    tallies = tuple(
        Tally(PlayerId(name), 1, 0, 0, 0, 0, 0, 1, place=place, result=result)
        for name, (place, result) in results.items()
    )
    return Sitting(1, "plain", players, tuple(one.result for one in tallies), 1, True, tallies)


def test_places_go_as_far_as_the_largest_company() -> None:
    three, two = sitting(aiko=(1, 20), bo=(2, 0), chie=(3, -20)), sitting(aiko=(2, -5), bo=(1, 5))
    [record] = records_of(PlayerId("aiko"), [three, two])
    assert record.places == (1, 1, 0)


def test_a_ranking_goes_by_points_or_by_the_mean_place() -> None:
    sittings = [
        sitting(aiko=(1, 10), bo=(2, -10)),
        sitting(aiko=(2, -40), bo=(1, 40)),
        sitting(aiko=(1, 5), bo=(2, -5)),
    ]
    points = [(str(one.player), one.points, one.sessions) for one in ranking(sittings)]
    places = [(str(one.player), one.places) for one in ranking(sittings, by_place=True)]
    assert points == [("bo", 25, 3), ("aiko", -25, 3)]
    assert places == [("aiko", (2, 1)), ("bo", (1, 2))]


def test_whoever_has_finished_nothing_is_not_ranked() -> None:
    assert ranking([sitting(aiko=(0, 0))]) == ()
