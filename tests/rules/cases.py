"""The public cases of `tests/data/cases`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rules

FOLDER = Path(__file__).parents[1] / "data" / "cases"


@dataclass(frozen=True)
class Case:
    """One case as the file has it."""

    id: str
    ruleset: str
    data: dict[str, Any]

    def misses(self) -> list[str]:
        """Return what of the expectation the engine's answer misses."""
        if self.data["kind"] == "break":
            return self._break_misses()
        return _differences(self.data["expect"], rules.settle_json(self.data["record"]))

    def _break_misses(self) -> list[str]:
        data = self.data
        got = rules.break_wall(
            self.ruleset, data.get("banker", 0), data["dice"], data.get("options")
        )
        return [f"{k}: {v}, got {got.get(k)}" for k, v in data["expect"].items() if got[k] != v]


def _differences(expect: dict[str, Any], got: dict[str, Any]) -> list[str]:
    if "error" in got or "error" in expect:
        code = got.get("error", {}).get("code")
        return [] if code == expect.get("error") else [f"{expect} expected, got {got}"]
    entries = {str(entry["seat"]): entry for entry in got["wins"] + got.get("losers", [])}
    ids = {seat: {item["id"] for item in entry["items"]} for seat, entry in entries.items()}
    scores = {seat: entry["score"] for seat, entry in entries.items()}
    wanted_ids = {seat: set(names) for seat, names in expect.get("items", {}).items()}
    fields = ("net", "prize_net", "ranking")
    totals: dict[str, Any] = {field: expect[field] for field in fields if field in expect}
    return [
        *_missing("", totals, got),
        *_missing("items of ", wanted_ids, ids),
        *_missing("score of ", expect.get("score", {}), scores),
        *_missing("next.", expect.get("next", {}), got["next"]),
    ]


def _missing(what: str, expected: Mapping[str, Any], got: Mapping[str, Any]) -> list[str]:
    return [
        f"{what}{name}: {value} expected, got {got.get(name)}"
        for name, value in expected.items()
        if got.get(name) != value
    ]


def cases(ruleset: str) -> list[Case]:
    """Return the cases of a game, each as often as its file has it."""
    lines = (FOLDER / f"{ruleset}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Case(row["id"], ruleset, row) for row in rows if "meta" not in row]
