"""The tables that the program knows stand in the pages as they are in the program."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
_spec = importlib.util.spec_from_file_location("tables", DOCS / "tables.py")
assert _spec is not None
assert _spec.loader is not None
tables = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tables)


@pytest.mark.parametrize("page", tables.pages(), ids=lambda page: page.stem)
def test_a_page_tells_what_the_program_has(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == tables.fill_tables(text), "run `python docs/tables.py`"


def test_every_table_stands_in_a_page() -> None:
    placed = {
        place[2]
        for page in tables.pages()
        for place in tables.PLACE.finditer(page.read_text("utf-8"))
    }
    assert placed == set(tables.TABLES)
