"""Chromium on a touch screen, and a kiosk served to it as in the parlour."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from waitress import wasyncore
from waitress.server import create_server

from kiosk.access.operator import temporary_operator_context
from kiosk.demo.players import SPEED, simulated_service
from kiosk.service import Service
from kiosk.settings import Settings
from kiosk.wiring import Devices, open_service
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import Program
from tests.kiosk.parlour.conftest import NUMBERS, server
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.whole_app import create_app
from tests.postgres import Server

__all__ = ["server"]

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


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """Yield one Chromium for all tests of this folder; what is expected may take its time."""
    expect.set_options(timeout=1_000 * PATIENCE_S)
    with sync_playwright() as playwright:
        instance = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield instance
        instance.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Yield a kiosk at an address of its own."""
    place = Site(tmp_path / "ledger.sqlite")
    yield place
    place.close()


@pytest.fixture
def served_house(tmp_path: Path) -> Iterator[ServedHouse]:
    """Yield a kiosk with a simulated table at an address of its own."""
    house = ServedHouse(Settings(data_dir=tmp_path, simulate=True))
    yield house
    house.close()


@pytest.fixture
def parlour_house(tmp_path: Path, server: Server) -> Iterator[ServedHouse]:
    """Yield a kiosk of a parlour, without machine and camera, with a database of its own."""
    url = server.database(f"house_{next(NUMBERS)}")
    house = ServedHouse(Settings(data_dir=tmp_path / "fed", database_url=url))
    yield house
    house.close()


class Pages:
    """The pages of one kiosk behind the same server as in `jantaku serve`."""

    def __init__(self, app: Flask, service: Service) -> None:
        self._service = service
        self._open: dict[int, object] = {}
        self._server = create_server(app, map=self._open, host="127.0.0.1", port=0, threads=THREADS)
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
        self._service.live.close()
        self._is_closing.set()
        self._server.pull_trigger()
        self._thread.join()
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.task_dispatcher.shutdown(timeout=PATIENCE_S)
        self._server.close()
        self._service.close()


def enter_pin(app: Flask, pin: str) -> str:
    """Return what the browser of someone who has entered *pin* remembers."""
    browser = app.test_client()
    browser.post("/operator/pin", data={"pin": pin}, headers={"Sec-Fetch-Site": "same-origin"})
    cookie = browser.get_cookie("session")
    assert cookie is not None
    return cookie.value


class Site(Parlour):
    """A kiosk with a stand-in's machine and camera, served at an address of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._pages = Pages(self.app, self.service)
        self.address = self._pages.address

    def close(self) -> None:
        """Stop serving and close the ledger."""
        self._pages.close()


class ServedHouse:
    """A kiosk as `jantaku serve` runs it, with copies and operator, and simulated where asked."""

    def __init__(
        self, settings: Settings, speed: float = SPEED, service: Service | None = None
    ) -> None:
        """Serve it at once; a simulated machine moves *speed* times as fast as a real one.

        A *service* that is given is served in place of one by *settings*.
        """
        is_simulated = settings.simulate
        self.service = service or (
            simulated_service(settings, speed=speed) if is_simulated else _open_plain(settings)
        )
        self.operator_context = temporary_operator_context(settings)
        self.app = create_app(self.service, operator_context=self.operator_context)
        self.program = Program(self.app)
        self._pages = Pages(self.app, self.service)
        self.address = self._pages.address

    def operator_cookie(self, pin: str) -> str:
        """Return what the browser of someone who has entered *pin* remembers."""
        return enter_pin(self.app, pin)

    def close(self) -> None:
        """Stop serving and close the ledger."""
        self._pages.close()


def _open_plain(settings: Settings) -> Service:
    """Return a kiosk that has neither machine nor camera."""
    return open_service(settings, Devices())


def open_screen(browser: Browser, **options: object) -> BrowserContext:
    """Return a 10-inch touch screen."""
    return browser.new_context(viewport=LANDSCAPE, has_touch=True, **options)  # type: ignore[arg-type]
