"""Figures are told in tables that a person can read."""

from __future__ import annotations

import pytest

from tools.figures import lines, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.98765, "0.9877"), (12345.6, "12,346"), (2000, "2,000"), (True, "True"), ("ja", "ja")],
)
def test_a_value_has_as_many_figures_as_it_deserves(value: object, text: str) -> None:
    assert shown(value) == text


def test_groups_come_after_the_plain_figures_and_rows_stand_in_columns() -> None:
    figures = {
        "games": [{"game": "riichi", "per_s": 5210.4}, {"game": "wuhan", "per_s": 812.0}],
        "hands": 2000,
        "frame": {"median_ms": 41.25},
    }
    assert list(lines(figures, "all")) == [
        "all",
        "  hands  2,000",
        "all: games",
        "  game    per_s",
        "  riichi  5,210",
        "  wuhan     812",
        "all: frame",
        "  median_ms  41.25",
    ]
