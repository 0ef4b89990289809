"""Five and more people play unattended: their hands are told by touch, or read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli import main
from kiosk.demo.players import service_in, simulated_world
from kiosk.demo.touch import TouchDemo
from kiosk.settings import Settings
from kiosk.table.port import Link
from tests.kiosk.test_one_hand import wait_until


def demo(path: Path, *how: str) -> tuple[int, str]:
    """Return exit status and what `jantaku demo` prints."""
    result = CliRunner().invoke(main, ["demo", "--data", str(path), *how])
    return result.exit_code, result.output


@pytest.mark.parametrize("game", ["five-player-1", "five-player-2", "zero-rule"])
def test_hands_of_five_are_told_and_settled(game: str, tmp_path: Path) -> None:
    status, output = demo(tmp_path, "--game", game, "--hands", "8", "--seed", "5", "--touch")
    assert status == 0, output
    assert "the machine serves 4 sides" in output
    assert output.count("told by touch") == 8
    assert "nobody wins" in output
    assert "8 of 8 hands read and settled as they lay" in output


def test_a_cable_that_comes_off_before_the_dice_is_waited_for(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    world = simulated_world(settings, seed=5, speed=400.0)
    service = service_in(world, settings)
    try:
        wait_until(service, lambda view: view.table.link is Link.ONLINE)
        world.machine.unplug()
        with ThreadPoolExecutor(1) as people:
            hands = people.submit(list, TouchDemo(world, service, "zero-rule", 5).play(1))
            wait_until(service, lambda view: view.table.link is Link.LOST)
            world.machine.plug_in()
            assert [hand.differences for hand in hands.result()] == [()]
    finally:
        service.close()


def test_a_hand_that_was_told_wrongly_is_found(tmp_path: Path) -> None:
    status, output = demo(
        tmp_path, "--game", "zero-rule", "--hands", "2", "--plant", "1", "--touch"
    )
    assert status == 1
    assert "differs: " in output


def test_the_camera_reads_the_hands_of_five(tmp_path: Path) -> None:
    status, output = demo(tmp_path, "--game", "zero-rule", "--hands", "2", "--seed", "5")
    assert status == 0, output
    assert output.count("tiles read") == 2
    assert "2 of 2 hands read and settled as they lay" in output
