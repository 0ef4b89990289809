"""Kill -9 of a writer at random moments: nothing acknowledged is lost, nothing counted twice."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

from kiosk.ledger.verify import verify
from tests.kiosk.ledger.books import opened

KILLS = 15
ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from pathlib import Path
from kiosk.ledger.store import Change, RepeatedError
from tests.kiosk.ledger.books import OPENED, opened, settled
book = opened(Path(sys.argv[1]))
seq = sum(1 for _ in book.entries())
again = int(sys.argv[2])
for number in range(again, again + 5000):
    event = OPENED if number == 0 else settled(1)
    try:
        seq = book.commit(Change(f"op-{number}", seq, event, answer={"seq": seq + 1}))
    except RepeatedError as told:
        print("repeat", number, flush=True)
        continue
    print("done", number, flush=True)
"""


def test_no_kill_loses_or_doubles_a_hand(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    chance = random.Random(7)
    acknowledged: set[int] = set()
    for _ in range(KILLS):
        resent = max(acknowledged, default=0)
        acknowledged |= _write_and_kill(path, resent, chance.randint(1, 25))
        book = opened(path)
        found = [entry.id for entry in book.entries()]
        book.close()
        assert len(found) == len(set(found))
        assert {f"op-{number}" for number in acknowledged} <= set(found)
        assert len(found) <= max(acknowledged) + 2
    assert verify(path).is_whole


def _write_and_kill(path: Path, first: int, lines: int) -> set[int]:
    """Let a writer begin with operation *first*, kill it after some answers; return those."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(first)], stdout=subprocess.PIPE, cwd=ROOT
    )
    assert writer.stdout is not None
    head = [writer.stdout.readline() for _ in range(lines)]
    writer.send_signal(signal.SIGKILL)
    rest = writer.stdout.read().splitlines(keepends=True)
    writer.wait(10)
    writer.stdout.close()
    answers = [line.split() for line in (*head, *rest) if line.endswith(b"\n")]
    assert answers
    return {int(number) for _, number in answers}
