"""Whether the tests notice a mutant: those that run through its lines first, the quickest first.

Each mutant is tried in a process forked from one that has loaded all but our own code, with the
mutated module in place of its file. Which tests run through which lines is kept, and so is what
was noticed: a run that was broken off goes on, and tries again only what no test has noticed.

`python -m tests.soak.mutant_trials --seed 7 --count 120 rules/settle` tries another draw, of some
rooms only.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import resource
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.metadata import entry_points
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final
from unittest import mock

import pytest

from tests.soak.known_mutants import HARMLESS
from tests.soak.mutants import Mutant, draw
from tools.bootstrap import ROOT

CASES: Final = "tests/rules/test_public_cases.py"
ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "rules/settle": ("tests/rules/settle", CASES),
    "rules/scoring": ("tests/rules/scoring", CASES),
    "kiosk/ledger": ("tests/kiosk/ledger",),
    "firmware_bridge/link": (
        "tests/firmware_bridge/link",
        "tests/firmware_bridge/test_client.py",
        "tests/hw_sim/board/test_uart.py",
    ),
    "firmware_bridge/jobs": ("tests/firmware_bridge/jobs", "tests/firmware_bridge/test_client.py"),
}
"""Folders whose code is mutated, and the tests that have to notice."""
KEPT: Final = ROOT / "build/mutants"

OURS: Final = frozenset(("rules", "firmware_bridge", "vision", "kiosk", "hw_sim", "tools", "tests"))
FORKS: Final = get_context("forkserver")
FORKS.set_forkserver_preload(
    [*(plugin.module for plugin in entry_points(group="pytest11")), "kiosk.cli", __name__]
)
OPTIONS: Final = (
    *("-q", "-x", "-n0", "-pno:cacheprovider", "--hypothesis-seed=0", "--timeout=180"),
    "-Wignore::pytest.PytestAssertRewriteWarning",  # the plugins are loaded before pytest begins
)
PATIENCE_S: Final = 3_600
"""No folder's tests take half as long on a busy machine; what takes longer hangs."""
PASSED: Final = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
MEMORY: Final = 4 << 30
"""Bytes that a mutant may take which never ends."""

Tests = Mapping[str, float]
"""Tests, and the seconds each took while it was watched, which is several times its own."""
Watched = dict[str, tuple[float, list[tuple[str, int]]]]
"""Of each test the seconds, and the lines that it ran through."""


class Chosen:
    """Runs only *tests*, quickest first."""

    def __init__(self, tests: Tests) -> None:
        """Choose *tests*."""
        self._tests = tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop and sort."""
        selection = [item for item in items if item.nodeid in self._tests]
        items[:] = sorted(selection, key=lambda item: self._tests[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Kill the process once the test works much longer than when it was watched."""
        limit_work(time.process_time() + 3 * self._tests[item.nodeid])


class Watch:
    """Keeps for each test how long it took and which lines of *folder* it ran through."""

    def __init__(self, folder: str) -> None:
        """Watch nothing yet."""
        self._folder = str(ROOT / folder) + os.sep
        self._lines: set[tuple[str, int]] = set()
        self.kept: Watched = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch a test."""
        self._lines, begin = set(), time.perf_counter()
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        yield
        sys.settrace(None)
        self.kept[item.nodeid] = time.perf_counter() - begin, list(self._lines)

    def _trace(self, frame: FrameType, _event: str, _argument: object) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(self._folder):
            return None
        self._lines.add((file, frame.f_lineno))
        return self._trace


def limit_work(until_s: float) -> None:
    """Let this process be killed when it has worked for longer than *until_s*, and a little."""
    resource.setrlimit(resource.RLIMIT_CPU, (round(until_s) + 20, resource.RLIM_INFINITY))


def run(files: Iterable[str], plugin: object) -> int:
    """Run the tests of *files* with our own code reloaded; return pytest's exit status."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    logging.disable(logging.NOTSET)
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]
    for stream in range(3):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    return pytest.main([*OPTIONS, *files], [plugin])


def watch(folder: str, file: str, path: Path) -> None:
    """Write to *path* which lines of *folder* each test of *file* runs through."""
    lines = Watch(folder)
    status = run([file], lines)
    if status == pytest.ExitCode.OK:
        path.write_text(json.dumps(lines.kept), "utf-8")
    os._exit(status)


def attempt(mutant: Mutant, tests: Tests) -> None:
    """Run *tests* with *mutant* in place of its module."""
    usual, wrong = SourceFileLoader.get_code, compile(mutant.source, mutant.file, "exec")

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return wrong if name == mutant.module else usual(loader, name)

    limit_work(0)
    with mock.patch.object(SourceFileLoader, "get_code", get_code):
        os._exit(run({test.partition("::")[0] for test in tests}, Chosen(tests)))


