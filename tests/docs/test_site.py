"""The pages make a site, and every page is in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = ("-m", "sphinx", "-q", "-W", "--keep-going", "-b", "dummy", "docs", str(tmp_path))
    process = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
