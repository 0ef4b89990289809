"""`jantaku table status` and `run`, and `jantaku sim`, as people type them."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware_bridge import open_table
from firmware_bridge.wire.codes import Stage, TableState
from hw_sim.board.firmware import Image
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable
from kiosk.commands.sim import sim
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached
from tests.kiosk.commands.test_table import run


@pytest.fixture
def table() -> Iterator[SimTable]:
    """Return a fast table with 136 tiles."""
    with SimTable(FACES, seed=1, speed=400) as table:
        yield table


def test_status_tells_who_the_table_is_and_how_it_stands(table: SimTable, tmp_path: Path) -> None:
    result = run(table.port, tmp_path, "status")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "table: four_port SIM-4P-0001, firmware 2.0.0",
        "link: ready",
        "state: idle",
        "gear: 136 tiles, stacks 17/17/17/17",
        "set 0: loose",
        "set 1: out",
    ]


def test_status_tells_how_the_second_set_comes_on(table: SimTable, tmp_path: Path) -> None:
    for job in ("next-hand", "drop --set 1", "build --set 1"):
        assert run(table.port, tmp_path, "run", *job.split()).exit_code == 0
    lines = run(table.port, tmp_path, "status").output.splitlines()
    assert {"set 0: in play", "set 1: built"} <= set(lines)
    table.jam(203, 2)
    run(table.port, tmp_path, "run", "next-hand")
    failed = run(table.port, tmp_path, "run", "build", "--set", "0")
    assert (failed.exit_code, "head jam at side 2" in failed.stderr) == (2, True)
    status = run(table.port, tmp_path, "status").output
    assert "build beside: stopped, head jam at side 2 (fault 203)" in status


def test_status_says_why_a_table_has_one_set(tmp_path: Path) -> None:
    with SimTable(FACES, seed=1, speed=400, profile="single_port") as old:
        lines = run(old.port, tmp_path, "status").output.splitlines()
        assert "sets: one, this model has room for no second one" in lines
        assert run(old.port, tmp_path, "run", "drop", "--set", "1").exit_code == 2
    with SimTable(FACES, seed=1, speed=400) as table:
        table.act(lambda simulation: act(simulation, "flash", {"name": "one set"}))
        lines = run(table.port, tmp_path, "status").output.splitlines()
        assert "sets: one, its firmware does not know of a second one" in lines


def test_a_hand_is_built_from_the_command_line(table: SimTable, tmp_path: Path) -> None:
    result = run(table.port, tmp_path, "run", "next-hand", "--tiles", "136")
    assert result.exit_code == 0
    assert "next-hand: done" in result.output
    assert [len(wall) for wall in table.walls] == [17] * 4


def test_dice_are_printed(table: SimTable, tmp_path: Path) -> None:
    result = run(table.port, tmp_path, "run", "roll", "--dice", "3")
    assert result.output.splitlines()[-1].startswith("roll: done (")


def test_another_program_is_given_to_a_table_in_service(table: SimTable, tmp_path: Path) -> None:
    image = tmp_path / "table.bin"
    image.write_bytes(Image("2.1.0").to_bytes())
    refused = run(table.port, tmp_path, "update", str(image))
    assert (refused.exit_code, "801" in refused.stderr) == (2, True)
    table.act(lambda simulation: act(simulation, "press", {"key": "both_lifts", "held_s": 10.0}))
    assert table.wait_for(lambda sim: sim.state is TableState.LOCKOUT, PATIENCE_S)
    result = run(table.port, tmp_path, "update", str(image))
    assert "firmware 2.0.0 before, 2.1.0 now" in result.output


def test_a_jam_is_named_and_ends_with_status_2(table: SimTable, tmp_path: Path) -> None:
    table.jam(204, side=1)
    result = run(table.port, tmp_path, "run", "next-hand")
    assert result.exit_code == 2
    assert "pusher jam at side 1 (fault 204): clear side" in result.stderr
    assert "fault: pusher jam" in run(table.port, tmp_path, "status").output


def test_what_the_table_refuses_ends_with_status_2(table: SimTable, tmp_path: Path) -> None:
    result = run(table.port, tmp_path, "run", "lower")
    assert result.exit_code == 2
    assert "refused: bad state" in result.stderr


def test_a_port_in_use_ends_with_status_2(table: SimTable, tmp_path: Path) -> None:
    with reached(table, tmp_path / "kiosk"):
        result = run(table.port, tmp_path, "status")
    assert result.exit_code == 2
    assert "used by another program" in result.stderr


def test_an_open_job_of_an_earlier_run_is_listed(table: SimTable, tmp_path: Path) -> None:
    assert run(table.port, tmp_path, "jobs").output == "no open jobs\n"
    table.at(Stage.SHUFFLE, table.unplug)
    with reached(table, tmp_path / "journal") as client:
        client.next_hand()
        assert table.wait_for(lambda sim: bool(sim.walls[0]), PATIENCE_S)
    table.plug_in()
    assert "next_hand: done" in run(table.port, tmp_path, "jobs").output


def test_an_unknown_game_ends_with_status_2() -> None:
    assert CliRunner().invoke(sim, ["--game", "whist"]).exit_code == 2


@pytest.mark.parametrize("command_line", [["--game", "wuhan", "--seed", "3", "--speed", "500"]])
def test_a_simulated_table_can_be_opened_until_ctrl_c(
    command_line: list[str], tmp_path: Path
) -> None:
    program = "import sys; from kiosk.commands.sim import sim; sim(sys.argv[1:])"
    with subprocess.Popen(
        [sys.executable, "-c", program, *command_line],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        with open_table(
            line.split("port ")[1].strip(), journal=tmp_path / "j", wait_s=PATIENCE_S
        ) as client:
            client.next_hand(tiles=136).wait(PATIENCE_S)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
