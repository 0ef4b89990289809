"""`jantaku table`: ports, traces and self-tests, as people type them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware_bridge.discovery import udev_rules
from hw_sim.table import SimTable
from kiosk.commands.table import table as command

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
CONSENT_KEY = 2


@pytest.fixture
def table() -> Iterator[SimTable]:
    """Return a fast table of 34 tiles."""
    with SimTable(FACES, seed=1, speed=400) as table:
        yield table


@pytest.fixture
def patient() -> Iterator[SimTable]:
    """Return a table that keeps in mind for 12 s what people allowed it, a minute of its own."""
    with SimTable(FACES, seed=1, speed=5) as table:
        yield table


def run(port: str, folder: Path, *words: str) -> Result:
    """Return what `jantaku table` answers."""
    journal = str(folder / "journal")
    return CliRunner().invoke(command, ["--port", port, "--journal", journal, *words])


def test_list_shows_a_port_given_by_hand(tmp_path: Path) -> None:
    result = run("auto", tmp_path, "list", "--extra", "tablesim://demo")
    assert "tablesim://demo" in result.output.splitlines()


def test_a_table_that_is_not_there_ends_with_status_2(tmp_path: Path) -> None:
    result = run("auto:NOBODY", tmp_path, "status")
    assert result.exit_code == 2
    assert "plug its cable in" in result.stderr


def test_the_udev_rules_are_printed(tmp_path: Path) -> None:
    assert run("auto", tmp_path, "udev").output == udev_rules()


def test_a_self_test_needs_consent_and_then_passes(patient: SimTable, tmp_path: Path) -> None:
    refused = run(patient.port, tmp_path, "self-test")
    assert refused.exit_code == 2
    assert "give consent" in refused.stderr
    patient.press(CONSENT_KEY)
    assert "self-test: passed" in run(patient.port, tmp_path, "self-test").output


def test_a_jog_takes_a_mechanism_and_a_distance(patient: SimTable, tmp_path: Path) -> None:
    patient.press(CONSENT_KEY)
    words = ("run", "jog", "--mechanism", "wall-lifter", "--side", "2", "--distance", "-5")
    assert "jog: done" in run(patient.port, tmp_path, *words).output


def test_a_census_says_where_the_tiles_are(table: SimTable, tmp_path: Path) -> None:
    last = run(table.port, tmp_path, "run", "census").output.splitlines()[-1]
    assert last.startswith("census: done 34 tiles (tray 34")


def test_the_log_tells_what_the_table_has_done(table: SimTable, tmp_path: Path) -> None:
    run(table.port, tmp_path, "run", "roll")
    assert "rolls 1" in run(table.port, tmp_path, "log").output


def test_a_trace_is_written_and_told_again(table: SimTable, tmp_path: Path) -> None:
    trace = run(table.port, tmp_path, "trace").output.strip()
    assert Path(trace).is_file()
    result = run("auto", tmp_path, "replay", trace, "--twin")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "written on: asked for"
    assert any("SYNACK" in line for line in lines)
    assert any(line.startswith("twin") and "IdentifyPage" in line for line in lines)
    assert "messages of the table" in result.output


def test_a_fault_leaves_a_trace_that_is_listed(table: SimTable, tmp_path: Path) -> None:
    table.jam(203, side=1)
    assert run(table.port, tmp_path, "run", "next-hand").exit_code == 2
    assert ": fault 203" in run("auto", tmp_path, "trace", "--list").output


def test_another_file_is_no_trace(tmp_path: Path) -> None:
    other = tmp_path / "x"
    other.write_text("hello")
    result = run("auto", tmp_path, "replay", str(other))
    assert result.exit_code == 2
    assert "no trace of ours" in result.stderr
