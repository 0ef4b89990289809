"""A clock that is set to and fro: order and safety come from numbers, never from the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.ledger.backup import KEPT
from kiosk.ledger.rows import Change
from kiosk.ledger.safekeeping import Places, open_kept
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand

DAY_MS = 86_400_000
NOW_MS = 1_795_000_000_000


class SetClock(TickingClock):
    """A clock whose wall time somebody sets."""

    def __init__(self) -> None:
        super().__init__()
        self.wall = NOW_MS

    def wall_ms(self) -> int:
        """Return what the clock was set to."""
        return self.wall


@pytest.mark.parametrize(
    "jumps",
    [(-DAY_MS, DAY_MS), (-NOW_MS, 0), (-NOW_MS - DAY_MS, 0), (3_600_000, -3_600_000)],
    ids=["a day", "1970", "before 1970", "summer time"],
)
def test_the_order_of_hands_and_backups_is_that_of_play(
    tmp_path: Path, jumps: tuple[int, int]
) -> None:
    clock = SetClock()
    places = Places(tmp_path / "ledger.sqlite", tmp_path / "backups", tmp_path)
    store, safekeeping = open_kept(places, clock, "boot", "table-1")
    store.commit(Change("open", 0, OPENED))
    for seq in range(1, KEPT + 4):
        clock.wall = NOW_MS + jumps[seq % 2]
        store.commit(Change(f"hand-{seq}", seq, settle_hand(1)))
        safekeeping.back_up()
    order = [row.id for row in store.rows()]
    seqs = [one.seq for one in safekeeping.backups()]
    monotonic = [row.at_mono for row in store.rows()]
    safekeeping.close()
    store.close()
    assert order == ["open", *(f"hand-{seq}" for seq in range(1, KEPT + 4))]
    assert seqs == list(range(KEPT + 4, 4, -1))
    assert monotonic == sorted(monotonic)
    assert verify(places.ledger).is_whole
