"""The public cases: from the shared folder beside the checkout, or from the copy in `tests/data`."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rules

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "cases"
COPY = ROOT / "tests" / "data" / "cases"


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
    out = []
    for field in ("net", "prize_net", "ranking"):
        if field in expect and got.get(field) != expect[field]:
            out.append(f"{field} {expect[field]} expected, got {got.get(field)}")
    entries = {str(entry["seat"]): entry for entry in got["wins"] + got.get("losers", [])}
    for seat, ids in expect.get("items", {}).items():
        have = Counter(item["id"] for item in entries[seat]["items"])
        if set(ids) != set(have):
            out.append(f"items of seat {seat}: {ids} expected, got {sorted(have)}")
    for seat, score in expect.get("score", {}).items():
        if entries[seat]["score"] != score:
            out.append(f"score {score} expected, got {entries[seat]['score']}")
    for field, value in expect.get("next", {}).items():
        if got["next"][field] != value:
            out.append(f"next.{field} {value} expected, got {got['next'][field]}")
    return out


def cases(ruleset: str) -> list[Case]:
    """Return the cases of a game, each as often as its file has it."""
    folder = SHARED if SHARED.is_dir() else COPY
    lines = (folder / f"{ruleset}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Case(row["id"], ruleset, row) for row in rows if "meta" not in row]
