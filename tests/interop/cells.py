"""What a board must not forget, written from `docs/protocol.md` §6.4 alone."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from enum import IntEnum
from typing import Any

HOSTS = 8
SLOT = 160


class State(IntEnum):
    """How far an op has come (§6.12)."""

    NONE = 0
    ACCEPTED = 1
    RUNNING = 2
    DONE = 3
    FAILED = 4
    CANCELLED = 5
    INTERRUPTED = 6
    NOT_SEEN = 7
    UNKNOWN = 8


class Op:
    """What is known of an op."""

    def __init__(
        self, number: int, kind: int = 0, state: int = State.NOT_SEEN, fault: int = 0
    ) -> None:
        self.number, self.kind, self.state, self.fault = number, kind, state, fault
        self.stage = self.percent = 0
        self.result = b""


class Cells:
    """What survives: memory number, the op at work, the fault that locks, counters (§6.4)."""

    ROW = struct.Struct("<IIHQBBHB16sB")

    def __init__(self, read: Callable[[], bytes], write: Callable[[int, bytes], None]) -> None:
        """Take up what *read* finds in two slots, of which `keep` writes one in turn."""
        self._write = write
        self.turn, self.memory, self.lock, self.op = 0, 0, 0, Op(0)
        self.hosts: list[list[int]] = []
        self.is_ruined = False
        slots = [self._slot(read()[at : at + SLOT]) for at in (0, SLOT)]
        whole_slots = [slot for slot in slots if slot is not None]
        if whole_slots:
            self._take(max(whole_slots, key=lambda slot: slot[0]))
        else:
            self.is_ruined = bool(read().strip(b"\xff"))
            self.memory = random.getrandbits(32)  # a name, no secret
            self.keep()

    def keep(self) -> None:
        """Write the newer slot over the older one; raise `OSError` where it cannot be."""
        self.turn += 1
        op = self.op
        row = self.ROW.pack(
            self.turn, self.memory, self.lock, op.number, op.kind, op.state, op.fault,
            len(op.result), op.result, len(self.hosts),
        )  # fmt: skip
        row += b"".join(struct.pack("<II", *host) for host in self.hosts)
        self._write(self.turn % 2 * SLOT, row + struct.pack("<I", zlib.crc32(row)))

    def count(self, number: int) -> None:
        """Note that op *number* was taken: none at or below its counter starts again."""
        install = number >> 32
        self.hosts = [host for host in self.hosts if host[0] != install][1 - HOSTS :]
        self.hosts.append([install, number & 0xFFFFFFFF])

    def was_taken(self, number: int) -> bool:
        """Return whether op *number* is at or below its host's counter."""
        return any(host[0] == number >> 32 and number % (1 << 32) <= host[1] for host in self.hosts)

    def _slot(self, raw: bytes) -> tuple[Any, ...] | None:
        size = self.ROW.size + 8 * raw[self.ROW.size - 1] if len(raw) == SLOT else SLOT
        if size > SLOT - 4 or zlib.crc32(raw[:size]) != struct.unpack_from("<I", raw, size)[0]:
            return None
        return *self.ROW.unpack_from(raw), raw[self.ROW.size : size]

    def _take(self, slot: tuple[Any, ...]) -> None:
        self.turn, self.memory, self.lock, number, kind, state, fault, size, result, _, hosts = slot
        self.op = Op(number, kind, state, fault)
        self.op.result = result[:size]
        self.hosts = [list(host) for host in struct.iter_unpack("<II", hosts)]
