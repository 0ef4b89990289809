"""What a screen says aloud, through the browser's own sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kiosk.voice import Voice
from tests.browser.conftest import Served, touch_screen
from tests.browser.finger import Finger
from tests.kiosk.test_voice import Engine
from tests.kiosk.web.parlour import sheet_example

pytestmark = pytest.mark.browser


def test_a_result_is_said_phrase_by_phrase_and_once(
    served: Served, browser: Browser, tmp_path: Path
) -> None:
    served.app.extensions["jantaku_voice"] = Voice(tmp_path, "espeak-ng", Engine(0.01))
    served.at_review(sheet_example())
    with touch_screen(browser) as screen:
        screen.add_cookies([{"name": "voice", "value": "results", "url": served.address}])
        page = screen.new_page()
        heard: list[str] = []
        page.on(
            "request", lambda asked: heard.append(asked.url) if "/voice/" in asked.url else None
        )
        finger = Finger(page, served.address)
        finger.tap("Score it")
        expect(page.locator("body")).to_have_attribute("data-said", "Chie pays 64.")
        said = len(heard)
        page.reload()
        page.locator("#says", has_text="Chie pays 64.").wait_for(state="attached")
        assert (said, len(heard)) == (5, 5)
