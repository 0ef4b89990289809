"""How a score comes about in one line: reckoned in the head, shown only where it is true."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kiosk.web.views.explanation import Part, doubled_formula, formula
from rules.game import Doubling

HAN_AND_FU = Doubling("fu", "han", always=2, shares=(4, 6), rounded_to=100)


def times(factor: int) -> Part:
    """Return an element that multiplies."""
    return Part(1, "", Fraction(factor))


@pytest.mark.parametrize(
    ("parts", "score", "line"),
    [
        ([Part(6, ""), Part(6, "")], 12, "6 + 6 = 12"),
        ([times(2), times(2)], 4, "2 × 2 = 4"),
        ([Part(10, "hu"), Part(8, "hu"), Part(3, "fan")], 144, "(10 + 8) × 2³ = 144"),
        ([Part(4, "fan"), Part(1, "fan"), Part(1, "fan")], 64, "2⁴⁺¹⁺¹ = 64"),
        ([Part(3, "fan"), Part(2, "fan"), times(2)], 10, "(3 + 2) × 2 = 10"),
        ([Part(10, ""), Part(10, ""), times(2)], 20, "10 + 10 = 20"),
        ([Part(2, ""), Part(1, "", Fraction(3, 2))], 3, "2 × 1.5 = 3"),
        ([Part(10, "")], 10, ""),
        ([Part(7, ""), Part(7, "")], 15, ""),
        ([], 1, ""),
    ],
)
def test_a_score_is_reckoned_in_one_line(parts: list[Part], score: int, line: str) -> None:
    assert formula(parts, score) == line


def test_what_is_cut_off_by_a_limit_is_shown() -> None:
    parts = [Part(30, "hu"), Part(4, "fan")]
    assert formula(parts, 300, is_limited=True) == "30 × 2⁴ = 480 → 300"
    assert formula(parts, 300) == ""


@pytest.mark.parametrize(
    ("han", "fu", "score", "line"),
    [
        (3, 30, 5800, "30 × 2²⁺³ × 6 = 5,760 → 5,800"),
        (1, 50, 1600, "50 × 2²⁺¹ × 4 = 1,600"),
        (2, 30, 2000, "30 × 2²⁺² × 4 = 1,920 → 2,000"),
        (3, 30, 4000, "30 × 2²⁺³ = 960"),
        (0, 30, 0, ""),
    ],
)
def test_han_and_fu_give_the_base_points(han: int, fu: int, score: int, line: str) -> None:
    win = {"han": han, "fu": fu, "score": score}
    assert doubled_formula(HAN_AND_FU, win) == line
