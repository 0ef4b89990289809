from __future__ import annotations

import pytest

import rules
from tests.rules.cases import Case, cases

ALL = [case for ruleset in rules.rulesets() for case in cases(ruleset)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.id)
def test_public_case_is_settled_as_expected(case: Case) -> None:
    assert case.misses() == []
