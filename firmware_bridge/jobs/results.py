"""What a finished job brought: pips, walls, tiles counted, tests passed."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge.wire.codes import DiceSource, JobKind

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES: Final = ("tray", "belt", "side 0", "side 1", "side 2", "side 3", "chutes")
"""Where a census counts, in the order told."""

_WALL_JOBS: Final = (JobKind.BUILD, JobKind.NEXT_HAND, JobKind.RAISE)


@dataclass(frozen=True, slots=True)
class DiceResult:
    """A throw: the pips of each die, where they were read and how surely (0–1)."""

    dice: tuple[int, ...]
    source: DiceSource
    confidence: float
    second: tuple[int, ...] = ()
    """What the second sensor read; empty where an older table has but one."""
    rolled_ms: int = 0
    """How long the dice were shaken, in milliseconds; 0 where the table does not say."""

    @property
    def wrong(self) -> int:
        """The fault that makes the throw worthless: 603 no pips, 604 two readings; else 0."""
        if not self.dice or not all(1 <= pips <= 6 for pips in self.dice):
            return 603
        return 604 if self.second and self.second != self.dice else 0


@dataclass(frozen=True, slots=True)
class WallsResult:
    """Walls that stand: stacks on sides 0–3."""

    layout: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CensusResult:
    """How many tiles the machine holds, and where, as far as the table tells."""

    tiles: int
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SelfTestResult:
    """Which self-tests were done, and which of them failed; numbered from 1."""

    done: int
    failed: tuple[int, ...] = ()


Result = DiceResult | WallsResult | CensusResult | SelfTestResult


def result_from(kind: JobKind, data: bytes, args: Mapping[str, int]) -> Result | None:
    """Return what the *data* of a finished job of *kind* with *args* tell, if anything."""
    if kind is JobKind.ROLL and len(data) >= 2 + args["dice"]:
        return _throw(data, args["dice"])
    if kind in _WALL_JOBS and len(data) >= 4:
        return WallsResult(tuple(data[:4]))
    if kind is JobKind.CENSUS and len(data) >= 2:
        total, *counts = struct.unpack_from(f"<{len(data) // 2}H", data)
        return CensusResult(total, tuple(zip(PLACES, counts, strict=False)))
    if kind is JobKind.SELF_TEST:
        first = args["test"] or 1
        failed = tuple(first + place for place, outcome in enumerate(data) if outcome)
        return SelfTestResult(len(data), failed)
    return None


def _throw(data: bytes, dice: int) -> DiceResult:
    known = data[0] in DiceSource._value2member_map_
    source = DiceSource(data[0]) if known else DiceSource.RNG
    first, second = data[2 : 2 + dice], data[2 + dice : 2 + 2 * dice]
    rolled_ms = int.from_bytes(data[2 + 2 * dice : 4 + 2 * dice], "little")
    return DiceResult(tuple(first), source, min(data[1], 100) / 100, tuple(second), rolled_ms)
