"""The protocol's test vectors are what the program makes, and say everything that it can say."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from firmware_bridge.wire.messages import MESSAGES

DOCS = Path(__file__).resolve().parents[2] / "docs"
_spec = importlib.util.spec_from_file_location("vectors", DOCS / "vectors.py")
assert _spec is not None
assert _spec.loader is not None
vectors = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(vectors)


def test_the_vectors_are_what_the_program_makes() -> None:
    text = vectors.FILE.read_text("utf-8")
    assert text == vectors.regenerate(text), "run `python docs/vectors.py`"


def test_every_message_is_among_the_vectors() -> None:
    document = json.loads(vectors.FILE.read_text("utf-8"))
    assert [line["message"] for line in document["messages"]] == [
        kind.__name__ for kind in MESSAGES
    ]


def test_in_the_conversation_a_job_runs_to_its_end_and_a_stale_one_is_refused() -> None:
    lines = json.loads(vectors.FILE.read_text("utf-8"))["conversation"]
    ends = {line["fields"]["state"] for line in lines if line.get("message") == "JobReport"}
    refusals = [line["fields"]["code"] for line in lines if line.get("message") == "Refused"]
    assert ends == {1, 2, 3}
    assert refusals == [802]
