"""The programs that the tests run, each compiled once in a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from hw_sim.emulated.firmware import NOTED, PATIENT, Program, compile_program


@pytest.fixture(scope="session")
def m3(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return the firmware of the emulated Cortex-M3, which tells what it writes."""
    return compile_program("mps2", tmp_path_factory.mktemp("m3"), (*PATIENT, *NOTED))


@pytest.fixture(scope="session")
def slow_m3(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return that firmware where a page of its memory takes half a second to be written."""
    defines = (*PATIENT, *NOTED, "-DPAGE_MS=500")
    return compile_program("mps2", tmp_path_factory.mktemp("slow"), defines)


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return the firmware of the button box for the same chip."""
    return compile_program("mps2-box", tmp_path_factory.mktemp("box"), PATIENT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where a client keeps its journal."""
    return tmp_path
