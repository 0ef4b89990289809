"""Tiles, hand records, readings, scoring and payments: pure, without clock, I/O or chance."""

from __future__ import annotations

from rules.alternatives import Alternative, WhatElse, what_else, what_else_json
from rules.engine import break_wall, read, settle, settle_json
from rules.errors import JantakuError, Problem, RecordError, UnknownRulesetError
from rules.games import MODULES, ruleset
from rules.settle.settlement import Settlement
from rules.waits import Completion, Wait, waits, waits_json

__all__ = [
    "Alternative",
    "Completion",
    "JantakuError",
    "Problem",
    "RecordError",
    "Settlement",
    "UnknownRulesetError",
    "Wait",
    "WhatElse",
    "break_wall",
    "describe",
    "read",
    "ruleset",
    "rulesets",
    "settle",
    "settle_json",
    "waits",
    "waits_json",
    "what_else",
    "what_else_json",
]


def rulesets() -> tuple[str, ...]:
    """Return the ids of the games, in alphabetical order."""
    return tuple(sorted(MODULES))


def describe(name: str) -> dict[str, object]:
    """Return the catalogue entry of the game *name*; raise `UnknownRulesetError`."""
    return ruleset(name).describe()
