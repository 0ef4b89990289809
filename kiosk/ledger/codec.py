"""Events as canonical JSON, the hash chain over them, and the postings they bring.

Canonical means: keys sorted, no spaces, text in Unicode NFC, no floats. Equal events have equal
bytes, so one SHA-256 says whether anything was touched.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, assert_never

from kiosk.session import events
from kiosk.session.events import (
    HandAmended,
    HandSettled,
    HandVoided,
    Json,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerId,
    PlayerReplaced,
    Recorded,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
    Transfer,
)

GENESIS: Final = "0" * 64
"""What stands before the first event's hash."""

KINDS: Final[Mapping[str, type[Recorded]]] = {
    "session_opened": SessionOpened,
    "hand_settled": HandSettled,
    "hand_voided": HandVoided,
    "hand_amended": HandAmended,
    "penalty": PenaltyPaid,
    "penalty_withdrawn": PenaltyWithdrawn,
    "seats_changed": SeatsChanged,
    "player_replaced": PlayerReplaced,
    "session_closed": SessionClosed,
}

LATER: Final = ("throws", "was", "seats")
"""Fields that events have had since a later version: written only where they say something."""
TUPLES: Final = ("throws", "seats", "hands", "payments", "order", "totals")
"""Fields of events that are lists in JSON."""

CANONICAL: Final = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
)


def kind_of(event: Recorded) -> str:
    """Return the ledger's word for this sort of event."""
    return next(kind for kind, sort in KINDS.items() if isinstance(event, sort))


def canonical(value: Any) -> str:
    """Return the one JSON text of *value*; raise `ValueError` for a float or a key that is none."""
    return CANONICAL.encode(_plain(value))


def body_of(event: Recorded) -> str:
    """Return *event*'s body as canonical JSON; what came later and is empty is left out."""
    body = {field.name: getattr(event, field.name) for field in fields(event)}
    for name in LATER:
        if not body.get(name, True):
            del body[name]
    return canonical(body)


def event_of(kind: str, body: str) -> Recorded:
    """Return the event that `body_of` wrote; raise `ValueError` where there is none."""
    try:
        return _decode(kind, json.loads(body))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no {kind} event in this body: {error!r}") from error


def chain_hash(previous: str, header: tuple[str | int, ...], body: str) -> str:
    """Return SHA-256 over the *previous* hash, the row's other columns and the *body*, in hex."""
    text = previous + canonical(list(header)) + body
    return hashlib.sha256(text.encode()).hexdigest()


def postings(event: Recorded, find: Callable[[int], Recorded]) -> tuple[Transfer, ...]:
    """Return the transfers that *event* brings; *find* gives an earlier event by its number."""
    match event:
        case HandSettled(settlement=settlement):
            return events.transfers(settlement)
        case HandVoided(target, was, seats):
            return _taken_back(find(was or target), target, seats)
        case HandAmended(hands=hands):
            return tuple(row for hand in hands for row in _anew(hand, find))
        case PenaltyPaid(payments) | SeatsChanged(payments=payments):
            return events.postings(payments)
        case PenaltyWithdrawn(target, seats):
            penalty = find(target)
            if not isinstance(penalty, PenaltyPaid):
                raise ValueError(f"event {target} is no penalty that could be withdrawn")
            rows = events.reseat(events.postings(penalty.payments), seats)
            return tuple(row.reversed() for row in rows)
        case SessionOpened() | SessionClosed() | PlayerReplaced():
            return ()
        case _:
            assert_never(event)


def _anew(hand: Json, find: Callable[[int], Recorded]) -> tuple[Transfer, ...]:
    """Return what takes the older version of an amended hand back and pays the new one."""
    seats = tuple(hand.get("seats", ()))
    back = _taken_back(find(hand["was"]), hand["seq"], seats)
    return (*back, *events.reseat(events.transfers(hand["settlement"]), seats))


def _taken_back(event: Recorded, hand: int, seats: tuple[int, ...]) -> tuple[Transfer, ...]:
    """Return what takes *hand* back as it stands in *event*; raise `ValueError` if it does not."""
    match event:
        case HandSettled(settlement=settlement):
            found = settlement
        case HandAmended(hands=hands) if any(one["seq"] == hand for one in hands):
            found = next(one["settlement"] for one in hands if one["seq"] == hand)
        case _:
            raise ValueError(f"event {hand} is no hand that stands in a {kind_of(event)} event")
    return tuple(row.reversed() for row in events.reseat(events.transfers(found), seats))


def _decode(kind: str, body: Mapping[str, Any]) -> Recorded:
    """Return the event of this kind with the values of *body*."""
    if kind == "session_opened":
        players = tuple(PlayerId(player) for player in body["players"])
        return SessionOpened(**{**body, "players": players})
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of event")
    lists = {name: tuple(body[name]) for name in TUPLES if name in body}
    return KINDS[kind](**{**body, **lists})


def _plain(value: Any) -> Any:
    """Return *value* in JSON's own types, text in NFC."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return value if value.isascii() else unicodedata.normalize("NFC", value)
        case dict() | Mapping():  # the plain one is known at once
            plain = {_key(key): _plain(each) for key, each in value.items()}
            if len(plain) != len(value):
                raise ValueError(f"two keys of {sorted(value)!r} are the same text")
            return plain
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            raise ValueError(f"{value!r} has no canonical form")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise ValueError(f"key {key!r} is no text")
    return key if key.isascii() else unicodedata.normalize("NFC", key)
