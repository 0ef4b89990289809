"""Throws without dice: both sides bind themselves first, so that neither can choose (§6.10).

The host sends the SHA-256 of its seed, the table that of its own; only then both seeds are
shown. The pips follow from both, so that one honest side is enough. Anyone who has
the record of a throw can check it with `verify`.
"""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass
from typing import Final

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
    """Return the endless bytes that follow from *seed*."""
    blocks = (
        hashlib.sha256(seed + number.to_bytes(4, "big")).digest() for number in itertools.count()
    )
    return itertools.chain.from_iterable(blocks)
