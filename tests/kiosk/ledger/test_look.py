"""The look at a ledger before it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.ledger.look import look_at
from kiosk.ledger.progress import ROWS_AT_ONCE, StoppedError
from kiosk.ledger.tape import Tape
from tests.kiosk.ledger.stores import OPENED, settled, write_unchecked


def test_a_look_can_be_ended_while_it_reads_the_ledger(tmp_path: Path) -> None:
    write_unchecked(tmp_path / "ledger.sqlite", (OPENED, *[settled(1)] * ROWS_AT_ONCE))

    def end(part: float) -> None:
        if part > 0.5:
            raise StoppedError("the kiosk ends")

    with pytest.raises(StoppedError):
        look_at(tmp_path / "ledger.sqlite", "table-1", Tape(tmp_path / "tape"), progress=end)
