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

from pydantic import TypeAdapter, ValidationError

from kiosk.session import events
from kiosk.session.events import (
    KINDS,
    AskingAllowed,
    EventWithdrawn,
    HandAmended,
    HandSettled,
    HandVoided,
    LedgerEvent,
    OptionsChanged,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerReplaced,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    Transfer,
    UnreadableEvent,
    kind_of,
)
from kiosk.session.shapes import Json

GENESIS: Final = "0" * 64
"""What stands before the first event's hash."""

LATER: Final = ("throws", "was", "seats", "preset", "log", "bench", "counters")
"""Fields that events have had since a later version: written only where they say something."""
READERS: Final = {kind: TypeAdapter[LedgerEvent](sort) for kind, sort in KINDS.items()}

CANONICAL: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical(value: Any) -> str:
    """Return the one JSON text of *value*; raise `ValueError` for a float or a key that is none."""
    return CANONICAL.encode(_plain(value))


def body_of(event: LedgerEvent) -> str:
    """Return *event*'s body as canonical JSON; what came later and is empty is left out."""
    body = {field.name: getattr(event, field.name) for field in fields(event)}
    for name in LATER:
        if not body.get(name, True):
            del body[name]
    return canonical(body)


def event_of(kind: str, body: str) -> LedgerEvent:
    """Return the event that `body_of` wrote, an `UnreadableEvent` where there is none."""
    if kind not in READERS:
        return UnreadableEvent(kind, f"{kind!r} is no kind of event")
    try:
        return READERS[kind].validate_json(body, strict=True, extra="forbid")
    except ValidationError as error:
        [first, *_] = error.errors(include_url=False)
        place = ".".join(map(str, first["loc"]))
        return UnreadableEvent(kind, f"{place}: {first['msg']}")


def chain_hash(previous: str, header: tuple[str | int, ...], body: str) -> str:
    """Return SHA-256 over the *previous* hash, the row's other columns and the *body*, in hex."""
    text = previous + canonical(list(header)) + body
    return hashlib.sha256(text.encode()).hexdigest()


def postings(event: LedgerEvent, find: Callable[[int], LedgerEvent]) -> tuple[Transfer, ...]:
    """Return the transfers that *event* brings; *find* gives an earlier event by its number."""
    match event:
        case HandSettled(settlement=settlement):
            return events.transfers(settlement)
        case HandVoided(target, was, seats):
            return _taken_back(find(was or target), target, seats)
        case HandAmended(hands=hands) | OptionsChanged(hands=hands):
            return tuple(row for hand in hands for row in _anew(hand, find))
        case PenaltyPaid(payments) | SeatsChanged(payments=payments):
            return events.postings(payments)
        case PenaltyWithdrawn(target, seats):
            return _paid_back(find(target), seats)
        case EventWithdrawn(target):
            return tuple(row.reverse() for row in stored_postings(find(target), find))
        case (
            SessionOpened()
            | SessionClosed()
            | SessionReopened()
            | PlayerReplaced()
            | AskingAllowed()
            | UnreadableEvent()
        ):
            return ()
        case _:
            assert_never(event)


def stored_postings(event: LedgerEvent, find: Callable[[int], LedgerEvent]) -> tuple[Transfer, ...]:
    """Return the transfers of an *event* that may be none that follows: then it brings none."""
    try:
        return postings(event, find)
    except (LookupError, ValueError):
        return ()


def _anew(hand: Json, find: Callable[[int], LedgerEvent]) -> tuple[Transfer, ...]:
    """Return what takes the older version of an amended hand back and pays the new one."""
    seats = tuple(hand.get("seats", ()))
    back = _taken_back(find(hand["was"]), hand["seq"], seats)
    return (*back, *events.reseat(events.transfers(hand["settlement"]), seats))


def _paid_back(event: LedgerEvent, seats: tuple[int, ...]) -> tuple[Transfer, ...]:
    """Return what takes a penalty back; raise `ValueError` where *event* is none."""
    if not isinstance(event, PenaltyPaid):
        raise ValueError(f"a {kind_of(event)} event is no penalty that could be withdrawn")
    return tuple(row.reverse() for row in events.reseat(events.postings(event.payments), seats))


def _taken_back(event: LedgerEvent, hand: int, seats: tuple[int, ...]) -> tuple[Transfer, ...]:
    """Return what takes *hand* back as it stands in *event*; raise `ValueError` if it does not."""
    match event:
        case HandSettled():
            settlement = event.settlement
        case HandAmended(hands=hands) | OptionsChanged(hands=hands) if any(
            one["seq"] == hand for one in hands
        ):
            settlement = next(one["settlement"] for one in hands if one["seq"] == hand)
        case _:
            raise ValueError(f"event {hand} is no hand that stands in a {kind_of(event)} event")
    return tuple(row.reverse() for row in events.reseat(events.transfers(settlement), seats))


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
