"""The reference board in C, compiled once for all tests of this folder, and a host that is up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hw_sim.board.c_schedule import on_desk
from tests.hw_sim.c_board import CompiledBoard, compiled
from tests.hw_sim.virtual_host import VirtualHost


@pytest.fixture(scope="package")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled board."""
    return compiled(tmp_path_factory.mktemp("board"))


@pytest.fixture
def board(program: Path) -> Iterator[CompiledBoard]:
    """Yield a board in its first life."""
    with CompiledBoard(program, 1) as running:
        yield running


@pytest.fixture
def host(board: CompiledBoard) -> VirtualHost:
    """Return a host that has reached *board*."""
    caller = VirtualHost(on_desk(board), 1)
    assert caller.wait_up(5)
    return caller
