"""No page hides from the browser tests: every address and every template is among their screens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from flask import Flask, request, request_started, template_rendered
from jinja2 import Template

from tests.browser.conftest import Served, ServedHouse
from tests.browser.drawn import HOME
from tests.browser.seen import load_grey
from tests.browser.test_screens import TYPED_WAYS, WAYS
from tests.browser.ways import Screen, Way
from tests.browser.ways_of_house import operator, parlour
from tests.postgres import Server

TEMPLATES = HOME / "kiosk" / "web" / "templates"
NO_PAGES: Mapping[str, str] = {
    "live.crop": "picture",
    "live.still": "picture",
    "live.show_faces": "picture",
    "live.say": "sound",
    "history.code": "picture",
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
    "operator.picture": "picture",
}
"""What is no page, by its endpoint: there is nothing to tap on it."""


class Seen:
    """What has been looked at: endpoints and templates."""

    def __init__(self) -> None:
        self.endpoints: set[str] = set()
        self.templates: set[str] = set()

    def go(self, app: Flask, way: Way) -> None:
        """Open every screen of *way* as its browser would."""
        for screen in way:
            with (
                template_rendered.connected_to(self._note, app),
                request_started.connected_to(self._arrive, app),
            ):
                self._open(app, screen)

    def _note(self, _: Flask, template: Template, **__: object) -> None:
        self.templates.add(str(template.name))

    def _arrive(self, _: Flask, **__: object) -> None:
        self.endpoints.add(str(request.endpoint))

    def _open(self, app: Flask, screen: Screen) -> None:
        browser = app.test_client()
        for name, value in screen.cookies.items():
            browser.set_cookie(name, value)
        sends = screen.form is not None or screen.file is not None
        method = "POST" if sends else "GET"
        browser.open(
            screen.address,
            method=method,
            headers={"Sec-Fetch-Site": "same-origin"},
            data=sent(screen),
        ).close()


def sent(screen: Screen, op: str = "looking-op") -> Mapping[str, object] | None:
    """Return what the form of *screen* sends, under the name *op*; `None` where it sends none."""
    if screen.file is not None:
        field, name, content = screen.file
        return {field: (BytesIO(content), name)}
    return None if screen.form is None else {"op": op, **screen.form}


def page_templates() -> set[str]:
    """Return the templates that are pages: they stand on a frame, and nothing stands on them."""
    texts = {path.name: path.read_text("utf-8") for path in TEMPLATES.glob("*.html")}
    frames = {name for text in texts.values() for name in re.findall(r'extends "(.+?)"', text)}
    return {name for name, text in texts.items() if "<main" in text or "extends" in text} - frames


def test_every_page_is_among_the_screens(
    tmp_path: Path,
    served_house: ServedHouse,
    fed_house: ServedHouse,
    server: Server,
) -> None:
    seen = Seen()
    for way in (*WAYS, *TYPED_WAYS):
        place = Served(tmp_path / f"{way.__name__}.sqlite")
        load_grey(place.camera)
        seen.go(place.app, way(place))
        place.close()
    seen.go(served_house.app, operator(served_house))
    seen.go(fed_house.app, parlour(fed_house, server))
    shown = [
        rule for rule in served_house.app.url_map.iter_rules() if "GET" in (rule.methods or ())
    ]
    pages = {rule.endpoint for rule in shown if not rule.rule.startswith("/api/")}
    assert pages - seen.endpoints - NO_PAGES.keys() == set()
    assert page_templates() - seen.templates == set()


def test_what_is_no_page_still_has_an_address(served_house: ServedHouse) -> None:
    endpoints = {rule.endpoint for rule in served_house.app.url_map.iter_rules()}
    assert NO_PAGES.keys() - endpoints == set()
