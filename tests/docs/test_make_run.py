"""`make run`, as a newcomer types it: it prints an address, serves there, and ends on Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 60.0


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield `make run` with a port and a data folder of its own, and end it whatever happens."""
    options = f"--port 0 --data {tmp_path / 'data'}"
    with subprocess.Popen(
        ["make", "--silent", "run", f"ARGS={options}"],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if not key.startswith("MAKE")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def address(output: IO[str]) -> str:
    """Return the address that the kiosk prints; fail with its words when it ends without one."""
    lines = []
    for line in output:
        lines.append(line)
        if match := re.search(r"http://127\.0\.0\.1:\d+\S*", line):
            return match.group().rstrip(".,")
    pytest.fail("no address printed:\n" + "".join(lines))


def page(url: str) -> str:
    """Return the page that a browser without scripts would show at *url*."""
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        text: str = answer.read().decode()
    return text


def test_make_run_serves_the_kiosk_until_ctrl_c(kiosk: subprocess.Popen[str]) -> None:
    assert kiosk.stdout is not None
    html = page(address(kiosk.stdout))
    assert "<title>" in html
    assert 'href="/new"' in html
    os.killpg(kiosk.pid, signal.SIGINT)
    rest, _ = kiosk.communicate(timeout=TIMEOUT_S)
    assert "Traceback" not in rest
