"""The application is ready for a page before somebody comes to it."""

from __future__ import annotations

from threading import Event

from kiosk.web.app import compile_pages
from tests.kiosk.web.parlour import Parlour


def test_every_page_is_compiled_before_somebody_comes_to_it(parlour: Parlour) -> None:
    compile_pages(parlour.app, Event(), rest_s=0)
    cache = parlour.app.jinja_env.cache
    assert cache is not None
    assert len(cache) == len(parlour.app.jinja_env.list_templates())


def test_a_kiosk_that_ends_compiles_no_more(parlour: Parlour) -> None:
    is_ended = Event()
    is_ended.set()
    compile_pages(parlour.app, is_ended)
    cache = parlour.app.jinja_env.cache
    assert cache is not None
    assert len(cache) == 1
