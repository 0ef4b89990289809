"""The wheel has all that a kiosk needs, and serves where neither checkout nor node is."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kiosk.deploy.release import lock_in
from tools.make_wheel import ROOT, SCRIPT, build, missing, serve

START = "from kiosk.cli import main; main()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_has_every_file_of_the_packages_and_what_npm_brings(wheel: Path) -> None:
    assert missing(wheel) == []


def test_a_wheel_that_lacks_the_browser_s_script_is_not_whole(wheel: Path, tmp_path: Path) -> None:
    poor = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as full, zipfile.ZipFile(poor, "w") as packed:
        for name in full.namelist():
            if not name.endswith(SCRIPT):
                packed.writestr(name, full.read(name))
    assert missing(poor) == [f"kiosk/web/static/{SCRIPT}"]


def test_the_wheel_brings_the_lock_that_it_was_tested_with(wheel: Path) -> None:
    assert lock_in(wheel) == (ROOT / "requirements.lock").read_bytes()


def test_a_kiosk_from_the_wheel_serves_page_fonts_and_scripts(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(installed), str(wheel)], check=True)
    here = {**os.environ, "PYTHONPATH": str(installed)}
    where = subprocess.run(
        [sys.executable, "-c", "import kiosk; print(kiosk.__file__)"],
        cwd=tmp_path,
        env=here,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(installed))
    sizes = serve([sys.executable, "-c", START], tmp_path, here)
    assert any(link.endswith(".woff2") for link in sizes)
    assert any(link.endswith(SCRIPT) for link in sizes)
    assert min(sizes.values()) > 100
