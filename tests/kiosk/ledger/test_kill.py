"""Kill -9 of a writer at random moments: nothing acknowledged is lost, nothing counted twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import open_ledger

KILLS = 15
ROOT = Path(__file__).parents[3]

NURSERY = """
import os
import sys
from pathlib import Path
from kiosk.ledger.rows import Change, RepeatedError
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand


def write(path, first):
    book = open_ledger(path)
    seq = sum(1 for _ in book.entries())
    for number in range(first, first + 5000):
        event = OPENED if number == 0 else settle_hand(1)
        try:
            seq = book.commit(Change(f"op-{number}", seq, event, answer={"seq": seq + 1}))
        except RepeatedError:
            pass
        print("done", number, flush=True)


for line in sys.stdin:
    child = os.fork()
    if child == 0:
        print("pid", os.getpid(), flush=True)
        write(Path(sys.argv[1]), int(line))
    os.waitpid(child, 0)
    print("gone", 0, flush=True)
"""
"""Starts writers one after another, with everything loaded once; each is killed in its turn."""


def test_no_kill_loses_or_doubles_a_hand(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    chance = random.Random(7)
    acknowledged: set[int] = set()
    nursery = subprocess.Popen(
        [sys.executable, "-c", NURSERY, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with nursery:
        for _ in range(KILLS):
            resent = max(acknowledged, default=0)
            acknowledged |= _write_and_kill(nursery, resent, chance.randint(1, 25))
            book = open_ledger(path)
            ids = [entry.id for entry in book.entries()]
            book.close()
            assert len(ids) == len(set(ids))
            assert {f"op-{number}" for number in acknowledged} <= set(ids)
            assert len(ids) <= max(acknowledged) + 2
    assert verify(path).is_whole


def _write_and_kill(nursery: subprocess.Popen[str], first: int, answers: int) -> set[int]:
    """Let a writer begin with operation *first*, kill it after some answers; return those."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(f"{first}\n")
    nursery.stdin.flush()
    _, writer = nursery.stdout.readline().split()
    lines = [nursery.stdout.readline() for _ in range(answers)]
    os.kill(int(writer), signal.SIGKILL)
    while (line := nursery.stdout.readline()) != "gone 0\n":
        assert line, "the nursery ended"
        lines.append(line)
    return {int(number) for number in (line.split()[1] for line in lines)}
