"""A page in Japanese or Chinese has no English word on it but names, ids, units and file names."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

import rules
from kiosk.i18n import FALLBACK, catalogue, languages
from tests.browser.conftest import Served, ServedHouse
from tests.browser.seen import load_grey
from tests.browser.test_every_page_is_looked_at import sent
from tests.browser.test_screens import TYPED_WAYS, WAYS
from tests.browser.ways import Screen, Way
from tests.browser.ways_of_house import PIN, operator, parlour, until
from tests.kiosk.table.test_maintenance import Bench
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.views.test_machine import logged
from tests.postgres import Server

OTHERS: Final = tuple(language for language in languages() if language != FALLBACK)
LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'’-]+")
SPOKEN: Final = ("aria-label", "title", "alt", "placeholder")
"""Attributes that are read out, or shown under the finger."""
TOLD: Final = frozenset({"job", "fault", "state", "sets"})
"""Events that a jam in a build brings."""
EMPTY: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})

ALLOWED: Final[Mapping[str, str]] = {
    r"Aiko|Bo|Chie|Dana|Emi|Fumio?|Gao|Hana|Ines|Maximiliane-Charlotte": "people",
    r"Seat \d": "people of another kiosk, as they were written there",
    r"wrong wall|so agreed": "what people wrote as a note",
    r"scores?( board)?|test": "programs, as the operator called them",
    r"table(-\d+)?|dominoes": "a table and a set of tiles, as the operator called them",
    r"[\w-]+\.(json|sqlite)": "files",
    r"English": "a language by its own name",
    r"CSV|JSON|QR|SVG": "forms of files and pictures: the same in every language",
    r"KiB|MiB|mm": "units",
    r"Python|jantaku pin|apt install espeak-ng": "a program and commands",
    r"Spring": "a season, as the house called it",
    r"Ataki|MIGI": "a person and a declaration after whom rules are called",
}
"""What stays as it is, with why. What stands in `<code>` is an id, a path, a version or a hash."""
STAYS: Final = re.compile("|".join(rf"(?<![A-Za-z])(?:{one})(?![A-Za-z])" for one in ALLOWED))


class Words(HTMLParser):
    """Every text of a page that is not in `<code>`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"code", "script", "style"} & set(self._open):
            self.texts.append(data)


def english(html: str) -> set[str]:
    """Return every English word on a page, with the text that it stands in."""
    left = ((text, STAYS.sub(" ", text)) for text in Words(html).texts)
    return {" ".join(text.split()) for text, rest in left if LATIN.search(rest)}


def spoken(app: Flask, screen: Screen, language: str) -> str:
    """Return *screen* as it is shown in *language*."""
    browser = app.test_client()
    for name, value in {"language": language, **screen.cookies}.items():
        browser.set_cookie(name, value)
    data = sent(screen, uuid.uuid4().hex)
    answer = browser.open(
        screen.address,
        method="GET" if data is None else "POST",
        headers={"Sec-Fetch-Site": "same-origin"},
        data=data,
    )
    return answer.text if "html" in str(answer.content_type) else ""


def told(app: Flask, way: Way) -> Iterator[str]:
    """Yield each English text of a screen of *way*."""
    for screen in way:
        for language in OTHERS:
            for text in sorted(english(spoken(app, screen, language))):
                yield f"{screen.name} ({language}): {text}"


@pytest.mark.parametrize("way", [*WAYS, *TYPED_WAYS], ids=lambda way: str(way.__name__))
def test_the_table_s_screens_speak_the_chosen_language(
    served: Served, way: Callable[[Served], Way]
) -> None:
    load_grey(served.camera)
    assert list(told(served.app, way(served))) == []


def test_the_operator_s_screens_do_too(served_house: ServedHouse) -> None:
    assert list(told(served_house.app, operator(served_house))) == []


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Yield a machine that has had a jam."""
    bench = Bench(tmp_path_factory.mktemp("bench"))
    try:
        bench.sim.jam(203, 2)
        bench.client.next_hand()
        until(lambda: {one.topic for one in bench.maintenance.report().happenings} >= TOLD)
        yield bench
    finally:
        bench.close()


@pytest.mark.parametrize("language", OTHERS)
def test_so_does_a_machine_that_has_had_an_eventful_evening(
    parlour_alone: Parlour, evening: Bench, language: str
) -> None:
    parlour_alone.service.maintenance = evening.maintenance
    html = at_the_operators(parlour_alone, language).get("/operator/machine").text
    parlour_alone.service.maintenance = None
    assert catalogue(language)("fault.203") in html
    assert english(html) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_so_does_the_log_whatever_of_ours_is_in_it(parlour_alone: Parlour, language: str) -> None:
    tail = parlour_alone.operator_context.log
    for message in sorted(set(logged())):
        values = ("7",) * (message.count("%s") + message.count("%d"))
        args = tuple(int(one) if "%d" in message else one for one in values)
        tail.emit(logging.LogRecord("kiosk", logging.WARNING, "", 0, message, args, None))
    html = at_the_operators(parlour_alone, language).get("/operator/log").text
    assert html.count("<li>") >= len(set(logged()))
    assert english(html) == set()


def at_the_operators(place: Parlour, language: str) -> FlaskClient:
    """Return a browser of somebody who has entered the operator's PIN."""
    browser = place.app.test_client()
    browser.set_cookie("language", language)
    if not place.operator_context.pin_lock.has_pin:
        place.operator_context.pin_lock.choose(PIN)
    browser.post("/operator/pin", data={"pin": PIN}, headers={"Sec-Fetch-Site": "same-origin"})
    return browser


def test_so_do_those_of_a_parlour(fed_house: ServedHouse, server: Server) -> None:
    assert list(told(fed_house.app, parlour(fed_house, server))) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", rules.rulesets())
def test_the_options_of_every_game_do(parlour_alone: Parlour, game: str, language: str) -> None:
    browser = parlour_alone.app.test_client()
    browser.set_cookie("language", language)
    assert english(browser.get(f"/new/{game}").text) == set()


@pytest.fixture(scope="module")
def parlour_alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    """Yield a kiosk whose pages before a session are looked at."""
    place = Parlour(tmp_path_factory.mktemp("parlour") / "ledger.sqlite")
    yield place
    place.service.close()


def test_an_english_word_is_found() -> None:
    assert english('<p>牌 <b>stuck</b></p><a title="Dana wins">和</a>') == {"stuck", "Dana wins"}


def test_names_units_and_ids_are_no_english_words() -> None:
    assert english("<p>Aikoの和了 12 MiB</p><code>head_jam</code>") == set()
