from __future__ import annotations

import pytest

from tools.dealt_hands import CATALOGUE
from tools.settlement_digests import differing_parts


@pytest.fixture(scope="module")
def differing() -> dict[str, list[str]]:
    return differing_parts(list(CATALOGUE), 1)


@pytest.mark.parametrize("game", CATALOGUE)
def test_cases_and_first_generated_records_settle_as_they_were(
    game: str, differing: dict[str, list[str]]
) -> None:
    assert differing[game] == []
