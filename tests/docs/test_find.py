"""The page "Where do I find …" names files that are there, and what stands in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    line
    for line in (ROOT / "docs" / "find.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and "`" in line
]


def text_at(path: Path) -> str:
    """Return the text of *path*, of a folder all its files'."""
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split(" | ")[0].strip("| "))
def test_what_a_row_names_is_there(row: str) -> None:
    spans = re.findall(r"`([^`]+)`", row)
    paths = [span for span in spans if "/" in span or span == "pyproject.toml"]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    text = "\n".join(text_at(ROOT / path) for path in paths)
    assert [name for name in spans if name not in paths and name not in text] == []
