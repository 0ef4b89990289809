"""A place made wrong is noticed by the tests that run through it, and told where none does."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.soak import mutant_trials
from tests.soak.mutant_trials import ROOMS, alive
from tests.soak.mutants import Mutant, draw, mutants, parsed


@pytest.fixture(autouse=True)
def _nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant_trials, "KEPT", tmp_path)


def mutant_of(room: str, words: str) -> Mutant:
    """Return the mutant of *room* that is told in *words*."""
    return next(one for one in mutants(room) if words in one.words)


def survivors(mutant: Mutant, tests: str) -> Iterable[Mutant]:
    return alive([mutant], {mutant.folder: [tests]})


def test_a_wrong_sign_in_a_settlement_is_noticed() -> None:
    wrong = mutant_of("rules/settle", "pot -= row.amount > pass")
    assert survivors(wrong, "tests/rules/settle/test_settlement.py") == []


def test_what_no_test_looks_at_is_told() -> None:
    unseen = mutant_of("rules/settle", "pot -= row.amount > pass")
    assert survivors(unseen, "tests/soak/test_figures.py") == [unseen]


def test_every_mutant_is_another_program_and_leaves_no_trace() -> None:
    file = "rules/settle/settlement.py"
    sources = [ast.unparse(parsed(file)[0]), *(one.source for one in mutants("rules/settle"))]
    assert len(set(map(ast.dump, map(ast.parse, sources)))) == len(sources)
    assert ast.unparse(parsed(file)[0]) == sources[0]


def test_every_room_has_its_share_of_the_draw() -> None:
    sample = draw(50, ROOMS)
    assert {one.folder for one in sample} == set(ROOMS)
    assert len(sample) == len(set(sample)) == 50
