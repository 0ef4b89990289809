"""Choose a won hand for every element of every game: `python -m tools.make_examples [GAME …]`.

The hands come from the public cases and from generated records; of those that show an element
the plainest is kept, without the tiles that change nothing. `rules/examples` holds them.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator
from typing import Any, Final

import rules
from rules.games import tile_games
from tools.bootstrap import ROOT
from tools.generated_records import case_records, generated_record

FOLDER: Final = ROOT / "rules" / "examples"
RECORDS: Final = 4000
"""Generated records looked at for each game; rarer elements have no example."""
Data = dict[str, Any]


def elements_of(record: Data) -> list[str]:
    """Return the elements of the only win of *record*; none where it is no such hand."""
    answer: Any = rules.settle_json(record)
    wins = answer.get("wins", ())
    return [item["id"] for item in wins[0]["items"]] if len(wins) == 1 else []


def candidates(name: str) -> Iterator[Data]:
    """Yield the records from which the examples of the game *name* are chosen."""
    yield from case_records(name, sound=True)
    yield from (generated_record(name, place) for place in range(RECORDS))


def plain(record: Data) -> Data:
    """Return *record* without what changes nothing of who pays what for which elements."""
    answer: Any = rules.settle_json(record)
    found = {key: one for key, one in record.items() if one not in ({}, [])}
    for seat in range(len(record["seats"])):
        for field in list(found["seats"][seat]):
            shorter = copy.deepcopy(found)
            del shorter["seats"][seat][field]
            if rules.settle_json(shorter) == answer:
                found = shorter
    return found


def examples(name: str) -> dict[str, Data]:
    """Return the plainest hand for each element of the game *name* that any of them shows."""
    best: dict[str, tuple[tuple[bool, int, int], Data]] = {}
    for record in candidates(name):
        held = elements_of(record)
        if not held:
            continue
        melds = sum(len(seat.get("melds", ())) for seat in record["seats"])
        rank = (bool(record.get("options")), len(held), melds)
        for element in held:
            if element not in best or rank < best[element][0]:
                best[element] = (rank, record)
    known = [element.id for element in rules.ruleset(name).elements]
    return {element: plain(best[element][1]) for element in known if element in best}


def main(names: list[str]) -> None:
    """Write the examples of the games *names*, of all where none is named."""
    for name in names or [game.id for game in tile_games()]:
        found = examples(name)
        lines = (
            f"{json.dumps(element)}: {json.dumps(record, ensure_ascii=False)}"
            for element, record in found.items()
        )
        text = "{\n" + ",\n".join(lines) + "\n}\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(found)} of {len(rules.ruleset(name).elements)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
