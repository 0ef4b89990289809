"""Hold what 2,000 generated records of every game, and the public cases, are settled as.

The words of a refusal are free to get better: its code and its place are what is held.

`python -m tools.settlement_digests` compares with `tests/data/settlement-digests.json`;
`--against CHECKOUT` settles the same records with another checkout and prints the first that
differ; `--show GAME N` prints one record with its settlement; `--record` rewrites the file,
which only a change of behaviour that is meant has a reason for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tools.dealt_hands import CATALOGUE, DATA, Data
from tools.generated_records import case_records, generated_record

ROOT: Final = Path(__file__).parents[1]
DIGESTS: Final = DATA / "settlement-digests.json"
RECORDS: Final = 2000
BLOCK: Final = 50
"""Records behind one digest."""
SHOWN: Final = 3
"""How many records that differ are printed of a game."""
WORDS: Final = re.compile(
    rb'"message": "(?:[^"\\]|\\.)*", (?:"rule": "\w+", "values": \{[^}]*\}, )?'
)
"""What a refusal says, as it stands in a line of answer."""
SETTLE: Final = "from kiosk.cli import main; main(['settle', '--lines', '-'])"


def settle_lines(records: Sequence[Data], checkout: Path = ROOT) -> list[bytes]:
    """Return what `jantaku settle --lines` of *checkout* answers to *records*."""
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    answer = subprocess.run(
        [sys.executable, "-c", SETTLE],
        input=text.encode(),
        stdout=subprocess.PIPE,
        check=True,
        cwd=checkout,
        env=environment,
    )
    lines = answer.stdout.splitlines()
    if len(lines) != len(records):
        raise SystemExit(f"{len(lines)} answers to {len(records)} records")
    return [WORDS.sub(b"", line) for line in lines]


def digest(lines: Sequence[bytes]) -> str:
    """Return a short digest of *lines*."""
    return hashlib.sha256(b"\n".join(lines)).hexdigest()[:12]


def records_of(game: str, blocks: int) -> list[Data]:
    """Return the cases of *game* and *blocks* blocks of generated records."""
    records = [generated_record(game, place) for place in range(blocks * BLOCK)]
    return [*case_records(game, sound=False), *records]


def digests_of(game: str, lines: Sequence[bytes]) -> list[str]:
    """Return the digest of the cases' answers and one for each block of the others'."""
    cases = len(case_records(game, sound=False))
    starts = range(cases, len(lines), BLOCK)
    return [digest(lines[:cases]), *(digest(lines[at : at + BLOCK]) for at in starts)]


def all_digests(games: Sequence[str], blocks: int, checkout: Path = ROOT) -> dict[str, list[str]]:
    """Return the digests of *games*, all settled in one run of *checkout*."""
    records = {game: records_of(game, blocks) for game in games}
    lines = iter(settle_lines([one for rows in records.values() for one in rows], checkout))
    return {
        game: digests_of(game, list(islice(lines, len(rows)))) for game, rows in records.items()
    }


def differing_parts(games: Sequence[str], blocks: int) -> dict[str, list[str]]:
    """Return which parts of each of *games* are not settled as they are held."""
    digests = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return {
        game: [
            "the cases" if place == 0 else f"records {(place - 1) * BLOCK} to {place * BLOCK - 1}"
            for place, one in enumerate(parts)
            if one != digests[game][place]
        ]
        for game, parts in all_digests(games, blocks).items()
    }


def record_digests(games: Sequence[str], checkout: Path) -> None:
    """Rewrite the digests of *games* as *checkout* settles them; the others stay."""
    digests = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    digests |= all_digests(games, RECORDS // BLOCK, checkout)
    rows = (f"{json.dumps(game)}: {json.dumps(digests[game])}" for game in sorted(digests))
    DIGESTS.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def measure(game: str, blocks: int) -> None:
    """Print how many records of *game* settle, and which elements they reach or miss."""
    lines = settle_lines(records_of(game, blocks))[len(case_records(game, sound=False)) :]
    answers = [json.loads(line) for line in lines]
    codes = Counter(one["error"]["code"] for one in answers if "error" in one)
    hits = Counter(
        item["id"]
        for one in answers
        for entry in [*one.get("wins", ()), *one.get("losers", ())]
        for item in entry.get("items", ())
    )
    misses = [one for one in CATALOGUE[game]["elements"] if one not in hits]
    settlements = len(answers) - codes.total()
    print(f"{game}: {settlements / len(answers):.0%} settle; refused: {dict(codes)}")
    print(f"  {len(hits)} elements reached; never: {', '.join(misses) or 'none'}", flush=True)


def differences(game: str, blocks: int, other: Path) -> Iterator[str]:
    """Yield the records that *other* settles in another way."""
    records = records_of(game, blocks)
    pairs = zip(records, settle_lines(records), settle_lines(records, other), strict=True)
    cases = len(case_records(game, sound=False))
    for place, (record, here, there) in enumerate(pairs):
        if here != there:
            name = f"case {place}" if place < cases else f"record {place - cases}"
            text = json.dumps(record, ensure_ascii=False)
            yield f"{game}, {name}: {text}\n  here:  {here.decode()}\n  there: {there.decode()}"


def compare(games: Sequence[str], blocks: int, other: Path) -> int:
    """Print the first records that *other* settles in another way; return how many there are."""
    total = 0
    for game in games:
        reports = list(differences(game, blocks, other))
        total += len(reports)
        print("\n".join(reports[:SHOWN]), end="\n" * bool(reports))
        print(f"{game}: {len(reports)} differ", flush=True)
    return total


def check(games: Sequence[str], blocks: int) -> int:
    """Print what is not settled as it is held; return in how many parts."""
    parts_by_game = differing_parts(games, blocks)
    for game, parts in parts_by_game.items():
        for part in parts:
            print(f"{game}: {part} differ")
    total = sum(map(len, parts_by_game.values()))
    print(f"{total} parts of {len(games)} games differ")
    return total


def show(game: str, place: int, other: Path | None) -> None:
    """Print a generated record and its settlement."""
    record: Any = generated_record(game, place)
    print(json.dumps(record, ensure_ascii=False))
    for checkout in (ROOT, other):
        if checkout:
            print(settle_lines([record], checkout)[0].decode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", help="only these, with commas")
    parser.add_argument("--records", type=int, default=RECORDS, help="of each game")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--show", nargs=2, metavar=("GAME", "N"))
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args(arguments)
    games = options.games.split(",") if options.games else list(CATALOGUE)
    other = options.against and options.against.resolve()
    blocks = options.records // BLOCK
    if options.show:
        show(options.show[0], int(options.show[1]), other)
    elif options.measure:
        for game in games:
            measure(game, blocks)
    elif options.record:
        record_digests(games, other or ROOT)
    else:
        return bool(compare(games, blocks, other) if other else check(games, blocks))
    return 0


if __name__ == "__main__":
    sys.exit(main())
