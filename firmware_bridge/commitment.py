"""Throws without dice, by commitment: each side is bound to a seed before it sees the other's."""

from __future__ import annotations

import hashlib
import itertools
import random
from dataclasses import dataclass
from typing import Final

from firmware_bridge.link.requests import Requests
from firmware_bridge.wire import messages as m

SEED: Final = 32
"""Bytes of a seed."""

_FACES: Final = 6
_FAIR: Final = 256 - 256 % _FACES
"""Bytes from here on would make the low faces likelier; they are skipped."""


@dataclass(frozen=True, slots=True)
class CommittedThrow:
    """A throw with all that proves it; every field stands in the ledger."""

    dice: tuple[int, ...]
    host_seed: bytes
    table_seed: bytes
    host_digest: bytes
    table_digest: bytes

    def verify(self) -> bool:
        """Return whether both sides showed what they had bound themselves to, and the pips fit."""
        return (
            digest(self.host_seed) == self.host_digest
            and digest(self.table_seed) == self.table_digest
            and pips(self.host_seed, self.table_seed, len(self.dice)) == self.dice
        )


def digest(seed: bytes) -> bytes:
    """Return what binds its owner to *seed*; raise `ValueError` where it has the wrong length."""
    if len(seed) != SEED:
        raise ValueError(f"a seed of {len(seed)} bytes: {SEED}")
    return hashlib.sha256(seed).digest()


def pips(host_seed: bytes, table_seed: bytes, dice: int) -> tuple[int, ...]:
    """Return the pips of *dice* dice that follow from both seeds; every face is equally likely."""
    return tuple(
        itertools.islice(
            (byte % _FACES + 1 for byte in _stream(host_seed + table_seed) if byte < _FAIR), dice
        )
    )


def _stream(seed: bytes) -> itertools.chain[int]:
    blocks = (
        hashlib.sha256(seed + number.to_bytes(4, "big")).digest() for number in itertools.count()
    )
    return itertools.chain.from_iterable(blocks)


def draw_dice(requests: Requests, rng: random.Random, dice: int) -> CommittedThrow | None:
    """Return a throw of *dice* dice drawn from the table's seed and one of *rng*.

    `None` where the table did not show the seed that it had bound itself to: then it
    does not count, and is thrown again.
    """
    seed, number = rng.randbytes(SEED), rng.randrange(1, 1 << 32)
    ours = digest(seed)
    bound = requests.order(lambda tag: m.SeedCommit(tag, number, ours))
    reveal = requests.order(lambda tag: m.SeedReveal(tag, number, dice, seed))
    if not isinstance(bound, m.SeedCommitted) or not isinstance(reveal, m.SeedRevealed):
        return None
    throw = CommittedThrow(
        pips(seed, reveal.seed, dice), seed, reveal.seed, ours, bytes(bound.digest)
    )
    return throw if throw.verify() else None
