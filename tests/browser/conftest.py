"""Chromium on a touch screen, and a kiosk served to it as in the parlour."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from waitress import wasyncore
from waitress.server import create_server

from tests.guards import PATIENCE_S
from tests.kiosk.pages.parlour import Parlour

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
THREADS = 16
LANDSCAPE = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Yield one Chromium for a module."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Yield a kiosk at an address of its own."""
    place = Served(tmp_path / "ledger.sqlite")
    yield place
    place.close()


class Served(Parlour):
    """A kiosk behind the same server as in `jantaku serve`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._open: dict[int, object] = {}
        self._server = create_server(
            self.app, map=self._open, host="127.0.0.1", port=0, threads=THREADS
        )
        self.address = f"http://127.0.0.1:{self._server.effective_port}"
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="pages")
        self._thread.start()

    def _serve(self) -> None:
        """Answer until the place closes, whatever connections the browser keeps for later."""
        while not self._is_closing.is_set():
            wasyncore.loop(map=self._open, count=1)

    def close(self) -> None:
        """Stop serving and close the ledger."""
        self.service.live.close()
        self._is_closing.set()
        self._server.pull_trigger()
        self._thread.join()
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.task_dispatcher.shutdown(timeout=PATIENCE_S)
        self._server.close()
        self.service.close()


def touch_screen(browser: Browser, **more: object) -> BrowserContext:
    """Return a 10-inch touch screen."""
    return browser.new_context(viewport=LANDSCAPE, has_touch=True, **more)  # type: ignore[arg-type]
