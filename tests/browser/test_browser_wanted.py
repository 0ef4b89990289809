"""A browser test without a browser is never a test that passed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CONFTEST = """
from tests.conftest import (
    chromium, emulators, pytest_collection_modifyitems, pytest_terminal_summary
)
"""
SUITE = """
import pytest

def test_ledger() -> None: ...

@pytest.mark.browser
def test_page() -> None: ...
"""

CHIP = """
import pytest

@pytest.mark.mcu
def test_chip() -> None: ...
"""


def run_suite(folder: Path, ci: str, programs: Path) -> subprocess.CompletedProcess[str]:
    """Run a suite with one browser test on a machine that has only *programs*."""
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    (folder / "test_suite.py").write_text(SUITE, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser\n    mcu\n", "utf-8")
    environment = {**os.environ, "CI": ci, "PATH": str(programs), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_without_chromium_the_summary_says_that_the_browser_did_not_run(tmp_path: Path) -> None:
    run = run_suite(tmp_path, "", tmp_path / "none")
    assert run.returncode == 0
    *_, browser_line, chip_line, summary = run.stdout.strip().splitlines()
    assert browser_line == "browser: not run (no Chromium)"
    assert chip_line == "mcu: not run (no arm-none-eabi-gcc and qemu-system-arm)"
    assert summary.startswith("1 passed, 1 skipped")


def test_without_chromium_a_push_fails(tmp_path: Path) -> None:
    run = run_suite(tmp_path, "true", tmp_path / "none")
    assert run.returncode == 1
    assert "apt-get install -y --no-install-recommends chromium" in run.stdout
    assert run.stdout.strip().splitlines()[-1].startswith("1 passed, 1 error")


@pytest.mark.parametrize("name", ["chromium", "google-chrome"])
def test_with_a_browser_nothing_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / name).chmod(0o755)
    run = run_suite(tmp_path, "true", tmp_path)
    assert run.returncode == 0
    assert "browser" not in run.stdout


def test_without_an_emulator_firmware_does_not_run_and_no_push_fails(tmp_path: Path) -> None:
    (tmp_path / "chromium").write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / "chromium").chmod(0o755)
    (tmp_path / "test_chip.py").write_text(CHIP, "utf-8")
    run = run_suite(tmp_path, "true", tmp_path)
    assert run.returncode == 0
    assert run.stdout.strip().splitlines()[-1].startswith("2 passed, 1 skipped")
