"""Sets that come enrolled: flower cards, dominoes and playing cards, learned from our own drawings.

An owner's own deck is read better once it is enrolled itself.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Final

from vision.recognise.enrolled import EnrolledSet

KITS: Final = ("hanafuda", "dominoes", "cards")


@lru_cache(maxsize=len(KITS))
def kit(name: str) -> EnrolledSet:
    """Return the kit *name*, one of `KITS`."""
    if name not in KITS:
        raise ValueError(f"{name!r} is no kit: choose from {', '.join(KITS)}")
    packed = (resources.files(__name__) / f"{name}.bin").read_bytes()
    return EnrolledSet.load(packed, name)
