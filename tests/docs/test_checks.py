"""Every check of `make check`, as a test: so `make test` runs them all, each once."""

from __future__ import annotations

import pytest

from tools.check_all import CHECKS, timed


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", CHECKS)
def test_check(name: str) -> None:
    status, output, _ = timed(CHECKS[name])
    assert status == 0, output
