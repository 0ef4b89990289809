"""A disk that is full at the table: the page says it, nothing is lost, and play goes on later."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from os import geteuid
from pathlib import Path

import pytest

from kiosk.errors import Refused
from tests.kiosk.web.parlour import Parlour


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a disk of one megabyte; skip where none can be mounted."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)]
    if geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here: it needs root")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_full_disk_is_told_in_words_and_the_same_tap_counts_later(disk: Path) -> None:
    parlour = Parlour(disk / "ledger.sqlite")
    someone = parlour.sit_down()
    rest = disk / "rest"
    with rest.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(512))
    with suppress(Refused):  # what SQLite had in its files already is used up first
        for number in range(2_000):
            parlour.service.enrol(f"guest {number} {'x' * 40}")
    stage = parlour.service.view().stage
    text = someone.tap("Skip the machine").page.text
    stage_when_full = parlour.service.view().stage
    rest.unlink()
    someone.tap("Skip the machine")
    later_stage = parlour.service.view().stage
    parlour.service.close()
    assert "This hand is not saved yet: the disk is full. Call staff" in text
    assert stage_when_full == stage
    assert later_stage != stage
