"""A disk that is full or fails: the hand is refused in words, and counted once there is room."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.rows import Change
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand
from tests.tracing import need_tracing

ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from contextlib import suppress
from pathlib import Path
from kiosk.errors import Refused
from kiosk.ledger.rows import Change
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand
book = open_ledger(Path(sys.argv[1]))
seq = book.commit(Change("open", 0, OPENED))
refused = []
while seq < 30:
    try:
        seq = book.commit(Change(f"op-{seq}", seq, settle_hand(1)))
    except Refused as error:
        refused.append(error.code)
        assert book.head().seq == seq, "something was half written"
print(len(refused), *sorted(set(refused)), flush=True)
book.close()
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a disk of one megabyte; skip where none can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here: it needs root")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.fixture
def book(small_disk: Path) -> Iterator[LedgerStore]:
    """Yield a ledger on the small disk, with 200 kB to spare."""
    path = small_disk / "ledger.sqlite"
    store = LedgerStore(path, TickingClock(), boot_id="boot", spare=200_000)
    store.commit(Change("open", 0, OPENED))
    yield store
    store.close()


def fill(disk: Path) -> Path:
    """Take all room that is left, and return the file that has it."""
    rest = disk / "rest"
    with rest.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return rest


def play(book: LedgerStore, hands: int) -> None:
    for _ in range(hands):
        seq = book.head().seq
        book.commit(Change(f"hand-{seq}", seq, settle_hand(1)))


def test_the_spare_room_saves_the_hand_at_work(book: LedgerStore, small_disk: Path) -> None:
    fill(small_disk)
    play(book, 5)
    assert not (small_disk / "ballast").exists()
    assert verify(book.path).hands == 5


def test_spare_room_whose_laying_down_was_cut_off_is_laid_down_anew(tmp_path: Path) -> None:
    (tmp_path / "ballast").touch()
    path = tmp_path / "ledger.sqlite"
    LedgerStore(path, TickingClock(), boot_id="boot", spare=200_000).close()
    assert (tmp_path / "ballast").stat().st_size == 200_000


def test_without_any_room_the_hand_is_refused_and_counted_later(
    book: LedgerStore, small_disk: Path
) -> None:
    rest = fill(small_disk)
    (small_disk / "ballast").unlink()
    fill(small_disk)
    with pytest.raises(Refused) as refused:
        play(book, 200)
    seq = book.head().seq
    rest.unlink(missing_ok=True)
    assert refused.value.code == "disk_full"
    assert book.commit(Change(f"hand-{seq}", seq, settle_hand(1))) == seq + 1
    assert verify(book.path).is_whole


@pytest.mark.parametrize(("call", "when"), [("fdatasync", "25+9"), ("pwrite64", "150+53")])
def test_a_disk_that_fails_now_and_then_writes_nothing_by_halves(
    tmp_path: Path, call: str, when: str
) -> None:
    need_tracing()
    ledger = tmp_path / "ledger.sqlite"
    fault = f"inject={call}:error=EIO:when={when}"
    command = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", fault]
    writer = [sys.executable, "-c", WRITER, str(ledger)]
    process = subprocess.run(
        [*command, *writer], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    refusals, *codes = process.stdout.split()
    assert int(refusals) > 0
    assert codes == ["ledger_failed"]
    assert (verify(ledger).hands, verify(ledger).is_whole) == (29, True)
