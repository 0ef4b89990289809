"""How messages and the arguments of jobs become bytes and back, as `messages.py` tells it."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import ClassVar, Final, cast

from firmware_bridge.wire.codes import ANY_SET, JobKind

MAX_BODY: Final = 240
"""Longest frame body in bytes."""

KINDS: Final[dict[int, type[Message]]] = {}
"""Every message by its number, in the order in which `messages.py` tells them."""


class BadMessageError(ValueError):
    """Bytes that are no message of this protocol."""


@dataclass(frozen=True, slots=True)
class Message:
    """Base of all messages."""

    NUMBER: ClassVar[int] = 0
    LAYOUT: ClassVar[str] = ""
    TAIL: ClassVar[bool] = False
    MORE: ClassVar[str] = ""
    """Layout of the fields that came later: they have defaults, and older firmware lacks them."""

    def __init_subclass__(
        cls, number: int = 0, layout: str = "", *, tail: bool = False, more: str = ""
    ) -> None:
        """Enter the message; `slots` makes each class twice, the second time without a head."""
        if number:
            if number in KINDS:
                raise ValueError(f"{cls.__name__}: {KINDS[number].__name__} is {number} already")
            if tail and more:
                raise ValueError(f"{cls.__name__}: nothing can follow a run of any length")
            cls.NUMBER, cls.LAYOUT, cls.TAIL, cls.MORE = number, layout, tail, more
        KINDS[cls.NUMBER] = cls


@dataclass(frozen=True, slots=True)
class _Form:
    """How the fields of a message are packed."""

    first: struct.Struct
    """Those of every version."""
    whole: struct.Struct
    names: tuple[str, ...]


@cache
def _form(number: int) -> _Form:
    """Return how the fields of message *number* are packed, and their names."""
    kind = KINDS[number]
    first, whole = (struct.Struct("<" + text) for text in (kind.LAYOUT, kind.LAYOUT + kind.MORE))
    return _Form(first, whole, tuple(field.name for field in fields(kind)))


def encode(message: Message, *, with_more: bool = True) -> bytes:
    """Return the frame body of *message*; raise `ValueError` where a field does not fit.

    Without *with_more* the fields that came later are left out, as older firmware does.
    """
    kind = type(message)
    form = _form(kind.NUMBER)
    values = [getattr(message, name) for name in form.names]
    packer = form.whole
    if not with_more and kind.MORE:
        packer = form.first
        del values[len(values) - len(re.findall("[A-Za-z]", kind.MORE)) :]
    tail = b""
    if kind.TAIL:
        run = values.pop()
        tail = bytes((len(run),)) + run
    try:
        body = bytes((kind.NUMBER,)) + packer.pack(*values) + tail
    except struct.error as problem:
        raise ValueError(f"{message}: {problem}") from problem
    if len(body) > MAX_BODY:
        raise ValueError(f"{kind.__name__} of {len(body)} bytes: at most {MAX_BODY}")
    return body


def decode(body: bytes) -> Message:
    """Return the message in *body*; raise `BadMessageError` where there is none."""
    kind = KINDS.get(body[0]) if body else None
    if kind is None:
        raise BadMessageError(f"no message starts with {body[:1].hex() or 'nothing'}")
    form = _form(kind.NUMBER)
    packer = form.whole if len(body) > form.whole.size else form.first
    end = 1 + packer.size
    if len(body) < end + kind.TAIL:
        raise BadMessageError(f"{kind.__name__} of {len(body)} bytes is too short")
    values: list[object] = list(packer.unpack_from(body, 1))
    if kind.TAIL:
        tail = body[end + 1 : end + 1 + body[end]]
        if len(tail) != body[end]:
            raise BadMessageError(f"{kind.__name__}: its last field is cut off")
        values.append(tail)
    return cast("Callable[..., Message]", kind)(*values)


ARGUMENTS: Final[dict[JobKind, tuple[str, tuple[str, ...]]]] = {
    **dict.fromkeys(JobKind, ("", ())),
    JobKind.NEXT_HAND: ("H", ("tiles",)),
    JobKind.BUILD: ("H", ("tiles",)),
    JobKind.ROLL: ("B", ("dice",)),
    JobKind.DEAL: ("BB", ("tiles", "seats")),
    JobKind.JAM_CLEAR: ("BBB", ("mechanism", "side", "step")),
    JobKind.SELF_TEST: ("B", ("test",)),
    JobKind.JOG: ("BBh", ("mechanism", "side", "distance")),
}
"""Layout and names of each job's arguments; `tiles` 0 means what the plan says, `test` 0 all
tests; `distance` is in millimetres, backwards below 0."""

LATER: Final[dict[JobKind, tuple[str, tuple[str, ...]]]] = {
    **dict.fromkeys(JobKind, ("", ())),
    JobKind.DROP: ("B", ("set",)),
    JobKind.BUILD: ("B", ("set",)),
    JobKind.CENSUS: ("B", ("set",)),
}
"""Arguments that may be left out and that older firmware does not read, behind the others: `set`
is 0 or 1, and without it `ANY_SET`."""


def pack_arguments(kind: JobKind, arguments: dict[str, int]) -> bytes:
    """Return the bytes of a job's *arguments*; raise `ValueError` where one is wrong."""
    layout, names = ARGUMENTS[kind]
    more, later = LATER[kind]
    if any(name in arguments for name in later):
        layout, names = layout + more, names + later
    if set(arguments) != set(names):
        raise ValueError(f"{kind.name.lower()} takes {names or 'no arguments'}, not {arguments}")
    try:
        return struct.pack("<" + layout, *(arguments[name] for name in names))
    except struct.error as problem:
        raise ValueError(f"{kind.name.lower()}: {arguments}: {problem}") from problem


def unpack_arguments(kind: JobKind, data: bytes) -> dict[str, int]:
    """Return a job's arguments from *data*; raise `BadMessageError` where they do not fit."""
    layout, names = ARGUMENTS[kind]
    more, later = LATER[kind]
    if later and len(data) >= struct.calcsize("<" + layout + more):
        return dict(zip(names + later, struct.unpack_from("<" + layout + more, data), strict=True))
    if len(data) < struct.calcsize("<" + layout):
        raise BadMessageError(f"{kind.name.lower()}: arguments cut off")
    arguments = dict(zip(names, struct.unpack_from("<" + layout, data), strict=True))
    return arguments | dict.fromkeys(later, ANY_SET)
