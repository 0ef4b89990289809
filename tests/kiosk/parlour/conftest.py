"""One PostgreSQL for all tests of a run, a new database for each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tests.conftest import IN_CI
from tests.postgres import Server, find_programs
from tools.bootstrap import apt_line

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Yield a running PostgreSQL; without its programs, skip, and fail in CI."""
    folder = find_programs()
    if folder is None:
        without = pytest.fail if IN_CI else pytest.skip
        without(f"no PostgreSQL: run `{apt_line('postgresql')}` as root")
    running = Server(folder)
    yield running
    running.remove()


@pytest.fixture
def database(server: Server) -> str:
    """Return the name of a new, empty database."""
    name = f"parlour_{next(NUMBERS)}"
    server.database(name)
    return name


@pytest.fixture
def url(server: Server, database: str) -> str:
    """Return the address of a new, empty database."""
    return server.url(name=database)
