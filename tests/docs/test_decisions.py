"""The decision notes are short, numbered and listed."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "decisions"
NOTES = sorted(FOLDER.glob("[0-9]*.md"))


def test_notes_are_numbered_without_gaps() -> None:
    assert [note.name[:4] for note in NOTES] == [f"{n:03d}-" for n in range(1, len(NOTES) + 1)]


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.stem)
def test_a_note_says_context_choice_and_cost_in_fifteen_lines(note: Path) -> None:
    text = note.read_text("utf-8")
    title, *_ = text.splitlines()
    assert title.startswith(f"# {note.name[:3]} ")
    assert [text.count(f"**{part}**: ") for part in ("Context", "Choice", "Cost")] == [1, 1, 1]
    assert len(text.splitlines()) <= 15
    assert f"]({note.name})" in (FOLDER / "README.md").read_text("utf-8")
