"""What the camera saw of discards, walls and sticks beside what the hand's log says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hw_sim.camera.scene import lying

if TYPE_CHECKING:
    from hw_sim.camera import Scene
    from vision.types import TableReading


def differences(reading: TableReading, scene: Scene) -> Iterator[str]:
    """Yield in words everything that *reading* has otherwise than *scene*, which the log gives.

    Of discards thrown in disorder only which they are is compared, of others their order too.
    """
    if scene.in_disorder:
        yield from _compare_thrown(reading, scene)
    for seat, seat_tiles in enumerate(scene.seats):
        seat_reading = reading.seats[seat]
        if not scene.in_disorder:
            log = [_word(one.code, sideways=one.sideways) for one in lying(seat_tiles.river)]
            read = [_word(one.code, sideways=one.sideways) for one in seat_reading.river]
            yield from _unlike(f"discards of seat {seat}", " ".join(read), " ".join(log))
        stacks = f"{count_stacks(seat_tiles.wall)}"
        yield from _unlike(f"stacks of wall {seat}", f"{reading.walls[seat]}", stacks)
        sticks = seat_tiles.has_stick + len(seat_tiles.sticks)
        yield from _unlike(f"sticks of seat {seat}", f"{reading.sticks[seat]}", f"{sticks}")


def count_stacks(wall: Sequence[int]) -> int:
    """Return how many stacks of *wall* stand, a lone gap among them as the camera counts it."""
    gaps = zip(wall, wall[1:], wall[2:], strict=False)
    lone = sum(left > 0 and not middle and right > 0 for left, middle, right in gaps)
    return sum(high > 0 for high in wall) + lone


def _compare_thrown(reading: TableReading, scene: Scene) -> Iterator[str]:
    log = Counter(one.code for seat_tiles in scene.seats for one in lying(seat_tiles.river))
    rows = (one for seat in reading.seats for one in seat.river)
    read = Counter(one.code for one in (*reading.thrown, *rows))
    for name, some in (("unseen", log - read), ("too many", read - log)):
        if some:
            yield f"discards: {name} {' '.join(sorted(some.elements()))}"


def _word(code: str, *, sideways: bool) -> str:
    return f"{code}{'-' if sideways else ''}"


def _unlike(where: str, read: str, log: str) -> Iterator[str]:
    if read != log:
        yield f"{where}: read {read or 'nothing'}, the log has {log or 'none'}"
