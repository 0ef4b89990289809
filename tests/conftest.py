"""What holds for every test: no network, nothing left behind, known examples, an honest browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import ClassVar

import hypothesis
import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from tests.guards import left_files, left_threads, open_files, refuse_network, running_threads
from tools.bootstrap import CHROMIUM, Machine, apt_line

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
TIMES = int(os.environ.get("JANTAKU_EXAMPLES", "1"))
"""How many times as many examples Hypothesis tries as usual."""

hypothesis.settings.register_profile(
    "jantaku",
    derandomize=IN_CI,
    database=None,
    deadline=None,  # a slow machine is no fault of the code; pytest-timeout catches what hangs
    max_examples=100 * TIMES,
)
hypothesis.settings.load_profile("jantaku")
sys.addaudithook(refuse_network)


class Templates(BytecodeCache):
    """Page templates as compiled once, for every kiosk that a test opens."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill *bucket* where its template was compiled before."""
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._compiled[bucket.key] = bucket.bytecode_to_string()


class Route(Rule):
    """A route whose way back to an address is compiled once, for every kiosk that a test opens.

    Two thirds of the time that an application takes to be made go into it.
    """

    _compiled: ClassVar[dict[tuple[str, str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = self.rule, repr(self.defaults), append_unknown
        if key not in self._compiled:
            self._compiled[key] = super()._compile_builder(append_unknown)
        return self._compiled[key]


Flask.jinja_options = {"bytecode_cache": Templates()}
Flask.url_rule_class = Route


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that ends with more threads or open files than it began with."""
    threads, files = running_threads(), open_files()
    yield
    left = left_threads(threads) or left_files(files)
    if left:
        pytest.fail(f"left behind: {', '.join(sorted(left))}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the installed Chromium; without one, skip, and fail in CI."""
    found = Machine.here().find(*CHROMIUM)
    if found is None:
        without = pytest.fail if IN_CI else pytest.skip
        without(f"no Chromium: run `{apt_line('chromium')}` as root")
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every browser test the browser, so that none runs, or passes, without one."""
    for item in items:
        if item.get_closest_marker("browser") and isinstance(item, pytest.Function):
            item.fixturenames.insert(0, "chromium")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in plain words that the browser tests did not run."""
    if Machine.here().find(*CHROMIUM) is None:
        terminalreporter.write_line("browser: not run (no Chromium)")
