"""How a message becomes bytes and back: what `messages.py` says of each is carried out here."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable

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
