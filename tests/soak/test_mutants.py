"""A place made wrong is noticed by its room's tests, and told where no test looks."""

from __future__ import annotations

import ast
import random
from pathlib import Path

from tests.soak.mutants import ROOMS, Mutant, Trial, draw, mutants
from tools.bootstrap import ROOT


def mutant_of(room: str, words: str) -> Mutant:
    """Return the mutant of *room* that is told in *words*."""
    return next(one for one in mutants(room) if words in one.source()[1])


def test_a_wrong_sign_in_a_settlement_is_noticed(tmp_path: Path) -> None:
    wrong = mutant_of("rules/settle", "pot -= row.amount > pot += row.amount")
    assert Trial(tmp_path, {"rules/settle": ("tests/rules/settle",)}).survivor(wrong) == ""


def test_what_no_test_looks_at_is_told_with_its_place(tmp_path: Path) -> None:
    trial = Trial(tmp_path, {"rules": ("tests/soak/test_figures.py",)})
    words = trial.survivor(mutant_of("rules", "rules/tiles.py"))
    assert words.startswith("rules/tiles.py:")


def test_every_mutant_of_a_room_is_another_program() -> None:
    file = "rules/settle/settlement.py"
    sources = [one.source()[0] for one in mutants("rules/settle")]
    assert len({ast.unparse(ast.parse((ROOT / file).read_text("utf-8"))), *sources}) > len(sources)


def test_every_room_has_its_share_of_the_draw() -> None:
    drawn = draw(50, random.Random(1))
    assert {str(Path(one.file).parent) for one in drawn} == set(ROOMS)
    assert len(drawn) == len(set(drawn)) == 50
