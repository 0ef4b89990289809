"""A set of 136 tiles."""

from __future__ import annotations

FACES = {f"{rank}{suit}": 4 for suit in "mps" for rank in range(1, 10)} | {
    f"{rank}z": 4 for rank in range(1, 8)
}
