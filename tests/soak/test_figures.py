"""Figures are told in tables that a person can read."""

from __future__ import annotations

import pytest

from tests.soak.figures import format_value, lines


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.98765, "0.9877"),
        (12345.6, "12,346"),
        (2000, "2,000"),
        (True, "True"),
        ("ja", "ja"),
        ({"right": 531, "of": 538}, "98.70 % (531 of 538)"),
        ({"right": 9, "of": 10, "interval": [0.6, 0.98]}, "90.00 % (9 of 10, 95 %: 60.0–98.0)"),
        ({"right": 0, "of": 0}, "none"),
        (["1m>2m"], "1: 1m>2m"),
        (list("abcdefgh"), "8: a b c d e f …"),
    ],
)
def test_a_value_has_as_many_figures_as_it_deserves(value: object, text: str) -> None:
    assert format_value(value) == text


def test_groups_come_after_the_plain_figures() -> None:
    figures = {"frame": {"median_ms": 41.25}, "hands": 2000, "tiles": {"right": 1, "of": 2}}
    assert list(lines(figures, "all")) == [
        "all",
        "  hands" + " " * 13 + "2,000",
        "  tiles  50.00 % (1 of 2)",
        "all: frame",
        "  median_ms  41.25",
    ]


def test_groups_that_tell_the_same_stand_side_by_side() -> None:
    figures = {"riichi": {"per_s": 5210.4, "hands": 20}, "wuhan": {"per_s": 812.0, "hands": 20}}
    assert list(lines(figures, "games")) == [
        "games",
        "          per_s  hands",
        "  riichi  5,210     20",
        "  wuhan     812     20",
    ]
