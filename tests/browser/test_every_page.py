"""Of every screen in every language: it was looked at, speaks no English, and is light.

No page hides from the browser tests: every address and every template is among their screens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from kiosk.i18n import FALLBACK
from kiosk.settings import Settings
from tests.browser.conftest import ServedHouse, Site
from tests.browser.drawn import HOME
from tests.browser.page_words import find_english
from tests.browser.seen import load_grey
from tests.browser.test_screens import PAYMENT_WAYS, WAYS
from tests.browser.walk import Walk
from tests.browser.ways_of_house import walk_operator, walk_parlour
from tests.kiosk.parlour.conftest import NUMBERS
from tests.postgres import Server

MOST_BYTES = 250_000
"""What a page weighs at most as it travels (kiosk.md, section 6)."""
TEMPLATES = HOME / "kiosk" / "web" / "templates"
NO_PAGES: Mapping[str, str] = {
    "live.crop": "picture",
    "live.still": "picture",
    "live.show_faces": "picture",
    "live.say": "sound",
    "history.code": "picture",
    "missing.picture": "picture",
    "results.picture": "picture",
    "results.photo": "picture",
    "results.table": "file",
    "ledger.still": "picture",
    "live.stream": "stream of news",
    "operator.bundle": "file",
    "history.export_ledger": "file",
    "presets.export": "file",
    "presets.code": "picture",
    "camera.sight": "picture",
    "camera.face": "picture",
    "camera.last_lesson": "picture",
    "camera.markers": "picture",
    "static": "file",
    "look.show": "parts of a page",
    "upkeep.live_inputs": "figures of a page",
}
"""What is no page, by its endpoint: there is nothing to tap on it."""


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Walk:
    """Return a walk past all screens: of a table, of its operator, and of a parlour."""
    walk = Walk()
    for way in (*WAYS, *PAYMENT_WAYS):
        place = Site(tmp_path_factory.mktemp("walk") / "ledger.sqlite")
        load_grey(place.camera)
        walk.go(place.app, way(place))
        place.close()
    house = ServedHouse(Settings(data_dir=tmp_path_factory.mktemp("walk"), simulate=True))
    walk.go(house.app, walk_operator(house))
    house.close()
    url = server.database(f"walk_{next(NUMBERS)}")
    parlour = ServedHouse(Settings(data_dir=tmp_path_factory.mktemp("walk"), database_url=url))
    walk.go(parlour.app, walk_parlour(parlour, server))
    parlour.close()
    return walk


def find_page_templates() -> set[str]:
    """Return the templates that are pages: they stand on a frame, and nothing stands on them."""
    texts = {path.name: path.read_text("utf-8") for path in TEMPLATES.glob("*.html")}
    frames = {name for text in texts.values() for name in re.findall(r'extends "(.+?)"', text)}
    return {name for name, text in texts.items() if "<main" in text or "extends" in text} - frames


def test_every_page_is_among_the_screens(walk: Walk) -> None:
    rules = [rule for rule in walk.rules if "GET" in (rule.methods or ())]
    pages = {rule.endpoint for rule in rules if not rule.rule.startswith("/api/")}
    assert pages - walk.endpoints - NO_PAGES.keys() == set()
    assert find_page_templates() - walk.templates == set()


def test_what_is_no_page_still_has_an_address(walk: Walk) -> None:
    assert NO_PAGES.keys() - {rule.endpoint for rule in walk.rules} == set()


def test_no_screen_but_the_one_that_is_meant_is_an_error_of_ours(walk: Walk) -> None:
    assert {one.name for one in walk.screens if one.status >= 500} == {"error of ours"}


def test_every_screen_speaks_the_chosen_language(walk: Walk) -> None:
    others = [one for one in walk.screens if one.language != FALLBACK]
    faults = [f"{one}: {text}" for one in others for text in sorted(find_english(one.html))]
    assert faults == []


def test_no_screen_weighs_more_than_promised(walk: Walk) -> None:
    weights = {str(one): one.weight for one in walk.screens if one.html}
    assert {name: weight for name, weight in weights.items() if weight > MOST_BYTES} == {}
    assert min(weights.values(), default=0) > 0
