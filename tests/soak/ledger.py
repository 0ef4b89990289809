"""The ledger's long trials over HTTP (`kiosk.md` §3): kills (L1), full disks (L3), many hands (L9).

Each function takes how long, and returns what was counted. `make soak` runs them at full length,
`make bench` and the tests in short.
"""

from __future__ import annotations

import http.client
import json
import random
import resource
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import TickingClock
from tests.soak.kiosk_process import HAND, KioskProcess, new_token

Figures = dict[str, Any]

DRAWN: Final[tuple[dict[str, Any], ...]] = (
    {"do": "start_play"},
    {"do": "call_draw"},
    {"do": "settle"},
    {"do": "confirm_hand"},
)
"""The shortest hand, for trials of the ledger and not of the rules."""
PAGES: Final = ("/", "/ledger/", "/history/", "/history/players/p1")
LOOKS: Final = 4
"""Hands between two looks at the pages."""
LOOKS_AT_REST: Final = 5
"""A copy of the ledger may be in the making at one of them."""
SESSION: Final = 16
"""Hands that people play before they end."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One command under the name by which it is known when it is sent again."""

    op: str
    command: dict[str, Any]

    @property
    def counts(self) -> bool:
        """Return whether a hand counts by it."""
        return bool(self.command["do"] == "confirm_hand")


class Caller(KioskProcess):
    """A kiosk's process whose operations have names, and that can be killed."""

    def __init__(self, place: Path, life: int = 0, token: str = "") -> None:
        super().__init__(place, token)
        self.unanswered: Tap | None = None
        """What was sent last and not answered."""
        self._names = (f"life-{life:05}-{number:07}" for number in count(1))

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """End it as a power cut would end a program."""
        self._process.kill()

    def tap(self, command: dict[str, Any]) -> str:
        """Carry *command* out and return the operation's name once it was answered."""
        tap = Tap(next(self._names), command)
        self.send(tap)
        return tap.op

    def send(self, tap: Tap) -> None:
        """Carry *tap* out; it is known as unanswered until it was answered."""
        self.unanswered = tap
        self.call("POST", "/api/v1/commands", {"op": tap.op, "command": tap.command})
        self.unanswered = None


@contextmanager
def folder(inside: str | None = None) -> Iterator[Path]:
    """Yield a folder that is gone afterwards; *inside* another than the usual place."""
    with tempfile.TemporaryDirectory(prefix="jantaku-soak-", dir=inside) as name:
        yield Path(name)


