"""A page in Japanese or Chinese has no English word but names, ids, units and file names.

Every screen is walked in `test_every_page`; here are those that need more than a walk.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final

import pytest
from flask.testing import FlaskClient

import rules
from kiosk.i18n import FALLBACK, catalogue, languages
from tests.browser.page_words import find_english
from tests.browser.ways_of_house import PIN, wait_until
from tests.kiosk.table.test_maintenance import Bench
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.views.test_machine import find_log_messages

OTHERS: Final = tuple(language for language in languages() if language != FALLBACK)
TOPICS: Final = frozenset({"job", "fault", "state", "sets"})
"""Events that a jam in a build brings."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Yield a machine that has had a jam."""
    bench = Bench(tmp_path_factory.mktemp("bench"))
    try:
        bench.sim.jam(203, 2)
        bench.client.next_hand()
        wait_until(lambda: {one.topic for one in bench.maintenance.report().happenings} >= TOPICS)
        yield bench
    finally:
        bench.close()


@pytest.mark.parametrize("language", OTHERS)
def test_a_machine_that_has_had_an_eventful_evening_speaks_no_english(
    parlour_alone: Parlour, evening: Bench, language: str
) -> None:
    parlour_alone.service.maintenance = evening.maintenance
    html = unlock_operator(parlour_alone, language).get("/operator/machine").text
    parlour_alone.service.maintenance = None
    assert catalogue(language)("fault.203") in html
    assert find_english(html) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_the_log_speaks_none_of_ours(parlour_alone: Parlour, language: str) -> None:
    tail = parlour_alone.operator_context.log
    for message in sorted(set(find_log_messages())):
        values = ("7",) * (message.count("%s") + message.count("%d"))
        args = tuple(int(one) if "%d" in message else one for one in values)
        tail.emit(logging.LogRecord("kiosk", logging.WARNING, "", 0, message, args, None))
    html = unlock_operator(parlour_alone, language).get("/operator/log").text
    assert html.count("<li>") >= len(set(find_log_messages()))
    assert find_english(html) == set()


def unlock_operator(place: Parlour, language: str) -> FlaskClient:
    """Return a browser of somebody who has entered the operator's PIN."""
    browser = place.app.test_client()
    browser.set_cookie("language", language)
    if not place.operator_context.pin_lock.has_pin:
        place.operator_context.pin_lock.choose(PIN)
    browser.post("/operator/pin", data={"pin": PIN}, headers={"Sec-Fetch-Site": "same-origin"})
    return browser


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", rules.rulesets())
def test_no_game_s_options_do(parlour_alone: Parlour, game: str, language: str) -> None:
    browser = parlour_alone.app.test_client()
    browser.set_cookie("language", language)
    assert find_english(browser.get(f"/new/{game}").text) == set()


@pytest.fixture(scope="module")
def parlour_alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    """Yield a kiosk whose pages before a session are looked at."""
    place = Parlour(tmp_path_factory.mktemp("parlour") / "ledger.sqlite")
    yield place
    place.service.close()


def test_an_english_word_is_found() -> None:
    html = '<p>牌 <b>stuck</b></p><a title="Dana wins">和</a>'
    assert find_english(html) == {"stuck", "Dana wins"}


def test_names_units_and_ids_are_no_english_words() -> None:
    assert find_english("<p>Aikoの和了 12 MiB</p><code>head_jam</code>") == set()
