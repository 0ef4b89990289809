"""A program at the kiosk's door: JSON with a token, no browser's headers."""

from __future__ import annotations

from itertools import count
from secrets import token_hex
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from kiosk.access.rights import Right
from tests.kiosk.web.parlour import NAMES

PUNGS = (
    (0, "pung", "999m", 2),
    (1, "pung", "111z", 2),
    (2, "pung", "777p", 0),
)
"""Pungs of the example of Wuhan's sheet: seat 3 wins 8m on seat 1's discard; −16, −16, −64, +96."""


class Program:
    """Calls the interface under one token."""

    def __init__(self, app: Flask) -> None:
        """Take a token of the kiosk *app* that allows everything."""
        secrets = app.extensions["jantaku_operator_context"].secrets
        self._browser = app.test_client()
        self._token = secrets.make_token("test", Right.ADMIN, 0)[1]
        self._id = token_hex(4)
        self._ops = count(1)

    def get(self, path: str) -> TestResponse:
        """Ask for *path* below `/api/v1`."""
        return self.send("GET", path)

    def send(self, method: str, path: str, body: Any = None) -> TestResponse:
        """Call *path* with *body* as JSON."""
        more = {} if body is None else {"json": body}
        asks = {"Authorization": f"Bearer {self._token}"}
        return self._browser.open(f"/api/v1{path}", method=method, headers=asks, **more)

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Carry something out under a new operation's name."""
        return self.send("POST", path, {"op": self.new_op(), **fields})

    def do(self, name: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer; it must be taken."""
        answer = self.post("/commands", command={"do": name, **fields})
        assert answer.status_code == 200, answer.get_json()
        body: dict[str, Any] = answer.get_json()
        return body

    def new_op(self) -> str:
        """Return a name that no operation has."""
        return f"operation-{self._id}-{next(self._ops)}"


def sit_down(program: Program) -> None:
    """Enrol four people and let them begin."""
    ids = [program.send("POST", "/players", {"name": name}).get_json()["id"] for name in NAMES]
    program.do("open_session", ruleset="wuhan", players=ids)
    program.do("start_play")


def lay_down(program: Program) -> None:
    """Tell the example's tiles, row by row."""
    for seat, kind, tiles, giver in PUNGS:
        program.do("lay_meld", seat=seat, kind=kind, tiles=tiles, giver=giver)
    program.do("lay_meld", seat=3, kind="chow", tiles="234m", claimed="3m", giver=2)
    program.do("write_row", place={"part": "hand", "seat": 3}, tiles="67m456p55789s")
    program.do("write_row", place={"part": "aside", "seat": 2}, tiles="7z4s")
    program.do("write_row", place={"part": "indicators"}, tiles="3s")
    program.do("win_on", seat=3, code="8m")


def play_a_hand(program: Program) -> None:
    """Let seat 3 win on seat 1's discard, up to the settlement."""
    program.do("call_win", seat=3)
    program.do("say_who", claims=[{"seat": 3, "by": "discard", "giver": 1}])
    program.do("enter_by_hand")
    lay_down(program)
    program.do("settle")