def kills(times: int, seed: int = 1) -> Figures:
    """Kill the serving kiosk at random moments while hands are posted over HTTP (L1).

    The tap that got no answer is sent again to the next life, under its own name. Many kills are
    those of two kiosks side by side.
    """
    kiosks = 2 if times >= MANY else 1
    shares = [times // kiosks + (number < times % kiosks) for number in range(kiosks)]
    with ThreadPoolExecutor(kiosks) as pool:
        lives = list(pool.map(_lives, shares, range(seed, seed + kiosks)))
    ready = sorted(took for _, each in lives for took in each) or [0.0]
    counts = sum((one for one, _ in lives), Counter({"kills": times}))
    return {
        **{name: counts[name] for name in KILLED},
        "ready_worst_s": ready[-1],
        "ready_p50_s": ready[len(ready) // 2],
    }


MANY: Final = 50
KILLED: Final = ("kills", "events", "taps_sent_again", "lost", "doubled", "ledgers_not_whole")


def _lives(times: int, seed: int) -> tuple[Counter[str], list[float]]:
    """Return what *times* kills of one kiosk come to, and how soon it answered after each."""
    chance = random.Random(seed)
    ready: list[float] = []
    counts: Counter[str] = Counter()
    ops: list[str] = []
    with folder() as place:
        acknowledged: set[str] = set()
        unanswered: Tap | None = None
        token = new_token(place)  # one for all lives: a kiosk gives out a hundred at most
        for life in range(times):
            begin = time.perf_counter()
            kiosk = Caller(place, life, token)
            kiosk.call("GET", "/")
            if life:
                ready.append(time.perf_counter() - begin)
            else:
                kiosk.sit_down()
                acknowledged.add(_hand_drawn(kiosk, "table"))
            counts["taps_sent_again"] += unanswered is not None
            acknowledged |= _played_till_killed(kiosk, unanswered, chance.uniform(0.01, 0.4))
            unanswered = kiosk.unanswered
            ops = _ops_of(place / "ledger.sqlite")
            counts["doubled"] += len(ops) - len(set(ops))
            counts["lost"] += len(acknowledged - set(ops))
        counts["events"] = len(ops)
        counts["ledgers_not_whole"] = int(not verify(place / "ledger.sqlite").is_whole)
    return counts, ready


def _played_till_killed(kiosk: Caller, unanswered: Tap | None, after_s: float) -> set[str]:
    """Play until the kiosk is killed; return the operations that were answered as confirmed."""
    killer = threading.Timer(after_s, kiosk.kill)
    killer.start()
    confirmed: set[str] = set()
    try:
        if unanswered is not None:
            kiosk.send(unanswered)
            confirmed |= {unanswered.op} if unanswered.counts else set()
        while True:
            stage = json.loads(kiosk.call("GET", "/api/v1/state")[1])["stage"]
            confirmed.add(_hand_drawn(kiosk, stage))
    except (OSError, http.client.HTTPException):
        killer.join()
    kiosk.close()
    return confirmed


def _hand_drawn(kiosk: Caller, stage: str) -> str:
    """Play the shortest hand on from *stage*; return the operation that confirmed it."""
    return [kiosk.tap(command) for command in DRAWN[STEPS.get(stage, 0) :]][-1]


STEPS: Final = {"table": 0, "playing": 1, "outcome": 2, "review": 2, "settlement": 3}
"""Which command of the shortest hand comes next at each stage."""


def _ops_of(ledger: Path) -> list[str]:
    store = LedgerStore(ledger, TickingClock(), boot_id="look")
    try:
        return [entry.id for entry in store.entries()]
    finally:
        store.close()


def full_disks(times: int) -> Figures:
    """Take a serving kiosk's room on the disk away, and give it back (L3).

    The limit of its files is set from outside (`RLIMIT_FSIZE`), so it is the real one that fails.
    """
    tally = {"times": times, "refused": 0, "unclear": 0, "half_written": 0, "lost": 0, "doubled": 0}
    with folder() as place:
        ledger = place / "ledger.sqlite"
        kiosk = Caller(place)
        try:
            kiosk.sit_down()
            for _ in range(times):
                _without_room(kiosk, ledger, tally)
            ops = _ops_of(ledger)
        finally:
            kiosk.close()
        tally["lost"] = times + 1 - len(set(ops))
        tally["doubled"] = len(ops) - len(set(ops))
        whole = verify(ledger).is_whole
    return {**tally, "ledgers_not_whole": int(not whole)}


def _without_room(kiosk: Caller, ledger: Path, tally: Figures) -> None:
    """Play a hand whose Confirm finds no room the first time."""
    for command in DRAWN[:-1]:
        kiosk.tap(command)
    before = len(_ops_of(ledger))
    _limit_files(kiosk.pid, 1024)
    try:
        kiosk.tap(DRAWN[-1])
    except RuntimeError as error:
        tally["refused"] += 1
        tally["unclear"] += not any(code in str(error) for code in CLEAR)
        page = kiosk.call("GET", "/")[1]
        tally["unclear"] += b"<h1" not in page
    _limit_files(kiosk.pid, resource.RLIM_INFINITY)
    tally["half_written"] += len(_ops_of(ledger)) != before
    if kiosk.unanswered is not None:
        kiosk.send(kiosk.unanswered)


def _limit_files(pid: int, size: int) -> None:
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


CLEAR: Final = ("disk_full", "ledger_failed")
"""Refusals whose words say that the hand is not saved yet."""


def many_hands(hands: int) -> Figures:
    """Play *hands* hands over HTTP and watch the process (L9)."""
    with folder() as place:
        kiosk = Caller(place)
        try:
            kiosk.sit_down()
            warm = max(hands // 10, SESSION + 2)  # past the first backup
            took = _play_hands(kiosk, range(warm))
            first = _footprint(kiosk.pid, place)
            took += _play_hands(kiosk, range(warm, hands))
            last = _footprint(kiosk.pid, place)
        finally:
            kiosk.close()
    return {
        "hands": hands,
        "memory_growth_percent": 100 * (last["rss"] / first["rss"] - 1),
        "more_threads": last["threads"] - first["threads"],
        "more_descriptors": last["files"] - first["files"],
        "kb_a_hand": (last["bytes"] - first["bytes"]) / (hands - warm) / 1000,
        "page_p95_ms": sorted(took)[int(0.95 * len(took))],
    }


def _play_hands(kiosk: Caller, numbers: range) -> list[float]:
    """Play hands and return how many ms the pages took that people look at now and then."""
    took = []
    for number in numbers:
        _one_hand(kiosk, number)
        if number % LOOKS == 0:
            took += [kiosk.call("GET", page)[0] for page in PAGES]
    return took


def _one_hand(kiosk: Caller, number: int) -> None:
    """Play a hand; people start a new session from time to time."""
    if number and number % SESSION == 0:
        kiosk.tap({"do": "close_session"})
        kiosk.sit_down()
    for command in HAND:
        kiosk.tap(command)


def _footprint(pid: int, place: Path) -> Figures:
    """Return what the process and its ledger take while nothing is at work in it."""
    looks = []
    for _ in range(LOOKS_AT_REST):
        time.sleep(0.2)
        looks.append(_measure(pid, place))
    return min(looks, key=lambda one: (one["files"], one["threads"]))


def _measure(pid: int, place: Path) -> Figures:
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return {
        "rss": int(status["VmRSS"].split()[0]),
        "threads": int(status["Threads"]),
        "files": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "bytes": sum(path.stat().st_size for path in place.glob("ledger.sqlite*")),
    }
