"""While a kiosk starts, whoever asks is told how far it is."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest

from kiosk.web.starting import Starting


@pytest.fixture
def door() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        yield door


def ask(door: socket.socket, path: str = "/", **headers: str) -> tuple[HTTPResponse, str]:
    line = HTTPConnection(*door.getsockname()[:2], timeout=60)
    line.request(
        "GET", path, headers={name.replace("_", "-"): one for name, one in headers.items()}
    )
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer, text


def test_a_screen_shows_how_far_the_look_is_and_asks_again(door: socket.socket) -> None:
    with Starting(door, "") as page:
        page.tell(0.409)
        answer, text = ask(door, "/ledger/")
    assert "Checking the ledger: 40 %" in text
    assert (answer.status, answer.headers["Refresh"]) == (503, "1")


def test_it_speaks_the_language_of_the_kiosk_or_else_of_the_browser(door: socket.socket) -> None:
    with Starting(door, "") as page:
        page.tell(0.5)
        browsers = ask(door, Accept_Language="ja")[1]
    with Starting(door, "zh-Hant"):
        own = ask(door, Accept_Language="ja")[1]
    assert "記録を確認しています：50 %" in browsers
    assert 'lang="zh-Hant"' in own


def test_a_program_is_told_to_come_again(door: socket.socket) -> None:
    with Starting(door, ""):
        answer, text = ask(door, "/api/v1/state")
    assert json.loads(text)["error"]["code"] == "starting"
    assert (answer.status, answer.headers["Retry-After"]) == (503, "1")


def test_the_door_is_open_for_the_kiosk_afterwards(door: socket.socket) -> None:
    with Starting(door, ""):
        pass
    with socket.create_connection(door.getsockname()[:2], timeout=60):
        door.accept()[0].close()
