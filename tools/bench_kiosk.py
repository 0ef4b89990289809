"""Pages and settlements of a kiosk that serves, as many screens watching as it lets in.

The kiosk is a process of its own, asked over loopback as browsers and programs ask it. A few
hands are played through the interface; each of their pages is fetched and timed.
"""

from __future__ import annotations

import http.client
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiosk.keys import Keys
from kiosk.live import MAX_STREAMS
from kiosk.office import KEYS
from kiosk.rights import Right

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.figures import Figures

JANTAKU: Final = str(Path(sys.executable).with_name("jantaku"))
HANDS: Final = 30
PATIENCE_S: Final = 120.0
PAGES: Final = ("/", "/ledger/", "/new", "/new/wuhan")
HAND: Final[tuple[dict[str, Any], ...]] = (
    {"do": "start_play"},
    {"do": "call_win", "seat": 3},
    {"do": "say_who", "claims": [{"seat": 3, "by": "discard", "giver": 1}]},
    {"do": "enter_by_hand"},
    {"do": "lay_meld", "seat": 0, "kind": "pung", "tiles": "999m", "giver": 2},
    {"do": "lay_meld", "seat": 1, "kind": "pung", "tiles": "111z", "giver": 2},
    {"do": "lay_meld", "seat": 2, "kind": "pung", "tiles": "777p", "giver": 0},
    {"do": "lay_meld", "seat": 3, "kind": "chow", "tiles": "234m", "claimed": "3m", "giver": 2},
    {"do": "write_row", "place": {"part": "hand", "seat": 3}, "tiles": "67m456p55789s"},
    {"do": "write_row", "place": {"part": "indicators"}, "tiles": "3s"},
    {"do": "win_on", "seat": 3, "code": "8m"},
    {"do": "settle"},
    {"do": "confirm_hand"},
)
"""A win of Wuhan as people tell it without a camera."""


class Kiosk:
    """A kiosk's process, and a program that calls it over one connection."""

    def __init__(self, folder: Path, token: str = "") -> None:
        """Start the kiosk with its ledger in *folder*; call it with *token*, or with a new one."""
        self._token = token or new_token(folder)
        self._ops = count(1)
        command = [JANTAKU, "serve", "--port", "0", "--data", str(folder)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=as_installed(folder)
        )
        assert self._process.stdout is not None
        told = self._process.stdout.readline()
        self.port = int(told.split("/  (")[0].rsplit(":", 1)[1])
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)

    def call(self, method: str, path: str, body: Any = None) -> tuple[float, bytes]:
        """Return how many ms an answer took, and the answer; one that is an error ends the run."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body)
        begin = time.perf_counter()
        self._line.request(method, path, sent, headers)
        answer = self._line.getresponse()
        data = answer.read()
        took = 1000 * (time.perf_counter() - begin)
        if answer.status >= http.client.BAD_REQUEST:
            raise RuntimeError(f"{method} {path}: {answer.status} {data[:300]!r}")
        return took, data

    def do(self, command: dict[str, Any]) -> float:
        """Carry *command* out and return how many ms that took."""
        body = {"op": f"bench-{next(self._ops):06}", "command": command}
        return self.call("POST", "/api/v1/commands", body)[0]

    def sit_down(self) -> None:
        """Let four people begin a session."""
        told = [self.call("POST", "/api/v1/players", {"name": name})[1] for name in "ABCD"]
        ids = [json.loads(one)["id"] for one in told]
        self.do({"do": "open_session", "ruleset": "wuhan", "players": ids})

    def close(self) -> None:
        """End the kiosk."""
        self._line.close()
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE_S)


def new_token(folder: Path) -> str:
    """Return a token for the kiosk whose ledger is in *folder*; it may do everything."""
    return Keys(folder / KEYS).make_token("bench", Right.ADMIN, 0)[1]


def as_installed(folder: Path) -> dict[str, str]:
    """Return the surroundings of a kiosk whose modules are compiled once, as of an installed one.

    What is compiled goes into *folder*; a checkout whose owner wants no such files gets none.
    """
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


class Watchers:
    """Screens that listen to the stream of changes."""

    def __init__(self, port: int, screens: int) -> None:
        """Open so many streams; each is known to be open when this returns."""
        self._selector = selectors.DefaultSelector()
        self._lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(screens)]
        for line in self._lines:
            line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\n\r\n")
            while b"event: beat" not in line.recv(65_536):
                pass
            self._selector.register(line, selectors.EVENT_READ)

    def told_within_ms(self, begin: float) -> list[float]:
        """Return, for each screen, how many ms after *begin* it was told of a change."""
        waiting, took = set(self._lines), []
        deadline = time.perf_counter() + PATIENCE_S
        while waiting and time.perf_counter() < deadline:
            for key, _ in self._selector.select(1):
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if b"event: change" in line.recv(65_536) and line in waiting:
                    waiting.discard(line)
                    took.append(1000 * (time.perf_counter() - begin))
        return took

    def close(self) -> None:
        """Hang up."""
        self._selector.close()
        for line in self._lines:
            line.close()


def measure(hands: int = HANDS, screens: int = MAX_STREAMS) -> Figures:
    """Return the figures of *hands* hands under *screens* open streams."""
    with tempfile.TemporaryDirectory() as folder:
        kiosk = Kiosk(Path(folder))
        watchers = Watchers(kiosk.port, screens)
        try:
            return {"streams": screens, "hands": hands, **_played(kiosk, watchers, hands)}
        finally:
            watchers.close()
            kiosk.close()


def _played(kiosk: Kiosk, watchers: Watchers, hands: int) -> Figures:
    """Return the times of everything that *hands* hands ask for."""
    kiosk.sit_down()
    settles: list[float] = []
    taps: list[float] = []
    pages: list[float] = []
    told: list[float] = []
    heaviest = 0
    for _ in range(hands):
        for command in HAND:
            begin = time.perf_counter()
            took = kiosk.do(command)
            told += watchers.told_within_ms(begin)
            (settles if command["do"] == "settle" else taps).append(took)
            shown, page = kiosk.call("GET", "/")
            pages.append(shown)
            heaviest = max(heaviest, len(page))
        pages += [kiosk.call("GET", path)[0] for path in PAGES]
    return {
        "page_ms": _spread(pages),
        "settle_ms": _spread(settles),
        "tap_ms": _spread(taps),
        "event_to_screen_ms": _spread(told),
        "heaviest_page_kb": round(heaviest / 1000, 1),
    }


def _spread(times: Sequence[float]) -> Figures:
    """Return the middle, the 95th of a hundred, and the worst of *times*."""
    order = sorted(times)
    return {
        "p50": round(order[len(order) // 2], 2),
        "p95": round(order[int(0.95 * (len(order) - 1))], 2),
        "worst": round(order[-1], 2),
    }
