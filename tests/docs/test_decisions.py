"""The decision notes are short, numbered, listed, and say how they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "decisions"
MOVED = {"044", *(f"{number:03d}" for number in range(49, 61))}
"""Notes that went into the vision notes."""
NOTES = sorted(note for note in FOLDER.glob("[0-9]*.md") if note.name[:3] not in MOVED)


def test_notes_are_numbered_without_gaps() -> None:
    numbers = {note.name[:3] for note in NOTES} | MOVED
    assert numbers == {f"{number:03d}" for number in range(1, len(NOTES) + len(MOVED) + 1)}


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.stem)
def test_a_note_says_context_choice_and_cost_in_twenty_lines(note: Path) -> None:
    text = note.read_text("utf-8")
    title, _, state, *_ = text.splitlines()
    assert title.startswith(f"# {note.name[:3]} ")
    assert re.match(r"State: (accepted|superseded|withdrawn)\b.*\.$", state)
    assert [text.count(f"**{part}**: ") for part in ("Context", "Choice", "Cost")] == [1, 1, 1]
    assert len(text.splitlines()) <= 20


def test_the_list_has_every_note_with_its_title_and_state() -> None:
    states = {
        (number, title): state
        for number, title, state in re.findall(
            r"^\| (\d{3}) \| \[(.*?)\]\(.*?\) \| (\w+)",
            (FOLDER / "README.md").read_text("utf-8"),
            re.M,
        )
    }
    texts = {note.name[:3]: note.read_text("utf-8") for note in NOTES}
    assert states == {
        (number, text.splitlines()[0][6:]): text.split("State: ")[1].split()[0].strip(".;:")
        for number, text in texts.items()
    }
