"""A kiosk with the real rules and ledger, a machine and a camera that do as the test says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
