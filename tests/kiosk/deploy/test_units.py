"""What makes a computer a kiosk: units that systemd takes, settings that the kiosk takes."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.discovery import udev_rules
from kiosk.deploy.units import SETTINGS, UNITS, Plan, render_files
from kiosk.settings import load

ANALYZER = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZER is None, reason="systemd-analyze is missing: units are not verified")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    plan = replace(
        Plan(), program="/bin/true", compositor="/bin/true", user="root", screen_user="root"
    )
    units = []
    for path, text in render_files(plan, udev_rules()).items():
        if path.startswith(UNITS):
            units.append(tmp_path / Path(path).name)
            units[-1].write_text(text, encoding="utf-8")
    command = [str(ANALYZER), "verify", "--man=no", "--recursive-errors=no", *map(str, units)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    ours = [line for line in verified.stderr.splitlines() if "jantaku" in line]
    assert (ours, verified.returncode) == ([], 0)
    assert len(units) == 2


def test_the_settings_that_are_written_are_settings_also_with_every_line_in_use(
    tmp_path: Path,
) -> None:
    text = render_files(Plan(), udev_rules())[SETTINGS]
    place = tmp_path / "jantaku.toml"
    for settings in (text, text.replace("\n#table", "\ntable").replace("\n#camera", "\ncamera")):
        place.write_text(settings.replace("\n#tape_dir", "\ntape_dir"), encoding="utf-8")
        assert load(place, {}).data_dir == Path("/var/lib/jantaku")
    assert load(place, {}).camera == "picamera2:"


def test_without_a_screen_there_is_no_browser() -> None:
    assert not any("screen" in path for path in render_files(Plan(has_screen=False), ""))


def test_nothing_is_left_to_fill_in() -> None:
    assert [text for text in render_files(Plan(), "").values() if "$" in text] == []
