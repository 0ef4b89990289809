"""A kiosk with the real rules and ledger, a machine and a camera that do as the test says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.table.test_maintenance import Bench
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


@pytest.fixture
def parlour(tmp_path: Path) -> Iterator[Parlour]:
    """Yield a kiosk in its lobby."""
    place = Parlour(tmp_path / "ledger.sqlite")
    yield place
    place.service.close()


@pytest.fixture
def visitor(parlour: Parlour) -> Visitor:
    """Return someone who stands in the lobby."""
    return parlour.visitor()


@pytest.fixture
def bench(tmp_path: Path, parlour: Parlour) -> Iterator[Bench]:
    """Yield a simulated table that *parlour* has the service side of."""
    table = Bench(tmp_path)
    parlour.service.maintenance = table.maintenance
    yield table
    parlour.service.maintenance = None
    table.close()
