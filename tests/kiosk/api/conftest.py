"""The same kiosk as the pages' tests have, and a program with a token."""

from __future__ import annotations

import pytest

from tests.kiosk.api.program import Program
from tests.kiosk.web.conftest import bench as bench
from tests.kiosk.web.conftest import parlour as parlour
from tests.kiosk.web.parlour import Parlour


@pytest.fixture
def program(parlour: Parlour) -> Program:
    """Return a program that may do everything."""
    return Program(parlour.app)
