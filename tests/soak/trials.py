"""`make soak`: the figures of `protocol.md` §8 and `kiosk.md` §3 at their full length.

Exit status 1 where one of them is not reached.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from tests.rules.work import MOST_CALLS
from tests.soak import (
    api_calls,
    board,
    chips,
    damage,
    hands,
    ledger,
    link,
    mutant_trials,
    nonsense,
    parlour,
    play,
    played_sittings,
    power_cuts,
    silences,
    sittings,
    slow_records,
    stops,
    two_sets,
)
from tests.soak.figures import lines

PARTS: Final[dict[str, Callable[[float], dict[str, Any]]]] = {
    "frames at 1 % corruption": lambda part: link.frames(int(1e6 * part), link.NOISY),
    "frames at 10 % corruption": lambda part: link.frames(
        int(1e5 * part), link.WORSE, link.STUBBORN
    ),
    "damaged frames": lambda part: link.damaged_frames(int(1e7 * part)),
    "schedules": lambda part: link.schedules(int(1e4 * part)),
    "replugs": lambda part: link.replugs(int(1e3 * part)),
    "silences and restarts": lambda part: dict(silences.measure(int(1e3 * part))),
    "latency": lambda part: link.latency_under_load(int(5e3 * part)),
    "emergency stops": lambda part: link.estops(int(500 * part)),
    "emergency stops in virtual time": lambda part: dict(stops.measure(int(2e3 * part))),
    "random bytes": lambda part: link.fuzz(int(1e7 * part)),
    "random bytes and forged frames": lambda part: dict(nonsense.measure(int(1e7 * part))),
    "random bytes for the board in C": lambda part: board.noise(int(1e7 * part)),
    "schedules of the board in C": lambda part: board.schedules(int(2e3 * part)),
    "power cuts of an emulated chip": lambda part: chips.power_cuts(int(1e3 * part)),
    "jobs of an emulated chip": lambda part: chips.operations(int(1e4 * part)),
    "updates of an emulated chip": lambda part: chips.updates(int(100 * part)),
    "builds with 1 % faults": lambda part: dict(hands.measure(int(1e4 * part))),
    "hands with two sets and 1 % faults": lambda part: dict(two_sets.measure(int(1e4 * part))),
    "made-up calls of the interface": lambda part: dict(api_calls.measure(int(200 * part) or 1)),
    "riichi beside RiichiEnv": lambda part: play.beside_riichienv(int(1e4 * part)),
    "riichi for three beside RiichiEnv": lambda part: play.beside_riichienv(int(3e3 * part), 3),
    "riichi beside majiang-core": lambda part: play.beside_majiang(int(2e3 * part)),
    "hands that are played": lambda part: play.hands(int(1e4 * part)),
    "slow records": lambda part: slow_records.measure(int(1e4 * part)),
    "kiosk kills over HTTP": lambda part: ledger.kills(int(500 * part)),
    "sittings with faults": lambda part: sittings.sittings(int(1e3 * part) or 1),
    "sittings that are played": lambda part: played_sittings.sittings(int(30 * part) or 1),
    "power cuts": lambda part: power_cuts.power_cuts(int(2e4 * part)),
    "power cuts of a careless ledger": lambda part: power_cuts.careless(int(2e3 * part)),
    "first starts cut off": lambda part: power_cuts.first_starts(int(2e4 * part)),
    "copies cut off": lambda part: power_cuts.copies(int(2e3 * part)),
    "restores cut off": lambda part: power_cuts.restores(int(2e3 * part)),
    "texts cut off": lambda part: power_cuts.texts(int(2e3 * part)),
    "disks without room": lambda part: ledger.full_disks(int(200 * part)),
    "damaged ledgers": lambda part: damage.damage(int(1e3 * part)),
    "clocks that are set": lambda part: damage.clocks(int(1e3 * part)),
    "kiosks at one table in a file": lambda part: parlour.on_file(int(250 * part)),
    "database crashes": lambda part: parlour.database_crashes(int(50 * part), 1_000),
    "ledgers of earlier versions": lambda _: damage.upgrades(),
    "exports and imports": lambda part: damage.round_trips(int(50 * part) or 1),
    "hands over HTTP": lambda part: ledger.many_hands(int(1e4 * part)),
    "mutants": lambda part: mutant_trials.measure(int(400 * part)),
}
"""Each run at the *part* of its full length."""

IN_ORDER: Final[dict[str, float]] = {"lost": 0, "doubled": 0, "reordered": 0}
ONE_HISTORY: Final[dict[str, float]] = {
    "lost": 0,
    "doubled": 0,
    "histories_not_whole": 0,
    "loser_sees_the_new_state_worst_s": 1,
}
ONE_CONNECTION: Final = 2
"""Descriptors of a ledger's connection; two threads that once ask at the same moment leave one."""
LIMITS: Final[dict[str, dict[str, float]]] = {
    "frames at 1 % corruption": IN_ORDER,
    "frames at 10 % corruption": IN_ORDER,
    "damaged frames": {"accepted": 0},
    "schedules": {"run_twice": 0, "told_otherwise_than_it_was": 0},
    "replugs": {
        "seen_worst_ms": 500,
        "usable_worst_ms": 2_000,
        "more_threads": 0,
        "more_descriptors": 0,
        "more_memory_kib": 2_048,
    },
    "silences and restarts": {
        "missed_worst_ms": 2_500,
        "usable_worst_ms": 2_000,
        "usable_after_restart_worst_ms": 5_000,
    },
    "latency": {"calm_p99_ms": 10},
    "emergency stops": {"p99_ms": 100},
    "emergency stops in virtual time": {"worst_ms": 50},
    "random bytes": {"good_frames_missed": 0, "times_the_table_moved": 0},
    "random bytes and forged frames": {},  # a board that is harmed ends the run with an error
    "random bytes for the board in C": {"counted_otherwise": 0, "deaf": 0},
    "schedules of the board in C": {},  # a motion that begins twice ends the run with an error
    "power cuts of an emulated chip": {"twice": 0, "wrong": 0},
    "jobs of an emulated chip": {"not_done": 0, "differing": 0},
    "updates of an emulated chip": {"wrong": 0},
    "made-up calls of the interface": {},  # an answer not as described ends the run with an error
    "riichi beside RiichiEnv": {"differing": 0},
    "riichi for three beside RiichiEnv": {"differing": 0},
    "riichi beside majiang-core": {"differing": 0},
    "hands that are played": dict.fromkeys(play.WRONG, 0),
    "slow records": {"most_calls": MOST_CALLS},
    "hands with two sets and 1 % faults": {"run_twice": 0},  # one unexplained ends the run
    "builds with 1 % faults": {},  # a tile lost or a stop unexplained ends the run with an error
    "kiosk kills over HTTP": {"lost": 0, "doubled": 0, "ledgers_not_whole": 0, "ready_worst_s": 3},
    "sittings with faults": {"disagreements": 0, "minutes": 5},
    "sittings that are played": {"disagreements": 0},
    "power cuts": {"lost": 0, "doubled": 0, "broken": 0},
    "power cuts of a careless ledger": {"unnoticed": 0},
    "first starts cut off": {"broken": 0},
    "copies cut off": {"lost": 0, "broken": 0},
    "restores cut off": {"lost": 0, "broken": 0},
    "texts cut off": {"lost": 0, "broken": 0},
    "disks without room": {
        "unclear": 0,
        "half_written": 0,
        "lost": 0,
        "doubled": 0,
        "ledgers_not_whole": 0,
    },
    "damaged ledgers": {"silent": 0, "not_restored": 0},
    "clocks that are set": {
        "out_of_order": 0,
        "durations_below_zero": 0,
        "newest_backup_not_first": 0,
        "ledgers_not_whole": 0,
    },
    "kiosks at one table in a file": ONE_HISTORY,
    "database crashes": {"lost": 0, "doubled": 0, "hand_worst_s": 1, "drained_s": 30},
    "ledgers of earlier versions": {"changed": 0, "without_backup": 0, "downgrades_taken": 0},
    "exports and imports": {"differing": 0},
    "hands over HTTP": {
        "memory_growth_percent": 10,
        "more_threads": 0,
        "more_descriptors": ONE_CONNECTION,
        "kb_a_hand": 3,
        "page_p95_ms": 100,
    },
    "mutants": {"alive_percent": 5},
}
"""What no figure may be above."""


def missed(name: str, figures: dict[str, Any]) -> list[str]:
    """Return what of the run *name* is above its limit, in words."""
    if "not_run" in figures:
        return [f"{name}: not run, {figures['not_run']}"]
    return [
        f"{name}: {what} is {figures[what]}, at most {limit:g}"
        for what, limit in LIMITS[name].items()
        if figures[what] > limit
    ]


def main(arguments: Sequence[str]) -> int:
    """Run what *arguments* name (all without), print the figures; return 1 where one is missed."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make soak")
    parser.add_argument("--only", choices=PARTS, help="run one part")
    parser.add_argument("--part", type=float, default=1.0, help="so much of the full length")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also keep the figures here")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)  # faults are brought about by the thousand
    results, problems = {}, []
    for name in [options.only] if options.only else PARTS:
        results[name] = PARTS[name](options.part)
        print("\n".join(lines(results[name], name)), flush=True)
        problems += missed(name, results[name])
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print("\n".join(problems or ["every figure is reached"]))
    return 1 if problems else 0
