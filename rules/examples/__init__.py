"""Hands that show what an element is: one record for each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def examples(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the records of hands of the game *name* by the element that each shows."""
    path = files(__name__) / f"{name}.json"
    if not path.is_file():
        return {}
    records: dict[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return records
