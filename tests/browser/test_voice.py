"""What a screen says aloud, through the browser's own sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kiosk.voice import Voice
from tests.browser.conftest import Site, open_screen
from tests.browser.finger import Finger
from tests.kiosk.test_voice import Engine
from tests.kiosk.web.parlour import sheet_example

pytestmark = pytest.mark.browser


def test_a_result_is_said_phrase_by_phrase_and_once(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    site.app.extensions["jantaku_voice"] = Voice(tmp_path, "espeak-ng", Engine(0.01))
    site.at_review(sheet_example())
    with open_screen(browser) as screen:
        screen.add_cookies([{"name": "voice", "value": "results", "url": site.address}])
        page = screen.new_page()
        urls: list[str] = []
        page.on(
            "request",
            lambda request: urls.append(request.url) if "/voice/" in request.url else None,
        )
        finger = Finger(page, site.address)
        finger.tap("Score it")
        expect(page.locator("body")).to_have_attribute("data-said", "Chie pays 64.")
        count = len(urls)
        page.reload()
        page.locator("#says", has_text="Chie pays 64.").wait_for(state="attached")
        assert (count, len(urls)) == (5, 5)
