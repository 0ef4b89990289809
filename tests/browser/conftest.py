"""Chromium on a touch screen, and a kiosk served to it as in the parlour."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from waitress.server import create_server

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
        self._server = create_server(self.app, host="127.0.0.1", port=0, threads=16)
        self.address = f"http://127.0.0.1:{self._server.effective_port}"
        self._thread = threading.Thread(target=self._server.run, name="pages")
        self._thread.start()

    def close(self) -> None:
        """Stop serving and close the ledger."""
        self.service.live.close()
        self._server.task_dispatcher.shutdown(timeout=5)
        self._server.trigger.pull_trigger(self._server.close)
        self._thread.join(5)
        self.service.close()


def touch_screen(browser: Browser, **more: object) -> BrowserContext:
    """Return a 10-inch touch screen."""
    return browser.new_context(viewport=LANDSCAPE, has_touch=True, **more)  # type: ignore[arg-type]
