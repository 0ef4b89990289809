"""Choose a hand for every element of every game: `python -m tools.make_examples [GAME …]`.

The hands come from the public cases, from generated records, and where an element is too rare for
both from `tools/rare_hands.jsonl`. Of those that show an element the plainest is kept, without
what changes nothing. `rules/examples` holds them.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator
from typing import Any, Final

import rules
from tools.bootstrap import ROOT
from tools.generated_records import case_records, generated_record

FOLDER: Final = ROOT / "rules" / "examples"
RARE: Final = ROOT / "tools" / "rare_hands.jsonl"
RECORDS: Final = 4000
"""Generated records looked at for each game."""
Data = dict[str, Any]
Rank = tuple[bool, int, int]


def elements_of(record: Data) -> list[str]:
    """Return what counts in *record*; of tiles only where one seat has won."""
    answer: Any = rules.settle_json(record)
    entries = [*answer.get("wins", ())]
    if "play" in record:
        entries += answer.get("losers", ())
    elif len(entries) != 1:
        return []
    return [item["id"] for one in entries for item in one["items"]]


def candidates(name: str) -> Iterator[Data]:
    """Yield the records from which the examples of the game *name* are chosen."""
    yield from case_records(name, sound=True)
    yield from (generated_record(name, place) for place in range(RECORDS))
    rare = map(json.loads, RARE.read_text(encoding="utf-8").splitlines())
    yield from (record for record in rare if record["ruleset"] == name)


def rank_of(record: Data, elements: list[str]) -> Rank:
    """Return how plain *record* is, the plainest least: as usual, little counts, short."""
    lying = (*record.get("seats", ()), *record.get("wins", ()))
    size = sum(len(one.get(name, ())) for one in lying for name in ("melds", "declared", "marks"))
    carries = sum(map(bool, record.get("state", {}).get("carry", {}).values()))
    size += carries + len(str(record.get("play", "")))
    return bool(record.get("options")), len(elements), size


def plain(record: Data) -> Data:
    """Return *record* without what changes nothing of who pays what for which elements."""
    settlement = _settle(record)
    plainest = record
    for place in range(len(_parts(plainest))):
        for field in list(_parts(plainest)[place]):
            shorter = copy.deepcopy(plainest)
            del _parts(shorter)[place][field]
            if _settle(shorter) == settlement:
                plainest = shorter
    return {key: one for key, one in plainest.items() if one not in ({}, [])}


def _settle(record: Data) -> Data:
    """Return the settlement of *record* without what the next hand begins with."""
    answer: Any = rules.settle_json(record)
    return {key: one for key, one in answer.items() if key != "next"}


def _parts(record: Data) -> list[Data]:
    """Return the objects in *record* of which something may be left out."""
    single = (record[name] for name in ("state", "deal", "play") if name in record)
    return [*single, *record.get("seats", ()), *record.get("wins", ())]


def examples(name: str) -> dict[str, Data]:
    """Return the plainest hand for each element of the game *name* that any of them shows."""
    best: dict[str, tuple[Rank, Data]] = {}
    for record in candidates(name):
        elements = elements_of(record)
        rank = rank_of(record, elements) if elements else None
        for element in elements:
            if rank and (element not in best or rank < best[element][0]):
                best[element] = (rank, record)
    ids = [element.id for element in rules.ruleset(name).elements]
    return {element: plain(best[element][1]) for element in ids if element in best}


def main(names: list[str]) -> None:
    """Write the examples of the games *names*, of all where none is named."""
    for name in names or rules.rulesets():
        by_element = examples(name)
        lines = (
            f"{json.dumps(element)}: {json.dumps(record, ensure_ascii=False)}"
            for element, record in by_element.items()
        )
        text = "{\n" + ",\n".join(lines) + "\n}\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        lacking = [one.id for one in rules.ruleset(name).elements if one.id not in by_element]
        print(f"{name}: {len(by_element)}", *lacking, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