def status_of(job: Callable[..., None], *arguments: object) -> int | None:
    """Return the exit status of *job*; what it has started ends with it."""
    process = FORKS.Process(target=job, args=arguments)
    process.start()
    process.join(PATIENCE_S)
    with suppress(ProcessLookupError):
        os.killpg(process.pid or 0, signal.SIGKILL)
    process.join()
    return process.exitcode


class Room:
    """A folder whose code is mutated, and the *tests* that have to notice: folders and files."""

    def __init__(self, folder: str, tests: Iterable[str], workers: ThreadPoolExecutor) -> None:
        """Find out which tests run through which lines, or take what is kept of just these."""
        self._folder = folder
        self._code = b"".join(path.read_bytes() for path in sorted((ROOT / folder).glob("*.py")))
        self._seconds: dict[str, float] = {}
        self._through: dict[tuple[str, int], set[str]] = defaultdict(set)
        paths = [ROOT / one for one in tests]
        files = (file for path in paths for file in sorted(path.glob("test_*.py")) or [path])
        for lines_by_test in workers.map(self._watched, files):
            for test, (seconds, lines) in lines_by_test.items():
                self._seconds[test] = seconds
                for file, line in lines:
                    self._through[file, line].add(test)

    def _watched(self, file: Path) -> Watched:
        path = KEPT / f"{sha256(self._code + file.read_bytes()).hexdigest()}.json"
        if not path.exists() and status_of(watch, self._folder, str(file), path):
            raise RuntimeError(f"{file} fails on code as it is: see `make test`")
        return dict(json.loads(path.read_text("utf-8")))

    def notices(self, mutant: Mutant) -> bool:
        """Return whether a test fails, or never ends: those that run through *mutant* are first.

        The others may still depend on it, by what is done while a module is loaded.
        """
        lines = ((str(ROOT / mutant.file), line) for line in mutant.lines)
        through = set[str]().union(*(self._through[line] for line in lines))
        for tests in (through, self._seconds.keys() - through):
            seconds = {test: self._seconds[test] for test in tests}
            if seconds and status_of(attempt, mutant, seconds) not in PASSED:
                return True
        return False


def alive(mutants: Sequence[Mutant], rooms: Mapping[str, Iterable[str]] = ROOMS) -> list[Mutant]:
    """Return which of the mutants *mutants* from *rooms* no test notices."""
    KEPT.mkdir(parents=True, exist_ok=True)
    noticed_path = KEPT / "noticed.txt"
    noticed_path.touch()
    before = set(noticed_path.read_text("utf-8").splitlines())
    left = [one for one in mutants if one.key not in before]
    survivors = []
    together = 3 * len(os.sched_getaffinity(0))  # most mutants of the link only wait
    with ThreadPoolExecutor(together) as workers, noticed_path.open("a") as noticed:
        folders = {one.folder for one in left}
        tests = {folder: Room(folder, rooms[folder], workers) for folder in folders}
        verdicts = workers.map(lambda one: tests[one.folder].notices(one), left)
        for one, is_noticed in zip(left, verdicts, strict=True):
            if is_noticed:
                print(one.key, file=noticed, flush=True)
            else:
                survivors.append(one)
                print("alive:", one.words, flush=True)
    return survivors


def measure(count: int, rooms: Sequence[str] = tuple(ROOMS), seed: int = 1) -> dict[str, Any]:
    """Return how many of *count* mutants, spread evenly over *rooms*, the tests let live."""
    mutants = draw(count, rooms, seed)
    survivors = alive(mutants)
    return {
        "mutants": len(mutants),
        "alive": len(survivors),
        "alive_percent": 100 * len(survivors) / len(mutants),
        **{f"alive in {room}": sum(one.folder == room for one in survivors) for room in rooms},
        "unexplained": [one.words for one in survivors if one.words not in HARMLESS],
    }


def main() -> None:
    """Measure a draw of one's own."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.mutant_trials")
    parser.add_argument("rooms", nargs="*", default=[*ROOMS], metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--count", type=int, default=400, help="number of mutants")
    parser.add_argument("--seed", type=int, default=1, help="which are drawn")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    for name, figure in measure(options.count, options.rooms, options.seed).items():
        print(f"{name}: {figure}")


if __name__ == "__main__":
    from tests.soak import mutant_trials  # forks have to find their jobs by the module's name

    mutant_trials.main()
