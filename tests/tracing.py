"""Tests that look on, or meddle, where a program meets the system."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tools.bootstrap import apt_line


def need_tracing() -> None:
    """Skip where programs cannot be traced: no strace, or a machine that forbids it."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip(f"no strace: run `{apt_line('strace')}` as root")
    process = subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True, check=False)
    if process.returncode:
        pytest.skip("this machine lets no program be traced")
