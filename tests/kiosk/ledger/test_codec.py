"""One event, one text: the canonical form that is hashed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.ledger.codec import (
    GENESIS,
    LATER,
    body_of,
    canonical,
    chain_hash,
    event_of,
    postings,
    stored_postings,
)
from kiosk.session.events import (
    EventWithdrawn,
    HandAmended,
    HandSettled,
    HandVoided,
    LedgerEvent,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerId,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
    Transfer,
    UnreadableEvent,
    kind_of,
)
from kiosk.session.shapes import Json
from tests.kiosk.ledger.stores import OPENED, settle_hand

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abが"), inner, max_size=4),
    max_leaves=6,
)


@pytest.mark.parametrize(
    "event", [OPENED, settle_hand(3), HandVoided(2), SessionClosed((1, -2, 0, 1))], ids=kind_of
)
def test_an_event_comes_back_from_its_body_as_it_was(event: SessionOpened) -> None:
    assert event_of(kind_of(event), body_of(event)) == event


@given(VALUES)
def test_the_order_of_keys_and_the_kind_of_list_do_not_matter(value: object) -> None:
    assert canonical({"a": value, "b": [1]}) == canonical({"b": (1,), "a": value})


def test_letters_written_in_two_ways_have_one_form() -> None:
    assert canonical("か\u3099") == canonical("が")


@pytest.mark.parametrize(
    "value", [1.5, float("nan"), {1: "a"}, {"a": {2, 3}}, {"か\u3099": 1, "が": 2}]
)
def test_what_has_no_one_form_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"no canonical form|no text|same text"):
        canonical(value)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("hand_settled", "{}"),
        ("hand_settled", "[]"),
        ("hand_eaten", "{}"),
        ("session_opened", '{"players":3}'),
        ("hand_voided", '{"target":2,"more":1}'),
        ("hand_voided", "{"),
        ("player_replaced", '{"player":"p1","seat":9}'),
        ("session_opened", body_of(OPENED).replace("100", '"a lot"')),
        ("session_opened", body_of(OPENED).replace("100", '"100"')),
        ("hand_settled", body_of(settle_hand(1)).replace('"round":1', '"round":true')),
        ("hand_settled", body_of(settle_hand(1)).replace('"amount":10', '"amount":11')),
        ("session_closed", f'{{"totals":[{2**53}]}}'),
    ],
)
def test_a_body_that_is_no_event_is_told_as_one_that_cannot_be_read(kind: str, body: str) -> None:
    event = event_of(kind, body)
    assert isinstance(event, UnreadableEvent)
    assert event.kind == kind
    assert postings(event, lambda _: OPENED) == ()


def test_an_event_that_is_taken_back_pays_everything_back() -> None:
    there = postings(settle_hand(1), lambda _: OPENED)
    back = postings(EventWithdrawn(2), lambda _: settle_hand(1))
    assert [each.reverse() for each in back] == list(there)


def test_an_event_that_takes_nothing_back_that_pays_moves_no_point() -> None:
    assert postings(EventWithdrawn(3), lambda _: HandVoided(1)) == ()


def test_every_column_and_the_past_are_in_the_hash() -> None:
    base = chain_hash(GENESIS, ("table-1", 1), "{}")
    others = {
        chain_hash(base, ("table-1", 1), "{}"),
        chain_hash(GENESIS, ("table-1", 2), "{}"),
        chain_hash(GENESIS, ("table-2", 1), "{}"),
        chain_hash(GENESIS, ("table-1", 1), '{"a":1}'),
    }
    assert len(others | {base}) == 5


def test_a_void_hand_pays_everything_back() -> None:
    there = postings(settle_hand(1), lambda _: OPENED)
    back = postings(HandVoided(2), lambda _: settle_hand(1))
    assert [each.reverse() for each in back] == list(there)


def pay(settlement: Json) -> tuple[Transfer, ...]:
    """Return the transfers of a hand with this *settlement*."""
    return postings(HandSettled(1, {}, settlement), lambda _: OPENED)


TWICE = {
    **settle_hand(1).settlement,
    "payments": [
        {**row, "amount": 2 * row["amount"]} for row in settle_hand(1).settlement["payments"]
    ],
    "net": [-2, -20, 20, 0],
}
AMENDED = HandAmended(
    2,
    tuple(
        {"seq": seq, "was": was, "record": {}, "settlement": settlement, "seats": seats}
        for seq, was, settlement, seats in (
            (2, 2, TWICE, ()),
            (3, 3, settle_hand(2).settlement, (1, 0, 2, 3)),
        )
    ),
)


def test_an_amended_hand_takes_back_what_it_paid_and_pays_anew_where_its_people_sit() -> None:
    once = pay(settle_hand(1).settlement)
    payments = [("seat:1", "pot", 1), ("seat:0", "seat:2", 10)]
    rows = [
        (row.debit, row.credit, row.amount) for row in postings(AMENDED, lambda _: settle_hand(1))
    ]
    back = [(row.credit, row.debit, row.amount) for row in once]
    twice = [(row.debit, row.credit, 2 * row.amount) for row in once]
    assert rows == [*back, *twice, *[(to, by, much) for by, to, much in payments], *payments]


@pytest.mark.parametrize(("target", "settlement"), [(2, TWICE), (3, settle_hand(1).settlement)])
def test_a_hand_that_was_amended_is_taken_back_as_it_stood_last(
    target: int, settlement: Json
) -> None:
    seqs: list[int] = []
    back = postings(HandVoided(target, was=9), lambda seq: seqs.append(seq) or AMENDED)
    assert seqs == [9]
    assert [each.reverse() for each in back] == list(pay(settlement))


@pytest.mark.parametrize(
    ("event", "there"),
    [
        (HandVoided(4, was=9), AMENDED),
        (HandVoided(1), OPENED),
        (PenaltyWithdrawn(2), settle_hand(1)),
    ],
)
def test_what_does_not_stand_there_cannot_be_taken_back(
    event: LedgerEvent, there: LedgerEvent
) -> None:
    with pytest.raises(ValueError, match=r"no hand that stands|no penalty"):
        postings(event, lambda _: there)
    assert stored_postings(event, lambda _: there) == ()


def test_a_penalty_is_paid_back_to_where_its_people_sit_now() -> None:
    penalty = PenaltyPaid(({"from": 0, "to": 1, "amount": 5, "for": "penalty"},))
    [row] = postings(PenaltyWithdrawn(2, (2, 3, 0, 1)), lambda _: penalty)
    assert (row.debit, row.credit, row.amount) == ("seat:3", "seat:2", 5)


@pytest.mark.parametrize("name", LATER)
def test_what_came_with_a_later_version_is_written_only_where_it_says_something(name: str) -> None:
    events: dict[str, LedgerEvent] = {
        "throws": settle_hand(1),
        "log": settle_hand(1),
        "preset": OPENED,
    }
    events |= {"bench": OPENED, "counters": SeatsChanged((1, 0))}
    event = events.get(name, HandVoided(2))
    assert f'"{name}"' not in body_of(event)
    something = {"throws": ({"pips": (1, 2), "source": "rng"},), "was": 3, "seats": (1, 0, 2, 3)}
    something |= {"preset": "Club · v1 · 0a1b2c3d", "log": ("{}",)}
    something |= {"bench": ("p5",), "counters": ("wins",)}
    assert f'"{name}"' in body_of(replace(event, **{name: something[name]}))


def test_opening_a_session_moves_no_point() -> None:
    assert postings(OPENED, lambda _: OPENED) == ()


@pytest.mark.parametrize(
    ("debit", "credit", "amount"),
    [("seat:0", "seat:0", 1), ("seat:9", "pot", 1), ("pot", "bank", 0), ("pot", "bank", True)],
)
def test_a_transfer_that_is_none_cannot_be_made(debit: str, credit: str, amount: int) -> None:
    with pytest.raises(ValueError, match=r"account|itself|positive"):
        Transfer(debit, credit, amount, "win")


def test_players_come_back_as_players() -> None:
    event = event_of("session_opened", body_of(OPENED))
    assert isinstance(event, SessionOpened)
    assert event.players == tuple(PlayerId(f"p{seat}") for seat in range(4))
