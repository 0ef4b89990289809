from __future__ import annotations

from typing import Any

import pytest

from kiosk.web.actions.review import parse_fact
from kiosk.web.views.review import fact_text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("bool", True),
        ("bool", False),
        ("int", 4),
        ("seat", 2),
        ("seats", [0, 3]),
        ("ints", [0, 2, 1]),
        ("tiles", "12a3f"),
        ("tile_rows", ["12a3f", "", "1a"]),
        ("tile_rows", [""]),
        ("text", "fell_on_floor"),
    ],
)
def test_a_fact_comes_back_from_its_form_as_it_was(kind: str, value: Any) -> None:
    assert parse_fact(fact_text(value), kind) == value


@pytest.mark.parametrize("kind", ["int", "ints", "seat", "seats"])
def test_a_number_is_wanted(kind: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        parse_fact("many", kind)


def test_an_empty_field_says_nothing() -> None:
    assert parse_fact("", "tile_rows") is None
