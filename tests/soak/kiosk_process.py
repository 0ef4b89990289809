"""A kiosk in a process of its own, called over loopback as browsers and programs call it."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any, Final

from kiosk.access.operator import SECRETS_FILE
from kiosk.access.rights import Right
from kiosk.access.secrets import Secrets

JANTAKU: Final = str(Path(sys.executable).with_name("jantaku"))
PATIENCE_S: Final = 120.0
PROCESS_CLOCK: Final = 2
"""As `clock_getcpuclockid(3)` names the clock of another process, which Python cannot."""
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


class KioskProcess:
    """A kiosk's process, and a program that calls it over one connection."""

    def __init__(self, folder: Path, token: str = "", *how: str) -> None:
        """Start the kiosk with its ledger in *folder*; call it with *token*, or with a new one.

        *how* are further options of `jantaku serve`.
        """
        self._token = token or new_token(folder)
        self._ops = count(1)
        command = [JANTAKU, "serve", "--port", "0", "--data", str(folder), *how]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=as_installed(folder)
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.port = int(line.split("/  (")[0].rsplit(":", 1)[1])
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)

    def call(self, method: str, path: str, body: Any = None) -> tuple[float, bytes]:
        """Return how many ms an answer took, and the answer; one that is an error ends the run."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        payload = None if body is None else json.dumps(body)
        begin = time.perf_counter()
        self._line.request(method, path, payload, headers)
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

    def sit_down(self, ruleset: str = "wuhan") -> None:
        """Let four people begin a session of *ruleset*."""
        answers = [self.call("POST", "/api/v1/players", {"name": name})[1] for name in "ABCD"]
        ids = [json.loads(one)["id"] for one in answers]
        self.do({"do": "open_session", "ruleset": ruleset, "players": ids})

    def processor_s(self) -> float:
        """Return how many seconds of a processor the kiosk has taken so far (Linux only)."""
        clock = ~self._process.pid << 3 | PROCESS_CLOCK
        return time.clock_gettime(clock)

    def close(self) -> None:
        """End the kiosk."""
        self._line.close()
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE_S)


def new_token(folder: Path) -> str:
    """Return a token for the kiosk whose ledger is in *folder*; it may do everything."""
    return Secrets(folder / SECRETS_FILE).make_token("bench", Right.ADMIN, 0)[1]


def as_installed(folder: Path) -> dict[str, str]:
    """Return the surroundings of a kiosk whose modules are compiled once, as of an installed one.

    What is compiled goes into *folder*; a checkout whose owner wants no such files gets none.
    """
    variables = {
        name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    return {**variables, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
