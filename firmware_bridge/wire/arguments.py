"""What each job of Table Link Protocol 2 is told with its start, and the bytes of that."""

from __future__ import annotations

import struct
from typing import Final

from firmware_bridge.wire.codec import BadMessageError
from firmware_bridge.wire.codes import ANY_SET, JobKind

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
"""Layout and names of each job's arguments; `tiles` 0 means what the gear says, `test` 0 all
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
    told = dict(zip(names, struct.unpack_from("<" + layout, data), strict=True))
    return told | dict.fromkeys(later, ANY_SET)
