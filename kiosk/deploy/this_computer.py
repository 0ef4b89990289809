"""The computer itself, as `Releases` needs it: programs are run, the kiosk's page is asked for."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kiosk.deploy.release import Releases, UpdateError

ADDRESS: Final = "http://127.0.0.1:8000/"
PATIENCE_S: Final = 60.0
"""So long a start may take on a slow card."""
ARCHITECTURES: Final = ("aarch64", "arm64", "x86_64")
"""For which the packages have wheels; 32 bits have none of NumPy 2, OpenCV 5 and psycopg."""
LONGEST_OF_32: Final = 2**31 - 1
"""`sys.maxsize` of a Python of 32 bits."""


class ThisComputer:
    """Runs programs with their output on the terminal."""

    def run(self, command: Sequence[str]) -> bool:
        """Run *command*, not out of our wheel; return whether it went well."""
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        try:
            return subprocess.run(command, env=own, check=False).returncode == 0  # noqa: S603 -- ours
        except OSError:
            return False

    def serves(self) -> bool:
        """Return whether the kiosk's page can be had within `PATIENCE_S`."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(ADDRESS, timeout=5) as answer:
                    return bool(answer.status == 200)
            except OSError:
                time.sleep(1)
        return False


def check_architecture(machine: str, longest: int) -> None:
    """Raise `UpdateError` where the packages have no wheels for *machine*.

    *longest* is how long Python takes a list to be at most: a 32-bit Raspberry Pi OS runs on a
    64-bit kernel, which calls itself `aarch64`.
    """
    if longest <= LONGEST_OF_32:
        machine = f"{machine} with 32 bits"
    if machine not in ARCHITECTURES:
        raise UpdateError(f"{machine} is not supported: take the 64-bit Raspberry Pi OS")


def install(wheel: Path) -> str:
    """Put *wheel* into use on this computer and return its release's name."""
    check_architecture(platform.machine(), sys.maxsize)
    if os.geteuid() != 0:
        raise UpdateError("this changes the system: put sudo before it")
    return Releases(ThisComputer()).install(wheel).name
