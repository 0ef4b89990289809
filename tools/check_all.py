"""Run every check of form: one line per check, the findings of those that fail, exit 1 if any.

`make test` begins with them, `make check` is them and the tests of texts.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.bootstrap import run

PACKAGES = ("rules", "firmware_bridge", "vision", "kiosk", "hw_sim", "tools", "bench")
CHECKS: dict[str, tuple[str, ...]] = {
    "types": ("mypy",),
    "duplicates": ("pylint", *PACKAGES),
    "dead code": ("python", "-m", "tools.check_dead"),
    "import directions": ("lint-imports", "--no-logo"),
    "format": ("ruff", "format", "--check", "."),
    "lint": ("ruff", "check", "."),
    "sizes": ("python", "-m", "tools.check_sizes"),
    "words": ("python", "-m", "tools.check_words"),
}
"""Command of each check, the longest first: two run at a time."""


def run_timed(command: tuple[str, ...]) -> tuple[int, str, float]:
    """Run *command* with the environment's tools; return exit status, output and seconds."""
    begin = time.monotonic()
    process = run([str(Path(sys.executable).parent / command[0]), *command[1:]])
    return process.returncode, process.stdout, time.monotonic() - begin


def main() -> int:
    """Run all checks and return the exit status."""
    failures = 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as workers:
        for name, outcome in zip(CHECKS, workers.map(run_timed, CHECKS.values()), strict=True):
            status, output, seconds = outcome
            print(f"check: {name} … {'failed' if status else 'ok'} ({seconds:.1f} s)", flush=True)
            if status:
                print(output, flush=True)
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
