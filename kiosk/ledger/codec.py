"""Events as canonical JSON, the hash chain over them, and the postings they bring.

Canonical means: keys sorted, no spaces, text in Unicode NFC, no floats. Equal events have equal
bytes, so one SHA-256 says whether anything was touched.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, assert_never

from kiosk import events
from kiosk.events import (
    HandSettled,
    HandVoided,
    PlayerId,
    Recorded,
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
    "session_closed": SessionClosed,
}


def kind_of(event: Recorded) -> str:
    """Return the ledger's word for this sort of event."""
    return next(kind for kind, sort in KINDS.items() if isinstance(event, sort))


def canonical(value: Any) -> str:
    """Return the one JSON text of *value*; raise `ValueError` for a float or a key that is none."""
    return json.dumps(
        _plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def body_of(event: Recorded) -> str:
    """Return *event*'s body as canonical JSON; a hand without throws is written as ever."""
    body = asdict(event)
    if isinstance(event, HandSettled) and not event.throws:
        del body["throws"]
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
        case HandVoided(target):
            undone = find(target)
            if not isinstance(undone, HandSettled):
                raise ValueError(f"event {target} is no hand that could be voided")
            return tuple(each.reversed() for each in events.transfers(undone.settlement))
        case SessionOpened() | SessionClosed():
            return ()
        case _:
            assert_never(event)


def _decode(kind: str, body: Mapping[str, Any]) -> Recorded:
    """Return the event of this kind with the values of *body*."""
    if kind == "session_opened":
        players = tuple(PlayerId(player) for player in body["players"])
        return SessionOpened(**{**body, "players": players})
    if kind == "hand_settled":
        return HandSettled(**{**body, "throws": tuple(body.get("throws", ()))})
    if kind == "session_closed":
        return SessionClosed(tuple(body["totals"]))
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of event")
    return KINDS[kind](**body)


def _plain(value: Any) -> Any:
    """Return *value* in JSON's own types, text in NFC."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return unicodedata.normalize("NFC", value)
        case Mapping():
            plain = {_key(key): _plain(each) for key, each in value.items()}
            if len(plain) != len(value):
                raise ValueError(f"two keys of {sorted(value)!r} are the same text")
            return plain
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            raise ValueError(f"{value!r} has no canonical form")


def _key(key: Any) -> str:
    """Return an object's key in NFC."""
    if not isinstance(key, str):
        raise ValueError(f"key {key!r} is no text")
    return unicodedata.normalize("NFC", key)
