"""What holds for every test: no network, nothing left behind, known examples, an honest browser.

What every test would repeat is done once, and what is slow by intent is made fast.
"""

from __future__ import annotations

import gc
import hashlib
import os
import sys
from collections.abc import Iterator
from typing import Any, ClassVar

import hypothesis
import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from usb.backend import libusb1
from werkzeug.routing import Rule

from tests.guards import left_files, left_threads, open_files, refuse_network, running_threads
from tools.bootstrap import CHIP_PACKAGES, CHROMIUM, Machine, apt_line, missing_chip_tools

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
libusb1.get_backend()  # an installed libusb keeps a socket of its own from its first use on


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
    """A route that is compiled once, for every kiosk that a test opens.

    Nine tenths of the time that an application takes to be made go into it.
    """

    _compiled: ClassVar[dict[tuple[str, str], Route]] = {}

    def compile(self) -> None:
        """Take over what an equal route was compiled to before."""
        first = self._compiled.setdefault((self.rule, repr(self.defaults)), self)
        if first is self:
            super().compile()
            return
        self._parts, self._trace = first._parts, first._trace
        self._converters, self.arguments = first._converters, first.arguments
        self._build = _rebind(first._build, self)
        self._build_unknown = _rebind(first._build_unknown, self)


def _rebind(method: Any, owner: object) -> Any:
    """Return *method* as one of *owner*."""
    return method.__func__.__get__(owner)


def quick_scrypt(password: bytes, **cost: Any) -> bytes:
    """Return a digest of *password* without the 60 ms that it is meant to cost a guesser."""
    return scrypt(password, **cost | {"n": 2})


scrypt = hashlib.scrypt
hashlib.scrypt = quick_scrypt  # type: ignore[assignment] # takes what scrypt takes
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
    path = Machine.here().find(*CHROMIUM)
    if path is None:
        stop = pytest.fail if IN_CI else pytest.skip
        stop(f"no Chromium: run `{apt_line('chromium')}` as root")
    return path


@pytest.fixture(scope="session")
def emulators() -> None:
    """Skip where compiler or emulator of the microcontrollers are missing."""
    missing = missing_chip_tools(Machine.here())
    if missing:
        pytest.skip(f"no {' and '.join(missing)}: run `{apt_line(CHIP_PACKAGES)}` as root")


def pytest_collection_finish() -> None:
    """Leave what will live to the end, every test of the run, out of each search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test what its marker asks for, so that none runs, or passes, without it."""
    for item in items:
        for marker, fixture in (("browser", "chromium"), ("mcu", "emulators")):
            if item.get_closest_marker(marker) and isinstance(item, pytest.Function):
                item.fixturenames.insert(0, fixture)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in plain words which tests did not run."""
    machine = Machine.here()
    if machine.find(*CHROMIUM) is None:
        terminalreporter.write_line("browser: not run (no Chromium)")
    missing = missing_chip_tools(machine)
    if missing:
        terminalreporter.write_line(f"mcu: not run (no {' and '.join(missing)})")
