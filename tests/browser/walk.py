"""Every screen as its browser gets it, in every language: one walk for whatever is asked of all."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import BytesIO

from flask import Flask, request, request_started, template_rendered
from flask.testing import FlaskClient
from jinja2 import Template
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from kiosk.i18n import languages
from tests.browser.page_weight import GZIP, Weigher
from tests.browser.ways import Screen, Way


@dataclass(frozen=True, slots=True)
class PageView:
    """One screen in one language."""

    name: str
    language: str
    status: int
    html: str
    weight: int
    """In bytes, with all that the page asks for; 0 of what is no page."""

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"


@dataclass(slots=True)
class Walk:
    """What has been seen of a kiosk."""

    screens: list[PageView] = field(default_factory=list)
    endpoints: set[str] = field(default_factory=set)
    templates: set[str] = field(default_factory=set)
    rules: list[Rule] = field(default_factory=list)
    """What the kiosk answers to."""
    _weigher: Weigher = field(default_factory=Weigher)

    def go(self, app: Flask, way: Way) -> None:
        """Open every screen of *way* in every language, as its browser would."""
        self.rules = list(app.url_map.iter_rules())
        with ExitStack() as stack:
            stack.enter_context(template_rendered.connected_to(self._note, app))
            stack.enter_context(request_started.connected_to(self._arrive, app))
            for screen in way:
                self.screens += self._open_in_languages(app, screen)

    def _open_in_languages(self, app: Flask, screen: Screen) -> Iterator[PageView]:
        for language in languages():
            browser = app.test_client()
            for name, value in {"language": language, **screen.cookies}.items():
                browser.set_cookie(name, value)
            answer = _open_screen(browser, screen)
            is_page = answer.mimetype == "text/html"
            weight = self._weigher.weigh(browser, answer) if is_page else 0
            html = self._weigher.unpack(answer) if is_page else ""
            answer.close()
            yield PageView(screen.name, language, answer.status_code, html, weight)

    def _note(self, _: Flask, template: Template, **__: object) -> None:
        self.templates.add(str(template.name))

    def _arrive(self, _: Flask, **__: object) -> None:
        self.endpoints.add(str(request.endpoint))


def _open_screen(browser: FlaskClient, screen: Screen) -> TestResponse:
    form = _build_form(screen)
    return browser.open(
        screen.address,
        method="GET" if form is None else "POST",
        headers={"Sec-Fetch-Site": "same-origin", **GZIP},
        data=form,
    )


def _build_form(screen: Screen) -> Mapping[str, object] | None:
    """Return what the form of *screen* sends; `None` where it sends none."""
    if screen.file is not None:
        name, file, content = screen.file
        return {name: (BytesIO(content), file)}
    return None if screen.form is None else {"op": uuid.uuid4().hex, **screen.form}
